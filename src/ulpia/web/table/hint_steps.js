// The steps of a hint: where to look, the move, the reasons. Each is asked for separately.

/** @import { Hint } from "../types.js" */

export const LAST_STEP = 3;

export class HintSteps {
  constructor() {
    /** The steps that have come for the present state. @type {Hint[]} */
    this.steps = [];
    /** Whether a step was asked for and has not come. */
    this.isWorking = false;
    /** Whether the card is shown. */
    this.isOpen = false;
  }

  /** The newest step, if the card is shown. */
  get shown() {
    return this.isOpen ? this.steps.at(-1) : undefined;
  }

  /** The step to ask for when the player wants more; null if the card is only to be opened or closed. */
  get next() {
    const known = this.steps.length;
    return known === LAST_STEP || (known > 0 && !this.isOpen) ? null : known + 1;
  }

  toggle() {
    this.isOpen = !this.isOpen;
  }

  request() {
    this.isWorking = true;
    this.isOpen = true;
  }

  /** @param {Hint} hint */
  receive(hint) {
    this.steps[hint.step - 1] = hint;
    this.isWorking = false;
  }

  refuse() {
    this.isWorking = false;
    this.isOpen = this.steps.length > 0;
  }

  /** Drops all steps, as with every new state. */
  reset() {
    this.steps = [];
    this.close();
  }

  close() {
    this.isWorking = false;
    this.isOpen = false;
  }

  /** The main sentences of the card: the first step alone, later the move and how it is carried out. */
  get sentences() {
    const [where, move] = this.steps;
    return (move ?? where)?.sentences ?? [];
  }

  /** What speaks for the move. */
  get reasons() {
    return this.steps[LAST_STEP - 1]?.sentences ?? [];
  }

  /** Chances and expected points. */
  get figures() {
    return this.steps[LAST_STEP - 1]?.figures ?? [];
  }
}
