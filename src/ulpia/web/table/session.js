// What this client knows of the table. It changes only by the messages of the server.

/** @import { Agent, Clock, Layout, LessonMessage, Outcome, Presence, Seat, Setting, State } from "../types.js" */
/** @import { Welcome } from "../types.js" */

import { USUAL_PACE } from "../shared/pace.js";

/** @type {State} The state before the first one has come. */
const NO_STATE = {
  type: "state",
  position: 0,
  revision: "",
  since: null,
  can_undo: false,
  undo_to: null,
  undo_one: null,
  seat: null,
  question: null,
  crumb: "",
  asked: null,
  options: [],
  points: [],
  sources: [],
  is_over: false,
  outcome: null,
  districts: {},
  gone: [],
};

export class Session {
  /**
   * @param {string} id of the table
   * @param {boolean} [isLesson]
   */
  constructor(id, isLesson = false) {
    this.id = id;

    // From `welcome`
    this.game = "";
    this.title = "";
    this.isCreator = false;
    /** All seats that the player holds, in this browser or another. @type {number[]} */
    this.held = [];
    /** The player's own seat; null for a spectator. @type {number|null} */
    this.you = null;
    /** Titles of the sources of points. @type {Record<string, string>} */
    this.sources = {};
    /** @type {Agent[]} */
    this.agents = [];
    /** @type {Setting[]} */
    this.settings = [];

    // From the layout
    /** Colour variables of the sources of points. @type {Record<string, string>} */
    this.hues = {};
    /** Symbols of the sources of points. @type {Record<string, string>} */
    this.signs = {};

    // From `presence`
    /** @type {Seat[]} */
    this.seats = [];
    this.pace = USUAL_PACE;
    this.spectators = 0;
    /** Whether hints may be asked for. */
    this.hints = false;
    /** Whether the game waits for people who were invited. */
    this.isGathering = false;
    /** How the game stood when its players agreed to end it. @type {Outcome|null} */
    this.ended = null;
    /** The table at which the same people play again. @type {string|null} */
    this.successor = null;
    /** How far the preparation of the computers is (0 to 1); null once they are ready. @type {number|null} */
    this.preparing = null;
    /** The seats whose players want to skip to their own decision. @type {number[]} */
    this.skipping = [];
    /** How long the players may still think; null if for ever. @type {Clock|null} */
    this.clock = null;

    // From `lesson`
    /** Whether the table belongs to a lesson: the page is /learn/GAME, and the id is the name of the game. */
    this.isLesson = isLesson;
    /** The lesson and the step to begin with. */
    this.lessonStart = { lesson: "", step: 0 };
    /** @type {LessonMessage|null} */
    this.lesson = null;

    // From `state`
    this.state = NO_STATE;
    /** Whether no state has come since the last `welcome`. */
    this.isNew = true;
  }

  /** @param {Welcome} message */
  enter(message) {
    this.you = message.you;
    this.isCreator = message.is_creator;
    this.held = message.held;
    this.game = message.game;
    this.title = message.title;
    this.sources = message.sources;
    this.agents = message.agents;
    this.settings = message.settings;
    this.isNew = true;
    this.updatePresence(message);
  }

  /** @param {Layout} layout */
  applyLayout(layout) {
    this.hues = layout.hues;
    this.signs = layout.signs;
  }

  /**
   * @param {Presence|Welcome} message
   * @returns {boolean} whether who plays has changed: by a seat handed over or taken back, or by computers that have
   *   become ready; or who wants to skip. No state follows then, and yet something else can be chosen.
   */
  updatePresence(message) {
    const kinds = this.seats.map((seat) => seat.kind).join();
    const wasReady = this.preparing === null;
    this.seats = message.seats;
    this.pace = message.pace;
    this.spectators = message.spectators;
    this.hints = message.hints;
    this.preparing = message.preparing;
    const wereSkipping = this.skipping.join();
    this.skipping = message.skipping;
    const wasStopped = this.isStopped;
    const wasStandingIn = this.standInSeat;
    this.clock = message.clock;
    this.isGathering = message.is_gathering;
    this.ended = message.ended;
    this.successor = message.successor;
    if (wasStopped !== this.isStopped || wereSkipping !== this.skipping.join()) return true;
    if (wasStandingIn !== this.standInSeat) return true;
    return kinds !== this.seats.map((seat) => seat.kind).join() || wasReady !== (this.preparing === null);
  }

  /**
   * @param {State} message
   * @returns {{state: State, isMyTurn: boolean, isNew: boolean}} what held before
   */
  updateState(message) {
    const before = { state: this.state, isMyTurn: !this.isNew && this.isMyTurn, isNew: this.isNew };
    this.state = message;
    this.isNew = false;
    return before;
  }

  get names() {
    return this.seats.map((seat) => seat.name);
  }

  get isSpectator() {
    return this.you === null;
  }

  /** The seats of people who were invited and have not come. */
  get expected() {
    return this.seats.filter((seat) => seat.kind === "person" && !seat.is_taken);
  }

  /** Whether nobody can act: the game has not begun, or its players have ended it. */
  get isStopped() {
    return this.isGathering || this.ended !== null;
  }

  /** Whether the game is over, by its rules or by agreement. */
  get isOver() {
    return this.state.is_over || this.ended !== null;
  }

  /** Whether the player decides, and no computer for them. */
  get isMyTurn() {
    if (this.isStopped) return false;
    if (this.isLesson && this.lesson?.status !== "open") return false;
    if (this.standInSeat === this.you) return false;
    return this.you !== null && this.state.seat === this.you && this.seats[this.you]?.kind === "person";
  }

  /** Whether a computer plays the player's own seat. */
  get isHandedOver() {
    return this.you !== null && !this.isOver && this.seats[this.you]?.kind === "computer";
  }

  /** The seat whose turn a computer plays because time was up, undefined if none. @returns {number|undefined} */
  get standInSeat() {
    return this.clock?.is_standing_in ? (this.clock.seat ?? undefined) : undefined;
  }

  /** The seat of the computer that is thinking, null if none is. @returns {number|null} */
  get thinkingSeat() {
    const { seat, is_over } = this.state;
    if (this.isStopped) return null;
    const isComputers = seat !== null && (this.seats[seat]?.kind === "computer" || seat === this.standInSeat);
    return isComputers && !is_over ? seat : null;
  }

  /** Whether the player can wish to skip to their own decision, or has done so. */
  get canSkip() {
    return this.you !== null && !this.isLesson && !this.isHandedOver && this.thinkingSeat !== null && !this.preparing;
  }

  /** Whether the player wants to skip to their own decision. */
  get isSkipping() {
    return this.you !== null && this.skipping.includes(this.you);
  }

  /** Others who are here, wait for a decision of their own, and do not want to skip. @returns {number[]} */
  get watching() {
    const others = this.seats.filter(({ seat, kind, is_here }) => is_here && kind === "person" && seat !== this.you);
    return others.map(({ seat }) => seat).filter((seat) => !this.skipping.includes(seat));
  }

  /**
   * The title of a source of points.
   * @param {string} source
   */
  sourceTitle(source) {
    return this.sources[source] ?? source;
  }

  /**
   * The name of a seat with the level of the computer that plays it: "Livia (Centurio)".
   * @param {number} seat
   */
  nameWithLevel(seat) {
    const { name, agent, for_people } = this.seats[seat];
    const level = this.agents.find((each) => each.name === agent);
    const isNamed = !level?.is_level || name.startsWith(level.title) || for_people;
    return isNamed ? name : `${name} (${level.title})`;
  }
}

/** The session of this page. */
export const session = new Session(location.pathname.split("/")[2] ?? "", location.pathname.startsWith("/learn/"));
