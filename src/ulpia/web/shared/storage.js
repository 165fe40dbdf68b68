// What the browser stores: preferences, the owner key and the tokens of seats.

/** @import { SavedSeat } from "../types.js" */
/** @typedef {Pick<Storage, "getItem"|"setItem"|"removeItem">} Store */

/**
 * Returns a browser storage. Where the browser forbids it, as some do in private mode, values are kept until the page
 * is left.
 * @param {() => Storage} open
 * @returns {Store}
 */
function openStore(open) {
  try {
    open().getItem("");
    return open();
  } catch {
    /** @type {Map<string, string>} */
    const values = new Map();
    return {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: (key) => void values.delete(key),
    };
  }
}

export const storage = openStore(() => window.localStorage);
/** Values of this tab alone. */
export const tabStorage = openStore(() => window.sessionStorage);
/** Whether this browser stores nothing. A seat is then held by its link alone. */
export const isStorageForbidden = !(storage instanceof Storage);

/**
 * Reads a value stored as JSON; null if it is missing or unreadable.
 * @param {string} key
 * @param {Pick<Storage, "getItem">} [store]
 */
export function readJson(key, store = storage) {
  try {
    return JSON.parse(store.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** The fewest different characters of an owner key. The server refuses keys that look as if they were made up. */
const LEAST_DIFFERENT = 12;

/** Returns the key that identifies this player's games, if there is a valid one. Earlier versions made shorter ones. */
export function ownerKey() {
  const stored = storage.getItem("owner") ?? "";
  const isValid = /^(?:[\w-]{43}|[\w-]{32})$/.test(stored) && new Set(stored).size >= LEAST_DIFFERENT;
  return isValid ? stored : null;
}

/** Forgets the key of a browser that was signed out. The next table is opened with a new one. */
export function forgetOwner() {
  storage.removeItem("owner");
}

/** Creates an owner key if there is none. The server creates one with the first table; a guest needs one before. */
export function ensureOwnerKey() {
  if (ownerKey()) return;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  storage.setItem(
    "owner",
    btoa(String.fromCharCode(...bytes))
      .replace(/\+/g, "-")
      .replace(/\//g, "_")
      .replace(/=/g, ""),
  );
}

/**
 * Returns the seat that this browser holds at a table. A seat held in this tab alone comes first.
 * @param {string} table
 * @returns {SavedSeat|null}
 */
export function savedSeat(table) {
  return readJson(`seat-${table}`, tabStorage) ?? readJson(`seat-${table}`);
}

/**
 * Returns the seat that all tabs of this browser share.
 * @param {string} table
 * @returns {SavedSeat|null}
 */
export function sharedSeat(table) {
  return readJson(`seat-${table}`);
}

/**
 * Stores a seat for all tabs.
 * @param {string} table
 * @param {SavedSeat} seat
 */
export function saveSeat(table, seat) {
  storage.setItem(`seat-${table}`, JSON.stringify(seat));
}

/**
 * Stores a seat for this tab alone.
 * @param {string} table
 * @param {Pick<SavedSeat, "token"|"seat">} seat
 */
export function saveSeatInTab(table, seat) {
  tabStorage.setItem(`seat-${table}`, JSON.stringify({ ...seat, links: [] }));
}

/**
 * Forgets the seat of all tabs.
 * @param {string} table
 */
export function forgetSeat(table) {
  tabStorage.removeItem(`seat-${table}`);
  storage.removeItem(`seat-${table}`);
}

/**
 * Whether a seat is stored for this tab.
 * @param {string} table
 */
export function hasSeatInTab(table) {
  return readJson(`seat-${table}`, tabStorage) !== null;
}

/**
 * Forgets the seat of this tab.
 * @param {string} table
 */
export function forgetSeatInTab(table) {
  tabStorage.removeItem(`seat-${table}`);
}
