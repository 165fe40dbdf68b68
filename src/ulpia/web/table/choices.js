// Choosing among the options of a state. Places with options are lit, other options become buttons, a place with
// several options opens a menu. Gestures are shown, and options that cannot be undone are confirmed, before they are
// sent.

/** @import { OptionPrice } from "../messages.js" */
/** @import { GestureChoice, Option, Planned } from "../types.js" */
/** @import { Pending } from "./selection.js" */

import { find, findAll, findDialog, html, icon } from "../shared/dom.js";
import { showNotice } from "../shared/page.js";
import { storage } from "../shared/storage.js";
import { capitalize, translate } from "../shared/texts.js";
import { fadeDistricts, markTabs, showPresent, showTemporarily } from "./board.js";
import { connection } from "./connection.js";
import { hintedOption } from "./hint.js";
import { dropObjection } from "./objection.js";
import { priceOf, removePrice, showPrice } from "./price.js";
import { previewPicked } from "./preview.js";
import { fitPrompt, showPrompt } from "./prompt.js";
import { groupByPlace, isQuiet, placesOf, Selection } from "./selection.js";
import { session } from "./session.js";

/** More options without a place than this are offered in a menu. */
const MOST_BUTTONS = 2;
/** On narrower windows a menu stands in the middle. */
const NARROW_WINDOW = 700;
const MENU_GAP = 10;
/** The directions of the arrow keys. @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const selection = new Selection();
/** Whether the player used the keyboard last; the focus then follows what can be chosen. */
let usesKeyboard = false;
addEventListener(
  "keydown",
  () => {
    usesKeyboard = true;
  },
  { capture: true },
);
addEventListener(
  "pointerdown",
  () => {
    usesKeyboard = false;
  },
  { capture: true },
);

export const isKeyboardUsed = () => usesKeyboard;

/** Whether options that cannot be undone are confirmed. The player may switch this off. */
export const asksForConfirmation = () => storage.getItem("confirm") !== "no";

/** Offers the options of a new state. Whatever was picked is dropped. */
export function offerOptions() {
  selection.reset();
  dropObjection();
  fadeDistricts([]);
  showOptions();
  const isBusy = find("dialog[open]") || document.activeElement?.matches("input, select");
  if (!usesKeyboard || !session.isMyTurn || isBusy) return;
  (find(".lit") ?? find("[data-buttons] button"))?.focus({ preventScroll: true });
}

/** Offers the same options again after the server has refused an action. */
export function offerAgain() {
  if (!selection.isSent) return;
  showPresent();
  offerOptions();
}

/** Offers nothing while an earlier moment is shown. */
export function pauseOptions() {
  selection.pause();
  dropObjection();
  fadeDistricts([]);
  showOptions();
}

/** @returns {Option[]} */
function currentOptions() {
  return selection.isOpen && session.isMyTurn ? session.state.options : [];
}

/** Lights the places of options, and shows the others as buttons. */
function showOptions() {
  for (const element of findAll(".lit, .open, .chosen[data-picked]")) unlight(element);
  const { pending, tappedPlace } = selection;
  const withoutPlace = pending?.choices.length ? lightChoices(pending) : lightOptions();
  for (const place of pending?.places ?? []) markPicked(place);
  if (tappedPlace) markPicked(tappedPlace);
  previewPicked(pending?.choices.length === 0 && pending.actions.length === 1 ? pending.actions[0] : null);
  showPromptAndButtons(withoutPlace);
  markTabs();
}

/** @param {HTMLElement} element */
function unlight(element) {
  element.classList.remove("lit", "open");
  removePrice(element);
  if (element.hasAttribute("data-picked")) element.classList.remove("chosen");
  for (const name of ["tabindex", "data-picked", "data-numbers"]) element.removeAttribute(name);
  const { name, role } = element.dataset;
  if (name !== undefined) element.setAttribute("aria-label", name);
  if (role) element.setAttribute("role", role);
  else if (role !== undefined) element.removeAttribute("role");
  element.onclick = null;
  element.onkeydown = null;
}

/** @param {string} place */
function markPicked(place) {
  const element = document.getElementById(place);
  element?.classList.add("chosen");
  element?.setAttribute("data-picked", "");
}

/**
 * Makes a place of the picture a button.
 * @param {string} place
 * @param {string} label
 * @param {() => void} onChoose
 * @param {{isLit?: boolean, price?: OptionPrice}} looks `isLit`: whether it is shown and reached by the keyboard;
 *   otherwise only a pointer finds it
 */
function lightPlace(place, label, onChoose, { isLit = true, price }) {
  const element = document.getElementById(place);
  if (!element) return;
  element.classList.add(isLit ? "lit" : "open");
  if (price) showPrice(element, price);
  element.setAttribute("tabindex", isLit ? "0" : "-1");
  const name = element.getAttribute("data-name") ?? element.getAttribute("aria-label") ?? "";
  element.setAttribute("data-name", name);
  element.setAttribute("data-role", element.getAttribute("data-role") ?? element.getAttribute("role") ?? "");
  element.setAttribute("role", "button");
  element.setAttribute(
    "aria-label",
    name && !label.toLowerCase().includes(name.toLowerCase()) ? `${label}. ${name}` : label,
  );
  element.onclick = onChoose;
  element.onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    onChoose();
  };
}

/** @returns {Option[]} the options without a place */
function lightOptions() {
  const exists = (/** @type {string} */ place) => document.getElementById(place) !== null;
  const { byPlace, withoutPlace } = groupByPlace(currentOptions(), exists);
  for (const [place, options] of byPlace) {
    const label = options.map(({ words, effect }) => [words, effect].filter(Boolean).join(": ")).join("; ");
    lightPlace(place, label, () => choose(options, document.getElementById(place)), { price: priceOf(options) });
    const numbers = options.map(({ number }) => number).join(" ");
    document.getElementById(place)?.setAttribute("data-numbers", numbers);
  }
  return withoutPlace;
}

/**
 * Lights the places that change a gesture. Places where a gesture begins can be tapped too, but are not lit.
 * @param {Pending} gesture
 * @returns {Option[]} none
 */
function lightChoices({ choices }) {
  const beginnings = new Set(currentOptions().flatMap(placesOf));
  for (const place of new Set(choices.flatMap((choice) => choice.places))) {
    const here = choices.filter((choice) => choice.places.includes(place));
    const label = here.map((choice) => choice.words).join("; ");
    lightPlace(place, label, () => tapPlace(place, here), { isLit: !beginnings.has(place) });
  }
  return [];
}

/**
 * @param {string} place
 * @param {GestureChoice[]} choices
 */
function tapPlace(place, choices) {
  const actions = selection.tap(place, choices);
  if (actions) return planGesture(actions);
  showOptions();
  if (usesKeyboard) document.getElementById(place)?.focus();
  return undefined;
}

/**
 * @param {Option[]} options
 * @param {Element|null} anchor the element that a menu stands beside
 */
function choose(options, anchor) {
  if (options.length === 1) pickOption(options[0]);
  else showOptionMenu(options, anchor);
}

/**
 * Picks an option. A gesture is shown first, what cannot be undone is confirmed, the rest is sent at once.
 * @param {Option} option
 */
function pickOption(option) {
  const isOnlyOption = currentOptions().length === 1 && !option.place;
  if (option.gesture) planGesture([option.number]);
  else if (option.final && asksForConfirmation() && !isOnlyOption) {
    selection.pick(option, session.state.asked ?? "");
    showPicked();
  } else sendActions([option.number]);
}

function showPicked() {
  showOptions();
  if (usesKeyboard) find("[data-confirm]")?.focus();
}

/**
 * Picks an option, or a change of the gesture that is shown, by its place in the list.
 * @param {number} index
 */
export function pickByIndex(index) {
  const options = currentOptions();
  const choices = selection.pending?.choices ?? [];
  if (!choices.length) {
    if (options[index]) pickOption(options[index]);
    return;
  }
  const alone = choices.filter(
    ({ places }) => places.length === 1 && !options.some((option) => option.place === places[0]),
  );
  if (alone[index]) planGesture(alone[index].actions);
}

/**
 * Asks the server to complete a gesture and to draw it.
 * @param {number[]} actions
 */
function planGesture(actions) {
  connection.send({ type: "plan", revision: session.state.revision, actions });
}

/**
 * Shows a gesture that the server has completed. It is not played yet.
 * @param {Planned} message
 */
export function showGesture(message) {
  if (message.revision !== session.state.revision) return;
  showPresent();
  showTemporarily(message.districts);
  fadeDistricts(message.quiet);
  selection.pickGesture(message);
  showPicked();
}

/** Sends what is picked. @returns {boolean} whether something was */
export function confirmPicked() {
  if (!selection.pending) return false;
  sendActions(selection.pending.actions);
  return true;
}

/** Drops what is picked. @returns {boolean} whether something was */
export function dropPicked() {
  if (!selection.pending) return false;
  showPresent();
  offerOptions();
  return true;
}

/** Drops what is picked; if nothing is, takes the last step back. */
export function undo() {
  if (dropPicked()) return;
  const { can_undo, undo_one, undo_to, revision } = session.state;
  const to = undo_one ?? undo_to;
  if (selection.isOpen && can_undo && to !== null) connection.send({ type: "undo", revision, to });
}

/** Lets computers act without pause until the player decides, as soon as others who are here want that too. */
export function skipToOwnTurn() {
  if (session.canSkip && !session.isSkipping) connection.send({ type: "skip" });
}

/** @param {number[]} actions */
function sendActions(actions) {
  if (!connection.send({ type: "act", revision: session.state.revision, actions })) {
    showNotice(translate("lost"));
    return;
  }
  selection.send();
  showOptions();
}

/** @param {Option[]} withoutPlace */
function showPromptAndButtons(withoutPlace) {
  const { pending, isSent, isPaused } = selection;
  const { isHandedOver, isMyTurn, state } = session;
  // What was sent is not asked again, and a replay says its own words.
  showPrompt(pending, isSent || isPaused ? null : currentOptions().length);
  const prompt = find("[data-prompt]");
  prompt.classList.toggle("sent", isSent);
  prompt.classList.toggle("mine", isMyTurn);
  const { key, buttons } = promptButtons(withoutPlace);
  // An unchanged button stays: the state may change while the player presses it, and the click must not be lost.
  const box = find("[data-buttons]");
  if (box.dataset.same !== key || !buttons.length) box.replaceChildren(...buttons);
  box.dataset.same = key;
  fitPrompt();
  const undoButton = /** @type {HTMLButtonElement} */ (find("[data-undo]"));
  undoButton.disabled = !pending && (!state.can_undo || isPaused || isHandedOver);
}

/**
 * @param {Option[]} withoutPlace
 * @returns {{key: string, buttons: HTMLElement[]}} equal keys mean equal buttons
 */
function promptButtons(withoutPlace) {
  const { you } = session;
  if (session.isHandedOver && you !== null) {
    const takeBack = () => void connection.send({ type: "take_back", seat: you });
    return { key: "handed over", buttons: [goButton({ onclick: takeBack }, translate("take_back"))] };
  }
  if (session.canSkip && !selection.isPaused) {
    if (session.isSkipping) return { key: "skipping", buttons: [] };
    const attributes = { "data-skip": true, "aria-keyshortcuts": "s", onclick: skipToOwnTurn };
    return { key: "skip", buttons: [quietButton(attributes, icon("forward"), translate("skip"))] };
  }
  if (selection.pending) {
    // A picture may hold, in one label, what the gesture brings.
    const about = find("[data-told]")?.id;
    const attributes = { "data-confirm": true, "aria-describedby": about, onclick: () => void confirmPicked() };
    return { key: `confirm ${about ?? ""}`, buttons: [goButton(attributes, icon("check"), translate("confirm"))] };
  }
  const options = currentOptions();
  const key = JSON.stringify([withoutPlace, options.length > 1]);
  if (withoutPlace.length > MOST_BUTTONS) {
    const numbers = withoutPlace.map(({ number }) => number).join(" ");
    const button = goButton(
      { "data-numbers": numbers, onclick: () => showOptionMenu(withoutPlace, button) },
      translate("choose"),
    );
    return { key, buttons: [button] };
  }
  const buttons = withoutPlace.map((option) => {
    const attributes = {
      title: option.effect || null,
      "data-numbers": option.number,
      onclick: () => pickOption(option),
    };
    const button = isQuiet(option, options) ? quietButton : goButton;
    return button(attributes, capitalize(option.words));
  });
  return { key, buttons };
}

/**
 * Creates the button that draws the eye.
 * @param {Record<string, import("../shared/dom.js").AttributeValue>} attributes
 * @param {...(Node|string)} children
 * @returns {HTMLElement}
 */
function goButton(attributes, ...children) {
  return html("button", { class: "btn go", ...attributes }, ...children);
}

/**
 * Creates a button that does not draw the eye.
 * @param {Record<string, import("../shared/dom.js").AttributeValue>} attributes
 * @param {...(Node|string)} children
 * @returns {HTMLElement}
 */
function quietButton(attributes, ...children) {
  return html("button", { class: "btn", ...attributes }, ...children);
}

/**
 * Shows a menu of options with their effects.
 * @param {Option[]} options
 * @param {Element|null} anchor
 */
function showOptionMenu(options, anchor) {
  const dialog = findDialog("[data-menu]");
  const buttons = options.map((option) => {
    const onclick = () => {
      dialog.close();
      pickOption(option);
    };
    return html(
      "button",
      {
        class: option.number === hintedOption() ? "choice hinted" : "choice",
        "data-numbers": option.number,
        onclick,
      },
      html("span", {}, capitalize(option.words)),
      ...(option.effect ? [html("small", {}, option.effect)] : []),
    );
  });
  find("h2", dialog).textContent = session.state.asked;
  find(".choices", dialog).replaceChildren(
    ...buttons,
    html("button", { class: "btn", onclick: () => dialog.close() }, translate("close")),
  );
  dialog.showModal();
  placeBeside(dialog, anchor);
}

/**
 * @param {HTMLElement} dialog
 * @param {Element|null} anchor
 */
function placeBeside(dialog, anchor) {
  const { style } = dialog;
  style.margin = "";
  style.left = "";
  style.top = "";
  if (!anchor || innerWidth < NARROW_WINDOW) return;
  const place = anchor.getBoundingClientRect();
  const box = dialog.getBoundingClientRect();
  const clamp = (/** @type {number} */ at, /** @type {number} */ most) =>
    `${Math.max(MENU_GAP, Math.min(most - MENU_GAP, at))}px`;
  const right = place.right + MENU_GAP;
  const left = right + box.width < innerWidth ? right : place.left - MENU_GAP - box.width;
  style.margin = "0";
  style.left = clamp(left, innerWidth - box.width);
  style.top = clamp(place.top + place.height / 2 - box.height / 2, innerHeight - box.height);
}

/**
 * Moves the focus to the nearest lit place in the direction of an arrow key; from the buttons or from nowhere to the
 * first one.
 * @param {string} key
 * @returns {boolean} whether the focus has moved
 */
export function moveFocus(key) {
  const direction = DIRECTIONS[key];
  const from = document.activeElement;
  if (!direction || !from) return false;
  if (!from.classList.contains("lit")) {
    const first = from.matches("body, [data-prompt] button") ? find(".lit") : null;
    first?.focus();
    return first !== null;
  }
  const others = findAll(".lit").filter((element) => element !== from);
  const boxes = others.map((element) => element.getBoundingClientRect());
  const nearest = others[nearestIndex(from.getBoundingClientRect(), boxes, direction)];
  nearest?.focus();
  return nearest !== undefined;
}

/**
 * Returns the index of the box that is nearest in a direction; a distance aside counts twice. -1 if none lies there.
 * @param {DOMRect} from
 * @param {DOMRect[]} boxes
 * @param {[number, number]} direction
 */
export function nearestIndex(from, boxes, [alongX, alongY]) {
  let best = -1;
  let least = Infinity;
  boxes.forEach((box, index) => {
    const x = box.x + box.width / 2 - from.x - from.width / 2;
    const y = box.y + box.height / 2 - from.y - from.height / 2;
    const along = x * alongX + y * alongY;
    const aside = Math.abs(x * alongY) + Math.abs(y * alongX);
    if (along <= 1 || along + 2 * aside >= least) return;
    best = index;
    least = along + 2 * aside;
  });
  return best;
}
