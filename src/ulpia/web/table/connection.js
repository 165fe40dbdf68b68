// The WebSocket to the table. A lost connection is opened again.

/** @import { ClientMessage, ClientMessageOf, ServerMessage, ServerMessageOf } from "../types.js" */

import { find, html } from "../shared/dom.js";
import { ownerKey, savedSeat } from "../shared/storage.js";
import { language, translate } from "../shared/texts.js";
import { session } from "./session.js";
import { hasSmallPictures, onShapeChange } from "./shape.js";

const FIRST_WAIT_MILLISECONDS = 500;
const LONGEST_WAIT_MILLISECONDS = 8000;
const WAIT_GROWTH = 1.6;
/** The close code that says that the page belongs to another site. */
const FORBIDDEN = 4403;

export class Connection {
  /** @type {WebSocket|null} */
  #socket = null;
  #wait = FIRST_WAIT_MILLISECONDS;
  /** Messages are handled one after another, also when handling one takes time. */
  #queue = Promise.resolve();
  /** @type {Map<string, (message: any) => void|Promise<void>>} `on` gives each handler its type */
  #handlers = new Map();

  /**
   * @param {object} options
   * @param {() => WebSocket} options.createSocket
   * @param {() => ClientMessageOf<"hello"|"learn">} options.hello the first message of each connection
   * @param {() => void} options.onOpen
   * @param {() => void} options.onLost
   */
  constructor({ createSocket, hello, onOpen, onLost }) {
    this.createSocket = createSocket;
    this.hello = hello;
    this.onOpen = onOpen;
    this.onLost = onLost;
    /** Whether the server has accepted `hello`. */
    this.isWelcome = false;
  }

  /**
   * Sets the handler of a type of message.
   * @template {ServerMessage["type"]} Type
   * @param {Type} type
   * @param {(message: ServerMessageOf<Type>) => void|Promise<void>} handler
   */
  on(type, handler) {
    this.#handlers.set(type, handler);
  }

  /**
   * @param {ClientMessage} message
   * @returns {boolean} whether the message could be sent
   */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  open() {
    const socket = this.createSocket();
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT_MILLISECONDS;
      this.isWelcome = false;
      this.onOpen();
      this.send(this.hello());
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      this.onLost();
      if (event.code === FORBIDDEN) return;
      this.#wait = Math.min(LONGEST_WAIT_MILLISECONDS, this.#wait * WAIT_GROWTH);
      setTimeout(() => this.open(), this.#wait);
    };
  }

  /** Closes the connection and does not open it again. */
  close() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  reopen() {
    this.close();
    this.open();
  }

  /** @param {ServerMessage} message */
  #receive(message) {
    this.isWelcome ||= message.type === "welcome";
    this.#queue = this.#queue
      .then(() => this.#handlers.get(message.type)?.(message))
      .catch((error) => console.error(error));
  }
}

/** @returns {ClientMessageOf<"hello"|"learn">} */
function createHello() {
  const form = hasSmallPictures() ? "small" : "full";
  if (session.isLesson) {
    const { lesson, step } = session.lesson ?? session.lessonStart;
    return { type: "learn", game: session.id, lesson, step, language: language(), form };
  }
  const owner = ownerKey();
  const seat = savedSeat(session.id);
  return {
    type: "hello",
    table: session.id,
    language: language(),
    form,
    ...(owner ? { owner } : {}),
    ...(seat?.token ? { token: seat.token } : {}),
    ...(seat && !seat.token && owner ? { seat: seat.seat } : {}),
    ...(seat?.lesson ? { lesson: seat.lesson } : {}),
  };
}

/** The connection of this page. */
export const connection = new Connection({
  createSocket: () => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`),
  hello: createHello,
  onOpen: () => find(".offline")?.remove(),
  onLost: () => {
    if (find(".offline")) return;
    document.body.append(html("p", { class: "offline", role: "alert" }, translate("lost")));
  },
});

// Other shapes have other panels, and small ones other pictures.
onShapeChange(() => {
  if (session.game) connection.reopen();
});
