// @ts-check
/** The day at the table: what lies there, the photo it was read in, and every step back. It outlives the page. */

import { keep, kept } from "./store.js";

/**
 * @typedef {object} Draft
 * @property {number} day
 * @property {string} text what lies on the board, as a line of notation
 * @property {string | null} photo name of the kept photo
 * @property {any} reading where things are in the photo, and what is doubtful
 * @property {string | null} predicted what the last evening came to
 * @property {string | null} morning and what it came from
 * @property {any[] | null} differences what the photo shows otherwise than predicted, and nobody has settled yet
 * @property {Record<string, string>} decisions
 * @property {any} game the game at a table, if it is one
 */

/** @returns {Draft} */
const fresh = () => ({ day: 1, text: "", photo: null, reading: null, predicted: null, morning: null, differences: null, decisions: {}, game: null });
const MOST_STEPS = 40;

/** @type {Draft} */
export let draft = { ...fresh(), ...kept("draft") };
/** @type {{what: string, draft: Draft}[]} */
let steps = kept("steps") ?? [];
const listeners = new Set();

/** Change the draft. @param {Partial<Draft>} change @param {string} [what] names the step for undo; none without it */
export function update(change, what) {
  if (what) {
    steps.push({ what, draft });
    steps = steps.slice(-MOST_STEPS);
    keep("steps", steps);
  }
  draft = { ...draft, ...change };
  keep("draft", draft);
  listeners.forEach((listener) => listener());
}

/** Begin another day at the table, or another table. @param {Partial<Draft>} with_ @param {string} what */
export function begin(with_, what) {
  update({ ...fresh(), ...with_ }, what);
}

/** What undo would take back, if anything. */
export function lastStep() {
  return steps.at(-1)?.what ?? null;
}

export function undo() {
  const step = steps.pop();
  if (!step) return;
  keep("steps", steps);
  draft = step.draft;
  keep("draft", draft);
  listeners.forEach((listener) => listener());
}

/** @param {() => void} listener @returns {() => void} */
export function watch(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
