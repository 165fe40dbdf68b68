// @ts-check
// The rules of a game as a page to read: contents, sections, small drawings, the rulings at the margin.

import { ask, language, make, one, open, say, tool, turnAway } from "./house.js";
import { drawing, prose } from "./prose.js";

/** @typedef {{kind: string, text: string, items: string[], is_numbered: boolean, head: string[], rows: string[][], rulings: string[], doubt: string}} Part */
/** @typedef {{id: string, title: string, chapter: string, sign: string, parts: Part[]}} Section */
/** @typedef {{game: string, title: string, about: string, sections: Section[]}} Book */

const wide = matchMedia("(min-width: 64rem)");

/** What kind of remark this is, or how sure its figures are. @param {string} kind */
function label(kind) {
  return kind && kind !== "text" ? [make("span", { class: `label ${kind}`, title: say(`${kind}_means`) }, say(kind))] : [];
}

/** A piece or place and its name stand side by side, however narrow it gets. @param {string} cell */
function named(cell) {
  const [first, ...rest] = prose(cell);
  return rest.length === 1 && first instanceof SVGElement ? [make("span", { class: "named" }, first, make("span", {}, ...rest))] : prose(cell);
}

/** @param {Part} part */
function table(part) {
  const head = part.head.length ? [make("thead", {}, make("tr", {}, ...part.head.map((cell) => make("th", { scope: "col" }, ...prose(cell)))))] : [];
  const rows = part.rows.map((row) => make("tr", {}, ...row.map((cell, at) =>
    make(at ? "td" : "th", { ...(at ? {} : { scope: "row" }), class: /^[\d−½, /]+$/.test(cell) ? "num" : null }, ...named(cell)))));
  return make("div", { class: "scroll" }, make("table", {}, ...head, make("tbody", {}, ...rows)));
}

/** @param {Part} part */
function partElement(part) {
  const list = part.items.length ? [make(part.is_numbered ? "ol" : "ul", {}, ...part.items.map((item) => make("li", {}, ...prose(item))))] : [];
  const lead = part.text ? [make("p", {}, ...prose(part.text), " ", ...label(part.doubt))] : label(part.doubt);
  const body = make("div", { class: "body" }, ...label(part.kind), ...lead, ...list, ...(part.rows.length ? [table(part)] : []));
  const rulings = part.rulings.length ? [make("aside", { class: "rulings", "aria-label": say("rulings") }, ...part.rulings.map((ruling) => make("span", {}, ruling)))] : [];
  return make("div", { class: `part ${part.kind}` }, body, ...rulings);
}

/** @param {Section} section */
function sectionElement(section) {
  const title = make("h3", {}, make("a", { class: "anchor", href: `#${section.id}` }, drawing(section.sign), make("span", {}, section.title)));
  return [...(section.chapter ? [make("h2", { class: "chapter title" }, section.chapter)] : []),
    make("section", { id: section.id, "data-section": section.title }, title, ...section.parts.map(partElement))];
}

/** The way to every section; which one is being read is marked. @param {Book} book @param {HTMLElement[]} sections */
function contents(book, sections) {
  /** @type {Map<string, HTMLElement>} */
  const links = new Map();
  const list = book.sections.flatMap((section) => {
    const link = make("a", { href: `#${section.id}` }, section.title);
    links.set(section.id, link);
    return [...(section.chapter ? [make("h2", { class: "title" }, section.chapter)] : []), link];
  });
  one("[data-list]").replaceChildren(...list);
  const box = /** @type {HTMLDetailsElement} */ (one("[data-contents]"));
  const fit = () => { box.open = wide.matches; };
  wide.addEventListener("change", fit);
  fit();
  box.addEventListener("click", (event) => {
    if (/** @type {Element} */ (event.target).closest("a") && !wide.matches) box.open = false;
  });
  const read = () => {
    const line = innerHeight * 0.3;
    const here = sections.findLast((section) => section.getBoundingClientRect().top < line) ?? sections[0];
    if (one("[data-list] [aria-current]") === links.get(here.id)) return;
    one("[data-list] [aria-current]")?.removeAttribute("aria-current");
    const link = links.get(here.id);
    link?.setAttribute("aria-current", "true");
    if (wide.matches && link) one("[data-list]").scrollTo({ top: link.offsetTop - one("[data-list]").clientHeight / 2 });
    one("[data-here]").textContent = here.dataset.section ?? "";
  };
  addEventListener("scroll", read, { passive: true });
  read();
}

async function rulesPage() {
  const game = location.pathname.split("/")[2] ?? "";
  /** @type {Book} */
  const book = await ask(`/api/rules/${encodeURIComponent(game)}/${language()}`);
  const { games } = await ask(`/api/games?language=${language()}`);
  document.title = `${book.title} – Ulpia`;
  document.body.dataset.game = game;
  const others = games.filter((/** @type {any} */ other) => other.name !== game).map((/** @type {any} */ other) =>
    make("a", { class: "btn", href: `/rules/${other.name}` }, say("rules_of", { game: other.title })));
  const sections = book.sections.flatMap(sectionElement);
  one("[data-book]").replaceChildren(
    make("header", { class: "cover" }, drawing("wreath"), make("h1", {}, book.title), make("p", {}, book.about)),
    ...sections,
    make("footer", {}, make("p", {}, say("rules_note")), make("nav", {}, ...others, make("a", { class: "btn primary", href: "/" }, say("to_the_tables")))));
  one("[data-tools]").prepend(
    ...games.map((/** @type {any} */ other) => make("a", { class: "game", href: `/rules/${other.name}`, "aria-current": other.name === game ? "page" : null }, other.title)),
    tool("home", say("to_the_tables"), "/"));
  contents(book, /** @type {HTMLElement[]} */ (sections.filter((element) => element.matches("section"))));
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

await open();
rulesPage().catch((error) => turnAway(String(error.message)));
