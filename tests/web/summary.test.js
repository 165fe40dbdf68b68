// Which end of a phase is shown.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.js";

const { findUnseen } = await import("../../src/ulpia/web/table/summary.js");

const summary = { title: "Quarter I is over", columns: [], rows: [], points: [], notes: [] };
const entry = (position, ends) => ({
  position,
  seat: 0,
  sentences: [],
  points: [],
  ...(ends ? { summary: { ...summary, title: ends } } : {}),
});

test("the last end among the entries is shown", () => {
  const entries = [entry(4), entry(5, "first"), entry(9, "second"), entry(12)];
  assert.equal(findUnseen(entries, { seen: -1, since: 0 })?.title, "second");
  assert.equal(findUnseen([entry(4)], { seen: -1, since: 0 }), null);
});

test("an end is shown once", () => {
  assert.equal(findUnseen([entry(5, "first")], { seen: 5, since: 0 }), null);
  assert.equal(findUnseen([entry(9, "second")], { seen: 5, since: 0 })?.title, "second");
});

test("what ended before the player's last turn is old, what this turn ended is not", () => {
  assert.equal(findUnseen([entry(5, "first")], { seen: -1, since: 6 }), null);
  assert.equal(findUnseen([entry(6, "first")], { seen: -1, since: 6 })?.title, "first");
  assert.equal(findUnseen([entry(6, "first")], { seen: -1, since: null }), null);
});
