// The texts of the pages in the player's language, and numbers as people write them.

import { storage } from "./storage.js";

const MINUS = "\u2212";

/** @type {Record<string, string>} */
let texts = {};

/**
 * Sets the catalogue that `translate` uses.
 * @param {Record<string, string>} catalogue
 */
export function setTexts(catalogue) {
  texts = catalogue;
}

/**
 * Returns a text of the catalogue with its placeholders filled in, or the key if there is no such text.
 * @param {string} key
 * @param {Record<string, string|number>} [values]
 */
export function translate(key, values = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/**
 * Returns the chosen language, else the browser's, else English.
 * @returns {"de"|"en"}
 */
export function language() {
  const chosen = storage.getItem("language");
  if (chosen === "de" || chosen === "en") return chosen;
  return navigator.language.startsWith("de") ? "de" : "en";
}

/**
 * Formats a number of points with a typographic minus: 3, −3.
 * @param {number} points
 */
export function formatPoints(points) {
  return String(points).replace("-", MINUS);
}

/**
 * Formats a change of points with its sign: +3, −3.
 * @param {number} gain
 */
export function formatGain(gain) {
  return gain > 0 ? `+${gain}` : formatPoints(gain);
}

/**
 * Lists names: "Ada, Bob and Cia".
 * @param {string[]} names
 */
export function formatList(names) {
  return new Intl.ListFormat(language() === "en" ? "en-GB" : language()).format(names);
}

/**
 * Makes the first letter a capital one.
 * @param {string} words
 */
export function capitalize(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Says when something happened, in words: "5 minutes ago", "yesterday", "on Monday", "3 May".
 * @param {number} time in milliseconds
 * @param {number} [now]
 */
export function formatTimeAgo(time, now = Date.now()) {
  const then = new Date(time);
  const days = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(time).setHours(0, 0, 0, 0)) / 86_400_000);
  const minutes = Math.round((now - time) / 60_000);
  const relative = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  if (minutes < 1) return translate("just_now");
  if (minutes < 60) return relative.format(-minutes, "minute");
  if (days === 0) return relative.format(-Math.round(minutes / 60), "hour");
  if (days === 1) return relative.format(-1, "day");
  if (days < 7) return translate("on_day", { day: then.toLocaleDateString(language(), { weekday: "long" }) });
  const isThisYear = then.getFullYear() === new Date(now).getFullYear();
  return then.toLocaleDateString(language(), {
    day: "numeric",
    month: "long",
    ...(isThisYear ? {} : { year: "numeric" }),
  });
}
