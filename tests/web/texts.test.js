import "./browser.js";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { storage } from "../../src/ulpia/web/shared/storage.js";
import {
  capitalize,
  formatGain,
  formatPoints,
  formatTimeAgo,
  language,
  setTexts,
  translate,
} from "../../src/ulpia/web/shared/texts.js";
import { readTexts, WEB } from "./catalogue.js";

beforeEach(() => {
  storage.removeItem("language");
  setTexts(readTexts("en"));
});

test("placeholders are filled in", () => {
  assert.equal(translate("moment", { position: 3, last: 12 }), "Moment 3 of 12");
});

test("a placeholder without a value is left empty", () => {
  assert.equal(translate("thinks"), " is thinking");
});

test("an unknown text is shown as its key", () => {
  assert.equal(translate("no_such_text"), "no_such_text");
});

test("a value that looks like a placeholder stays as it is", () => {
  assert.equal(translate("link_for", { name: "{name}" }), "Link for {name}");
});

test("points have a typographic minus", () => {
  assert.deepEqual([-3, 0, 12].map(formatPoints), ["−3", "0", "12"]);
});

test("gains have a sign", () => {
  assert.deepEqual([-3, 12].map(formatGain), ["−3", "+12"]);
});

test("the first letter becomes a capital one", () => {
  assert.deepEqual(["über Rom", ""].map(capitalize), ["Über Rom", ""]);
});

test("the chosen language comes before the browser's", () => {
  assert.equal(language(), "en");
  storage.setItem("language", "de");
  assert.equal(language(), "de");
  storage.setItem("language", "la");
  assert.equal(language(), "en");
});

test("times are told as people tell them", () => {
  const now = new Date(2026, 4, 20, 12, 0).getTime();
  const ago = (minutes) => formatTimeAgo(now - minutes * 60_000, now);
  const day = 24 * 60;
  assert.equal(ago(0), "just now");
  assert.equal(ago(5), "5 minutes ago");
  assert.equal(ago(120), "2 hours ago");
  assert.equal(ago(14 * 60), "yesterday");
  assert.equal(ago(2 * day), "on Monday");
  assert.equal(ago(10 * day), "May 10");
  assert.equal(ago(365 * day), "May 20, 2025");
});

/** Keys that are put together or come from the server. */
const COMPUTED = /^(example|ours|likely|reconstruction)(_means)?$/;
const sources = readdirSync(WEB, { recursive: true })
  .filter((name) => /\.(js|html)$/.test(name))
  .map((name) => readFileSync(new URL(name, WEB), "utf8"))
  .join("\n");

test("every text that the client names exists", () => {
  const named = [
    ...sources.matchAll(/translate\(\s*"(\w+)"/g),
    ...sources.matchAll(/data-(?:word|label|aria-label)="(\w+)"/g),
  ].map(([, key]) => key);
  const texts = readTexts("en");
  assert.ok(named.length > 100);
  assert.deepEqual(
    named.filter((key) => !(key in texts)),
    [],
  );
});

test("every text is used", () => {
  const literals = new Set([...sources.matchAll(/"(\w+)"/g)].map(([, literal]) => literal));
  const unused = Object.keys(readTexts("en")).filter((key) => !literals.has(key) && !COMPUTED.test(key));
  assert.deepEqual(unused, []);
});
