// Animations: pieces fly from where they were to where they are, and gained points rise. A piece names its kind in
// `data-piece`; it may name its owner (`data-owner`) and the place it comes from (`data-from`). A piece that is gone in
// one place and new in another is taken for the same one.

import { findAll, html, svg } from "../shared/dom.js";
import { reducedMotion } from "../shared/media.js";
import { formatGain, formatPoints } from "../shared/texts.js";
import { isScrolling } from "./board.js";
import { playPieceSound } from "./sound.js";

/**
 * @typedef {{
 *   kind: string, owner: string|undefined, from: string|undefined, place: string, box: DOMRect, element: Element
 * }} Piece
 */

const MOST_FLIGHTS = 14;
const FLIGHT_MILLISECONDS = 320;
const DELAY_MILLISECONDS = 60;
const LONGEST_DELAY_MILLISECONDS = 580;
const EASING = "cubic-bezier(.2,.8,.2,1)";
const GAIN_MILLISECONDS = 1000;
const COUNT_MILLISECONDS = 400;
/** More changes than these are no move: the table is set up, or a distant moment is shown. */
const MOST_CHANGES = 40;

/** Pieces that were on the table before. Shown again after a replay they have not moved. @type {WeakSet<Element>} */
const settled = new WeakSet();

/** What ends the flight of each piece that is flying. @type {Set<() => void>} */
const landings = new Set();

/** Returns all visible pieces. @returns {Piece[]} */
export function listPieces() {
  return findAll(".plot [data-piece]").flatMap((element) => {
    const box = element.getBoundingClientRect();
    if (!box.width) return [];
    const { piece = "", owner, from } = element.dataset;
    const district = element.closest("[data-district]")?.getAttribute("data-district");
    const place = `${district} ${element.closest("[id]")?.id}`;
    return [{ kind: piece, owner, from, place, box, element }];
  });
}

/**
 * Returns the pieces that are new in their place, and those that are gone from theirs.
 * @param {Piece[]} before
 * @param {Piece[]} after
 */
export function comparePieces(before, after) {
  const key = (/** @type {Piece} */ piece) => `${piece.kind}@${piece.place}`;
  /** @type {Map<string, Piece[]>} */
  const remaining = new Map();
  for (const piece of before) remaining.set(key(piece), [...(remaining.get(key(piece)) ?? []), piece]);
  const arrived = after.filter((piece) => !remaining.get(key(piece))?.pop());
  return { arrived, gone: [...remaining.values()].flat() };
}

/**
 * Returns where a piece comes from that was not visible: the place it names, or its owner's.
 * @param {Piece} piece
 */
function origin({ from, owner }) {
  const place = from === undefined ? null : document.getElementById(from);
  const home = owner === undefined ? null : document.querySelector(`[data-home="${CSS.escape(owner)}"]`);
  return (place ?? home)?.getBoundingClientRect();
}

/** Takes all visible pieces as they are: none of them will fly. */
export function settlePieces() {
  for (const { element } of listPieces()) settled.add(element);
}

/**
 * Lets the pieces fly that have moved.
 * @param {Piece[]} before
 * @param {{withSound?: boolean, isStill?: boolean}} [how] `isStill`: whether they appear in their places at once
 * @returns {Element[]} the new pieces
 */
export function animateChanges(before, { withSound = false, isStill = false } = {}) {
  const { arrived, gone } = comparePieces(before, listPieces());
  const moved = arrived.filter(({ element }) => !settled.has(element));
  settlePieces();
  if (moved.length + gone.length > MOST_CHANGES) return [];
  const isAnimated = !isStill && !reducedMotion.matches && !document.hidden && !isScrolling();
  let flights = 0;
  for (const piece of moved) {
    const same = gone.findIndex(({ kind }) => kind === piece.kind);
    const from = same >= 0 ? gone.splice(same, 1)[0].box : origin(piece);
    if (isAnimated && from && flights < MOST_FLIGHTS) {
      fly(piece, from, flights);
      flights += 1;
    }
  }
  if (flights && withSound) playPieceSound(moved[0].kind);
  return moved.map(({ element }) => element);
}

/**
 * Lets a copy of a piece fly above everything else.
 * @param {Piece} piece
 * @param {DOMRect} from
 * @param {number} index of the flight; later ones start later
 */
function fly({ element, box: to }, from, index) {
  const graphics = /** @type {SVGGraphicsElement} */ (element);
  const box = graphics.getBBox();
  if (!box.width || !box.height) return;
  const sheet = flyingCopy(graphics, box, to);
  document.body.append(sheet);
  const x0 = from.x + from.width / 2 - to.width / 2;
  const y0 = from.y + from.height / 2 - to.height / 2;
  const { x: x1, y: y1 } = to;
  const arc = Math.min(40, Math.hypot(x1 - x0, y1 - y0) / 8);
  const startScale = Math.max(0.4, Math.min(1, from.width / to.width || 1));
  // The piece is invisible meanwhile, but present: it can be clicked before it has landed.
  const { opacity } = graphics.style;
  graphics.style.opacity = "0";
  const land = () => {
    landings.delete(land);
    graphics.style.opacity = opacity;
    sheet.remove();
  };
  landings.add(land);
  const animation = sheet.animate(
    [
      { transform: `translate(${x0}px, ${y0}px) scale(${startScale})` },
      { transform: `translate(${(x0 + x1) / 2}px, ${(y0 + y1) / 2 - arc}px) scale(1.12)` },
      { transform: `translate(${x1}px, ${y1}px) scale(1)` },
    ],
    {
      duration: FLIGHT_MILLISECONDS,
      delay: Math.min(index * DELAY_MILLISECONDS, LONGEST_DELAY_MILLISECONDS),
      easing: EASING,
      fill: "both",
    },
  );
  animation.onfinish = land;
  animation.oncancel = land;
}

/**
 * @param {SVGGraphicsElement} element
 * @param {DOMRect} box in units of the picture
 * @param {DOMRect} size in pixels
 */
function flyingCopy(element, box, size) {
  const copy = /** @type {SVGGraphicsElement} */ (element.cloneNode(true));
  for (const part of [copy, ...copy.querySelectorAll("[id]")]) part.removeAttribute("id");
  copy.removeAttribute("transform");
  const style = getComputedStyle(element);
  const viewBox = `${box.x} ${box.y} ${box.width} ${box.height}`;
  const sheet = svg("svg", { viewBox, class: "flight" }, copy);
  sheet.style.cssText = `width:${size.width}px;height:${size.height}px;color:${style.color};`;
  sheet.style.setProperty("--cut", style.getPropertyValue("--cut"));
  return sheet;
}

/** Lets all pieces arrive that are flying: what comes next must not wait for them. */
export function endFlights() {
  for (const land of [...landings]) land();
}

// A click anywhere ends all animations.
addEventListener("pointerdown", endFlights, { capture: true });

/**
 * Lets gained points rise beside the scores, and counts these up.
 * @param {number[]} before
 * @param {number[]} after
 */
export function animateScores(before, after) {
  if (reducedMotion.matches || document.hidden) return;
  after.forEach((points, seat) => {
    const gain = points - (before[seat] ?? points);
    if (!gain) return;
    for (const earlier of findAll(`.gain[data-seat="${seat}"]`)) earlier.remove();
    for (const score of findAll(`[data-points="${seat}"]`)) {
      const box = score.getBoundingClientRect();
      if (!box.width) continue;
      showGain(seat, gain, box);
      countUp(score, points - gain, points);
    }
  });
}

/**
 * Lets points rise above a score, which stays readable.
 * @param {number} seat
 * @param {number} gain
 * @param {DOMRect} box
 */
function showGain(seat, gain, box) {
  const attributes = { class: gain > 0 ? "gain" : "gain loss", "data-seat": seat, "aria-hidden": "true" };
  const shown = html("b", attributes, formatGain(gain));
  shown.style.left = `${box.x + box.width / 2}px`;
  shown.style.top = `${box.y}px`;
  document.body.append(shown);
  setTimeout(() => shown.remove(), GAIN_MILLISECONDS);
}

/**
 * @param {Element} score
 * @param {number} from
 * @param {number} to
 */
function countUp(score, from, to) {
  const final = score.textContent ?? "";
  const start = performance.now();
  const step = (/** @type {number} */ now) => {
    const fraction = Math.min(1, (now - start) / COUNT_MILLISECONDS);
    score.textContent = fraction < 1 ? formatPoints(Math.round(from + (to - from) * fraction)) : final;
    if (fraction < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
