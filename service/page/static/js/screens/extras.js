// @ts-check
/** Sheets that several screens open: money, sharing, settings. */

import { ask } from "../ask.js";
import { button, h } from "../h.js";
import { t } from "../i18n.js";
import { tell } from "../notices.js";
import { moneySheetOf } from "../pad.js";
import { copyButton, shareButton, sheet } from "../parts.js";
import { back, go, path } from "../router.js";
import { begin, draft, update } from "../session.js";
import { keep, kept } from "../store.js";

/** Wallet and vault. @param {any} board */
export function moneySheet(board) {
  return moneySheetOf(t("Money"), `day ${draft.day}`, { wallet: board.wallet, vault: board.vault }, async ({ wallet, vault }) => {
    const told = await ask("change", { text: draft.text, wallet, vault }).catch(tell);
    if (told) update({ text: told.text }, t("money"));
    back();
  });
}

/** What is wanted rarely. */
export function moreSheet() {
  const line = draft.text, borrowed = draft.scored || draft.game;
  const hints = h("input", { type: "checkbox", checked: Boolean(kept("hints")), onchange: (event) => keep("hints", event.target.checked) });
  return sheet(t("More"),
    h("label.switch", hints, h("span", t("Mark the best choice"))),
    h("h3", t("The board as text")),
    h("p.notation", { translate: "no" }, line),
    h("div.row.wrap",
      copyButton(line), shareButton({ text: line }),
      button(".tool", t("Enter a text"), () => enterLine())),
    !borrowed && h("h3", t("This day")),
    h("div.row.wrap",
      path()[0] !== "edit" && button(".tool", t("Edit the board"), () => go("edit")),
      !borrowed && button(".tool", t("Start anew"), async () => (begin({}, t("start anew")), await go("")))));
}

async function enterLine() {
  const line = prompt(t("A board as text:"), draft.text);
  if (!line) return;
  const told = await ask("board", { text: line }).catch(tell);
  if (told) update({ text: told.text, reading: null, photo: null, decisions: {} }, t("board as text")), back();
}
