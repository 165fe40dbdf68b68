// The page of a table. It knows no rules: it shows what the server sends, lights the options that the server lists, and
// sends their numbers back.

/** @import { Presence, Refused, State, Welcome } from "../types.js" */

import { find, findAll, findInput } from "../shared/dom.js";
import { messageOf, openPage, showFatalError, showNotice, toolButton } from "../shared/page.js";
import { forgetOwner, forgetSeat, forgetSeatInTab, hasSeatInTab, savedSeat, saveSeat } from "../shared/storage.js";
import { translate } from "../shared/texts.js";
import { closeRail, layOutTable, receivePictures, showPresent, showRail } from "./board.js";
import {
  confirmPicked,
  dropPicked,
  isKeyboardUsed,
  moveFocus,
  offerAgain,
  offerOptions,
  pickByIndex,
  showGesture,
  skipToOwnTurn,
  undo,
} from "./choices.js";
import { receiveClock } from "./clock.js";
import { connection } from "./connection.js";
import { setUpHelp, startAsking } from "./help.js";
import { followSuccessor } from "./farewell.js";
import { followRivals, setUpFollowing, tell } from "./follow.js";
import { showGathering } from "./gathering.js";
import { closeHint, dropHint, receiveHint, refuseHint, requestHint, setUpHints, showHint } from "./hint.js";
import { showLinks } from "./invite.js";
import { chooseLesson, lookAtTask, receiveLesson, showDistricts } from "./lesson.js";
import { announceSince, clearChat, filterLog, receiveChat, receiveLog, receiveNotices, setUpLog } from "./log.js";
import { notifyTurn, refreshMenu, showMenu, showMessage } from "./menu.js";
import { animateChanges, animateScores, endFlights, listPieces, settlePieces } from "./motion.js";
import { receiveObjection, setUpObjections, takeMoveBack } from "./objection.js";
import { dropPreviews, receivePreview, refusePreview, setUpPreviews } from "./preview.js";
import { showThinking } from "./prompt.js";
import * as replay from "./replay.js";
import { showScores } from "./scores.js";
import { keepSeat, sitAt, takeSeatFromAddress } from "./seat.js";
import { session } from "./session.js";
import { currentShape } from "./shape.js";
import { playFinalSound, playPointsSound, playTurnSound } from "./sound.js";
import { forgetSummaries, receiveSummaries, showSummary } from "./summary.js";
import {
  closeNote,
  followState,
  putAwayForChoice,
  receiveExplanations,
  setUpTeacher,
  startTeaching,
} from "./teacher.js";

/** The ids of places that have changed since the player's last action. They are marked on the player's turn. */
const changedPlaces = new Set();

/** @param {Welcome} message */
async function receiveWelcome(message) {
  session.enter(message);
  if (message.you === null && message.held.length) {
    sitAt(message.held[0]);
    connection.reopen();
    return;
  }
  find("[data-title]").textContent = message.title;
  document.body.dataset.game = message.game;
  clearChat();
  forgetSummaries();
  replay.stopWaiting();
  await layOutTable(message);
  replay.listPerspectives();
  refreshMenu();
  keepSeat();
  receiveClock();
  await setUpHelp(find(".stage"), message.game);
  find("[data-chat]").hidden = session.isSpectator;
  if (!session.isLesson) startTeaching();
  if (session.lesson) showDistricts(session.lesson.districts);
}

/** @param {Presence} message */
function receivePresence(message) {
  const hadEnded = session.isOver;
  const hasChanged = session.updatePresence(message);
  receiveClock();
  replay.listPerspectives();
  refreshMenu();
  if (session.isNew) return;
  showGathering();
  showHint();
  showThinking();
  if (hasChanged && !replay.staysInPast()) offerOptions();
  if (session.isOver && !hadEnded) void showEnd(session.state, true);
  followSuccessor();
}

/** @param {State} message */
function receiveState(message) {
  endFlights();
  const piecesBefore = session.isNew ? [] : listPieces();
  const before = session.updateState(message);
  dropPreviews();
  receivePictures(message);
  showGathering();
  if (before.isNew || before.state.revision !== message.revision) dropHint();
  const isInPast = !before.isNew && replay.staysInPast();
  if (!isInPast) {
    find("[data-crumb]").textContent = message.crumb;
    showPresent();
    replay.followState();
    offerOptions();
    lookAtTask();
    showScores(message);
  }
  showHint();
  filterLog();
  find(".stage").dataset.ready = currentShape();
  if (before.isNew) {
    settlePieces();
    tell();
  } else if (!isInPast) {
    const isStill = session.isSkipping && session.watching.length === 0;
    const moved = animateChanges(piecesBefore, { withSound: before.isMyTurn, isStill });
    markChanges(moved, before.isMyTurn);
    followRivals(moved, !before.isMyTurn && !isStill);
    showGains(before.state.points, message.points, before.isMyTurn);
  }
  if (before.isNew) announceSince();
  announceTurn(!before.isNew && !before.isMyTurn);
  followState(message, before.isMyTurn);
  const isElsewhere = before.isNew && replay.followAddress();
  const isEnd = session.isOver && (before.isNew || (message.is_over && !before.state.is_over));
  showSummary().then(() => (isEnd ? showEnd(message, !isElsewhere) : undefined));
}

/**
 * @param {number[]} before
 * @param {number[]} after
 * @param {boolean} wasMyTurn
 */
function showGains(before, after, wasMyTurn) {
  animateScores(before, after);
  if (wasMyTurn && session.you !== null && after[session.you] > before[session.you]) playPointsSound();
}

/** @param {boolean} mayBegin whether the player's turn may begin with this state */
function announceTurn(mayBegin) {
  if (!session.isMyTurn) {
    document.title = `${session.title} – Ulpia`;
    return;
  }
  document.title = `● ${translate("your_turn")} – Ulpia`;
  if (!mayBegin) return;
  playTurnSound();
  notifyTurn();
}

/**
 * Marks what others have changed, until the player acts.
 * @param {Element[]} pieces
 * @param {boolean} wasMyTurn
 */
function markChanges(pieces, wasMyTurn) {
  for (const element of findAll(".last")) element.classList.remove("last");
  if (wasMyTurn) changedPlaces.clear();
  else for (const piece of pieces) changedPlaces.add(piece.closest(".opt")?.id ?? "");
  changedPlaces.delete("");
  if (!session.isMyTurn) return;
  for (const id of changedPlaces) document.getElementById(id)?.classList.add("last");
}

/**
 * @param {State} state
 * @param {boolean} isOpen whether to show the final page at once
 */
async function showEnd(state, isOpen) {
  if (isOpen) playFinalSound();
  const { showFinal } = await import("./final.js");
  await showFinal(state, isOpen, replay.watchAgain);
  followSuccessor();
}

/** Refusals of a table that say nothing about the seat: its token stays. */
const ABOUT_THE_GAME = ["BrokenJournal", "CannotStore", "OurMistake", "RulesChanged", "TooManyClients"];

/**
 * Handles a refusal: of an action, or of the table itself.
 * @param {Refused} message
 */
function receiveRefusal(message) {
  if (message.name === "SignedOut") return signedOut(message.sentence);
  if (message.name === "TeacherObjects") return;
  // The player's turn was faster than the wish to skip to it.
  if (message.name === "NothingToSkip" || refusePreview(message)) return;
  if (connection.isWelcome) {
    showNotice(message.sentence);
    replay.stopWaiting();
    refuseHint();
    offerAgain();
    return;
  }
  const isTakenBack = message.name === "Revoked" && savedSeat(session.id) !== null;
  const isWatching = isTakenBack || (message.name === "SeatTaken" && hasSeatInTab(session.id));
  if (isTakenBack) forgetSeat(session.id);
  if (!ABOUT_THE_GAME.includes(message.name)) forgetSeatInTab(session.id);
  if (isWatching) {
    showMessage(message.sentence);
    connection.reopen();
    return;
  }
  connection.close();
  showFatalError(message.sentence, message.name === "RulesChanged" ? `/api/tables/${session.id}/transcript` : null);
}

/**
 * Leaves the seat in a browser that was signed out. If it was only lent the seat, its own games stay, and it watches.
 * @param {string} sentence
 */
function signedOut(sentence) {
  forgetSeat(session.id);
  if (connection.isWelcome) {
    showMessage(sentence);
    connection.reopen();
    return;
  }
  forgetOwner();
  connection.close();
  showFatalError(sentence);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { target } = event;
  const isTyping = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  const isSlider = isTyping && target.type === "range";
  if ((isTyping && !isSlider) || event.ctrlKey || event.metaKey || event.altKey || find("dialog[open]")) return;
  const { key } = event;
  const { activeElement } = document;
  const isNowhere = activeElement === document.body || activeElement?.classList.contains("lit");
  if (replay.stepByKey(event)) event.preventDefault();
  else if (isSlider) return;
  else if (key === "Backspace") takeBack();
  else if (key === "t") requestHint();
  else if (key === "s") skipToOwnTurn();
  else if (key === "Escape") leaveOneThing();
  else if (key === "Enter" && isNowhere && confirmPicked()) event.preventDefault();
  else if (/^[1-9]$/.test(key)) pickByIndex(Number(key) - 1);
  else if (key === "?") window.open(`/rules/${session.game}`, "_blank");
  else if (moveFocus(key)) event.preventDefault();
}

/** Takes back what the teacher objects to, else what is picked, else the last step. */
function takeBack() {
  if (!takeMoveBack()) undo();
}

/**
 * Takes a move back that the teacher objects to, else drops what is picked, else closes the hint, else returns from a
 * replay of a running game.
 */
function leaveOneThing() {
  if (takeMoveBack() || dropPicked() || closeHint() || closeNote() || closeRail() || session.state.is_over) return;
  replay.backToPresent();
}

function setUpTools() {
  if (session.isLesson) {
    document.body.classList.add("learning");
    find("[data-tools]").prepend(
      toolButton("help", translate("what_is_this"), startAsking),
      toolButton("close", translate("lesson_leave"), "/"),
    );
    return;
  }
  const seat = savedSeat(session.id);
  const hasLinks = Boolean(seat?.links?.length);
  find("[data-tools]").prepend(
    ...(hasLinks ? [toolButton("person", translate("invite"), () => void showLinks())] : []),
    toolButton("help", translate("what_is_this"), startAsking),
    toolButton("menu", translate("menu"), showMenu),
  );
  if (!seat || !hasLinks || seat.seen) return;
  void showLinks();
  saveSeat(session.id, { ...seat, seen: true });
}

async function showTablePage() {
  if (!(await chooseLesson())) return;
  const whyWatching = await takeSeatFromAddress();
  addEventListener("hashchange", () => {
    if (location.hash.length > 1) location.reload();
  });
  setUpTools();
  if (whyWatching) showMessage(whyWatching);
  findInput("[data-chat] input").placeholder = translate("say_something");
  setUpLog(replay.lookAt);
  replay.setUpReplay();
  setUpHints();
  setUpTeacher();
  setUpPreviews();
  setUpFollowing();
  setUpObjections({ offerAgain, isKeyboardUsed });
  find("[data-undo]").addEventListener("click", takeBack);
  find("[data-tally]").addEventListener("click", showRail);
  document.addEventListener("keydown", onKey);
  connection.on("welcome", receiveWelcome);
  connection.on("presence", receivePresence);
  connection.on("state", receiveState);
  connection.on("planned", showGesture);
  connection.on("preview", receivePreview);
  connection.on("hint", receiveHint);
  connection.on("explain", receiveExplanations);
  connection.on("objection", (message) => {
    putAwayForChoice();
    receiveObjection(message);
  });
  connection.on("look", replay.receiveLook);
  connection.on("log", (message) => {
    receiveLog(message);
    receiveSummaries(message);
  });
  connection.on("chat", receiveChat);
  connection.on("notices", receiveNotices);
  connection.on("lesson", receiveLesson);
  connection.on("refused", receiveRefusal);
  connection.open();
}

await openPage();
showTablePage().catch((error) => {
  console.error(error);
  showFatalError(messageOf(error));
});
