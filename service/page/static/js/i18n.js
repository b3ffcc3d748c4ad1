// @ts-check
/** The page's words. English is the source; the server gives the other languages from the one catalogue. */

import { BASE } from "./base.js";
import { kept } from "./store.js";

export const LANGUAGES = { en: "English", de: "Deutsch", es: "Español" };

/** @type {Record<string, string | [string, string]>} */
let words = {};
/** @type {string} */
export let lang = "en";

/** The language: one's own choice, else that of the link, else the first of the browser's that is spoken here. */
function wanted() {
  const link = new URLSearchParams(location.search).get("lang");
  const wishes = [kept("language"), link, ...navigator.languages.map((tag) => tag.split("-")[0])];
  return wishes.find((wish) => wish && Object.hasOwn(LANGUAGES, wish)) ?? "en";
}

/** @returns {Promise<boolean>} whether the language that is wanted is spoken; if not, it is English */
export async function loadWords() {
  const wish = wanted();
  const found = wish === "en" ? {} : await fetch(`${BASE}words/${wish}.json`).then((answer) => answer.ok && answer.json()).catch(() => null);
  lang = found ? wish : "en";
  document.documentElement.lang = lang;
  words = found || {};
  return Boolean(found);
}

/** A sentence, its {gaps} filled. @param {string} text @param {Record<string, any>} [gaps] */
export function t(text, gaps) {
  return filled(/** @type {string} */ (words[text] ?? text), gaps);
}

/** A sentence about n things. @param {string} one @param {string} many @param {number} n
 * @param {Record<string, any>} [gaps] */
export function tn(one, many, n, gaps) {
  const [single, several] = words[one] ?? [one, many];
  return filled(n === 1 ? single : several, { n, ...gaps });
}

/** The first letter large: sentences of the rules begin small, for they also stand within others. @param {string} words */
export const capital = (words) => words.charAt(0).toLocaleUpperCase() + words.slice(1);

function filled(text, gaps) {
  return gaps ? text.replace(/\{(\w+)\}/g, (_, name) => String(gaps[name])) : text;
}
