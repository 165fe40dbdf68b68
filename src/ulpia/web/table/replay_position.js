// The moment and the perspective that a replay shows.

/** @import { Perspective } from "../types.js" */

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
  }

  /**
   * Limits a position to those that exist.
   * @param {number} position
   */
  clamp(position) {
    return Math.max(0, Math.min(this.last || position, position));
  }

  /**
   * Changes the perspective. Perspectives count different moments, so the game is looked at about as far as before.
   * @param {Perspective} perspective
   */
  changePerspective(perspective) {
    this.perspective = perspective;
    this.fraction = this.last ? this.position / this.last : 0;
  }

  /**
   * Takes over what the server has answered.
   * @param {{position: number, last: number}} look
   * @returns {number|null} the position to ask for instead, after a change of the perspective
   */
  receive({ position, last }) {
    this.position = position;
    this.last = last;
    const wanted = Math.round(this.fraction * last);
    const isElsewhere = this.fraction > 0 && wanted !== position;
    this.fraction = 0;
    return isElsewhere ? wanted : null;
  }

  /**
   * Goes to the present.
   * @param {number} position
   */
  showPresent(position) {
    this.isShown = false;
    this.position = position;
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
