import "./browser.js";
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { html } from "../../src/ulpia/web/shared/dom.js";
import { announce, announcePrompt, joinSentences, spokenSentences } from "../../src/ulpia/web/table/announcer.js";

const region = html("div", { "data-announcer": true });
const said = () => [...region.children].map(({ textContent }) => textContent);
const LATER = 1000;

mock.timers.enable({ apis: ["setTimeout"] });

beforeEach(() => {
  announcePrompt(null, "none");
  mock.timers.tick(LATER);
  document.body.replaceChildren(region);
  region.replaceChildren();
});

test("what happened is said before what is asked, at once and after the focus has moved", () => {
  announcePrompt({ who: "Your turn", asked: "Which tray?" }, "a.1");
  announce(["Livia sows Forum.", "", "Round 2 is over."]);
  assert.deepEqual(said(), []);
  mock.timers.tick(LATER);
  assert.deepEqual(said(), ["Livia sows Forum.", "Round 2 is over.", "Your turn. Which tray?"]);
});

test("who decides is said once, and a question again only in another state", () => {
  for (const revision of ["a.1", "a.1", "a.2"]) {
    announcePrompt({ who: "Your turn", asked: "Which tray?" }, revision);
    mock.timers.tick(LATER);
    if (revision === "a.1") assert.deepEqual(said(), ["Your turn. Which tray?"]);
  }
  assert.deepEqual(said(), ["Which tray?"]);
});

test("a computer that thinks is not announced, and then it is the player's turn again", () => {
  announcePrompt({ who: "Your turn", asked: "Which tray?" }, "b.1");
  announcePrompt(null, "b.2");
  mock.timers.tick(LATER);
  assert.deepEqual(said(), []);
  announcePrompt({ who: "Your turn", asked: "Which tray?" }, "b.3");
  mock.timers.tick(LATER);
  assert.deepEqual(said(), ["Your turn. Which tray?"]);
});

test("sentences end with one mark", () => {
  assert.equal(
    joinSentences(["Your turn", "", "Which tray?", "“Like this?”", "3 choices."]),
    "Your turn. Which tray? “Like this?” 3 choices.",
  );
});

test("steps of a gesture are not said, and points only where the sentence has no such number", () => {
  const entry = (sentences, more = {}) => ({ position: 1, seat: 0, points: [], sentences, ...more });
  const gains = [
    { sentence: 0, seat: 0, points: 3 },
    { sentence: 1, seat: 0, points: 4 },
  ];
  assert.deepEqual(
    spokenSentences([
      entry(["Ada takes a tile for 3 points.", "It grants 14 votes."], { gains }),
      entry(["Ada lays blue."], { minor: true }),
    ]),
    ["Ada takes a tile for 3 points.", "It grants 14 votes. +4"],
  );
});
