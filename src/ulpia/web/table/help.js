// Help on pieces and places: what carries `data-help` is explained on hovering, by a long press, by the keys h and F1,
// and by the tool "What is this?". One card is shown at a time, beside what it explains.

/** @import { HelpEntry } from "../types.js" */

import { fetchHelp } from "../shared/api.js";
import { find, html } from "../shared/dom.js";
import { parseMarkup } from "../shared/markup.js";
import { showNotice } from "../shared/page.js";
import { translate } from "../shared/texts.js";
import { placeNote } from "./note_place.js";

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{game: string, entries: Record<string, HelpEntry>}} HelpBook */

const HOVER_MILLISECONDS = 400;
const LEAVE_MILLISECONDS = 250;
const PRESS_MILLISECONDS = 500;
/** A finger that moves further than this many pixels does not press. */
const MOST_MOVEMENT = 10;
const CARD_GAP = 8;
const WINDOW_MARGIN = 6;
/** What can be chosen, and what a card beside it should not cover. */
const CAN_BE_CHOSEN = ".lit, .open";
const IN_THE_WAY = ".lit, .landing, .target, [data-preview], [data-prompt]";
const PRESS_ENDS = ["pointerup", "pointercancel", "scroll"];

/** The help texts of each root element. @type {Map<Element, HelpBook>} */
const roots = new Map();
const state = {
  /** The element that is explained. @type {Element|null} */
  shown: null,
  /** @type {HTMLElement|null} */
  card: null,
  /** Whether the next click explains instead of acting. */
  isAsking: false,
  /** Whether a long press has shown a card; the click that ends it must not act. */
  isPressed: false,
  /** @type {Element|null} */
  hovered: null,
  /** Timers. */
  showTimer: 0,
  hideTimer: 0,
};

/**
 * Returns the element to explain: the nearest one with a name that has help or is part of one that has; in a gap of a
 * drawing the smallest one around the pointer; for a focused group its first part.
 * @param {Event} event
 * @returns {Element|null}
 */
function explainedElement(event) {
  const { target } = event;
  if (!(target instanceof Element) || !rootOf(target)) return null;
  const whole = target.closest("[data-help]");
  const named = target.closest("[aria-label]");
  const near = whole && named && whole.contains(named) ? named : whole;
  const isGap = !near || near.matches("svg.district");
  const found =
    isGap && event instanceof MouseEvent
      ? (smallestAround(target, event) ?? near)
      : (near ?? target.querySelector("[data-help]"));
  return found && helpFor(found) ? found : null;
}

/**
 * @param {Element} target
 * @param {MouseEvent} pointer
 */
function smallestAround(target, { clientX, clientY }) {
  let best = null;
  let least = Infinity;
  const district = target.closest("svg.district");
  for (const element of district?.querySelectorAll("[data-help], [data-help] [aria-label]") ?? []) {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isInside = left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
    const area = (right - left) * (bottom - top);
    if (!isInside || area >= least) continue;
    best = element;
    least = area;
  }
  return best;
}

/** @param {Element} element */
const rootOf = (element) => [...roots.keys()].find((root) => root.contains(element));

/**
 * @param {Element} element
 * @returns {{help: HelpEntry, game: string}|null}
 */
function helpFor(element) {
  const root = rootOf(element);
  const book = root && roots.get(root);
  const key = element.closest("[data-help]")?.getAttribute("data-help") ?? "";
  const help = book?.entries[key];
  return help ? { help, game: book.game } : null;
}

/**
 * @param {Element} element
 * @param {HelpEntry} help
 * @param {string} game
 * @param {boolean} isTooltip whether the card goes away by itself
 */
function createCard(element, help, game, isTooltip) {
  const title = element.getAttribute("data-name") || element.getAttribute("aria-label") || help.name;
  const { doubt } = help;
  const doubtMark = doubt
    ? [html("span", { class: "doubt", title: translate(`${doubt}_means`) }, translate(doubt))]
    : [];
  const link = html(
    "a",
    { href: `/rules/${game}#${help.section}`, target: "_blank", rel: "noopener" },
    translate("rules_section", { section: help.section_title }),
  );
  return html(
    "div",
    {
      class: "help-card",
      id: "help-card",
      tabindex: -1,
      role: isTooltip ? "tooltip" : "dialog",
      "aria-label": title,
    },
    ...(title === help.name ? [] : [html("small", { class: "title" }, help.name)]),
    html("h3", {}, title),
    html("p", {}, ...parseMarkup(help.text)),
    html("footer", {}, ...doubtMark, link),
  );
}

/**
 * Returns the place below, above, right or left of a box where a card covers least of it.
 * @param {DOMRect} box
 * @param {number} width of the card
 * @param {number} height of the card
 * @param {{width: number, height: number}} screen
 * @returns {Point}
 */
export function placeCard(box, width, height, screen) {
  /** @type {(at: number, size: number, most: number) => number} */
  const clamp = (at, size, most) => Math.max(WINDOW_MARGIN, Math.min(at, most - size - WINDOW_MARGIN));
  const middle = { x: box.x + box.width / 2 - width / 2, y: box.y + box.height / 2 - height / 2 };
  const places = [
    { x: middle.x, y: box.bottom + CARD_GAP },
    { x: middle.x, y: box.top - CARD_GAP - height },
    { x: box.right + CARD_GAP, y: middle.y },
    { x: box.left - CARD_GAP - width, y: middle.y },
  ].map(({ x, y }) => ({ x: clamp(x, width, screen.width), y: clamp(y, height, screen.height) }));
  /** @param {Point} place */
  const coveredArea = ({ x, y }) =>
    Math.max(0, Math.min(x + width, box.right) - Math.max(x, box.left)) *
    Math.max(0, Math.min(y + height, box.bottom) - Math.max(y, box.top));
  return places.reduce((best, place) => (coveredArea(place) < coveredArea(best) ? place : best));
}

/**
 * @param {Element} element
 * @param {HTMLElement} card
 * @returns {Point}
 */
function besideElement(element, card) {
  const screen = { width: innerWidth, height: innerHeight };
  return placeCard(element.getBoundingClientRect(), card.offsetWidth, card.offsetHeight, screen);
}

/**
 * Returns a place outside the district: who could choose an element also looks at what lies around it.
 * @param {Element} element
 * @param {HTMLElement} card
 * @returns {Point}
 */
function besideDistrict(element, card) {
  const district = element.closest("svg.district") ?? element;
  const inTheWay = [district, ...document.querySelectorAll(IN_THE_WAY)].map((each) => each.getBoundingClientRect());
  const { left, top } = placeNote({
    about: district.getBoundingClientRect(),
    width: card.offsetWidth,
    height: card.offsetHeight,
    inTheWay: inTheWay.filter(({ width, height }) => width && height),
    screen: { width: innerWidth, height: innerHeight },
    isLine: false,
  });
  return { x: left, y: top };
}

/**
 * @param {Element} element
 * @param {boolean} isTooltip
 */
function showCard(element, isTooltip) {
  hideCard();
  const found = helpFor(element);
  if (!found) return;
  const card = createCard(element, found.help, found.game, isTooltip);
  document.body.append(card);
  const place =
    isTooltip && element.closest(CAN_BE_CHOSEN) ? besideDistrict(element, card) : besideElement(element, card);
  card.style.left = `${place.x}px`;
  card.style.top = `${place.y}px`;
  card.addEventListener("pointerenter", () => clearTimeout(state.hideTimer));
  card.addEventListener("pointerleave", hideTooltipSoon);
  state.card = card;
  state.shown = element;
  if (isTooltip) element.setAttribute("aria-describedby", card.id);
  else card.focus({ preventScroll: true });
}

function hideCard() {
  clearTimeout(state.showTimer);
  clearTimeout(state.hideTimer);
  const { card, shown } = state;
  const hadFocus = card?.contains(document.activeElement);
  card?.remove();
  if (shown?.getAttribute("aria-describedby") === "help-card") shown.removeAttribute("aria-describedby");
  const focusable = /** @type {HTMLElement|null|undefined} */ (shown?.closest("[tabindex]"));
  if (hadFocus) focusable?.focus({ preventScroll: true });
  state.card = null;
  state.shown = null;
}

function hideTooltipSoon() {
  clearTimeout(state.showTimer);
  clearTimeout(state.hideTimer);
  if (state.card?.getAttribute("role") === "tooltip") state.hideTimer = setTimeout(hideCard, LEAVE_MILLISECONDS);
}

// Hovering

/** @param {PointerEvent} event */
function onHover(event) {
  if (event.pointerType !== "mouse" || event.buttons || state.isAsking || find("dialog[open]")) return;
  const element = explainedElement(event);
  if (element === state.hovered) {
    if (element === state.shown) clearTimeout(state.hideTimer);
    return;
  }
  hideTooltipSoon();
  state.hovered = element;
  const isDialogOpen = state.card?.getAttribute("role") === "dialog";
  if (!element || element === state.shown || isDialogOpen) return;
  state.showTimer = setTimeout(() => {
    if (element.isConnected) showCard(element, true);
  }, HOVER_MILLISECONDS);
}

// A long press

/** @param {PointerEvent} event */
function onPress(event) {
  clearTimeout(state.showTimer);
  if (state.isAsking) return;
  if (event.pointerType === "mouse") {
    hideCard();
    return;
  }
  const element = explainedElement(event);
  const root = element && rootOf(element);
  if (!root) return;
  const stop = () => {
    clearTimeout(state.showTimer);
    for (const kind of PRESS_ENDS) removeEventListener(kind, stop, true);
    document.removeEventListener("pointermove", onMove, true);
  };
  const onMove = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    if (Math.hypot(clientX - event.clientX, clientY - event.clientY) > MOST_MOVEMENT) stop();
  };
  for (const kind of PRESS_ENDS) addEventListener(kind, stop, true);
  document.addEventListener("pointermove", onMove, true);
  state.showTimer = setTimeout(() => {
    state.isPressed = true;
    showCard(element, false);
  }, PRESS_MILLISECONDS);
}

/** @param {Event} event */
function cancelEvent(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

// Asking

/** Makes the next click explain instead of acting. */
export function startAsking() {
  hideCard();
  state.isAsking = true;
  document.documentElement.classList.add("asking");
  showNotice(translate("asking"));
}

function stopAsking() {
  state.isAsking = false;
  document.documentElement.classList.remove("asking");
  find(".notice")?.remove();
}

/** @param {Event} event */
function explainInstead(event) {
  cancelEvent(event);
  stopAsking();
  const element = explainedElement(event);
  if (element) showCard(element, false);
  else showNotice(translate("no_help"));
}

// The whole page

/** @param {MouseEvent} event */
function onClick(event) {
  if (state.card?.contains(/** @type {Node} */ (event.target))) return;
  if (state.isAsking) explainInstead(event);
  else if (state.isPressed) cancelEvent(event);
  else hideCard();
  state.isPressed = false;
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.key === "Escape" && (state.card || state.isAsking)) {
    cancelEvent(event);
    hideCard();
    stopAsking();
    return;
  }
  if (event.ctrlKey || event.altKey || event.metaKey || event.target instanceof HTMLInputElement) return;
  if (state.isAsking && (event.key === "Enter" || event.key === " ")) {
    explainInstead(event);
    return;
  }
  const element = event.key === "h" || event.key === "F1" ? explainedElement(event) : null;
  if (!element) return;
  cancelEvent(event);
  showCard(element, false);
}

/** The keys of help texts that have been said on focus. @type {Set<string>} */
const said = new Set();

/**
 * Describes the focused element to screen readers, once for each kind of thing: whoever goes through twelve tiles hears
 * what a tile is at the first one. The key h says it again.
 * @param {FocusEvent} event
 */
function onFocus(event) {
  const target = /** @type {Element} */ (event.target);
  const element = explainedElement(event);
  const key = element?.closest("[data-help]")?.getAttribute("data-help") ?? "";
  if (!element || said.has(key) || target.hasAttribute("aria-describedby")) return;
  said.add(key);
  const hidden = find("#help-said") ?? document.body.appendChild(html("div", { id: "help-said", hidden: true }));
  hidden.textContent = helpFor(element)?.help.text ?? "";
  target.setAttribute("aria-describedby", "help-said");
}

/** @param {FocusEvent} event */
function onBlur(event) {
  const target = /** @type {Element} */ (event.target);
  if (target.getAttribute("aria-describedby") === "help-said") target.removeAttribute("aria-describedby");
}

/**
 * Gives help on everything with `data-help` within an element.
 * @param {HTMLElement} root
 * @param {string} game
 */
export async function setUpHelp(root, game) {
  if (roots.size === 0) listenToPage();
  if (!roots.has(root)) listenToRoot(root);
  roots.set(root, { game, entries: roots.get(root)?.entries ?? {} });
  roots.set(root, { game, entries: await fetchHelp(game) });
}

function listenToPage() {
  document.addEventListener("click", onClick, true);
  document.addEventListener("keydown", onKey, true);
  addEventListener("resize", hideCard);
  document.addEventListener(
    "pointerdown",
    (event) => {
      state.isPressed = false;
      if (state.isAsking) event.stopPropagation();
    },
    true,
  );
  document.addEventListener(
    "contextmenu",
    (event) => {
      if (state.isPressed) event.preventDefault();
    },
    true,
  );
}

/** @param {HTMLElement} root */
function listenToRoot(root) {
  root.addEventListener("pointermove", onHover);
  root.addEventListener("pointerleave", () => {
    state.hovered = null;
    hideTooltipSoon();
  });
  root.addEventListener("pointerdown", onPress, true);
  root.addEventListener("focusin", onFocus);
  root.addEventListener("focusout", onBlur);
  root.addEventListener("scroll", hideCard, true);
}
