// @ts-check
/** The workday runs: on the photo or the drawing, with a halt wherever the player decides, then what came of it. */

import { ask } from "../ask.js";
import { button, fill, h, icon } from "../h.js";
import { t } from "../i18n.js";
import { say, tell } from "../notices.js";
import { head, viewSwitch } from "../parts.js";
import { urlOf } from "../photo.js";
import { go } from "../router.js";
import { exitMarks, Run, stillWanted } from "../run.js";
import { draft, update } from "../session.js";
import { sheetOf } from "../square.js";
import { keep, kept } from "../store.js";
import { Surface } from "../surface.js";
import { dayDone } from "./day_done.js";

let drawn = false;
let awake = /** @type {any} */ (null);

/** @param {HTMLElement} root */
export async function run(root) {
  if (!draft.text) return void setTimeout(() => go("", { replace: true }));
  const url = await urlOf(draft.photo);
  const morning = draft.text;
  /** @type {any} */
  let board, day;
  try {
    [board, day] = await Promise.all([ask("board", { text: morning }), asked()]);
  } catch (problem) {
    if (/** @type {any} */ (problem).code === "offline") throw problem;
    tell(problem);
    return void setTimeout(() => go(draft.reading ? "reading" : "edit", { replace: true }));
  }
  /** @type {Surface} */
  let surface;
  /** @type {Run} */
  let ride;
  let closed = false;
  const stage = h("div.stage-place");
  const view = h("div.views");
  const controls = h("div.row.between.controls");
  const panel = h("footer.foot");
  const below = h("div.below");
  const story = h("ol.story", { "aria-label": t("What happens") });
  root.append(head(t("Day {day}: the workday", { day: draft.day })), stage, controls, view, below, h("details.told", h("summary", t("The day as a list")), story), panel);

  function asked(more = {}) {
    return ask("day", { text: morning, decisions: draft.decisions, hints: Boolean(kept("hints")), ...more });
  }

  function build(tick) {
    surface?.close();
    ride?.close();
    const onPhoto = url && draft.reading && !drawn;
    surface = new Surface({ board, photo: onPhoto ? { url, reading: draft.reading } : null, standing: !onPhoto });
    surface.el.addEventListener("click", (event) => {
      if (!ride.running) return;
      event.stopPropagation();
      ride.skip();
      arrived();
    }, true);
    fill(stage, surface.el);
    if (onPhoto) fill(surface.marks);
    ride = new Run(surface, day, tick);
    ride.changed = draw;
    ride.rate = kept("rate") ?? 1;
    fill(view, url && draft.reading ? viewSwitch(drawn, (value) => {
      drawn = value;
      const at = ride.now;
      build(at);
      arrived(true);
    }) : "");
  }

  async function move() {
    fill(below);
    fill(panel, h("p.small", t("Tap the board to jump ahead.")));
    await ride.play(ride.end);
    if (!closed) arrived();
  }

  /** At a choice or at the end: what is to be done stands lowest. */
  function arrived(quietly = false) {
    draw();
    const { halt } = ride.day;
    if (ride.tick < ride.end) return fill(panel, button(".primary.wide", [icon("play"), t("Go on")], move, { "data-do": "go-on" }));
    if (!halt) return void dayDone({ panel, below }, ride.day, morning, () => again());
    const take = (option) => decide({ ...draft.decisions, [halt.choice]: option.take });
    const marks = exitMarks(surface, halt, take);
    fill(surface.marks, ...marks.filter(Boolean));
    surface.marks.classList.add("choosing");
    fill(panel, 
      h("h2.question", { tabindex: "-1" }, halt.words),
      halt.options.map((option, index) => button(".wide.option", [h("span.number", String(index + 1)), h("span", option.words), option.best && h("span.best", t("best"))], () => take(option), { "data-take": option.take })),
      h("div.row.between", Object.keys(draft.decisions).length > 0 && button(".plain", t("Undo the last choice"), takeBack),
        button(".plain", t("Decide the rest for me"), () => rest(), { "data-do": "rest" })));
    if (!quietly) say(halt.words), panel.querySelector("h2")?.focus({ preventScroll: true });
  }

  async function decide(decisions) {
    update({ decisions });
    try {
      const told = await asked();
      surface.marks.classList.remove("choosing");
      fill(surface.marks);
      ride.take(told);
      day = told;
      await move();
    } catch (problem) {
      tell(problem);
    }
  }

  async function takeBack() {
    const kept_ = Object.entries(draft.decisions).slice(0, -1);
    update({ decisions: Object.fromEntries(kept_) });
    day = await asked().catch(tell);
    if (!day) return;
    build(Math.min(ride.tick, day.halt?.tick ?? ride.tick));
    ride.put(ride.end);
    arrived();
  }

  async function rest() {
    try {
      const told = await asked({ rest: true });
      await decide(told.decisions);
    } catch (problem) {
      tell(problem);
    }
  }

  function again() {
    update({ decisions: {} });
    asked().then((told) => {
      day = told;
      build(0);
      move();
    }, tell);
  }

  function draw() {
    if (!ride || closed) return;
    const tick = Math.floor(ride.now + 1e-6);
    const still = stillWanted();
    fill(controls, 
      button(".icon-button", icon("stepback"), () => (ride.put(Math.ceil(Math.min(ride.now, ride.day.last) - 1e-6) - 1), arrived(true)), { "aria-label": t("One step back"), disabled: ride.now <= 0 }),
      still ? null : ride.running
        ? button(".icon-button", icon("pause"), () => ride.pause(), { "aria-label": t("Pause") })
        : button(".icon-button", icon("play"), () => (ride.paused ? ride.resume() : move()), { "aria-label": t("Play"), disabled: ride.now >= ride.end }),
      h("span.tick", { role: "text" }, t("step {step} of {steps}", { step: Math.min(tick, ride.day.last), steps: ride.day.last })),
      still ? null : button(".icon-button.rate", `${ride.rate}×`, () => (ride.speed(ride.rate === 1 ? 2 : 1), keep("rate", ride.rate)), { "aria-label": t("Speed {rate}×", { rate: ride.rate }) }),
      button(".icon-button", icon("step"), () => (ride.put(Math.floor(ride.now + 1e-6) + 1), arrived(true)), { "aria-label": t("One step on"), disabled: ride.now >= ride.end }));
    fill(story, ...ride.day.story.filter((line) => !ride.day.halt || line.tick < ride.day.halt.tick).map((line) => h("li", { class: line.tick <= tick ? "past" : "" }, line.words)));
  }

  build(0);
  draw();
  try {
    awake = await navigator.wakeLock?.request("screen");
  } catch {
    awake = null;
  }
  if (stillWanted()) arrived();
  else setTimeout(() => closed || move(), 250);
  return {
    sheet: (rest_) => sheetOf("run", rest_, board),
    leave: () => {
      closed = true;
      ride.close();
      surface.close();
      awake?.release?.().catch(() => {});
    },
  };
}
