// @ts-check
/** A photo of the next day against what was predicted: only what differs, each a card. */

import { ask } from "../ask.js";
import { button, fill, h } from "../h.js";
import { t, tn } from "../i18n.js";
import { say, tell } from "../notices.js";
import { head, undoButton } from "../parts.js";
import { go } from "../router.js";
import { draft, update, watch } from "../session.js";
import { corrected, crop } from "../square.js";

/** @param {HTMLElement} root */
export async function table(root) {
  if (!draft.differences) return away();
  const top = h("div.top"), lead = h("p.lead"), list = h("div.cards"), foot = h("footer.foot");
  root.append(top, lead, list, foot);

  /** Where there is nothing to compare, as after undo. */
  function away() {
    setTimeout(() => go(draft.reading ? "reading" : draft.text ? "edit" : "", { replace: true }));
  }

  /** These cards are right on one side. @param {any[]} cards @param {"as_in_photo" | "as_expected"} side */
  async function settle(cards, side) {
    const { text, differences, reading } = draft;
    const changes = cards.flatMap((card) => card[side]);
    const changed = changes.length ? await ask("change", { text, changes }).catch(tell) : { text };
    if (!changed || text !== draft.text) return;
    const settled = (where) => cards.some((card) => card.places.some((place) => where === place || where.startsWith(`${place}/`)));
    update({
      text: changed.text,
      differences: /** @type {any[]} */ (differences).filter((card) => !cards.includes(card)),
      reading: reading && { ...corrected(reading, changes), doubts: reading.doubts.filter((doubt) => !settled(doubt.where)) },
      decisions: {},
    }, t("what differs"));
  }

  async function all(side) {
    await settle(draft.differences ?? [], side);
    if (!draft.differences?.length) go("reading");
  }

  async function card(one) {
    const side = (name, words, what) => button(".choice.side", [h("span.small", words), h("span", what)], () => settle([one], name), { "data-do": name });
    return h("article.card.either", one.places.length > 0 && (await crop(one.places[0])), h("h2", { translate: "no" }, one.title),
      h("div.grid2", side("as_in_photo", one.doubtful ? t("In the photo, perhaps") : t("In the photo"), one.photo), side("as_expected", t("Expected"), one.expected)));
  }

  async function draw() {
    const { differences } = draft;
    if (!differences) return away();
    const left = differences.length;
    const words = left ? tn("{n} thing is not as expected. Which is right?", "{n} things are not as expected. Which is right?", left) : t("All is as expected.");
    fill(top, head(t("Day {day}", { day: draft.day }), undoButton()));
    lead.textContent = words;
    const shown = await Promise.all(differences.map(card));
    const at = [...list.children].findIndex((one) => one.contains(document.activeElement));
    fill(list, shown);
    if (at >= 0) /** @type {any} */ (shown[Math.min(at, left - 1)] ?? foot).querySelector("button")?.focus();
    fill(foot, h("div.row", button(".tool", t("Look at the board"), () => go("reading")), left > 1 && button(".tool", t("All as expected"), () => all("as_expected"))),
      left ? button(".primary.wide", left > 1 ? t("All as in the photo") : t("As in the photo"), () => all("as_in_photo"), { "data-do": "all" }) : button(".primary.wide", t("On to day {day}", { day: draft.day }), () => go("reading"), { "data-do": "on" }));
    say(words);
  }

  const stop = watch(draw);
  await draw();
  return { leave: stop };
}
