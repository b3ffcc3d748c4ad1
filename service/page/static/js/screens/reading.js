// @ts-check
/** What was read in a photo, drawn over it: doubts to settle, squares to correct, and on to the workday. */

import { ask, call } from "../ask.js";
import { button, fill, h, icon } from "../h.js";
import { t, tn } from "../i18n.js";
import { busy, say, tell } from "../notices.js";
import { head, undoButton, viewSwitch } from "../parts.js";
import { photoButton, urlOf } from "../photo.js";
import { go, refreshSheet } from "../router.js";
import { begin, draft, update, watch } from "../session.js";
import { change, crop, sheetOf } from "../square.js";
import { Surface } from "../surface.js";
import { moneySheet, moreSheet } from "./extras.js";
import { takePhoto } from "./home.js";

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
  const run = draft.game
    ? button(".primary.wide", t("The board lies like this"), () => tellGame(), { "data-do": "tell" })
    : button(".primary.wide", [icon("play"), t("Run the workday")], () => go("run"), { "data-do": "run" });
  const view = h("div.views");
  const bar = h("div.bar");
  const top = h("div.top");
  root.append(top, view, stage, problems, strip, h("footer.foot", bar, run));

  async function draw() {
    const shownText = draft.text;
    const url = await urlOf(draft.photo);
    try {
      board = await ask("board", { text: draft.text });
    } catch (problem) {
      return tell(problem);
    }
    if (shownText !== draft.text) return;
    const { reading: read } = draft;
    const onPhoto = url && read && !drawn;
    const focused = /** @type {any} */ (document.activeElement)?.dataset?.place;
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
    fill(top, head(t("Day {day}", { day: draft.day }), undoButton() || "", button(".icon-button", icon("more"), () => go("reading/more"), { "aria-label": t("More") })));
    refreshSheet();
    fill(view, url && read ? viewSwitch(drawn, (value) => ((drawn = value), draw())) : "");
    const retake = photoButton(".tool", t("Retake"), { camera: true, got: (photo) => takePhoto(photo, t("photo retaken")) });
    fill(bar, h("div.row", read && button(".tool", t("Corners"), () => go("corners")), retake,
      button(".tool", [t("Money"), h("span.nowrap", `${board.wallet} + ${board.vault}`)], () => go("reading/money"))));
    fill(problems, ...board.problems.map((problem) => h("li", problem.words)));
    const doubts = read?.doubts ?? [];
    fill(strip, ...(await Promise.all(doubts.map(card))));
    strip.hidden = !doubts.length;
    const bots = board.places.flatMap((place) => place.holes).filter((hole) => hole.model).length;
    const pieces = board.places.filter((place) => place.kind && place.place.startsWith("floor/")).length;
    say([tn("{n} piece on the floor", "{n} pieces on the floor", pieces), tn("{n} bot", "{n} bots", bots), tn("{n} place to look at again", "{n} places to look at again", doubts.length)].join(", "));
  }

  async function card(doubt) {
    const settle = (value) => change([{ place: doubt.where, value }], t("{place} changed", { place: doubt.name }));
    const unknown = doubt.read === null && !isHole(doubt.where);
    const choices = [
      !unknown && button(".choice", t("Yes, {what}", { what: doubt.words }), () => settle(doubt.read)),
      !(doubt.runner_up === null && !isHole(doubt.where)) && button(".choice", t("No, {what}", { what: doubt.runner_up_words }), () => settle(doubt.runner_up)),
    ];
    return h("article.card", { "data-doubt": doubt.where }, await crop(doubt.where),
      h("div", h("h2", { translate: "no" }, doubt.name), choices, button(".plain", t("Something else"), () => go(`reading/square/${placeOf(doubt.where)}`))));
  }

  const stop = watch(draw);
  await draw();
  if (draft.reading?.unverified) setTimeout(() => go("corners"));
  return {
    sheet: (rest) => (rest[0] === "more" || rest[0] === "money" ? extra(rest[0], board) : sheetOf("reading", rest, board)),
    leave: () => (stop(), surface?.close()),
  };
}

/** Tell a game at a table what lies on a player's board. */
async function tellGame() {
  const { link, player } = draft.game;
  const told = await busy(t("One moment…"), async () => {
    const { version } = await call("GET", `/api/games/${link}`);
    const factory = await call("POST", "/page/document", { json: { text: draft.text } });
    return call("POST", `/api/games/${link}/boards`, { json: { version, player, factory } });
  });
  if (!told) return;
  begin({}, t("board told"));
  await go(`games/${link}`);
}

const isHole = (where) => where.split("/").length > (where.startsWith("floor/") ? 3 : 2);
const placeOf = (where) => (isHole(where) ? where.slice(0, where.lastIndexOf("/")) : where);

const extra = (name, board) => (name === "money" ? moneySheet(board) : moreSheet());
