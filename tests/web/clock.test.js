import "./browser.js";
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { setTexts } from "../../src/ulpia/web/shared/texts.js";
import { describeControl, formatDuration } from "../../src/ulpia/web/shared/time_controls.js";
import { clockRows, receiveClock } from "../../src/ulpia/web/table/clock.js";
import { session } from "../../src/ulpia/web/table/session.js";
import { readTexts } from "./catalogue.js";
import { person, state, welcome } from "./samples.js";

const SEAT = { bank: 0, missed: 0, agrees_to_wait: false };
const CLOCK = {
  kind: "days",
  turn: 86_400,
  bank: 0,
  agent: "miles",
  patience: 3,
  seat: 1,
  left: 7300,
  is_running: true,
  is_paused: false,
  back: null,
  is_standing_in: false,
  seats: [SEAT, SEAT],
};
const seats = [person(0, "Ada"), person(1, "Bob")];
const sign = () => document.querySelector("[data-clock]");

const receive = (changes) => {
  session.enter(welcome({ seats, clock: { ...CLOCK, ...changes } }));
  session.updateState(state({ seat: 1 }));
  receiveClock();
};

beforeEach(() => {
  setTexts(readTexts("en"));
  document.body.innerHTML = "<time data-clock hidden></time>";
});

afterEach(() => {
  session.clock = null;
  receiveClock();
  mock.timers.reset();
});

test("times are said as people say them, rounded down", () => {
  const said = [3 * 86_400 + 5, 86_400, 7300, 1500, 245, 9, -3].map(formatDuration);
  assert.deepEqual(said, ["3 days", "24 hours", "2 hours", "25 minutes", "4:05", "0:09", "0:00"]);
});

test("a time control is explained with its figures", () => {
  assert.match(describeControl({ kind: "live", turn: 30, bank: 600 }), /30 seconds; .* their 10 minutes/);
  assert.match(describeControl({ kind: "days", turn: 86_400, patience: 2 }), /24 hours\. .* after 2 such turns/);
});

test("the time that is left ticks from what the server said, not by the date", () => {
  let seconds = 100;
  const clock = mock.method(performance, "now", () => seconds * 1000);
  const date = mock.method(Date, "now", () => 0);
  mock.timers.enable({ apis: ["setInterval"] });
  receive({ left: 300 });
  assert.equal(sign().textContent, "5:00 left");
  seconds += 65;
  mock.timers.tick(1000);
  assert.equal(sign().textContent, "3:55 left");
  assert.equal(sign().classList.contains("short"), true);
  receive({ left: 235, is_running: false, is_paused: true });
  assert.equal(sign().textContent, "Time stands still");
  clock.mock.restore();
  date.mock.restore();
});

test("a holiday and a turn that a computer plays are named, and a table without a clock says nothing", () => {
  receive({ is_running: false, back: Date.UTC(2026, 11, 27) });
  assert.match(sign().textContent, /^Bob is on holiday until .*26/);
  receive({ is_running: false, is_standing_in: true, left: null });
  assert.equal(sign().textContent, "Bob's time is up: a computer plays this turn");
  session.enter(welcome({ seats }));
  receiveClock();
  assert.equal(sign().hidden, true);
});

test("a player whose turn a computer plays can choose nothing, and all see who thinks", () => {
  receive({ seat: 0, is_running: false, is_standing_in: true, left: null });
  session.updateState(state({ seat: 0 }));
  assert.deepEqual([session.isMyTurn, session.thinkingSeat], [false, 0]);
  const ended = { ...welcome({ seats, clock: { ...CLOCK, seat: 0 } }), type: "presence" };
  assert.equal(session.updatePresence(ended), true);
  assert.equal(session.isMyTurn, true);
});

test("the menu says who has not agreed to wait", () => {
  receive({ seats: [{ ...SEAT, agrees_to_wait: true }, SEAT] });
  const words = clockRows().map((row) => row.textContent);
  assert.deepEqual(words.slice(2), ["Rather go on", "Time stands still when these agree too: Bob"]);
  receive({});
  assert.equal(clockRows().at(-2).textContent, "Agree to wait");
});
