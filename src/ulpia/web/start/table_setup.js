// The choices for a new table: how many seats, who sits where, settings and pace.

/** @import { Agent, Game, NewSeat } from "../types.js" */

import { USUAL_PACE } from "../shared/pace.js";
import { NO_LIMIT, timeControl } from "../shared/time_controls.js";

/**
 * `who` has an entry for each seat: "me", "friend" or "computer:AGENT"; `names` holds the names of friends. `time` is
 * the name of a time control, which counts only with friends.
 * @typedef {{seats: number, who: string[], names: string[], settings: Record<string, string>, pace: number,
 *   time: string}} TableSetup
 */

export const COMPUTER = "computer:";
/** The value of a setting for some seats if there are none. */
const NO_SEATS = "none";

/**
 * Returns the setup of the last time, as far as it is still possible.
 * @param {Game} game
 * @param {Agent[]} agents
 * @param {string} usualLevel
 * @param {Partial<TableSetup>} last
 * @returns {TableSetup}
 */
export function restoreSetup(game, agents, usualLevel, last) {
  const most = Math.max(...game.seats);
  const seats = last.seats !== undefined && game.seats.includes(last.seats) ? last.seats : most;
  const possible = new Set(["me", "friend", ...agents.map((agent) => COMPUTER + agent.name)]);
  const level = COMPUTER + usualLevel;
  const wanted = Array.from({ length: most }, (_, seat) => last.who?.[seat] ?? "");
  const mine = wanted.indexOf("me");
  const mySeat = mine >= 0 && mine < seats ? mine : 0;
  const who = wanted.map((occupant, seat) => {
    if (seat === mySeat) return "me";
    return occupant !== "me" && possible.has(occupant) ? occupant : level;
  });
  return {
    seats,
    who,
    names: last.names ?? [],
    pace: last.pace ?? USUAL_PACE,
    time: timeControl(last.time) ? (last.time ?? NO_LIMIT) : NO_LIMIT,
    settings: Object.fromEntries(
      game.settings.map((setting) => {
        const values = setting.values.map(({ value }) => value);
        const stored = last.settings?.[setting.name];
        const isPossible = stored !== undefined && (setting.kind === "some_seats" || values.includes(stored));
        // The last way to set up is the quickest to begin with; the server's default is the one of the rule book.
        const usual = setting.name === "setup" ? (values.at(-1) ?? setting.default) : setting.default;
        return [setting.name, isPossible ? stored : usual];
      }),
    ),
  };
}

/**
 * Changes the number of seats. The player moves to the first seat if their own is gone.
 * @param {TableSetup} setup
 * @param {number} seats
 */
export function changeSeats(setup, seats) {
  const mine = setup.who.indexOf("me");
  setup.seats = seats;
  if (mine >= seats) [setup.who[0], setup.who[mine]] = ["me", setup.who[0]];
}

/**
 * Changes who sits at a seat. If the player moves there, the two seats are exchanged; the player's own seat cannot
 * be given to somebody else.
 * @param {TableSetup} setup
 * @param {number} seat
 * @param {string} occupant
 */
export function changeOccupant(setup, seat, occupant) {
  const mine = setup.who.indexOf("me");
  if (occupant === "me") [setup.who[mine], setup.who[seat]] = [setup.who[seat], "me"];
  else if (seat !== mine) setup.who[seat] = occupant;
}

/**
 * Gives all computers the same level.
 * @param {TableSetup} setup
 * @param {string} level
 */
export function changeLevel(setup, level) {
  setup.who = setup.who.map((occupant) => (occupant.startsWith(COMPUTER) ? level : occupant));
}

/**
 * Returns the levels of the computers at the table.
 * @param {TableSetup} setup
 */
export function computerLevels(setup) {
  return setup.who.slice(0, setup.seats).filter((occupant) => occupant.startsWith(COMPUTER));
}

/**
 * Reads a setting that names some seats, as "0,2". Seats that the table does not have are left out.
 * @param {string} value
 * @param {number} seats
 */
export function readSeats(value, seats) {
  return new Set(value.split(",").filter((seat) => /^\d+$/.test(seat) && Number(seat) < seats));
}

/**
 * Writes a setting that names some seats.
 * @param {Set<string>} seats
 */
export function writeSeats(seats) {
  return [...seats].sort().join(",") || NO_SEATS;
}

/**
 * Whether a friend sits at the table.
 * @param {TableSetup} setup
 */
export function hasFriends(setup) {
  return setup.who.slice(0, setup.seats).includes("friend");
}

/**
 * Returns what the server needs to create the table.
 * @param {Game} game
 * @param {TableSetup} setup
 */
export function newTable(game, setup) {
  const kinds = new Map(game.settings.map((setting) => [setting.name, setting.kind]));
  const time = hasFriends(setup) ? timeControl(setup.time) : undefined;
  return {
    game: game.name,
    pace: setup.pace,
    ...(time ? { time } : {}),
    settings: Object.fromEntries(
      Object.entries(setup.settings).map(([name, value]) => [
        name,
        kinds.get(name) === "some_seats" ? writeSeats(readSeats(value, setup.seats)) : value,
      ]),
    ),
    seats: setup.who.slice(0, setup.seats).map((occupant, seat) => newSeat(occupant, setup.names[seat])),
  };
}

/**
 * @param {string} occupant
 * @param {string|undefined} name
 * @returns {NewSeat}
 */
function newSeat(occupant, name) {
  if (occupant.startsWith(COMPUTER)) return { kind: "computer", agent: occupant.slice(COMPUTER.length) };
  if (occupant === "me") return { kind: "me" };
  return name ? { kind: "friend", name } : { kind: "friend" };
}
