// @ts-check
/** The page begins. */

import { dark, notLoaded } from "./ask.js";
import { keepReadingCorrected } from "./corrections.js";
import { loadWords, t } from "./i18n.js";
import { hush, notice, tell } from "./notices.js";
import { tellLost } from "./photo.js";
import { refresh, screen, show } from "./router.js";
import { keepScoredBoards } from "./scored.js";
import { home } from "./screens/home.js";
import { trouble } from "./trouble.js";
import { keepUpToDate } from "./updates.js";

/** Screens that come when they are wanted, or once the first one stands. */
const LATER = ["reading", "corners", "edit", "run", "table", "pieces", "score", "teach", "teach_corners", "games", "evenings"];
const load = (name) => import(`./screens/${name}.js`);

screen("", home);
for (const name of LATER) {
  screen(name, async (root, path) => {
    try {
      const made = await load(name).catch(async () => Promise.reject(await notLoaded()));
      return await made[name](root, path);
    } catch (problem) {
      trouble(root, problem);
    }
  });
}

addEventListener("unhandledrejection", (event) => tell(event.reason));
dark.addEventListener("change", refresh);
keepReadingCorrected();
keepScoredBoards();
const spoken = await loadWords();
await show();
if (!spoken) notice("words", t("The words of your language could not be loaded."), t("Until then the page speaks English."), { words: t("Try again"), press: () => location.reload() });
tellLost();
keepUpToDate();
addEventListener("online", () => hush("offline"));
// All of the page, so that the connection may break from now on; what fails here is loaded when it is wanted.
await Promise.allSettled([...LATER.map(load), import("./square.js").then(({ loadArt }) => loadArt())]);
