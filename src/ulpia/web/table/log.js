// The log of the game in sentences, notices about seats, and the chat of the table. They share one list.

/** @import { Chat, LogEntry, LogUpdate, Notices } from "../types.js" */

import { find, findAll, findInput, html, seatShape, setText } from "../shared/dom.js";
import { formatGain, translate } from "../shared/texts.js";
import { announce, spokenSentences } from "./announcer.js";
import { connection } from "./connection.js";
import { session } from "./session.js";
import { signalLine, watchLog } from "./signs.js";

/** More lines than the longest game has. */
const MOST_LINES = 4000;
/** The arrow keys that move between lines. @type {Record<string, number>} */
const STEPS = { ArrowUp: -1, ArrowDown: 1 };

/** Whether the whole log is shown, or what happened since the player's last turn. */
let showsAll = false;
/** The position that a replay shows; null if the present is shown. @type {number|null} */
let replayed = null;

/**
 * Sets up the list, the tabs and the chat.
 * @param {(position: number) => void} lookAt called for the line that is chosen
 */
export function setUpLog(lookAt) {
  const list = find("[data-log]");
  list.addEventListener("click", (event) => {
    const line = /** @type {Element} */ (event.target).closest("[data-position]");
    if (line instanceof HTMLElement) lookAt(Number(line.dataset.position));
  });
  list.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = visibleButtons();
    buttons[buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step]?.focus();
  });
  find("[data-chat]").addEventListener("submit", sendChat);
  watchLog();
  for (const tab of findAll("[data-log-tab]")) {
    tab.addEventListener("click", () => {
      showsAll = tab.dataset.logTab === "all";
      filterLog();
    });
  }
}

const visibleButtons = () => findAll("[data-log] li:not([hidden]) > button");

/**
 * Replaces the entries from a position on.
 * @param {HTMLElement} list
 * @param {LogUpdate} update
 */
export function applyLogUpdate(list, { from, entries }) {
  for (const line of findAll("[data-position]", list)) {
    if (Number(line.dataset.position) >= from) line.remove();
  }
  // A log that begins again goes before the chat that is already there.
  const before = from === 0 ? list.firstChild : null;
  for (const line of entries.flatMap(logLines)) list.insertBefore(line, before);
  while (list.children.length > MOST_LINES) list.firstChild?.remove();
}

/**
 * Creates a line for each sentence of an entry, with the points that it tells.
 * @param {LogEntry} entry
 */
function logLines(entry) {
  return entry.sentences.map((sentence, index) =>
    html(
      "li",
      { "data-position": entry.position, class: entry.minor ? "minor" : "" },
      html(
        "button",
        { type: "button" },
        seatShape(markedSeat(entry, index)),
        html("span", {}, sentence),
        html("span", { class: "gains" }, ...gainMarks(entry, index)),
      ),
    ),
  );
}

/**
 * Returns the seat whose shape stands before a sentence, null for none: who acted stands before the first sentence, or
 * who each is about, once for sentences in a row.
 * @param {LogEntry} entry
 * @param {number} index
 */
function markedSeat({ seat, subjects }, index) {
  if (!subjects) return index ? null : seat;
  return index && subjects[index] === subjects[index - 1] ? null : subjects[index];
}

/**
 * Marks the points that a sentence tells, with the shape of their seat unless only the seat that acted gets points.
 * @param {LogEntry} entry
 * @param {number} index
 */
function gainMarks({ seat: actor, gains = [] }, index) {
  const isOwn = gains.every(({ seat }) => seat === actor);
  return gains
    .filter(({ sentence }) => sentence === index)
    .map(({ seat, points }) => {
      const shape = isOwn ? [] : [seatShape(seat)];
      return html("b", { class: points > 0 ? "plus" : "plus loss" }, ...shape, formatGain(points));
    });
}

/** @param {LogUpdate} message */
export function receiveLog(message) {
  applyLogUpdate(find("[data-log]"), message);
  // Of the first log, `announceSince` says what is new to the player.
  if (!session.isNew) announce(spokenSentences(message.entries));
  filterLog();
}

/** Says where the game stands and what has happened since the player's last turn, when they come to the table. */
export function announceSince() {
  const { crumb, since } = session.state;
  const lines = since === null ? [] : findAll("[data-log] [data-position]");
  const shown = lines.filter((line) => !isFilteredOut(line, since));
  announce([crumb, ...shown.map((line) => find("span", line).textContent ?? "")]);
}

/**
 * Whether a line is left out of what happened since a position.
 * @param {HTMLElement} line
 * @param {number|null} since null: nothing is left out
 */
export function isFilteredOut(line, since) {
  const { position } = line.dataset;
  if (since === null || position === undefined) return false;
  return Number(position) <= since || line.classList.contains("minor");
}

/** Shows all lines, or only those since the player's last turn. Beside a replay the whole log is shown. */
export function filterLog() {
  const since = replayed === null ? session.state.since : null;
  const isWhole = showsAll || since === null;
  for (const tab of findAll("[data-log-tab]")) {
    const isAll = tab.dataset.logTab === "all";
    tab.setAttribute("aria-pressed", String(isAll === isWhole));
    if (isAll) setText(tab, translate(since === null ? "log" : "all"));
    /** @type {HTMLButtonElement} */ (tab).disabled = since === null && !isAll;
  }
  const list = find("[data-log]");
  for (const line of findAll("li", list)) line.hidden = isFilteredOut(line, isWhole ? null : since);
  highlightReplayed(list);
  // Tab leads to the line that is shown, else to the newest one, the arrows from there to the others.
  const buttons = visibleButtons();
  const first = buttons.findLast((button) => button.closest(".new")) ?? buttons.at(-1);
  for (const button of buttons) button.tabIndex = button === first ? 0 : -1;
}

/**
 * Highlights the lines of the position that a replay shows and scrolls the list to them; null for the present.
 * @param {number|null} position
 */
export function highlightPosition(position) {
  replayed = position;
  filterLog();
}

/**
 * Highlights the last lines that are not later than what is shown, and scrolls the list to them, else to its end. The
 * panel around it is not scrolled.
 * @param {HTMLElement} list
 */
function highlightReplayed(list) {
  const lines = findAll("[data-position]", list);
  const positions = lines.map((line) => Number(line.dataset.position));
  const shown = replayed === null ? undefined : positions.findLast((position) => position <= Number(replayed));
  lines.forEach((line, index) => line.classList.toggle("new", positions[index] === shown));
  if (replayed === null) list.scrollTop = list.scrollHeight;
  else if (shown === undefined) list.scrollTop = 0;
  else scrollTo(list, findAll(".new", list));
}

/**
 * Scrolls a list so that some lines are seen, at least the first of them.
 * @param {HTMLElement} list
 * @param {HTMLElement[]} lines
 */
function scrollTo(list, lines) {
  const { top, bottom, height } = list.getBoundingClientRect();
  const first = lines[0].getBoundingClientRect();
  const last = lines[lines.length - 1].getBoundingClientRect();
  if (first.top >= top && last.bottom <= bottom) return;
  list.scrollTop += first.top - top - Math.max(0, (height - (last.bottom - first.top)) / 2);
}

/** Removes chat and notices. The server sends all of them again after a `welcome`. */
export function clearChat() {
  for (const line of findAll("[data-log] [data-time]")) line.remove();
}

/** @param {Chat} message */
export function receiveChat({ lines }) {
  for (const { seat, text, time } of lines) {
    const said = html("span", {}, html("b", {}, session.names[seat] ?? ""), ` ${text}`);
    addLine(html("li", { class: "chat", "data-time": time }, seatShape(seat), said));
    if (seat !== session.you) signalLine(session.names[seat] ?? "", text);
    if (seat !== session.you && !session.isNew) announce([`${session.names[seat] ?? ""}: ${text}`]);
  }
}

/** @param {Notices} message */
export function receiveNotices({ notices }) {
  for (const { seat, sentence, time } of notices) {
    const words = html("span", {}, sentence);
    addLine(html("li", { class: "about-seat", "data-time": time }, seatShape(seat), words));
    if (seat !== session.you) signalLine("", sentence);
    if (seat !== session.you && !session.isNew) announce([sentence]);
  }
}

/**
 * Adds a line of the chat or a notice, before those that are later.
 * @param {HTMLElement} line
 */
function addLine(line) {
  const list = find("[data-log]");
  const isLater = (/** @type {HTMLElement} */ other) => Number(other.dataset.time) > Number(line.dataset.time);
  list.insertBefore(line, findAll("[data-time]", list).find(isLater) ?? null);
  list.scrollTop = list.scrollHeight;
}

/** @param {Event} event */
function sendChat(event) {
  event.preventDefault();
  const input = findInput("[data-chat] input");
  const text = input.value.trim();
  if (text && connection.send({ type: "chat", text })) input.value = "";
}
