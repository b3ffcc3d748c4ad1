// @ts-check
/** Games whose links this browser has seen; the games themselves are on the server. */

import { keep, kept } from "../store.js";

const MOST_KNOWN = 30;

/** @returns {{link: string, title: string, role: string}[]} */
export const knownGames = () => kept("games") ?? [];

/** What a game is called: by its title, else by who plays. */
export const titleOf = (state) => state.title || state.position.players.join(", ");

export function rememberGame(state, link) {
  const others = knownGames().filter((one) => one.link !== link);
  keep("games", [{ link, title: titleOf(state), role: state.role }, ...others].slice(0, MOST_KNOWN));
}

/** @param {string} link */
export function forgetGame(link) {
  keep("games", knownGames().filter((one) => one.link !== link));
}
