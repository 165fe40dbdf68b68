import "./browser.js";
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { nameSeats } from "../../src/ulpia/web/shared/new_table.js";
import { storage } from "../../src/ulpia/web/shared/storage.js";
import { setTexts } from "../../src/ulpia/web/shared/texts.js";
import { daysBetween, joinDays } from "../../src/ulpia/web/start/holidays.js";
import { describeResult, describeTime, groupTables, showMyTables } from "../../src/ulpia/web/start/my_tables.js";
import { tableAddress } from "../../src/ulpia/web/start/table_address.js";
import {
  changeLevel,
  changeOccupant,
  changeSeats,
  computerLevels,
  newTable,
  readSeats,
  restoreSetup,
  writeSeats,
} from "../../src/ulpia/web/start/table_setup.js";
import { readTexts } from "./catalogue.js";

const AGENTS = ["tiro", "miles"].map((name) => ({ name, title: name, about: "", is_level: true }));
const GAME = {
  name: "chess",
  title: "Chess",
  about: "",
  seats: [2, 3, 4],
  settings: [
    {
      name: "setup",
      title: "",
      kind: "one_of",
      default: "drafted",
      values: [{ value: "drafted" }, { value: "dealt" }],
    },
    { name: "side", title: "", kind: "one_of", default: "A", values: [{ value: "A" }, { value: "B" }] },
    { name: "newcomers", title: "", kind: "some_seats", default: "none", values: [] },
  ],
};
const restore = (last) => restoreSetup(GAME, AGENTS, "miles", last);

beforeEach(() => {
  storage.removeItem("name");
  setTexts(readTexts("en"));
});

test("the first setup is a full table against the usual level, set up the quickest way", () => {
  assert.deepEqual(restore({}), {
    seats: 4,
    who: ["me", "computer:miles", "computer:miles", "computer:miles"],
    names: [],
    pace: 0.9,
    time: "none",
    settings: { setup: "dealt", side: "A", newcomers: "none" },
  });
});

test("the setup of the last time is restored", () => {
  const last = {
    seats: 3,
    who: ["computer:tiro", "me", "friend", "computer:miles"],
    names: ["", "", "Bruno"],
    pace: 0,
    time: "day",
    settings: { setup: "drafted", side: "B", newcomers: "1" },
  };
  assert.deepEqual(restore(last), last);
});

test("what is no longer possible is replaced", () => {
  const setup = restore({ seats: 7, who: ["computer:gone", "me"], settings: { side: "C" } });
  assert.equal(setup.seats, 4);
  assert.deepEqual(setup.who.slice(0, 2), ["computer:miles", "me"]);
  assert.equal(setup.settings.side, "A");
});

test("a player whose seat is not at the table sits down first", () => {
  const setup = restore({ seats: 2, who: ["friend", "computer:tiro", "me", "friend"] });
  assert.deepEqual(setup.who, ["me", "computer:tiro", "computer:miles", "friend"]);
});

test("with fewer seats the player stays at the table", () => {
  const setup = restore({ seats: 4, who: ["friend", "computer:tiro", "computer:tiro", "me"] });
  changeSeats(setup, 2);
  assert.deepEqual(setup.who, ["me", "computer:tiro", "computer:tiro", "friend"]);
});

test("a player who moves exchanges seats", () => {
  const setup = restore({ who: ["me", "friend"] });
  changeOccupant(setup, 1, "me");
  assert.deepEqual(setup.who.slice(0, 2), ["friend", "me"]);
});

test("the player's own seat is not given away", () => {
  const setup = restore({});
  changeOccupant(setup, 0, "friend");
  assert.equal(setup.who[0], "me");
  changeOccupant(setup, 1, "friend");
  assert.equal(setup.who[1], "friend");
});

test("a level holds for all computers, also those not at the table now", () => {
  const setup = restore({ seats: 2, who: ["me", "computer:tiro", "friend", "computer:tiro"] });
  changeLevel(setup, "computer:miles");
  assert.deepEqual(setup.who, ["me", "computer:miles", "friend", "computer:miles"]);
  assert.deepEqual(computerLevels(setup), ["computer:miles"]);
});

test("settings for some seats", () => {
  assert.deepEqual([...readSeats("0,2,3", 3)], ["0", "2"]);
  assert.deepEqual([...readSeats("none", 3)], []);
  assert.equal(writeSeats(new Set(["2", "0"])), "0,2");
  assert.equal(writeSeats(new Set()), "none");
});

test("the request for a table names its seats only", () => {
  const setup = restore({
    seats: 3,
    who: ["me", "friend", "computer:tiro", "friend"],
    names: ["", "Bruno"],
    settings: { newcomers: "1,3" },
  });
  assert.deepEqual(newTable(GAME, setup), {
    game: "chess",
    pace: 0.9,
    settings: { setup: "dealt", side: "A", newcomers: "1" },
    seats: [{ kind: "me" }, { kind: "friend", name: "Bruno" }, { kind: "computer", agent: "tiro" }],
  });
});

test("a time control counts for a table with friends only", () => {
  const setup = restore({ seats: 2, who: ["me", "friend"], time: "day" });
  assert.deepEqual(newTable(GAME, setup).time, { kind: "days", turn: 86_400 });
  changeOccupant(setup, 1, "computer:tiro");
  assert.equal("time" in newTable(GAME, setup), false);
  assert.equal(restore({ time: "a century" }).time, "none");
});

test("my games say how much time is left, or when somebody last acted", () => {
  const clock = { left: 3 * 3600 + 50, is_running: true };
  assert.equal(describeTime({ clock, touched: 0 }), "3 hours left");
  assert.equal(describeTime({ clock: { ...clock, is_running: false }, touched: 0 }), "Time stands still");
  assert.equal(describeTime({ clock: null, touched: Date.now() }), "just now");
});

test("holidays that follow each other are shown as one, and past ones not at all", () => {
  const days = ["2026-12-01", ...daysBetween("2026-12-30", "2027-01-02"), "2027-03-28", "2027-03-29"];
  assert.deepEqual(joinDays(days, "2026-12-30"), [
    ["2026-12-30", "2027-01-02"],
    ["2027-03-28", "2027-03-29"],
  ]);
  assert.deepEqual(daysBetween("2027-01-02", "2027-01-01"), []);
});

test("seats without a name get one, computers none of the player's", () => {
  storage.setItem("name", " Livia ");
  const seats = nameSeats([
    { kind: "me" },
    { kind: "friend" },
    { kind: "friend", name: "Bruno" },
    { kind: "friend" },
    { kind: "computer", agent: "tiro" },
  ]);
  assert.deepEqual(
    seats.map(({ name }) => name),
    ["Livia", "Friend 1", "Bruno", "Friend 3", "Quintus"],
  );
});

test("links and names of tables", () => {
  assert.equal(tableAddress(" https://ulpia.test/table/WH62Zvbx7iIU#key ", true), "/table/WH62Zvbx7iIU#key");
  assert.equal(tableAddress("https://ulpia.test/table/WH62Zvbx7iIU#key", false), "/table/WH62Zvbx7iIU");
  const invited = "/table/WH62Zvbx7iIU#invitation=a-b_c";
  assert.equal(tableAddress(`https://ulpia.test${invited}`, true), invited);
  assert.equal(tableAddress(`https://ulpia.test${invited}`, false), "/table/WH62Zvbx7iIU");
  assert.equal(tableAddress("WH62Zvbx7iIU", true), "/table/WH62Zvbx7iIU");
  assert.equal(tableAddress("no table at all", true), null);
  assert.equal(tableAddress("https://ulpia.test/rules/chess", true), null);
});

const SEATS = ["Ada", "Livia"].map((name, seat) => ({ seat, name }));
const finished = (held, ranking) => ({ held, seats: SEATS, outcome: { ranking, points: [-2, 30] } });

test("results as the player sees them", () => {
  assert.equal(describeResult(finished([1], [[1], [0]])), "Won, 30");
  assert.equal(describeResult(finished([0], [[1], [0]])), "Second, −2");
  assert.equal(describeResult(finished([0], [[0, 1]])), "Won, −2");
  assert.equal(describeResult(finished([], [[1], [0]])), "Livia, 30");
});

test("tables are grouped, newest first", () => {
  const table = (name, touched, changes) => ({ table: name, touched, finished: null, is_mine: false, ...changes });
  const groups = groupTables([
    table("over", 1, { finished: 5, is_mine: true }),
    table("old", 2, { is_mine: true }),
    table("waiting", 3),
    table("new", 4, { is_mine: true }),
  ]);
  assert.deepEqual(
    groups.map(([title, tables]) => [title, tables.map((each) => each.table)]),
    [
      ["", ["new", "old"]],
      ["waiting_for", ["waiting"]],
      ["finished", ["over"]],
    ],
  );
});

test("a thumbnail that was refused as too fast is asked for again a little later", async () => {
  const table = { table: "T", title: "Chess", held: [0], seats: [], touched: 0, finished: null, is_mine: true };
  const answers = [
    { ok: false, json: async () => ({ name: "TooManyRequests", sentence: "Wait." }) },
    { ok: true, json: async () => ({ picture: "<i></i>", crumb: "Move 3" }) },
  ];
  const fetching = mock.method(globalThis, "fetch", async () => answers.shift());
  const inSight = class {
    constructor(callback) {
      this.callback = callback;
    }
    observe() {
      this.callback([{ isIntersecting: true }]);
    }
    disconnect() {}
  };
  Object.defineProperty(globalThis, "IntersectionObserver", { value: inSight, configurable: true });
  mock.timers.enable({ apis: ["setTimeout"] });
  document.body.innerHTML = "<div data-mine></div>";
  showMyTables([table]);
  await new Promise(setImmediate);
  assert.equal(fetching.mock.callCount(), 1);
  mock.timers.tick(4000);
  assert.equal(fetching.mock.callCount(), 1);
  mock.timers.tick(2000);
  await new Promise(setImmediate);
  assert.equal(fetching.mock.callCount(), 2);
  assert.equal(document.querySelector("[data-where]").textContent, "Move 3");
  mock.timers.reset();
  mock.restoreAll();
});
