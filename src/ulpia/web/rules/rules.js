// The rules of a game as a page to read: contents, sections, small drawings, the numbers of rulings in the margin.

/** @import { Game, Rulebook, RulesPart, RulesSection } from "../types.js" */

import { fetchGames, fetchRules } from "../shared/api.js";
import { find, findAll, html } from "../shared/dom.js";
import { parseMarkup, symbol } from "../shared/markup.js";
import { messageOf, openPage, showFatalError, toolButton } from "../shared/page.js";
import { translate } from "../shared/texts.js";

/** From this width on the contents stand beside the text. */
const wide = matchMedia("(min-width: 64rem)");
/** The section at this fraction of the window's height is the one being read. */
const READING_LINE = 0.3;
const NUMERIC = /^[\d−½, /]+$/;

/**
 * Labels a remark, or figures that are not certain. Plain text has no label.
 * @param {string} kind
 */
function label(kind) {
  if (!kind || kind === "text") return [];
  return [html("span", { class: `label ${kind}`, title: translate(`${kind}_means`) }, translate(kind))];
}

/**
 * Keeps a symbol and its name side by side, however narrow the cell is.
 * @param {string} text
 */
function cellContent(text) {
  const content = parseMarkup(text);
  const [first, ...rest] = content;
  if (rest.length !== 1 || !(first instanceof SVGElement)) return content;
  return [html("span", { class: "named" }, first, html("span", {}, ...rest))];
}

/** @param {RulesPart} part */
function partTable({ head, rows }) {
  const headings = head.map((cell) => (cell ? html("th", { scope: "col" }, ...parseMarkup(cell)) : html("td")));
  const body = rows.map((row) => {
    const cells = row.map((cell, column) => {
      const attributes = { scope: column ? null : "row", class: NUMERIC.test(cell) ? "num" : null };
      return html(column ? "td" : "th", attributes, ...cellContent(cell));
    });
    return html("tr", {}, ...cells);
  });
  return html(
    "div",
    { class: "scroll" },
    html(
      "table",
      {},
      ...(headings.length ? [html("thead", {}, html("tr", {}, ...headings))] : []),
      html("tbody", {}, ...body),
    ),
  );
}

/** @param {RulesPart} part */
function partElement(part) {
  const items = part.items.map((item) => html("li", {}, ...parseMarkup(item)));
  const doubt = label(part.doubt);
  const body = html(
    "div",
    { class: "body" },
    ...label(part.kind),
    ...(part.text ? [html("p", {}, ...parseMarkup(part.text), " ", ...doubt)] : doubt),
    ...(items.length ? [html(part.is_numbered ? "ol" : "ul", {}, ...items)] : []),
    ...(part.rows.length ? [partTable(part)] : []),
  );
  const numbers = part.rulings.map((ruling) => html("span", {}, ruling));
  const margin = html("div", { class: "rulings", role: "note", "aria-label": translate("rulings") }, ...numbers);
  return html("div", { class: `part ${part.kind}` }, body, ...(numbers.length ? [margin] : []));
}

/**
 * Returns the id of the element of a section. Addresses name the section alone: there are symbols of the same names in
 * the page.
 * @param {string} section
 */
const elementId = (section) => `section-${section}`;

/** Goes to the section that the address names. */
function goToSection() {
  for (const section of findAll("section.target")) section.classList.remove("target");
  const section = location.hash ? document.getElementById(elementId(location.hash.slice(1))) : null;
  section?.classList.add("target");
  section?.scrollIntoView();
}

/** @param {RulesSection} section */
function sectionElements(section) {
  const link = html("a", { class: "anchor", href: `#${section.id}` }, symbol(section.sign));
  link.append(html("span", {}, section.title));
  return [
    ...(section.chapter ? [html("h2", { class: "chapter title" }, section.chapter)] : []),
    html(
      "section",
      { id: elementId(section.id), "data-section": section.title },
      html("h3", {}, link),
      ...section.parts.map(partElement),
    ),
  ];
}

/**
 * Fills in the contents and marks the section that is being read.
 * @param {Rulebook} book
 * @param {HTMLElement[]} sections
 */
function showContents(book, sections) {
  /** @type {Map<string, HTMLElement>} */
  const links = new Map();
  const list = find("[data-list]");
  for (const section of book.sections) {
    const link = html("a", { href: `#${section.id}` }, section.title);
    links.set(section.id, link);
    if (section.chapter) list.append(html("h2", { class: "title" }, section.chapter));
    list.append(link);
  }
  const box = /** @type {HTMLDetailsElement} */ (find("[data-contents]"));
  const openIfWide = () => {
    box.open = wide.matches;
  };
  wide.addEventListener("change", openIfWide);
  openIfWide();
  box.addEventListener("click", (event) => {
    if (/** @type {Element} */ (event.target).closest("a") && !wide.matches) box.open = false;
  });
  const markCurrent = () => {
    const line = innerHeight * READING_LINE;
    const current = sections.findLast((section) => section.getBoundingClientRect().top < line) ?? sections[0];
    const link = links.get(current.id.replace(elementId(""), ""));
    const marked = find("[aria-current]", list);
    if (marked === link) return;
    marked?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "true");
    if (wide.matches && link) list.scrollTo({ top: link.offsetTop - list.clientHeight / 2 });
    find("[data-here]").textContent = current.dataset.section ?? "";
  };
  addEventListener("scroll", markCurrent, { passive: true });
  markCurrent();
}

/**
 * @param {Game[]} games
 * @param {string} current
 */
function gameLinks(games, current) {
  return games.map(({ name, title }) =>
    html("a", { class: "game", href: `/rules/${name}`, "aria-current": name === current ? "page" : null }, title),
  );
}

async function showRulesPage() {
  const name = location.pathname.split("/")[2] ?? "";
  const book = await fetchRules(name);
  const { games } = await fetchGames();
  document.title = `${book.title} – Ulpia`;
  document.body.dataset.game = name;
  const others = games
    .filter((game) => game.name !== name)
    .map((game) =>
      html("a", { class: "btn", href: `/rules/${game.name}` }, translate("rules_of", { game: game.title })),
    );
  const elements = book.sections.flatMap(sectionElements);
  find("[data-book]").replaceChildren(
    html("header", { class: "cover" }, symbol("wreath"), html("h1", {}, book.title), html("p", {}, book.about)),
    ...elements,
    html(
      "footer",
      {},
      html("p", {}, translate("rules_note")),
      html("nav", {}, ...others, html("a", { class: "btn primary", href: "/" }, translate("to_the_tables"))),
    ),
  );
  find("[data-tools]").prepend(...gameLinks(games, name), toolButton("home", translate("to_the_tables"), "/"));
  showContents(
    book,
    elements.filter((element) => element.matches("section")),
  );
  goToSection();
  addEventListener("hashchange", goToSection);
  // The same address again is no change.
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (link?.getAttribute("href") === location.hash) goToSection();
  });
}

await openPage();
showRulesPage().catch((error) => {
  console.error(error);
  showFatalError(messageOf(error));
});
