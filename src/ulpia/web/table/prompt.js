// The prompt: who decides and what is asked. A computer that thinks is marked beside its seat too.

/** @import { SpokenPrompt } from "./announcer.js" */
/** @import { Pending } from "./selection.js" */
/** @import { Session } from "./session.js" */

import { find, findAll, setText } from "../shared/dom.js";
import { formatList, translate } from "../shared/texts.js";
import { announcePrompt, joinSentences } from "./announcer.js";
import { session } from "./session.js";

/** What the prompt says when a step of a lesson has ended. */
const LESSON_WORDS = {
  right: "lesson_right",
  wrong: "lesson_wrong",
  showing: "lesson_showing",
  shown: "lesson_shown",
};

/**
 * Returns the two lines of the prompt.
 * @param {Session} table
 * @param {Pending|null} pending
 * @returns {{who: string, asked: string}}
 */
export function promptLines(table, pending) {
  if (pending) return { who: pending.about, asked: pending.asked };
  const { is_over, outcome, asked, seat } = table.state;
  const question = asked ?? "";
  if (is_over) {
    const names = outcome?.ranking[0].map((winner) => table.names[winner]).join(", ") ?? "";
    return { who: translate("wins", { names }), asked: translate("over") };
  }
  if (table.isGathering) {
    const names = formatList(table.expected.map((expected) => expected.name));
    return { who: translate("waiting_for_names", { names }), asked: translate("begins_when_all") };
  }
  const { lesson } = table;
  if (table.isLesson && lesson && lesson.status !== "open") {
    return { who: lesson.title, asked: translate(LESSON_WORDS[lesson.status]) };
  }
  if (table.ended) return { who: translate("ended_by_agreement"), asked: translate("over") };
  const name = table.names[seat ?? -1] ?? "";
  const thinking = thinkingLines(table);
  if (table.isHandedOver) {
    return { who: translate("plays_for_you"), asked: thinking?.who ?? translate("waiting", { name }) };
  }
  if (table.isMyTurn) return { who: translate("your_turn"), asked: question };
  const quoted = skippingLine(table) ?? thinking?.asked ?? translate("asked_of_others", { question });
  if (table.isSpectator) return { who: translate("watching_as", { name }), asked: quoted };
  return { who: thinking?.who ?? translate("waiting", { name }), asked: quoted };
}

/**
 * Returns what is to be said about skipping to one's own turn with others at the table; null if there is nothing.
 * @param {Session} table
 * @returns {string|null}
 */
function skippingLine(table) {
  if (!table.canSkip) return null;
  const named = (/** @type {number[]} */ seats) => formatList(seats.map((seat) => table.names[seat]));
  if (table.isSkipping) {
    return table.watching.length ? translate("skips_with", { names: named(table.watching) }) : translate("skips");
  }
  return table.skipping.length ? translate("wants_to_skip", { names: named(table.skipping) }) : null;
}

/**
 * Returns the lines about the computer that is thinking, null if none is.
 * @param {Session} table
 */
function thinkingLines(table) {
  const seat = table.thinkingSeat;
  if (seat === null) return null;
  if (table.preparing !== null) {
    return { who: translate("gets_ready", { name: table.names[seat] }), asked: translate("preparing") };
  }
  return {
    who: translate("thinks", { name: table.nameWithLevel(seat) }),
    asked: translate("asked_of_others", { question: table.state.asked ?? "" }),
  };
}

/**
 * Returns the prompt as it is said: what is picked, or who decides, what is asked, and how much can be chosen. Of a
 * person who decides only the name; of a computer nothing, because what it does is said at once.
 * @param {Session} table
 * @param {Pending|null} pending
 * @param {number} choices
 * @returns {SpokenPrompt|null}
 */
export function spokenPrompt(table, pending, choices) {
  const { who, asked } = promptLines(table, pending);
  const { is_over, seat } = table.state;
  // The question was said before.
  if (pending) return { who: "", asked: joinSentences([who === table.state.asked ? "" : who, asked]) };
  if (!is_over && !table.isStopped && !table.isMyTurn && !table.isHandedOver && seat !== null) {
    return table.thinkingSeat === null || table.preparing !== null ? { who, asked: "" } : null;
  }
  const count = choices ? translate(choices === 1 ? "one_choice" : "choices", { count: choices }) : "";
  return { who, asked: joinSentences([asked, count]) };
}

/**
 * @param {Pending|null} pending
 * @param {number|null} choices how many options there are; null: nothing is said
 */
export function showPrompt(pending, choices) {
  const { who, asked } = promptLines(session, pending);
  if (choices !== null) announcePrompt(spokenPrompt(session, pending, choices), session.state.revision);
  setText(find("[data-who]"), who);
  setText(find("[data-asked]"), asked);
  showThinking();
}

/** Marks the computer that is thinking, and shows how far computers are that get ready. */
export function showThinking() {
  const seat = session.thinkingSeat;
  for (const plot of findAll("[data-district^=player-], [data-district^=strip-]")) {
    plot.classList.toggle("thinking", seat !== null && Boolean(plot.dataset.district?.endsWith(`-${seat}`)));
  }
  for (const short of findAll("[data-tally-seat]")) {
    short.classList.toggle("thinking", short.dataset.tallySeat === String(seat));
  }
  find("[data-prompt]").classList.toggle("thinking", seat !== null);
  const bar = /** @type {HTMLProgressElement} */ (find("[data-preparing]"));
  bar.hidden = seat === null || session.preparing === null;
  bar.value = session.preparing ?? 0;
}

/** On a phone, more lines than this stand above the buttons. */
const MOST_LINES = 3;

/** Gives a long prompt more room beside its buttons, or a row of its own. */
export function fitPrompt() {
  const box = find("[data-prompt]");
  const asked = find("[data-asked]");
  box.classList.remove("long", "tall");
  const isLong = find("div", box).scrollHeight > box.clientHeight || asked.scrollHeight > asked.clientHeight + 1;
  const lines = asked.clientHeight / parseFloat(getComputedStyle(asked).lineHeight);
  box.classList.toggle("long", isLong);
  box.classList.toggle("tall", Math.round(lines) > MOST_LINES);
}
