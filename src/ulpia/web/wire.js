// @ts-check
// The wire to the table: what this client knows of it, and the socket, which comes back by itself when it is lost.

import { language, make, one, owner, recall, say, visit } from "./house.js";

/** @typedef {{number: number, words: string, effect: string, place: string, places?: string[], final: boolean, gesture?: boolean}} Option */
/** @typedef {{seat: number, name: string, kind: string, agent: string|null, is_here: boolean, for_people: boolean, agrees_to_hints: boolean}} Seat */
/** @typedef {Record<string, any>} Message */

/** Small screens get pictures drawn for them, and panels instead of one table. */
export const small = matchMedia("(max-width: 1179px), (max-aspect-ratio: 1/1)");
const LONGEST_WAIT = 8000;

export const table = {
  id: location.pathname.split("/")[2] ?? "",
  /** What `welcome` told. */
  game: "", title: "", isCreator: false, you: /** @type {number|null} */ (null),
  sources: /** @type {Record<string, string>} */ ({}), hues: /** @type {Record<string, string>} */ ({}), signs: /** @type {Record<string, string>} */ ({}),
  agents: /** @type {{name: string, title: string, about: string, is_level: boolean}[]} */ ([]),
  settings: /** @type {{name: string, title: string, value: string, words: string}[]} */ ([]),
  /** What `presence` told. */
  seats: /** @type {Seat[]} */ ([]), names: /** @type {string[]} */ ([]), pace: 0.9, spectators: 0,
  /** Whether hints may be asked for; how far the opponents are who get ready, null if they are. */
  hints: false, preparing: /** @type {number|null} */ (null),
  /** The last state. */
  state: /** @type {Message} */ ({ options: [], position: 0, points: [], sources: [], revision: "", is_over: false, can_undo: false }),
  /** The option that a hint names. */
  hinted: /** @type {number|null} */ (null),
  /** Called by the final page. */
  onWatch: () => {},
};

/** @type {WebSocket|null} */
let socket = null;
let wait = 500;
let isIn = false;
/** Messages are dealt with one after another, also when dealing with one takes time. */
let turn = Promise.resolve();
/** @type {Map<string, (message: any) => void|Promise<void>>} */
const handlers = new Map();

/** What to do with a kind of message. @param {string} kind @param {(message: any) => void|Promise<void>} handler */
export function on(kind, handler) {
  handlers.set(kind, handler);
}

/** @param {Message} message @returns {boolean} whether it could be sent */
export function send(message) {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(message));
  return true;
}

/** The token of my seat, and links for friends. Another seat may be held in this tab alone. @returns {{token: string, links: [string, string][], seen?: boolean}|null} */
export function kept() {
  return recall(`seat-${table.id}`, visit) ?? recall(`seat-${table.id}`);
}

/** Whether this connection has been let in. */
export const isWelcome = () => isIn;

/** Whether it is my decision. */
export function isMine() {
  return table.you !== null && table.state.seat === table.you && table.seats[table.you]?.kind === "person";
}

/** The seat of the computer that decides now, if one does. */
export function thinker() {
  const { seat, is_over } = table.state;
  return !is_over && table.seats[seat]?.kind === "computer" ? /** @type {number} */ (seat) : null;
}

export function connect() {
  const opened = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
  socket = opened;
  opened.onopen = () => {
    one(".offline")?.remove();
    wait = 500;
    isIn = false;
    const mine = kept();
    send({ type: "hello", table: table.id, language: language(), ...(small.matches ? { form: "small" } : {}),
      ...(owner() ? { owner: owner() } : {}), ...(mine ? { token: mine.token } : {}) });
  };
  opened.onmessage = (event) => {
    const message = JSON.parse(event.data);
    isIn ||= message.type === "welcome";
    turn = turn.then(() => handlers.get(message.type)?.(message)).catch((error) => { console.error(error); });
  };
  opened.onclose = (event) => {
    if (socket !== opened) return;
    if (!one(".offline")) document.body.append(make("p", { class: "offline", role: "alert" }, say(event.code === 4403 ? "shown_out" : "lost")));
    if (event.code !== 4403) setTimeout(connect, (wait = Math.min(LONGEST_WAIT, wait * 1.6)));
  };
}

/** Go, and stay away. */
export function leave() {
  const old = socket;
  socket = null;
  old?.close();
}

/** Come again, with other eyes or another form. */
function reconnect() {
  leave();
  connect();
}

small.addEventListener("change", () => { if (table.game) reconnect(); });
