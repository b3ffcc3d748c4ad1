// @ts-check
/** Games whose links this browser has seen. */

import { forget, known, remember } from "../links.js";

/** @returns {{link: string, title: string, role: string}[]} */
export const knownGames = () => known("games");

/** What a game is called: by its title, else by who plays. */
export const titleOf = (state) => state.title || state.position.players.join(", ");

export const rememberGame = (state, link) => remember("games", { link, title: titleOf(state), role: state.role });

/** @param {string} link */
export const forgetGame = (link) => forget("games", link);
