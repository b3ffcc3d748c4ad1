// @ts-check
/** Elements written as calls: h("button.primary", {onclick}, "Run"). */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element.
 * @param {string} tag its name, then ".class" as often as wanted
 * @param {Record<string, any> | string | Node | null} [look] attributes and on… listeners; or the first child
 * @param {...any} children nodes, text, lists of them; null and false are left out
 * @returns {any}
 */
export function h(tag, look, ...children) {
  return made((name) => document.createElement(name), tag, look, children);
}

/**
 * The same in SVG.
 * @param {string} tag
 * @param {Record<string, any> | string | Node | null} [look]
 * @param {...any} children
 * @returns {any}
 */
export function s(tag, look, ...children) {
  return made((name) => document.createElementNS(SVG, name), tag, look, children);
}

function made(create, tag, look, children) {
  const [name, ...classes] = tag.split(".");
  const element = create(name);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  if (look && typeof look === "object" && !(look instanceof Node) && !Array.isArray(look)) {
    for (const [key, value] of Object.entries(look)) {
      if (value === null || value === undefined || value === false) continue;
      if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
      else if (key === "style") for (const [property, set] of Object.entries(value)) element.style.setProperty(property, set);
      else element.setAttribute(key, value === true ? "" : String(value));
    }
  } else if (look !== undefined) children.unshift(look);
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Put children into an element in place of those it has: nodes, text, lists of them. @param {Element} element
 * @param {...any} children */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
}

/** A button; its words are its name.
 * @param {string} tag @param {any} words @param {() => any} press @param {Record<string, any>} [look] */
export function button(tag, words, press, look = {}) {
  return h(`button${tag}`, { type: "button", onclick: press, ...look }, words);
}

const PATHS = {
  back: "M15 5 8 12l7 7",
  close: "M6 6l12 12M18 6 6 18",
  undo: "M9 7H4V2M4.6 7A9 9 0 1 1 3 13",
  left: "M15 5 8 12l7 7",
  right: "m9 5 7 7-7 7",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14M16 5v14",
  step: "M6 5v14l9-7zM18 5v14",
  stepback: "M18 5v14l-9-7zM6 5v14",
  end: "M4 5v14l8-7zM12 5v14l8-7z",
  turn: "M19 5v5h-5M18.4 10A7.5 7.5 0 1 0 19.5 14",
  camera: "M3 8h4l2-3h6l2 3h4v11H3zM12 17a4 4 0 1 0 0-8 4 4 0 0 0 0 8z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18h.01",
  minus: "M5 12h14",
  plus: "M5 12h14M12 5v14",
  delete: "M21 5H9l-6 7 6 7h12zM17 9l-6 6M11 9l6 6",
};

/** A small picture for a button that has other words for a name. @param {keyof typeof PATHS} name */
export function icon(name) {
  return s("svg.icon", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
}
