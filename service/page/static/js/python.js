// @ts-check
/** The rules inside the browser, for when there is no connection: a worker that runs the very same Python. */

import { BASE } from "./base.js";
import { lang, t } from "./i18n.js";
import { offline, Problem } from "./ask.js";

/** @type {Worker | null} */
let worker = null;
/** @type {Map<number, {done: (told: any) => void, failed: (problem: any) => void}>} */
const waiting = new Map();
let number = 0;
/** @type {Promise<void> | null} */
let ready = null;

/** Load it while there is a connection and nothing else to do; the service tells whether it has it. */
export function loadPython() {
  ready ??= new Promise((done, failed) => {
    worker = new Worker(`${BASE}js/worker.js`, { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.ready) return done();
      if (data.failed) return failed(new Error(data.failed));
      const asked = waiting.get(data.number);
      waiting.delete(data.number);
      if (data.problem) asked?.failed(new Problem("refused", data.problem, ""));
      else asked?.done(JSON.parse(data.told));
    };
    worker.onerror = () => failed(new Error("worker"));
  });
  ready.then(
    () => document.documentElement.setAttribute("data-offline", "ready"),
    () => {},
  );
  return ready;
}

/** @param {string} question @param {Record<string, any>} asked @returns {Promise<any>} */
export async function pythonAnswers(question, asked) {
  const without = offline(t("This needs the connection to the service, and there is none."));
  if (!ready) throw without;
  await ready.catch(() => {
    throw without;
  });
  number += 1;
  const own = number;
  return new Promise((done, failed) => {
    waiting.set(own, { done, failed });
    worker?.postMessage({ number: own, question, asked: JSON.stringify(asked), lang });
  });
}
