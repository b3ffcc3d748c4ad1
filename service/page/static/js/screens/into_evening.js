// @ts-check
/** A game is put into an evening: one of those that are hosted here, or a new one. */

import { call } from "../ask.js";
import { button, h } from "../h.js";
import { lang, t } from "../i18n.js";
import { known, remember } from "../links.js";
import { busy } from "../notices.js";
import { sheet } from "../parts.js";
import { go } from "../router.js";

export function rememberEvening(state, link) {
  remember("evenings", { link, title: state.name, hosts: state.hosts });
}

/** The name of an evening that begins, and what begins it. @param {(made: any) => any} done */
export function newEvening(done) {
  const date = new Date().toLocaleDateString(lang, { day: "numeric", month: "long" });
  const name = h("input.field", { type: "text", maxlength: 80, value: t("Evening of {date}", { date }) });
  async function begin() {
    const made = await busy(t("One moment…"), () => call("POST", "/api/evenings", { json: { name: name.value.trim() } }));
    if (!made) return;
    rememberEvening(made, made.links.hosting);
    await done(made);
  }
  return { field: h("label", h("span.small", t("What it is called")), name), begin };
}

/** Put a game into an evening. @param {string} evening its link for hosts @param {() => string | Promise<string>} game tells the
 * game's link @returns {Promise<any>} the evening as it stands then */
export async function putInto(evening, game) {
  return busy(t("One moment…"), async () => call("POST", `/api/evenings/${evening}/games`, { json: { game: await game() } }));
}

/** @param {() => string | Promise<string>} game tells the link of the game that is put in */
export function intoEveningSheet(game) {
  const put = async (link) => (await putInto(link, game)) && go(`evenings/${link}`, { replace: true });
  const hosted = known("evenings").filter((one) => one.hosts);
  const { field, begin } = newEvening((made) => put(made.links.hosting));
  return sheet(t("Put into an evening"),
    hosted.length > 0 ? h("ul.spare", hosted.map((one) => h("li", button(".wide", one.title, () => put(one.link), { "data-evening": one.link })))) : h("p", t("An evening adds up several games in one table of standings.")),
    h("h3", t("A new evening")), field,
    button(`.wide${hosted.length ? "" : ".primary"}`, t("Begin the evening"), begin, { "data-do": "begin" }));
}
