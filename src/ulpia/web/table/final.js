// The final page over the table: who won, where the points came from, how they grew, and what to do next.

/** @import { Outcome, ScoreHistory, State } from "../types.js" */
/** @import { Result, Source } from "./charts.js" */

import { fetchScoreHistory } from "../shared/api.js";
import { arcade } from "../shared/arcade.js";
import { find, html, icon, seatIcon } from "../shared/dom.js";
import { copyText, toolButton } from "../shared/page.js";
import { formatGain, formatList, formatPoints, translate } from "../shared/texts.js";
import { barChart, fitChart, lineChart } from "./charts.js";
import { largestDifferences, leadingSince } from "./lead.js";
import { playAgain } from "./farewell.js";
import { session } from "./session.js";

const ROMAN = ["I", "II", "III", "IV", "V", "VI"];
const MOST_DIFFERENCES = 4;
/** A game that was ended by agreement may be too short to draw its course. */
const FEWEST_STEPS = 2;
let wasShown = false;

/**
 * Shows how the game ended.
 * @param {State} state the last one
 * @param {boolean} isOpen whether to show the page at once; otherwise a tool leads to it
 * @param {() => void} onWatch called when the player wants to see the game again
 */
export async function showFinal(state, isOpen, onWatch) {
  const outcome = state.outcome ?? session.ended;
  if (!outcome) return;
  const history = await fetchScoreHistory(session.id).catch(() => null);
  const results = listResults(state, outcome);
  const sources = listSources(results);
  const page = find("[data-final]");
  page.classList.add("end");
  page.replaceChildren(
    banner(outcome, results, history, onWatch),
    barSection(results, sources),
    ...(history && history.points.length > FEWEST_STEPS ? [lineSection(history, results)] : []),
    html(
      "aside",
      { class: "cardbox side" },
      html("h2", { class: "title" }, translate("standing")),
      ranking(state, outcome, results),
      html("h2", { class: "title" }, translate("difference")),
      html("ul", { class: "reasons" }, ...reasons(outcome, results, sources, history)),
      keepButtons(),
    ),
  );
  if (wasShown) return;
  wasShown = true;
  find("[data-tools]").prepend(toolButton("score", translate("final_score"), () => setOpen(true)));
  if (isOpen) setOpen(true);
}

/** @param {boolean} isOpen */
function setOpen(isOpen) {
  const page = find("[data-final]");
  page.hidden = !isOpen;
  for (const part of find(".stage").children) {
    if (!part.matches(".top")) /** @type {HTMLElement} */ (part).inert = isOpen;
  }
  if (isOpen) find("h1", page).focus();
}

/**
 * Lists the results in the order of the ranking.
 * @param {State} state
 * @param {Outcome} outcome
 * @returns {Result[]}
 */
function listResults({ points, sources }, outcome) {
  return outcome.ranking.flat().map((seat) => ({
    seat,
    name: session.names[seat],
    points: points[seat],
    parts: sources[seat],
  }));
}

/**
 * Lists the sources that gave points to anybody.
 * @param {Result[]} results
 * @returns {Source[]}
 */
function listSources(results) {
  return Object.entries(session.sources)
    .filter(([name]) => results.some(({ parts }) => parts[name]))
    .map(([name, title]) => ({
      name,
      title,
      hue: session.hues[name] ?? "bronze",
      sign: session.signs[name] ?? "laurel",
    }));
}

/**
 * Says who won.
 * @param {number[]} winners
 */
function verdict(winners) {
  if (session.ended) return translate("ended_by_agreement");
  const isShared = winners.length > 1;
  if (session.you !== null && winners.includes(session.you)) return translate(isShared ? "you_share" : "you_win");
  const names = formatList(winners.map((seat) => session.names[seat]));
  return translate(isShared ? "they_share" : "they_win", { names });
}

/**
 * @param {Outcome} outcome
 * @param {Result[]} results
 * @param {ScoreHistory|null} history
 * @param {() => void} onWatch
 */
function banner(outcome, [first, second], history, onWatch) {
  const scores = { one: formatPoints(first.points), other: formatPoints(second.points) };
  const line = [translate("to", scores), ...(history?.duration ? [history.duration] : [])].join(", ");
  const watch = () => {
    setOpen(false);
    onWatch();
  };
  const again = session.isSpectator
    ? html("a", { class: "btn primary", href: "/" }, icon("play"), translate("play_too"))
    : html(
        "button",
        { class: "btn primary", "data-again": true, onclick: playAgain },
        icon("play"),
        translate(session.successor ? "join_again" : "again"),
      );
  return html(
    "section",
    { class: "win" },
    arcade(),
    icon("wreath"),
    html(
      "div",
      {},
      html("h1", { id: "final-title", tabindex: "-1" }, verdict(outcome.ranking[0])),
      html("p", {}, line),
    ),
    html(
      "nav",
      { "aria-label": translate("next_steps") },
      html("button", { class: "btn", "data-watch": true, onclick: watch }, icon("undo"), translate("watch_again")),
      again,
    ),
  );
}

/**
 * @param {Result[]} results
 * @param {Source[]} sources
 */
function barSection(results, sources) {
  const chart = html("div", { class: "chart" });
  fitChart(chart, (width) => barChart(results, sources, width));
  const keys = sources.map((source) => {
    const key = html("i", {}, icon(source.sign));
    key.style.background = `var(--${source.hue})`;
    return html("li", {}, key, source.title);
  });
  return html(
    "section",
    { class: "cardbox bars" },
    html("h2", { class: "title" }, translate("points_by_source")),
    chart,
    html("ul", { class: "legend", "aria-hidden": "true" }, ...keys),
    numberTable(results, sources),
  );
}

/**
 * The numbers of the bars as a table for screen readers.
 * @param {Result[]} results
 * @param {Source[]} sources
 */
function numberTable(results, sources) {
  const rows = sources.map(({ name, title }) => {
    const cells = results.map(({ parts }) => html("td", {}, formatPoints(parts[name] ?? 0)));
    return html("tr", {}, html("th", { scope: "row" }, title), ...cells);
  });
  return html(
    "table",
    { class: "visually-hidden" },
    html("caption", {}, translate("points_by_source")),
    html("tr", {}, html("td"), ...results.map(({ name }) => html("th", { scope: "col" }, name))),
    ...rows,
  );
}

/**
 * @param {ScoreHistory} history
 * @param {Result[]} results
 */
function lineSection(history, results) {
  const chart = html("div", { class: "chart" });
  fitChart(chart, (width, height) => lineChart(history, results, session.you, width, height));
  const title = html("h2", { class: "title" }, translate("through_the_game"));
  return html("section", { class: "cardbox growth" }, title, chart);
}

/**
 * Lists the seats by place. Equal points in different places were decided by the rule for ties.
 * @param {State} state
 * @param {Outcome} outcome
 * @param {Result[]} results
 */
function ranking({ points }, outcome, results) {
  const rows = outcome.ranking.flatMap((seats, place) => {
    const below = outcome.ranking[place + 1] ?? [];
    return seats.map((seat) => {
      const name = results.find((result) => result.seat === seat)?.name ?? "";
      const isTie = below.some((other) => points[other] === points[seat]);
      const tie = isTie ? [html("small", {}, translate("by_tie"))] : [];
      const kind = `standing ${place ? "" : "first"} ${seat === session.you ? "own" : ""}`;
      return html(
        "li",
        { class: kind },
        html("i", {}, ROMAN[place]),
        seatIcon(seat),
        html("span", {}, name, ...tie),
        html("b", { class: "num" }, formatPoints(points[seat])),
      );
    });
  });
  return html("ol", { class: "standing-list" }, ...rows);
}

/**
 * Says what decided the game between the player and the winner, or the second if the player won.
 * @param {Outcome} outcome
 * @param {Result[]} results
 * @param {Source[]} sources
 * @param {ScoreHistory|null} history
 */
function reasons(outcome, results, sources, history) {
  const [winner, second] = results;
  const mine = results.find(({ seat }) => seat === session.you) ?? winner;
  const other = mine === winner ? second : winner;
  const since = history && leadingSince(outcome, history);
  const shown = [];
  if (history && since !== null) {
    const text = winner.seat === session.you ? "lead_you" : "lead_they";
    shown.push(reason("laurel", "bronze", translate(text, { name: winner.name }), describeLead(history, since), ""));
  }
  for (const { source, gap } of largestDifferences(mine, other, sources, MOST_DIFFERENCES)) {
    const compared = translate("compared", {
      me: mine.name,
      mine: formatPoints(mine.parts[source.name] ?? 0),
      other: other.name,
      theirs: formatPoints(other.parts[source.name] ?? 0),
    });
    shown.push(reason(source.sign, source.hue, source.title, compared, formatGain(gap)));
  }
  return shown;
}

/**
 * Says in which part of the game the winner took the lead for good.
 * @param {ScoreHistory} history
 * @param {number} since
 */
function describeLead({ points, marks }, since) {
  if (since === points.length - 1) return translate("lead_final");
  return translate("lead_since", { part: marks.findLast(({ position }) => position <= since)?.label ?? "" });
}

/**
 * @param {string} sign
 * @param {string} hue
 * @param {string} title
 * @param {string} about
 * @param {string} gap
 */
function reason(sign, hue, title, about, gap) {
  const mark = icon(sign);
  mark.style.color = `var(--${hue})`;
  return html(
    "li",
    {},
    mark,
    html("span", {}, title, html("small", {}, about)),
    html("b", { class: `num ${gap.startsWith("+") ? "plus" : "minus"}` }, gap),
  );
}

function keepButtons() {
  const copyLink = () => void copyText(`${location.origin}/table/${session.id}`);
  return html(
    "div",
    { class: "keep" },
    html("button", { class: "btn", onclick: copyLink }, icon("link"), translate("copy_link")),
    html(
      "a",
      { class: "btn", href: `/api/tables/${session.id}/transcript`, download: true },
      icon("save"),
      translate("save_record"),
    ),
  );
}
