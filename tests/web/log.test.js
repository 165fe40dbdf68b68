import "./browser.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { html } from "../../src/ulpia/web/shared/dom.js";
import { setTexts } from "../../src/ulpia/web/shared/texts.js";
import {
  applyLogUpdate,
  clearChat,
  highlightPosition,
  isFilteredOut,
  receiveChat,
  receiveLog,
  receiveNotices,
} from "../../src/ulpia/web/table/log.js";
import { session } from "../../src/ulpia/web/table/session.js";
import { readTexts } from "./catalogue.js";
import { entry, state, welcome } from "./samples.js";

/** @type {HTMLElement} */
let list;

beforeEach(() => {
  setTexts(readTexts("en"));
  list = html("ol", { "data-log": true });
  const tabs = ["since", "all"].map((name) => html("button", { "data-log-tab": name }));
  document.body.replaceChildren(...tabs, list);
  session.enter(welcome());
  session.updateState(state({ since: null }));
});

const update = (from, ...entries) => ({ type: "log", from, entries });
const lines = () => [...list.children].map((line) => line.textContent);
const visible = () => [...list.children].filter((line) => !line.hidden).map((line) => line.textContent);

test("entries are appended", () => {
  applyLogUpdate(list, update(0, entry(0, null, ["Set up."])));
  applyLogUpdate(list, update(1, entry(1, 0, ["Ada sows."])));
  assert.deepEqual(lines(), ["Set up.", "Ada sows."]);
});

test("entries from a position on are replaced, as by undo", () => {
  applyLogUpdate(list, update(0, entry(0, null, ["Set up."]), entry(1, 0, ["One."]), entry(2, 0, ["Two."])));
  applyLogUpdate(list, update(1, entry(1, 0, ["Another."])));
  assert.deepEqual(lines(), ["Set up.", "Another."]);
});

test("an entry may have several lines or none", () => {
  applyLogUpdate(list, update(0, entry(0, null, ["One.", "Two."]), entry(1, 0, [])));
  assert.deepEqual(lines(), ["One.", "Two."]);
});

test("a log that begins again stands before the chat", () => {
  receiveChat({ type: "chat", lines: [{ seat: 0, text: "salve", time: 0 }] });
  applyLogUpdate(list, update(0, entry(0, null, ["Set up."])));
  assert.deepEqual(lines(), ["Set up.", "Ada salve"]);
});

test("chat between entries stays where it is", () => {
  applyLogUpdate(list, update(0, entry(0, null, ["Set up."])));
  receiveChat({ type: "chat", lines: [{ seat: 1, text: "ave", time: 0 }] });
  applyLogUpdate(list, update(1, entry(1, 0, ["Ada sows."])));
  assert.deepEqual(lines(), ["Set up.", "Livia ave", "Ada sows."]);
});

test("notices and chat stand in the order of time, also when they come one after the other", () => {
  const notice = { kind: "taken_back", seat: 1, sentence: "Livia plays again.", time: 2 };
  receiveNotices({ type: "notices", notices: [notice, { ...notice, sentence: "<b id=evil>", time: 4 }] });
  const said = [1, 3, 5].map((time) => ({ seat: 0, text: String(time), time }));
  receiveChat({ type: "chat", lines: said });
  applyLogUpdate(list, update(0, entry(0, null, ["Set up."])));
  assert.deepEqual(lines(), ["Set up.", "Ada 1", "Livia plays again.", "Ada 3", "<b id=evil>", "Ada 5"]);
  clearChat();
  assert.deepEqual(lines(), ["Set up."]);
});

test("chat is text, never markup, and can be cleared", () => {
  receiveChat({ type: "chat", lines: [{ seat: 0, text: "<b id=evil>", time: 0 }] });
  assert.equal(list.querySelector("#evil"), null);
  clearChat();
  assert.deepEqual(lines(), []);
});

test("points stand with the sentence that tells them, one's own alone without a shape", () => {
  const gains = [{ sentence: 0, seat: 1, points: 2 }];
  applyLogUpdate(list, update(0, entry(0, 1, ["Livia builds.", "Ada shows a tile."], gains)));
  assert.deepEqual(lines(), ["Livia builds.+2", "Ada shows a tile."]);
  assert.equal(list.querySelectorAll(".gains .shape").length, 0);
});

test("points of others, and losses, are marked by seat", () => {
  const gains = [
    { sentence: 0, seat: 0, points: -3 },
    { sentence: 1, seat: 1, points: 2 },
  ];
  applyLogUpdate(list, update(0, entry(0, 1, ["Ada loses.", "Livia scores."], gains)));
  assert.deepEqual(lines(), ["Ada loses.−3", "Livia scores.+2"]);
  assert.equal(list.querySelectorAll(".gains .shape").length, 2);
  assert.equal(list.querySelectorAll(".loss").length, 1);
});

test("since the last turn: later entries without their minor parts, and all chat", () => {
  const line = (position, kind = "") => html("li", { "data-position": position, class: kind });
  assert.equal(isFilteredOut(line(4), 4), true);
  assert.equal(isFilteredOut(line(5), 4), false);
  assert.equal(isFilteredOut(line(5, "minor"), 4), true);
  assert.equal(isFilteredOut(line(1, "minor"), null), false);
  assert.equal(isFilteredOut(html("li", { class: "chat" }), 4), false);
});

test("the list shows what is new, and Tab leads to the newest line", () => {
  session.updateState(state({ since: 1 }));
  receiveLog(update(0, entry(1, 0, ["Old."]), entry(2, 1, ["New."]), entry(3, 1, ["Newer."])));
  assert.deepEqual(visible(), ["New.", "Newer."]);
  const order = [...list.querySelectorAll("li:not([hidden]) > button")].map((button) => button.tabIndex);
  assert.deepEqual(order, [-1, 0]);
});

test("without a last turn everything is shown", () => {
  receiveLog(update(0, entry(0, null, ["Set up."]), entry(1, 1, ["New."])));
  assert.deepEqual(visible(), ["Set up.", "New."]);
  assert.equal(document.querySelector("[data-log-tab=since]").disabled, true);
  assert.equal(document.querySelector("[data-log-tab=all]").textContent, "What happened");
});

const marked = () => [...list.querySelectorAll(".new")].map((line) => line.textContent);

test("beside a replay the whole log is shown, and the lines of the moment are marked, also of the first", () => {
  session.updateState(state({ since: 2 }));
  receiveLog(update(0, entry(0, null, ["Set up."]), entry(1, 0, ["One.", "Two."]), entry(3, 1, ["New."])));
  assert.deepEqual(visible(), ["New."]);
  highlightPosition(0);
  assert.deepEqual(visible(), ["Set up.", "One.", "Two.", "New."]);
  assert.deepEqual(marked(), ["Set up."]);
  assert.equal(document.querySelector("[data-log-tab=all]").getAttribute("aria-pressed"), "true");
  highlightPosition(1);
  assert.deepEqual(marked(), ["One.", "Two."]);
  highlightPosition(null);
  assert.deepEqual([visible(), marked()], [["New."], []]);
});

test("a moment without a line marks the lines before it", () => {
  receiveLog(update(0, entry(0, null, ["Set up."]), entry(1, 0, []), entry(2, 0, ["Two."])));
  highlightPosition(1);
  assert.deepEqual(marked(), ["Set up."]);
  assert.equal(list.querySelector(".new > button").tabIndex, 0);
  highlightPosition(null);
});

test("entries that come during a replay leave it where it is", () => {
  receiveLog(update(0, entry(0, null, ["Set up."]), entry(1, 0, ["One."])));
  highlightPosition(0);
  receiveLog(update(2, entry(2, 1, ["Two."])));
  assert.deepEqual(marked(), ["Set up."]);
  highlightPosition(null);
});

test("sentences of the set-up carry the shape of who they are about, once for sentences in a row", () => {
  const subjects = [null, 0, 0, 1];
  const told = { ...entry(0, null, ["Begin.", "Ada lays.", "Ada draws.", "Ben lays."]), subjects };
  applyLogUpdate(list, update(0, told));
  const shapes = [...list.children].map((line) => line.querySelector("button > svg, button > .seat")?.outerHTML ?? "");
  assert.equal(shapes[0], shapes[2]);
  assert.notEqual(shapes[1], shapes[0]);
  assert.notEqual(shapes[3], shapes[0]);
  assert.notEqual(shapes[1], shapes[3]);
});
