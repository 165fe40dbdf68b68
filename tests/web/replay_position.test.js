import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
  readMoment,
  readPerspective,
  ReplayPosition,
  writePerspective,
} from "../../src/ulpia/web/table/replay_position.js";

/** @type {ReplayPosition} */
let replay;

beforeEach(() => {
  replay = new ReplayPosition();
});

test("positions are limited once the last one is known", () => {
  assert.equal(replay.clamp(99), 99);
  replay.receive({ position: 3, last: 10 });
  assert.deepEqual(
    [-1, 5, 99].map((position) => replay.clamp(position)),
    [0, 5, 10],
  );
});

test("another perspective looks at about the same moment of the game", () => {
  replay.receive({ position: 5, last: 10 });
  replay.changePerspective("all");
  assert.equal(replay.receive({ position: 0, last: 31 }), 16);
  assert.equal(replay.receive({ position: 16, last: 31 }), null);
});

test("another perspective at the beginning asks only once", () => {
  replay.receive({ position: 0, last: 10 });
  replay.changePerspective(1);
  assert.equal(replay.receive({ position: 0, last: 8 }), null);
});

test("the present is the last position", () => {
  replay.isShown = true;
  replay.receive({ position: 2, last: 9 });
  replay.showPresent(10);
  assert.deepEqual([replay.position, replay.last, replay.isShown], [10, 10, false]);
});

test("perspectives are written and read", () => {
  for (const perspective of [0, 3, null, "all"]) {
    assert.equal(readPerspective(writePerspective(perspective)), perspective);
  }
});

test("addresses of moments", () => {
  assert.deepEqual(readMoment("?at=12&eyes=1"), { position: 12, perspective: 1 });
  assert.deepEqual(readMoment("?at=12&eyes=none"), { position: 12, perspective: null });
  assert.deepEqual(readMoment("?at=0&eyes=all"), { position: 0, perspective: "all" });
  assert.deepEqual(readMoment("?at=12"), { position: 12, perspective: undefined });
  assert.deepEqual(readMoment("?at=12&eyes=nobody"), { position: 12, perspective: undefined });
});

test("other addresses name no moment", () => {
  for (const search of ["", "?eyes=1", "?at=", "?at=-1", "?at=123456", "?at=1e3"]) {
    assert.equal(readMoment(search), null);
  }
});
