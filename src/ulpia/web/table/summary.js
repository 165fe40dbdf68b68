// The end of a phase of the game, such as a quarter: a card with a table of what it brought every seat. One click goes
// on. It waits while something else needs the player, and each end is shown once.

/** @import { LogUpdate, PhaseSummary, SummaryCell } from "../types.js" */

import { find, findDialog, html, icon, seatShape } from "../shared/dom.js";
import { storage } from "../shared/storage.js";
import { formatGain, formatPoints, translate } from "../shared/texts.js";
import { session } from "./session.js";

/** On narrower windows every seat is a column, because there are more things to tell than seats. */
const NARROW_WINDOW = 700;

/** The last end that has come and has not been shown. @type {PhaseSummary|null} */
let waiting = null;
/** The entries of the log that came with the next state. @type {LogUpdate["entries"]} */
let arrived = [];
/** Whether they are the first ones of a connection. */
let isFirstLog = true;

/** Whether the ends of phases are shown. The player may switch this off. */
export const showsSummaries = () => storage.getItem("summaries") !== "no";

/** @param {boolean} isOn */
export const switchSummaries = (isOn) => storage.setItem("summaries", isOn ? "yes" : "no");

const storageKey = () => `summary-${session.id}`;

/**
 * Returns the end of a phase to show, if there is one that the player has not seen.
 * @param {LogUpdate["entries"]} entries that have come
 * @param {object} known
 * @param {number} known.seen the position of the last end that was shown
 * @param {number|null} known.since ends before this position are old; null: all of them are
 */
export function findUnseen(entries, { seen, since }) {
  const entry = entries.findLast(({ summary }) => summary);
  if (!entry?.summary || since === null || entry.position <= seen || entry.position < since) return null;
  return entry.summary;
}

/** A new connection: the log begins again, and most of it is old. */
export function forgetSummaries() {
  isFirstLog = true;
  waiting = null;
}

/**
 * Remembers the ends of phases that come with the log, until the state comes that they lead to.
 * @param {LogUpdate} update
 */
export function receiveSummaries({ entries }) {
  arrived = entries;
}

/**
 * Shows the end of a phase that has come with this state.
 * @returns {Promise<void>} fulfilled when nothing of it is shown any more
 */
export async function showSummary() {
  if (session.isLesson) return showSummaryOfLesson();
  const seen = Number(storage.getItem(storageKey()) ?? -1);
  const unseen = findUnseen(arrived, { seen, since: firstOfInterest() });
  const last = arrived.findLast(({ summary }) => summary);
  if (last) storage.setItem(storageKey(), String(Math.max(seen, last.position)));
  waiting = (showsSummaries() && unseen) || waiting;
  arrived = [];
  isFirstLog = false;
  await showWaiting();
}

/** In a lesson, the end of a phase is shown with the right answer only: what matters after a mistake is its reason. */
async function showSummaryOfLesson() {
  const status = session.lesson?.status;
  const summary = arrived.findLast((entry) => entry.summary)?.summary;
  waiting = ((status === "right" || status === "showing") && summary) || null;
  arrived = [];
  await showWaiting();
}

/** The first position of which the player wants to hear: of the first log, only what is new to them. */
function firstOfInterest() {
  if (!isFirstLog) return 0;
  const { since, is_over } = session.state;
  return session.isSpectator || is_over ? null : (since ?? 0);
}

/** Shows what waits, unless something else needs the player. */
async function showWaiting() {
  if (!waiting) return;
  const isFree = !isBusy();
  const summary = waiting;
  // The end of the game has a page of its own, which does not wait.
  if (isFree || session.state.is_over) waiting = null;
  if (isFree) await open(summary);
}

/** Whether the player picks, types, reads something else or looks at an earlier moment. */
function isBusy() {
  const isTyping = document.activeElement?.matches("input, select, textarea");
  const isReplay = find("[data-prompt]").classList.contains("then");
  return Boolean(isTyping || isReplay || find("dialog[open]") || find("[data-confirm]"));
}

// Whatever has kept a summary waiting ends with one of these.
for (const kind of ["close", "focusout", "click", "keyup"]) {
  document.addEventListener(kind, () => void (waiting && setTimeout(showWaiting)), true);
}

/** @param {PhaseSummary} summary */
function open(summary) {
  const dialog = find("[data-summary]") ? findDialog("[data-summary]") : createDialog();
  const go = html("button", { class: "btn primary", type: "button", "data-go-on": true }, translate("go_on"));
  dialog.replaceChildren(
    html("h2", { id: "summary-title" }, icon("laurel"), summary.title),
    html("div", { class: "body" }, innerWidth < NARROW_WINDOW ? upright(summary) : broad(summary)),
    html("footer", {}, html("p", {}, summary.notes.join(" ")), go),
  );
  dialog.showModal();
  go.focus();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(undefined), { once: true }));
}

function createDialog() {
  const dialog = html("dialog", { "data-summary": true, class: "summary", "aria-labelledby": "summary-title" });
  dialog.addEventListener("click", () => dialog.close());
  document.body.append(dialog);
  return dialog;
}

/**
 * Returns a table with a row for each seat.
 * @param {PhaseSummary} summary
 */
function broad({ columns, rows, points }) {
  const head = columns.map(({ title, symbol }) => html("th", { scope: "col" }, ...heading(title, symbol)));
  return html(
    "table",
    {},
    html("thead", {}, html("tr", {}, html("td"), ...head, html("th", { scope: "col" }, translate("points_now")))),
    html(
      "tbody",
      {},
      ...rows.map((cells, seat) =>
        html("tr", ownRow(seat), seatHead(seat, "row"), ...cells.map(tableCell), totalCell(points[seat])),
      ),
    ),
  );
}

/**
 * Returns a table with a column for each seat.
 * @param {PhaseSummary} summary
 */
function upright({ columns, rows, points }) {
  const line = (/** @type {Node[]} */ head, /** @type {Node[]} */ cells) =>
    html("tr", {}, html("th", { scope: "row" }, ...head), ...cells);
  return html(
    "table",
    { class: "upright" },
    html("thead", {}, html("tr", {}, html("td"), ...rows.map((_, seat) => seatHead(seat, "col")))),
    html(
      "tbody",
      {},
      ...columns.map(({ title, symbol }, at) =>
        line(
          heading(title, symbol),
          rows.map((cells) => tableCell(cells[at])),
        ),
      ),
      line([document.createTextNode(translate("points_now"))], points.map(totalCell)),
    ),
  );
}

/** @param {number} seat */
const ownRow = (seat) => (seat === session.you ? { class: "own" } : {});

/**
 * @param {number} seat
 * @param {"row"|"col"} scope
 */
const seatHead = (seat, scope) =>
  html("th", { scope, ...ownRow(seat) }, html("span", { class: "seat" }, seatShape(seat), session.names[seat]));

/**
 * @param {string} title
 * @param {string} symbol
 * @returns {Node[]}
 */
const heading = (title, symbol) => [...(symbol ? [icon(symbol)] : []), html("span", {}, title)];

/** @param {SummaryCell} cell */
function tableCell({ words, points, tone }) {
  const gain = points ? [html("b", { class: points > 0 ? "gained" : "lost" }, formatGain(points))] : [];
  const said = words ? [html("span", { class: tone ? `tone-${tone}` : null }, words)] : [];
  return html("td", {}, ...(gain.length + said.length ? [...gain, ...said] : ["–"]));
}

/** @param {number} points */
const totalCell = (points) => html("td", { class: "total" }, formatPoints(points));
