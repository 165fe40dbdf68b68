// The player's own tables: those that wait for them, running ones and finished ones.

/** @import { MyTable } from "../types.js" */

import { fetchThumbnail, RefusedRequest } from "../shared/api.js";
import { find, html, icon } from "../shared/dom.js";
import { deleteButton } from "./delete_table.js";
import { formatPoints, formatTimeAgo, translate } from "../shared/texts.js";
import { formatDuration } from "../shared/time_controls.js";

const PLACES = ["won", "second", "third", "fourth"];
const PAUSE_AFTER_REFUSAL = 5000;

/**
 * Says how a game ended for the player, or who won if they did not play.
 * @param {MyTable} table
 */
export function describeResult({ held, seats, outcome, ended }) {
  if (ended) return translate("ended_by_agreement");
  if (!outcome) return "";
  const place = outcome.ranking.findIndex((ranked) => ranked.includes(held[0]));
  if (place >= 0) return translate(PLACES[place], { points: formatPoints(outcome.points[held[0]]) });
  const winner = outcome.ranking[0][0];
  return `${seats[winner].name}, ${formatPoints(outcome.points[winner])}`;
}

/**
 * Sorts tables into groups by the key of their title, newest first; the first group has no title.
 * @param {MyTable[]} tables
 * @returns {[string, MyTable[]][]}
 */
export function groupTables(tables) {
  const sorted = [...tables].sort((one, other) => other.touched - one.touched);
  return [
    ["", sorted.filter((table) => !table.finished && table.is_mine)],
    ["waiting_for", sorted.filter((table) => !table.finished && !table.is_mine)],
    ["finished", sorted.filter((table) => table.finished)],
  ];
}

/** @param {MyTable} table */
function describeStatus(table) {
  if (table.finished) return describeResult(table);
  if (table.is_mine) return translate("your_turn");
  return translate("plays", { name: table.seats[table.seat ?? -1]?.name ?? "" });
}

/**
 * Says how much time is left to the player who decides, else when somebody last acted.
 * @param {MyTable} table
 */
export function describeTime({ clock, touched }) {
  if (!clock || clock.left === null) return formatTimeAgo(touched);
  if (!clock.is_running) return translate("time_stands_still");
  return translate("time_left", { time: formatDuration(clock.left) });
}

/**
 * Creates the entry of a table. Its picture is loaded when it comes into sight.
 * @param {MyTable} table
 */
function tableEntry(table) {
  const others = table.seats.filter(({ seat }) => !table.held.includes(seat)).map(({ name }) => name);
  const when = formatTimeAgo(table.touched);
  const where = html("span", { "data-where": true }, table.finished ? when : "\u00a0");
  const picture = html("span", { class: "mini" });
  const isWaitingForMe = table.is_mine && !table.finished;
  const link = html(
    "a",
    { class: `entry ${isWaitingForMe ? "turn" : ""}`, href: `/table/${table.table}` },
    picture,
    html("span", {}, html("b", {}, table.title), html("span", {}, others.join(", ") || translate("alone")), where),
    html(
      "span",
      { class: "mark" },
      html("em", {}, describeStatus(table)),
      ...(table.finished ? [] : [html("small", {}, describeTime(table))]),
    ),
  );
  const load = async () => {
    try {
      const thumbnail = await fetchThumbnail(table.table, table.held[0] ?? 0);
      picture.innerHTML = thumbnail.picture;
      if (!table.finished) where.textContent = thumbnail.crumb;
    } catch (error) {
      const isTooFast = error instanceof RefusedRequest && error.refusal === "TooManyRequests";
      if (isTooFast) setTimeout(() => onceInSight(link, load), PAUSE_AFTER_REFUSAL);
    }
  };
  onceInSight(link, load);
  const line = html("li", {}, link);
  line.append(deleteButton(table, line));
  return line;
}

/**
 * Calls a function when an element is first in sight.
 * @param {Element} element
 * @param {() => void} callback
 */
function onceInSight(element, callback) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    callback();
  });
  observer.observe(element);
}

/** @param {MyTable[]} tables */
export function showMyTables(tables) {
  const list = find("[data-mine]");
  if (!tables.length) {
    const invitation = [html("p", {}, translate("no_games")), html("p", {}, translate("no_games_rules"))];
    list.append(html("div", { class: "empty" }, icon("laurel"), ...invitation));
  }
  for (const [title, group] of groupTables(tables)) {
    if (!group.length) continue;
    if (title) list.append(html("h3", {}, translate(title)));
    list.append(html("ul", {}, ...group.map(tableEntry)));
  }
}
