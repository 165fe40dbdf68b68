// @ts-check
// Looking back: an earlier moment of a running game with one's own eyes; a finished game with anybody's, played by itself
// if one likes, with a link to what is shown.

import { lay, layForAWhile } from "./board.js";
import { offer, pause } from "./choice.js";
import { copy, make, one, quick, say, tell } from "./house.js";
import { fly, pieces } from "./motion.js";
import { point, scores } from "./story.js";
import { isMine, send, table } from "./wire.js";

/** @type {number|string|null|undefined} undefined: one's own */
let eyes;
let position = 0, last = 0, isShown = false;
/** How far through the game to go, once it is known how long it is for these eyes. */
let part = 0;
/** @type {number|undefined} */
let playing;

const slider = () => /** @type {HTMLInputElement} */ (one("[data-past] input"));

/** @param {number} wanted */
export function lookAt(wanted) {
  send({ type: "look", position: Math.max(0, Math.min(last || wanted, wanted)), ...(eyes === undefined ? {} : { eyes }) });
}

/** An earlier moment. @param {any} message */
export function look(message) {
  const before = pieces();
  ({ position, last } = message);
  if (part) {
    const wanted = Math.round(part * last);
    part = 0;
    if (wanted !== position) return lookAt(wanted);
  }
  const isNow = position === last && eyes === undefined && !table.state.is_over;
  if (isNow) return void now();
  isShown = true;
  if (position === last && message.eyes === table.you) lay();
  else layForAWhile(message.districts);
  fly(before);
  pause();
  scores(message);
  // Others may count other moments than the story does.
  point(last === table.state.position ? position : null);
  one("[data-crumb]").textContent = message.crumb;
  const told = position ? message.entry?.sentences?.join(" ") ?? "" : say("set_up");
  tell(one("[data-who]"), say("moment", { position, last }));
  tell(one("[data-asked]"), told || message.asked || say("over"));
  one("[data-prompt]").classList.remove("long");
  show();
}

/** Back to the present. @returns {boolean} whether one was elsewhere */
export function now() {
  if (!isShown) return false;
  stop();
  isShown = false;
  lay();
  offer();
  point(null);
  one("[data-crumb]").textContent = table.state.crumb;
  scores(table.state);
  show();
  return true;
}

/** The bar: while looking back, and at the end of a game. */
function show() {
  one("[data-past]").hidden = !isShown && !table.state.is_over;
  one("[data-prompt]").classList.toggle("then", isShown);
  slider().max = String(last);
  slider().value = String(position);
  one("[data-then]").textContent = `${position} / ${last}`;
  one("[data-eyes]").hidden = one("[data-record]").hidden = !table.state.is_over;
  one("[data-now]").hidden = !!table.state.is_over;
  one("[data-now]").textContent = isMine() ? `${say("now")}: ${say("your_turn")}` : say("now");
}

/** A new state has come while somebody looks back: they stay where they are, as long as that moment is one of this game.
 * @returns {boolean} whether somebody does */
export function stays() {
  if (!isShown || table.state.is_over || position > table.state.position) return false;
  last = table.state.position;
  show();
  return true;
}

/** A new state has come: the present is shown. */
export function present() {
  stop();
  isShown = false;
  position = last = table.state.position;
  show();
}

function stop() {
  clearInterval(playing);
  playing = undefined;
  one("[data-play]").setAttribute("aria-pressed", "false");
}

function play() {
  if (playing) return stop();
  if (position >= last) lookAt(0);
  playing = setInterval(() => (position >= last ? stop() : lookAt(position + 1)), quick.matches ? 1500 : 1100);
  one("[data-play]").setAttribute("aria-pressed", "true");
}

/** Step through a finished game from its beginning. */
export function watchAgain() {
  lookAt(0);
  one("[data-play]").focus();
}

/** The link to what is shown. */
function link() {
  const shown = eyes === undefined ? table.you : eyes;
  return `${location.origin}/table/${table.id}?at=${position}${table.state.is_over ? `&eyes=${shown ?? "none"}` : ""}`;
}

/** Give the bar its life. */
export function furnish() {
  slider().addEventListener("input", () => { stop(); lookAt(Number(slider().value)); });
  one("[data-first]").addEventListener("click", () => { stop(); lookAt(0); });
  one("[data-earlier]").addEventListener("click", () => { stop(); lookAt(position - 1); });
  one("[data-later]").addEventListener("click", () => { stop(); lookAt(position + 1); });
  one("[data-last]").addEventListener("click", () => { stop(); lookAt(last); });
  one("[data-play]").addEventListener("click", play);
  one("[data-now]").addEventListener("click", now);
  one("[data-link]").addEventListener("click", () => copy(link()));
  one("[data-eyes]").addEventListener("change", (event) => {
    eyes = read(/** @type {HTMLSelectElement} */ (event.target).value);
    // Others count other moments: ask for the first, learn how many there are, go to about the same one.
    part = last ? position / last : 0;
    lookAt(0);
  });
  /** @type {HTMLAnchorElement} */ (one("[data-record]")).href = `/api/tables/${table.id}/transcript`;
}

/** @param {string} value @returns {number|string|null} */
const read = (value) => (value === "none" ? null : value === "all" ? "all" : Number(value));

/** Whose eyes there are, and what the address asked for. */
export function people() {
  const choices = [...table.names.map((name, seat) => [String(seat), say("eyes_of", { name })]), ["none", say("eyes_none")], ["all", say("eyes_all")]];
  const chosen = eyes === undefined ? table.you : eyes;
  one("[data-eyes]").replaceChildren(...choices.map(([value, shown]) => make("option", { value, selected: value === String(chosen ?? "none") }, shown)));
}

/** The address may name a moment, once. */
export function follow() {
  const asked = new URLSearchParams(location.search), at = asked.get("at");
  if (at === null || !/^\d{1,5}$/.test(at)) return false;
  const wanted = asked.get("eyes");
  if (wanted !== null && table.state.is_over && /^(\d|none|all)$/.test(wanted)) eyes = read(wanted);
  people();
  history.replaceState(null, "", location.pathname);
  last = 0;
  lookAt(Number(at));
  return true;
}
