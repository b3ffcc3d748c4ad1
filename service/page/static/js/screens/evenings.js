// @ts-check
/** Evenings: several games with one table of standings. Begun here, and those whose links this browser has seen. */

import { button, fill, h } from "../h.js";
import { t } from "../i18n.js";
import { known } from "../links.js";
import { head } from "../parts.js";
import { go } from "../router.js";
import { evening } from "./evening.js";
import { newEvening } from "./into_evening.js";

/** @param {HTMLElement} root @param {string[]} rest */
export async function evenings(root, [link]) {
  return link ? evening(root, link) : list(root);
}

async function list(root) {
  const seen = known("evenings");
  const { field, begin } = newEvening((made) => go(`evenings/${made.links.hosting}`));
  fill(root, head(t("Evenings")),
    h("p", t("Several games with one table of standings: for a tournament or a night at the café.")),
    seen.length > 0 && h("section", h("h2", t("Your evenings")), h("ul.spare", seen.map((one) => h("li", button(".wide", one.hosts ? one.title : t("{title} (watching)", { title: one.title }), () => go(`evenings/${one.link}`)))))),
    h("section.entry", h("h2", t("A new evening")), field),
    h("footer.foot", button(".primary.wide", t("Begin the evening"), begin, { "data-do": "begin" })));
}
