// @ts-check
/** An evening: how its players stand, and its games as they are played. */

import { call } from "../ask.js";
import { button, fill, h, icon } from "../h.js";
import { capital, lang, t } from "../i18n.js";
import { forget, known, linkSheet } from "../links.js";
import { busy, hush, notice, say, tell } from "../notices.js";
import { head, sheet, sureSheet } from "../parts.js";
import { back, go } from "../router.js";
import { putInto, rememberEvening } from "./into_evening.js";

/** So often it is looked whether something has changed, in milliseconds. */
const LOOKED_AT = 15_000;

/** @param {HTMLElement} root @param {string} link */
export async function evening(root, link) {
  const at = `/api/evenings/${link}`;
  /** @type {any} */
  let state = await call("GET", at).catch((problem) => {
    if (problem.code !== "not_found") throw problem;
    forget("evenings", link);
    tell(problem);
  });
  if (!state) return void setTimeout(() => go("evenings", { replace: true }));
  rememberEvening(state, link);
  const top = h("div.top"), standings = h("section"), games = h("section"), foot = h("footer.foot");
  root.append(top, standings, games, foot);

  function draw() {
    fill(top, head(state.name, button(".icon-button", icon("more"), () => go(`evenings/${link}/more`), { "aria-label": t("More") })));
    fill(standings, h("h2", t("Standings")), state.standings.length ? table() : h("p", t("They come with the first game that is over.")));
    fill(games, h("h2", t("Games")), state.games.length ? h("ul.spare", state.games.map(entry)) : h("p", t("There is no game yet.")));
    fill(foot, state.hosts ? button(".primary.wide", t("Add a game"), () => go(`evenings/${link}/add`), { "data-do": "add" }) : h("p.small", t("You are watching.")));
  }

  function table() {
    const average = new Intl.NumberFormat(lang, { maximumFractionDigits: 2 });
    const row = (player) => h("tr", h("th", { scope: "row" }, h("span.rank", `${player.rank}.`), " ", h("span", { translate: "no" }, player.name)), [player.games, player.average_placing, player.average_score].map((value) => h("td", average.format(value))));
    const columns = [t("Player"), t("Games"), t("Placing"), t("Points")];
    return [h("table.standings", h("thead", h("tr", columns.map((words) => h("th", { scope: "col" }, words)))), h("tbody", state.standings.map(row))),
      h("p.small", t("Placing and points are averages over the games that are over. The lower placing decides, then the points."))];
  }

  function entry(game) {
    const scores = game.players.map((name, index) => `${name} ${game.totals[index]}`).join(" · ");
    const open = button(".wide.game-entry", [h("span", game.title || scores), game.title && h("span.small", scores), h("span.small", capital(game.headline))], () => go(`games/${game.links.players ?? game.links.watching}`));
    return h("li.row", open, state.hosts && button(".icon-button", icon("close"), () => takeOut(game), { "aria-label": t("Take {title} out", { title: game.title || scores }) }));
  }

  async function take(next) {
    if (!next || JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    draw();
  }

  const add = async (game) => take(await putInto(link, () => game));

  async function takeOut(game) {
    await take(await busy(t("One moment…"), () => call("DELETE", `${at}/games/${game.number}`)));
    const again = { words: t("Undo"), press: () => (hush("out"), add(game.links.players ?? game.links.watching)) };
    notice("out", t("The game was taken out of the evening."), "", again);
  }

  function addSheet() {
    const here = new Set(state.games.flatMap((game) => [game.links.players, game.links.watching]));
    const mine = known("games").filter((game) => !here.has(game.link));
    const field = h("input.field", { type: "text", inputmode: "url", maxlength: 200, "aria-label": t("Link of a game") });
    const put = (game) => (back(), add(game));
    return sheet(t("Add a game"),
      mine.length > 0 && [h("h3", t("Your games")), h("ul.spare", mine.map((game) => h("li", button(".wide", game.title, () => put(game.link), { "data-game": game.link }))))],
      h("h3", t("By its link")), h("p.small", t("Each table shows it under “More”, “Let others play along”.")),
      h("div.row", field, button(".tool", t("Add"), () => field.value.trim() && put(field.value.trim().split("/").at(-1)), { "data-do": "add-link" })),
      h("h3", t("A game that is not here yet")),
      h("div.row", button(".tool", t("Begin a game"), () => go("games")), button(".tool", t("Score a game"), () => go("score"))));
  }

  function moreSheet() {
    return sheet(t("More"),
      button(".wide", t("Let others watch"), () => go(`evenings/${link}/watch`), { "data-do": "watch" }),
      state.hosts && button(".wide", t("Let others host"), () => go(`evenings/${link}/host`)),
      h("a.wide", { href: `${at}/standings`, download: "standings.csv" }, t("Save the standings as a table")),
      h("a.wide", { href: `${at}/archive`, download: "evening.zip" }, t("Save everything as a file")),
      state.hosts && button(".wide", t("Delete the evening"), () => go(`evenings/${link}/delete`, { replace: true }), { "data-do": "delete" }));
  }

  function deleteSheet() {
    return sureSheet(t("Delete the evening"), t("Delete this evening for good, for everybody? Its games stay."), t("Delete"), async () => {
      if ((await busy(t("One moment…"), () => call("DELETE", at).then(() => true))) !== true) return;
      forget("evenings", link);
      await go("evenings", { replace: true });
    });
  }

  const sheets = {
    add: () => state.hosts ? addSheet() : null,
    more: moreSheet,
    delete: () => state.hosts ? deleteSheet() : null,
    watch: () => linkSheet(t("Let others watch"), t("Who opens this link sees the evening and cannot change it."), `evenings/${state.links.watching}`, `${at}/qr?of=watching`),
    host: () => state.hosts ? linkSheet(t("Let others host"), t("Who opens this link can add games and take them out."), `evenings/${state.links.hosting}`, `${at}/qr?of=hosting`) : null,
  };

  async function look() {
    if (!document.hidden) await take(await call("GET", at).catch(() => null));
  }
  const clock = setInterval(look, LOOKED_AT);
  document.addEventListener("visibilitychange", look);

  draw();
  say(state.name);
  return {
    sheet: ([name]) => sheets[name]?.() ?? null,
    leave: () => {
      clearInterval(clock);
      hush("out");
      document.removeEventListener("visibilitychange", look);
    },
  };
}
