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
 * @property {{index: number, name: string} | null} scored whose board it is, if it was borrowed from those that are scored
 */

/** @returns {Draft} */
const fresh = () => ({ day: 1, text: "", photo: null, reading: null, predicted: null, morning: null, differences: null, decisions: {}, game: null, scored: null });
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
  returnToDay();
  update({ ...fresh(), ...with_ }, what);
}

/** What undo would take back, if anything. */
export function lastStep() {
  return steps.at(-1)?.what ?? null;
}

export function undo() {
  const step = steps.pop();
  if (step) put(step.draft, steps);
}

/** Take another board in hand, with what can be done to the day's; the day lies aside with its steps back.
 * @param {Partial<Draft>} board */
export function borrow(board) {
  returnToDay();
  keep("aside", { draft, steps });
  put({ ...fresh(), ...board }, []);
}

/** Take the day in hand again, if it lies aside. */
export function returnToDay() {
  const aside = kept("aside");
  if (!aside) return;
  keep("aside", null);
  put(aside.draft, aside.steps);
}

function put(draft_, steps_) {
  draft = draft_;
  steps = steps_;
  keep("draft", draft);
  keep("steps", steps);
  listeners.forEach((listener) => listener());
}

/** @param {() => void} listener @returns {() => void} */
export function watch(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
