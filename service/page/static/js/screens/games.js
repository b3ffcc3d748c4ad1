// @ts-check
/** Games at a table: begun here, and those whose links this browser has seen. */

import { call } from "../ask.js";
import { button, fill, h, icon } from "../h.js";
import { t } from "../i18n.js";
import { busy } from "../notices.js";
import { head } from "../parts.js";
import { go } from "../router.js";
import { game } from "./game.js";
import { knownGames, rememberGame } from "./known_games.js";

const MOST_PLAYERS = 4;

/** @param {HTMLElement} root @param {string[]} rest */
export async function games(root, [link]) {
  return link ? game(root, link) : list(root);
}

async function list(root) {
  const names = [t("Player {number}", { number: 1 }), t("Player {number}", { number: 2 })];
  let follow = "days";
  const fields = h("div.cards"), how = h("div");
  function draw() {
    fill(fields, names.map((name, index) => h("label.row", h("span.unseen", t("Name of player {number}", { number: index + 1 })),
      h("input.field", { type: "text", maxlength: 30, value: name, oninput: (event) => (names[index] = event.target.value), "data-player": index }),
      names.length > 1 && button(".icon-button", icon("close"), () => (names.splice(index, 1), draw()), { "aria-label": t("Remove {name}", { name }) }))),
      names.length < MOST_PLAYERS && button(".plain", t("One more player"), () => (names.push(t("Player {number}", { number: names.length + 1 })), draw()), { "data-do": "add" }));
    const radio = (value, words, more) => h("label.switch", h("input", { type: "radio", name: "follow", value, checked: follow === value, onchange: () => (follow = value) }), h("span", h("b", words), h("br"), more));
    fill(how, names.length === 1
      ? h("p.small", t("Alone you play against ARMAND-0. Enter everything that happens, also for ARMAND-0."))
      : h("fieldset", h("legend", t("What do you want to enter?")),
        radio("days", t("Only the workdays"), t("A photo of each board, then it runs. Money and blueprints you count yourselves.")),
        radio("turns", t("Everything"), t("Also what is sold, bought and completed. Then the page knows money and score."))));
  }
  draw();
  async function begin() {
    const alone = names.length === 1;
    const state = await busy(t("One moment…"), () => call("POST", "/api/games", { json: { players: names.map((name) => name.trim()), follow: alone ? "turns" : follow } }));
    if (state) await opened(state);
  }
  fill(root, head(t("Games")),
    knownGames().length > 0 && h("section", h("h2", t("Your games")), h("ul.spare", knownGames().map((one) => h("li", button(".wide", one.role === "watching" ? t("{title} (watching)", { title: one.title }) : one.title, () => go(`games/${one.link}`)))))),
    h("p", button(".plain", t("Several games in one evening"), () => go("evenings"), { "data-do": "evenings" })),
    h("section.entry", h("h2", t("A new game")), fields, how),
    h("footer.foot", h("label.wide", t("Open a saved game"), h("input.unseen", { type: "file", accept: ".json,.txt", onchange: (event) => open(event.target) })),
      button(".primary.wide", t("Begin"), begin, { "data-do": "begin" })));
}

async function opened(state) {
  rememberGame(state, state.links.players);
  await go(`games/${state.links.players}`);
}

async function open(input) {
  const [file] = input.files;
  const text = await file?.text();
  input.value = "";
  if (!text) return;
  const state = await busy(t("One moment…"), () => call("POST", "/api/games/import", { json: text.trimStart().startsWith("{") ? { journal: JSON.parse(text) } : { record: text } }));
  if (state) await opened(state);
}
