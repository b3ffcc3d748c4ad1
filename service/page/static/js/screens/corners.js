// @ts-check
/** The board's corners by hand, in the photo that was read. */

import { call } from "../ask.js";
import { cornerNames, cornerTool, forgetCorners } from "../corner_tool.js";
import { button, h } from "../h.js";
import { t } from "../i18n.js";
import { busy } from "../notices.js";
import { head } from "../parts.js";
import { boardRead, knownOf, readBoard, urlOf } from "../photo.js";
import { back, go } from "../router.js";
import { draft, update } from "../session.js";
import { photoOf } from "../store.js";

/** @param {HTMLElement} root */
export async function corners(root) {
  const read = draft.reading;
  const url = await urlOf(draft.photo);
  if (!read || !url) return void setTimeout(() => go("reading", { replace: true }));
  const tool = cornerTool({ url, size: read.size, begin: read.corners, of: draft.photo ?? "" });
  root.append(head(t("Corners of the board")), h("p.small", t("Drag each corner onto the edge of the board: {name} is at the upper end of the Start Zone.", { name: cornerNames().NW })), tool.box,
    h("footer.foot", tool.controls, button(".primary.wide", t("Use these corners"), apply, { "data-do": "apply" })));

  async function apply() {
    const told = await busy(t("Reading your photo…"), again);
    if (!told) return;
    forgetCorners();
    update({ ...told, decisions: {} }, t("corners"));
    back();
  }

  /** Read the photo with these corners, beside what is expected unless all that differed is settled. */
  async function again() {
    const { differences, photo } = draft;
    const known = { ...knownOf(draft), ...(!differences?.length && { expected: null }) };
    const { copy, corrections = [] } = read;
    const seen = await call("PATCH", `/api/readings/${read.id}`, { json: { corners: tool.points(), corrections } }).then((told) => boardRead(told, known)).catch(async (problem) => {
      // The service may have forgotten the photo: it is sent again.
      const blob = problem.code === "not_found" && (await photoOf(photo ?? ""));
      if (!blob) throw problem;
      return readBoard(blob, { ...known, corners: tool.points(), corrections, copy });
    });
    return known.expected ? seen : { ...seen, differences };
  }

  return { sheet: () => null };
}
