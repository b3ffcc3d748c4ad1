// @ts-check
/** A number pad for wallet and vault: large keys, and the keyboard does too. */

import { button, fill, h, icon } from "./h.js";
import { t } from "./i18n.js";

/** @param {{wallet: number, vault: number}} start @param {(money: {wallet: number, vault: number}) => any} done */
export function numberPad(start, done) {
  const money = { ...start };
  let pot = "wallet";
  let typed = false;
  const shown = {
    wallet: button(".pot", "", () => choose("wallet"), { "data-focus": true }),
    vault: button(".pot", "", () => choose("vault")),
  };
  const names = { wallet: t("Wallet"), vault: t("Vault") };
  function choose(name) {
    pot = name;
    typed = false;
    draw();
  }
  function draw() {
    for (const name of ["wallet", "vault"]) {
      shown[name].setAttribute("aria-pressed", String(name === pot));
      fill(shown[name], h("span", names[name]), h("b", String(money[name])));
    }
  }
  function key(digit) {
    const value = typed ? money[pot] * 10 + digit : digit;
    money[pot] = Math.min(value, 9999);
    typed = true;
    draw();
  }
  function erase() {
    money[pot] = Math.floor(money[pot] / 10);
    typed = true;
    draw();
  }
  const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => button(".key", String(digit), () => key(digit)));
  const pad = h("div.pad", { onkeydown: (event) => {
    if (/^\d$/.test(event.key)) key(Number(event.key));
    else if (event.key === "Backspace") erase();
  } },
    h("div.pots", shown.wallet, shown.vault),
    h("div.keys", digits, button(".key", icon("delete"), erase, { "aria-label": t("Delete the last digit") }), button(".key", "0", () => key(0)),
      button(".key.primary", t("Done"), () => (pot === "wallet" ? choose("vault") : done(money)))),
    button(".wide", t("Keep both"), () => done(money)));
  draw();
  return pad;
}
