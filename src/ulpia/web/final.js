// @ts-check
// The end, laid over the table: who won, where the points came from, how they grew, and what to do next.

import { openAgain } from "./begin.js";
import { bars, fit, growth } from "./charts.js";
import { ask, copy, language, make, notice, one, say, sign, signed, tool } from "./house.js";
import { arcade } from "./ornament.js";

/** @typedef {import("./charts.js").Line} Line */
/** @typedef {import("./charts.js").Source} Source */

const ROMAN = ["I", "II", "III", "IV", "V", "VI"];
const MOST_REASONS = 4;
let wasShown = false;

/** Show how the game ended. Whoever went on to watch it again is left in peace. @param {any} message the last state @param {any} table @param {boolean} [isShown] */
export async function showFinal(message, table, isShown = true) {
  const course = await ask(`/api/tables/${table.id}/course?language=${language()}`).catch(() => null);
  const lines = message.outcome.ranking.flat().map((/** @type {number} */ seat) => ({
    seat, name: seat === table.you ? say("you") : table.names[seat], points: message.points[seat], parts: message.sources[seat] }));
  const sources = Object.keys(table.sources).filter((name) => lines.some((/** @type {Line} */ line) => line.parts[name]))
    .map((name) => ({ name, title: table.sources[name], hue: table.hues[name] ?? "bronze", sign: table.signs[name] ?? "laurel" }));
  const box = one("[data-final]");
  box.classList.add("end");
  box.replaceChildren(banner(message, table, lines), barBox(lines, sources), ...(course ? [growthBox(course, lines, table.you)] : []),
    make("aside", { class: "cardbox side" }, make("h2", { class: "title" }, say("standing")), standing(message, lines, table.you),
      make("h2", { class: "title" }, say("difference")), make("ul", { class: "reasons" }, ...reasons(message, table, lines, sources, course)),
      make("div", { class: "keep" }, make("button", { class: "btn", onclick: () => copy(`${location.origin}/table/${table.id}`) }, sign("arrow"), say("copy_link")),
        make("a", { class: "btn", href: `/api/tables/${table.id}/transcript`, download: true }, sign("save"), say("save_record")))));
  if (wasShown) return;
  wasShown = true;
  one("[data-tools]").prepend(tool("score", say("final_score"), () => open(true)));
  if (isShown) open(true);
}

/** @param {boolean} isOpen */
function open(isOpen) {
  const box = one("[data-final]");
  box.hidden = !isOpen;
  for (const part of one(".stage").children) if (!part.matches(".top")) /** @type {HTMLElement} */ (part).inert = isOpen;
  if (isOpen) one("h1", box).focus();
}

/** Who won, in a sentence. @param {number[]} winners @param {any} table */
function verdict(winners, table) {
  const names = new Intl.ListFormat(language() === "en" ? "en-GB" : language()).format(winners.map((seat) => table.names[seat]));
  if (winners.includes(table.you)) return say(winners.length > 1 ? "you_share" : "you_win");
  return say(winners.length > 1 ? "they_share" : "they_win", { names });
}

/** @param {any} message @param {any} table @param {Line[]} lines */
function banner(message, table, lines) {
  const after = { names: say(`after_${table.game}`), one: signed(lines[0].points), other: signed(lines[1].points) };
  return make("section", { class: "win" }, arcade(), sign("wreath"),
    make("div", {}, make("h1", { tabindex: "-1" }, verdict(message.outcome.ranking[0], table)), make("p", {}, say("to", after))),
    make("nav", {}, make("button", { class: "btn", "data-watch": true, onclick: () => { open(false); table.onWatch(); } }, sign("undo"), say("watch_again")),
      ...(table.you === null ? [make("a", { class: "btn primary", href: "/" }, sign("play"), say("play_too"))]
        : [make("button", { class: "btn primary", "data-again": true, onclick: () => openAgain(table.id, table.you).catch((error) => notice(error.message)) }, sign("play"), say("again"))])));
}

/** @param {Line[]} lines @param {Source[]} sources */
function barBox(lines, sources) {
  const chart = make("div", { class: "chart" });
  fit(chart, (width) => bars(lines, sources, width));
  const legend = make("ul", { class: "legend", "aria-hidden": "true" }, ...sources.map((source) => {
    const key = make("i", {}, sign(source.sign));
    key.style.background = `var(--${source.hue})`;
    return make("li", {}, key, source.title);
  }));
  const numbers = make("table", { class: "visually-hidden" }, make("caption", {}, say("points_by_source")),
    make("tr", {}, make("td"), ...lines.map((line) => make("th", { scope: "col" }, line.name))),
    ...sources.map((source) => make("tr", {}, make("th", { scope: "row" }, source.title), ...lines.map((line) => make("td", {}, signed(line.parts[source.name] ?? 0))))));
  return make("section", { class: "cardbox bars" }, make("h2", { class: "title" }, say("points_by_source")), chart, legend, numbers);
}

/** @param {any} course @param {Line[]} lines @param {number|null} own */
function growthBox(course, lines, own) {
  const chart = make("div", { class: "chart" });
  fit(chart, (width, height) => growth(course, lines, own, width, height));
  return make("section", { class: "cardbox growth" }, make("h2", { class: "title" }, say("through_the_game")), chart);
}

/** Who came where; equal points that did not share a place were parted by the rules for ties. @param {any} message @param {Line[]} lines @param {number|null} own */
function standing(message, lines, own) {
  return make("ol", { class: "standing-list" }, ...message.outcome.ranking.flatMap((/** @type {number[]} */ seats, /** @type {number} */ place) => seats.map((seat) => {
    const line = /** @type {Line} */ (lines.find((each) => each.seat === seat)), below = message.outcome.ranking[place + 1];
    const isTie = below?.some((/** @type {number} */ other) => message.points[other] === line.points);
    const mark = sign(`seat-${seat}`);
    mark.style.color = `var(--seat-${seat})`;
    return make("li", { class: `standing ${place ? "" : "first"} ${seat === own ? "own" : ""}` }, make("i", {}, ROMAN[place]), mark,
      make("span", {}, line.name, ...(isTie ? [make("small", {}, say("by_tie"))] : [])), make("b", { class: "num" }, signed(line.points)));
  })));
}

/** What made the difference: when the lead was taken for good, and the sources in which two seats differ most. These are
 * me and whoever won, or, if that was me, whoever came second. @param {any} message @param {any} table @param {Line[]} lines @param {Source[]} sources @param {any} course */
function reasons(message, table, lines, sources, course) {
  const me = lines.find((line) => line.seat === table.you) ?? lines[0];
  const other = me === lines[0] ? lines[1] : lines[0];
  const found = [];
  const lead = course && leadSince(message, course);
  if (lead !== null) {
    const who = lines[0].seat === table.you ? "lead_you" : "lead_they";
    found.push(reason("laurel", "bronze", say(who, { name: lines[0].name }), lead, ""));
  }
  const apart = sources.map((source) => ({ source, gap: (me.parts[source.name] ?? 0) - (other.parts[source.name] ?? 0) }))
    .filter(({ gap }) => gap).sort((one, two) => Math.abs(two.gap) - Math.abs(one.gap)).slice(0, MOST_REASONS);
  for (const { source, gap } of apart) {
    const words = say("compared", { me: me.name, mine: signed(me.parts[source.name] ?? 0), other: other.name, theirs: signed(other.parts[source.name] ?? 0) });
    found.push(reason(source.sign, source.hue, source.title, words, gap > 0 ? `+${gap}` : signed(gap)));
  }
  return found;
}

/** In which part of the game the winner came to the front for good. @param {any} message @param {{points: number[][], marks: {position: number, label: string}[]}} course */
function leadSince(message, course) {
  const [winners] = message.outcome.ranking, last = course.points.length - 1;
  if (winners.length > 1 || message.points.some((/** @type {number} */ points, /** @type {number} */ seat) => seat !== winners[0] && points >= message.points[winners[0]])) return null;
  const leads = (/** @type {number[]} */ points) => points.every((each, seat) => seat === winners[0] || each < points[winners[0]]);
  let since = last;
  while (since > 0 && leads(course.points[since - 1])) since--;
  return since === last ? say("lead_final") : say("lead_since", { part: course.marks.findLast((mark) => mark.position <= since)?.label ?? "" });
}

/** @param {string} mark @param {string} hue @param {string} title @param {string} about @param {string} gap */
function reason(mark, hue, title, about, gap) {
  const shown = sign(mark);
  shown.style.color = `var(--${hue})`;
  return make("li", {}, shown, make("span", {}, title, make("small", {}, about)), make("b", { class: `num ${gap.startsWith("+") ? "plus" : "minus"}` }, gap));
}
