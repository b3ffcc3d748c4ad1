// @ts-check
/** A photo of the next day against what was predicted: only what differs, each a card. */

import { ask } from "../ask.js";
import { button, fill, h } from "../h.js";
import { t, tn } from "../i18n.js";
import { say, tell } from "../notices.js";
import { head, undoButton } from "../parts.js";
import { go } from "../router.js";
import { draft, update } from "../session.js";
import { crop } from "../square.js";

/** @param {HTMLElement} root */
export async function table(root) {
  const { predicted, morning } = draft;
  if (!predicted || !draft.text) return void setTimeout(() => go("reading", { replace: true }));
  const doubtful = (draft.reading?.doubts ?? []).map((doubt) => doubt.where);
  const told = await ask("differences", { predicted, found: draft.text, before: morning, doubtful }).catch(tell);
  if (!told) return;
  let left = told.differences.length;
  const list = h("div.cards");
  const onward = h("footer.foot");
  const words = tn("{n} difference to what was expected", "{n} differences to what was expected", left);
  root.append(head(t("Day {day}: the table", { day: draft.day }), undoButton() || ""), h("p.lead", left ? words : t("All lies as expected.")), list, onward);
  say(left ? words : t("All lies as expected."));

  for (const one of told.differences) {
    const where = one.places[0];
    const card = h("article.card", where ? await crop(where) : null, h("div", h("h2", one.words),
      button(".choice", t("The photo is right"), () => settle(card)),
      button(".choice", t("As expected"), async () => {
        const changed = await ask("change", { text: draft.text, changes: one.as_predicted }).catch(tell);
        if (!changed) return;
        update({ text: changed.text }, t("difference settled"));
        settle(card);
      }, { "data-do": "expected" })));
    list.append(card);
  }
  function settle(card) {
    card.remove();
    left -= 1;
    draw();
  }
  function draw() {
    fill(onward, button(".wide", t("Look at the board"), () => go("reading")), button(".primary.wide", left ? t("Go on with the photo") : t("On to day {day}", { day: draft.day }), () => go("reading"), { "data-do": "on" }));
  }
  draw();
}
