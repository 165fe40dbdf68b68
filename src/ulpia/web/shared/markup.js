// Turns the markup of rule texts into elements: **term**, [words](#section), :symbol: beside its word and
// :symbol|words: instead of it. Everything else stays text.

import { html, svg } from "./dom.js";

const MARK = /\*\*(.+?)\*\*|\[([^\]]+)\]\(#([a-z-]+)\)|:([a-z][a-z0-9-]*)(?:\|([^:|]+))?:/g;
/** Punctuation that must not begin a line. */
const TRAILING = /^[.,;:)]+/;

/**
 * Draws a symbol of the sheet. With words it is announced by them; without it stands beside its word.
 * @param {string} name
 * @param {string} [words]
 */
export function symbol(name, words) {
  const accessible = words ? { role: "img", "aria-label": words } : { "aria-hidden": "true" };
  return svg(
    "svg",
    { class: "sign", "data-sign": name, ...accessible },
    ...(words ? [svg("title", {}, words)] : []),
    svg("use", { href: `#${name}` }),
  );
}

/**
 * @param {string} text
 * @returns {(Node|string)[]}
 */
export function parseMarkup(text) {
  const parts = [];
  let at = 0;
  for (const match of text.matchAll(MARK)) {
    if (match.index > at) parts.push(text.slice(at, match.index));
    at = match.index + match[0].length;
    const [, term, words, section, name, spoken] = match;
    if (term) parts.push(html("strong", {}, ...parseMarkup(term)));
    else if (section) parts.push(html("a", { href: `#${section}` }, words));
    else {
      const trailing = text.slice(at).match(TRAILING)?.[0] ?? "";
      at += trailing.length;
      const drawing = symbol(name, spoken);
      parts.push(trailing ? html("span", { class: "bound" }, drawing, trailing) : drawing);
    }
  }
  return at < text.length ? [...parts, text.slice(at)] : parts;
}
