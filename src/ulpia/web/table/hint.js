// Hints: a card with up to three steps, and marks on the places it speaks of. They are dropped when the game goes on.

/** @import { Hint } from "../types.js" */

import { find, findAll, html } from "../shared/dom.js";
import { showNotice } from "../shared/page.js";
import { translate } from "../shared/texts.js";
import { findPlot, scrollToElement } from "./board.js";
import { connection } from "./connection.js";
import { HintSteps, LAST_STEP } from "./hint_steps.js";
import { session } from "./session.js";

/** The text of the button for the next step, by the number of known steps. */
const NEXT_TEXTS = ["hint_move", "hint_move", "hint_why", "hint_why"];

const hints = new HintSteps();

/** Returns the number of the option that the hint recommends, if it is shown. */
export function hintedOption() {
  return hints.shown?.number;
}

/** Asks for the next step; after the last one the card is closed and opened. */
export function requestHint() {
  const isReplay = find("[data-prompt]").classList.contains("then");
  if (!session.isMyTurn || hints.isWorking || isReplay) return;
  const step = hints.next;
  if (step === null) hints.toggle();
  else if (connection.send({ type: "hint", revision: session.state.revision, step })) hints.request();
  else showNotice(translate("lost"));
  showHint();
}

/** @param {Hint} message */
export function receiveHint(message) {
  if (message.revision !== session.state.revision) return;
  hints.receive(message);
  const [first] = showHint();
  if (first) scrollToElement(first);
}

/** Stops waiting for a step that the server has refused. */
export function refuseHint() {
  if (!hints.isWorking) return;
  hints.refuse();
  showHint();
}

/** Drops the hint of an earlier state. */
export function dropHint() {
  hints.reset();
  showHint();
}

/** @returns {boolean} whether the card was open */
export function closeHint() {
  const wasOpen = hints.isOpen;
  hints.close();
  showHint();
  return wasOpen;
}

/** Shows the button, the card and the marks. @returns {Element[]} the marked elements */
export function showHint() {
  const { isOpen, isWorking, steps } = hints;
  const button = find("[data-hint]");
  button.hidden = !session.isMyTurn;
  button.classList.toggle("working", isWorking);
  button.setAttribute("aria-expanded", String(isOpen));
  button.setAttribute("aria-busy", String(isWorking));
  const card = find("[data-hint-card]");
  card.hidden = !isOpen;
  const step = Math.max(1, steps.length + Number(isWorking));
  find("h2", card).textContent = translate("hint_step", { step, last: LAST_STEP });
  find("[data-hint-words]").replaceChildren(...cardContent());
  const more = find("[data-hint-more]");
  more.textContent = translate(NEXT_TEXTS[steps.length]);
  more.hidden = isWorking || steps.length === 0 || steps.length === LAST_STEP;
  return markHint();
}

function cardContent() {
  const [first, ...others] = hints.sentences;
  const { reasons, figures } = hints;
  const content = [];
  if (first !== undefined) content.push(html("p", { class: "first" }, first));
  content.push(...others.map((sentence) => html("p", {}, sentence)));
  if (reasons.length) content.push(html("ul", {}, ...reasons.map((sentence) => html("li", {}, sentence))));
  if (figures.length) content.push(figuresOf(figures));
  if (hints.isWorking) {
    const text = session.preparing === null ? "hint_working" : "hint_preparing";
    content.push(html("p", { class: "working" }, translate(text)));
    if (session.preparing !== null) content.push(html("progress", { max: 1, value: session.preparing }));
  }
  return content;
}

/**
 * The first figure in small letters; the others are shown when it is pressed.
 * @param {string[]} figures
 */
function figuresOf([first, ...others]) {
  const more = others.map((sentence) => html("p", {}, sentence));
  return html("details", { class: "figures" }, html("summary", {}, first), ...more);
}

/** Marks the places or districts to look at, or the place of the move. @returns {Element[]} */
function markHint() {
  for (const element of findAll(".hinted")) element.classList.remove("hinted", "nearby");
  const hint = hints.shown;
  if (!hint) return [];
  const places = (hint.places ?? []).map(findPlace);
  const found = (places.length ? places : (hint.areas ?? []).map(findPlot)).filter((element) => element !== null);
  const button = hint.number === undefined ? null : find(`[data-buttons] [data-numbers~="${hint.number}"]`);
  const marked = found.length ? found : [button ?? find("[data-prompt]")];
  for (const element of marked) {
    element.classList.add("hinted");
    element.classList.toggle("nearby", hint.step === 1);
  }
  return marked;
}

/** @param {string} place */
const findPlace = (place) => document.getElementById(place);

export function setUpHints() {
  const card = find("[data-hint-card]");
  const watcher = new ResizeObserver(() => {
    document.documentElement.style.setProperty("--hint-height", `${card.offsetHeight}px`);
  });
  watcher.observe(card);
  find("[data-hint]").addEventListener("click", requestHint);
  find("[data-hint-more]").addEventListener("click", requestHint);
  find("[data-hint-close]").addEventListener("click", () => {
    closeHint();
    find("[data-hint]").focus({ preventScroll: true });
  });
}
