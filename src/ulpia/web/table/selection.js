// What the player has picked and not yet sent.

/** @import { GestureChoice, Option, Planned } from "../types.js" */

import { capitalize } from "../shared/texts.js";

/**
 * Picked actions that wait for a confirmation. `about` and `asked` are the two lines of the prompt, `places` the
 * picked elements, `choices` the changes of a gesture that are a tap or two away.
 * @typedef {{
 *   actions: number[], about: string, asked: string, places: string[], choices: GestureChoice[]
 * }} Pending
 */

export class Selection {
  constructor() {
    /** @type {Pending|null} */
    this.pending = null;
    /** The first of two places that make a choice together. */
    this.tappedPlace = "";
    /** Whether an earlier moment is shown, in which nothing can be chosen. */
    this.isPaused = false;
    /** Whether actions were sent and the answer has not come. */
    this.isSent = false;
  }

  /** Whether options can be chosen. */
  get isOpen() {
    return !this.isPaused && !this.isSent;
  }

  /** Begins again, as with every new state. */
  reset() {
    this.pending = null;
    this.tappedPlace = "";
    this.isPaused = false;
    this.isSent = false;
  }

  pause() {
    this.pending = null;
    this.isPaused = true;
  }

  send() {
    this.pending = null;
    this.isSent = true;
  }

  /**
   * Picks an option that has to be confirmed.
   * @param {Option} option
   * @param {string} question
   */
  pick(option, question) {
    const words = capitalize(option.words);
    this.pending = {
      actions: [option.number],
      about: question,
      asked: option.effect ? `${words}: ${option.effect}` : words,
      places: [option.place],
      choices: [],
    };
  }

  /**
   * Picks a gesture as the server has completed it.
   * @param {Planned} planned
   */
  pickGesture({ actions, about, asked, choices }) {
    this.tappedPlace = "";
    this.pending = { actions, about, asked, places: [], choices };
  }

  /**
   * Taps a place of a gesture.
   * @param {string} place
   * @param {GestureChoice[]} choices those that contain the place
   * @returns {number[]|null} the actions of the choice that this completes; null if a second place is needed
   */
  tap(place, choices) {
    const first = this.tappedPlace;
    const complete =
      choices.find(({ places }) => places.length === 1) ??
      choices.find(({ places }) => places.length === 2 && places.includes(first) && first !== place);
    if (complete) return complete.actions;
    this.tappedPlace = first === place ? "" : place;
    return null;
  }
}

/**
 * Sorts options by the places that stand for them.
 * @param {Option[]} options
 * @param {(place: string) => boolean} exists whether the picture contains a place
 * @returns {{byPlace: Map<string, Option[]>, withoutPlace: Option[]}}
 */
export function groupByPlace(options, exists) {
  /** @type {Map<string, Option[]>} */
  const byPlace = new Map();
  const withoutPlace = [];
  for (const option of options) {
    const places = placesOf(option).filter((place) => place && exists(place));
    for (const place of places) byPlace.set(place, [...(byPlace.get(place) ?? []), option]);
    if (!places.length) withoutPlace.push(option);
  }
  return { byPlace, withoutPlace };
}

/**
 * @param {Option} option
 * @returns {string[]}
 */
export function placesOf(option) {
  return option.places?.length ? option.places : [option.place];
}

/**
 * Returns whether an option must not draw the eye: it declines, and there is something to do instead.
 * @param {Option} option
 * @param {Option[]} options all that can be chosen
 */
export function isQuiet(option, options) {
  return Boolean(option.declines) && options.length > 1;
}
