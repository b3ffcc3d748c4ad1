// @ts-check
/** What was read in a photo, drawn over it: doubts to settle, squares to correct, and on to the workday. */

import { ask } from "../ask.js";
import { button, fill, h, icon } from "../h.js";
import { t, tn } from "../i18n.js";
import { say, tell } from "../notices.js";
import { boardHead, viewSwitch } from "../parts.js";
import { photoButton, urlOf } from "../photo.js";
import { go, refocus, refreshSheet } from "../router.js";
import { draft, update, watch } from "../session.js";
import { botImage, change, crop, pieceImage, sheetOf } from "../square.js";
import { Surface } from "../surface.js";
import { extraSheet } from "./extras.js";
import { takePhoto } from "./home.js";
import { onwardButton } from "./onward.js";

let drawn = false;

/** @param {HTMLElement} root */
export async function reading(root) {
  if (!draft.text) return void setTimeout(() => go("", { replace: true }));
  /** @type {Surface | null} */
  let surface = null;
  /** @type {any} */
  let board = null;
  const stage = h("div.stage-place");
  const strip = h("div.strip", { role: "group", "aria-label": t("Look again") });
  const problems = h("ul.problems");
  const onward = onwardButton();
  const view = h("div.views");
  const bar = h("div.bar");
  const top = h("div.top");
  root.append(top, stage, strip, problems, h("div.tools", view, bar), h("footer.foot", onward));

  async function draw() {
    const shownText = draft.text;
    const url = await urlOf(draft.photo);
    board = await ask("board", { text: draft.text });
    if (shownText !== draft.text) return;
    const { reading: read } = draft;
    const onPhoto = url && read && !drawn;
    const held = document.activeElement, focused = /** @type {any} */ (held)?.dataset?.place;
    const current = surface?.current;
    surface?.close();
    surface = new Surface({
      board,
      photo: onPhoto ? { url, reading: read } : null,
      doubts: read?.doubts.map((doubt) => doubt.where),
      pick: (place) => go(`reading/square/${place}`),
      standing: !onPhoto,
    });
    fill(stage, surface.el);
    if (focused) surface.focus(focused);
    else if (current) surface.turnTo(current);
    fill(top, boardHead(t("Day {day}: your photo", { day: draft.day }), button(".icon-button", icon("more"), () => go("reading/more"), { "aria-label": t("More") })));
    refreshSheet();
    fill(view, url && read ? viewSwitch(drawn, (value) => ((drawn = value), draw())) : "");
    const retake = photoButton(".tool", t("Retake"), { camera: true, got: (photo) => takePhoto(photo, t("photo retaken")) });
    fill(bar, h("div.row", read && button(".tool", t("Corners"), () => go("corners")), retake,
      !draft.scored && button(".tool", [t("Money"), h("span.nowrap", `${board.wallet} + ${board.vault}`)], () => go("reading/money"), { "data-do": "money" })));
    fill(problems, ...board.problems.map((problem) => h("li", problem.words)));
    refocus(held);
    const doubts = read?.doubts ?? [];
    const cards = await Promise.all(doubts.map(card));
    const asked = strip.contains(document.activeElement);
    fill(strip, cards);
    strip.scrollLeft = 0;
    strip.hidden = !doubts.length;
    // Whoever answered is at the next question.
    if (asked) (strip.querySelector("h2") ?? onward).focus({ preventScroll: true });
    const bots = board.places.flatMap((place) => place.holes).filter((hole) => hole.model).length;
    const pieces = board.places.filter((place) => place.kind && place.place.startsWith("floor/")).length;
    say([tn("{n} piece on the floor", "{n} pieces on the floor", pieces), tn("{n} bot", "{n} bots", bots), tn("{n} place to look at again", "{n} places to look at again", doubts.length)].join(", "));
  }

  /** What is asked about a place: one tap settles it. */
  async function card(doubt) {
    const { where, read: likely, runner_up: other } = doubt;
    const answers = [[likely, doubt.words], [other, doubt.runner_up_words]].filter(([value]) => value !== null || isHole(where));
    const settle = (value) => change([{ place: where, value }], t("{place} changed", { place: doubt.name }));
    return h("article.card.either", { "data-doubt": where }, await crop(where),
      h("div", h("h2", { tabindex: "-1" }, question(doubt)), h("div.row.between", h("p.small", { translate: "no" }, doubt.name),
        button(".plain", t("Something else"), () => go(`reading/square/${placeOf(where)}`)))),
      h("div.grid2", answers.map(([value, words]) => button(".choice.side", [isHole(where) ? botImage(value) : pieceImage(value.kind, value), h("span", { translate: "no" }, words)], () => settle(value), { "data-answer": words }))));
  }

  await draw();
  const stop = watch(() => draw().catch(tell));
  if (draft.reading?.unverified) setTimeout(() => go("corners"));
  return {
    sheet: (rest) => extraSheet(rest, board) ?? sheetOf("reading", rest, board),
    leave: () => (stop(), surface?.close()),
  };
}

function question({ where, read, runner_up: other }) {
  if (isHole(where)) return read && other ? t("Which bot is in this hole?") : t("Is a bot in this hole?");
  if (!read || !other || read.kind !== other.kind) return t("What lies here?");
  return read.flipped === other.flipped ? t("Which way does it face?") : t("Which side is up?");
}

const isHole = (where) => where.split("/").length > (where.startsWith("floor/") ? 3 : 2);
const placeOf = (where) => (isHole(where) ? where.slice(0, where.lastIndexOf("/")) : where);
