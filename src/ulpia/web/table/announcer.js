// What screen readers are told while the game goes on: what happened, then who decides and what is asked. One live
// region says it in this order. It speaks after the focus has moved, because screen readers stop speaking when it
// moves.

/** @import { LogEntry } from "../types.js" */

import { find, html } from "../shared/dom.js";
import { formatGain } from "../shared/texts.js";

const SETTLE_MILLISECONDS = 200;

/** What happened and has not been said. @type {string[]} */
let happened = [];
/** The prompt that was asked for last, and in which state of the game. */
let lastPrompt = "";
/** Who was last said to decide. */
let lastWho = "";
/** The prompt that has not been said. */
let prompt = "";
let timer = 0;

/** @param {string[]} sentences */
export function announce(sentences) {
  happened.push(...sentences.filter((sentence) => sentence));
  speakSoon();
}

/**
 * What the prompt says. `who` is said only when it changes, and may be empty.
 * @typedef {{who: string, asked: string}} SpokenPrompt
 */

/**
 * Says the prompt, unless it was said in this state of the game. Of several prompts only the last one is said.
 * @param {SpokenPrompt|null} spoken null: a computer decides, of which nothing is said until it has acted
 * @param {string} revision of the state
 */
export function announcePrompt(spoken, revision) {
  const key = `${revision} ${JSON.stringify(spoken)}`;
  if (key === lastPrompt) return;
  lastPrompt = key;
  const { who, asked } = spoken ?? { who: "", asked: "" };
  prompt = joinSentences([who === lastWho ? "" : who, asked]);
  if (who || !spoken) lastWho = who;
  speakSoon();
}

/** @param {string[]} sentences some may be empty, or have no full stop */
export function joinSentences(sentences) {
  return sentences
    .filter((sentence) => sentence)
    .map((sentence) => (/[.?!…:]["”“»]?$/.test(sentence) ? sentence : `${sentence}.`))
    .join(" ");
}

function speakSoon() {
  clearTimeout(timer);
  timer = setTimeout(speak, SETTLE_MILLISECONDS);
}

function speak() {
  const sentences = [...happened, ...(prompt ? [prompt] : [])];
  happened = [];
  prompt = "";
  if (sentences.length) find("[data-announcer]")?.replaceChildren(...sentences.map((words) => html("p", {}, words)));
}

/**
 * Returns the sentences of log entries as they are said: without the steps of a gesture, and with the points that a
 * sentence does not name itself.
 * @param {LogEntry[]} entries
 */
export function spokenSentences(entries) {
  return entries
    .filter(({ minor }) => !minor)
    .flatMap(({ sentences, gains = [] }) =>
      sentences.map((sentence, index) => {
        const points = gains.filter((gain) => gain.sentence === index).map((gain) => gain.points);
        const unsaid = points.filter((each) => !new RegExp(`(?<!\\d)${Math.abs(each)}(?!\\d)`).test(sentence));
        return [sentence, ...unsaid.map(formatGain)].join(" ");
      }),
    );
}
