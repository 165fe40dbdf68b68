// The log of the game in sentences, notices about seats, and the chat of the table. They share one list.

/** @import { Chat, LogEntry, LogUpdate, Notices } from "../types.js" */

import { find, findAll, findInput, html, seatShape, setText } from "../shared/dom.js";
import { formatGain, translate } from "../shared/texts.js";
import { connection } from "./connection.js";
import { session } from "./session.js";

/** More lines than the longest game has. */
const MOST_LINES = 4000;
/** The arrow keys that move between lines. @type {Record<string, number>} */
const STEPS = { ArrowUp: -1, ArrowDown: 1 };

/** Whether the whole log is shown, or what happened since the player's last turn. */
let showsAll = false;

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
 * Creates a line for each sentence of an entry. The last one tells how the points changed.
 * @param {LogEntry} entry
 */
function logLines(entry) {
  return entry.sentences.map((sentence, index) => {
    const isLast = index === entry.sentences.length - 1;
    return html(
      "li",
      { "data-position": entry.position, class: entry.minor ? "minor" : "" },
      html(
        "button",
        { type: "button" },
        seatShape(index ? null : entry.seat),
        html("span", {}, sentence),
        html("span", { class: "gains" }, ...(isLast ? gainMarks(entry) : [])),
      ),
    );
  });
}

/** @param {LogEntry} entry */
function gainMarks({ seat: actor, points = [] }) {
  const gains = points.map((gain, seat) => ({ gain, seat })).filter(({ gain }) => gain !== 0);
  return gains.map(({ gain, seat }) => {
    const isOwnAlone = seat === actor && gains.length === 1;
    const shape = isOwnAlone ? [] : [seatShape(seat)];
    return html("b", { class: gain > 0 ? "plus" : "plus loss" }, ...shape, formatGain(gain));
  });
}

/** @param {LogUpdate} message */
export function receiveLog(message) {
  applyLogUpdate(find("[data-log]"), message);
  filterLog();
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

/** Shows all lines, or only those since the player's last turn. */
export function filterLog() {
  const { since } = session.state;
  const isWhole = showsAll || since === null;
  for (const tab of findAll("[data-log-tab]")) {
    const isAll = tab.dataset.logTab === "all";
    tab.setAttribute("aria-pressed", String(isAll === isWhole));
    if (isAll) setText(tab, translate(since === null ? "log" : "all"));
    /** @type {HTMLButtonElement} */ (tab).disabled = since === null && !isAll;
  }
  const list = find("[data-log]");
  for (const line of findAll("li", list)) line.hidden = isFilteredOut(line, isWhole ? null : since);
  // Tab leads to the newest line, the arrows from there to the others.
  const buttons = visibleButtons();
  buttons.forEach((button, index) => {
    button.tabIndex = index === buttons.length - 1 ? 0 : -1;
  });
  list.scrollTop = list.scrollHeight;
}

/**
 * Highlights the lines of a position and scrolls the list to them; the panel around it is not scrolled.
 * @param {number|null} position
 */
export function highlightPosition(position) {
  const list = find("[data-log]");
  for (const line of findAll("[data-position]", list)) {
    line.classList.toggle("new", Number(line.dataset.position) === position);
  }
  const box = find(".new", list)?.getBoundingClientRect();
  const listBox = list.getBoundingClientRect();
  if (box && (box.top < listBox.top || box.bottom > listBox.bottom)) list.scrollTop += box.top - listBox.top;
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
  }
}

/** @param {Notices} message */
export function receiveNotices({ notices }) {
  for (const { seat, sentence, time } of notices) {
    const words = html("span", {}, sentence);
    addLine(html("li", { class: "about-seat", "data-time": time }, seatShape(seat), words));
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
