// @ts-check
/** The corners of an empty board by hand, where it was not found in its photo; then those of its squares if that is not enough. */

import { cornerNames, cornerTool, forgetCorners, NAMES } from "../corner_tool.js";
import { button, h } from "../h.js";
import { t } from "../i18n.js";
import { busy, say } from "../notices.js";
import { head } from "../parts.js";
import { back, go, refresh } from "../router.js";
import { BOARD, note, showShot, taught, unfoundPhoto } from "../teaching.js";

/** So much of the photo is around the corners of the board when they are first shown, and of the board around its squares. */
const AROUND = 0.12;

/** @param {HTMLElement} root */
export async function teach_corners(root) {
  const unfound = taught()?.unfound, photo = unfound && (await unfoundPhoto());
  if (!unfound || !photo) return void setTimeout(() => go("teach", { replace: true }));
  const { size, why, corners, before } = unfound;
  root.classList.add("corners");
  const [width, height] = size;
  const url = URL.createObjectURL(photo);
  const whole = { NW: [0, 0], NE: [width, 0], SE: [width, height], SW: [0, height] };
  const tool = cornerTool({ url, size, begin: before ?? within(corners ?? whole), of: corners ? "teach grid" : "teach board" });
  const title = corners ? t("Corners of the squares") : t("Corners of the board"), name = cornerNames().NW;
  const words = corners
    ? t("Drag each corner onto that of all squares together, from the Start Zone to the trucks: {name} is at the upper end of the Start Zone.", { name })
    : t("Drag each corner onto the edge of the board: {name} is at the upper end of the Start Zone.", { name });
  root.append(head(title), h("section.wrong", { role: "alert" }, h("p", h("strong", why))), h("p.small", words), tool.box,
    h("footer.foot", tool.controls, corners && button(".tool", t("The board’s corners again"), again, { "data-do": "again" }),
      button(".primary.wide", t("Use these corners"), apply, { "data-do": "apply" })));
  say(title);

  async function apply() {
    const points = tool.points();
    const told = await busy(t("Looking at your photo…"), async () => {
      const { draft, problem } = await showShot(BOARD, photo, corners ? { corners, grid: points } : { corners: points });
      // Corners that go round no board are put right here; else those of the squares are asked for too.
      if (problem && problem.code !== "not_taught") throw problem;
      return { draft };
    });
    if (!told) return;
    if (!told.draft) return refresh();
    forgetCorners();
    back();
  }

  function again() {
    note({ unfound: { size, why, before: corners } });
    refresh();
  }

  return { leave: () => URL.revokeObjectURL(url) };
}

/** Corners a little way in from those of a quadrangle. @param {any} outer @returns {import("../corner_tool.js").Corners} */
function within(outer) {
  const middle = [0, 1].map((axis) => NAMES.reduce((sum, name) => sum + outer[name][axis], 0) / NAMES.length);
  return Object.fromEntries(NAMES.map((name) => [name, /** @type {[number, number]} */ (outer[name].map((at, axis) => at + 2 * AROUND * (middle[axis] - at)))]));
}
