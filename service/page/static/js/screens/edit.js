// @ts-check
/** A board laid by hand: pick a piece once, then tap the squares it goes on. */

import { ask } from "../ask.js";
import { button, fill, h, icon } from "../h.js";
import { t } from "../i18n.js";
import { say, tell } from "../notices.js";
import { boardHead } from "../parts.js";
import { go, refocus, refreshSheet } from "../router.js";
import { draft, update, watch } from "../session.js";
import { botImage, change, kinds, pieceImage, sheetOf } from "../square.js";
import { Surface } from "../surface.js";
import { extraSheet } from "./extras.js";
import { onwardButton } from "./onward.js";

const FACINGS = ["east", "south", "west", "north"];
/** @type {{kind?: string, model?: string, erase?: boolean} | null} */
let tool = null;

/** @param {HTMLElement} root */
export async function edit(root) {
  /** @type {any} */
  let board = await ask("board", { text: draft.text });
  if (!draft.text) update({ text: board.text });
  const known = await kinds(board.components);
  const areaOf = new Map(Object.entries(known.areas).flatMap(([area, list]) => list.map((one) => [one.kind, area])));
  /** @type {Surface | null} */
  let surface = null;
  let queue = Promise.resolve();
  const top = h("div.top");
  const stage = h("div.stage-place");
  const palette = h("div.palette", { role: "group", "aria-label": t("Pick a piece, then tap squares") });
  const problems = h("ul.problems");
  const hint = h("p.small.hint");
  const money = h("div.row");
  root.append(top, stage, problems, h("footer.foot", hint, palette, money,
    onwardButton()));

  function item(name, picture, mine, words) {
    return h("button.pick", { type: "button", "aria-pressed": String(JSON.stringify(tool) === JSON.stringify(mine)), "data-tool": mine?.kind ?? mine?.model ?? (mine ? "erase" : "look"), "aria-label": name, onclick: () => {
      tool = mine;
      drawPalette();
      say(name);
    } }, picture, h("span", { translate: "no" }, words ?? name));
  }

  function drawPalette() {
    const at = palette.scrollLeft;
    fill(palette, 
      item(t("Look closer"), h("span.nothing", "⌕"), null),
      ...known.areas.floor.map((one) => item(one.name, pieceImage(one.kind), { kind: one.kind })),
      ...known.models.map((one) => item(one.name, botImage(one.model), { model: one.model })),
      ...[...known.areas.start, ...known.areas.dock].filter((one) => !["basic_fabricator", "small_truck"].includes(one.kind)).map((one) => item(one.name, pieceImage(one.kind), { kind: one.kind })),
      item(t("Take away"), h("span.nothing", "✕"), { erase: true }));
    palette.scrollLeft = at;
    hint.textContent = hinted();
  }

  const hinted = () => (tool ? t("Tap squares to place it; tap again to turn it.") : t("Pick a piece, then tap squares. Or tap a square to change all about it."));

  /** Why nothing was placed. @param {string} words */
  function refuse(words) {
    hint.textContent = words;
    say(words);
  }

  /** Squares are changed one after the other, however fast they are tapped, with what was picked then. */
  function pick(place) {
    const picked = tool;
    if (!picked) return go(`edit/square/${place}`);
    queue = queue.then(() => put(place, picked)).catch(tell);
  }

  /** @param {string} place @param {{kind?: string, model?: string, erase?: boolean}} picked */
  async function put(place, picked) {
    const here = board.places.find((one) => one.place === place);
    hint.textContent = hinted();
    const changes = wanted(here, picked);
    if (changes) board = (await change(changes, t("{place} changed", { place: here.where }))) ?? board;
  }

  /** What changes where a place is tapped; nothing, and why is said, if what was picked does not go there. */
  function wanted(here, picked) {
    const { place } = here;
    if (picked.erase) return [{ place, value: { kind: null } }, ...cleared(here)];
    if (picked.model) {
      const free = here.holes.find((hole) => !hole.model) ?? here.holes[0];
      if (!free) return refuse(t("There is no hole here."));
      return [{ place: free.hole, value: free.model === picked.model ? null : picked.model }];
    }
    if (areaOf.get(picked.kind) !== place.split("/")[0]) return refuse(areaOf.get(picked.kind) === "floor" ? t("This piece lies on the floor.") : areaOf.get(picked.kind) === "start" ? t("This piece lies in the Start Zone.") : t("Trucks stand at the Loading Dock."));
    const again = here.kind === picked.kind;
    const facing = again ? FACINGS[(FACINGS.indexOf(here.facing) + 1) % 4] : "east";
    return [{ place, value: { kind: picked.kind, facing, flipped: here.flipped && again } }];
  }

  const cleared = (here) => (here.place.startsWith("floor/") ? [] : here.place.startsWith("start/") ? here.holes.filter((hole) => hole.name && hole.hole.endsWith("/centre")).map((hole) => ({ place: hole.hole, value: null })) : []);

  async function draw() {
    const text = draft.text;
    const told = await ask("board", { text }).catch(tell);
    if (!told || text !== draft.text) return;
    board = told;
    const held = document.activeElement, focused = /** @type {any} */ (held)?.dataset?.place;
    const current = surface?.current;
    surface?.close();
    surface = new Surface({ board, pick, standing: true });
    fill(stage, surface.el);
    if (focused) surface.focus(focused);
    else if (current) surface.turnTo(current);
    fill(top, boardHead(t("Day {day}: the board", { day: draft.day }), button(".icon-button", icon("more"), () => go("edit/more"), { "aria-label": t("More") })));
    refreshSheet();
    fill(money, !draft.scored && button(".tool", [t("Money"), h("span.nowrap", `${board.wallet} + ${board.vault}`)], () => go("edit/money"), { "data-do": "money" }));
    fill(problems, ...board.problems.map((problem) => h("li", problem.words)));
    refocus(held);
  }

  const stop = watch(() => (queue = queue.then(draw)));
  drawPalette();
  await draw();
  return {
    sheet: (rest) => extraSheet(rest, board) ?? sheetOf("edit", rest, board),
    leave: () => (stop(), surface?.close()),
  };
}
