// @ts-check
// Choosing: what the server lists is lit; a place with several meanings opens a small menu; a gesture is shown before
// it is sent; what cannot be undone is confirmed.

import { callTabs, lay, layForAWhile, quieten } from "./board.js";
import { make, notice, one, say, sign, store, tell } from "./house.js";
import { saysThinking, showThinker } from "./thinking.js";
import { isMine, send, table, thinker } from "./wire.js";

/** @typedef {import("./wire.js").Option} Option */
/** @typedef {{places: string[], words: string, actions: number[]}} Choice */
/** Something picked and not yet sent. @typedef {{actions: number[], about: string, asked: string, places: string[], choices: Choice[]}} Pending */

/** @type {Pending|null} */
let pending = null;
/** The first of two places that make a choice together. */
let tapped = "";
let isPast = false;
/** Something was sent, and the answer has not come. */
let isSent = false;
let byKeyboard = false;
addEventListener("keydown", () => (byKeyboard = true), { capture: true });
addEventListener("pointerdown", () => (byKeyboard = false), { capture: true });

/** Whether ends of turns are confirmed; a person may switch it off. */
export const confirms = () => store.getItem("confirm") !== "no";

/** Words at the beginning of a line. @param {string} words */
const begin = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** A new state: whatever was picked is forgotten. */
export function offer() {
  pending = null;
  tapped = "";
  isPast = isSent = false;
  quieten([]);
  light();
  if (byKeyboard && isMine() && !one("dialog[open]") && !document.activeElement?.matches("input, select")) /** @type {HTMLElement|null} */ (document.querySelector(".lit") ?? document.querySelector("[data-buttons] button"))?.focus({ preventScroll: true });
}

/** The server said no: what could be chosen can be chosen still. */
export function refused() {
  if (!isSent) return;
  lay();
  offer();
}

/** While somebody looks at the past nothing can be chosen. */
export function pause() {
  isPast = true;
  pending = null;
  quieten([]);
  light();
}

const options = () => /** @type {Option[]} */ (isPast || isSent || !isMine() ? [] : table.state.options);

/** Light what may be chosen; what has no place on the board becomes a button. */
function light() {
  for (const element of document.querySelectorAll(".lit, .open, .chosen[data-picked]")) {
    element.classList.remove("lit", "open", ...(element.hasAttribute("data-picked") ? ["chosen"] : []));
    for (const name of ["tabindex", "role", "data-picked"]) element.removeAttribute(name);
    const name = element.getAttribute("data-name");
    if (name !== null) element.setAttribute("aria-label", name);
    /** @type {HTMLElement} */ (element).onclick = /** @type {HTMLElement} */ (element).onkeydown = null;
  }
  const loose = pending?.choices.length ? swaps(pending) : lightOptions();
  for (const place of pending?.places ?? []) mark(place);
  if (tapped) mark(tapped);
  prompt(loose);
  callTabs();
}

/** @param {string} place */
function mark(place) {
  const element = document.getElementById(place);
  element?.classList.add("chosen");
  element?.setAttribute("data-picked", "");
}

/** @param {string} place @param {string} label @param {() => void} does @param {boolean} [isLit] @returns {boolean} whether there is such a place */
function lightPlace(place, label, does, isLit = true) {
  const element = place ? document.getElementById(place) : null;
  if (!element) return false;
  element.classList.add(isLit ? "lit" : "open");
  element.setAttribute("tabindex", isLit ? "0" : "-1");
  element.setAttribute("role", "button");
  const name = element.getAttribute("data-name") ?? element.getAttribute("aria-label") ?? "";
  element.setAttribute("data-name", name);
  element.setAttribute("aria-label", name && name !== label ? `${label}. ${name}` : label);
  element.onclick = does;
  element.onkeydown = (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); does(); } };
  return true;
}

/** @returns {Option[]} what has no place */
function lightOptions() {
  /** @type {Map<string, Option[]>} */
  const there = new Map();
  const loose = [];
  for (const option of options()) {
    const places = (option.places?.length ? option.places : [option.place]).filter((place) => place && document.getElementById(place));
    for (const place of places) there.set(place, [...(there.get(place) ?? []), option]);
    if (!places.length) loose.push(option);
  }
  for (const [place, meanings] of there) {
    const label = meanings.map((option) => [option.words, option.effect].filter(Boolean).join(": ")).join("; ");
    lightPlace(place, label, () => choose(meanings, document.getElementById(place)));
  }
  return loose;
}

/** Other ways of the same gesture: places to tap, alone or two after another. @param {Pending} gesture @returns {Option[]} */
function swaps(gesture) {
  const beginnings = new Set(options().flatMap((option) => option.places ?? [option.place]));
  for (const place of new Set(gesture.choices.flatMap((choice) => choice.places))) {
    const mine = gesture.choices.filter((choice) => choice.places.includes(place));
    lightPlace(place, mine.map((choice) => choice.words).join("; "), () => tap(place, mine), !beginnings.has(place));
  }
  return [];
}

/** @param {string} place @param {Choice[]} choices */
function tap(place, choices) {
  const alone = choices.find((choice) => choice.places.length === 1);
  const together = choices.find((choice) => choice.places.length === 2 && choice.places.includes(tapped) && tapped !== place);
  if (alone) plan(alone.actions);
  else if (together) plan(together.actions);
  else {
    tapped = tapped === place ? "" : place;
    light();
    if (byKeyboard) document.getElementById(place)?.focus();
  }
}

/** @param {Option[]} meanings @param {Element|null} [at] */
export function choose(meanings, at) {
  if (meanings.length === 1) pick(meanings[0]);
  else menu(meanings, at);
}

/** One option: a gesture is shown first, an end of a turn is confirmed, the rest is done at once. @param {Option} option */
function pick(option) {
  const isOnlyWay = options().length === 1 && !option.place;
  if (option.gesture) plan([option.number]);
  else if (option.final && confirms() && !isOnlyWay) {
    pending = { actions: [option.number], about: table.state.asked, asked: option.effect ? `${begin(option.words)}: ${option.effect}` : begin(option.words), places: [option.place], choices: [] };
    light();
    if (byKeyboard) one("[data-confirm]")?.focus();
  } else act([option.number]);
}

/** @param {number} number of an option in the list, from 0 */
export function pickNumber(number) {
  const swaps = pending?.choices.filter((choice) => choice.places.length === 1 && !options().some((option) => option.place === choice.places[0])) ?? [];
  if (pending?.choices.length) { if (swaps[number]) plan(swaps[number].actions); }
  else if (options()[number]) pick(options()[number]);
}

/** Ask how a gesture would look. @param {number[]} actions */
function plan(actions) {
  send({ type: "plan", revision: table.state.revision, actions });
}

/** The gesture, laid out; nothing has been sent. @param {any} message */
export function planned(message) {
  if (message.revision !== table.state.revision) return;
  lay();
  layForAWhile(message.districts);
  quieten(message.quiet);
  tapped = "";
  pending = { actions: message.actions, about: message.about, asked: message.asked, places: [], choices: message.choices };
  light();
  if (byKeyboard) one("[data-confirm]")?.focus();
}

/** Send what is picked. @returns {boolean} whether anything was */
export function confirm() {
  if (!pending) return false;
  act(pending.actions);
  return true;
}

/** Put back what is picked. @returns {boolean} whether anything was */
export function putBack() {
  if (!pending) return false;
  lay();
  offer();
  return true;
}

/** Put back what is picked, or take the last step back. */
export function undo() {
  const back = table.state.undo_one ?? table.state.undo_to;
  if (!putBack() && !isPast && !isSent && table.state.can_undo && back != null) send({ type: "undo", revision: table.state.revision, to: back });
}

/** @param {number[]} actions */
function act(actions) {
  isSent = send({ type: "act", revision: table.state.revision, actions });
  if (!isSent) return notice(say("lost"));
  pending = null;
  light();
}

/** What is asked, and buttons for what has no place on the board. @param {Option[]} loose */
function prompt(loose) {
  const { is_over, outcome, asked, seat, can_undo } = table.state;
  const isHandedOver = table.you !== null && !is_over && table.seats[table.you]?.kind === "computer";
  const name = table.names[seat] ?? "", thinking = thinker() === null ? null : saysThinking(seat, asked);
  const who = is_over ? say("wins", { names: outcome.ranking[0].map((/** @type {number} */ winner) => table.names[winner]).join(", ") })
    : isHandedOver ? say("plays_for_you") : isMine() ? say("your_turn") : thinking && table.you !== null ? thinking[0] : say(table.you === null ? "watching_as" : "waiting", { name });
  tell(one("[data-who]"), pending?.about ?? who);
  tell(one("[data-asked]"), pending?.asked ?? (is_over ? say("over") : isHandedOver ? thinking?.[0] ?? say("waiting", { name }) : isMine() ? asked : thinking?.[1] ?? say("asked_of_others", { question: asked })));
  showThinker();
  one("[data-prompt]").classList.toggle("sent", isSent);
  one("[data-prompt]").classList.toggle("mine", isMine());
  const buttons = isHandedOver ? [make("button", { class: "btn go", onclick: () => send({ type: "take_back", seat: table.you }) }, say("take_back"))] : pending
    ? [make("button", { class: "btn go", "data-confirm": true, onclick: confirm }, sign("check"), say("confirm"))]
    : loose.length <= 2
      ? loose.map((option) => make("button", { class: "btn go", title: option.effect, "data-numbers": option.number, onclick: () => pick(option) }, begin(option.words)))
      : [make("button", { class: "btn go", "data-numbers": loose.map((option) => option.number).join(" "), onclick: (/** @type {Event} */ event) => menu(loose, /** @type {Element} */ (event.currentTarget)) }, say("choose"))];
  // A button that is still the same stays: others play on while somebody presses it, and the press must not be lost.
  const place = one("[data-buttons]"), same = isHandedOver ? "handed over" : pending ? "confirm" : JSON.stringify(loose);
  if (place.dataset.same !== same || !buttons.length) place.replaceChildren(...buttons);
  place.dataset.same = same;
  fit();
  /** @type {HTMLButtonElement} */ (one("[data-undo]")).disabled = !pending && (!can_undo || isPast || isHandedOver);
}

/** Where many words stand beside buttons they get more room. */
function fit() {
  const box = one("[data-prompt]"), words = one("div", box);
  box.classList.remove("long");
  box.classList.toggle("long", words.scrollHeight > box.clientHeight || one("[data-asked]").scrollHeight > one("[data-asked]").clientHeight + 1);
}

/** Where a place has several meanings, a small menu beside it names them with their effect. @param {Option[]} meanings @param {Element|null} [at] */
function menu(meanings, at) {
  const dialog = /** @type {HTMLDialogElement} */ (one("[data-menu]"));
  one("h2", dialog).textContent = table.state.asked;
  one(".choices", dialog).replaceChildren(...meanings.map((option) => make("button", { class: option.number === table.hinted ? "choice hinted" : "choice", onclick: () => { dialog.close(); pick(option); } },
    make("span", {}, begin(option.words)), ...(option.effect ? [make("small", {}, option.effect)] : []))),
    make("button", { class: "btn", onclick: () => dialog.close() }, say("close")));
  dialog.showModal();
  beside(dialog, at);
}

/** @param {HTMLElement} dialog @param {Element|null} [at] */
function beside(dialog, at) {
  dialog.style.margin = dialog.style.left = dialog.style.top = "";
  if (!at || innerWidth < 700) return;
  const place = at.getBoundingClientRect(), box = dialog.getBoundingClientRect(), gap = 10;
  const left = place.right + gap + box.width < innerWidth ? place.right + gap : place.left - gap - box.width;
  dialog.style.margin = "0";
  dialog.style.left = `${Math.max(gap, Math.min(innerWidth - box.width - gap, left))}px`;
  dialog.style.top = `${Math.max(gap, Math.min(innerHeight - box.height - gap, place.top + place.height / 2 - box.height / 2))}px`;
}

/** Arrows go to the nearest lit place in their direction, and from the buttons or from nowhere to the first. @param {string} key @returns {boolean} */
export function walk(key) {
  const ways = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
  const way = ways[key], from = document.activeElement;
  if (!way || !from) return false;
  if (!from.classList.contains("lit")) {
    const first = from.matches("body, [data-prompt] button") ? /** @type {HTMLElement|null} */ (document.querySelector(".lit")) : null;
    first?.focus();
    return first !== null;
  }
  const middle = (/** @type {Element} */ element) => { const box = element.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [x, y] = middle(from);
  let best = /** @type {Element|null} */ (null), least = Infinity;
  for (const element of document.querySelectorAll(".lit")) {
    const [ex, ey] = middle(element), along = (ex - x) * way[0] + (ey - y) * way[1], aside = Math.abs((ex - x) * way[1]) + Math.abs((ey - y) * way[0]);
    if (element !== from && along > 1 && along + 2 * aside < least) [best, least] = [element, along + 2 * aside];
  }
  /** @type {HTMLElement|null} */ (best)?.focus();
  return best !== null;
}
