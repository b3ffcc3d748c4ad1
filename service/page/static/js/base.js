// @ts-check
/** Where this release of the page lies: "/page/<release>/". */
export const BASE = new URL("..", import.meta.url).pathname;
export const RELEASE = document.documentElement.dataset.release ?? "";
