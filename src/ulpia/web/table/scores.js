// The points of each seat as a bar of their sources.

import { find, html, seatShape } from "../shared/dom.js";
import { formatPoints, translate } from "../shared/texts.js";
import { session } from "./session.js";

/** A part that is wider than this fraction of the longest bar shows its number. */
const ROOM_FOR_NUMBER = 1 / 12;

/** @param {{points: number[], sources: Record<string, number>[]}} state */
export function showScores({ points, sources }) {
  const gained = sources.map((parts) => Object.values(parts).reduce((sum, worth) => sum + Math.max(0, worth), 0));
  const most = Math.max(1, ...gained);
  find("[data-scores]").replaceChildren(...points.map((total, seat) => scoreRow(seat, total, sources[seat], most)));
  const label = html("span", { class: "visually-hidden" }, `${translate("rail")}:`);
  find("[data-tally]").replaceChildren(label, ...points.map((total, seat) => shortScore(seat, total)));
}

/**
 * @param {number} seat
 * @param {number} total
 */
function shortScore(seat, total) {
  const name = html("i", {}, session.names[seat]);
  return html(
    "span",
    { "data-tally-seat": seat },
    seatShape(seat),
    name,
    html("b", { class: "num" }, formatPoints(total)),
  );
}

/**
 * @param {number} seat
 * @param {number} total
 * @param {Record<string, number>} parts
 * @param {number} most the length of the longest bar
 */
function scoreRow(seat, total, parts, most) {
  const bar = html("span", { class: "bar" });
  const described = [];
  for (const [source, worth] of Object.entries(parts)) {
    const title = session.sourceTitle(source);
    if (worth) described.push(`${title} ${worth}`);
    if (worth > 0) bar.append(barPart(source, worth, most));
  }
  const name = session.names[seat];
  const attributes = {
    "aria-label": `${name}: ${total}. ${described.join(", ")}`,
    title: [name, ...described].join("\n"),
  };
  return html("li", attributes, seatShape(seat), bar, html("b", { class: "num" }, formatPoints(total)));
}

/**
 * @param {string} source
 * @param {number} worth
 * @param {number} most
 */
function barPart(source, worth, most) {
  const title = `${session.sourceTitle(source)}: ${worth}`;
  const part = html("i", { title }, worth / most > ROOM_FOR_NUMBER ? String(worth) : "");
  const hue = session.hues[source];
  part.style.width = `${(100 * worth) / most}%`;
  part.style.background = `var(--p-${hue}, var(--${hue ?? "bronze"}))`;
  return part;
}
