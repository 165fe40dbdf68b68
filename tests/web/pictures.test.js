import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { boxAround } from "../../src/ulpia/web/table/board.js";
import { applyChanges } from "../../src/ulpia/web/table/pictures.js";

const FORUM = "<svg class='district' id='district-forum'><g id='space-1'><path/></g><g id='space-2'/></svg>";

const withForum = () => {
  const pictures = new Map();
  applyChanges(pictures, { forum: FORUM }, []);
  return pictures;
};

test("a whole picture becomes an SVG element", () => {
  const forum = withForum().get("forum");
  assert.equal(forum.id, "district-forum");
  assert.equal(forum.namespaceURI, "http://www.w3.org/2000/svg");
  assert.equal(forum.querySelector("#space-1 path").namespaceURI, "http://www.w3.org/2000/svg");
});

test("a changed part replaces the element with its id, all others stay", () => {
  const pictures = withForum();
  const forum = pictures.get("forum");
  const other = forum.querySelector("#space-2");
  applyChanges(pictures, { forum: { "space-1": "<g id='space-1'><circle/></g>" } }, []);
  assert.equal(pictures.get("forum"), forum);
  assert.equal(forum.querySelector("#space-1").innerHTML, "<circle></circle>");
  assert.equal(forum.querySelector("#space-2"), other);
});

test("a part that is not there, or of a district that is not there, is ignored", () => {
  const pictures = withForum();
  const before = pictures.get("forum").outerHTML;
  applyChanges(pictures, { forum: { "space-9": "<g id='space-9'/>" }, port: { ship: "<g id='ship'/>" } }, []);
  assert.equal(pictures.get("forum").outerHTML, before);
  assert.equal(pictures.has("port"), false);
});

test("ids may contain any character", () => {
  const pictures = new Map();
  applyChanges(pictures, { forum: "<svg><g id='a.b:1'/></svg>" }, []);
  applyChanges(pictures, { forum: { "a.b:1": "<g id='a.b:1' class='new'/>" } }, []);
  assert.equal(pictures.get("forum").querySelectorAll(".new").length, 1);
});

test("districts that are gone are removed", () => {
  const pictures = withForum();
  applyChanges(pictures, {}, ["forum", "unknown"]);
  assert.equal(pictures.size, 0);
});

test("a box around two others", () => {
  assert.deepEqual(boxAround([10, 10, 20, 5], [5, 20, 10, 30]), [5, 10, 25, 40]);
});
