// Replay: earlier moments of a running game from the player's own perspective; a finished game from any perspective,
// step by step or by itself, with links to its moments.

/** @import { Look } from "../types.js" */

import { find, findInput, html, setText } from "../shared/dom.js";
import { reducedMotion } from "../shared/media.js";
import { copyText } from "../shared/page.js";
import { translate } from "../shared/texts.js";
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

const replay = new ReplayPosition();
/** The timer of a game that is played by itself. @type {number|undefined} */
let timer;

const slider = () => findInput("[data-past] input");

/**
 * Asks for a moment.
 * @param {number} position
 */
export function lookAt(position) {
  const { perspective } = replay;
  const eyes = perspective === undefined ? {} : { eyes: perspective };
  connection.send({ type: "look", position: replay.clamp(position), ...eyes });
}

/**
 * Shows a moment.
 * @param {Look} message
 */
export function receiveLook(message) {
  const before = listPieces();
  const elsewhere = replay.receive(message);
  if (elsewhere !== null) {
    lookAt(elsewhere);
    return;
  }
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
  // Other perspectives count other moments than the log does.
  highlightPosition(last === session.state.position ? position : null);
  find("[data-crumb]").textContent = message.crumb;
  const sentences = position ? (message.entry?.sentences ?? []).join(" ") : translate("set_up");
  setText(find("[data-who]"), translate("moment", { position, last }));
  setText(find("[data-asked]"), sentences || message.asked || translate("over"));
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

function stopPlaying() {
  clearInterval(timer);
  timer = undefined;
  find("[data-play]").setAttribute("aria-pressed", "false");
}

function togglePlaying() {
  if (timer) return stopPlaying();
  if (replay.position >= replay.last) lookAt(0);
  const milliseconds = reducedMotion.matches ? STEP_MILLISECONDS_WITHOUT_MOTION : STEP_MILLISECONDS;
  timer = setInterval(() => {
    if (replay.position >= replay.last) stopPlaying();
    else lookAt(replay.position + 1);
  }, milliseconds);
  return find("[data-play]").setAttribute("aria-pressed", "true");
}

/** Goes to the beginning of a finished game. */
export function watchAgain() {
  lookAt(0);
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
    ["[data-first]", () => 0],
    ["[data-earlier]", () => replay.position - 1],
    ["[data-later]", () => replay.position + 1],
    ["[data-last]", () => replay.last],
  ];
  for (const [selector, target] of steps) {
    find(selector).addEventListener("click", () => {
      stopPlaying();
      lookAt(target());
    });
  }
  slider().addEventListener("input", () => {
    stopPlaying();
    lookAt(Number(slider().value));
  });
  find("[data-play]").addEventListener("click", togglePlaying);
  find("[data-now]").addEventListener("click", backToPresent);
  find("[data-link]").addEventListener("click", () => copyText(momentLink()));
  find("[data-perspective]").addEventListener("change", (event) => {
    replay.changePerspective(readPerspective(/** @type {HTMLSelectElement} */ (event.target).value));
    // The answer tells how many moments this perspective has.
    lookAt(0);
  });
  /** @type {HTMLAnchorElement} */ (find("[data-record]")).href = `/api/tables/${session.id}/transcript`;
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
