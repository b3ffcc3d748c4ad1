// @ts-check
/** Photos: taken or chosen, made ready to be sent and shown, and read by the service. */

import { BASE } from "./base.js";
import { call, notLoaded, offline, Problem } from "./ask.js";
import { h } from "./h.js";
import { t } from "./i18n.js";
import { hush, notice } from "./notices.js";
import { keep, keepPhoto, kept, photoOf } from "./store.js";

/** What is sent and shown is at most so long: enough for the reader, and for a phone's memory. */
const LONG_SIDE = 2560;
const QUALITY = 0.9;

/** @type {HTMLCanvasElement | null} one canvas for all photos: some phones give back no memory */
let canvas = null;
/** @type {Map<string, string>} */
const urls = new Map();

/**
 * A button that opens the camera, or the files. Before it does, `before` keeps what the page must know if the phone
 * closes it behind the camera; then {@link tellLost} says so when it is opened again.
 * @param {string} tag @param {any} words @param {{camera?: boolean, before?: () => void, got: (photo: Blob) => any, look?: any}} how
 */
export function photoButton(tag, words, how) {
  const input = h("input.unseen", {
    type: "file",
    accept: "image/*,.heic,.heif",
    capture: how.camera ? "environment" : null,
    tabindex: "-1",
    "aria-hidden": "true",
    oncancel: () => keep("camera", null),
    onchange: async () => {
      keep("camera", null);
      hush("again");
      const [file] = input.files;
      if (!file) return;
      let photo;
      try {
        // Read at once: the picker may take the file back in a moment.
        photo = new Blob([await file.arrayBuffer()], { type: file.type });
      } catch {
        photo = null;
      }
      input.value = "";
      how.got(photo);
    },
  });
  const press = h(`button${tag}`, { type: "button", onclick: () => (how.before?.(), keep("camera", true), input.click()), ...how.look }, words);
  return h("span.photo-button", press, input);
}

/** The page was closed behind the camera, so that a photo is lost: say so. */
export function tellLost() {
  if (!kept("camera")) return;
  keep("camera", null);
  notice("again", t("The photo did not arrive: the phone closed this page behind its camera."), t("Nothing else is lost. Take it again."));
}

/** A photo as an image element, or null where the browser cannot show it. @param {Blob} photo
 * @returns {Promise<HTMLImageElement | null>} */
async function shown(photo) {
  const url = URL.createObjectURL(photo);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return image.naturalWidth ? image : null;
  } catch {
    return null;
  } finally {
    setTimeout(() => URL.revokeObjectURL(url), 30_000);
  }
}

/**
 * The photo as it is sent: small enough, or as it was where that fails.
 * @param {Blob} photo @returns {Promise<{blob: Blob, size: [number, number] | null}>} its size where it can be shown
 */
export async function ready(photo) {
  const image = await shown(photo);
  if (!image) return { blob: photo, size: null };
  const [wide, high] = [image.naturalWidth, image.naturalHeight];
  const shrink = LONG_SIDE / Math.max(wide, high);
  if (shrink >= 1) return { blob: photo, size: [wide, high] };
  const [width, height] = [Math.round(wide * shrink), Math.round(high * shrink)];
  canvas ??= document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  if (!brush) return { blob: photo, size: [wide, high] };
  brush.drawImage(image, 0, 0, width, height);
  if (isOneColour(brush, width, height)) return { blob: photo, size: [wide, high] };
  const blob = await new Promise((done) => canvas?.toBlob(done, "image/jpeg", QUALITY));
  return blob ? { blob, size: [width, height] } : { blob: photo, size: [wide, high] };
}

/** Whether nothing was drawn: too large a photo for the phone, or a canvas that gives nothing away. */
function isOneColour(brush, width, height) {
  const seen = new Set();
  for (let n = 0; n < 64; n += 1) {
    const x = Math.floor(((n % 8) + 0.5) * (width / 8)), y = Math.floor((Math.floor(n / 8) + 0.5) * (height / 8));
    seen.add(brush.getImageData(x, y, 1, 1).data.join());
  }
  return seen.size === 1;
}

/**
 * What is known of a board without its photo, in lines of factories.
 * @typedef {object} Known
 * @property {string | null} [of] the board as it was known until now, for what no photo shows
 * @property {boolean} [game] whether it is one of a game at a table
 * @property {string | null} [expected] what is expected there @property {string | null} [before] the morning of the
 * workday that led to it @property {boolean} [sure] not so where the player has taken a turn since
 */

/** What is known of the board that is in hand. @param {import("./session.js").Draft} draft @returns {Known} */
export function knownOf({ text, predicted, morning, game }) {
  return { of: text, game: Boolean(game), expected: predicted, before: morning, sure: game?.sure };
}

/**
 * Read a board in a photo, beside what is expected there if something is.
 * @param {Blob} photo @param {Known & {corners?: any, copy?: string, corrections?: any[]}} [how]
 * @returns {Promise<{photo: string, reading: any, text: string, differences: any[] | null}>} the kept photo's name, what
 * was read, and what differs
 */
export async function readBoard(photo, how = {}) {
  const form = new FormData();
  if (how.copy) form.append("copy", how.copy);
  if (how.corners) form.append("corners", JSON.stringify(how.corners));
  const { expected = null, sure = true, corrections = [] } = how;
  try {
    if (expected && sure) form.append("expected", JSON.stringify(await documentOf(expected)));
    const { told, name } = await sendPhoto("/api/readings", photo, form);
    const right = corrections.length ? await call("PATCH", `/api/readings/${told.id}`, { json: { corrections } }) : told;
    return { photo: name, ...(await boardRead(right, how)) };
  } catch (problem) {
    throw /** @type {any} */ (problem).code === "offline" ? offline(t("Photos are read by the service, and there is no connection to it.")) : problem;
  }
}

/** The board that was read, with what no photo shows of it. @param {any} told a reading of the service @param {Known} known
 * @returns {Promise<{reading: any, text: string, differences: any[] | null}>} */
export async function boardRead(told, { of = null, game = false, expected = null, before = null, sure = true }) {
  const beside = expected && (await call("POST", "/page/differences", { json: { reading: told.id, expected, before, sure } }));
  const seen = beside?.text ?? told.text;
  return { reading: readingOf(told), text: of ? await carriedOver(of, seen, game) : seen, differences: beside?.cards ?? null };
}

/** What lies there now, with what is as before: no photo shows the money, nor by which rules and with which pieces a game
 * is played. @param {string} before @param {string} seen @param {boolean} game */
async function carriedOver(before, seen, game) {
  const [{ rules, components, wallet = 0, vault = 0 }, layout] = await Promise.all([before, seen].map(documentOf));
  return (await call("POST", "/page/line", { json: { ...layout, ...(game && { rules, components }), wallet, vault } })).text;
}

/** @param {string} text a line */
const documentOf = (text) => call("POST", "/page/document", { json: { text } });

/** Send a photo to where it is read, and keep it. @param {string} to @param {Blob | null} photo
 * @param {FormData} [form] what goes with it @returns {Promise<{told: any, name: string}>} the answer, the kept photo's name */
export async function sendPhoto(to, photo, form = new FormData()) {
  if (!photo) throw unreadable();
  const { blob, size } = await ready(photo);
  form.append("photo", blob, "photo");
  const told = await call("POST", to, { form });
  const name = `${Date.now()}`;
  const same = size && size[0] === told.photo.width && size[1] === told.photo.height;
  await keepPhoto(name, same ? blob : await preview(`${to}/${told.id}/photo`));
  return { told, name };
}

/** The photo as the service sees it: where the browser cannot show it, or shows it otherwise. @param {string} at */
async function preview(at) {
  const answer = await call("GET", at, { whole: true });
  return answer.blob();
}

/** What the page keeps of a reading. */
function readingOf(told) {
  const named = new Map(told.places.map((place) => [place.place, place]));
  return {
    id: told.id,
    size: [told.photo.width, told.photo.height],
    face: told.plane,
    holes: Object.fromEntries(told.places.filter((place) => place.kind === "hole").map((place) => [place.place, place.centre])),
    corners: told.corners,
    corrections: told.corrections,
    unverified: told.unverified,
    copy: told.copy,
    doubts: told.doubts.map((doubt) => {
      const place = named.get(doubt.where);
      return {
        where: doubt.where,
        name: place.name,
        confidence: doubt.confidence,
        read: doubt.read,
        words: place.words,
        runner_up: doubt.runner_up,
        runner_up_words: place.runner_up_words,
        centre: place.centre,
        outline: place.outline,
        least: doubt.least ?? null,
        most: doubt.most ?? null,
      };
    }),
    places: Object.fromEntries(told.places.filter((place) => place.kind !== "hole").map((place) => [place.place, { outline: place.outline, runner_up: place.runner_up, runner_up_words: place.runner_up_words }])),
  };
}

export function unreadable() {
  return new Problem("unreadable", t("The phone did not hand over that photo."), t("Choose it again, or take a new one."));
}

/** @param {string | null} name @returns {Promise<string | null>} an address of a kept photo */
export async function urlOf(name) {
  if (!name) return null;
  const known = urls.get(name);
  if (known) return known;
  const photo = await photoOf(name);
  if (!photo) return null;
  const url = URL.createObjectURL(photo);
  urls.set(name, url);
  return url;
}

/** @returns {Promise<Blob>} the photo to try the page with */
export async function samplePhoto() {
  const answer = await fetch(`${BASE}sample.jpg`).catch(() => {
    throw offline(t("Photos are read by the service, and there is no connection to it."));
  });
  if (!answer.ok) throw await notLoaded();
  return answer.blob();
}
