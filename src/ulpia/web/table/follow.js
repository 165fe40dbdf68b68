// Small screens follow the rivals: the panel in which something has changed comes in sight, and a line in the prompt
// tells what happened, because the log is out of sight. The player comes first: nothing moves under their hands.

import { find, findAll, html, seatShape } from "../shared/dom.js";
import { hasPanels, isScrolling, scrollToElement, showRail, someInSight } from "./board.js";
import { session } from "./session.js";

/** Nothing moves so long after the player has touched or scrolled the board. */
const REST_MILLISECONDS = 4000;
/** What belongs to one player alone: its changes are told and need not be seen. */
const ABOUT_ONE_PLAYER = "[data-district^=player-], [data-district^=display-], [data-district^=strip-]";

const hand = { isDown: false, last: -Infinity };

/** Whether the player is touching or scrolling the board, or has just done so. */
export function isBoardInUse() {
  return hand.isDown || performance.now() - hand.last < REST_MILLISECONDS;
}

/** Notices when the player touches or scrolls the board, and leads from the line to the log. */
export function setUpFollowing() {
  const touch = (/** @type {boolean} */ isDown) => () => {
    hand.isDown = isDown;
    hand.last = performance.now();
  };
  const board = find("[data-board]");
  board.addEventListener("pointerdown", touch(true));
  board.addEventListener("touchmove", touch(true), { passive: true });
  board.addEventListener("wheel", touch(false), { passive: true });
  for (const kind of ["pointerup", "touchend", "touchcancel"]) addEventListener(kind, touch(false));
  find("[data-tabs]").addEventListener("click", touch(false));
  find("[data-news]").addEventListener("click", goToLog);
}

/** Leads to the newest line of the log. */
function goToLog() {
  showRail();
  findAll("[data-log] li:not([hidden])").at(-1)?.scrollIntoView({ block: "center", behavior: "instant" });
}

/**
 * Shows what others have done.
 * @param {Element[]} changed pieces that are new in their place
 * @param {boolean} isOthers whether somebody else has acted
 */
export function followRivals(changed, isOthers) {
  tell();
  if (!isOthers || session.isMyTurn || !hasPanels() || isBoardInUse() || isScrolling()) return;
  const shared = changed.filter((piece) => !piece.closest(ABOUT_ONE_PLAYER));
  if (shared.length && !someInSight(shared)) scrollToElement(shared[0]);
}

/** Tells the newest thing that somebody else has done since the player's last turn. The style sheet decides where. */
export function tell() {
  const { since } = session.state;
  const lines = findAll("[data-log] li[data-position]").filter(
    ({ dataset, classList }) => Number(dataset.position) > (since ?? 0) && !classList.contains("minor"),
  );
  const seatOf = (/** @type {HTMLElement|undefined} */ line) => line?.querySelector(".shape use")?.getAttribute("href");
  const isFirst = (/** @type {HTMLElement} */ { dataset }, /** @type {number} */ index) =>
    dataset.position !== lines[index - 1]?.dataset.position;
  const others = lines.filter((line, index) => isFirst(line, index) && seatOf(line) !== `#seat-${session.you}`);
  const position = others.at(-1)?.dataset.position;
  const newest = lines.filter(({ dataset }) => dataset.position === position && position !== undefined);
  const seat = newest[0]?.querySelector(".shape")?.cloneNode(true) ?? seatShape(null);
  const sentences = newest.map((line) => find("span", line)?.textContent).join(" ");
  const box = find("[data-news]");
  box.hidden = !sentences;
  box.replaceChildren(seat, html("span", {}, sentences));
}
