// @ts-check
/** Games at a table: begun here, opened by their links, followed live by whoever has one. */

import { ask, call } from "../ask.js";
import { button, fill, h, icon } from "../h.js";
import { t } from "../i18n.js";
import { busy, hush, notice, say, tell } from "../notices.js";
import { head, sheet } from "../parts.js";
import { photoButton, readBoard } from "../photo.js";
import { back, go } from "../router.js";
import { Run, stillWanted } from "../run.js";
import { begin } from "../session.js";
import { sheetOf } from "../square.js";
import { keep, kept } from "../store.js";
import { Surface } from "../surface.js";
import { result } from "./score.js";

const MOST_KNOWN = 30;
/** The first letter large: sentences of the rules begin small, for they also stand within others. @param {string} words */
const capital = (words) => words.charAt(0).toLocaleUpperCase() + words.slice(1);

/** @param {HTMLElement} root @param {string[]} rest */
export async function games(root, [link]) {
  return link ? game(root, link) : list(root);
}

/** Games whose links this browser has seen. @returns {{link: string, title: string, role: string}[]} */
const known = () => kept("games") ?? [];
function remember(state, link) {
  const title = state.title || state.position.players.join(", ");
  keep("games", [{ link, title, role: state.role }, ...known().filter((one) => one.link !== link)].slice(0, MOST_KNOWN));
}
const forget = (link) => keep("games", known().filter((one) => one.link !== link));

async function list(root) {
  const names = [t("Player {number}", { number: 1 }), t("Player {number}", { number: 2 })];
  const fields = h("div.cards");
  let follow = "days";
  function draw() {
    fill(fields, names.map((name, index) => h("label.row", h("span.unseen", t("Name of player {number}", { number: index + 1 })),
      h("input.field", { type: "text", maxlength: 30, value: name, oninput: (event) => (names[index] = event.target.value), "data-player": index }),
      names.length > 1 && button(".icon-button", icon("close"), () => (names.splice(index, 1), draw()), { "aria-label": t("Remove {name}", { name }) }))),
      names.length < 4 && button(".plain", t("One more player"), () => (names.push(t("Player {number}", { number: names.length + 1 })), draw()), { "data-do": "add" }),
      h("p.small", names.length === 1 ? t("Alone you play against ARMAND-0.") : ""));
  }
  draw();
  const how = h("fieldset", h("legend", t("What is told to the page")),
    radio("days", t("Of each day how the factories run"), true), radio("turns", t("Every action: it knows shop, money and blueprints")));
  function radio(value, words, checked = false) {
    return h("label.switch", h("input", { type: "radio", name: "follow", value, checked, onchange: () => (follow = value) }), h("span", words));
  }
  fill(root, head(t("Games")),
    known().length > 0 && h("section", h("h2", t("Your games")), h("ul.spare", known().map((one) => h("li", button(".wide", one.role === "watching" ? t("{title} (watching)", { title: one.title }) : one.title, () => go(`games/${one.link}`)))))),
    h("section.entry", h("h2", t("A new game")), fields, how),
    h("footer.foot", h("label.wide", t("Open a saved game"), h("input.unseen", { type: "file", accept: ".json,.txt", onchange: (event) => open(event.target) })),
      button(".primary.wide", t("Begin"), async () => {
        const state = await busy(t("One moment…"), () => call("POST", "/api/games", { json: { players: names.map((name) => name.trim()), follow } }));
        if (!state) return;
        remember(state, state.links.players);
        await go(`games/${state.links.players}`);
      }, { "data-do": "begin" })));
}

async function open(input) {
  const [file] = input.files;
  const text = await file?.text();
  if (!text) return;
  const state = await busy(t("One moment…"), () => call("POST", "/api/games/import", { json: text.trimStart().startsWith("{") ? { journal: JSON.parse(text) } : { record: text } }));
  if (!state) return;
  remember(state, state.links.players);
  await go(`games/${state.links.players}`);
}

async function game(root, link) {
  /** @type {any} */
  let state = await call("GET", `/api/games/${link}`).catch((problem) => {
    if (problem.code === "not_found") forget(link);
    tell(problem);
  });
  if (!state) return void setTimeout(() => go("games", { replace: true }));
  remember(state, link);
  /** @type {any} */
  let board = null;
  /** @type {Surface | null} */
  let surface = null;
  /** @type {Run | null} */
  let ride = null;
  let shownPlayer = 0;
  const top = h("div.top"), headline = h("h2.earned", { tabindex: "-1" }), stage = h("div.stage-place"), told = h("ul.told"), market = h("section.market"), players = h("div.segments", { role: "group", "aria-label": t("Whose board") }), foot = h("footer.foot");
  root.append(top, headline, players, stage, told, market, foot);
  const at = `/api/games/${link}`;

  /** Write one entry; who comes too late sees how it stands now. */
  async function write(path, what) {
    const key = { "Idempotency-Key": `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}` };
    const send = () => call("POST", `${at}/${path}`, { json: { version: state.version, ...what }, headers: key });
    const next = await busy(t("One moment…"), () => send().catch((problem) => (problem.code === "offline" ? send() : Promise.reject(problem))));
    await take(next ?? (await call("GET", at).catch(() => null)));
  }

  async function take(next, animate = true) {
    if (!next || (state && next.version < state.version)) return;
    const fresh = next.version > state.version;
    state = next;
    await draw(fresh && animate);
  }

  const lineOf = (factory) => call("POST", "/page/line", { json: factory });

  async function draw(fresh = false) {
    const own = state.version;
    const acting = state.actor ? state.actor - 1 : 0;
    if (fresh || board === null) shownPlayer = state.runs.length ? state.runs.at(-1).player - 1 : acting;
    const plays = state.role === "players";
    fill(top, head(state.title || t("Game"), plays && state.version > 0 && button(".icon-button", icon("undo"), () => write("undo", {}), { "aria-label": t("Undo the last entry") }), button(".icon-button", icon("more"), () => go(`games/${link}/more`), { "aria-label": t("More") })));
    headline.textContent = state.headline;
    fill(players, state.position.players.map((name, index) => button(".segment", name, () => ((shownPlayer = index), draw()), { "aria-pressed": String(index === shownPlayer), translate: "no" })));
    players.hidden = state.position.players.length < 2;
    const run = state.runs.findLast?.((one) => one.player - 1 === shownPlayer);
    const { text } = await lineOf(state.position.factories[shownPlayer]);
    board = await ask("board", { text });
    if (own !== state.version) return;
    surface?.close();
    ride?.close();
    ride = null;
    surface = new Surface({ board, standing: true, pick: (place) => go(`games/${link}/place/${place}`) });
    fill(stage, surface.el);
    // On the first day nobody could know what would lie there.
    const otherwise = state.position.day > 1 ? state.differences : [];
    fill(told, state.happened.slice(0, otherwise.length ? undefined : state.happened.length - state.differences.length).map((line) => h("li", capital(line))));
    drawMarket();
    drawFoot(plays, acting);
    say(state.headline);
    if (fresh && run && !stillWanted()) await replay(run);
  }

  /** The workday that was just run, in movement; a tap jumps to its end. */
  async function replay(run) {
    const { text } = await lineOf(run.before);
    const day = await ask("day", { text, decisions: Object.fromEntries(run.decisions.map((one) => [one.choice, one.take])) }).catch(() => null);
    if (!day || day.halt || !surface) return;
    ride = new Run(surface, day);
    const mine = ride;
    surface.el.addEventListener("click", (event) => mine.running && (event.stopPropagation(), mine.skip()), true);
    await ride.play(ride.end);
  }

  function drawMarket() {
    if (state.follow === "days") return fill(market, h("p.small", t("Wallet {wallet}, vault {vault}", { wallet: board.wallet, vault: board.vault })));
    fill(market, h("p", t("Wallet {wallet}, vault {vault}", { wallet: board.wallet, vault: board.vault })),
      h("h3", t("Shop")), h("ul", state.shop.map((spot) => h("li", `${spot.price}: ${spot.words}`))),
      state.blueprints.length > 0 && [h("h3", t("Blueprints")), h("ul", state.blueprints.map((one) => h("li", one.words)))]);
  }

  function drawFoot(plays, acting) {
    if (state.over) return fill(foot, button(".primary.wide", t("Final score"), () => go(`games/${link}/result`), { "data-do": "result" }));
    if (!plays) return fill(foot, h("p.small", t("You are watching.")));
    const offers = state.offers;
    const question = state.question && h("p.lead", state.question);
    const name = state.position.players[acting];
    const unknown = state.actor && !state.known_boards[acting];
    const photo = state.actor && (state.follow === "days" || !state.known_boards[acting]) && offers.some((one) => ["run", "decide"].includes(one.kind)) && photoButton(unknown ? ".primary.wide" : ".wide", [icon("camera"), t("Photograph {name}’s board", { name })], { camera: true, got: (taken) => observe(taken, acting), look: { "data-do": "observe" } });
    const first = offers.filter((one) => !["finish", "demolish"].includes(one.kind));
    const shown = first.slice(0, 6), rest = offers.filter((one) => !shown.includes(one));
    fill(foot, question,
      rest.length > 0 && button(".plain", t("All {number} actions", { number: offers.length }), () => go(`games/${link}/actions`)),
      !unknown && photo,
      shown.slice().reverse().map((offer, index) => button(index === shown.length - 1 && !unknown ? ".primary.wide" : ".wide", capital(offer.words), () => act(offer), { "data-offer": offer.action, "data-kind": offer.kind })),
      unknown && photo);
  }

  const act = (offer) => write("actions", { actions: [offer.action] });

  /** A photo of a board: what differs from what was expected, then it counts. */
  async function observe(photo, player) {
    const own = state.position.factories[player];
    const sure = state.known_boards[player];
    const read = await busy(t("Reading your photo…"), async () => {
      const expected = state.position.day > 1 ? (await lineOf(own)).text : null;
      return { expected, ...(await readBoard(photo, { expected, sure })) };
    });
    if (!read) return;
    const { expected, differences } = read;
    // A photo shows neither money nor by which rules and with which pieces the game is played.
    const { rules, components, wallet, vault } = own;
    const seen = await call("POST", "/page/document", { json: { text: read.text } });
    const { text } = await lineOf({ ...seen, rules, components, wallet, vault });
    begin({ text, photo: read.photo, reading: read.reading, day: state.position.day, predicted: expected, differences, game: { link, player: player + 1, name: state.position.players[player] } }, t("photo"));
    await go(expected ? "table" : "reading");
  }

  function placeSheet(place) {
    const here = board.places.find((one) => one.place === place);
    const offers = state.offers.filter((one) => one.place === place || one.place?.startsWith(`${place}/`));
    return sheet(here?.where ?? place, h("p", { translate: "no" }, here?.spoken),
      offers.map((offer) => button(".wide", capital(offer.words), () => (back(), act(offer)), { "data-offer": offer.action })),
      here?.kind && button(".plain", t("What does {piece} do?", { piece: here.piece }), () => go(`games/${link}/help/${here.kind}`)));
  }

  async function moreSheet() {
    const plays = state.role === "players";
    return sheet(t("More"),
      button(".wide", t("Let others watch"), () => go(`games/${link}/watch`), { "data-do": "watch" }),
      plays && button(".wide", t("Let others play along"), () => go(`games/${link}/share`)),
      button(".wide", t("History"), () => go(`games/${link}/history`), { "data-do": "history" }),
      button(".wide", t("Scores as they stand"), () => go(`games/${link}/result`)),
      h("a.wide", { href: `${at}/journal`, download: "mechanica_game.json" }, t("Save the game as a file")),
      plays && button(".wide", t("Delete the game"), async () => {
        if (!confirm(t("Delete this game for good, for everybody?"))) return;
        await busy(t("One moment…"), () => call("DELETE", at));
        forget(link);
        await go("games", { replace: true });
      }));
  }

  function linkSheet(of) {
    const target = of === "players" ? state.links.players : state.links.watching;
    const url = `${location.origin}/#/games/${target}`;
    const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
    return sheet(of === "players" ? t("Let others play along") : t("Let others watch"),
      local ? h("p", t("Other devices cannot open this address. Open the page by the name or number of this computer in your network, then come back here.")) : h("div.qr", h("img", { src: `${at}/qr?of=${of}`, alt: t("QR code of the link") })),
      h("p.notation", { translate: "no" }, url),
      h("div.row", navigator.clipboard && button(".tool", t("Copy"), () => navigator.clipboard.writeText(url).then(() => say(t("Copied."))).catch(() => {})), navigator.share && button(".tool", t("Share"), () => navigator.share({ url }).catch(() => {}))));
  }

  async function historySheet() {
    const told = await call("GET", `${at}/history`).catch(tell);
    if (!told) return null;
    return sheet(t("History"), h("ol.spare", told.entries.map((entry) => h("li.entry", h("strong", t("Day {day}", { day: entry.day })), !entry.counts && h("p.small", t("taken back")), entry.words.map((line) => h("p", line))))));
  }

  async function resultSheet() {
    const given = await Promise.all(state.position.players.map(async (name, index) => {
      const factory = state.position.factories[index];
      return { name, text: (await lineOf(factory)).text, wallet: factory.wallet ?? 0, vault: factory.vault ?? 0, photo: null, reading: null };
    }));
    const shown = await result(given);
    const armand = state.scores.scores?.["ARMAND-0"];
    if (shown && armand) shown.append(h("p.lead", t("ARMAND-0: {total} points", { total: armand.total })));
    return shown;
  }

  function actionsSheet() {
    return sheet(t("All actions"), state.offers.map((offer) => button(".wide", capital(offer.words), () => (back(), act(offer)), { "data-offer": offer.action })));
  }

  // -- live: one stream a page, closed when hidden, opened anew with the version that is known -----------------------

  /** @type {EventSource | null} */
  let source = null;
  let late = 0;
  function listen() {
    unlisten();
    if (document.hidden) return;
    source = new EventSource(`${at}/events?since=${state.version}`);
    late = window.setTimeout(() => notice("stream", t("No connection to the game."), t("It goes on by itself as soon as there is one.")), 3000);
    source.onopen = () => (clearTimeout(late), hush("stream"));
    source.onerror = () => {
      clearTimeout(late);
      late = window.setTimeout(() => notice("stream", t("No connection to the game."), t("It goes on by itself as soon as there is one.")), 3000);
      if (source?.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
    };
    source.addEventListener("state", (event) => (clearTimeout(late), hush("stream"), take(JSON.parse(event.data))));
    source.addEventListener("deleted", () => (unlisten(), forget(link), notice("deleted", t("The game was deleted.")), go("games", { replace: true })));
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
  return {
    sheet: (rest) => {
      if (rest[0] === "more") return moreSheet();
      if (rest[0] === "watch") return linkSheet("watching");
      if (rest[0] === "share") return linkSheet("players");
      if (rest[0] === "history") return historySheet();
      if (rest[0] === "result") return resultSheet();
      if (rest[0] === "actions") return actionsSheet();
      if (rest[0] === "place") return placeSheet(rest.slice(1).join("/"));
      return sheetOf(`games/${link}`, rest, board);
    },
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

