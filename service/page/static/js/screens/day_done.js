// @ts-check
/** What a workday came to: coins, what hands do at the table, and on to the next day. */

import { BASE } from "../base.js";
import { button, fill, h, icon } from "../h.js";
import { t } from "../i18n.js";
import { say } from "../notices.js";
import { photoButton } from "../photo.js";
import { go } from "../router.js";
import { draft, update } from "../session.js";
import { takePhoto } from "./home.js";
import { addScored } from "./score.js";

/**
 * @param {{panel: HTMLElement, below: HTMLElement}} where what is to be done stands in the panel, what is to be read below
 * @param {any} day @param {string} morning @param {() => void} again
 */
export function dayDone({ panel, below }, day, morning, again) {
  const words = earned(day.gained);
  const next = draft.day + 1;
  /** Everything on the table is as the run left it. */
  const accept = () => {
    if (draft.text === day.evening.text && draft.predicted) return;
    update({ text: day.evening.text, morning, predicted: day.evening.text, day: next, decisions: {}, differences: null, reading: null, photo: null }, t("workday of day {day}", { day: draft.day }));
  };
  fill(below,
    h("h2.earned", { tabindex: "-1" }, words),
    day.by_hand.length > 0 && h("section.moves", h("h3", t("At the table, in this order")), h("ol", day.by_hand.map(step))),
    day.decided.length > 0 && h("details", h("summary", t("Decided")), h("ol", day.decided.map((line) => h("li", line.words)))),
    h("div.row.wrap", button(".plain", t("Run it again"), again), button(".plain", t("Score this board"), () => (accept(), addScored(draft), go("score")))));
  fill(panel,
    h("div.row", button(".tool", t("Without a photo"), () => (accept(), go("edit")), { "data-do": "accept" }),
      photoButton(".tool", t("Choose a photo"), { before: accept, got: (photo) => takePhoto(photo, t("photo")) })),
    photoButton(".primary.wide", [icon("camera"), t("Photograph day {day}", { day: next })], { camera: true, before: accept, got: (photo) => takePhoto(photo, t("photo")), look: { "data-do": "next-day" } }));
  say(words);
  below.querySelector("h2")?.focus({ preventScroll: true });
}

function earned({ wallet, vault }) {
  if (wallet && vault) return t("Earned: {wallet} into the wallet, {vault} into the vault.", { wallet, vault });
  if (wallet) return t("Earned: {wallet} into the wallet.", { wallet });
  return vault ? t("Earned: {vault} into the vault.", { vault }) : t("Nothing was earned.");
}

/** A thing to do, to be ticked off: the bots that it is done with, then the words. */
function step({ words, taken, put }) {
  const pictures = (models) => models.map((model) => h("img", { src: `${BASE}art/${model}.svg`, alt: "" }));
  const changed = taken.length > 0 && put.length > 0 && taken.join() !== put.join();
  return h("li", h("label", h("input", { type: "checkbox" }), h("span.hands", pictures(taken.length ? taken : put), changed && [icon("right"), pictures(put)]), h("span", words)));
}
