// Where a note stands: beside what it speaks of, and where it covers least of what the player needs.

/** @typedef {{left: number, top: number}} Corner */
/** @typedef {{left: number, top: number, right: number, bottom: number, width: number, height: number}} Rectangle */

const GAP = 8;
const WINDOW_MARGIN = 6;
/** A pixel of what the note speaks of counts less than one of what can be chosen. */
const WEIGHT_OF_CHOICES = 20;
/** Pixels of distance weigh little against pixels that are covered. */
const WEIGHT_OF_DISTANCE = 4;

/**
 * @param {object} options
 * @param {Rectangle} options.about what the note speaks of
 * @param {number} options.width of the note
 * @param {number} options.height of the note
 * @param {Rectangle[]} options.inTheWay what it should not cover
 * @param {{width: number, height: number}} options.screen
 * @param {boolean} options.isLine whether it is a line across a small screen
 * @returns {Corner}
 */
export function placeNote({ about, width, height, inTheWay, screen, isLine }) {
  /** @type {(at: number, size: number, most: number) => number} */
  const clamp = (at, size, most) => Math.max(WINDOW_MARGIN, Math.min(at, most - size - WINDOW_MARGIN));
  const beside = isLine ? acrossScreen(height, inTheWay, (screen.width - width) / 2) : besideBox(about, width, height);
  const corners = beside.map(({ left, top }) => ({
    left: clamp(left, width, screen.width),
    top: clamp(top, height, screen.height),
  }));
  /** @param {Corner} corner */
  const cost = (corner) => {
    const note = { ...corner, right: corner.left + width, bottom: corner.top + height };
    const covered = inTheWay.reduce((sum, box) => sum + overlap(note, box), 0);
    const distance = isLine
      ? screen.height - note.bottom
      : Math.abs(corner.left - about.left) + Math.abs(corner.top - about.top);
    return covered * WEIGHT_OF_CHOICES + (isLine ? 0 : overlap(note, about)) + distance * WEIGHT_OF_DISTANCE;
  };
  return corners.reduce((best, corner) => (cost(corner) < cost(best) ? corner : best));
}

/**
 * @param {Rectangle} about
 * @param {number} width
 * @param {number} height
 * @returns {Corner[]} places on all sides of a box, at its ends and in its middle; and within it
 */
function besideBox(about, width, height) {
  const columns = [about.left, about.left + (about.width - width) / 2, about.right - width];
  const rows = [about.top, about.top + (about.height - height) / 2, about.bottom - height];
  return [
    ...columns.flatMap((left) => [
      { left, top: about.bottom + GAP },
      { left, top: about.top - GAP - height },
    ]),
    ...rows.flatMap((top) => [
      { left: about.right + GAP, top },
      { left: about.left - GAP - width, top },
    ]),
    ...columns.flatMap((left) => rows.map((top) => ({ left, top }))),
  ];
}

/**
 * @param {number} height
 * @param {Rectangle[]} inTheWay
 * @param {number} left
 * @returns {Corner[]} lines above and below everything that is in the way
 */
function acrossScreen(height, inTheWay, left) {
  return inTheWay.flatMap(({ top, bottom }) => [
    { left, top: top - GAP - height },
    { left, top: bottom + GAP },
  ]);
}

/**
 * @param {{left: number, top: number, right: number, bottom: number}} one
 * @param {{left: number, top: number, right: number, bottom: number}} other
 * @returns {number} the area that both cover
 */
function overlap(one, other) {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}
