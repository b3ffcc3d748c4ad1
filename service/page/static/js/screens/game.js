// @ts-check
/** A game at a table: how it stands, what can be done now, and live for whoever has its link. */

import { ask, call } from "../ask.js";
import { button, fill, h, icon } from "../h.js";
import { capital, t } from "../i18n.js";
import { busy, hush, notice, say, tell } from "../notices.js";
import { head } from "../parts.js";
import { readBoard } from "../photo.js";
import { go, path, refreshSheet } from "../router.js";
import { Run, stillWanted } from "../run.js";
import { borrow } from "../session.js";
import { kinds, sheetOf } from "../square.js";
import { Surface } from "../surface.js";
import { doneOnSquares, marketOf, offersOf } from "./game_offers.js";
import { gameSheet } from "./game_sheets.js";
import { forgetGame, rememberGame, titleOf } from "./known_games.js";
import { afterwards, outcomeWords, rankedOf } from "./outcome.js";

/** Sheets that show how the game stands. */
const FOLLOWING = ["place", "result", "buying", "history"];

/** A factory's document as a line. */
const lineOf = async (factory) => (await call("POST", "/page/line", { json: factory })).text;

/** @param {HTMLElement} root @param {string} link */
export async function game(root, link) {
  const at = `/api/games/${link}`;
  /** @type {any} */
  let state = await call("GET", at).catch((problem) => {
    if (problem.code !== "not_found") throw problem;
    forgetGame(link);
    tell(problem);
  });
  if (!state) return void setTimeout(() => go("games", { replace: true }));
  rememberGame(state, link);
  /** @type {any} */
  let board = null;
  /** @type {Surface | null} */
  let surface = null;
  /** @type {Run | null} */
  let ride = null;
  let shownPlayer = 0;
  const top = h("div.top"), headline = h("h2.earned", { tabindex: "-1" }), outcome = h("div.outcome"), players = h("div.segments", { role: "group", "aria-label": t("Whose board") }), stage = h("div.stage-place"), money = h("div.money"), told = h("ul.told"), options = h("div.offers"), market = h("section.market"), foot = h("footer.foot");
  root.classList.add("game");
  root.append(top, headline, outcome, players, stage, money, told, options, market, foot);

  /** Write one entry; who comes too late sees how it stands now. */
  async function write(what, entry) {
    const key = { "Idempotency-Key": `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}` };
    const send = () => call("POST", `${at}/${what}`, { json: { version: state.version, ...entry }, headers: key });
    const next = await busy(t("One moment…"), () => send().catch((problem) => (problem.code === "offline" ? send() : Promise.reject(problem))));
    await take(next ?? (await call("GET", at).catch(() => null)));
    return next;
  }

  const act = (offer) => write("actions", { actions: [offer.action] });

  async function take(next, animate = true) {
    if (!next || next.version < state.version) return;
    const fresh = next.version > state.version;
    state = next;
    await draw(fresh && animate);
  }

  async function draw(fresh = false) {
    const own = state.version;
    const acting = state.actor ? state.actor - 1 : 0;
    const ran = state.runs.at(-1), running = state.position.phase === "run";
    // Whose factory ran is looked at until the next runs; then whoever takes a turn.
    if (fresh || board === null) shownPlayer = ran && (running || (fresh && !stillWanted())) ? ran.player - 1 : acting;
    const plays = state.role === "players";
    const names = state.position.players;
    const run = state.runs.findLast?.((one) => one.player - 1 === shownPlayer);
    const [text, known] = await Promise.all([lineOf(state.position.factories[shownPlayer]), kinds(state.position.components)]);
    const lying = await ask("board", { text });
    if (own !== state.version) return;
    board = lying;
    fill(top, head(titleOf(state), plays && state.version > 0 && button(".icon-button", icon("undo"), () => write("undo", {}), { "aria-label": t("Undo the last step") }), button(".icon-button", icon("more"), () => go(`games/${link}/more`), { "aria-label": t("More") })));
    headline.className = state.over ? "winner" : "earned";
    headline.textContent = state.over ? outcomeWords(state) : capital(state.headline);
    fill(outcome, state.over && rankedOf(state));
    fill(players, names.map((name, index) => button(".segment", name, () => ((shownPlayer = index), draw()), { "aria-pressed": String(index === shownPlayer), translate: "no" })));
    players.hidden = names.length < 2;
    surface?.close();
    ride?.close();
    ride = null;
    // What is offered is done on the board of whoever acts.
    const squares = shownPlayer === acting ? doneOnSquares(state) : [];
    surface = new Surface({ board, standing: true, offered: squares, pick: (place) => go(`games/${link}/place/${place}`) });
    fill(stage, surface.el);
    fill(money, moneyLine(plays));
    // On the first day nobody could know what would lie there.
    const otherwise = state.position.day > 1 ? state.differences : [];
    fill(told, state.happened.slice(0, otherwise.length ? undefined : state.happened.length - state.differences.length).map((line) => h("li", capital(line))));
    told.hidden = !told.firstChild;
    const pressed = [options, market, foot].some((place) => place.contains(document.activeElement));
    const open = (sheet) => go(`games/${link}/${sheet}`);
    const offered = { state, known, act, open, observe: (photo) => observe(photo, acting) };
    const { list, last } = plays && !state.over ? offersOf(offered) : { list: [], last: [] };
    fill(options, list);
    fill(market, marketOf(offered));
    fill(foot, state.over ? afterwards(state, open) : plays ? last : h("p.small", t("You are watching.")));
    if (FOLLOWING.includes(path()[2])) refreshSheet();
    say([headline.textContent, ...state.happened.slice(0, 3)].join(". "));
    if (pressed && document.activeElement === document.body) headline.focus({ preventScroll: true });
    root.dataset.version = state.version;
    if (!fresh) return;
    scrollTo({ top: 0 });
    if (!run || stillWanted()) return;
    if (!(await replay(run)) || running || own !== state.version || shownPlayer === acting) return;
    shownPlayer = acting;
    await draw();
  }

  /** Money is told as a fact only where it is one. */
  function moneyLine(plays) {
    const { wallet, vault } = board;
    if (state.known_money[shownPlayer]) return h("p.small", t("Wallet {wallet}, vault {vault}", { wallet, vault }));
    return [h("p.small", t("Wallet unknown, vault at least {vault}", { vault })), plays && button(".plain", t("Enter the money"), () => go(`games/${link}/money/${shownPlayer}`), { "data-do": "money" })];
  }

  /** The workday that was just run, in movement; a tap jumps to its end. Tells whether nothing else is shown since. */
  async function replay(run) {
    const text = await lineOf(run.before);
    const day = await ask("day", { text, decisions: Object.fromEntries(run.decisions.map((one) => [one.choice, one.take])) }).catch(() => null);
    if (!day || day.halt || !surface) return false;
    ride = new Run(surface, day);
    const mine = ride;
    surface.el.addEventListener("click", (event) => mine.running && (event.stopPropagation(), mine.skip()), true);
    await mine.play(mine.end);
    return mine === ride;
  }

  /** A photo of a board: what differs from what was expected, then it counts. */
  async function observe(photo, player) {
    hush("again");
    const { day, factories } = state.position;
    const read = await busy(t("Reading your photo…"), async () => {
      const of = await lineOf(factories[player]);
      const known = { of, game: true, expected: day > 1 ? of : null, sure: state.known_boards[player] };
      return { predicted: known.expected, ...(await readBoard(photo, known)) };
    });
    if (!read) return;
    borrow({ ...read, day, game: atTable(player) });
    await go(read.predicted ? "table" : "reading");
  }

  const atTable = (player) => ({ link, player: player + 1, name: state.position.players[player], sure: state.known_boards[player] });

  /** Lay right by hand what lies on the board that is shown. @param {string} [place] the square to begin with */
  async function correct(place) {
    const text = await lineOf(state.position.factories[shownPlayer]);
    borrow({ text, day: state.position.day, game: atTable(shownPlayer) });
    await go("edit");
    if (place) await go(`edit/square/${place}`);
  }

  // -- live: one stream a page, closed when hidden, opened anew with the version that is known -----------------------

  /** @type {EventSource | null} */
  let source = null;
  let late = 0;
  const lateSoon = () => {
    clearTimeout(late);
    late = window.setTimeout(() => notice("stream", t("No connection to the game."), t("It goes on by itself as soon as there is one.")), 3000);
  };
  const alive = () => (clearTimeout(late), hush("stream"), hush("offline"));
  function listen() {
    unlisten();
    if (document.hidden) return;
    source = new EventSource(`${at}/events?since=${state.version}`);
    lateSoon();
    source.onopen = alive;
    source.onerror = () => {
      lateSoon();
      if (source?.readyState === EventSource.CLOSED) setTimeout(() => source && listen(), 2000);
    };
    source.addEventListener("state", (event) => (alive(), take(JSON.parse(event.data))));
    source.addEventListener("deleted", () => (unlisten(), forgetGame(link), notice("deleted", t("The game was deleted.")), go("games", { replace: true })));
  }
  function unlisten() {
    clearTimeout(late);
    source?.close();
    source = null;
  }
  async function seen() {
    if (document.hidden) return unlisten();
    // Streams may have died unnoticed: first how it stands, then a new one.
    const now = await call("GET", at).catch(() => null);
    if (now) hush("stream"), await take(now, false);
    listen();
  }
  document.addEventListener("visibilitychange", seen);
  addEventListener("pageshow", seen);

  await draw();
  listen();
  const sheets = { link, at, write, act, correct, lineOf, state: () => state, board: () => board, shown: () => shownPlayer };
  return {
    sheet: async (rest) => (await gameSheet(sheets, rest)) ?? sheetOf(`games/${link}`, rest, board),
    leave: () => {
      unlisten();
      hush("stream");
      ride?.close();
      surface?.close();
      document.removeEventListener("visibilitychange", seen);
      removeEventListener("pageshow", seen);
    },
  };
}
