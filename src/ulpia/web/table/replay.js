// Replay: earlier moments of a running game from the player's own perspective; a finished game from any perspective,
// step by step or by itself, with links to its moments.

/** @import { Look } from "../types.js" */

import { find, findInput, html, icon, setText } from "../shared/dom.js";
import { reducedMotion } from "../shared/media.js";
import { copyText } from "../shared/page.js";
import { storage } from "../shared/storage.js";
import { language, translate } from "../shared/texts.js";
import { announcePrompt } from "./announcer.js";
import { showPresent, showTemporarily } from "./board.js";
import { offerOptions, pauseOptions } from "./choices.js";
import { connection } from "./connection.js";
import { highlightPosition } from "./log.js";
import { animateChanges, listPieces } from "./motion.js";
import { readMoment, readPerspective, ReplayPosition, writePerspective } from "./replay_position.js";
import { showScores } from "./scores.js";
import { session } from "./session.js";

const STEP_MILLISECONDS = 1100;
const STEP_MILLISECONDS_WITHOUT_MOTION = 1500;
/** The server limits how often one may look. */
const LOOK_MILLISECONDS = 120;
/** How many times as fast as usual a game can be played. */
const SPEEDS = [0.5, 1, 2, 4];

const replay = new ReplayPosition();
/** The timer of a game that is played by itself. @type {number|undefined} */
let timer;

/** What keys do, with and without Shift. @type {Record<string, () => number>} */
const KEYS = {
  ArrowLeft: () => replay.target - 1,
  ArrowRight: () => replay.target + 1,
  "Shift ArrowLeft": () => replay.previousTurn,
  "Shift ArrowRight": () => replay.nextTurn,
  PageUp: () => replay.previousTurn,
  PageDown: () => replay.nextTurn,
  Home: () => 0,
  End: () => replay.last,
};

const slider = () => findInput("[data-past] input");
const select = (/** @type {string} */ name) => /** @type {HTMLSelectElement} */ (find(`[data-${name}]`));

/**
 * Asks for a moment.
 * @param {number} position
 */
export function lookAt(position) {
  if (replay.ask(position)) sendLook();
}

function sendLook() {
  const { perspective, target } = replay;
  const eyes = perspective === undefined ? {} : { eyes: perspective };
  if (!connection.send({ type: "look", position: target, ...eyes })) stopWaiting();
}

/** Expects no answer any more: it was refused, or the connection is a new one. */
export function stopWaiting() {
  replay.stopWaiting();
}

function lookAgain() {
  const position = replay.release();
  if (position !== null) lookAt(position);
}

/**
 * Goes to a moment that the player has chosen.
 * @param {number} position
 */
function goTo(position) {
  stopPlaying();
  if (replay.choose(position)) sendLook();
}

/**
 * Steps through the game by keys, while the bar of the replay can be used.
 * @param {KeyboardEvent} event
 * @returns {boolean} whether the key means something here
 */
export function stepByKey({ key, shiftKey }) {
  const target = KEYS[shiftKey ? `Shift ${key}` : key];
  if (!target || find("[data-past]").hidden || !find("[data-final]").hidden) return false;
  goTo(target());
  return true;
}

/**
 * Shows a moment.
 * @param {Look} message
 */
export function receiveLook(message) {
  const before = listPieces();
  const isWanted = replay.receive(message);
  setTimeout(lookAgain, LOOK_MILLISECONDS);
  if (!isWanted) return;
  const { position, last } = replay;
  const isLast = position === last;
  if (isLast && replay.perspective === undefined && !session.state.is_over) {
    backToPresent();
    return;
  }
  replay.isShown = true;
  if (isLast && message.eyes === session.you) showPresent();
  else showTemporarily(message.districts);
  animateChanges(before);
  pauseOptions();
  showScores(message);
  highlightPosition(message.log_position);
  find("[data-crumb]").textContent = message.crumb;
  const sentences = position ? (message.entry?.sentences ?? []).join(" ") : translate("set_up");
  const who = translate("moment", { position, last });
  const asked = sentences || message.asked || translate("over");
  setText(find("[data-who]"), who);
  setText(find("[data-asked]"), asked);
  announcePrompt({ who, asked }, "replay");
  find("[data-prompt]").classList.remove("long");
  showBar();
}

/** Shows the present again. @returns {boolean} whether an earlier moment was shown */
export function backToPresent() {
  if (!replay.isShown) return false;
  stopPlaying();
  replay.isShown = false;
  showPresent();
  offerOptions();
  highlightPosition(null);
  find("[data-crumb]").textContent = session.state.crumb;
  showScores(session.state);
  showBar();
  return true;
}

/** Shows the bar of the replay: with an earlier moment, and at the end of a game. */
function showBar() {
  const { position, last, isShown } = replay;
  const { is_over } = session.state;
  find("[data-past]").hidden = !isShown && !is_over;
  find("[data-prompt]").classList.toggle("then", isShown);
  slider().max = String(last);
  slider().value = String(position);
  find("[data-then]").textContent = `${position} / ${last}`;
  listPhases();
  find("[data-perspective]").hidden = !is_over;
  find("[data-record]").hidden = !is_over;
  find("[data-now]").hidden = is_over;
  const now = translate("now");
  find("[data-now]").textContent = session.isMyTurn ? `${now}: ${translate("your_turn")}` : now;
}

/**
 * Keeps an earlier moment while new states come, as long as it is one of this game. An undo may have removed it.
 * @returns {boolean} whether an earlier moment stays
 */
export function staysInPast() {
  const { is_over, position } = session.state;
  if (!replay.isShown || is_over || replay.position > position) return false;
  replay.last = position;
  showBar();
  return true;
}

/** Follows a new state: the present is shown. */
export function followState() {
  stopPlaying();
  replay.showPresent(session.state.position);
  showBar();
}

/** Lists the phases to jump to. The one that is shown is chosen. */
function listPhases() {
  const { phases, phase } = replay;
  select("phase").hidden = phases.length < 2;
  select("phase").replaceChildren(
    ...phases.map(({ position, label }) => html("option", { value: position, selected: position === phase }, label)),
  );
}

function stopPlaying() {
  clearInterval(timer);
  timer = undefined;
  showPlaying();
}

function startPlaying() {
  clearInterval(timer);
  if (replay.target >= replay.last) lookAt(0);
  const milliseconds = reducedMotion.matches ? STEP_MILLISECONDS_WITHOUT_MOTION : STEP_MILLISECONDS;
  timer = setInterval(
    () => {
      if (replay.target >= replay.last) stopPlaying();
      // A slow answer is waited for.
      else if (replay.target === replay.position) lookAt(replay.position + 1);
    },
    milliseconds / Number(select("speed").value),
  );
  showPlaying();
}

/** Shows whether the game is played by itself. */
function showPlaying() {
  const button = find("[data-play]");
  const label = translate(timer ? "pause" : "play_on");
  button.setAttribute("aria-label", label);
  button.title = label;
  button.replaceChildren(icon(timer ? "pause" : "play"));
}

/** Plays a finished game from its beginning. */
export function watchAgain() {
  lookAt(0);
  startPlaying();
  find("[data-play]").focus();
}

/** Returns the link to the moment that is shown. */
function momentLink() {
  const shown = replay.perspective === undefined ? session.you : replay.perspective;
  const perspective = session.state.is_over ? `&eyes=${writePerspective(shown)}` : "";
  return `${location.origin}/table/${session.id}?at=${replay.position}${perspective}`;
}

export function setUpReplay() {
  /** @type {[string, () => number][]} */
  const steps = [
    ["[data-previous-turn]", () => replay.previousTurn],
    ["[data-earlier]", () => replay.target - 1],
    ["[data-later]", () => replay.target + 1],
    ["[data-next-turn]", () => replay.nextTurn],
  ];
  for (const [selector, target] of steps) find(selector).addEventListener("click", () => goTo(target()));
  slider().addEventListener("input", () => goTo(Number(slider().value)));
  select("phase").addEventListener("change", () => goTo(Number(select("phase").value)));
  listSpeeds();
  select("speed").addEventListener("change", () => {
    storage.setItem("speed", select("speed").value);
    if (timer) startPlaying();
  });
  find("[data-play]").addEventListener("click", () => (timer ? stopPlaying() : startPlaying()));
  find("[data-now]").addEventListener("click", backToPresent);
  find("[data-link]").addEventListener("click", () => copyText(momentLink()));
  find("[data-perspective]").addEventListener("change", (event) => {
    replay.changePerspective(readPerspective(/** @type {HTMLSelectElement} */ (event.target).value));
    // The answer tells how many moments this perspective has.
    lookAt(0);
  });
  /** @type {HTMLAnchorElement} */ (find("[data-record]")).href = `/api/tables/${session.id}/transcript`;
}

function listSpeeds() {
  const numbers = new Intl.NumberFormat(language());
  const stored = Number(storage.getItem("speed"));
  const chosen = SPEEDS.includes(stored) ? stored : 1;
  select("speed").replaceChildren(
    ...SPEEDS.map((speed) => html("option", { value: speed, selected: speed === chosen }, `${numbers.format(speed)}×`)),
  );
}

/** Lists the perspectives to choose from. */
export function listPerspectives() {
  const seats = session.names.map((name, seat) => [String(seat), translate("perspective_of", { name })]);
  const others = [
    [writePerspective(null), translate("perspective_spectator")],
    ["all", translate("perspective_all")],
  ];
  const chosen = writePerspective(replay.perspective === undefined ? session.you : replay.perspective);
  find("[data-perspective]").replaceChildren(
    ...[...seats, ...others].map(([value, words]) => html("option", { value, selected: value === chosen }, words)),
  );
}

/** Goes to the moment that the address names, once. @returns {boolean} whether it names one */
export function followAddress() {
  const moment = readMoment(location.search);
  if (!moment) return false;
  if (session.state.is_over && moment.perspective !== undefined) replay.perspective = moment.perspective;
  listPerspectives();
  history.replaceState(null, "", location.pathname);
  replay.last = 0;
  lookAt(moment.position);
  return true;
}
