import "./browser.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { setTexts } from "../../src/ulpia/web/shared/texts.js";
import { barChart, describeBars, lineChart, ticks } from "../../src/ulpia/web/table/charts.js";
import { largestDifferences, leadingSince } from "../../src/ulpia/web/table/lead.js";
import { readTexts } from "./catalogue.js";

const SOURCES = ["pawns", "queens", "rooks"].map((name) => ({ name, title: name, hue: "bronze", sign: "laurel" }));
const ADA = { seat: 0, name: "Ada", points: 12, parts: { pawns: 15, queens: -3 } };
const LIVIA = { seat: 1, name: "Livia", points: 9, parts: { pawns: 4, rooks: 5 } };
const HISTORY = {
  points: [
    [0, 0],
    [2, 5],
    [7, 5],
    [9, 5],
    [12, 9],
  ],
  marks: [
    { position: 0, label: "Quarter I" },
    { position: 2, label: "Quarter II" },
  ],
  duration: "",
};

beforeEach(() => setTexts(readTexts("en")));

test("ticks are round numbers, not too many", () => {
  assert.deepEqual(ticks(0, 9, 5), [0, 2, 4, 6, 8]);
  assert.deepEqual(ticks(-7, 23, 4).map(String), ["0", "10", "20"]);
  assert.deepEqual(ticks(0, 5000, 8), [0, 1000, 2000, 3000, 4000, 5000]);
});

test("the bars are described in words", () => {
  assert.equal(describeBars([ADA, LIVIA], SOURCES), "Ada 12: pawns 15, queens −3. Livia 9: pawns 4, rooks 5");
});

test("bars keep one scale, losses are outlined left of zero", () => {
  const chart = barChart([ADA, LIVIA], SOURCES, 884);
  const scale = 40; // (884 - 104 - 60) / (15 + 3)
  const [won, lost, ...others] = [...chart.querySelectorAll("rect")];
  assert.equal(Number(won.getAttribute("width")), 15 * scale - 1.5);
  assert.equal(lost.getAttribute("fill"), "none");
  assert.ok(Number(lost.getAttribute("x")) < Number(won.getAttribute("x")));
  assert.deepEqual(
    others.map((part) => Number(part.getAttribute("width"))),
    [4 * scale - 1.5, 5 * scale - 1.5],
  );
});

test("a narrow chart has the same parts", () => {
  assert.equal(barChart([ADA, LIVIA], SOURCES, 300).querySelectorAll("rect").length, 4);
});

test("the line chart has a line for each seat, one's own on top, and a band for each part of the game", () => {
  const chart = lineChart(HISTORY, [ADA, LIVIA], 1, 600, 200);
  const paths = [...chart.querySelectorAll("path")];
  assert.deepEqual(
    paths.map((path) => path.getAttribute("class")),
    ["line", "line own"],
  );
  assert.equal(paths[0].getAttribute("d").split("L").length, HISTORY.points.length);
  assert.equal(chart.querySelectorAll(".band").length, 3);
  assert.match(chart.getAttribute("aria-label"), /^Quarter I: Ada 7, Livia 5\. Quarter II: Ada 9, Livia 5\. Final: /);
});

test("the winner led since the last time they came to the front", () => {
  assert.equal(leadingSince({ ranking: [[0], [1]], points: [12, 9] }, HISTORY), 2);
});

test("nobody led alone in a tie, by points or by rank", () => {
  const tied = { ...HISTORY, points: [...HISTORY.points, [12, 12]] };
  assert.equal(leadingSince({ ranking: [[0], [1]], points: [12, 12] }, tied), null);
  assert.equal(leadingSince({ ranking: [[0, 1]], points: [12, 9] }, HISTORY), null);
});

test("the sources that made the difference, largest first", () => {
  const gaps = (most) => largestDifferences(ADA, LIVIA, SOURCES, most).map(({ source, gap }) => [source.name, gap]);
  assert.deepEqual(gaps(4), [
    ["pawns", 11],
    ["rooks", -5],
    ["queens", -3],
  ]);
  assert.equal(gaps(2).length, 2);
});
