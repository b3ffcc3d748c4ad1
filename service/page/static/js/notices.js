// @ts-check
/** What went wrong or came up, above the page until somebody has read it; and the one polite status line. */

import { button, h, icon } from "./h.js";
import { t } from "./i18n.js";

const place = () => /** @type {HTMLElement} */ (document.getElementById("notices"));
/** How high they are together: what fills the screen leaves them that. */
const height = new ResizeObserver(([{ target }]) => document.documentElement.style.setProperty("--told", `${/** @type {HTMLElement} */ (target).offsetHeight}px`));

/**
 * @param {string} kind one notice of a kind is shown at a time
 * @param {string} words @param {string} [tip] @param {{words: string, press: () => any}} [action]
 */
export function notice(kind, words, tip, action) {
  hush(kind);
  const close = button(".icon-button", icon("close"), () => hush(kind), { "aria-label": t("Close") });
  const act = action && button(".plain.act", action.words, action.press);
  place().append(h("section.notice", { role: "alert", "data-kind": kind }, h("p", h("strong", words), tip ? ` ${tip}` : ""), close, act));
  height.observe(place());
}

/** @param {string} kind */
export function hush(kind) {
  place().querySelector(`[data-kind="${kind}"]`)?.remove();
}

/** Tell of a problem. @param {any} problem */
export function tell(problem) {
  if (problem?.name === "AbortError") return;
  if (!problem?.code) console.error(problem);
  notice(problem?.code === "offline" ? "offline" : "problem", problem?.message ?? String(problem), problem?.tip);
}

/** Say something to those who listen. @param {string} words */
export function say(words) {
  /** @type {HTMLElement} */ (document.getElementById("status")).textContent = words;
}

/** Do something that takes a while: the page says what, and what went wrong. @template T
 * @param {string} words @param {() => Promise<T>} work @returns {Promise<T | undefined>} */
export async function busy(words, work) {
  const veil = h("div.veil", { role: "status" }, h("div.belt"), h("p", words));
  document.body.append(veil);
  hush("problem");
  try {
    return await work();
  } catch (problem) {
    tell(problem);
    return undefined;
  } finally {
    veil.remove();
  }
}
