// @ts-check
// The board: a place for every district, and the pictures in them. Knows nothing but names, boxes and SVG.

import { ask, make, one, quick, say, sign } from "./house.js";
import { small, table } from "./wire.js";

/** The pictures of the last state, whether they are shown or others are, for a while. @type {Map<string, Element>} */
const drawn = new Map();

/** @param {string} name */
const plot = (name) => one(`[data-district="${CSS.escape(name)}"]`);

/** @param {Element} element @param {number[]} box @param {number[]} [wide] */
function lie(element, box, wide = box) {
  const style = /** @type {HTMLElement} */ (element).style;
  ["x", "y", "w", "h"].forEach((name, at) => {
    style.setProperty(`--${name}`, String(box[at]));
    style.setProperty(`--wide-${name}`, String(wide[at]));
  });
  return element;
}

/** The box of points and story together. @param {{scores: number[], log: number[]}} boxes @returns {number[]} */
function around({ scores, log }) {
  const [x, y] = [Math.min(scores[0], log[0]), Math.min(scores[1], log[1])];
  return [x, y, Math.max(scores[0] + scores[2], log[0] + log[2]) - x, Math.max(scores[1] + scores[3], log[1] + log[3]) - y];
}

/** Lay the table out as the server says. @param {any} welcome */
export async function layOut(welcome) {
  const symbols = one("[data-symbols]");
  if (!symbols.firstChild) symbols.innerHTML = await (await fetch("/assets/symbols.svg")).text();
  const boxes = await ask(`/api/layout/${welcome.game}/${welcome.seats.length}?seat=${welcome.you ?? ""}`);
  table.hues = boxes.hues;
  table.signs = boxes.signs ?? {};
  const wide = boxes.wide ?? boxes;
  const board = one("[data-board]"), scores = one("[data-scorebox]"), log = one("[data-logbox]");
  board.replaceChildren();
  drawn.clear();
  boxes.slabs.forEach((/** @type {number[]} */ box, /** @type {number} */ at) => board.append(lie(make("div", { class: "slab" }), box, wide.slabs[at])));
  const pages = new Map(boxes.panels.map((/** @type {any} */ panel) => [panel.name, make("section", { class: "panel-page", id: `panel-${panel.name}`, "aria-label": say(`panel_${panel.name}`) })]));
  const home = new Map(boxes.panels.flatMap((/** @type {any} */ panel) => panel.districts.map((/** @type {string} */ name) => [name, panel.name])));
  board.append(...pages.values());
  const last = pages.get(boxes.panels.at(-1).name) ?? board;
  // On small screens districts stand in their panel in the panel's order.
  const order = [...home.keys()];
  const names = [...new Set([...order.filter((name) => name in wide.places), ...Object.keys(wide.places)])];
  for (const name of names) {
    const district = make("div", { class: name in boxes.places ? "plot" : "plot only-wide", "data-district": name });
    (pages.get(home.get(name)) ?? last).append(lie(district, boxes.places[name] ?? wide.places[name], wide.places[name]));
  }
  for (const name of order.filter((name) => !(name in wide.places))) {
    pages.get(home.get(name)).append(make("div", { class: "plot only-small", "data-district": name }));
  }
  one("[data-strip]").replaceChildren(...welcome.seats.map((/** @type {any} */ seat) => make("div", { class: "plot", "data-district": `strip-${seat.seat}` })));
  last.append(lie(scores, boxes.scores, wide.scores), lie(log, boxes.log, wide.log));
  // A hint lies on points and story, which nobody needs for a move.
  lie(one("[data-hint-card]"), around(boxes), around(wide));
  lie(one("[data-prompt]"), boxes.prompt, wide.prompt);
  const watch = new IntersectionObserver((seen) => {
    for (const entry of seen) one(`[data-tab="${entry.target.id.replace("panel-", "")}"]`)?.setAttribute("aria-current", String(entry.isIntersecting));
  }, { root: board, threshold: 0.6 });
  for (const page of pages.values()) watch.observe(/** @type {Element} */ (page));
  one("[data-tabs]").replaceChildren(...boxes.panels.map((/** @type {any} */ panel) => make("button", {
    type: "button", "data-tab": panel.name, onclick: () => go(/** @type {Element} */ (pages.get(panel.name))),
  }, ...(panel.sign ? [sign(panel.sign)] : []), say(`panel_${panel.name}`))));
}

/** A picture or a part of one, as an element. @param {string} svg @returns {Element} */
function picture(svg) {
  const template = document.createElement("template");
  template.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg">${svg}</svg>`;
  return /** @type {Element} */ (template.content.firstElementChild?.firstElementChild);
}

/** Put pictures on the table. @param {Iterable<[string, Element]>} pictures */
function show(pictures) {
  for (const [name, drawing] of pictures) {
    const district = plot(name);
    if (district && district.firstElementChild !== drawing) district.replaceChildren(drawing);
  }
}

/** What a state has changed: whole pictures, or parts of them by id. Nothing is shown yet.
 * @param {Record<string, string | Record<string, string>>} districts @param {string[]} gone */
export function receive(districts, gone) {
  for (const name of gone) drawn.delete(name);
  for (const [name, changed] of Object.entries(districts)) {
    if (typeof changed === "string") drawn.set(name, picture(changed));
    else for (const [id, part] of Object.entries(changed)) drawn.get(name)?.querySelector(`#${CSS.escape(id)}`)?.replaceWith(picture(part));
  }
}

/** The table as it is now. */
export function lay() {
  for (const each of document.querySelectorAll("[data-district]")) if (!drawn.has(/** @type {HTMLElement} */ (each).dataset.district ?? "")) each.replaceChildren();
  show(drawn);
}

/** Other pictures for a while: an earlier moment, or how it would be. The next `lay` brings the present back.
 * @param {Record<string, string>} districts */
export function layForAWhile(districts) {
  show([...Object.entries(districts)].map(([name, drawing]) => [name, picture(drawing)]));
}

/** Some districts stand back, so that the eye stays with the others. @param {string[]} names */
export function quieten(names) {
  for (const each of document.querySelectorAll(".plot")) each.classList.toggle("quiet", names.includes(/** @type {HTMLElement} */ (each).dataset.district ?? ""));
}

/** On a small screen: mark the tabs where something is lit, and go to one if nothing lit is in sight. */
export function callTabs() {
  const called = new Set([...document.querySelectorAll(".panel-page .lit")].map((element) => element.closest(".panel-page")));
  for (const tab of document.querySelectorAll("[data-tab]")) tab.classList.toggle("call", called.has(document.getElementById(`panel-${/** @type {HTMLElement} */ (tab).dataset.tab}`)));
  if (!small.matches || !called.size) return;
  if (![...called].some(isInSight)) go(/** @type {Element} */ ([...called][0]));
}

/** Whether a panel is just being turned to: whatever would fly now would miss its place. */
export let isTurning = false;

/** On a small screen: turn to the panel that something lies in, and to its middle. @param {Element} element */
export function turnTo(element) {
  const page = element.closest(".panel-page");
  if (!small.matches || !page) return;
  if (!isInSight(page)) go(page);
  const box = element.getBoundingClientRect(), around = page.getBoundingClientRect();
  page.scrollTop += box.top + box.height / 2 - around.top - around.height / 2;
}

/** @param {Element|null} page */
function isInSight(page) {
  const board = one("[data-board]").getBoundingClientRect(), box = page?.getBoundingClientRect();
  return !!box && box.left < board.right - 40 && box.right > board.left + 40;
}

/** @param {Element} page */
function go(page) {
  isTurning = true;
  setTimeout(() => (isTurning = false), 500);
  page.scrollIntoView({ behavior: quick.matches ? "auto" : "smooth", inline: "start", block: "nearest" });
}
