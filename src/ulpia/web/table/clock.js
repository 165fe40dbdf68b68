// The clock of the table: whose time runs, what is left of it, and agreeing to wait.

import { find, html, setText } from "../shared/dom.js";
import { language } from "../shared/texts.js";
import { describeControl, formatDuration } from "../shared/time_controls.js";
import { formatList, translate } from "../shared/texts.js";
import { connection } from "./connection.js";
import { session } from "./session.js";

/** With less than this part of a turn, time is short. */
const SHORT_PART = 0.1;
const TICK = 500;

/** When the server said what is left, by a clock that nobody sets. */
let saidAt = 0;
/** @type {ReturnType<typeof setInterval>|undefined} */
let ticking;

/** Follows `welcome` and `presence`. */
export function receiveClock() {
  saidAt = performance.now();
  showClock();
  const isRunning = Boolean(session.clock?.is_running);
  if (isRunning && ticking === undefined) ticking = setInterval(showClock, TICK);
  if (!isRunning) {
    clearInterval(ticking);
    ticking = undefined;
  }
}

/** Returns the seconds that are left to the player who decides, counted on from what the server said. */
export function secondsLeft() {
  const { clock } = session;
  if (!clock || clock.left === null) return null;
  return clock.is_running ? Math.max(0, clock.left - (performance.now() - saidAt) / 1000) : clock.left;
}

/**
 * Says how the clock stands; empty if there is nothing to say.
 * @param {number|null} left seconds
 */
export function clockWords(left) {
  const { clock } = session;
  if (!clock || session.isOver || session.isGathering || clock.seat === null) return "";
  const name = session.names[clock.seat];
  if (clock.is_standing_in) return translate("time_is_up", { name });
  if (clock.back !== null) {
    const day = new Date(clock.back - 1).toLocaleDateString(language(), { day: "numeric", month: "long" });
    return translate("on_holiday_until", { name, day });
  }
  if (clock.is_paused) return translate("time_stands_still");
  return translate("time_left", { time: formatDuration(left ?? 0) });
}

function showClock() {
  const { clock } = session;
  const left = secondsLeft();
  const words = clockWords(left);
  const sign = find("[data-clock]");
  sign.hidden = !words;
  setText(sign, words);
  const isShort = Boolean(clock?.is_running) && (left ?? 0) < (clock?.turn ?? 0) * SHORT_PART;
  sign.classList.toggle("short", isShort);
}

/** The rows of the menu about time. */
export function clockRows() {
  const { clock } = session;
  if (!clock || session.isOver) return [];
  const banks = clock.seats.map(({ bank }, seat) => `${session.names[seat]} ${formatDuration(bank)}`);
  const notes = [
    describeControl(clock),
    ...(clock.kind === "live" ? [`${translate("time_banks")} ${banks.join(", ")}`] : []),
  ];
  return [
    html("h3", { class: "title" }, translate("time")),
    ...notes.map((words) => html("p", { class: "faint" }, words)),
    ...(session.isSpectator || session.isGathering ? [] : waitRow()),
  ];
}

function waitRow() {
  const { clock } = session;
  if (!clock) return [];
  const mine = clock.seats[session.you ?? 0];
  const players = session.seats.filter(({ is_taken, has_left }) => is_taken && !has_left);
  const missing = players.filter(({ seat }) => !clock.seats[seat].agrees_to_wait).map(({ name }) => name);
  const [word, isFine] = mine.agrees_to_wait ? ["wait_no_more", false] : ["wait", true];
  const isAsked = missing.length < players.length;
  const onclick = () => void connection.send({ type: "wait", is_fine: Boolean(isFine) });
  const button = html(
    "button",
    { class: "btn small", type: "button", "data-wait": true, onclick },
    translate(String(word)),
  );
  const about =
    isAsked && missing.length ? translate("wait_misses", { names: formatList(missing) }) : translate("wait_about");
  const said = clock.is_paused ? translate("wait_all") : about;
  return [html("div", { class: "buttons" }, button), html("p", { class: "faint" }, said)];
}
