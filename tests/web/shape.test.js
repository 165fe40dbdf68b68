import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { shapeOf } from "../../src/ulpia/web/table/shape.js";

const WINDOWS = {
  phone: [
    [390, 844],
    [360, 640],
  ],
  sideways: [
    [844, 390],
    [640, 400], // 1280 x 800 at 200 %
    [1093, 614], // 1366 x 768 at 125 %
    [1280, 500],
  ],
  upright: [
    [768, 1024],
    [1080, 1920],
  ],
  tablet: [
    [1024, 768],
    [1280, 1024],
  ],
  desk: [
    [1280, 800],
    [1180, 820],
  ],
  wide: [
    [1366, 768],
    [1920, 1080],
  ],
};

test("the shape of a window follows from its size", () => {
  for (const [shape, sizes] of Object.entries(WINDOWS)) {
    for (const [width, height] of sizes) assert.equal(shapeOf(width, height), shape, `${width} x ${height}`);
  }
});
