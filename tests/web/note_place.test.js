import assert from "node:assert/strict";
import { test } from "node:test";
import { placeNote } from "../../src/ulpia/web/table/note_place.js";

const box = (left, top, width, height) => ({ left, top, width, height, right: left + width, bottom: top + height });
const screen = { width: 1000, height: 800 };
const size = { width: 200, height: 60 };

const isApart = ({ left, top }, other) =>
  left + size.width <= other.left || other.right <= left || top + size.height <= other.top || other.bottom <= top;

test("a note stands beside what it speaks of and covers neither it nor what can be chosen", () => {
  const about = box(300, 300, 100, 100);
  const below = box(200, 404, 400, 100);
  const corner = placeNote({ about, ...size, inTheWay: [below], screen, isLine: false });
  assert.ok(isApart(corner, about));
  assert.ok(isApart(corner, below));
});

test("a note stays on the screen", () => {
  const about = box(950, 760, 50, 40);
  const { left, top } = placeNote({ about, ...size, inTheWay: [], screen, isLine: false });
  assert.ok(left >= 0 && left + size.width <= screen.width);
  assert.ok(top >= 0 && top + size.height <= screen.height);
});

test("where all is full, what can be chosen stays free and what is explained is covered", () => {
  const about = box(0, 0, 1000, 800);
  const lit = box(0, 0, 1000, 600);
  assert.ok(isApart(placeNote({ about, ...size, inTheWay: [lit], screen, isLine: false }), lit));
});

test("on a small screen it is a line above the prompt and the tabs", () => {
  const prompt = box(0, 600, 1000, 100);
  const tabs = box(0, 700, 1000, 100);
  const { left, top } = placeNote({
    about: box(0, 0, 10, 10),
    ...size,
    inTheWay: [prompt, tabs],
    screen,
    isLine: true,
  });
  assert.equal(left, 400);
  assert.equal(top + size.height + 8, prompt.top);
});
