import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { HintSteps } from "../../src/ulpia/web/table/hint_steps.js";

/** @type {HintSteps} */
let hints;

beforeEach(() => {
  hints = new HintSteps();
});

const receive = (step, ...sentences) => {
  hints.request();
  hints.receive({ type: "hint", revision: "r", step, sentences });
};

test("the steps are asked for one after another, and no fourth", () => {
  assert.equal(hints.next, 1);
  receive(1, "Look at the circle.");
  assert.equal(hints.next, 2);
  receive(2, "Sow Senate.");
  receive(3, "It wins.");
  assert.equal(hints.next, null);
});

test("a closed card is opened before the next step is asked for", () => {
  receive(1, "Look at the circle.");
  hints.close();
  assert.equal(hints.next, null);
  hints.toggle();
  assert.equal(hints.next, 2);
});

test("the move replaces where to look, its reasons and figures come apart from it", () => {
  assert.deepEqual(hints.sentences, []);
  receive(1, "Look at the circle.");
  assert.deepEqual(hints.sentences, ["Look at the circle."]);
  receive(2, "Sow Senate.");
  assert.deepEqual([hints.reasons, hints.figures], [[], []]);
  hints.receive({ type: "hint", revision: "r", step: 3, sentences: ["It wins."], figures: ["About 60 %."] });
  assert.deepEqual(hints.sentences, ["Sow Senate."]);
  assert.deepEqual([hints.reasons, hints.figures], [["It wins."], ["About 60 %."]]);
});

test("only an open card shows its newest step", () => {
  receive(1, "Look at the circle.");
  assert.equal(hints.shown.step, 1);
  hints.close();
  assert.equal(hints.shown, undefined);
});

test("a refused first step closes the card, a later one does not", () => {
  hints.request();
  hints.refuse();
  assert.deepEqual([hints.isOpen, hints.isWorking], [false, false]);
  receive(1, "Look at the circle.");
  hints.request();
  hints.refuse();
  assert.deepEqual([hints.isOpen, hints.isWorking], [true, false]);
});

test("a new state drops everything", () => {
  receive(1, "Look at the circle.");
  hints.reset();
  assert.deepEqual([hints.steps, hints.isOpen, hints.next], [[], false, 1]);
});
