// The page over a table that waits for invited people: who is here, who is expected, and beginning without waiting.

/** @import { Seat } from "../types.js" */

import { find, html, icon, seatIcon } from "../shared/dom.js";
import { savedSeat } from "../shared/storage.js";
import { formatList, translate } from "../shared/texts.js";
import { connection } from "./connection.js";
import { showLinks } from "./invite.js";
import { session } from "./session.js";

/** Few players need it, so it is loaded with the first click. */
export async function openDevices() {
  const { showOtherDevices } = await import("./seat_link.js");
  await showOtherDevices();
}

/** Shows who is expected while the game waits, else removes the page. */
export function showGathering() {
  const shown = find("[data-gathering]");
  if (!session.isGathering) {
    if (shown) setStage(false);
    shown?.remove();
    return;
  }
  setStage(true);
  const page = html(
    "section",
    { class: "reception waiting", "data-gathering": true, "aria-labelledby": "gathering-title" },
    card(),
  );
  const focused = shown?.contains(document.activeElement)
    ? [...shown.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (document.activeElement))
    : -1;
  if (shown) shown.replaceWith(page);
  else document.body.append(page);
  if (focused >= 0) page.querySelectorAll("button")[focused]?.focus();
}

/** @param {boolean} isCovered */
function setStage(isCovered) {
  for (const part of find(".stage").children) {
    if (!part.matches(".top")) /** @type {HTMLElement} */ (part).inert = isCovered;
  }
}

/** Names the people who have not come. */
export const expectedNames = () => formatList(session.expected.map(({ name }) => name));

function card() {
  const links = savedSeat(session.id)?.links ?? [];
  const buttons = [];
  if (session.isCreator && links.length) {
    buttons.push(html("button", { class: "btn primary", onclick: () => void showLinks() }, translate("show_links")));
  }
  if (session.isCreator) {
    buttons.push(html("button", { class: "btn", "data-begin": true, onclick: begin }, translate("begin_now")));
  }
  if (!session.isSpectator) {
    buttons.push(html("button", { class: "btn", onclick: () => void openDevices() }, translate("devices")));
  }
  return html(
    "div",
    { class: "cardbox" },
    icon("wreath"),
    html(
      "h1",
      { id: "gathering-title", "aria-live": "polite" },
      translate("waiting_for_names", { names: expectedNames() }),
    ),
    html("p", {}, translate("begins_when_all")),
    html("ul", { class: "seats" }, ...session.seats.map(seatRow)),
    ...(session.isCreator ? [html("p", { class: "faint" }, translate("begin_now_about"))] : []),
    ...(session.isSpectator ? [] : [html("p", { class: "faint" }, translate("seat_kept"))]),
    html("nav", { "aria-label": translate("next_steps") }, ...buttons),
  );
}

/** Begins the game. Computers play for those who are missing, as strong as the other ones at this table. */
function begin() {
  const levels = session.agents.filter(({ is_level }) => is_level);
  const used = session.seats.find(({ kind }) => kind === "computer")?.agent;
  const agent = used ?? levels[1]?.name ?? session.agents[0].name;
  connection.send({ type: "begin", agent });
}

/** @param {Seat} seat */
function seatRow(seat) {
  return html(
    "li",
    {},
    seatIcon(seat.seat),
    html("b", {}, seat.name),
    html("span", { class: seat.is_here ? "here" : "" }, describeSeat(seat)),
  );
}

/**
 * Says who plays a seat, and whether its player is here.
 * @param {Seat} seat
 */
export function describeSeat({ seat, kind, agent, is_here, is_taken, has_left, for_people }) {
  if (has_left) return translate("has_left");
  if (kind === "computer") {
    const level = session.agents.find(({ name }) => name === agent)?.title ?? "";
    if (!for_people) return translate("plays_itself", { level });
    return translate(is_taken ? "plays_meanwhile" : "plays_until_they_come", { level });
  }
  if (seat === session.you) return translate("that_is_you");
  if (!is_taken) return translate("is_expected");
  return translate(is_here ? "is_here" : "is_away");
}
