// The board: a plot for every district, with its picture, and panels to swipe on small screens.

/** @import { Box, Boxes, Layout, Panel, State, Welcome } from "../types.js" */
/** @import { Pictures } from "./pictures.js" */

import { fetchLayout, fetchText } from "../shared/api.js";
import { find, findAll, html, icon, parseSvg } from "../shared/dom.js";
import { reducedMotion, smallScreen } from "../shared/media.js";
import { applyChanges } from "./pictures.js";
import { session } from "./session.js";

const SCROLL_MILLISECONDS = 500;
/** A panel is in sight if more than this many pixels of it are. */
const SIGHT_MARGIN = 40;

/** The pictures of the last state, also while others are shown. @type {Pictures} */
const pictures = new Map();
let scrollingUntil = 0;

/** @param {string} name */
export function findPlot(name) {
  return find(`[data-district="${CSS.escape(name)}"]`);
}

/** Whether a panel is being scrolled to. Pieces that fly meanwhile would miss their place. */
export function isScrolling() {
  return performance.now() < scrollingUntil;
}

/**
 * Sets the box of an element, and its box on wide screens. The style sheet reads both.
 * @template {HTMLElement} Positioned
 * @param {Positioned} element
 * @param {Box} box
 * @param {Box} [wideBox]
 */
function setBox(element, box, wideBox = box) {
  ["x", "y", "w", "h"].forEach((name, index) => {
    element.style.setProperty(`--${name}`, String(box[index]));
    element.style.setProperty(`--wide-${name}`, String(wideBox[index]));
  });
  return element;
}

/**
 * Returns the smallest box around two others.
 * @param {Box} one
 * @param {Box} other
 * @returns {Box}
 */
export function boxAround(one, other) {
  const x = Math.min(one[0], other[0]);
  const y = Math.min(one[1], other[1]);
  const right = Math.max(one[0] + one[2], other[0] + other[2]);
  const bottom = Math.max(one[1] + one[3], other[1] + other[3]);
  return [x, y, right - x, bottom - y];
}

/**
 * Lays the table out as the server says.
 * @param {Welcome} welcome
 */
export async function layOutTable(welcome) {
  const symbols = find("[data-symbols]");
  if (!symbols.firstChild) symbols.innerHTML = await fetchText("/assets/symbols.svg");
  const layout = await fetchLayout(welcome.game, welcome.seats.length, welcome.you);
  session.applyLayout(layout);
  pictures.clear();
  const { wide } = layout;
  const board = find("[data-board]");
  // After a reconnection these two lie on the board that is about to be emptied.
  const scoreBox = find("[data-scorebox]");
  const logBox = find("[data-logbox]");
  const pages = new Map(layout.panels.map((panel) => [panel.name, panelPage(panel)]));
  board.replaceChildren(
    ...layout.slabs.map((box, index) => setBox(html("div", { class: "slab" }), box, wide.slabs[index])),
    ...pages.values(),
  );
  const lastPage = [...pages.values()].at(-1) ?? board;
  addPlots(layout, pages, lastPage);
  find("[data-strip]").replaceChildren(
    ...welcome.seats.map(({ seat }) => html("div", { class: "plot", "data-district": `strip-${seat}` })),
  );
  lastPage.append(setBox(scoreBox, layout.scores, wide.scores), setBox(logBox, layout.log, wide.log));
  // A hint covers points and log, which are not needed for a move.
  const hintBox = (/** @type {Boxes} */ boxes) => boxAround(boxes.scores, boxes.log);
  setBox(find("[data-hint-card]"), hintBox(layout), hintBox(wide));
  setBox(find("[data-prompt]"), layout.prompt, wide.prompt);
  addTabs(layout.panels, pages);
}

/** @param {Panel} panel */
function panelPage({ name, title }) {
  return html("section", { class: "panel-page", id: `panel-${name}`, "aria-label": title });
}

/**
 * Adds a plot for each district to the panel it belongs to; those without a panel go to the last one.
 * @param {Layout} layout
 * @param {Map<string, HTMLElement>} pages
 * @param {HTMLElement} lastPage
 */
function addPlots({ places, wide, panels }, pages, lastPage) {
  const pageOf = new Map(
    panels.flatMap((panel) => panel.districts.map((district) => [district, pages.get(panel.name)])),
  );
  // Small screens show the districts of a panel in the panel's order.
  const inOrder = [...pageOf.keys()];
  const onBoard = new Set([...inOrder.filter((name) => name in wide.places), ...Object.keys(wide.places)]);
  for (const name of onBoard) {
    const kind = name in places ? "plot" : "plot only-wide";
    const plot = html("div", { class: kind, "data-district": name });
    (pageOf.get(name) ?? lastPage).append(setBox(plot, places[name] ?? wide.places[name], wide.places[name]));
  }
  for (const name of inOrder.filter((each) => !onBoard.has(each))) {
    pageOf.get(name)?.append(html("div", { class: "plot only-small", "data-district": name }));
  }
}

/**
 * Adds a tab for each panel, and marks the tabs of the panels in sight.
 * @param {Panel[]} panels
 * @param {Map<string, HTMLElement>} pages
 */
function addTabs(panels, pages) {
  const tabs = panels.map(({ name, title, sign }) => {
    const onclick = () => scrollToPanel(/** @type {HTMLElement} */ (pages.get(name)));
    return html("button", { type: "button", "data-tab": name, onclick }, ...(sign ? [icon(sign)] : []), title);
  });
  find("[data-tabs]").replaceChildren(...tabs);
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const tab = find(`[data-tab="${target.id.replace("panel-", "")}"]`);
        tab?.setAttribute("aria-current", String(isIntersecting));
      }
    },
    { root: find("[data-board]"), threshold: 0.6 },
  );
  for (const page of pages.values()) observer.observe(page);
}

/**
 * Receives the pictures of a state. Nothing is shown before `showPresent`.
 * @param {State} state
 */
export function receivePictures({ districts, gone }) {
  applyChanges(pictures, districts, gone);
}

/** Shows the pictures of the last state. */
export function showPresent() {
  for (const plot of findAll("[data-district]")) {
    if (!pictures.has(plot.dataset.district ?? "")) plot.replaceChildren();
  }
  for (const [name, picture] of pictures) showPicture(name, picture);
}

/**
 * Shows other pictures, of an earlier moment or of a planned gesture, until `showPresent`.
 * @param {Record<string, string>} districts
 */
export function showTemporarily(districts) {
  for (const [name, source] of Object.entries(districts)) showPicture(name, parseSvg(source));
}

/**
 * @param {string} name
 * @param {Element} picture
 */
function showPicture(name, picture) {
  const plot = findPlot(name);
  if (plot && plot.firstElementChild !== picture) plot.replaceChildren(picture);
}

/**
 * Fades some districts, and only these.
 * @param {string[]} names
 */
export function fadeDistricts(names) {
  for (const plot of findAll(".plot")) plot.classList.toggle("quiet", names.includes(plot.dataset.district ?? ""));
}

/** On small screens: marks the tabs of panels with something to choose, and scrolls to one if none is in sight. */
export function markTabs() {
  const called = new Set(findAll(".panel-page .lit").map((element) => element.closest(".panel-page")));
  for (const tab of findAll("[data-tab]")) {
    tab.classList.toggle("call", called.has(document.getElementById(`panel-${tab.dataset.tab}`)));
  }
  const [first] = called;
  if (smallScreen.matches && first && ![...called].some(isInSight)) scrollToPanel(first);
}

/**
 * On small screens: scrolls an element into the middle of its panel.
 * @param {Element} element
 */
export function scrollToElement(element) {
  const page = element.closest(".panel-page");
  if (!smallScreen.matches || !page) return;
  if (!isInSight(page)) scrollToPanel(page);
  const box = element.getBoundingClientRect();
  const pageBox = page.getBoundingClientRect();
  page.scrollTop += box.top + box.height / 2 - pageBox.top - pageBox.height / 2;
}

/** @param {Element|null} page */
function isInSight(page) {
  if (!page) return false;
  const board = find("[data-board]").getBoundingClientRect();
  const box = page.getBoundingClientRect();
  return box.left < board.right - SIGHT_MARGIN && box.right > board.left + SIGHT_MARGIN;
}

/** @param {Element} page */
function scrollToPanel(page) {
  scrollingUntil = performance.now() + SCROLL_MILLISECONDS;
  page.scrollIntoView({ behavior: reducedMotion.matches ? "auto" : "smooth", inline: "start", block: "nearest" });
}
