// @ts-check
/** What this browser keeps: choices of its owner, and the draft of the day with its photos. Games are on the server. */

const PREFIX = "mechanica.";

/** @param {string} key @returns {any} what is kept under a name; null if nothing is, or nothing may be kept */
export function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {any} value */
export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Without room the page works on; only a reload forgets.
  }
}

/** @returns {Promise<IDBDatabase>} */
function database() {
  return new Promise((done, failed) => {
    const opening = indexedDB.open("mechanica", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("photos");
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => failed(opening.error);
  });
}

/** @type {Map<string, Blob>} photos of this visit, also where the browser keeps none */
const held = new Map();
const MOST_PHOTOS = 24;

/** Keep a photo. @param {string} name @param {Blob} photo */
export async function keepPhoto(name, photo) {
  held.set(name, photo);
  try {
    // Bytes, not the Blob: some browsers lose Blobs that came from files.
    const [db, bytes] = await Promise.all([database(), photo.arrayBuffer()]);
    const photos = db.transaction("photos", "readwrite").objectStore("photos");
    photos.put({ bytes, type: photo.type }, name);
    const names = photos.getAllKeys();
    // Those that are called by their time; who gives another name drops the photo too.
    names.onsuccess = () => names.result.filter((one) => /^\d+$/.test(String(one))).sort().slice(0, -MOST_PHOTOS).forEach((old) => photos.delete(old));
  } catch {
    // Kept for this visit only.
  }
}

/** @param {string} name */
export async function dropPhoto(name) {
  held.delete(name);
  try {
    (await database()).transaction("photos", "readwrite").objectStore("photos").delete(name);
  } catch {
    // Nothing is kept there.
  }
}

/** @param {string} name @returns {Promise<Blob | null>} */
export async function photoOf(name) {
  const here = held.get(name);
  if (here) return here;
  try {
    const db = await database();
    const found = await new Promise((done, failed) => {
      const asked = db.transaction("photos").objectStore("photos").get(name);
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => failed(asked.error);
    });
    if (!found) return null;
    const photo = new Blob([found.bytes], { type: found.type });
    held.set(name, photo);
    return photo;
  } catch {
    return null;
  }
}
