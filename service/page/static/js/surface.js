// @ts-check
/** A board to look at, tap and run on: drawn clean, or lying in its photo. Both are told in units of the drawing. */

import { BASE } from "./base.js";
import { fill, h, s } from "./h.js";
import { t } from "./i18n.js";

/** The drawing: its grid begins here, and a square is so wide. */
const LEFT = 40, TOP = 80, SQUARE = 100, HALF = SQUARE / 2, PAGE = 6;
const CORNERS = ["NW", "NE", "SE", "SW"];
const PRINTED = ["basic_fabricator", "small_truck"];
const TURNS = { east: 0, north: -90, west: 180, south: 90 };
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/**
 * @typedef {object} Look
 * @property {any} board what is asked as "board"
 * @property {{url: string, reading: any} | null} [photo] the photo that it lies in
 * @property {string[]} [doubts] places and holes to look at again
 * @property {string[]} [offered] places where something can be put
 * @property {string[]} [lit] places that earned points; the others are dimmed
 * @property {((place: string) => void) | null} [pick] called when a square is tapped
 * @property {boolean} [standing] whether bots are drawn where they stand
 * @property {string} [name] what the grid is called
 */

export class Surface {
  /** @param {Look} look */
  constructor(look) {
    this.look = look;
    const { board, photo } = look;
    this.places = new Map(board.places.map((place) => [place.place, place]));
    this.face = photo ? photo.reading.face : null;
    this.box = photo ? this.#around() : [-PAGE, -PAGE, board.size[0] + 2 * PAGE, board.size[1] + 2 * PAGE];
    const [x, y, width, height] = this.box;
    this.over = s("svg.over", { viewBox: this.box.join(" "), "aria-hidden": "false" });
    this.marks = s("svg.marks", { viewBox: this.box.join(" "), "aria-hidden": "true" });
    this.bots = h("div.bots", { "aria-hidden": "true" });
    this.el = h("div.stage", { style: { "aspect-ratio": `${width} / ${height}` } });
    if (photo) {
      const [wide, high] = photo.reading.size;
      const style = {
        width: `${(100 * wide) / width}%`,
        height: `${(100 * high) / height}%`,
        left: `${(-100 * x) / width}%`,
        top: `${(-100 * y) / height}%`,
      };
      this.el.append(h("img.photo", { src: photo.url, alt: t("Your photo of the board"), draggable: "false", style }));
    } else {
      const art = s("svg.art", { viewBox: this.box.join(" "), "aria-hidden": "true" });
      art.innerHTML = board.art;
      this.el.append(art);
    }
    this.#grid();
    this.#marks();
    this.el.append(this.marks, this.over, this.bots);
    this.sizes = new ResizeObserver(([entry]) => {
      this.bots.style.transform = `scale(${entry.contentRect.width / width}) translate(${-x}px, ${-y}px)`;
    });
    this.sizes.observe(this.el);
  }

  close() {
    this.sizes.disconnect();
  }

  /** A point of the drawing where it is seen. @returns {[number, number]} */
  at(x, y) {
    if (!this.face) return [x, y];
    const u = (x - LEFT) / SQUARE, v = (y - TOP) / SQUARE, [a, b, c] = this.face;
    const depth = c[0] * u + c[1] * v + c[2];
    return [(a[0] * u + a[1] * v + a[2]) / depth, (b[0] * u + b[1] * v + b[2]) / depth];
  }

  /** How long a unit of the drawing is at a point. */
  scale(x, y) {
    const [left, top] = this.at(x - HALF, y - HALF), [right, bottom] = this.at(x + HALF, y + HALF);
    const [r2, t2] = this.at(x + HALF, y - HALF), [l2, b2] = this.at(x - HALF, y + HALF);
    const area = Math.abs((right - left) * (b2 - t2) - (bottom - top) * (l2 - r2)) / 2;
    return Math.sqrt(area) / SQUARE;
  }

  /** Where a hole is seen: as the copy of the game in the photo has it, if that is known. */
  hole(name, x, y) {
    return this.look.photo?.reading.holes?.[name] ?? this.at(x, y);
  }

  /** A length that looks the same on every surface: that share of what is shown. */
  part(share) {
    return this.box[2] * share;
  }

  /** A square's corners as points of a polygon. */
  outline(place, inset = 0) {
    const { x, y } = this.places.get(place), half = HALF - inset;
    const corners = [[-half, -half], [half, -half], [half, half], [-half, half]];
    return corners.map(([dx, dy]) => this.at(x + dx, y + dy).map((v) => v.toFixed(1)).join(",")).join(" ");
  }

  #around() {
    const { corners, size: [wide, high] } = /** @type {any} */ (this.look.photo).reading;
    const points = CORNERS.map((corner) => corners[corner]);
    const xs = points.map(([x]) => x), ys = points.map(([, y]) => y);
    const rim = 0.05 * (Math.max(...xs) - Math.min(...xs));
    const left = Math.max(0, Math.min(...xs) - rim), top = Math.max(0, Math.min(...ys) - rim);
    return [left, top, Math.min(wide, Math.max(...xs) + rim) - left, Math.min(high, Math.max(...ys) + rim) - top];
  }

  // -- the squares as a grid: one tab stop, arrows, Enter ---------------------------------------------------------

  #grid() {
    const { board, pick, name } = this.look;
    const rows = new Map();
    for (const place of board.places) {
      const row = place.place.split("/")[1];
      if (!rows.has(row)) rows.set(row, []);
      rows.get(row).push(place);
    }
    this.rows = [...rows.values()];
    this.over.setAttribute("role", "grid");
    this.over.setAttribute("aria-label", name ?? t("Board"));
    this.cells = new Map();
    for (const row of this.rows) {
      const line = s("g", { role: "row" });
      for (const place of row) {
        const cell = s("polygon.square", {
          points: this.outline(place.place),
          role: "gridcell",
          tabindex: this.cells.size ? "-1" : "0",
          "data-place": place.place,
          "aria-label": this.#said(place),
        });
        this.cells.set(place.place, cell);
        line.append(cell);
      }
      this.over.append(line);
    }
    this.over.addEventListener("click", (event) => {
      const place = event.target.dataset?.place;
      if (place) this.focus(place), pick?.(place);
    });
    this.over.addEventListener("keydown", (event) => this.#key(event));
    /** The square that a tab leads to. */
    this.current = board.places[0].place;
    this.over.classList.toggle("live", Boolean(pick));
  }

  #said(place) {
    const doubtful = (this.look.doubts ?? []).some((where) => where === place.place || where.startsWith(`${place.place}/`));
    return doubtful ? `${place.spoken}, ${t("doubtful")}` : place.spoken;
  }

  /** Put the focus on a square: it is the one that a tab leads to from now on. @param {string} place */
  focus(place) {
    this.turnTo(place);
    this.cells.get(place)?.focus({ preventScroll: true });
  }

  /** @param {string} place */
  turnTo(place) {
    if (!this.cells.has(place)) return;
    this.current = place;
    for (const [name, cell] of this.cells) cell.setAttribute("tabindex", name === place ? "0" : "-1");
  }

  #key(event) {
    const place = event.target.dataset?.place;
    if (!place) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.look.pick?.(place);
      return;
    }
    const row = this.rows.findIndex((line) => line.some((other) => other.place === place));
    const column = this.rows[row].findIndex((other) => other.place === place);
    let [to, across] = [row, column];
    if (event.key in STEPS) [to, across] = [row + STEPS[event.key][0], column + STEPS[event.key][1]];
    else if (event.key === "Home") across = 0;
    else if (event.key === "End") across = this.rows[row].length - 1;
    else return;
    event.preventDefault();
    const next = this.rows[to]?.[across];
    if (next) this.focus(next.place);
  }

  // -- what is drawn over it ----------------------------------------------------------------------------------------

  #marks() {
    const { board, photo, doubts = [], offered = [], lit, standing } = this.look;
    const marked = [];
    for (const place of board.places) {
      if (lit) marked.push(s(lit.includes(place.place) ? "polygon.lit" : "polygon.dimmed", { points: this.outline(place.place, lit.includes(place.place) ? 4 : 0) }));
      if (photo && place.kind && !PRINTED.includes(place.kind) && !standing && !lit) marked.push(this.#label(place));
      if (photo && !standing && !lit) for (const hole of place.holes) if (hole.model) marked.push(this.#token(hole));
    }
    if (photo) marked.unshift(s("polygon.board", { points: this.#edge() }));
    for (const where of offered) marked.push(s("polygon.lit", { points: this.outline(where, 5) }));
    for (const where of doubts) marked.push(this.#doubt(where));
    fill(this.marks, ...marked);
    if (standing !== false && !photo) fill(this.bots, ...this.#standing());
    if (standing && photo) fill(this.bots, ...this.#standing());
  }

  /** Around the board as it lies in the photo: each print has margins of its own. */
  #edge() {
    const { corners } = this.look.photo.reading;
    return CORNERS.map((corner) => corners[corner].join(",")).join(" ");
  }

  /** What lies there as a sign in the square's corner, with a tip that points where the piece faces. */
  #label(place) {
    const unit = this.scale(place.x, place.y), half = 17 * unit;
    const [x, y] = this.at(place.x - 30, place.y - 30), [x1, y1] = this.at(place.x, place.y), [x2, y2] = this.at(place.x + 10, place.y);
    const angle = (180 / Math.PI) * Math.atan2(y2 - y1, x2 - x1) + TURNS[place.facing];
    const tip = `M${half * 1.02} ${-half * 0.5}L${half * 1.62} 0L${half * 1.02} ${half * 0.5}Z`;
    return s("g.sign", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
      place.place.startsWith("floor/") && s("path", { d: tip, transform: `rotate(${angle.toFixed(1)})`, "stroke-width": 2 * unit }),
      s("image", { href: `${BASE}art/sign_${place.kind}.svg`, x: -half * 1.1, y: -half * 1.1, width: half * 2.2, height: half * 2.2 }));
  }

  #token(hole) {
    const [x, y] = this.hole(hole.hole, hole.x, hole.y), unit = this.scale(hole.x, hole.y), r = 15 * unit;
    return s(`g.token.${hole.model}`, { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
      s("circle.halo", { r, "stroke-width": 7 * unit }),
      s("circle.ring", { r, "stroke-width": 4 * unit }),
      s("circle.badge", { cx: r * 0.8, cy: -r * 0.8, r: 8.5 * unit, "stroke-width": 1.4 * unit }),
      s("text", { x: r * 0.8, y: -r * 0.8 + 4.4 * unit, "font-size": 12.5 * unit }, hole.model[0].toUpperCase()));
  }

  /** A dashed ring with a "?": the sign of a doubt is a shape, not a colour. */
  #doubt(where) {
    const place = this.#placeOf(where);
    if (!place) return null;
    const hole = place.holes.find((one) => one.hole === where);
    const unit = this.scale(place.x, place.y), r = (hole ? 21 : 44) * unit;
    const [x, y] = hole ? this.hole(where, hole.x, hole.y) : this.at(place.x, place.y);
    const aside = hole ? 15 * unit : 31 * unit;
    return s("g.doubt", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, "data-doubt": where },
      s("circle.halo", { r, "stroke-width": 7 * unit }),
      s("circle.ring", { r, "stroke-width": 4 * unit, "stroke-dasharray": `${11 * unit} ${8 * unit}` }),
      s("circle.badge", { cx: aside, cy: -aside, r: 13 * unit, "stroke-width": 2 * unit }),
      s("text", { x: aside, y: -aside + 7 * unit, "font-size": 20 * unit }, "?"));
  }

  #placeOf(where) {
    return this.places.get(where) ?? this.places.get(where.slice(0, where.lastIndexOf("/")));
  }

  #standing() {
    const holes = this.look.board.places.flatMap((place) => place.holes).filter((hole) => hole.model);
    return holes.map((hole) => {
      const bot = botElement(hole.model, hole.hole);
      const [x, y] = this.hole(hole.hole, hole.x, hole.y);
      bot.style.transform = pose(x, y, this.botSize(hole.x, hole.y, hole.r), 1).transform;
      return bot;
    });
  }

  /** How large a bot is drawn, in its own picture's size of 32. */
  botSize(x, y, radius) {
    return this.scale(x, y) * Math.min(1, radius / 14.8);
  }
}

/** @param {string} model @param {string} [name] */
export function botElement(model, name) {
  return h("img.bot", { src: `${BASE}art/${model}.svg`, alt: "", width: 32, height: 32, "data-bot": name, "data-model": model });
}

/** A key frame of a bot with its middle there. */
export function pose(x, y, size, opacity) {
  return { transform: `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) translate(-50%, -50%) scale(${size.toFixed(3)})`, opacity };
}
