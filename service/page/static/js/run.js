// @ts-check
/** A workday in movement: bots ride along the belts of a surface, all by time, with transforms and opacity alone. */

import { s, h } from "./h.js";
import { botElement, pose } from "./surface.js";

const TICK = 520;
const SOON = 0.18;

/** Asked for anew each time: whoever changes it in mid-run is heard. */
export const stillWanted = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Run {
  /** @param {import("./surface.js").Surface} surface @param {any} day what is asked as "day" */
  constructor(surface, day, tick = 0) {
    this.surface = surface;
    this.tick = tick;
    this.rate = 1;
    this.day = day;
    /** @type {Animation[]} */
    this.playing = [];
    this.paused = false;
    this.changed = () => {};
    this.take(day);
    this.hidden = () => (document.hidden ? this.playing.forEach((one) => one.pause()) : this.paused || this.playing.forEach((one) => one.play()));
    document.addEventListener("visibilitychange", this.hidden);
  }

  close() {
    this.stop();
    document.removeEventListener("visibilitychange", this.hidden);
  }

  /** The same day with more decided: what has been seen of it stays. */
  take(day) {
    this.day = day;
    this.stop();
    const { bots } = this.surface;
    bots.replaceChildren();
    this.actors = day.bots.map((bot) => {
      const el = botElement(bot.model, bot.bot);
      bots.append(el);
      return { el, bot, frames: this.#frames(bot) };
    });
    for (const coin of day.coins) {
      const el = h(`div.coin.${coin.pot}`, `+${coin.coins}`);
      bots.append(el);
      const [x, y] = this.surface.at(coin.x + 22, coin.y - 22), size = this.surface.scale(coin.x, coin.y);
      this.actors.push({ el, bot: { born: coin.tick, gone: coin.tick + 3, lost: null }, frames: [[coin.tick, x, y, size]] });
    }
    this.put(this.tick);
  }

  /** Key frames on this surface, made once: tick, x, y, size. */
  #frames(bot) {
    const last = bot.frames.length - 1;
    return bot.frames.map(([tick, x, y, size], index) => {
      const name = index === 0 ? bot.bot : index === last ? bot.ends : "";
      const [px, py] = name ? this.surface.hole(name, x, y) : this.surface.at(x, y);
      return [tick, px, py, size * this.surface.botSize(x, y, bot.r)];
    });
  }

  /** The last tick that can be shown before something is to be chosen. */
  get end() {
    return this.day.halt ? this.day.halt.tick : this.day.last + SOON;
  }

  get running() {
    return this.playing.length > 0 && !this.paused;
  }

  #pose(actor, tick) {
    const { frames, bot } = actor;
    let at = frames.findIndex((frame) => frame[0] > tick);
    const opacity = this.#opacity(bot, tick);
    if (at < 0) at = frames.length;
    if (at === 0) return pose(frames[0][1], frames[0][2], frames[0][3], opacity);
    const before = frames[at - 1], after = frames[at] ?? before;
    const part = after === before ? 0 : (tick - before[0]) / (after[0] - before[0]);
    const between = [1, 2, 3].map((n) => before[n] + part * (after[n] - before[n]));
    return pose(between[0], between[1], between[2], opacity);
  }

  #opacity(bot, tick) {
    if (bot.born !== null && tick < bot.born) return 0;
    if (bot.gone !== null && tick >= bot.gone + SOON) return 0;
    return 1;
  }

  /** Show the day as it is at a tick, at once. */
  put(tick) {
    this.stop();
    this.tick = Math.max(0, Math.min(tick, this.end));
    for (const actor of this.actors) Object.assign(actor.el.style, this.#pose(actor, this.tick));
    this.changed();
  }

  /** Move on to a tick. @param {number} to @returns {Promise<void>} done when it is reached or the run was stopped */
  async play(to) {
    to = Math.min(to, this.end);
    if (stillWanted() || to <= this.tick) return this.put(to);
    this.stop();
    const from = this.tick, duration = (to - from) * TICK;
    this.paused = false;
    this.target = to;
    this.playing = this.actors.filter((actor) => this.#moves(actor, from, to)).map((actor) => {
      const times = [from, ...actor.frames.map((frame) => frame[0]), actor.bot.born, actor.bot.gone, actor.bot.gone === null ? null : actor.bot.gone + SOON, to];
      const within = [...new Set(times.filter((time) => time !== null && time >= from && time <= to))].sort((a, b) => a - b);
      const frames = within.flatMap((time) => {
        const frame = { ...this.#pose(actor, time), offset: (time - from) / (to - from) };
        // What is born is seen at once, and what goes fades.
        return time === actor.bot.born && time > from ? [{ ...this.#pose(actor, time - 1e-6), opacity: 0, offset: frame.offset }, frame] : [frame];
      });
      const animation = actor.el.animate(frames, { duration, fill: "forwards", easing: "linear" });
      animation.playbackRate = this.rate;
      return animation;
    });
    this.clock = this.surface.bots.animate([{ visibility: "visible" }, { visibility: "visible" }], { duration });
    this.clock.playbackRate = this.rate;
    this.playing.push(this.clock);
    this.startedAt = from;
    if (document.hidden) this.hidden();
    this.changed();
    const own = this.clock;
    await own.finished.catch(() => {});
    if (this.clock === own) this.put(to);
  }

  #moves({ frames, bot }, from, to) {
    const crosses = (time) => time !== null && time >= from - SOON && time <= to;
    return frames.some((frame, index) => index && frame[0] > from && frames[index - 1][0] < to) || crosses(bot.born) || crosses(bot.gone);
  }

  /** Where the run is now, also between ticks. */
  get now() {
    if (!this.clock || !this.playing.length) return this.tick;
    return this.startedAt + Number(this.clock.currentTime ?? 0) / TICK;
  }

  stop() {
    const now = this.now;
    const playing = this.playing;
    this.playing = [];
    this.clock = undefined;
    this.paused = false;
    if (playing.length) this.tick = now;
    for (const one of playing) one.cancel();
  }

  /** Jump to where this run leads, and no further. */
  skip() {
    this.put(this.end);
  }

  pause() {
    this.paused = true;
    this.playing.forEach((one) => one.pause());
    this.changed();
  }

  resume() {
    this.paused = false;
    this.playing.forEach((one) => one.play());
    this.changed();
  }

  /** @param {number} rate */
  speed(rate) {
    this.rate = rate;
    this.playing.forEach((one) => one.updatePlaybackRate(rate));
    this.changed();
  }
}

/** The numbers of a choice's options where they lead: on the surface as on the buttons. */
export function exitMarks(surface, halt, take) {
  const unit = Math.max(surface.scale(halt.x, halt.y), surface.part(0.0019));
  const here = s("polygon.lit", { points: surface.outline(halt.place) });
  return [here, ...halt.options.map((option, index) => {
    if (option.x === null) return null;
    const [x, y] = surface.at(option.x, option.y);
    return s("g.exit", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, onclick: () => take(option) },
      s("circle.reach", { r: 34 * unit }),
      s("circle.badge", { r: 19 * unit, "stroke-width": 3 * unit }),
      s("text", { y: 9 * unit, "font-size": 26 * unit }, String(index + 1)));
  })];
}
