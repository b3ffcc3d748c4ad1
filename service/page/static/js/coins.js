// @ts-check
/** Coins counted in a photo: each ringed with its value, the doubtful ones to be looked at, a tap for each. */

import { offline } from "./ask.js";
import { button, fill, h, icon, s } from "./h.js";
import { t, tn } from "./i18n.js";
import { busy, say } from "./notices.js";
import { sheet } from "./parts.js";
import { photoButton, sendPhoto, urlOf } from "./photo.js";
import { go, path } from "./router.js";
import { keep, kept } from "./store.js";

/**
 * @typedef {{value: number | null, runner_up: number | null, doubtful: boolean, centre: [number, number], outline: [number, number][]}} Coin
 * a hidden numeral has no value, and what is no coin the value 0
 * @typedef {{of: string, pot: string, photo: string, size: [number, number], coins: Coin[], chosen: number}} Counted
 */

const VALUES = [1, 5, 10, 20];
/** About so wide is the photo on a phone, in CSS pixels: marks are sized by it. */
const SHOWN = 360;

/** What was counted for a pot of somebody's money, if anything. @param {string} of @param {string} pot @returns {Counted | null} */
export function counted(of, pot) {
  const found = kept("coins");
  return found?.of === of && found.pot === pot ? found : null;
}

/** Two buttons that photograph coins, or choose a photo of them, and open their sheet. @param {string} of @param {string} pot */
export function coinButtons(of, pot) {
  const got = async (photo) => {
    const found = await busy(t("Counting the coins…"), () => count(photo));
    if (!found) return;
    keep("coins", { of, pot, ...found, chosen: Math.max(0, found.coins.findIndex((coin) => coin.doubtful)) });
    const here = path().join("/");
    await go(here.endsWith("/coins") ? here : `${here}/coins`);
  };
  return h("div.row.coin-photos", photoButton(".tool", [icon("camera"), t("Photograph the coins")], { camera: true, got, look: { "data-do": "coins" } }), photoButton(".tool", t("Choose a photo"), { got }));
}

async function count(photo) {
  const { told, name } = await sendPhoto("/api/coins", photo).catch((problem) => {
    throw problem.code === "offline" ? offline(t("Coins are counted by the service, and there is no connection to it.")) : problem;
  });
  const coins = told.coins.map(({ value, runner_up, doubtful, centre, outline }) => ({ value, runner_up, doubtful, centre, outline }));
  return { photo: name, size: [told.photo.width, told.photo.height], coins };
}

/** What coins come to: at least and at most, where some are doubtful. @param {Coin[]} coins */
function sums(coins) {
  const may = ({ value, runner_up, doubtful }) => (value === null ? [0, ...VALUES] : doubtful ? [value, runner_up ?? 0] : [value]);
  const sum = (of) => coins.reduce((total, coin) => total + of(coin), 0);
  return { total: sum((coin) => coin.value ?? 0), least: sum((coin) => Math.min(...may(coin))), most: sum((coin) => Math.max(...may(coin))) };
}

/**
 * The sheet of counted coins.
 * @param {Counted} found @param {(total: number, unsure: [number, number] | null) => any} use
 */
export async function coinsSheet(found, use) {
  const url = await urlOf(found.photo);
  const { coins } = found;
  const box = around(found);
  const unit = box[2] / SHOWN;
  const rings = s("svg.rings", { viewBox: box.join(" "), role: "img", "aria-label": t("The photo of the coins"), onclick: nearest });
  const panel = h("div.coin-panel"), foot = h("footer.sheet-foot");

  function draw() {
    keep("coins", found);
    const doubts = coins.filter((coin) => coin.doubtful).length;
    const { total, least, most } = sums(coins);
    fill(rings, url && s("image", { href: url, width: found.size[0], height: found.size[1] }), coins.map(ring));
    fill(panel, choice(doubts));
    fill(foot, button(".primary.wide", t("Use {total}", { total }), () => use(total, least < most ? [least, most] : null), { "data-do": "use" }));
  }

  function ring(coin, index) {
    // Beside its numeral, where the outline is farthest to the right and up.
    const [x, y] = coin.outline.reduce((one, other) => (one[0] - one[1] > other[0] - other[1] ? one : other));
    const words = coin.value === 0 ? "✕" : `${coin.value ?? ""}${coin.doubtful ? "?" : ""}`;
    const chosen = index === found.chosen ? ".chosen" : "";
    return s(`g.coin-ring${coin.doubtful ? ".doubtful" : ""}${coin.value === 0 ? ".none" : ""}${chosen}`, { "data-coin": index },
      s("polygon.halo", { points: coin.outline.join(" "), "stroke-width": (chosen ? 9 : 5) * unit }),
      s("polygon.ring", { points: coin.outline.join(" "), "stroke-width": (chosen ? 5 : 2.5) * unit }),
      s("g", { transform: `translate(${x} ${y})` },
        s("rect.badge", { x: -13 * unit, y: -10 * unit, width: 26 * unit, height: 20 * unit, rx: 8 * unit, "stroke-width": 1.5 * unit }),
        s("text", { y: 5.2 * unit, "font-size": 14 * unit }, words)));
  }

  /** The coin that is looked at: what it is worth, or that it is none. */
  function choice(doubts) {
    const coin = coins[found.chosen];
    const side = 1.5 * Math.max(...coin.outline.map(([x, y]) => Math.hypot(x - coin.centre[0], y - coin.centre[1])));
    const crop = s("svg.crop", { viewBox: `${coin.centre[0] - side} ${coin.centre[1] - side} ${2 * side} ${2 * side}`, role: "img", "aria-label": t("This coin in your photo") },
      url && s("image", { href: url, width: found.size[0], height: found.size[1] }));
    const step = (by) => button(".icon-button", icon(by > 0 ? "right" : "left"), () => choose((found.chosen + by + coins.length) % coins.length), { "aria-label": by > 0 ? t("Next coin") : t("Previous coin") });
    const question = coin.doubtful ? t("What is this coin?") : t("Tap a coin to change it.");
    const value = (worth, words) => button(".tool", words, () => settle(coin, worth), { "aria-pressed": String(coin.value === worth), "data-value": worth, "aria-label": worth ? null : t("No coin") });
    return [h("div.row.between", step(-1), crop, h("div.asked", h("h3", { tabindex: "-1" }, question), doubts > 0 && h("p.small", tn("{n} coin is doubtful", "{n} coins are doubtful", doubts))), step(1)),
      h("div.row", VALUES.map((worth) => value(worth, String(worth))), value(0, "✕"))];
  }

  function choose(index) {
    found.chosen = index;
    draw();
  }

  /** One tap; the next doubt comes by itself. */
  function settle(coin, worth) {
    const asked = coin.doubtful;
    Object.assign(coin, { value: worth, doubtful: false });
    const next = coins.findIndex((one) => one.doubtful);
    choose(asked && next >= 0 ? next : found.chosen);
    panel.querySelector("h3")?.focus({ preventScroll: true });
    say(foot.innerText);
  }

  function nearest(event) {
    const bounds = rings.getBoundingClientRect();
    const x = box[0] + ((event.clientX - bounds.left) / bounds.width) * box[2], y = box[1] + ((event.clientY - bounds.top) / bounds.height) * box[3];
    const far = coins.map(({ centre }) => Math.hypot(centre[0] - x, centre[1] - y));
    choose(far.indexOf(Math.min(...far)));
  }

  draw();
  return sheet(found.pot === "wallet" ? t("Coins in the wallet") : t("Coins in the vault"), rings, panel, coinButtons(found.of, found.pot), foot);
}

/** The part of the photo where coins are, with a rim. @param {Counted} found */
function around({ coins, size: [wide, high] }) {
  const points = coins.flatMap((coin) => coin.outline);
  const xs = points.map(([x]) => x), ys = points.map(([, y]) => y);
  const rim = 0.06 * Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  const left = Math.max(0, Math.min(...xs) - rim), top = Math.max(0, Math.min(...ys) - rim);
  return [left, top, Math.min(wide, Math.max(...xs) + rim) - left, Math.min(high, Math.max(...ys) + rim) - top];
}
