// @ts-check
/** Links to what is on the server: those that this browser has seen, and how they are handed on. */

import { h } from "./h.js";
import { t } from "./i18n.js";
import { copyButton, shareButton, sheet } from "./parts.js";
import { keep, kept } from "./store.js";

const MOST_KNOWN = 30;

/** What this browser has seen, the newest first. @param {"games" | "evenings"} what @returns {any[]} each with its link */
export const known = (what) => kept(what) ?? [];

/** @param {"games" | "evenings"} what @param {{link: string} & Record<string, any>} one */
export function remember(what, one) {
  keep(what, [one, ...known(what).filter((other) => other.link !== one.link)].slice(0, MOST_KNOWN));
}

/** @param {"games" | "evenings"} what @param {string} link */
export function forget(what, link) {
  keep(what, known(what).filter((one) => one.link !== link));
}

/** A link to be scanned, copied or shared. @param {string} title @param {string} words what it lets others do
 * @param {string} target its path on the page @param {string} qr where its picture is */
export function linkSheet(title, words, target, qr) {
  const url = `${location.origin}/#/${target}`;
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return sheet(title,
    local
      ? h("p", t("Other devices cannot open this address. Open the page by the name or number of this computer in your network, then come back here."))
      : [h("p", words), h("div.qr", h("img", { src: qr, alt: t("QR code of the link") }))],
    h("p.notation", { translate: "no" }, url),
    h("div.row", copyButton(url), shareButton({ url })));
}
