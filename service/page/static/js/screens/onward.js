// @ts-check
/** What comes after a board as it lies: its workday, in a game at a table that the game is told, or back to the scores. */

import { call } from "../ask.js";
import { button, icon } from "../h.js";
import { t } from "../i18n.js";
import { busy } from "../notices.js";
import { back, go } from "../router.js";
import { draft, returnToDay } from "../session.js";

export function onwardButton() {
  if (draft.scored) return button(".primary.wide", t("Done"), () => (history.state?.inside ? back() : go("score", { replace: true })), { "data-do": "done" });
  return draft.game
    ? button(".primary.wide", t("The board lies like this"), tellGame, { "data-do": "tell" })
    : button(".primary.wide", [icon("play"), t("Run the workday")], () => go("run"), { "data-do": "run" });
}

async function tellGame() {
  const { link, player } = draft.game;
  const told = await busy(t("One moment…"), async () => {
    const { version } = await call("GET", `/api/games/${link}`);
    const factory = await call("POST", "/page/document", { json: { text: draft.text } });
    return call("POST", `/api/games/${link}/boards`, { json: { version, player, factory } });
  });
  if (!told) return;
  returnToDay();
  await go(`games/${link}`);
}
