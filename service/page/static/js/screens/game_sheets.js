// @ts-check
/** The sheets over a game at a table. */

import { call } from "../ask.js";
import { button, h } from "../h.js";
import { capital, t } from "../i18n.js";
import { linkSheet } from "../links.js";
import { busy, tell } from "../notices.js";
import { moneySheetOf } from "../pad.js";
import { sheet, sureSheet } from "../parts.js";
import { back, go } from "../router.js";
import { kinds, pieceImage } from "../square.js";
import { IN_SHEET, offerButton } from "./game_offers.js";
import { intoEveningSheet } from "./into_evening.js";
import { forgetGame } from "./known_games.js";
import { countButtons, winnerWords } from "./outcome.js";
import { result } from "./score.js";

/**
 * @typedef {object} OfGame what sheets need of the game
 * @property {string} link @property {string} at @property {() => any} state
 * @property {() => any} board that is shown @property {() => number} shown whose it is
 * @property {(what: string, entry: any) => Promise<any>} write @property {(offer: any) => any} act
 * @property {(place?: string) => any} correct @property {(factory: any) => Promise<string>} lineOf
 */

/** The sheet that a path names, if it is one of the game's own. @param {OfGame} game @param {string[]} path */
export function gameSheet(game, [name, ...of]) {
  const own = { more: moreSheet, delete: deleteSheet, watch: shareSheet, share: shareSheet, evening: ({ link }) => intoEveningSheet(() => link), history: historySheet, result: resultSheet, money: moneySheet, buying: offersSheet, complete: offersSheet, place: placeSheet };
  return own[name]?.(game, name, of) ?? null;
}

async function offersSheet({ state, act }, name, [stack]) {
  const known = await kinds(state().position.components);
  const wanted = (one) => (name === "buying" ? IN_SHEET.includes(one.kind) : one.action.startsWith(`complete ${stack} `));
  const close = (offer) => (back(), act(offer));
  return sheet(name === "buying" ? t("Forks and trucks") : t("Which bots?"), state().offers.filter(wanted).map((one) => offerButton(one, close, known)));
}

function placeSheet(game, _, parts) {
  const place = parts.join("/"), here = game.board().places.find((one) => one.place === place);
  const { offers, position, role, over } = game.state();
  if (!here) return null;
  const [waiting] = position.waiting;
  const done = (offer) => (back(), game.act(offer));
  const own = offers.filter((one) => one.place === place || one.place?.startsWith(`${place}/`));
  const [ways, others] = [own.filter((one) => one.kind === "install"), own.filter((one) => one.kind !== "install")];
  const way = (one) => {
    const [, , facing = "east", flipped] = one.action.split(" ");
    return button(".choice.side", [pieceImage(waiting.kind, { facing, flipped: Boolean(flipped) }), h("span", capital(one.words))], () => done(one), { "data-offer": one.action, "data-kind": one.kind });
  };
  return sheet(here.where, h("p", { translate: "no" }, here.spoken),
    ways.length > 0 && h("div.grid2", ways.map(way)),
    others.map((one) => button(".wide", capital(one.words), () => done(one), { "data-offer": one.action, "data-kind": one.kind })),
    h("div.row.wrap", here.kind && button(".plain", t("What does {piece} do?", { piece: here.piece }), () => go(`games/${game.link}/help/${here.kind}`)),
      role === "players" && !over && button(".plain", t("Something else lies here"), () => game.correct(place), { "data-do": "correct" })));
}

function moreSheet({ link, at, state, act, correct, shown }) {
  const { role, offers, position, over } = state();
  const plays = role === "players";
  const finish = plays && offers.find((one) => one.kind === "finish");
  return sheet(t("More"),
    button(".wide", t("Let others watch"), () => go(`games/${link}/watch`), { "data-do": "watch" }),
    plays && button(".wide", t("Let others play along"), () => go(`games/${link}/share`)),
    plays && button(".wide", t("Put into an evening"), () => go(`games/${link}/evening`), { "data-do": "evening" }),
    button(".wide", t("History"), () => go(`games/${link}/history`), { "data-do": "history" }),
    button(".wide", over ? t("Final score") : t("Scores so far"), () => go(`games/${link}/result`)),
    plays && !over && button(".wide", t("Correct {name}’s board", { name: position.players[shown()] }), () => correct(), { "data-do": "correct" }),
    finish && button(".wide", capital(finish.words), () => (back(), act(finish)), { "data-kind": "finish" }),
    h("a.wide", { href: `${at}/journal`, download: "mechanica_game.json" }, t("Save the game as a file")),
    plays && button(".wide", t("Delete the game"), () => go(`games/${link}/delete`, { replace: true }), { "data-do": "delete" }));
}

function deleteSheet({ link, at, state }) {
  if (state().role !== "players") return null;
  return sureSheet(t("Delete the game"), t("Delete this game for good, for everybody?"), t("Delete"), async () => {
    if ((await busy(t("One moment…"), () => call("DELETE", at).then(() => true))) !== true) return;
    forgetGame(link);
    await go("games", { replace: true });
  });
}

function shareSheet({ at, state }, name) {
  const { players, watching } = state().links;
  return name === "share"
    ? linkSheet(t("Let others play along"), t("Anyone with this link can play along."), `games/${players}`, `${at}/qr?of=players`)
    : linkSheet(t("Let others watch"), t("Anyone with this link can watch, and change nothing."), `games/${watching}`, `${at}/qr?of=watching`);
}

async function historySheet({ at }) {
  const told = await call("GET", `${at}/history`).catch(tell);
  if (!told) return null;
  return sheet(t("History"), told.entries.length === 0 && h("p", t("Nothing has happened yet.")), h("ol.spare", told.entries.map((entry) => h("li.entry", h("strong", t("Day {day}", { day: entry.day })), !entry.counts && h("p.small", t("taken back")), entry.words.map((line) => h("p", capital(line)))))));
}

/** What a player has in wallet and vault, told to the game. */
function moneySheet({ link, state, write }, _, [number]) {
  const player = Number(number), { factories, players } = state().position, factory = factories[player];
  if (!factory) return null;
  const { wallet = 0, vault = 0 } = factory;
  return moneySheetOf(t("Money of {name}", { name: players[player] }), `${link} ${player}`, { wallet, vault }, async (money) => {
    back();
    await write("boards", { player: player + 1, factory, wallet: money.wallet, vault: money.vault });
  });
}

async function resultSheet({ link, state, lineOf }) {
  const { over, role, position, scores } = state();
  const missing = countButtons(state(), (name) => go(`games/${link}/${name}`, { replace: true }));
  const title = over ? t("Final score") : t("Scores so far");
  if (missing) return sheet(title, h("p.lead", t("Nobody has entered the money yet.")), role === "players" && missing);
  const given = await Promise.all(position.factories.map(async (factory, index) => (
    { name: position.players[index], text: await lineOf(factory), wallet: factory.wallet ?? 0, vault: factory.vault ?? 0, photo: null, reading: null }
  )));
  const armand = scores.scores["ARMAND-0"];
  const shown = await result(given, { title, words: winnerWords(state()), ranks: position.players.map((name) => scores.scores[name].rank) });
  if (shown && armand) shown.append(h("article.entry", h("div.total", h("span", `${armand.rank}. ARMAND-0`), h("span", String(armand.total))), h("p.small", t("Wallet {wallet}, vault {vault}, improvements {value}", { wallet: armand.wallet, vault: armand.vault, value: armand.total - armand.wallet - armand.vault }))));
  return shown;
}
