// @ts-check
/** What every piece does. */

import { h } from "../h.js";
import { t } from "../i18n.js";
import { head } from "../parts.js";
import { go } from "../router.js";
import { helpSheet, kinds, pieceImage } from "../square.js";

/** @param {HTMLElement} root */
export async function pieces(root) {
  const { areas } = await kinds("demo");
  root.append(head(t("What the pieces do")), h("div.kinds.all", Object.values(areas).flat().map((one) =>
    h("button.kind", { type: "button", onclick: () => go(`pieces/help/${one.kind}`) }, pieceImage(one.kind), h("span", { translate: "no" }, one.name)))));
  return { sheet: (rest) => (rest[0] === "help" ? helpSheet(rest[1]) : null) };
}
