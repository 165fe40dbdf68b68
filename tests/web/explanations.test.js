import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Explanations, MOST_AT_ONCE } from "../../src/ulpia/web/table/explanations.js";

/** @type {string[]} */
let remembered;
/** @type {Explanations} */
let explanations;

const about = (id, is_past = false) => ({ id, sentence: `${id}.`, places: ["circle"], is_past });

beforeEach(() => {
  remembered = [];
  explanations = new Explanations(["old"], (seen) => {
    remembered = seen;
  });
});

test("what can be chosen comes first, and what was shown before is left out", () => {
  explanations.receive([about("happened", true), about("old"), about("sowing")]);
  assert.deepEqual(
    explanations.waiting.map(({ id }) => id),
    ["sowing", "happened"],
  );
  explanations.putAway();
  assert.equal(explanations.shown.id, "happened");
  assert.deepEqual(remembered, ["old", "sowing"]);
});

test("no more than two for one decision; what has happened waits, what could be chosen does not", () => {
  explanations.receive([about("a"), about("b"), about("c"), about("p", true)]);
  for (let count = 0; count < MOST_AT_ONCE; count += 1) explanations.putAway();
  assert.equal(explanations.shown, undefined);
  explanations.putAway();
  assert.deepEqual(remembered, ["old", "a", "b"]);
  explanations.receive([]);
  assert.equal(explanations.shown.id, "p");
});

test("the same happening is explained once, however often it happened", () => {
  explanations.receive([about("p", true)]);
  explanations.receive([about("p", true)]);
  assert.equal(explanations.waiting.length, 1);
  explanations.putAway();
  assert.equal(explanations.shown, undefined);
});

test("a pause lasts until the next message", () => {
  explanations.receive([about("a")]);
  explanations.pause();
  assert.equal(explanations.shown, undefined);
  explanations.receive([about("a")]);
  assert.equal(explanations.shown.id, "a");
});
