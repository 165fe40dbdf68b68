// The moment and the perspective that a replay shows.

/** @import { Perspective, PhaseMark } from "../types.js" */

/** The value of "spectator" in addresses and in the list of perspectives. */
const SPECTATOR = "none";

export class ReplayPosition {
  constructor() {
    /** undefined: the player's own. @type {Perspective|undefined} */
    this.perspective = undefined;
    this.position = 0;
    /** The last position of this perspective; 0 if it is not known yet. */
    this.last = 0;
    /** Whether an earlier moment is shown instead of the present. */
    this.isShown = false;
    /** How far through the game to go once `last` is known for a new perspective. */
    this.fraction = 0;
    /** The position that was asked for last. The server may not have answered yet. */
    this.target = 0;
    /** Whether an answer of the server is awaited. */
    this.isWaiting = false;
    /** Whether that answer is one for the perspective before. */
    this.isOutdated = false;
    /** Where turns begin. @type {number[]} */
    this.turns = [];
    /** Where the phases of the game begin. @type {PhaseMark[]} */
    this.phases = [];
  }

  /**
   * Limits a position to those that exist.
   * @param {number} position
   */
  clamp(position) {
    return Math.max(0, Math.min(this.last || position, position));
  }

  /**
   * Notes that a position is wanted. One request is enough until it is answered, however fast somebody steps.
   * @param {number} position
   * @returns {boolean} whether to ask the server now
   */
  ask(position) {
    this.target = this.clamp(position);
    if (this.isWaiting) return false;
    this.isWaiting = true;
    return true;
  }

  /**
   * Notes that a player has chosen a position. It counts more than how far the game was looked at before.
   * @param {number} position
   * @returns {boolean} whether to ask the server now
   */
  choose(position) {
    this.fraction = 0;
    return this.ask(position);
  }

  /**
   * Ends the waiting for an answer that has come.
   * @returns {number|null} the position to ask for next, if another one is wanted by now
   */
  release() {
    const wanted = this.isOutdated || this.target !== this.position ? this.target : null;
    this.isWaiting = false;
    this.isOutdated = false;
    return wanted;
  }

  /** Expects no answer any more, and stays at the position that is shown. */
  stopWaiting() {
    this.target = this.position;
    this.release();
  }

  /** The beginning of the present turn, or of the turn before if it has just begun. */
  get previousTurn() {
    return this.turns.findLast((turn) => turn < this.target) ?? 0;
  }

  /** The beginning of the next turn, or the end. */
  get nextTurn() {
    return this.turns.find((turn) => turn > this.target) ?? this.last;
  }

  /** The beginning of the present phase. */
  get phase() {
    return this.phases.findLast(({ position }) => position <= this.position)?.position ?? 0;
  }

  /**
   * Changes the perspective. Perspectives count different moments, so the game is looked at about as far as before.
   * @param {Perspective} perspective
   */
  changePerspective(perspective) {
    this.perspective = perspective;
    this.fraction = this.last ? this.position / this.last : 0;
    this.isOutdated = this.isWaiting;
  }

  /**
   * Takes over what the server has answered.
   * @param {{position: number, last: number, turns: number[], phases: PhaseMark[]}} look
   * @returns {boolean} whether to show it; after a change of the perspective another position may be wanted first
   */
  receive({ position, last, turns, phases }) {
    if (this.isOutdated) return false;
    Object.assign(this, { position, last, turns, phases });
    if (!this.fraction) return true;
    this.target = Math.round(this.fraction * last);
    this.fraction = 0;
    return this.target === position;
  }

  /**
   * Goes to the present.
   * @param {number} position
   */
  showPresent(position) {
    this.isShown = false;
    this.position = position;
    this.target = position;
    this.last = position;
  }
}

/**
 * @param {string} value of the list or of an address
 * @returns {Perspective}
 */
export function readPerspective(value) {
  if (value === SPECTATOR) return null;
  return value === "all" ? "all" : Number(value);
}

/** @param {Perspective} perspective */
export function writePerspective(perspective) {
  return String(perspective ?? SPECTATOR);
}

/**
 * Returns the moment that an address names, as `?at=12&eyes=1`; null if it names none.
 * @param {string} search
 * @returns {{position: number, perspective: Perspective|undefined}|null}
 */
export function readMoment(search) {
  const parameters = new URLSearchParams(search);
  const position = parameters.get("at");
  if (position === null || !/^\d{1,5}$/.test(position)) return null;
  const perspective = parameters.get("eyes");
  const isPerspective = perspective !== null && /^(\d|none|all)$/.test(perspective);
  return { position: Number(position), perspective: isPerspective ? readPerspective(perspective) : undefined };
}
