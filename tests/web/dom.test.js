import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { html, seatShape, setText, svg } from "../../src/ulpia/web/shared/dom.js";
import { parseMarkup } from "../../src/ulpia/web/shared/markup.js";

const shown = (text) => html("p", {}, ...parseMarkup(text)).innerHTML;

test("text never becomes markup", () => {
  assert.equal(html("p", {}, "<b>bold</b>").innerHTML, "&lt;b&gt;bold&lt;/b&gt;");
});

test("true is an attribute without a value, false and null are none", () => {
  const element = html("input", { checked: true, disabled: false, title: null, value: 0 });
  assert.deepEqual(element.getAttributeNames().sort(), ["checked", "value"]);
});

test("attributes that begin with on are event handlers", () => {
  let clicks = 0;
  html("button", {
    onclick: () => {
      clicks += 1;
    },
  }).click();
  assert.equal(clicks, 1);
});

test("SVG elements leave out missing attributes", () => {
  assert.deepEqual(svg("text", { x: 0, y: null }).getAttributeNames(), ["x"]);
});

test("a shape without a seat is empty", () => {
  assert.equal(seatShape(null).children.length, 0);
  assert.equal(seatShape(2).querySelector("use").getAttribute("href"), "#seat-2");
});

test("an unchanged live region is not touched", () => {
  const region = html("p", {}, "Your turn");
  const node = region.firstChild;
  setText(region, "Your turn");
  assert.equal(region.firstChild, node);
  setText(region, "Ada decides");
  assert.equal(region.textContent, "Ada decides");
});

test("terms and links of rule texts", () => {
  assert.equal(
    shown("A **tray** holds [markers](#sowing)."),
    'A <strong>tray</strong> holds <a href="#sowing">markers</a>.',
  );
});

test("a symbol with words is announced by them", () => {
  const [symbol] = parseMarkup(":laurel|points:");
  assert.equal(symbol.getAttribute("aria-label"), "points");
  assert.equal(symbol.querySelector("use").getAttribute("href"), "#laurel");
});

test("a symbol beside its word is silent", () => {
  const [symbol, word] = parseMarkup(":laurel: point");
  assert.equal(symbol.getAttribute("aria-hidden"), "true");
  assert.equal(word, " point");
});

test("punctuation after a symbol never begins a line", () => {
  const [bound, rest] = parseMarkup(":laurel:, then");
  assert.equal(bound.className, "bound");
  assert.equal(bound.textContent, ",");
  assert.equal(rest, " then");
});

test("other text stays as it is", () => {
  assert.equal(shown("2 * 3 <b> 12:30 [x]"), "2 * 3 &lt;b&gt; 12:30 [x]");
});
