// @ts-check
// The end: who won, and where the points came from.

import { make, one, say } from "./house.js";

/** @param {any} message the last state @param {any} table */
export async function showFinal(message, table) {
  const box = one("[data-final]"), seats = /** @type {number[]} */ (message.outcome.ranking.flat());
  box.hidden = false;
  box.replaceChildren(...seats.map((seat) => make("div", { class: "standing" }, table.names[seat], make("b", { class: "num" }, String(message.points[seat])))),
    make("button", { class: "btn", "data-watch": true, onclick: () => { box.hidden = true; table.onWatch(); } }, say("watch_again")));
}
