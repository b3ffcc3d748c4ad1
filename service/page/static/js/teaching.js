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
 */

export const BOARD = "board";
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
async function shownAgain({ name, shots, skipped }) {
  let draft = await beginTeaching(name);
  note({ skipped });
  for (const shot of shots) {
    const photo = await photoOf(photoName(shot));
    if (photo) draft = await sendShot(shot, photo).catch((problem) => (problem.document?.status === 422 ? draft : Promise.reject(problem)));
  }
  return draft;
}

/** Show the board or a piece. Throws what is wrong with the photo. @param {string} shot @param {Blob | null} photo */
export async function showShot(shot, photo) {
  if (!photo) throw unreadable();
  const { blob, size } = await ready(photo);
  const draft = await sendShot(shot, blob);
  await keepPhoto(photoName(shot), blob);
  const corners = shot === BOARD ? draft.board_corners : draft.seen_corners;
  note({ last: size && { shot, size, corners } });
  return draft;
}

async function sendShot(shot, photo) {
  const { id, shots, skipped } = /** @type {Taught} */ (taught());
  const form = new FormData();
  form.append("photo", photo, "photo");
  const draft = await call("PUT", shot === BOARD ? `/api/drafts/${id}/board` : `/api/drafts/${id}/pieces/${shot}`, { form });
  note({ shots: [...shots.filter((one) => one !== shot), shot], skipped: skipped.filter((one) => one !== shot) });
  return draft;
}

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
  keep("teaching", null);
}
