// @ts-check
/** A copy of the game as it is taught, photo by photo. The service judges each at once and forgets all after some hours:
 * so this browser keeps the photos until the copy is finished, and shows them again where that is needed. */

import { call } from "./ask.js";
import { ready, unreadable } from "./photo.js";
import { dropPhoto, keep, keepPhoto, kept, photoOf } from "./store.js";

/**
 * @typedef {object} Taught
 * @property {string} id of the draft on the service @property {string} name
 * @property {string[]} shots what was shown, in order: "board", or the name of a piece
 * @property {string[]} skipped what there is not
 * @property {{shot: string, size: [number, number], corners: [number, number][]} | null} last what was seen in the last photo
 * @property {ByHand | null} [byHand] the corners of the board that was shown, where somebody set them
 * @property {{size: [number, number], why: string, corners?: Corners, before?: Corners} | null} [unfound] the photo in
 * which the board was not found, by itself or with these corners of its edge; `before` were tried, and are set anew
 * @typedef {import("./corner_tool.js").Corners} Corners
 * @typedef {{corners: Corners, grid?: Corners}} ByHand corners of the board's edge, and of its squares
 */

export const BOARD = "board";
const UNFOUND = "teach unfound";
const photoName = (shot) => `teach ${shot}`;

/** @returns {Taught | null} */
export const taught = () => kept("teaching");
/** @param {Partial<Taught>} change */
export const note = (change) => keep("teaching", { ...taught(), ...change });

/** @param {string} name @returns {Promise<any>} the draft as the service tells it */
export async function beginTeaching(name) {
  const draft = await call("POST", "/api/drafts", { json: { name } });
  keep("teaching", { id: draft.id, name, shots: [], skipped: [], last: null });
  return draft;
}

/** The draft where it was left. @returns {Promise<any>} */
export async function resumed() {
  const left = /** @type {Taught} */ (taught());
  const draft = await call("GET", `/api/drafts/${left.id}`).catch((problem) => (problem.code === "not_found" ? null : Promise.reject(problem)));
  return draft ?? shownAgain(left);
}

/** The service has forgotten the draft: it is shown the kept photos again. @param {Taught} left */
async function shownAgain({ name, shots, skipped, byHand = null, unfound = null }) {
  let draft = await beginTeaching(name);
  note({ skipped, unfound });
  for (const shot of shots) {
    const photo = await photoOf(photoName(shot));
    if (photo) draft = await sendShot(shot, photo, shot === BOARD ? byHand : null).catch((problem) => (problem.document?.status === 422 ? draft : Promise.reject(problem)));
  }
  return draft;
}

/** Show the board or a piece. @param {string} shot @param {Blob | null} photo @param {ByHand | null} [byHand]
 * @returns {Promise<{draft?: any, problem?: any}>} what was taught until now, or what is wrong with the photo */
export async function showShot(shot, photo, byHand = null) {
  if (!photo) throw unreadable();
  const { blob, size } = await ready(photo);
  try {
    const draft = await sendShot(shot, blob, byHand);
    await keepPhoto(photoName(shot), blob);
    const corners = shot === BOARD ? draft.board_corners : draft.seen_corners;
    note({ last: size && { shot, size, corners }, ...(shot === BOARD && { unfound: null }) });
    return { draft };
  } catch (problem) {
    const { code, message, document } = /** @type {any} */ (problem);
    if (document?.status !== 422) throw problem;
    if (shot === BOARD && code === "not_taught" && size) {
      await keepPhoto(UNFOUND, blob);
      note({ unfound: { size, why: message, corners: byHand?.corners } });
    }
    return { problem };
  }
}

async function sendShot(shot, photo, byHand) {
  const { id, shots, skipped } = /** @type {Taught} */ (taught());
  const form = new FormData();
  form.append("photo", photo, "photo");
  for (const [name, points] of Object.entries(byHand ?? {})) form.append(name, JSON.stringify(points));
  const draft = await call("PUT", shot === BOARD ? `/api/drafts/${id}/board` : `/api/drafts/${id}/pieces/${shot}`, { form });
  note({ shots: [...shots.filter((one) => one !== shot), shot], skipped: skipped.filter((one) => one !== shot), ...(shot === BOARD && { byHand }) });
  return draft;
}

/** The photo in which the board was not found. */
export const unfoundPhoto = () => photoOf(UNFOUND);

/** The photo of a shot, as it was shown. @param {string} shot */
export const shotPhoto = (shot) => photoOf(photoName(shot));

/** Keep the copy; a problem "name_taken" if there is one of its name and it is not to be replaced. @param {boolean} overwrite */
export async function finishTeaching(overwrite) {
  const copy = await call("POST", `/api/drafts/${taught()?.id}/copy`, { json: { overwrite } });
  forgetTeaching();
  return copy;
}

/** Forget all that was shown. */
export function forgetTeaching() {
  taught()?.shots.forEach((shot) => dropPhoto(photoName(shot)));
  dropPhoto(UNFOUND);
  keep("teaching", null);
}
