// @ts-check
// Opening a table: from a plan made at the door, or once more with those who just played.

import { ask, isForgetful, language, notice, remember, say, store } from "./house.js";

/** @typedef {{kind: "me"|"friend"|"computer", agent?: string, name?: string}} Seat */
/** @typedef {{game: string, seats: Seat[], settings: Record<string, string>, pace?: number}} Opening */

const HOUSE = ["Livia", "Quintus", "Cassia", "Marcus", "Aelia"];
export const NAMELESS = "Marcus";

/** What I am called at the table. */
export function myName() {
  return store.getItem("name")?.trim() || NAMELESS;
}

/** Give a name to everybody who has none. @param {Seat[]} seats @returns {Seat[]} */
export function named(seats) {
  const free = HOUSE.filter((name) => name !== myName());
  let friends = 0;
  return seats.map((seat) => {
    if (seat.kind === "me") return { ...seat, name: myName() };
    if (seat.kind === "friend") return { ...seat, name: (friends++, seat.name || say("guest", { number: friends })) };
    return { ...seat, name: seat.name || free.shift() };
  });
}

/** Open a table and go there; links for friends are kept for the page of the table to show. @param {Opening} opening */
export async function openTable(opening) {
  const seats = named(opening.seats);
  try {
    const made = await ask(`/api/tables?language=${language()}`, { ...opening, seats });
    const links = made.seats.filter((/** @type {any} */ seat) => seat.kind === "friend").map((/** @type {any} */ seat) => [seats[seat.seat].name, location.origin + seat.link]);
    const mine = made.seats.find((/** @type {any} */ seat) => seat.kind === "me");
    store.setItem("owner", made.owner);
    if (mine) remember(made.table, mine.token, links);
    location.href = isForgetful && mine ? mine.link : made.link;
  } catch (error) {
    notice(String(/** @type {Error} */ (error).message));
  }
}

/** The same game with the same settings and the same people. @param {string} table @param {number|null} mine */
export async function openAgain(table, mine) {
  const known = await ask(`/api/tables/${table}?language=${language()}`);
  /** @param {any} seat @returns {Seat} */
  const again = (seat) => seat.seat === mine ? { kind: "me" }
    : seat.kind === "computer" ? { kind: "computer", agent: seat.agent, name: seat.name } : { kind: "friend", name: seat.name };
  const settings = Object.fromEntries(known.settings.map((/** @type {any} */ setting) => [setting.name, setting.value]));
  await openTable({ game: known.game, settings, seats: known.seats.map(again) });
}
