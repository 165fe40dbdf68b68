// What decided a game: since when the winner led, and the sources in which two seats differ most.

/** @import { Outcome, ScoreHistory } from "../types.js" */
/** @import { Result, Source } from "./charts.js" */

/**
 * Returns the position since which the winner led alone; null if nobody won alone by points.
 * @param {Outcome} outcome
 * @param {ScoreHistory} history
 */
export function leadingSince({ ranking }, { points }) {
  const [winners] = ranking;
  const [winner] = winners;
  /** @param {number[]} scores */
  const isLeading = (scores) => scores.every((score, seat) => seat === winner || score < scores[winner]);
  const last = points.length - 1;
  if (winners.length > 1 || !isLeading(points[last])) return null;
  let since = last;
  while (since > 0 && isLeading(points[since - 1])) since -= 1;
  return since;
}

/**
 * Returns the sources in which two results differ most, largest difference first.
 * @param {Result} mine
 * @param {Result} other
 * @param {Source[]} sources
 * @param {number} most
 */
export function largestDifferences(mine, other, sources, most) {
  return sources
    .map((source) => ({ source, gap: (mine.parts[source.name] ?? 0) - (other.parts[source.name] ?? 0) }))
    .filter(({ gap }) => gap !== 0)
    .sort((one, two) => Math.abs(two.gap) - Math.abs(one.gap))
    .slice(0, most);
}
