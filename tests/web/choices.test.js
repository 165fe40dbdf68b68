import "./browser.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { nearestIndex } from "../../src/ulpia/web/table/choices.js";
import { groupByPlace, isQuiet, Selection } from "../../src/ulpia/web/table/selection.js";
import { option } from "./samples.js";

/** @type {Selection} */
let selection;

beforeEach(() => {
  selection = new Selection();
});

const GESTURE = {
  actions: [35, 36, 40],
  about: "Sowing",
  asked: "Like this?",
  choices: [
    { places: ["a", "b"], words: "exchange a and b", actions: [35, 40, 36] },
    { places: ["a", "c"], words: "exchange a and c", actions: [40, 36, 35] },
    { places: ["d"], words: "from d", actions: [50] },
  ],
};
const tap = (place) =>
  selection.tap(
    place,
    GESTURE.choices.filter(({ places }) => places.includes(place)),
  );

test("an option that is picked waits for its confirmation", () => {
  selection.pick(option(7, "tray-1", { effect: "2 points" }), "Which tray?");
  assert.deepEqual(selection.pending, {
    actions: [7],
    about: "Which tray?",
    asked: "Move 7: 2 points",
    places: ["tray-1"],
    choices: [],
  });
});

test("two taps make a choice together, in any order", () => {
  selection.pickGesture(GESTURE);
  assert.equal(tap("b"), null);
  assert.equal(selection.tappedPlace, "b");
  assert.deepEqual(tap("a"), [35, 40, 36]);
});

test("a second tap on the same place takes the first back", () => {
  selection.pickGesture(GESTURE);
  tap("a");
  assert.equal(tap("a"), null);
  assert.equal(selection.tappedPlace, "");
});

test("a second tap that fits no choice begins again", () => {
  selection.pickGesture(GESTURE);
  tap("b");
  assert.equal(tap("c"), null);
  assert.equal(selection.tappedPlace, "c");
});

test("a choice of one place needs one tap", () => {
  selection.pickGesture(GESTURE);
  assert.deepEqual(tap("d"), [50]);
});

test("a new gesture forgets the tap of the last one", () => {
  selection.pickGesture(GESTURE);
  tap("a");
  selection.pickGesture(GESTURE);
  assert.equal(selection.tappedPlace, "");
});

test("nothing can be chosen between sending and the next state", () => {
  selection.pickGesture(GESTURE);
  selection.send();
  assert.deepEqual([selection.isOpen, selection.pending], [false, null]);
  selection.reset();
  assert.equal(selection.isOpen, true);
});

test("nothing can be chosen in the past", () => {
  selection.pickGesture(GESTURE);
  selection.pause();
  assert.deepEqual([selection.isOpen, selection.pending], [false, null]);
});

test("options that share a place stand together, and one may have several places", () => {
  const sow = option(1, "tray-1");
  const build = option(2, "tray-1", { places: ["tray-1", "camp"] });
  const pass = option(3);
  const hidden = option(4, "not drawn");
  const { byPlace, withoutPlace } = groupByPlace([sow, build, pass, hidden], (place) => place !== "not drawn");
  assert.deepEqual(
    [...byPlace],
    [
      ["tray-1", [sow, build]],
      ["camp", [build]],
    ],
  );
  assert.deepEqual(withoutPlace, [pass, hidden]);
});

test("an option that declines is quiet beside others, and only then", () => {
  const build = option(1, "site-1");
  const pass = option(2, "", { declines: true });
  assert.equal(isQuiet(pass, [build, pass]), true);
  assert.equal(isQuiet(build, [build, pass]), false);
  assert.equal(isQuiet(pass, [pass]), false);
});

const box = (x, y) => ({ x, y, width: 10, height: 10 });

test("an arrow leads to the nearest place in its direction", () => {
  const boxes = [box(100, 0), box(50, 0), box(-20, 0), box(0, 40)];
  assert.equal(nearestIndex(box(0, 0), boxes, [1, 0]), 1);
  assert.equal(nearestIndex(box(0, 0), boxes, [-1, 0]), 2);
  assert.equal(nearestIndex(box(0, 0), boxes, [0, 1]), 3);
  assert.equal(nearestIndex(box(0, 0), boxes, [0, -1]), -1);
});

test("a place straight ahead comes before a nearer one aside", () => {
  assert.equal(nearestIndex(box(0, 0), [box(20, 30), box(60, 0)], [1, 0]), 1);
});
