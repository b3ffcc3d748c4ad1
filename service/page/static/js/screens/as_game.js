// @ts-check
/** Boards that were scored as a game that is over, so that they count in an evening. */

import { call, Problem } from "../ask.js";
import { t } from "../i18n.js";
import { boards } from "../scored.js";
import { keep, kept } from "../store.js";
import { rememberGame } from "./known_games.js";

/** So many play a game together. */
const FEWEST = 2, MOST = 4;

/** @param {import("../scored.js").Board[]} all */
export const canBeGame = (all) => all.length >= FEWEST && all.length <= MOST;

/** The link of the game that the scored boards are; they are one game however often they are put somewhere.
 * @returns {Promise<string>} */
export async function asGame() {
  const all = boards();
  const numbered = all.find(({ name }) => /^\d+$/.test(name.replace(t("Player {number}", { number: "" }), "")));
  if (numbered) throw new Problem("names", t("“{name}” is no name: the standings know players by their names.", { name: numbered.name }), t("Enter the names with the boards first."));
  const of = JSON.stringify(all.map(({ name, text, wallet, vault }) => [name, text, wallet, vault]));
  if (kept("score.game")?.of === of) return kept("score.game").link;
  let state = await call("POST", "/api/games", { json: { players: all.map(({ name }) => name), follow: "days" } });
  const link = state.links.players;
  const { rules, components } = state.position;
  for (const [index, { text, wallet, vault }] of all.entries()) {
    const factory = await call("POST", "/page/document", { json: { text } });
    const board = { player: index + 1, factory: { ...factory, rules, components }, wallet, vault };
    state = await call("POST", `/api/games/${link}/boards`, { json: { version: state.version, ...board } });
  }
  rememberGame(await call("POST", `/api/games/${link}/actions`, { json: { version: state.version, actions: ["finish"] } }), link);
  keep("score.game", { of, link });
  return link;
}
