// Which explanation to show: each once in this browser, few at a time, what can be chosen before what has happened.

/** @import { Explanation } from "../types.js" */

/** No more than this many are shown for one decision. */
export const MOST_AT_ONCE = 2;

export class Explanations {
  /** What the player can choose now. @type {Explanation[]} */
  #present = [];
  /** What has happened and was not explained yet. @type {Explanation[]} */
  #past = [];
  /** How many were put away since the last message. */
  #read = 0;

  /**
   * @param {Iterable<string>} seen ids of what was shown before
   * @param {(seen: string[]) => void} remember
   */
  constructor(seen, remember) {
    this.seen = new Set(seen);
    this.remember = remember;
  }

  /** @param {Explanation[]} explanations those of a new state */
  receive(explanations) {
    this.#read = 0;
    this.#present = explanations.filter(({ is_past }) => !is_past);
    const isKnown = (/** @type {string} */ id) => this.#past.some((past) => past.id === id);
    this.#past.push(...explanations.filter(({ id, is_past }) => is_past && !isKnown(id)));
  }

  /** Those that are still to be shown for this decision. @returns {Explanation[]} */
  get waiting() {
    const unseen = [...this.#present, ...this.#past].filter(({ id }) => !this.seen.has(id));
    return unseen.slice(0, Math.max(0, MOST_AT_ONCE - this.#read));
  }

  /** The one to show now. */
  get shown() {
    return this.waiting[0];
  }

  /** Puts the one that is shown away for good. */
  putAway() {
    const { shown } = this;
    if (!shown) return;
    this.#read += 1;
    this.seen.add(shown.id);
    this.remember([...this.seen]);
  }

  /** Shows none until the next message. */
  pause() {
    this.#read = MOST_AT_ONCE;
  }
}
