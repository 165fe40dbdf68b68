// Leaving a game, ending it by agreement, and playing it again with everybody.

import { find, findDialog, html } from "../shared/dom.js";
import { showNotice } from "../shared/page.js";
import { saveSeat } from "../shared/storage.js";
import { formatList, translate } from "../shared/texts.js";
import { connection } from "./connection.js";
import { session } from "./session.js";

/** Whether this player has asked to play again, and goes there as soon as the table is open. */
let isGoingOn = false;

/** The rows of the menu with which a player leaves the game, or agrees to end it. */
export function farewellRows() {
  if (session.isSpectator || session.isOver || session.isGathering) return [];
  const mine = session.seats[session.you ?? 0];
  const players = session.seats.filter(({ is_taken, has_left }) => is_taken && !has_left);
  const missing = players.filter(({ agrees_to_end }) => !agrees_to_end).map(({ name }) => name);
  const isAsked = players.some(({ agrees_to_end }) => agrees_to_end);
  const buttons = [];
  if (mine.has_left) return [];
  const [word, isFine] = mine.agrees_to_end ? ["rather_play_on", false] : ["end_game", true];
  buttons.push(button(/** @type {string} */ (word), "data-end", () => askToEnd(Boolean(isFine), players.length)));
  if (players.length > 1) buttons.push(button("leave_game", "data-leave", askToLeave));
  const note = isAsked ? [html("p", { class: "faint" }, translate("end_waits", { names: formatList(missing) }))] : [];
  return [html("h3", { class: "title" }, translate("finish")), html("div", { class: "buttons" }, ...buttons), ...note];
}

/**
 * @param {string} text key of the catalogue
 * @param {string} mark
 * @param {() => void} onclick
 */
const button = (text, mark, onclick) =>
  html("button", { class: "btn small", type: "button", [mark]: true, onclick }, translate(text));

/**
 * @param {boolean} isFine
 * @param {number} players how many have to agree
 */
function askToEnd(isFine, players) {
  const send = () => void connection.send({ type: "end", is_fine: isFine });
  if (!isFine) return send();
  return confirmFirst("end_game", translate(players > 1 ? "end_about" : "end_about_alone"), send);
}

function askToLeave() {
  const levels = session.agents.filter(({ is_level }) => is_level);
  const agent = (levels[1] ?? session.agents[0]).name;
  confirmFirst("leave_game", translate("leave_about"), () => {
    connection.send({ type: "leave", agent });
    location.href = "/";
  });
}

/**
 * Asks before something that concerns everybody.
 * @param {string} title key of the catalogue
 * @param {string} about
 * @param {() => void} action
 */
function confirmFirst(title, about, action) {
  findDialog("[data-settings]").close();
  const box = findDialog("[data-menu]");
  const run = () => {
    box.close();
    action();
  };
  find("h2", box).textContent = translate(title);
  find(".choices", box).replaceChildren(
    html("p", {}, about),
    html("button", { class: "btn primary", "data-sure": true, onclick: run }, translate(title)),
    html("button", { class: "btn", onclick: () => box.close() }, translate("rather_play_on")),
  );
  if (!box.open) box.showModal();
}

/** Opens the table for another game of the same people, or goes there if it is open. */
export function playAgain() {
  isGoingOn = true;
  if (session.successor) goToSuccessor();
  else if (!connection.send({ type: "again" })) showNotice(translate("lost"));
}

/** Follows `presence`: who has asked goes to the new table, all others are offered to come along. */
export function followSuccessor() {
  if (!session.successor) return;
  if (isGoingOn) return goToSuccessor();
  const again = find("[data-again]");
  if (!again || again.dataset.joins) return;
  again.dataset.joins = "true";
  again.lastChild?.replaceWith(translate("join_again"));
}

/** The seat at the new table is kept for the player: the owner key opens it. */
function goToSuccessor() {
  if (!session.successor) return;
  if (session.you !== null) saveSeat(session.successor, { seat: session.you, links: [] });
  location.href = `/table/${session.successor}`;
}
