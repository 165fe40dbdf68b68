// The board: a plot for every district, with its picture, and panels to swipe on small screens.

/** @import { Box, Boxes, Layout, Panel, State, Welcome } from "../types.js" */
/** @import { Pictures } from "./pictures.js" */

import { fetchLayout } from "../shared/api.js";
import { find, findAll, html, icon, parseSvg } from "../shared/dom.js";
import { reducedMotion } from "../shared/media.js";
import { translate } from "../shared/texts.js";
import { applyChanges } from "./pictures.js";
import { session } from "./session.js";
import { currentShape, hasSmallPictures } from "./shape.js";

const SCROLL_MILLISECONDS = 500;
/** A panel or a part of one is in sight if more than this many pixels of it are, or half of it. */
const SIGHT_MARGIN = 40;

/** Districts of the rail, which is a drawer on tablets. */
const ABOUT_RIVALS = /^(player|display)-/;

/** The pictures of the last state, also while others are shown. @type {Pictures} */
const pictures = new Map();
let scrollingUntil = 0;
/** Whether the table is laid out for an upright tablet. */
let standsUpright = false;

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
  const layout = arrangeBoard(await fetchLayout(welcome.game, welcome.seats.length, welcome.you));
  session.applyLayout(layout);
  pictures.clear();
  const { wide } = layout;
  const board = find("[data-board]");
  // After a reconnection these two lie on the board that is about to be emptied.
  const scoreBox = find("[data-scorebox]");
  const logBox = find("[data-logbox]");
  const panels = arrangePanels(layout.panels);
  const pages = new Map(panels.map((panel) => [panel.name, panelPage(panel)]));
  board.replaceChildren(
    ...layout.slabs.map((box, index) => setBox(html("div", { class: "slab" }), box, wide.slabs[index])),
    ...pages.values(),
  );
  const lastPage = [...pages.values()].at(-1) ?? board;
  const rail = html("aside", { class: "rail", id: "rail", "data-rail": true, "aria-label": translate("rail") });
  lastPage.append(rail);
  addPlots({ ...layout, panels }, pages, rail);
  lastPage.append(rail);
  find("[data-strip]").replaceChildren(
    ...welcome.seats.map(({ seat }) => html("div", { class: "plot", "data-district": `strip-${seat}` })),
  );
  rail.append(setBox(scoreBox, layout.scores, wide.scores), setBox(logBox, layout.log, wide.log));
  setBox(find("[data-hint-card]"), layout.log, wide.log);
  setBox(find("[data-preview]"), layout.log, wide.log);
  // The task of a lesson covers points and log, which are not needed for it.
  const lessonBox = (/** @type {Boxes} */ boxes) => boxAround(boxes.scores, boxes.log);
  setBox(find("[data-lesson]"), lessonBox(layout), lessonBox(wide));
  setBox(find("[data-prompt]"), layout.prompt, wide.prompt);
  addTabs(panels, pages);
}

/**
 * Returns the layout as this window shows it, and lets the style sheets know what they must.
 * @param {Layout} layout
 * @returns {Layout}
 */
function arrangeBoard(layout) {
  const { upright, places, scores } = layout;
  standsUpright = currentShape() === "upright" && upright !== null;
  const root = document.documentElement;
  root.toggleAttribute("data-panels", hasPanels());
  root.toggleAttribute("data-drawer", standsUpright || currentShape() === "tablet");
  root.style.setProperty("--board-width", String(scores[0]));
  return standsUpright ? { ...layout, ...upright, places: { ...places, ...upright?.places } } : layout;
}

/** Whether one panel is shown at a time. A game without a layout for upright tablets has panels there too. */
export function hasPanels() {
  return hasSmallPictures() || (currentShape() === "upright" && !standsUpright);
}

/**
 * Returns the panels as this window shows them: on its side there is room beside the first district of a panel.
 * @param {Panel[]} panels
 */
function arrangePanels(panels) {
  if (currentShape() !== "sideways") return panels;
  const moved = new Set(panels.flatMap((panel) => panel.beside));
  return panels.map((panel) => {
    const own = panel.districts.filter((name) => !moved.has(name));
    return { ...panel, districts: [...own, ...panel.beside] };
  });
}

/** @param {Panel} panel */
function panelPage({ name, title }) {
  // A panel scrolls, so the keyboard must reach it even while nothing in it can be chosen.
  const tabindex = hasPanels() ? 0 : null;
  return html("section", { class: "panel-page", id: `panel-${name}`, "aria-label": title, tabindex });
}

/**
 * Adds a plot for each district to the panel it belongs to. Those without a panel go to the last one, rivals to the
 * rail there.
 * @param {Layout} layout
 * @param {Map<string, HTMLElement>} pages
 * @param {HTMLElement} rail
 */
function addPlots({ places, wide, panels }, pages, rail) {
  const pageOf = new Map(
    panels.flatMap((panel) => panel.districts.map((district) => [district, pages.get(panel.name)])),
  );
  // Small screens show the districts of a panel in the panel's order.
  const inOrder = [...pageOf.keys()];
  const onBoard = new Set([...inOrder.filter((name) => name in wide.places), ...Object.keys(wide.places)]);
  for (const name of onBoard) {
    const kind = name in places ? "plot" : "plot only-wide";
    const plot = html("div", { class: kind, "data-district": name });
    const parent = pageOf.get(name) ?? (ABOUT_RIVALS.test(name) ? rail : rail.parentElement);
    parent?.append(setBox(plot, places[name] ?? wide.places[name], wide.places[name]));
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

/** Where there are panels: marks tabs of panels with a choice, and scrolls to one if none is in sight. */
export function markTabs() {
  const lit = findAll(".panel-page .lit");
  const called = new Set(lit.map((element) => element.closest(".panel-page")));
  for (const tab of findAll("[data-tab]")) {
    tab.classList.toggle("call", called.has(document.getElementById(`panel-${tab.dataset.tab}`)));
  }
  if (lit.length && !lit.some(isInSight)) scrollToElement(lit[0]);
}

/**
 * On small screens: scrolls an element into the middle of its panel.
 * @param {Element} element
 */
export function scrollToElement(element) {
  const page = element.closest(".panel-page");
  if (!hasPanels() || !page) return;
  if (!isInSight(page)) scrollToPanel(page);
  const box = element.getBoundingClientRect();
  const pageBox = page.getBoundingClientRect();
  page.scrollTop += box.top + box.height / 2 - pageBox.top - pageBox.height / 2;
}

/**
 * On small screens: scrolls an element into the middle of its panel, unless it is in sight.
 * @param {Element} element
 */
export function bringIntoSight(element) {
  if (!isInSight(element)) scrollToElement(element);
}

/**
 * Whether one of some parts of panels is in sight.
 * @param {Element[]} elements
 */
export function someInSight(elements) {
  return elements.some(isInSight);
}

/** @param {Element} element a panel or a part of one */
function isInSight(element) {
  const board = find("[data-board]").getBoundingClientRect();
  const box = element.getBoundingClientRect();
  const [marginX, marginY] = [Math.min(SIGHT_MARGIN, box.width / 2), Math.min(SIGHT_MARGIN, box.height / 2)];
  return (
    box.left < board.right - marginX &&
    box.right > board.left + marginX &&
    box.top < board.bottom - marginY &&
    box.bottom > board.top + marginY
  );
}

/** @param {Element} page */
function scrollToPanel(page) {
  scrollingUntil = performance.now() + SCROLL_MILLISECONDS;
  page.scrollIntoView({ behavior: reducedMotion.matches ? "auto" : "smooth", inline: "start", block: "nearest" });
}

/** Opens or closes the drawer with rivals, points and log; where there are panels, goes to them. */
export function showRail() {
  const rail = find("[data-rail]");
  if (hasPanels()) {
    const page = /** @type {Element} */ (rail.closest(".panel-page"));
    scrollToPanel(page);
    page.scrollTop = rail.offsetTop - page.clientTop;
  } else setRail(!isRailOpen());
}

/** Opens the drawer with rivals, points and log where there is one. */
export function openRail() {
  if (!hasPanels()) setRail(true);
}

/** Closes the drawer. Returns whether it was open. */
export function closeRail() {
  const wasOpen = isRailOpen();
  setRail(false);
  return wasOpen;
}

function isRailOpen() {
  return find(".stage").classList.contains("rail-open");
}

/** @param {boolean} isOpen */
function setRail(isOpen) {
  find(".stage").classList.toggle("rail-open", isOpen);
  find("[data-tally]").setAttribute("aria-expanded", String(isOpen));
}
