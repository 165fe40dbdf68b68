// The price of an option, shown at its place: how much of what is paid.

/** @import { OptionPrice } from "../messages.js" */
/** @import { Option } from "../types.js" */

import { svg } from "../shared/dom.js";

/** The size of a price in units of the picture. */
const WIDTH = 25;
const HEIGHT = 16;
const SYMBOL = 12;
const BASELINE = 4;

/**
 * Returns the lowest price of a place; undefined if one of its options has none.
 * @param {Option[]} options
 * @returns {OptionPrice|undefined}
 */
export function priceOf(options) {
  const prices = options.flatMap(({ price }) => price ?? []);
  if (prices.length < options.length) return undefined;
  return prices.sort((one, other) => one.amount - other.amount)[0];
}

/**
 * Shows a price at the lower right corner of a place.
 * @param {Element} place
 * @param {OptionPrice} price
 */
export function showPrice(place, { amount, symbol }) {
  const halo = /** @type {SVGGraphicsElement|null} */ (place.querySelector(":scope > .halo"));
  if (!halo) return;
  const { x, y, width, height } = halo.getBBox();
  const middle = { x: x + width - WIDTH / 2, y: y + height - HEIGHT / 2 };
  place.classList.add("priced");
  place.append(
    svg(
      "g",
      { class: "price", transform: `translate(${middle.x} ${middle.y})`, "aria-hidden": "true" },
      svg("rect", { x: -WIDTH / 2, y: -HEIGHT / 2, width: WIDTH, height: HEIGHT, rx: HEIGHT / 2 }),
      svg("text", { x: -WIDTH / 4, y: BASELINE, class: "num" }, String(amount)),
      svg("use", { href: `#${symbol}`, x: -1, y: -SYMBOL / 2, width: SYMBOL, height: SYMBOL }),
    ),
  );
}

/**
 * Takes the price of a place away.
 * @param {Element} place
 */
export function removePrice(place) {
  place.classList.remove("priced");
  place.querySelector(":scope > .price")?.remove();
}
