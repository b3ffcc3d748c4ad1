// @ts-check
/** Scores alone: of each player a photo and the money, then who won, with the pieces that earned it lit up. */

import { ask } from "../ask.js";
import { button, fill, h, icon } from "../h.js";
import { t, tn } from "../i18n.js";
import { busy, say, tell } from "../notices.js";
import { moneySheetOf } from "../pad.js";
import { head, sheet } from "../parts.js";
import { photoButton, readBoard, urlOf } from "../photo.js";
import { back, go } from "../router.js";
import { draft } from "../session.js";
import { keep, kept } from "../store.js";
import { Surface } from "../surface.js";

/** @typedef {{name: string, text: string, photo: string | null, reading: any, wallet: number | null, vault: number | null}} Player */

const MOST = 8;
/** @returns {Player[]} */
const players = () => kept("score") ?? [];
/** @param {Player[]} all */
const save = (all) => keep("score", all);

/** @param {HTMLElement} root */
export async function score(root) {
  const list = h("div.cards");
  const foot = h("footer.foot");
  root.append(head(t("Score a game"), button(".plain.head-button", t("Start anew"), () => (save([]), draw()))), list, foot);

  async function took(photo, index) {
    const read = await busy(t("Reading your photo…"), () => readBoard(photo));
    if (!read) return;
    const all = players();
    const one = { name: all[index]?.name ?? t("Player {number}", { number: index + 1 }), wallet: null, vault: null, ...all[index], text: read.text, photo: read.photo, reading: read.reading };
    all[index] = one;
    save(all);
    draw();
    if (one.wallet === null) go(`score/money/${index}`);
  }

  const shots = (index, first) => {
    const added = index < players().length;
    const pair = [photoButton(first ? ".primary.wide" : ".tool", [icon("camera"), index < players().length ? t("Retake") : first ? t("Photograph a board") : t("Next board")], { camera: true, got: (photo) => took(photo, index), look: { "data-shot": index } }),
      photoButton(first ? ".wide" : ".tool", t("Choose a photo"), { got: (photo) => took(photo, index) })];
    // Side by side in a row of small buttons; one below the other, the main one lowest, where they are large.
    return added || !first ? h("div.row", pair) : pair.reverse();
  };

  function draw() {
    const all = players();
    fill(list, all.map((player, index) => h("article.entry",
      h("label", h("span.small", t("Name")), h("input", { type: "text", value: player.name, maxlength: 40, onchange: (event) => rename(index, event.target.value) })),
      player.reading?.doubts.length > 0 && h("p.small", tn("{n} place is doubtful: the score may be a range.", "{n} places are doubtful: the score may be a range.", player.reading.doubts.length)),
      h("div.row", button(".tool", player.wallet === null ? t("Enter the money") : [t("Money"), h("span.nowrap", `${player.wallet} + ${player.vault}`)], () => go(`score/money/${index}`), { "data-money": index }), button(".tool", t("Remove"), () => remove(index))),
      shots(index, false))));
    const own = draft.text && all.length < MOST && button(".plain", t("Add the board at hand"), () => add({ text: draft.text, photo: draft.photo, reading: draft.reading }));
    const ready = all.length > 0 && all.every((player) => player.wallet !== null);
    fill(foot, own, all.length < MOST && shots(all.length, !ready),
      ready && button(".primary.wide", t("Who won?"), () => go("score/result"), { "data-do": "who-won" }));
  }

  function add(with_) {
    const all = players();
    all.push({ name: t("Player {number}", { number: all.length + 1 }), wallet: null, vault: null, ...with_ });
    save(all);
    draw();
    go(`score/money/${all.length - 1}`);
  }
  function rename(index, name) {
    const all = players();
    all[index].name = name || all[index].name;
    save(all);
  }
  function remove(index) {
    save(players().filter((_, other) => other !== index));
    draw();
  }

  async function moneySheet(index) {
    const all = players();
    const player = all[index];
    if (!player) return null;
    const board = await ask("board", { text: player.text });
    return moneySheetOf(player.name, `score ${index}`, { wallet: player.wallet ?? board.wallet, vault: player.vault ?? board.vault }, (money) => {
      Object.assign(player, money);
      save(all);
      draw();
      back();
    });
  }

  draw();
  return { sheet: (rest) => (rest[0] === "money" ? moneySheet(Number(rest[1])) : rest[0] === "result" ? result() : null) };
}

/** Who won, board by board. */
export async function result(given = players()) {
  const told = await ask("scores", { players: given.map((player) => ({
    text: player.text, wallet: player.wallet ?? 0, vault: player.vault ?? 0,
    unsure: (player.reading?.doubts ?? []).filter((doubt) => doubt.least !== null).map((doubt) => [doubt.where, doubt.least, doubt.most]),
  })) }).catch(tell);
  if (!told) return null;
  const names = told.winners.map((winner) => given[winner].name).join(", ");
  const words = given.length === 1 ? t("{name}: {total} points", { name: names, total: told.players[0].total }) : told.winners.length > 1 ? t("{names} share the win.", { names }) : told.certain ? t("{name} wins.", { name: names }) : t("{name} wins, unless a doubt decides otherwise.", { name: names });
  say(words);
  const boards = await Promise.all(told.players.map((final) => scored(final, given[final.player])));
  return sheet(t("Final score"), h("p.winner", words), boards);
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
    h("p.small.formula", `${formula} = ${final.total}`), final.assumed && h("p.small", t("Some values are assumed: nobody has looked them up on these pieces.")));
}
