import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { placeCard } from "../../src/ulpia/web/table/help.js";
import { comparePieces } from "../../src/ulpia/web/table/motion.js";

const piece = (kind, place) => ({ kind, place, owner: undefined, from: undefined, box: null, element: null });

test("a piece that stays has not moved", () => {
  const { arrived, gone } = comparePieces([piece("worker", "camp")], [piece("worker", "camp")]);
  assert.deepEqual([arrived, gone], [[], []]);
});

test("a piece that moves is gone in one place and new in another", () => {
  const here = piece("worker", "camp");
  const there = piece("worker", "site");
  const { arrived, gone } = comparePieces([here], [there]);
  assert.deepEqual([arrived, gone], [[there], [here]]);
});

test("equal pieces in one place are counted", () => {
  const three = [1, 2, 3].map(() => piece("marker", "tray"));
  const { arrived, gone } = comparePieces(three, [piece("marker", "tray"), piece("marker", "hand")]);
  assert.equal(arrived.length, 1);
  assert.equal(arrived[0].place, "hand");
  assert.equal(gone.length, 2);
});

const SCREEN = { width: 1000, height: 800 };
const box = (x, y, width, height) => ({ x, y, width, height, left: x, top: y, right: x + width, bottom: y + height });

test("a help card stands below what it explains", () => {
  assert.deepEqual(placeCard(box(400, 100, 100, 50), 200, 150, SCREEN), { x: 350, y: 158 });
});

test("a help card at the lower edge stands above", () => {
  assert.deepEqual(placeCard(box(400, 740, 100, 50), 200, 150, SCREEN), { x: 350, y: 582 });
});

test("a help card beside something tall stands at its side", () => {
  assert.deepEqual(placeCard(box(100, 0, 100, 800), 200, 150, SCREEN), { x: 208, y: 325 });
});

test("a help card stays within the window", () => {
  const { x } = placeCard(box(980, 100, 20, 20), 200, 150, SCREEN);
  assert.equal(x, 794);
});
