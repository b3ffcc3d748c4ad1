// @ts-check
/** The page begins. */

import { dark } from "./ask.js";
import { loadWords } from "./i18n.js";
import { tell } from "./notices.js";
import { refresh, screen, show } from "./router.js";
import { corners } from "./screens/corners.js";
import { edit } from "./screens/edit.js";
import { games } from "./screens/games.js";
import { home } from "./screens/home.js";
import { pieces } from "./screens/pieces.js";
import { reading } from "./screens/reading.js";
import { run } from "./screens/run.js";
import { score } from "./screens/score.js";
import { table } from "./screens/table.js";
import { teach } from "./screens/teach.js";
import { keepUpToDate } from "./updates.js";

screen("", home);
screen("reading", reading);
screen("corners", corners);
screen("edit", edit);
screen("run", run);
screen("table", table);
screen("pieces", pieces);
screen("score", score);
screen("teach", teach);
screen("games", games);

addEventListener("unhandledrejection", (event) => tell(event.reason));
dark.addEventListener("change", refresh);
await loadWords();
await show();
keepUpToDate();
