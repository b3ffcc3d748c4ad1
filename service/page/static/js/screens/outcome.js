// @ts-check
/** Who won a game at a table, as far as that is known: whose days alone are followed has to tell the money first. */

import { button, h } from "../h.js";
import { t } from "../i18n.js";

/** The players, from 0, of whom nobody knows what money they have. @returns {number[]} */
export const uncounted = (state) => state.known_money.flatMap((known, player) => (known ? [] : [player]));

/** Who has won, or is ahead. */
export function winnerWords(state) {
  const { winners, scores } = state.scores;
  const names = winners.join(", "), total = scores[winners[0]].total;
  if (!state.over) return t("In the lead with {total} points: {names}", { names, total });
  return winners.length > 1 ? t("{names} share the win with {total} points.", { names, total }) : t("{name} wins with {total} points.", { name: names, total });
}

/** That a game is over, and who won if that is known. */
export const outcomeWords = (state) => (uncounted(state).length ? t("The game is over. Count the money, then the winner is known.") : `${t("The game is over.")} ${winnerWords(state)}`);

/** Everybody's total, the best first; nothing while somebody's money is not known, or of one alone. */
export function rankedOf(state) {
  const ranked = Object.entries(state.scores.scores).sort(([, one], [, other]) => one.rank - other.rank);
  if (ranked.length < 2 || uncounted(state).length) return null;
  return h("ol.ranked", ranked.map(([name, { rank, total }]) => h("li", h("span", { translate: "no" }, `${rank}. ${name}`), h("b", String(total)))));
}

/** What is left to do then. @param {any} state @param {(sheet: string) => any} open */
export function afterwards(state, open) {
  const score = button(".primary.wide", t("Final score"), () => open("result"), { "data-do": "result" });
  return state.role === "players" ? countButtons(state, open) ?? score : score;
}

/** Buttons to tell the money of those of whom nobody knows it; null if all is known. */
export function countButtons(state, open) {
  const missing = uncounted(state);
  if (!missing.length) return null;
  return missing.map((player, index) => button(index === missing.length - 1 ? ".primary.wide" : ".wide", t("Enter the money of {name}", { name: state.position.players[player] }), () => open(`money/${player}`), { "data-money": player }));
}
