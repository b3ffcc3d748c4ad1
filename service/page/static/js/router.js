// @ts-check
/** Addresses of screens and sheets, each an entry of the history: "#/reading", over it "#/reading/square/floor/top/2".
 * Back closes a sheet, then leaves the screen, and loses nothing. */

/** @typedef {{sheet?: (path: string[]) => (HTMLElement | null | Promise<HTMLElement | null>), leave?: () => void}} Screen */

/** Of these each has a screen of its own, by the link that follows. */
const OF_THEIR_OWN = new Set(["games", "evenings"]);
/** @type {Map<string, (root: HTMLElement, path: string[]) => Promise<Screen | void>>} */
const screens = new Map();
/** @type {{name: string, screen: Screen | undefined} | null} */
let open = null;
/** @type {Element | null} where the focus was before a sheet opened */
let before = null;
let turn = 0;

/** @param {string} name @param {(root: HTMLElement, path: string[]) => Promise<Screen | void>} make */
export function screen(name, make) {
  screens.set(name, make);
}

export function path() {
  return location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
}

/** @param {string} to @param {{replace?: boolean}} [how] */
export function go(to, how = {}) {
  const url = `#/${to}`;
  if (url === location.hash) return refresh();
  if (how.replace) history.replaceState(null, "", url);
  else history.pushState({ inside: true }, "", url);
  return show();
}

/** One step back; home where the page was opened right here. */
export function back() {
  if (history.state?.inside) history.back();
  else go(sheetIsOpen() ? under() : "", { replace: true });
}

/** The screen under a sheet. */
function under() {
  const parts = path();
  return OF_THEIR_OWN.has(parts[0]) ? `${parts[0]}/${parts[1]}` : parts[0];
}

export function sheetIsOpen() {
  return document.querySelector("#sheet > *") !== null;
}

/** Draw the screen anew. */
export function refresh() {
  open?.screen?.leave?.();
  open = null;
  return show();
}

export async function show() {
  turn += 1;
  const own = turn;
  const [name, ...rest] = path();
  const known = screens.has(name) ? name : "";
  const main = /** @type {HTMLElement} */ (document.getElementById("screen"));
  const own_ = OF_THEIR_OWN.has(known) && rest[0];
  const key = own_ ? `${known}/${rest[0]}` : known;
  if (open?.name !== key) {
    open?.screen?.leave?.();
    closeSheet(false);
    const root = document.createElement("div");
    root.className = `screen ${known || "home"}`;
    open = { name: key, screen: undefined };
    const made = /** @type {Screen | undefined} */ (await screens.get(known)?.(root, rest));
    if (own !== turn) {
      made?.leave?.();
      if (open?.name === key) open = null;
      return;
    }
    open = { name: key, screen: made };
    main.replaceChildren(root);
    scrollTo(0, 0);
    main.focus({ preventScroll: true });
  }
  const inside = own_ ? rest.slice(1) : rest;
  await showSheet(inside, own);
}

async function showSheet(rest, own) {
  if (!rest.length || rest[0] === "") return closeSheet(true);
  const place = /** @type {HTMLElement} */ (document.getElementById("sheet"));
  if (!place.firstChild) before = document.activeElement;
  const made = await open?.screen?.sheet?.(rest);
  if (own !== turn) return;
  if (!made) return closeSheet(true);
  const old = place.firstElementChild;
  const same = old?.getAttribute("data-path") === rest.join("/");
  const held = same ? focusable(old).indexOf(/** @type {any} */ (document.activeElement)) : -1;
  const scrolled = same ? old?.scrollTop : 0;
  made.dataset.path = rest.join("/");
  place.replaceChildren(made);
  made.classList.toggle("still", old !== null);
  made.scrollTop = scrolled ?? 0;
  document.getElementById("screen")?.setAttribute("inert", "");
  const first = focusable(made)[held] ?? made.querySelector("[data-focus]") ?? made.querySelector("h2") ?? made;
  first.focus({ preventScroll: true });
}

const focusable = (element) => [...(element?.querySelectorAll("button, input, textarea, a, summary") ?? [])];

/** Draw the sheet that is open anew: what it shows has changed. */
export function refreshSheet() {
  if (sheetIsOpen()) show();
}

function closeSheet(refocus) {
  const place = /** @type {HTMLElement} */ (document.getElementById("sheet"));
  document.getElementById("screen")?.removeAttribute("inert");
  if (!place.firstChild) return;
  place.replaceChildren();
  if (refocus && before) (still(before) ?? document.getElementById("screen"))?.focus({ preventScroll: true });
  before = null;
}

/** An element, or what stands in its place since the screen was drawn anew. @param {Element} element @returns {any} */
function still(element) {
  if (element.isConnected) return element;
  const { place, do: does } = /** @type {HTMLElement} */ (element).dataset;
  const screen = /** @type {HTMLElement} */ (document.getElementById("screen"));
  if (place) return screen.querySelector(`.square[data-place="${place}"]`);
  if (does) return screen.querySelector(`[data-do="${does}"]`);
  const nameOf = (one) => one.getAttribute("aria-label") ?? one.textContent;
  return [...screen.querySelectorAll(element.localName)].find((one) => nameOf(one) === nameOf(element));
}

/** Give the focus back that an element had before it was drawn anew. @param {Element | null} held */
export function refocus(held) {
  if (held && !held.isConnected && document.activeElement === document.body) still(held)?.focus({ preventScroll: true });
}

addEventListener("popstate", () => show());
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && sheetIsOpen()) {
    event.preventDefault();
    back();
  }
});
