// @ts-check
// Somebody thinks: a quiet sign beside whoever does, from the first moment, and how far the opponents are who get ready.

import { one, say } from "./house.js";
import { table, thinker } from "./wire.js";

/** What a seat is called that a computer plays, with its level: "Livia (Centurio)". @param {number} seat */
export function nameWithLevel(seat) {
  const { name, agent, for_people } = table.seats[seat], level = table.agents.find((each) => each.name === agent);
  return level?.is_level && !name.startsWith(level.title) && !for_people ? `${name} (${level.title})` : name;
}

/** Who thinks, in the two lines of the prompt. @param {number} seat @param {string} question @returns {[string, string]} */
export function saysThinking(seat, question) {
  if (table.preparing !== null) return [say("gets_ready", { name: table.names[seat] }), say("preparing")];
  return [say("thinks", { name: nameWithLevel(seat) }), say("asked_of_others", { question })];
}

/** Mark whoever thinks. */
export function showThinker() {
  const seat = thinker(), isPreparing = seat !== null && table.preparing !== null;
  for (const plot of document.querySelectorAll("[data-district^=player-], [data-district^=strip-]")) {
    plot.classList.toggle("thinking", seat !== null && !!plot.getAttribute("data-district")?.endsWith(`-${seat}`));
  }
  one("[data-prompt]").classList.toggle("thinking", seat !== null);
  const bar = /** @type {HTMLProgressElement} */ (one("[data-preparing]"));
  bar.hidden = !isPreparing;
  bar.value = table.preparing ?? 0;
}
