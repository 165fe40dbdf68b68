// What an option would bring, shown while a pointer rests on it, while it has the focus, and while it waits for its
// confirmation. The rules are asked by the server, once for each option of a state. The card lies over the log, where
// nothing can be chosen; on small screens it stands between the board and the prompt.

/** @import { Option, Preview } from "../types.js" */

import { find, findAll, html, setText } from "../shared/dom.js";
import { capitalize, formatGain, translate } from "../shared/texts.js";
import { connection } from "./connection.js";
import { placeNote } from "./note_place.js";
import { session } from "./session.js";

/** A pointer that stays this long on an option asks for it. */
const REST_MILLISECONDS = 160;
/** What carries the numbers of its options. */
const OPTIONS = "[data-numbers]";
/** What a card beside an option should not cover. */
const IN_THE_WAY = ".lit, .landing, .target, [data-prompt], [data-prompt] button";
/** The number of a message that asks for a preview: a refusal of it is no news for the player. */
const MESSAGE_ID = 1;

const state = {
  /** The answers for the present state, by the number of the option. @type {Map<number, Preview>} */
  known: new Map(),
  /** The option that the server was asked about and has not answered. @type {number|null} */
  asked: null,
  /** The options at the place that the pointer rests on or that has the focus. @type {Option[]} */
  pointed: [],
  /** The element that they belong to. @type {Element|null} */
  place: null,
  /** The option that waits for its confirmation. @type {Option|null} */
  picked: null,
  timer: 0,
};

/** Forgets all answers, because the state is another one. */
export function dropPreviews() {
  state.known.clear();
  state.asked = null;
  leave();
}

/**
 * Shows an option until it is confirmed or dropped.
 * @param {number|null} number
 */
export function previewPicked(number) {
  state.picked = session.state.options.find((option) => option.number === number) ?? null;
  show();
}

/** @param {Preview} message */
export function receivePreview(message) {
  if (state.asked === message.action) state.asked = null;
  if (message.revision !== session.state.revision) return;
  state.known.set(message.action, message);
  show();
}

/**
 * Takes notice of a refusal.
 * @param {{id?: number}} message
 * @returns {boolean} whether it was about a preview
 */
export function refusePreview({ id }) {
  if (id !== MESSAGE_ID) return false;
  state.asked = null;
  return true;
}

/** @returns {Option[]} the options that are previewed; nothing is known about several but their words and effects */
function shownOptions() {
  return state.picked ? [state.picked] : state.pointed;
}

/** Shows what is known, and asks for what is not. One question is open at a time. */
function show() {
  unmark();
  const options = shownOptions();
  const box = find("[data-preview]");
  box.hidden = !options.length;
  if (!options.length) return;
  const preview = options.length === 1 ? state.known.get(options[0].number) : undefined;
  setText(find("[data-preview-title]"), translate(state.picked ? "if_confirmed" : "if_chosen"));
  find("[data-preview-what]").replaceChildren(...options.map(wordsOf));
  find("[data-preview-lines]").replaceChildren(...(preview?.lines ?? []).map(lineOf));
  setText(find("[data-preview-then]"), preview?.then ? translate("then_asked", { question: preview.then }) : "");
  box.classList.toggle("empty", !preview?.lines.length && !preview?.then);
  if (preview) mark(preview, Boolean(options[0].gesture));
  else if (options.length === 1) ask(options[0].number);
  placeCard(box);
}

/** @param {number} number */
function ask(number) {
  if (state.asked !== null) return;
  const { revision } = session.state;
  if (connection.send({ type: "preview", revision, action: number, id: MESSAGE_ID })) state.asked = number;
}

/** @param {Option} option */
function wordsOf({ words, effect }) {
  return html("p", {}, html("b", {}, capitalize(words)), ...(effect ? [`: ${effect}`] : []));
}

/** @param {Preview["lines"][number]} line */
function lineOf({ sentence, points }) {
  const tone = points < 0 ? "num loss" : "num gain-of";
  return html(
    "li",
    {},
    html("span", {}, sentence),
    ...(points ? [html("b", { class: tone }, formatGain(points))] : []),
  );
}

/**
 * Marks where something would come to lie.
 * @param {Preview} preview
 * @param {boolean} hasTarget whether the last place is the target of a gesture
 */
function mark({ landings }, hasTarget) {
  landings.forEach((place, index) => {
    const element = document.getElementById(place);
    const name = hasTarget && index === landings.length - 1 ? "target" : "landing";
    if (!element || element.classList.contains(name)) return;
    element.classList.add(name);
    element.setAttribute("data-previewed", name);
  });
}

function unmark() {
  for (const element of findAll("[data-previewed]")) {
    element.classList.remove(element.dataset.previewed ?? "");
    element.removeAttribute("data-previewed");
  }
}

/**
 * Where the log is not in sight, the card stands beside the option, and covers nothing that can be chosen.
 * @param {HTMLElement} box
 */
function placeCard(box) {
  const isBeside = document.documentElement.hasAttribute("data-drawer");
  const place = state.place?.isConnected ? state.place : find("[data-prompt]");
  const inTheWay = findAll(IN_THE_WAY).map((element) => element.getBoundingClientRect());
  const corner = placeNote({
    about: place.getBoundingClientRect(),
    width: box.offsetWidth,
    height: box.offsetHeight,
    inTheWay: [place.getBoundingClientRect(), ...inTheWay].filter(({ width, height }) => width && height),
    screen: { width: innerWidth, height: innerHeight },
    isLine: false,
  });
  box.style.left = isBeside ? `${corner.left}px` : "";
  box.style.top = isBeside ? `${corner.top}px` : "";
}

/** @param {Element|null} place */
function rest(place) {
  if (place === state.place) return;
  leave();
  state.place = place;
  const numbers = place?.getAttribute("data-numbers")?.split(" ").map(Number) ?? [];
  if (!numbers.length) return;
  state.timer = setTimeout(() => {
    if (!place?.isConnected) return;
    state.pointed = session.state.options.filter(({ number }) => numbers.includes(number));
    show();
  }, REST_MILLISECONDS);
}

/** Nothing is pointed at any more. */
function leave() {
  clearTimeout(state.timer);
  state.place = null;
  const wasShown = state.pointed.length > 0;
  state.pointed = [];
  if (wasShown) show();
}

/** @param {Event} event */
const optionAt = ({ target }) => (target instanceof Element ? target.closest(OPTIONS) : null);

/** Lets pointers and the focus show what options bring. A finger that touches an option has chosen it. */
export function setUpPreviews() {
  const stage = find(".stage");
  stage.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") rest(optionAt(event));
  });
  stage.addEventListener("pointerleave", leave);
  stage.addEventListener("focusin", (event) => {
    const place = optionAt(event);
    if (place?.matches(":focus-visible")) rest(place);
  });
  stage.addEventListener("focusout", leave);
}
