// @ts-check
/** Wallet and vault: a number pad with large keys, which the keyboard does too, or a photo of the coins. */

import { coinButtons, coinsSheet, counted } from "./coins.js";
import { button, fill, h, icon } from "./h.js";
import { t } from "./i18n.js";
import { sheet } from "./parts.js";
import { back, go, path } from "./router.js";
import { keep, kept } from "./store.js";

/** @typedef {{wallet: number, vault: number, unsure: Record<string, [number, number]>}} Money how much there is in
 * wallet and vault, and between what a pot lies in which coins are doubtful */

/**
 * The sheet of somebody's money; on a path that ends in "coins", that of the coins in a photo. What was entered is kept
 * until it is done.
 * @param {string} title @param {string} whose @param {{wallet: number, vault: number}} start @param {(money: Money) => any} done
 */
export async function moneySheetOf(title, whose, start, done) {
  const of = `${whose} ${start.wallet}+${start.vault}`;
  const entered = kept("pad")?.of === of ? kept("pad") : { of, ...start, unsure: {}, pot: "wallet" };
  const coins = path().at(-1) === "coins" && counted(of, entered.pot);
  if (coins)
    return coinsSheet(coins, (total, unsure) => {
      const { pot } = entered;
      entered[pot] = total;
      entered.unsure = { ...entered.unsure, [pot]: unsure ?? undefined };
      keep("pad", { ...entered, pot: "vault" });
      back();
    });
  return sheet(title, numberPad(entered, () => {
    keep("pad", null);
    keep("coins", null);
    done({ wallet: entered.wallet, vault: entered.vault, unsure: entered.unsure });
  }));
}

function numberPad(entered, done) {
  let typed = false;
  const shown = {
    wallet: button(".pot", "", () => choose("wallet"), { "data-focus": true }),
    vault: button(".pot", "", () => choose("vault")),
  };
  const names = { wallet: t("Wallet"), vault: t("Vault") };
  const onward = button(".key.primary", "", () => (entered.pot === "wallet" ? choose("vault") : done()), { "data-do": "onward" });
  const photos = h("div.photos");
  function choose(name) {
    entered.pot = name;
    typed = false;
    draw();
  }
  function draw() {
    keep("pad", entered);
    for (const name of ["wallet", "vault"]) {
      shown[name].setAttribute("aria-pressed", String(name === entered.pot));
      fill(shown[name], h("span", names[name]), h("b", String(entered[name])));
    }
    fill(onward, entered.pot === "wallet" ? t("Next") : t("Done"));
    fill(photos, coinButtons(entered.of, entered.pot), counted(entered.of, entered.pot) && button(".plain", t("See the counted coins"), () => go([...path(), "coins"].join("/"))));
  }
  function put(value) {
    entered[entered.pot] = Math.min(value, 9999);
    delete entered.unsure[entered.pot];
    typed = true;
    draw();
  }
  const key = (digit) => put(typed ? entered[entered.pot] * 10 + digit : digit);
  const erase = () => put(Math.floor(entered[entered.pot] / 10));
  const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => button(".key", String(digit), () => key(digit)));
  const pad = h("div.pad", { onkeydown: (event) => {
    if (/^\d$/.test(event.key)) key(Number(event.key));
    else if (event.key === "Backspace") erase();
  } },
    h("div.pots", shown.wallet, shown.vault), photos,
    h("div.keys", digits, button(".key", icon("delete"), erase, { "aria-label": t("Delete the last digit") }), button(".key", "0", () => key(0)), onward));
  draw();
  return pad;
}
