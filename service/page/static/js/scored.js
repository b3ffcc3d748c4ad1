// @ts-check
/** The boards that are scored: whose they are, what lies there and the money. This browser keeps them, with steps back. */

import { borrow, draft, watch } from "./session.js";
import { keep, kept } from "./store.js";

/**
 * @typedef {{name: string, text: string, photo: string | null, reading: any, wallet: number | null, vault: number | null, unsure?: Record<string, [number, number]>}} Board
 * money is null until it is told; `unsure` says between what a pot lies in which coins are doubtful
 */

export const MOST_BOARDS = 8;
const MOST_STEPS = 6;

/** @returns {Board[]} */
export const boards = () => kept("score") ?? [];
/** @returns {{what: string, boards: Board[]}[]} */
const steps = () => kept("score.steps") ?? [];

/** @param {Board[]} all @param {string} [what] names the step for undo; none without it */
export function keepBoards(all, what) {
  if (what) keep("score.steps", [...steps(), { what, boards: boards() }].slice(-MOST_STEPS));
  keep("score", all);
}

/** What undo would take back, if anything. */
export const lastStep = () => steps().at(-1)?.what ?? null;

export function undo() {
  const before = steps();
  const step = before.pop();
  if (!step) return;
  keep("score.steps", before);
  keep("score", step.boards);
}

/** Only what earns points may be doubtful in a score. @param {any} reading */
const forScores = (reading) => reading && { ...reading, doubts: reading.doubts.filter((doubt) => doubt.least !== null) };

/** Add a board to those that are scored, and tell its index; one that is there already is not added again.
 * @param {{text: string, photo: string | null, reading: any}} board @param {string} name @param {string} what names the step for undo */
export function addBoard({ text, photo, reading }, name, what) {
  const all = boards();
  const there = all.findIndex((one) => one.text === text && one.photo === photo);
  if (there >= 0) return there;
  keepBoards([...all, { name, text, photo, reading: forScores(reading), wallet: null, vault: null }], what);
  return all.length;
}

/** Take a board in hand: what is done to it is done here. @param {number} index */
export function takeInHand(index) {
  const { name, text, photo, reading } = boards()[index];
  borrow({ text, photo, reading, scored: { index, name } });
}

export function keepScoredBoards() {
  watch(() => {
    const all = boards();
    const board = draft.scored && all[draft.scored.index];
    if (!board || (board.text === draft.text && board.photo === draft.photo && board.reading?.doubts.length === draft.reading?.doubts.length)) return;
    Object.assign(board, { text: draft.text, photo: draft.photo, reading: forScores(draft.reading) });
    keepBoards(all);
  });
}
