// The player's holidays: days on which their time stands still in games over days.

/** @import { HolidayList } from "../types.js" */

import { fetchHolidays, saveHolidays } from "../shared/api.js";
import { findDialog, html } from "../shared/dom.js";
import { messageOf, showNotice } from "../shared/page.js";
import { language, translate } from "../shared/texts.js";

const DAY = 86_400_000;

/**
 * Lists the days from the first to the last one, such as "2026-12-24".
 * @param {string} first
 * @param {string} last
 */
export function daysBetween(first, last) {
  const count = Math.round((Date.parse(last) - Date.parse(first)) / DAY) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) =>
    new Date(Date.parse(first) + at * DAY).toISOString().slice(0, 10),
  );
}

/**
 * Joins days that follow each other; leaves out what is over.
 * @param {string[]} days in their order
 * @param {string} since
 * @returns {[string, string][]} pairs of the first and the last day
 */
export function joinDays(days, since) {
  /** @type {[string, string][]} */
  const spans = [];
  for (const day of days.filter((each) => each >= since)) {
    const last = spans.at(-1);
    if (last && daysBetween(last[1], day).length === 2) last[1] = day;
    else spans.push([day, day]);
  }
  return spans;
}

/** The date where the player lives. */
function today() {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** @param {string} day */
const formatDay = (day) =>
  new Date(`${day}T12:00`).toLocaleDateString(language(), { day: "numeric", month: "long", year: "numeric" });

/** Shows the holidays in the dialog of the page. */
export async function showHolidays() {
  try {
    draw(await fetchHolidays());
    const dialog = findDialog("[data-dialog]");
    if (!dialog.open) dialog.showModal();
  } catch (error) {
    showNotice(messageOf(error));
  }
}

/** @param {HolidayList} list */
function draw({ days, most }) {
  const dialog = findDialog("[data-dialog]");
  const year = today().slice(0, 4);
  const used = days.filter((day) => day.startsWith(year)).length;
  const change = async (/** @type {string[]} */ wanted) => {
    try {
      draw(await saveHolidays(wanted));
    } catch (error) {
      showNotice(messageOf(error));
    }
  };
  const spans = joinDays(days, today()).map(([first, last]) => {
    const words = first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`;
    const gone = new Set(daysBetween(first, last).filter((day) => day > today()));
    const remove = () => void change(days.filter((day) => !gone.has(day)));
    const label = `${translate("holiday_remove")}: ${words}`;
    const button = html(
      "button",
      { class: "btn small", "aria-label": label, onclick: remove },
      translate("holiday_remove"),
    );
    return html("li", { class: "row" }, html("span", {}, words), ...(gone.size ? [button] : []));
  });
  const [first, last] = ["holiday_from", "holiday_to"].map((text) =>
    html("input", { type: "date", class: "field", min: today(), required: true, "aria-label": translate(text) }),
  );
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void change([...new Set([...days, ...daysBetween(first.value, last.value)])]);
  };
  dialog.replaceChildren(
    html("h2", { id: "dialog-title" }, translate("holidays")),
    html("p", {}, translate("holidays_about", { most })),
    html("ul", { class: "holidays" }, ...spans),
    html(
      "form",
      { class: "holidays", onsubmit },
      html("label", {}, html("span", {}, translate("holiday_from")), first),
      html("label", {}, html("span", {}, translate("holiday_to")), last),
      html("button", { class: "btn primary", type: "submit" }, translate("holiday_add")),
    ),
    html("p", { class: "faint" }, translate("holidays_used", { used, most, year })),
    html("button", { class: "btn", onclick: () => dialog.close() }, translate("close")),
  );
}
