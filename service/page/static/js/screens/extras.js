// @ts-check
/** Sheets that several screens open: money, sharing, settings. */

import { ask } from "../ask.js";
import { button, h } from "../h.js";
import { t } from "../i18n.js";
import { busy, tell } from "../notices.js";
import { moneySheetOf } from "../pad.js";
import { copyButton, shareButton, sheet } from "../parts.js";
import { back, go, path } from "../router.js";
import { begin, draft, update } from "../session.js";
import { keep, kept } from "../store.js";

/** Wallet and vault. @param {any} board */
function moneySheet(board) {
  return moneySheetOf(t("Money"), `day ${draft.day}`, { wallet: board.wallet, vault: board.vault }, async ({ wallet, vault }) => {
    const told = await ask("change", { text: draft.text, wallet, vault }).catch(tell);
    if (told) update({ text: told.text }, t("money"));
    back();
  });
}

/** What is wanted rarely. */
function moreSheet() {
  const line = draft.text, borrowed = draft.scored || draft.game;
  const hints = h("input", { type: "checkbox", checked: Boolean(kept("hints")), onchange: (event) => keep("hints", event.target.checked) });
  return sheet(t("More"),
    h("label.switch", hints, h("span", t("Mark the best choice"))),
    h("h3", t("The board as text")),
    h("p.notation", { translate: "no" }, line),
    h("div.row.wrap",
      copyButton(line), shareButton({ text: line }),
      button(".tool", t("Enter a text"), () => go(`${path()[0]}/text`, { replace: true }), { "data-do": "text" })),
    !borrowed && h("h3", t("This day")),
    h("div.row.wrap",
      path()[0] !== "edit" && button(".tool", t("Edit the board"), () => go("edit")),
      !borrowed && button(".tool", t("Start anew"), async () => (begin({}, t("start anew")), await go("")))));
}

/** A board as text, typed or pasted; what was entered is kept until it is used. */
function textSheet() {
  const of = draft.text;
  const field = h("textarea.field", { rows: 4, autocapitalize: "none", autocomplete: "off", spellcheck: "false", "data-focus": true,
    oninput: () => keep("line", { of, text: field.value }),
    onkeydown: (event) => event.key === "Enter" && (event.preventDefault(), use()) }, kept("line")?.of === of ? kept("line").text : of);
  async function use() {
    const told = await busy(t("One moment…"), () => ask("board", { text: field.value.trim() }));
    if (!told) return;
    keep("line", null);
    update({ text: told.text, reading: null, photo: null, decisions: {} }, t("board as text"));
    back();
  }
  return sheet(t("Enter a text"), h("label", h("span.small", t("A board as text:")), field), button(".primary.wide", t("Use this text"), use, { "data-do": "use" }));
}

/** The sheet of these that a path names. @param {string[]} path @param {any} board */
export const extraSheet = ([name], board) => ({ money: moneySheet, more: moreSheet, text: textSheet })[name]?.(board) ?? null;
