// @ts-check
/** What can be done in a game now, where one looks for it: on the board, in the shop, below it, and what leads on lowest. */

import { button, h, icon } from "../h.js";
import { capital, t } from "../i18n.js";
import { photoButton } from "../photo.js";
import { botImage, pieceImage } from "../square.js";

/** Done on squares, which a tap on the board tells. */
const ON_SQUARES = ["install", "demolish"];
/** Bought at any time, and rarely: in a sheet. */
export const IN_SHEET = ["buy_fork", "buy_truck"];
const IN_MARKET = ["buy", "complete"];
/** What leads on when nothing else is wanted. */
const ONWARD = ["run", "new_day", "go_on", "rotate"];

/** Squares where the piece that was bought can go. @returns {string[]} */
export const doneOnSquares = (state) => [...new Set(state.offers.filter((one) => one.kind === "install").map((one) => one.place))];

/** The piece or bot that an offer is about. */
function pictureOf(offer, known) {
  const models = known.models.map((one) => one.model), pieces = Object.values(known.areas).flat().map((one) => one.kind);
  const words = offer.action.split(/[ :]/).slice(1).reverse();
  const model = words.find((word) => models.includes(word)), kind = words.find((word) => pieces.includes(word));
  return model ? botImage(model) : kind ? pieceImage(kind) : null;
}

const nameOf = (offer, known) => Object.values(known.areas).flat().find((one) => offer.action.split(" ").includes(one.kind))?.name ?? "";

/** @typedef {{state: any, known: any, act: (offer: any) => any, open: (sheet: string) => any, observe: (photo: Blob) => any}} Offered */

/** @param {Offered["act"]} act @param {any} known @param {string} [look] */
export const offerButton = (offer, act, known, look = "") => button(`.wide${look}`, [pictureOf(offer, known), h("span", capital(offer.words))], () => act(offer), { "data-offer": offer.action, "data-kind": offer.kind });

/** What is offered, to be read from above, and what stands lowest. @param {Offered} offered */
export function offersOf({ state, known, act, open, observe }) {
  const of = (kinds) => state.offers.filter((one) => kinds.includes(one.kind));
  const onward = of(ONWARD);
  const listed = state.offers.filter((one) => ![...ON_SQUARES, ...IN_SHEET, ...IN_MARKET, ...ONWARD, "finish"].includes(one.kind));
  const installing = of(["install"]).length > 0;
  const main = !installing && onward.length === 0 && listed.length === 1 ? listed.pop() : onward[0];
  const drawn = (one) => button(".kind.offered", [pictureOf(one, known), h("span", { translate: "no" }, nameOf(one, known))], () => act(one), { "data-offer": one.action, "data-kind": one.kind, "aria-label": capital(one.words) });
  const acting = state.actor - 1, running = state.actor && of(["run", "decide"]).length > 0;
  const unknown = running && !state.known_boards[acting];
  const photo = running && (unknown || state.follow === "days") && photoButton(unknown ? ".primary.wide" : ".wide", [icon("camera"), t("Photograph {name}’s board", { name: state.position.players[acting] })], { camera: true, got: observe, look: { "data-do": "observe" } });
  const first = main && offerButton(main, act, known, unknown ? "" : ".primary");
  return {
    list: [
      state.question && h("p.lead", capital(state.question)),
      installing && h("p.small", t("Tap a square on the board.")),
      listed[0]?.kind === "draw" ? h("div.kinds", listed.map(drawn)) : h("div.choices", listed.map((one) => offerButton(one, act, known))),
    ],
    last: unknown ? [first, photo] : [photo, first],
  };
}

/** Shop, blueprints and ARMAND-0, as far as they are followed. @param {Offered} offered */
export function marketOf({ state, known, act, open }) {
  const of = (kinds) => state.offers.filter((one) => kinds.includes(one.kind));
  if (state.follow === "days") return of(["finish"]).map((one) => offerButton(one, act, known));
  const names = Object.fromEntries(Object.values(known.areas).flat().map((one) => [one.kind, one.name]));
  const spot = ({ spot: number, price, kind }) => {
    const offer = state.offers.find((one) => one.action === `buy shop/${number}`);
    const shown = [h("b.price", String(price)), pieceImage(kind), h("span", { translate: "no" }, kind ? names[kind] : t("empty"))];
    return h("li", offer ? button(".kind.offered", shown, () => act(offer), { "data-offer": offer.action, "data-kind": "buy", "aria-label": capital(offer.words) }) : h("div.kind", shown));
  };
  const blueprint = ({ stack, asks, words, completed }) => {
    const ways = state.offers.filter((one) => one.kind === "complete" && one.action.startsWith(`complete ${stack} `));
    const shown = [h("span.asks", asks.map((model) => botImage(model))), h("span", words)];
    const press = () => (ways.length > 1 ? open(`complete/${stack}`) : act(ways[0]));
    const done = completed.map((player) => state.position.players[player - 1]).join(", ");
    return h("li", ways.length ? button(".wide.blueprint.offered", shown, press, { "data-kind": "complete", "aria-label": t("Complete it: {blueprint}", { blueprint: words }) }) : h("div.blueprint", shown), done && h("p.small", t("Completed: {names}", { names: done })));
  };
  const { armand } = state.position;
  return [
    h("h3", t("Shop")), h("ul.shop", state.shop.map(spot)),
    of(IN_SHEET).length > 0 && button(".tool", t("Forks and trucks"), () => open("buying"), { "data-do": "buying" }),
    state.blueprints.length > 0 && [h("h3", t("Blueprints")), h("ul.spare", state.blueprints.map(blueprint))],
    armand && h("p.small", t("ARMAND-0: wallet {wallet}, vault {vault}", armand), armand.bought.length > 0 && [h("br"), t("It bought: {pieces}", { pieces: armand.bought.map((kind) => names[kind]).join(", ") })]),
  ];
}
