// @ts-check
// Motion: pieces move from where they were to where they are, points rise. A piece says its kind (`data-piece`) and
// perhaps its owner (`data-owner`) and the place it comes from (`data-from`); what has gone here and come there is taken for the same piece.

import { isTurning } from "./board.js";
import { make, quick } from "./house.js";
import { knock } from "./sound.js";

/** @typedef {{kind: string, owner: string|undefined, from: string|undefined, place: string, box: DOMRect, element: Element}} Piece */

const MOST_FLIGHTS = 14, FLIGHT = 320, APART = 60, EASING = "cubic-bezier(.2,.8,.2,1)";
/** Pieces that lay on the table before: shown again after a look elsewhere they have not moved. @type {WeakSet<Element>} */
const settled = new WeakSet();
/** A jump so large that it is no move: the table is being set up, or somebody looks far back. */
const MOST_CHANGES = 40;

/** All pieces in sight. @returns {Piece[]} */
export function pieces() {
  const found = [];
  for (const element of document.querySelectorAll(".plot [data-piece]")) {
    const box = element.getBoundingClientRect(), data = /** @type {SVGElement} */ (element).dataset;
    if (box.width) found.push({ kind: data.piece ?? "", owner: data.owner, from: data.from, place: `${element.closest("[data-district]")?.getAttribute("data-district")} ${element.closest("[id]")?.id}`, box, element });
  }
  return found;
}

/** What came and what went, by kind. @param {Piece[]} before @param {Piece[]} after */
function difference(before, after) {
  /** @type {Map<string, Piece[]>} */
  const there = new Map();
  for (const piece of before) {
    const key = `${piece.kind}@${piece.place}`;
    there.set(key, [...(there.get(key) ?? []), piece]);
  }
  const came = after.filter((piece) => !there.get(`${piece.kind}@${piece.place}`)?.pop());
  return { came, went: [...there.values()].flat() };
}

/** Where a piece comes from that was nowhere to be seen: the place it names, or its owner. @param {Piece} piece @returns {DOMRect|undefined} */
function home({ from, owner }) {
  const place = from === undefined ? null : document.getElementById(from);
  return (place ?? (owner === undefined ? null : document.querySelector(`[data-home="${CSS.escape(owner)}"]`)))?.getBoundingClientRect();
}

/** Everything in sight is where it belongs. */
export function settle() {
  for (const { element } of pieces()) settled.add(element);
}

/** Let pieces fly from where they were; rivals' pieces are silent. @param {Piece[]} before @param {boolean} [isMine] @returns {Element[]} what is new on the table */
export function fly(before, isMine = false) {
  const { came: shown, went } = difference(before, pieces()), came = shown.filter((piece) => !settled.has(piece.element));
  settle();
  if (came.length + went.length > MOST_CHANGES) return [];
  let flights = 0;
  for (const piece of came) {
    const same = went.findIndex((other) => other.kind === piece.kind);
    const from = same >= 0 ? went.splice(same, 1)[0].box : home(piece);
    if (!quick.matches && !document.hidden && !isTurning && from && flights < MOST_FLIGHTS) flight(piece, from, piece.box, flights++);
  }
  if (flights && isMine) knock(came[0].kind);
  return came.map((piece) => piece.element);
}

/** One flight, above everything else. @param {Piece} piece @param {DOMRect} from @param {DOMRect} to @param {number} at */
function flight(piece, from, to, at) {
  const element = /** @type {SVGGraphicsElement} */ (piece.element);
  const box = element.getBBox(), style = getComputedStyle(element);
  if (!box.width || !box.height) return;
  const copy = /** @type {SVGGraphicsElement} */ (element.cloneNode(true));
  for (const each of [copy, ...copy.querySelectorAll("[id]")]) each.removeAttribute("id");
  copy.removeAttribute("transform");
  const sheet = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  sheet.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  sheet.setAttribute("class", "flight");
  sheet.style.cssText = `width:${to.width}px;height:${to.height}px;color:${style.color};--cut:${style.getPropertyValue("--cut")}`;
  sheet.append(copy);
  document.body.append(sheet);
  const middle = (/** @type {DOMRect} */ rect) => [rect.x + rect.width / 2 - to.width / 2, rect.y + rect.height / 2 - to.height / 2];
  const [x0, y0] = middle(from), [x1, y1] = middle(to), shrunk = Math.max(0.4, Math.min(2.5, from.width / to.width || 1));
  const arc = Math.min(40, Math.hypot(x1 - x0, y1 - y0) / 8);
  // Unseen meanwhile, but there: what is lit can be clicked before its piece has landed.
  const { opacity } = element.style;
  element.style.opacity = "0";
  const done = () => { element.style.opacity = opacity; sheet.remove(); };
  const moving = sheet.animate([
    { transform: `translate(${x0}px, ${y0}px) scale(${Math.min(1, shrunk)})` },
    { transform: `translate(${(x0 + x1) / 2}px, ${(y0 + y1) / 2 - arc}px) scale(1.12)` },
    { transform: `translate(${x1}px, ${y1}px) scale(1)` },
  ], { duration: FLIGHT, delay: Math.min(at * APART, 900 - FLIGHT), easing: EASING, fill: "both" });
  moving.onfinish = moving.oncancel = done;
}

/** A click anywhere ends all motion at once. */
addEventListener("pointerdown", () => {
  for (const sheet of document.querySelectorAll(".flight")) for (const motion of sheet.getAnimations()) motion.finish();
}, { capture: true });

/** Points rise beside the score, which counts up. @param {number[]} before @param {number[]} after */
export function rise(before, after) {
  if (quick.matches || document.hidden) return;
  after.forEach((points, seat) => {
    const gain = points - (before[seat] ?? points);
    if (!gain) return;
    for (const score of document.querySelectorAll(`[data-points="${seat}"]`)) {
      const box = score.getBoundingClientRect();
      if (!box.width) continue;
      const shown = make("b", { class: gain > 0 ? "gain" : "gain loss", "aria-hidden": "true" }, gain > 0 ? `+${gain}` : `−${-gain}`);
      shown.style.left = `${box.x + box.width / 2}px`;
      shown.style.top = `${box.y}px`;
      document.body.append(shown);
      setTimeout(() => shown.remove(), 1000);
      count(score, points - gain, points);
    }
  });
}

/** @param {Element} score @param {number} from @param {number} to */
function count(score, from, to) {
  const final = score.textContent ?? "", begun = performance.now();
  const step = (/** @type {number} */ now) => {
    const part = Math.min(1, (now - begun) / 400), points = Math.round(from + (to - from) * part);
    score.textContent = part < 1 ? String(points).replace("-", "−") : final;
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
