// @ts-check
// Texts of the rules hold marks, which become elements here: **term**, [words](#section), :sign: beside its word,
// :sign|words: in its place. Everything else stays text.

import { draw, make } from "./house.js";

const MARK = /\*\*(.+?)\*\*|\[([^\]]+)\]\(#([a-z-]+)\)|:([a-z][a-z0-9-]*)(?:\|([^:|]+))?:/g;

/** A small drawing; with words it speaks, without it is beside its word. @param {string} name @param {string} [words] */
export function drawing(name, words) {
  const attributes = words ? { role: "img", "aria-label": words } : { "aria-hidden": "true" };
  const title = words ? [draw("title", {}, words)] : [];
  return draw("svg", { class: "sign", "data-sign": name, ...attributes }, ...title, draw("use", { href: `/assets/symbols.svg#${name}` }));
}

/** @param {string} text @returns {(Node|string)[]} */
export function prose(text) {
  const parts = [];
  let at = 0;
  for (const found of text.matchAll(MARK)) {
    if (found.index > at) parts.push(text.slice(at, found.index));
    at = found.index + found[0].length;
    const [, term, words, section, sign, spoken] = found;
    if (term) parts.push(make("strong", {}, ...prose(term)));
    else if (section) parts.push(make("a", { href: `#${section}` }, words));
    else {
      const after = text.slice(at).match(/^[.,;:)]+/)?.[0] ?? "";  // no line may begin with them
      at += after.length;
      parts.push(after ? make("span", { class: "bound" }, drawing(sign, spoken), after) : drawing(sign, spoken));
    }
  }
  return at < text.length ? [...parts, text.slice(at)] : parts;
}
