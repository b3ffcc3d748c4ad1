// @ts-check
/** Scores alone: of each player a photo and the money, then who won, with the pieces that earned it lit up. */

import { ask } from "../ask.js";
import { button, fill, h, icon } from "../h.js";
import { t, tn } from "../i18n.js";
import { busy, say, tell } from "../notices.js";
import { moneySheetOf } from "../pad.js";
import { head, sheet, undoButton } from "../parts.js";
import { photoButton, readBoard, urlOf } from "../photo.js";
import { back, go } from "../router.js";
import { addBoard, boards, keepBoards, lastStep, MOST_BOARDS, takeInHand, undo } from "../scored.js";
import { draft, returnToDay } from "../session.js";
import { Surface } from "../surface.js";
import { asGame, canBeGame } from "./as_game.js";
import { intoEveningSheet } from "./into_evening.js";

/** @param {HTMLElement} root */
export async function score(root) {
  returnToDay();
  const top = h("div.top"), list = h("div.cards"), foot = h("footer.foot");
  root.append(top, list, foot);
  /** @type {Surface[]} */
  let pictures = [];

  async function took(photo) {
    const read = await busy(t("Reading your photo…"), () => readBoard(photo));
    if (read) added(read);
  }

  function added(board) {
    const index = addScored(board);
    draw();
    go(`score/money/${index}`);
  }

  function change(all, what) {
    keepBoards(all, what);
    draw();
  }

  async function card(board, index) {
    const look = () => (takeInHand(index), go(board.reading ? "reading" : "edit"));
    const told = board.wallet !== null;
    const unsure = Object.values(board.unsure ?? {}).length ? " ?" : "";
    const doubts = board.reading?.doubts.length ?? 0;
    return h("article.entry.scored",
      h("div.row", h("input", { type: "text", value: board.name, maxlength: 40, "aria-label": t("Name of player {number}", { number: index + 1 }), onchange: (event) => rename(index, event.target.value) }),
        button(".icon-button", icon("close"), () => change(boards().filter((_, other) => other !== index), t("{name} removed", { name: board.name })), { "aria-label": t("Remove {name}", { name: board.name }) })),
      h("div.thumb", { "aria-hidden": "true", onclick: look }, h("div", { inert: true }, await picture(board))),
      h("div.row", button(`.tool${doubts ? ".due" : ""}`, doubts ? tn("{n} place to look at", "{n} places to look at", doubts) : t("Look at the board"), look, { "data-board": index }),
        button(`.tool${told ? "" : ".due"}`, told ? [t("Money"), h("span.nowrap", `${board.wallet} + ${board.vault}${unsure}`)] : t("Enter the money"), () => go(`score/money/${index}`), { "data-money": index })));
  }

  async function picture({ text, photo, reading }) {
    const [board, url] = await Promise.all([ask("board", { text }), reading && urlOf(photo)]);
    const surface = new Surface({ board, photo: url ? { url, reading } : null, doubts: url ? reading.doubts.map((doubt) => doubt.where) : [], standing: !url });
    pictures.push(surface);
    return surface.el;
  }

  let turn = 0;
  async function draw() {
    const own = (turn += 1);
    const all = boards();
    fill(top, head(t("Score a game"), undoButton(lastStep(), () => (undo(), draw()))));
    drawFoot(all);
    const before = pictures;
    pictures = [];
    const cards = all.length ? await Promise.all(all.map(card)).catch(tell) : [h("p", t("Photograph each player’s board and enter the money: the points are added up, and you see who won."))];
    if (own !== turn || !cards) return;
    before.forEach((one) => one.close());
    const mine = draft.text && !draft.game && !all.some((board) => board.text === draft.text && board.photo === draft.photo);
    fill(list, cards, h("div.row.wrap.between",
      mine && all.length < MOST_BOARDS && button(".plain", t("Add my board of day {day}", { day: draft.day }), () => added(draft), { "data-do": "mine" }),
      all.length > 0 && button(".plain", t("Start anew"), () => change([], t("start anew")), { "data-do": "anew" })));
  }

  function drawFoot(all) {
    const lacking = all.findIndex((board) => board.wallet === null);
    const first = all.length === 0;
    const shot = photoButton(first ? ".primary.wide" : ".tool", [icon("camera"), first ? t("Photograph a board") : t("Next board")], { camera: true, got: took, look: { "data-shot": all.length } });
    const file = photoButton(first ? ".wide" : ".tool", t("Choose a photo"), { got: took });
    fill(foot, all.length < MOST_BOARDS && (first ? [file, shot] : h("div.row", shot, file)),
      lacking >= 0 && button(".primary.wide", t("Enter the money of {name}", { name: all[lacking].name }), () => go(`score/money/${lacking}`)),
      !first && lacking < 0 && button(".primary.wide", all.length > 1 ? t("Who won?") : t("Count the points"), () => go("score/result"), { "data-do": "who-won" }));
  }

  function rename(index, name) {
    const all = boards();
    all[index].name = name.trim() || all[index].name;
    keepBoards(all);
    drawFoot(all);
  }

  async function moneySheet(index) {
    const board = boards()[index];
    if (!board) return null;
    const { wallet, vault } = await ask("board", { text: board.text });
    return moneySheetOf(board.name, `score ${index}`, { wallet: board.wallet ?? wallet, vault: board.vault ?? vault }, (money) => {
      change(boards().map((one, other) => (other === index ? { ...one, ...money } : one)), t("money"));
      back();
    });
  }

  async function resultSheet() {
    const shown = await result();
    if (canBeGame(boards())) shown?.querySelector(".winner")?.after(button(".wide", t("Put into an evening"), () => go("score/evening"), { "data-do": "evening" }));
    return shown;
  }

  const sheets = { money: moneySheet, result: resultSheet, evening: () => intoEveningSheet(asGame) };
  await draw();
  return {
    sheet: ([name, index]) => sheets[name]?.(Number(index)) ?? null,
    leave: () => pictures.forEach((one) => one.close()),
  };
}

/** Add a board to those that are scored, and tell its index. @param {{text: string, photo: string | null, reading: any}} board */
export function addScored(board) {
  const taken = boards().map((one) => one.name), numbered = (number) => t("Player {number}", { number });
  let number = 1;
  while (taken.includes(numbered(number))) number += 1;
  return addBoard(board, numbered(number), t("board added"));
}

/** Who won, board by board. @param {any[]} [given] players @param {{title: string, words: string, ranks: number[]}} [outcome] where
 * others know who won */
export async function result(given = boards(), outcome) {
  const told = await ask("scores", { players: given.map((player) => ({
    text: player.text, wallet: player.wallet ?? 0, vault: player.vault ?? 0,
    unsure: [
      ...(player.reading?.doubts ?? []).filter((doubt) => doubt.least !== null).map((doubt) => [doubt.where, doubt.least, doubt.most]),
      ...Object.entries(player.unsure ?? {}).map(([pot, range]) => [pot, ...range]),
    ],
  })) }).catch(tell);
  if (!told) return null;
  const names = told.winners.map((winner) => given[winner].name).join(", ");
  const words = outcome?.words ?? (given.length === 1 ? t("{name}: {total} points", { name: names, total: told.players[0].total }) : told.winners.length > 1 ? t("{names} share the win.", { names }) : told.certain ? t("{name} wins.", { name: names }) : t("{name} wins, unless a doubt decides otherwise.", { name: names }));
  say(words);
  const parts = await Promise.all(told.players.map((final) => scored({ ...final, rank: outcome?.ranks[final.player] ?? final.rank }, given[final.player])));
  return sheet(outcome?.title ?? t("Final score"), h("p.winner", words), parts);
}

async function scored(final, player) {
  const board = await ask("board", { text: player.text });
  const url = player.reading && (await urlOf(player.photo));
  const place = h("div.stage-place");
  let chosen = "";
  const earning = final.lines.map((line) => line.place);
  const lines = h("ul.lines");
  function draw() {
    const lit = chosen && chosen !== "wallet" && chosen !== "vault" ? [chosen] : earning;
    const surface = new Surface({ board, photo: url ? { url, reading: player.reading } : null, lit, standing: url ? false : true, name: t("Board of {name}", { name: player.name }) });
    fill(place, surface.el);
    const line = (where, words, value) => h("li", button(".line", [h("span", words), h("b", String(value))], () => ((chosen = chosen === where ? "" : where), draw()), { "aria-pressed": String(chosen === where), "data-line": where }));
    fill(lines, line("wallet", t("Wallet"), final.wallet), line("vault", t("Vault"), final.vault), final.lines.map((one) => line(one.place, one.words, one.value)));
  }
  draw();
  const formula = [final.wallet, final.vault, ...final.lines.map((line) => line.value)].join(" + ");
  const range = final.least === final.most ? "" : ` (${final.least}–${final.most})`;
  return h("article.entry", h("div.total", h("span", `${final.rank}. ${player.name}`), h("span", `${final.total}${range}`)), place, lines,
    h("p.small.formula", `${formula} = ${final.total}`), final.assumed && h("p.small", t("Some values are guesses: nobody has checked them on the pieces.")));
}
