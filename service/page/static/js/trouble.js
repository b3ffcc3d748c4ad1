// @ts-check
/** A screen that could not be made: what is the matter, and how to go on. */

import { button, fill, h } from "./h.js";
import { t } from "./i18n.js";
import { say } from "./notices.js";
import { head } from "./parts.js";
import { refresh } from "./router.js";

/** @param {HTMLElement} root @param {any} problem */
export function trouble(root, problem) {
  if (!problem?.code) console.error(problem);
  const title = problem?.code === "offline" ? t("No connection") : t("That did not work");
  const words = problem?.message ?? String(problem);
  // A module that once failed does so again, and another release may be out: only the page anew gets it.
  const again = problem?.code === "broken" ? () => location.reload() : refresh;
  fill(root, head(title), h("p.lead", words), problem?.tip && h("p", problem.tip),
    h("footer.foot", button(".primary.wide", t("Try again"), again, { "data-do": "again" })));
  say(words);
}
