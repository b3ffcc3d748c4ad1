// @ts-check
/** What a workday came to: coins, what to move on the table, and on to the next day. */

import { button, fill, h, icon } from "../h.js";
import { t } from "../i18n.js";
import { say } from "../notices.js";
import { photoButton } from "../photo.js";
import { go } from "../router.js";
import { draft, update } from "../session.js";
import { takePhoto } from "./home.js";

/**
 * @param {{panel: HTMLElement, below: HTMLElement}} where what is to be done stands in the panel, what is to be read below
 * @param {any} day @param {string} morning @param {() => void} again
 */
export function dayDone({ panel, below }, day, morning, again) {
  const { wallet, vault } = day.gained;
  const words = wallet + vault ? t("Earned: {wallet} into the wallet, {vault} into the vault.", { wallet, vault }) : t("Nothing was earned.");
  const moves = day.story.filter((line) => line.table);
  const next = draft.day + 1;
  /** Everything on the table is as the run left it. */
  const accept = () => {
    if (draft.text === day.evening.text && draft.predicted) return;
    update({ text: day.evening.text, morning, predicted: day.evening.text, day: next, decisions: {}, reading: null, photo: null }, t("workday of day {day}", { day: draft.day }));
  };
  const toCamera = () => (accept(), update({ awaiting: "photo" }));
  fill(below,
    h("h2.earned", { tabindex: "-1" }, words),
    moves.length > 0 && h("section.moves", h("h3", t("Move on the table")), h("ol", moves.map((line) => h("li", h("label", h("input", { type: "checkbox" }), h("span", line.words)))))),
    day.decided.length > 0 && h("details", h("summary", t("Decided")), h("ol", day.decided.map((line) => h("li", line.words)))),
    h("div.row.wrap", button(".plain", t("Run it again"), again), button(".plain", t("Score this board"), () => (accept(), go("score")))));
  fill(panel,
    h("div.row", button(".tool", t("Without a photo"), () => (accept(), go("edit")), { "data-do": "accept" }),
      photoButton(".tool", t("Choose a photo"), { before: toCamera, got: (photo) => takePhoto(photo, t("photo")) })),
    photoButton(".primary.wide", [icon("camera"), t("Photograph day {day}", { day: next })], { camera: true, before: toCamera, got: (photo) => takePhoto(photo, t("photo")), look: { "data-do": "next-day" } }));
  say(words);
  below.querySelector("h2")?.focus({ preventScroll: true });
}
