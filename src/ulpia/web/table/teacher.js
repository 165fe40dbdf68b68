// The teacher explains what is new in the first games: one sentence beside what it speaks of, which never takes a click
// away from the board. It can be switched off.

/** @import { Explain, Explanation, State } from "../types.js" */

import { find, findAll, html, icon, setText } from "../shared/dom.js";
import { readJson, storage } from "../shared/storage.js";
import { translate } from "../shared/texts.js";
import { findPlot, scrollToElement } from "./board.js";
import { connection } from "./connection.js";
import { Explanations } from "./explanations.js";
import { placeBeside } from "./note.js";
import { session } from "./session.js";

/** A player who has finished this many games needs no teacher, unless they ask for one. */
const FIRST_GAMES = 2;
/** What a note should not cover. */
const IN_THE_WAY = ".lit, .prompt, .strip, .tabs, .hint:not([hidden]), [data-picked]";
/** Choosing something puts the note away. */
const CHOICES = ".lit, .open, [data-buttons] button, [data-undo]";

let explanations = new Explanations([], () => {});

const finishedKey = () => `finished-${session.game}`;

/** Whether the teacher is on: as the player has chosen, else in the first games. */
export function isTeaching() {
  const chosen = storage.getItem("teach");
  return chosen === null ? (readJson(finishedKey()) ?? []).length < FIRST_GAMES : chosen === "yes";
}

/** @param {boolean} isOn */
export function switchTeacher(isOn) {
  storage.setItem("teach", isOn ? "yes" : "no");
  startTeaching();
}

/** Tells the server of a new connection whether explanations are wanted. */
export function startTeaching() {
  const key = `seen-${session.game}`;
  explanations = new Explanations(readJson(key) ?? [], (seen) => storage.setItem(key, JSON.stringify(seen)));
  showNote();
  if (!session.isSpectator) connection.send({ type: "teach", is_on: isTeaching() });
}

/** @param {Explain} message */
export function receiveExplanations(message) {
  if (message.revision !== session.state.revision) return;
  explanations.receive(message.explanations);
  showNote();
}

/**
 * Puts the note away when the player has acted, and counts finished games.
 * @param {State} state
 * @param {boolean} wasMyTurn
 */
export function followState(state, wasMyTurn) {
  if (wasMyTurn && !note().hidden) explanations.putAway();
  explanations.pause();
  showNote();
  if (!state.is_over || session.isSpectator) return;
  const finished = new Set([...(readJson(finishedKey()) ?? []), session.id]);
  storage.setItem(finishedKey(), JSON.stringify([...finished].slice(-FIRST_GAMES)));
}

/** Puts the note away and shows the next one, if one waits. @returns {boolean} whether there was one */
export function closeNote() {
  if (note().hidden) return false;
  explanations.putAway();
  showNote();
  return true;
}

const note = () => find("[data-teacher]");

/** Shows the explanation that is due beside its place, while the player looks at the present. */
export function showNote() {
  for (const element of findAll(".explained")) element.classList.remove("explained");
  const box = note();
  const isPresent = !find("[data-prompt]").classList.contains("then");
  const shown = isPresent && (session.isMyTurn || session.state.is_over) ? explanations.shown : undefined;
  box.hidden = !shown;
  if (!shown) return;
  setText(find("p", box), shown.sentence);
  const more = explanations.waiting.length > 1;
  find("[data-teacher-more]", box).hidden = !more;
  const places = explainedElements(shown);
  for (const element of places) element.classList.add("explained");
  if (places[0] && shown.is_past === false) scrollToElement(places[0]);
  placeBeside(box, places[0] ?? find("[data-prompt]"), IN_THE_WAY);
}

/**
 * @param {Explanation} explanation
 * @returns {HTMLElement[]}
 */
function explainedElements({ places }) {
  return places.map((place) => findPlot(place) ?? document.getElementById(place)).filter((found) => found !== null);
}

/** Adds the note to the page, empty: screen readers announce what changes in it. */
export function setUpTeacher() {
  const close = html(
    "button",
    { class: "tool", type: "button", "aria-label": translate("close"), onclick: closeNote },
    icon("close"),
  );
  const more = html(
    "button",
    { class: "btn small", type: "button", "data-teacher-more": "", onclick: closeNote },
    translate("next_explanation"),
  );
  find(".stage").append(
    html(
      "div",
      { class: "teacher", role: "note", "data-teacher": "", "aria-live": "polite", hidden: true },
      html("p", {}),
      more,
      close,
    ),
  );
  addEventListener("resize", showNote);
  const onClick = (/** @type {Event} */ { target }) => {
    if (target instanceof Element && target.closest(CHOICES)) putAwayForChoice();
  };
  document.addEventListener("click", onClick, { capture: true }); // the choice may remove what was clicked
}

/** The player chooses: the note has been read. The next one comes with the next decision. */
export function putAwayForChoice() {
  if (note().hidden) return;
  explanations.putAway();
  explanations.pause();
  showNote();
}
