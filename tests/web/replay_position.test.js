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

const receive = (position, last, turns = [], phases = []) => replay.receive({ position, last, turns, phases });

test("positions are limited once the last one is known", () => {
  assert.equal(replay.clamp(99), 99);
  receive(3, 10);
  assert.deepEqual(
    [-1, 5, 99].map((position) => replay.clamp(position)),
    [0, 5, 10],
  );
});

test("another perspective looks at about the same moment of the game", () => {
  receive(5, 10);
  replay.changePerspective("all");
  assert.equal(replay.ask(0), true);
  assert.equal(receive(0, 31), false);
  assert.equal(replay.release(), 16);
  assert.equal(replay.ask(16), true);
  assert.equal(receive(16, 31), true);
  assert.equal(replay.release(), null);
});

test("a position that is chosen right after another perspective counts", () => {
  receive(5, 10);
  replay.changePerspective("all");
  replay.ask(0);
  assert.equal(replay.choose(10), false);
  assert.equal(receive(0, 31), true);
  assert.equal(replay.release(), 10);
});

test("another perspective at the beginning asks only once", () => {
  receive(0, 10);
  replay.changePerspective(1);
  assert.equal(receive(0, 8), true);
  assert.equal(replay.release(), null);
});

test("steps that come faster than answers are asked for once", () => {
  receive(0, 10);
  assert.deepEqual(
    [1, 2, 3].map((position) => replay.ask(position)),
    [true, false, false],
  );
  assert.equal(receive(1, 10), true);
  assert.equal(replay.release(), 3);
});

test("an answer for the perspective before is not shown, and the new one is asked for", () => {
  receive(5, 10);
  replay.ask(6);
  replay.changePerspective("all");
  assert.equal(replay.ask(0), false);
  assert.equal(receive(6, 10), false);
  assert.equal(replay.release(), 0);
  assert.equal(replay.position, 5);
});

test("after a refusal the moment that is shown stays", () => {
  receive(5, 10);
  replay.ask(6);
  replay.stopWaiting();
  assert.deepEqual([replay.target, replay.ask(7)], [5, true]);
});

test("jumps by turn", () => {
  receive(5, 10, [0, 3, 5, 8]);
  replay.ask(5);
  assert.deepEqual([replay.previousTurn, replay.nextTurn], [3, 8]);
  replay.ask(4);
  assert.deepEqual([replay.previousTurn, replay.nextTurn], [3, 5]);
  replay.ask(9);
  assert.deepEqual([replay.previousTurn, replay.nextTurn], [8, 10]);
  replay.ask(0);
  assert.deepEqual([replay.previousTurn, replay.nextTurn], [0, 3]);
});

test("the phase of the moment that is shown", () => {
  const phases = [0, 4, 8].map((position) => ({ position, label: `Quarter ${position}` }));
  const phaseAt = (position) => {
    receive(position, 10, [], phases);
    return replay.phase;
  };
  assert.deepEqual([0, 3, 4, 7, 10].map(phaseAt), [0, 0, 4, 4, 8]);
});

test("the present is the last position", () => {
  replay.isShown = true;
  receive(2, 9);
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
