// @ts-check
/** What lies on one square: picked from pictures, turned, flipped, its holes filled. All is applied at once. */

import { BASE } from "./base.js";
import { ask } from "./ask.js";
import { button, h, icon, s } from "./h.js";
import { t } from "./i18n.js";
import { tell } from "./notices.js";
import { helpLink, sheet } from "./parts.js";
import { urlOf } from "./photo.js";
import { go } from "./router.js";
import { draft, update } from "./session.js";

const MODELS = [null, "basic", "plus", "deluxe"];
const FACINGS = ["east", "south", "west", "north"];
const ANGLE = { east: 0, south: 90, west: 180, north: -90 };
/** @type {Record<string, any>} */
let known = {};

/** The picture of a bot, or of a hole without one. @param {string | null} model */
export function botImage(model) {
  return model ? h("img", { src: `${BASE}art/${model}.svg`, alt: "" }) : h("span.dot");
}

/** Every kind of piece with its name, by where it goes. @param {string} components */
export async function kinds(components) {
  const key = `${components} ${document.documentElement.lang}`;
  known[key] ??= await ask("pieces", { components });
  return known[key];
}

/** Have all pictures at hand, also where no worker keeps the page's files. */
export async function loadArt() {
  const { areas, models } = await kinds("demo");
  const pieces = Object.values(areas).flat().map((one) => one.kind);
  const names = [...models.map((one) => one.model), ...pieces, ...pieces.map((kind) => `sign_${kind}`), "duplicator_flipped"];
  await Promise.all(names.map((name) => fetch(`${BASE}art/${name}.svg`)));
}

/** The picture of a kind, or of nothing. @param {string | null} kind @param {any} [look] */
export function pieceImage(kind, look = {}) {
  if (!kind) return h("span.nothing");
  const { facing = "east", flipped = false } = look;
  return h("img.piece", { src: `${BASE}art/${kind}${flipped && kind === "duplicator" ? "_flipped" : ""}.svg`, alt: "", style: { rotate: `${ANGLE[facing] ?? 0}deg` } });
}

/** A reading in which so much is settled. @param {any} reading @param {{place: string, value: any}[]} changes */
export function corrected(reading, changes) {
  const settled = (where) => changes.some(({ place }) => where === place || where.startsWith(`${place}/`));
  const corrections = changes.map(({ place, value }) => ({ place, value: typeof value === "object" && value ? { kind: value.kind ?? null, facing: value.facing, flipped: value.flipped } : value }));
  return reading && { ...reading, doubts: reading.doubts.filter((doubt) => !settled(doubt.where)), corrections: [...(reading.corrections ?? []), ...corrections] };
}

/** Carry changes out on what lies there. @param {{place: string, value: any}[]} changes @param {string} what */
export async function change(changes, what) {
  try {
    const told = await ask("change", { text: draft.text, changes });
    update({ text: told.text, reading: corrected(draft.reading, changes), decisions: {} }, what);
    return told;
  } catch (problem) {
    tell(problem);
    return null;
  }
}

/**
 * The sheet of a square.
 * @param {string} over the screen that it lies over @param {string} place @param {any} board
 */
export async function squareSheet(over, place, board) {
  const index = board.places.findIndex((one) => one.place === place);
  const here = board.places[index];
  if (!here) return null;
  const { areas, models } = await kinds(board.components);
  const area = place.split("/")[0];
  const near = (by) => board.places[(index + by + board.places.length) % board.places.length].place;
  const to = (where) => go(`${over}/square/${where}`, { replace: true });
  const arrows = h("div.row.between",
    button(".icon-button", icon("left"), () => to(near(-1)), { "aria-label": t("Previous square") }),
    h("p.spoken", { translate: "no" }, here.spoken),
    button(".icon-button", icon("right"), () => to(near(1)), { "aria-label": t("Next square") }));
  const put = (value) => change([{ place, value }], t("{place} changed", { place: here.where }));
  const none = area === "floor" || (area === "start" && place !== "start/middle");
  const offered = [...areas[area]].filter((one) => !(one.kind === "basic_fabricator" && place !== "start/middle"));
  const options = h("div.kinds", { role: "group", "aria-label": t("Piece") },
    none && kindButton(t("Empty"), null, here.kind === null, () => put({ kind: null })),
    offered.map((one) => kindButton(one.name, one.kind, here.kind === one.kind, () => put({ kind: one.kind, facing: here.facing }))));
  const lying = area === "floor" && here.kind;
  const turns = lying && h("div.row",
    button(".tool", [icon("turn"), t("Turn")], () => put({ ...here, facing: FACINGS[(FACINGS.indexOf(here.facing) + 1) % 4] })),
    here.kind === "duplicator" && button(".tool", t("Flip"), () => put({ ...here, flipped: !here.flipped })),
    helpLink(here.kind, here.piece, over));
  const help = !lying && here.kind && h("div.row", helpLink(here.kind, here.piece, over));
  const holes = here.holes.length > 0 && h("div.holes", { role: "group", "aria-label": t("Bots in its holes") },
    here.holes.map((hole) => holeButton(hole, models, (model) => change([{ place: hole.hole, value: model }], t("{place} changed", { place: here.where })))));
  return sheet(here.where, await crop(place), arrows, runnerUp(place, put), holes, turns, options, help);
}

function kindButton(name, kind, chosen, press) {
  return h("button.kind", { type: "button", onclick: press, "aria-pressed": String(chosen), "data-kind": kind ?? "empty" },
    pieceImage(kind), h("span", { translate: "no" }, name));
}

function holeButton(hole, models, put) {
  const next = MODELS[(MODELS.indexOf(hole.model) + 1) % MODELS.length];
  const name = (model) => models.find((one) => one.model === model)?.name ?? t("empty");
  return h("button.hole", { type: "button", onclick: () => put(next), "data-hole": hole.hole, "aria-label": t("Hole {hole}: {bot}. Change it", { hole: hole.name, bot: name(hole.model) }) },
    botImage(hole.model),
    h("span", `${hole.name}: ${name(hole.model)}`));
}

/** What it most likely is otherwise, one tap away. */
function runnerUp(place, put) {
  const doubt = draft.reading?.doubts.find((one) => one.where === place);
  if (!doubt || !doubt.runner_up) return null;
  return button(".wide.runner-up", t("It is {piece}", { piece: doubt.runner_up_words }), () => put(doubt.runner_up));
}

/** The square in the photo, straight and large. @param {string} where a place or a hole */
export async function crop(where) {
  const { reading } = draft;
  const url = reading && (await urlOf(draft.photo));
  const [area, row, column] = where.split("/");
  const place = area === "floor" ? `${area}/${row}/${column}` : `${area}/${row}`;
  const outline = reading?.places[place]?.outline;
  if (!url || !outline) return null;
  const [[ax, ay], [bx, by]] = outline;
  const xs = outline.map(([x]) => x), ys = outline.map(([, y]) => y);
  const x = xs.reduce((a, b) => a + b) / 4, y = ys.reduce((a, b) => a + b) / 4;
  const side = 0.72 * Math.max(Math.hypot(bx - ax, by - ay), Math.hypot(outline[2][0] - bx, outline[2][1] - by));
  const angle = -(180 / Math.PI) * Math.atan2(by - ay, bx - ax);
  const hole = reading.holes[where];
  return s("svg.crop", { viewBox: `${x - side} ${y - side} ${2 * side} ${2 * side}`, role: "img", "aria-label": t("This square in your photo") },
    s("g", { transform: `rotate(${angle} ${x} ${y})` },
      s("image", { href: url, width: reading.size[0], height: reading.size[1] }),
      hole && s("circle.aim", { cx: hole[0], cy: hole[1], r: side * 0.26, "stroke-width": side * 0.04 })));
}

/** The sheet that tells what a piece does. @param {string} kind @param {string} [components] */
export async function helpSheet(kind, components = "demo") {
  const told = await ask("help", { kind, components });
  return sheet(told.name,
    h("div.help", pieceImage(kind), h("p.lead", told.summary)),
    h("ul", told.details.map((detail) => h("li", detail))),
    h("details", h("summary", t("On the piece")), h("ul", told.facts.map((fact) => h("li", fact)))),
    h("p.small", t("Rules: {numbers}", { numbers: told.rules })));
}

/** The sheet that a path under a screen names. @param {string} over @param {string[]} rest @param {any} board */
export async function sheetOf(over, rest, board) {
  try {
    if (rest[0] === "square") return await squareSheet(over, rest.slice(1).join("/"), board);
    if (rest[0] === "help") return await helpSheet(rest[1], board?.components);
  } catch (problem) {
    tell(problem);
  }
  return null;
}

