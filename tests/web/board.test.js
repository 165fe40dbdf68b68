import "./browser.js";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { find, findAll } from "../../src/ulpia/web/shared/dom.js";
import {
  fadeDistricts,
  layOutTable,
  receivePictures,
  showPresent,
  showTemporarily,
} from "../../src/ulpia/web/table/board.js";
import { WEB } from "./catalogue.js";
import { state, welcome } from "./samples.js";

const BOX = [0, 0, 10, 10];
const boxes = (...names) => ({
  slabs: [BOX],
  prompt: BOX,
  scores: BOX,
  log: BOX,
  places: Object.fromEntries(names.map((name) => [name, BOX])),
});
const LAYOUT = {
  ...boxes("circle", "player-1"),
  wide: boxes("circle", "player-1", "display-1"),
  upright: null,
  panels: [
    { name: "first", title: "First", sign: "", districts: ["hand", "circle"], beside: [] },
    { name: "last", title: "Last", sign: "", districts: [], beside: [] },
  ],
  hues: {},
  signs: {},
};

beforeEach(async () => {
  const page = readFileSync(new URL("table.html", WEB), "utf8");
  document.body.innerHTML = page.slice(page.indexOf("<main"), page.indexOf("</body>"));
  document.body.insertAdjacentHTML("afterbegin", "<div data-symbols><svg></svg></div>");
  globalThis.fetch = async () => ({ ok: true, json: async () => LAYOUT });
  await layOutTable(welcome());
});

const districts = (page) => findAll("[data-district]", find(page)).map((plot) => plot.dataset.district);
const picture = (name, content = "") => `<svg class='district' id='district-${name}'>${content}</svg>`;

test("districts lie in their panel, those without a panel in the last one", () => {
  assert.deepEqual(districts("#panel-first"), ["circle", "hand"]);
  assert.deepEqual(districts("#panel-last"), ["player-1", "display-1"]);
});

test("districts of one form of the table only are marked", () => {
  assert.ok(find("[data-district=display-1]").matches(".only-wide"));
  assert.ok(find("[data-district=hand]").matches(".only-small"));
});

test("a table that is laid out again, as after every reconnection, keeps its log and its scores", async () => {
  const boxesBefore = [find("[data-logbox]"), find("[data-scorebox]")];
  find("[data-log]").append("Ada sows.");
  await layOutTable(welcome());
  assert.deepEqual([find("[data-logbox]"), find("[data-scorebox]")], boxesBefore);
  assert.equal(find("[data-log]").textContent, "Ada sows.");
  assert.equal(find("[data-logbox]").closest(".panel-page"), find("#panel-last"));
  assert.equal(findAll("[data-tab]").length, LAYOUT.panels.length);
});

test("temporary pictures last until the present is shown again", () => {
  receivePictures(state({ districts: { circle: picture("circle", "<g id='now'/>") } }));
  assert.equal(find("#now"), null);
  showPresent();
  const now = find("#now");
  showTemporarily({ circle: picture("circle", "<g id='then'/>"), hand: picture("hand") });
  assert.ok(find("#then"));
  showPresent();
  assert.equal(find("#now"), now);
  assert.equal(find("[data-district=hand]").children.length, 0);
});

test("only the named districts fade", () => {
  fadeDistricts(["circle"]);
  fadeDistricts(["hand"]);
  assert.deepEqual(
    findAll(".quiet").map((plot) => plot.dataset.district),
    ["hand"],
  );
});
