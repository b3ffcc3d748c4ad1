// @ts-check
/** What is corrected on the page is corrected in the reading that the service keeps, and taken back there as it is here. */

import { call } from "./ask.js";
import { draft, watch } from "./session.js";

/** What the service was told last: the whole list, and of which reading. */
let told = { id: "", list: "[]" };
let telling = Promise.resolve();
/** @type {string | null} a reading that the service knows no more */
let forgotten = null;

export function keepReadingCorrected() {
  watch(() => {
    const { id = "", corrections = [] } = draft.reading ?? {};
    const list = JSON.stringify(corrections);
    if (!id || id === forgotten || list === (id === told.id ? told.list : "[]")) return;
    told = { id, list };
    telling = telling.then(() => call("PATCH", `/api/readings/${id}`, { json: { corrections } })).catch((problem) => {
      // What lies on the board counts as the page has it; the next correction tries again.
      told = { id, list: "" };
      if (problem.code === "not_found") forgotten = id;
    });
  });
}
