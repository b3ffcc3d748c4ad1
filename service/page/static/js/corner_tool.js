// @ts-check
/** Four corners in a photo by hand: drag the nearest, or take a corner by its name and tap the photo; arrows nudge. */

import { button, fill, h, s } from "./h.js";
import { t } from "./i18n.js";
import { say } from "./notices.js";
import { keep, kept } from "./store.js";

/** @typedef {Record<string, [number, number]>} Corners by NW, NE, SE and SW, in pixels of the photo */

export const NAMES = ["NW", "NE", "SE", "SW"];
/** The loupe's size and how far it keeps from the finger, in CSS pixels; how much it enlarges what is shown. */
const LOUPE = 132, AWAY = 64, ZOOM = 3;

/** What the corners are called where they are set. @returns {Record<string, string>} */
export const cornerNames = () => ({ NW: t("top left"), NE: t("top right"), SE: t("bottom right"), SW: t("bottom left") });

/**
 * The photo with its corners, and what belongs in a screen's foot. What is set is kept until {@link forgetCorners}.
 * @param {{url: string, size: [number, number], begin: Corners, of: string}} what `of` tells what the corners are kept for
 * @returns {{box: HTMLElement, controls: HTMLElement[], points: () => Corners}}
 */
export function cornerTool({ url, size: [width, height], begin, of }) {
  const said = cornerNames();
  /** @type {Corners} */
  let points = structuredClone(kept("corners")?.photo === of ? kept("corners").points : begin);
  /** @type {Corners[]} */
  const moves = [];
  let chosen = "NW";
  /** The photo has a rim around it, so that corners at its very edge can be reached. */
  const box = h("div.corner-box");
  const image = h("img.photo", { src: url, alt: t("Your photo of the board"), draggable: "false" });
  const lines = s("svg.marks", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  const handles = Object.fromEntries(NAMES.map((name) => [name, h("div.handle", { "data-corner": name, "aria-hidden": "true" }, h("i"))]));
  const loupe = h("div.loupe", { hidden: true, "aria-hidden": "true" });
  box.append(image, lines, ...Object.values(handles), loupe);
  const pickers = h("div.row.corner-names", { role: "group", "aria-label": t("Corner") });
  const undoMove = button(".tool", t("Undo"), () => {
    const last = moves.pop();
    if (last) points = last;
    draw();
  });
  const reset = button(".tool", t("Reset"), () => (moves.push(structuredClone(points)), (points = structuredClone(begin)), draw()));

  const scale = () => box.clientWidth / width;

  function place(name, x, y) {
    points[name] = [Math.max(0, Math.min(width, x)), Math.max(0, Math.min(height, y))];
  }

  function draw() {
    fill(lines, s("polygon.edge", { points: NAMES.map((name) => points[name].join(",")).join(" ") }));
    for (const name of NAMES) {
      handles[name].style.left = `${(100 * points[name][0]) / width}%`;
      handles[name].style.top = `${(100 * points[name][1]) / height}%`;
      handles[name].classList.toggle("chosen", name === chosen);
    }
    fill(pickers, ...["NW", "NE", "SW", "SE"].map((name) => button(".tool.corner", said[name], () => ((chosen = name), draw()), {
      "aria-pressed": String(name === chosen), "data-corner": name, onkeydown: (event) => nudge(name, event),
    })));
    undoMove.disabled = !moves.length;
    keep("corners", { photo: of, points });
  }

  function nudge(name, event) {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!by) return;
    event.preventDefault();
    const far = event.shiftKey ? 10 : 1;
    moves.push(structuredClone(points));
    place(name, points[name][0] + by[0] * far, points[name][1] + by[1] * far);
    chosen = name;
    draw();
    /** @type {any} */ (pickers.querySelector(`[data-corner="${name}"]`))?.focus();
    say(t("{corner}: {x}, {y}", { corner: said[name], x: Math.round(points[name][0]), y: Math.round(points[name][1]) }));
  }

  /** The loupe: the photo enlarged around the handle, away from the finger, wholly on the screen. */
  function enlarge(name, touchX, touchY) {
    const [x, y] = points[name];
    const zoom = Math.max(ZOOM * scale(), 0.75);
    const bounds = box.getBoundingClientRect();
    const screenX = touchX < innerWidth / 2 ? innerWidth - LOUPE - 12 : 12;
    const above = touchY - LOUPE - AWAY;
    const screenY = above > 12 ? above : Math.min(innerHeight - LOUPE - 12, touchY + AWAY);
    const near = Math.abs(screenX + LOUPE / 2 - touchX) < LOUPE / 2 + 60 && Math.abs(screenY + LOUPE / 2 - touchY) < LOUPE / 2 + 60;
    loupe.style.left = `${(near ? (touchX > innerWidth / 2 ? 12 : innerWidth - LOUPE - 12) : screenX) - bounds.left}px`;
    loupe.style.top = `${screenY - bounds.top}px`;
    const half = LOUPE / 2 / zoom;
    loupe.hidden = false;
    loupe.dataset.x = String(x);
    loupe.dataset.y = String(y);
    fill(loupe, s("svg", { viewBox: `${x - half} ${y - half} ${2 * half} ${2 * half}` },
      s("image", { href: url, width, height }),
      s("polygon.edge", { points: NAMES.map((one) => points[one].join(",")).join(" "), "stroke-width": 2 / zoom }),
      s("path.cross", { d: `M${x - half} ${y}H${x - 5 / zoom}M${x + 5 / zoom} ${y}H${x + half}M${x} ${y - half}V${y - 5 / zoom}M${x} ${y + 5 / zoom}V${y + half}`, "stroke-width": 1.5 / zoom })));
  }

  /** @type {{name: string, x: number, y: number, from: [number, number], moved: boolean} | null} */
  let drag = null;
  box.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary) return;
    const bounds = box.getBoundingClientRect();
    const [x, y] = [(event.clientX - bounds.left) / scale(), (event.clientY - bounds.top) / scale()];
    const far = (name) => Math.hypot(points[name][0] - x, points[name][1] - y);
    const nearest = NAMES.reduce((one, other) => (far(one) <= far(other) ? one : other));
    drag = { name: nearest, x: event.clientX, y: event.clientY, from: points[nearest], moved: false };
    box.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  box.addEventListener("pointermove", (event) => {
    if (!drag || !event.isPrimary) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < 4) return;
    if (!drag.moved) moves.push(structuredClone(points));
    drag.moved = true;
    chosen = drag.name;
    place(drag.name, drag.from[0] + dx / scale(), drag.from[1] + dy / scale());
    draw();
    enlarge(drag.name, event.clientX, event.clientY);
  });
  const drop = (event) => {
    if (!drag || !event.isPrimary) return;
    if (!drag.moved && event.type === "pointerup") {
      const bounds = box.getBoundingClientRect();
      moves.push(structuredClone(points));
      place(chosen, (event.clientX - bounds.left) / scale(), (event.clientY - bounds.top) / scale());
      chosen = NAMES[(NAMES.indexOf(chosen) + 1) % 4];
    }
    drag = null;
    loupe.hidden = true;
    draw();
  };
  box.addEventListener("pointerup", drop);
  box.addEventListener("pointercancel", drop);

  draw();
  return { box, controls: [pickers, h("div.row", undoMove, reset)], points: () => points };
}

export const forgetCorners = () => keep("corners", null);
