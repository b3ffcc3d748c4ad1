// @ts-check
/** What several screens are made of: their head, sheets, and the ways to a photo. */

import { button, fill, h, icon } from "./h.js";
import { t } from "./i18n.js";
import { say } from "./notices.js";
import { back, go } from "./router.js";
import { draft, lastStep, undo } from "./session.js";

/** A screen's head, which the browser's title repeats. @param {string} title @param {...any} more buttons at its end */
export function head(title, ...more) {
  document.title = `${title} – Mechanica`;
  const leave = button(".icon-button", icon("back"), back, { "aria-label": t("Back") });
  return h("header.head", leave, h("h1", title), h("div.row.end", more));
}

/** The head of a board that is looked at or laid: whose it is in a game, else what it comes from.
 * @param {string} words @param {...any} more */
export function boardHead(words, ...more) {
  const { day, game, scored } = draft;
  return head(scored ? t("{name}’s board", { name: scored.name }) : game ? t("Day {day}: {name}’s board", { day, name: game.name }) : words, undoButton(), ...more);
}

/** Takes back the last step, if there is one. @param {string | null} [what] @param {() => any} [back_] */
export function undoButton(what = lastStep(), back_ = undo) {
  return what && button(".icon-button", icon("undo"), back_, { "aria-label": t("Undo: {step}", { step: what }), title: what });
}

/** A sheet over a screen. @param {string} title @param {...any} content */
export function sheet(title, ...content) {
  const close = button(".icon-button", icon("close"), back, { "aria-label": t("Close") });
  return h("section.sheet", { role: "dialog", "aria-modal": "true", "aria-label": title },
    h("header.sheet-head", h("h2", { tabindex: "-1" }, title), close), content);
}

/** A sheet that asks before something is done that nothing takes back. @param {string} title @param {string} question
 * @param {string} yes @param {() => any} act */
export function sureSheet(title, question, yes, act) {
  const asked = sheet(title, h("p.lead", { id: "question" }, question),
    h("div.row", button(".tool", t("Cancel"), back, { "data-do": "cancel" }), button(".tool", yes, act, { "data-do": "sure" })));
  asked.setAttribute("role", "alertdialog");
  asked.setAttribute("aria-describedby", "question");
  return asked;
}

/** Copies a text, also where the browser has no clipboard for pages of a network at home. @param {string} text */
export function copyButton(text) {
  const copy = button(".tool", t("Copy"), async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const held = h("textarea.unseen", { readonly: true }, text);
      copy.after(held);
      held.select();
      document.execCommand("copy");
      held.remove();
      copy.focus();
    }
    fill(copy, t("Copied."));
    say(t("Copied."));
  });
  return copy;
}

/** Hands a text or link on to other apps, where the browser can. @param {ShareData} what */
export function shareButton(what) {
  return navigator.share && button(".tool", t("Share"), () => navigator.share(what).catch(() => {}));
}

/** "What does this piece do?" @param {string} kind @param {string} name @param {string} over the screen it is asked on */
export function helpLink(kind, name, over) {
  return button(".plain.help", [icon("help"), t("What does it do?")], () => go(`${over}/help/${kind}`), { "aria-label": t("What does {piece} do?", { piece: name }) });
}

/** The photo or the drawing. @param {boolean} drawn @param {(drawn: boolean) => void} choose */
export function viewSwitch(drawn, choose) {
  const one = (words, value) => button(".segment", words, () => choose(value), { "aria-pressed": String(drawn === value) });
  return h("div.segments", { role: "group", "aria-label": t("View") }, one(t("Photo"), false), one(t("Drawing"), true));
}
