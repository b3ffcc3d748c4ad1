// @ts-check
/** Everything that is asked of the service; questions about factories are answered in the browser without it. */

import { capital, lang, t } from "./i18n.js";
import { hush } from "./notices.js";
import { pythonAnswers } from "./python.js";

/** What went wrong, in words, with what to do about it. */
export class Problem extends Error {
  /** @param {string} code @param {string} words @param {string} tip @param {any} [document] */
  constructor(code, words, tip, document) {
    super(words);
    this.code = code;
    this.tip = tip;
    this.document = document;
  }
}

/** @param {string} [what] what cannot be done without a connection */
export function offline(what) {
  const alone = document.documentElement.dataset.offline === "ready";
  const tip = alone ? t("Boards, runs, scores and what the pieces do work without it.") : t("Come back into its network, then try again.");
  return new Problem("offline", what ?? t("There is no connection to the service."), tip);
}

/** What to tell of a part of the page that could not be loaded: there is no connection, or what the service sent for it
 * was no such part. @returns {Promise<Problem>} */
export async function notLoaded() {
  const there = await fetch("/page/release", { cache: "no-store" }).then(() => true, () => false);
  return there ? new Problem("broken", t("A part of this page could not be loaded, though there is a connection."), t("Nothing is lost. Try again: the page is then loaded anew.")) : offline();
}

/**
 * Ask the service.
 * @param {string} method @param {string} path @param {{json?: any, form?: FormData, headers?: Record<string, string>, whole?: boolean}} [what]
 * @returns {Promise<any>} what it answers; the whole response if wanted
 */
export async function call(method, path, what = {}) {
  const headers = { "Accept-Language": lang, ...what.headers };
  let body;
  if (what.json !== undefined) {
    headers["Content-Type"] = "application/json";
    body = JSON.stringify(what.json);
  } else body = what.form;
  let answer;
  try {
    answer = await fetch(path, { method, headers, body });
  } catch {
    throw offline();
  }
  hush("offline");
  if (!answer.ok) throw await problemOf(answer);
  if (what.whole) return answer;
  return answer.status === 204 ? null : answer.json();
}

async function problemOf(answer) {
  const told = await answer.json().catch(() => ({}));
  const words = told.detail ?? t("Something went wrong in the service.");
  return new Problem(told.code ?? String(answer.status), capital(words), told.tip ?? t("Try again in a moment."), told);
}

/**
 * A question about a factory: "board", "change", "day" and so on.
 * @param {string} question @param {Record<string, any>} asked @returns {Promise<any>}
 */
export async function ask(question, asked) {
  const whole = { theme: dark.matches ? "dark" : "light", ...asked };
  if (!THEMED.has(question)) delete whole.theme;
  try {
    if (!navigator.onLine) throw offline();
    return await call("POST", `/page/ask/${question}`, { json: whole });
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.code !== "offline") throw problem;
    return pythonAnswers(question, whole);
  }
}

const THEMED = new Set(["board", "change", "day"]);
export const dark = matchMedia("(prefers-color-scheme: dark)");
