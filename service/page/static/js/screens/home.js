// @ts-check
/** Where everything begins. */

import { ask } from "../ask.js";
import { BASE } from "../base.js";
import { button, h, icon } from "../h.js";
import { LANGUAGES, lang, t } from "../i18n.js";
import { busy } from "../notices.js";
import { knownOf, photoButton, readBoard, samplePhoto } from "../photo.js";
import { go } from "../router.js";
import { begin, draft, returnToDay, update } from "../session.js";
import { keep } from "../store.js";

/** What rides past what, over the title: as many belts as there is room for. */
const LANES = [{ bot: "basic", piece: "upgrader" }, { bot: "plus", piece: "gift_wrapper" }, { bot: "deluxe", piece: "fork" }];

/** Read a photo into the day. @param {Blob | null} photo @param {string} what names the step for undo */
export async function takePhoto(photo, what) {
  const known = knownOf(draft);
  const read = await busy(t("Reading your photo…"), () => readBoard(/** @type {Blob} */ (photo), known));
  if (!read) return;
  update({ ...read, decisions: {} }, what);
  await go(known.expected ? "table" : "reading");
}

/** @param {HTMLElement} root */
export async function home(root) {
  if (!draft.game) returnToDay();
  const taken = (photo) => (returnToDay(), takePhoto(photo, t("photo")));
  const take = photoButton(".primary.wide", [icon("camera"), t("Photograph the board")], { camera: true, got: taken });
  const choose = photoButton(".wide", t("Choose a photo"), { got: taken });
  const sample = button(".wide", t("Try a sample photo"), async () => {
    const read = await busy(t("Reading the sample photo…"), async () => readBoard(await samplePhoto(), { copy: "demo" }));
    if (!read) return;
    begin(read, t("sample photo"));
    await go("reading");
  }, { "data-do": "sample" });
  const empty = button(".wide", t("Start from an empty board"), async () => {
    const board = await ask("board", {});
    begin({ text: board.text }, t("empty board"));
    await go("edit");
  });
  const on = draft.text && button(".wide.on", draft.game ? t("Continue the game, day {day}", { day: draft.day }) : t("Continue day {day}", { day: draft.day }), () => go(draft.reading ? "reading" : "edit"));
  const languages = h("label.language", h("span.unseen", t("Language")),
    h("select", { onchange: (event) => (keep("language", event.target.value), location.reload()) },
      Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, selected: code === lang, lang: code }, name))));
  const over = h("div.lanes", { "aria-hidden": "true" }, LANES.map(({ bot, piece }) =>
    h("div.belt", h("img.laid", { src: `${BASE}art/${piece}.svg`, alt: "" }), h("img.rider", { src: `${BASE}art/${bot}.svg`, alt: "" }))));
  document.title = "Mechanica";
  root.append(
    h("header.title", over, h("div.row.between", h("h1", { translate: "no" }, "Mechanica"), languages), h("p", t("Photograph your factory. See where every bot goes."))),
    h("nav.grid2", { "aria-label": t("Other ways") },
      button(".plain.across", t("Teach your copy of the game"), () => go("teach")),
      empty, button(".wide", t("What the pieces do"), () => go("pieces")),
      button(".wide", t("Score a game"), () => go("score")), button(".wide", t("Games"), () => go("games")),
      sample, choose),
    h("footer.foot", on, take));
}
