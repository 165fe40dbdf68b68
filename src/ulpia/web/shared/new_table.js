// Creates a table from the choices of the start page.

/** @import { NewSeat, NewTable } from "../types.js" */

import { createTable } from "./api.js";
import { messageOf, showNotice } from "./page.js";
import { isStorageForbidden, saveSeat, storage } from "./storage.js";
import { translate } from "./texts.js";

const COMPUTER_NAMES = ["Livia", "Quintus", "Cassia", "Marcus", "Aelia"];
/** The name of a player who has not typed one. */
export const DEFAULT_NAME = "Marcus";

/** Returns the player's own name. */
export function myName() {
  return storage.getItem("name")?.trim() || DEFAULT_NAME;
}

/**
 * Gives a name to every seat that has none.
 * @param {NewSeat[]} seats
 * @returns {NewSeat[]}
 */
export function nameSeats(seats) {
  const free = COMPUTER_NAMES.filter((name) => name !== myName());
  let friends = 0;
  return seats.map((seat) => {
    if (seat.kind === "me") return { ...seat, name: myName() };
    if (seat.kind === "computer") return { ...seat, name: seat.name || free.shift() };
    friends += 1;
    return { ...seat, name: seat.name || translate("guest", { number: friends }) };
  });
}

/**
 * Creates a table and goes there. Links for friends are stored; the page of the table shows them.
 * @param {NewTable & {lesson?: string}} wanted `lesson`: the lesson that is played there
 */
export async function openTable({ lesson, ...table }) {
  const seats = nameSeats(table.seats);
  try {
    const gathers = seats.some(({ kind }) => kind === "friend");
    const created = await createTable({ ...table, seats, gathers });
    const mine = created.seats.find((seat) => seat.kind === "me");
    /** @type {[string, string][]} */
    const links = created.seats
      .filter((seat) => seat.kind === "friend")
      .map((seat) => [seats[seat.seat].name ?? "", location.origin + seat.link]);
    storage.setItem("owner", created.owner);
    if (mine?.token) saveSeat(created.table, { token: mine.token, links, ...(lesson ? { lesson } : {}) });
    location.href = (isStorageForbidden && mine?.link) || created.link;
  } catch (error) {
    showNotice(messageOf(error));
  }
}
