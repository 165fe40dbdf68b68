// @ts-check
// A hint in three steps: where to look, the move, why. Each is asked for when it is wanted; playing on drops it.

import { turnTo } from "./board.js";
import { make, notice, one, say } from "./house.js";
import { isMine, send, table } from "./wire.js";

/** @typedef {{revision: string, step: number, sentences: string[], areas?: string[], places?: string[], number?: number}} Hint */

const LAST = 3, MORE = ["hint_move", "hint_move", "hint_why", "hint_why"];
/** What was told of the present moment, by step. @type {Hint[]} */
let told = [];
let isWorking = false, isOpen = false;

/** A step further; behind the last the card is put away. */
export function hint() {
  if (!isMine() || isWorking || one("[data-prompt]").classList.contains("then")) return;
  const known = told.length;
  if (known === LAST || (known && !isOpen)) isOpen = !isOpen;
  else if (!send({ type: "hint", revision: table.state.revision, step: known + 1 })) notice(say("lost"));
  else isWorking = isOpen = true;
  show();
}

/** A step has come. @param {Hint} message */
export function hinted(message) {
  if (message.revision !== table.state.revision) return;
  told[message.step - 1] = message;
  isWorking = false;
  const [shown] = show();
  if (shown) turnTo(shown);
}

/** The server said no. */
export function noHint() {
  if (!isWorking) return;
  isWorking = false;
  isOpen = told.length > 0;
  show();
}

/** Another moment: whatever was told is past. */
export function dropHint() {
  told = [];
  isWorking = isOpen = false;
  show();
}

/** @returns {boolean} whether there was a card to put away */
export function closeHint() {
  const was = isOpen;
  isOpen = isWorking = false;
  show();
  return was;
}

/** The card, the button, and what they point at. @returns {Element[]} */
export function show() {
  const button = one("[data-hint]"), card = one("[data-hint-card]"), more = one("[data-hint-more]"), known = told.length;
  button.hidden = !isMine();
  button.classList.toggle("working", isWorking);
  button.setAttribute("aria-expanded", String(isOpen));
  button.setAttribute("aria-busy", String(isWorking));
  card.hidden = !isOpen;
  one("h2", card).textContent = say("hint_step", { step: Math.max(1, known + Number(isWorking)), last: LAST });
  const working = isWorking ? [make("p", { class: "working" }, say(table.preparing === null ? "hint_working" : "hint_preparing"))] : [];
  one("[data-hint-words]").replaceChildren(...words(known), ...working);
  more.textContent = say(MORE[known]);
  more.hidden = isWorking || known === 0 || known === LAST;
  return point();
}

/** The nudge alone, then the move, then the move and why. @param {number} known @returns {Node[]} */
function words(known) {
  if (!known) return [];
  const [first, ...reasons] = known === 1 ? told[0].sentences : [...told[1].sentences, ...(told[2]?.sentences ?? [])];
  return [make("p", { class: "first" }, first), ...(reasons.length ? [make("ul", {}, ...reasons.map((sentence) => make("li", {}, sentence)))] : [])];
}

/** Light softly where to look, or let the place of the move pulse. @returns {Element[]} */
function point() {
  for (const element of document.querySelectorAll(".hinted")) element.classList.remove("hinted");
  const last = isOpen ? told.at(-1) : undefined;
  table.hinted = last?.number ?? null;
  if (!last) return [];
  const places = /** @type {Element[]} */ ((last.places ?? []).map((place) => document.getElementById(place)).filter(Boolean));
  const areas = (last.areas ?? []).map((area) => one(`[data-district="${CSS.escape(area)}"]`)).filter(Boolean);
  const found = last.step === 1 ? areas : places;
  const button = last.number === undefined ? null : one(`[data-buttons] [data-numbers~="${last.number}"]`);
  const marked = found.length ? found : [button ?? one("[data-prompt]")];
  for (const element of marked) element.classList.add("hinted");
  return marked;
}

/** Give the button and the card their life. */
export function furnishHints() {
  one("[data-hint]").addEventListener("click", hint);
  one("[data-hint-more]").addEventListener("click", hint);
  one("[data-hint-close]").addEventListener("click", () => { closeHint(); one("[data-hint]").focus({ preventScroll: true }); });
}
