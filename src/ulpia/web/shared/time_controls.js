// How long people at a table may think, and times in words.

/** @import { NewTimeControl } from "../types.js" */

import { language, translate } from "./texts.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Shorter times are shown with their seconds. */
const SHORT = 10 * MINUTE;

export const NO_LIMIT = "none";

/** @type {{name: string, text: string, time?: NewTimeControl}[]} `text` is a key of the catalogue */
export const TIME_CONTROLS = [
  { name: NO_LIMIT, text: "time_none" },
  { name: "quick", text: "time_quick", time: { kind: "live", turn: 30, bank: 10 * MINUTE } },
  { name: "live", text: "time_live", time: { kind: "live", turn: MINUTE, bank: 20 * MINUTE } },
  { name: "half_day", text: "time_half_day", time: { kind: "days", turn: DAY / 2 } },
  { name: "day", text: "time_day", time: { kind: "days", turn: DAY } },
  { name: "three_days", text: "time_three_days", time: { kind: "days", turn: 3 * DAY } },
  { name: "week", text: "time_week", time: { kind: "days", turn: 7 * DAY } },
];

/**
 * Returns the time control of a name; undefined for no limit.
 * @param {string|undefined} name
 */
export const timeControl = (name) => TIME_CONTROLS.find((each) => each.name === name)?.time;

/**
 * Says how long something lasts, rounded down: "3 days", "5 hours", "25 minutes", "4:05".
 * @param {number} seconds
 */
export function formatDuration(seconds) {
  if (seconds >= 2 * DAY) return formatUnit(seconds / DAY, "day");
  if (seconds >= 2 * HOUR) return formatUnit(seconds / HOUR, "hour");
  if (seconds >= SHORT) return formatUnit(seconds / MINUTE, "minute");
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, "0")}`;
}

/**
 * Says how long something is that does not pass: "30 seconds", "20 minutes".
 * @param {number} seconds
 */
function formatLength(seconds) {
  if (seconds < 2 * MINUTE) return formatUnit(seconds, "second");
  return seconds < 2 * HOUR ? formatUnit(seconds / MINUTE, "minute") : formatDuration(seconds);
}

/**
 * @param {number} amount
 * @param {string} unit
 */
function formatUnit(amount, unit) {
  return new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "long" }).format(Math.floor(amount));
}

/**
 * Says what a time control means.
 * @param {{kind: "live"|"days", turn: number, bank?: number, patience?: number}} control
 */
export function describeControl({ kind, turn, bank = 0, patience = 3 }) {
  const values = { turn: formatLength(turn), bank: formatLength(bank), patience };
  return translate(kind === "live" ? "time_about_live" : "time_about_days", values);
}
