// @ts-check
// Help on pieces and places: whatever carries `data-help` explains itself, on hovering, by a long press, by the key h or F1,
// and when one asks "what is this?". One card at a time, beside what it explains.

import { ask, language, make, notice, one, say } from "./house.js";
import { prose } from "./prose.js";

/** @typedef {{name: string, text: string, rulings: string[], section: string, section_title: string, doubt: string}} Help */
/** @typedef {{x: number, y: number}} Point */

const HOVER = 400, LEAVE = 250, PRESS = 500, MOVED = 10, GAP = 8, EDGE = 6;

/** What each root is explained by. @type {Map<Element, {game: string, entries: Record<string, Help>}>} */
const roots = new Map();
const state = {
  /** @type {Element|null} */ shown: null,
  /** @type {HTMLElement|null} */ card: null,
  isAsking: false,
  /** The click that ends a long press must not act. */ isPressed: false,
  /** @type {Element|null} */ hovered: null,
  waiting: 0,
  leaving: 0,
};

/** What is to be explained: the nearest thing with a name that has help, or is part of what has; where a drawing leaves a gap,
 * the smallest thing around the pointer; for a whole that is focused, the first part of it. @param {Event} event @returns {Element|null} */
function explained(event) {
  const target = event.target;
  if (!(target instanceof Element) || !rootOf(target)) return null;
  const whole = target.closest("[data-help]");
  const named = target.closest("[aria-label]");
  const near = whole && named && whole.contains(named) ? named : whole;
  const isGap = !near || near.matches("svg.district");
  const found = isGap && event instanceof MouseEvent ? around(target, event) ?? near : near ?? target.querySelector("[data-help]");
  return found && entry(found) ? found : null;
}

/** @param {Element} target @param {MouseEvent} pointer */
function around(target, { clientX, clientY }) {
  /** @param {Element} thing */
  const size = (thing) => {
    const { left, right, top, bottom } = thing.getBoundingClientRect();
    return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom ? (right - left) * (bottom - top) : Infinity;
  };
  let best = null, least = Infinity;
  for (const thing of target.closest("svg.district")?.querySelectorAll("[data-help], [data-help] [aria-label]") ?? []) {
    const here = size(thing);
    if (here < least) [best, least] = [thing, here];
  }
  return best;
}

/** @param {Element} element */
const rootOf = (element) => [...roots.keys()].find((root) => root.contains(element));

/** @param {Element} element @returns {Help|undefined} */
function entry(element) {
  const root = rootOf(element), whole = /** @type {HTMLElement|SVGElement|null} */ (element.closest("[data-help]"));
  return root && roots.get(root)?.entries[whole?.dataset.help ?? ""];
}

/** @param {Element} element @param {boolean} isTip whether it goes away by itself */
function write(element, isTip) {
  const help = /** @type {Help} */ (entry(element)), game = roots.get(/** @type {Element} */ (rootOf(element)))?.game;
  const title = element.getAttribute("data-name") || element.getAttribute("aria-label") || help.name;
  const doubt = help.doubt ? [make("span", { class: "doubt", title: say(`${help.doubt}_means`) }, say(help.doubt))] : [];
  return make("aside", { class: "help-card", id: "help-card", tabindex: -1, role: isTip ? "tooltip" : "dialog", "aria-label": title },
    ...(title === help.name ? [] : [make("small", { class: "title" }, help.name)]),
    make("h3", {}, title),
    make("p", {}, ...prose(help.text)),
    make("footer", {}, make("span", { "aria-label": say("rulings") }, help.rulings.join(" ")), ...doubt,
      make("a", { href: `/rules/${game}#${help.section}`, target: "_blank", rel: "noopener" }, say("rules_section", { section: help.section_title }))));
}

/** The place beside an element where a card of this size covers nothing of it, or as little as can be.
 * @param {DOMRect} box @param {number} width @param {number} height @returns {Point} */
function beside(box, width, height) {
  /** @param {number} at @param {number} size @param {number} most */
  const inside = (at, size, most) => Math.max(EDGE, Math.min(at, most - size - EDGE));
  const middle = { x: box.x + box.width / 2 - width / 2, y: box.y + box.height / 2 - height / 2 };
  const places = [
    { x: middle.x, y: box.bottom + GAP }, { x: middle.x, y: box.top - GAP - height },
    { x: box.right + GAP, y: middle.y }, { x: box.left - GAP - width, y: middle.y },
  ].map(({ x, y }) => ({ x: inside(x, width, innerWidth), y: inside(y, height, innerHeight) }));
  /** @param {Point} place */
  const covered = ({ x, y }) => Math.max(0, Math.min(x + width, box.right) - Math.max(x, box.left)) * Math.max(0, Math.min(y + height, box.bottom) - Math.max(y, box.top));
  return places.reduce((best, place) => (covered(place) < covered(best) ? place : best));
}

/** @param {Element} element @param {boolean} isTip */
function show(element, isTip) {
  hide();
  const card = write(element, isTip);
  document.body.append(card);
  const place = beside(element.getBoundingClientRect(), card.offsetWidth, card.offsetHeight);
  card.style.left = `${place.x}px`;
  card.style.top = `${place.y}px`;
  card.addEventListener("pointerenter", () => clearTimeout(state.leaving));
  card.addEventListener("pointerleave", () => leave());
  state.card = card;
  state.shown = element;
  if (isTip) element.setAttribute("aria-describedby", card.id);
  else card.focus({ preventScroll: true });
}

function hide() {
  clearTimeout(state.waiting);
  clearTimeout(state.leaving);
  const had = state.card?.contains(document.activeElement);
  state.card?.remove();
  if (state.shown?.getAttribute("aria-describedby") === "help-card") state.shown.removeAttribute("aria-describedby");
  if (had) /** @type {HTMLElement|SVGElement|null|undefined} */ (state.shown?.closest("[tabindex]"))?.focus({ preventScroll: true });
  state.card = state.shown = null;
}

function leave() {
  clearTimeout(state.waiting);
  clearTimeout(state.leaving);
  if (state.card?.getAttribute("role") === "tooltip") state.leaving = setTimeout(hide, LEAVE);
}

// Hovering

/** @param {PointerEvent} event */
function hover(event) {
  if (event.pointerType !== "mouse" || event.buttons || state.isAsking || one("dialog[open]")) return;
  const found = explained(event);
  if (found === state.hovered) return found === state.shown ? clearTimeout(state.leaving) : undefined;
  leave();
  state.hovered = found;
  if (found && found !== state.shown && state.card?.getAttribute("role") !== "dialog") state.waiting = setTimeout(() => found.isConnected && show(found, true), HOVER);
}

// A long press

/** @param {PointerEvent} event */
function press(event) {
  clearTimeout(state.waiting);
  if (state.isAsking) return;
  if (event.pointerType === "mouse") return hide();
  const found = explained(event), start = { x: event.clientX, y: event.clientY };
  if (!found) return;
  const root = /** @type {Element} */ (rootOf(found));
  const stop = () => {
    clearTimeout(state.waiting);
    for (const kind of ["pointerup", "pointercancel", "scroll"]) removeEventListener(kind, stop, true);
    root.removeEventListener("pointermove", moved);
  };
  /** @param {any} moving */
  const moved = (moving) => { if (Math.hypot(moving.clientX - start.x, moving.clientY - start.y) > MOVED) stop(); };
  for (const kind of ["pointerup", "pointercancel", "scroll"]) addEventListener(kind, stop, true);
  root.addEventListener("pointermove", moved);
  state.waiting = setTimeout(() => { state.isPressed = true; show(found, false); }, PRESS);
}

/** @param {Event} event */
function swallow(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

// Asking

/** The next click on anything explains it instead of acting. */
export function startAsking() {
  hide();
  state.isAsking = true;
  document.documentElement.classList.add("asking");
  notice(say("asking"));
}

function stopAsking() {
  state.isAsking = false;
  document.documentElement.classList.remove("asking");
  one(".notice")?.remove();
}

/** @param {Event} event */
function answer(event) {
  swallow(event);
  stopAsking();
  const found = explained(event);
  if (found) show(found, false);
  else notice(say("no_help"));
}

// Everywhere

/** @param {MouseEvent} event */
function click(event) {
  if (state.card?.contains(/** @type {Node} */ (event.target))) return;
  if (state.isAsking) answer(event);
  else if (state.isPressed) swallow(event);
  else hide();
  state.isPressed = false;
}

/** @param {KeyboardEvent} event */
function key(event) {
  if (event.key === "Escape" && (state.card || state.isAsking)) {
    swallow(event);
    hide();
    return stopAsking();
  }
  if (event.ctrlKey || event.altKey || event.metaKey || event.target instanceof HTMLInputElement) return;
  if (state.isAsking && (event.key === "Enter" || event.key === " ")) return answer(event);
  const found = event.key === "h" || event.key === "F1" ? explained(event) : null;
  if (!found) return;
  swallow(event);
  show(found, false);
}

/** Whoever listens hears the explanation with the name. @param {FocusEvent} event */
function said(event) {
  const target = /** @type {Element} */ (event.target);
  if (event.type === "focusout") return target.getAttribute("aria-describedby") === "help-said" && target.removeAttribute("aria-describedby");
  const found = explained(event);
  if (!found || target.hasAttribute("aria-describedby")) return;
  const hidden = one("#help-said") ?? document.body.appendChild(make("div", { id: "help-said", hidden: true }));
  hidden.textContent = entry(found)?.text ?? "";
  target.setAttribute("aria-describedby", "help-said");
}

/** Give help on everything with `data-help` within root. @param {HTMLElement} root @param {string} game */
export async function helpful(root, game) {
  const isFirst = roots.size === 0, isNew = !roots.has(root);
  roots.set(root, { game, entries: roots.get(root)?.entries ?? {} });
  if (isFirst) {
    document.addEventListener("click", click, true);
    document.addEventListener("keydown", key, true);
    addEventListener("resize", hide);
    document.addEventListener("pointerdown", (event) => { state.isPressed = false; if (state.isAsking) event.stopPropagation(); }, true);
    document.addEventListener("contextmenu", (event) => state.isPressed && event.preventDefault(), true);
  }
  if (isNew) {
    root.addEventListener("pointermove", hover);
    root.addEventListener("pointerleave", () => { state.hovered = null; leave(); });
    root.addEventListener("pointerdown", press, true);
    root.addEventListener("focusin", said);
    root.addEventListener("focusout", said);
    root.addEventListener("scroll", hide, true);
  }
  roots.set(root, { game, entries: await ask(`/api/help/${encodeURIComponent(game)}/${language()}`) });
}
