import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { svg } from "../../src/ulpia/web/shared/dom.js";
import { priceOf, removePrice, showPrice } from "../../src/ulpia/web/table/price.js";
import { option } from "./samples.js";

const tribunes = (amount) => ({ price: { amount, symbol: "tribune" } });

/** A place of a picture whose halo takes 54 x 55 units. */
function place() {
  const halo = svg("rect", { class: "halo" });
  Object.assign(halo, { getBBox: () => ({ x: 100, y: 200, width: 54, height: 55 }) });
  return svg("g", { class: "opt lit" }, halo);
}

test("a place has a price if every option there has one", () => {
  assert.deepEqual(priceOf([option(1, "d3", tribunes(2)), option(2, "d3", tribunes(1))]), tribunes(1).price);
  assert.equal(priceOf([option(1, "d3", tribunes(1)), option(2, "d3")]), undefined);
  assert.equal(priceOf([option(1, "d3"), option(2, "d3", tribunes(1))]), undefined);
});

test("a price stands within its place until the place is no longer lit", () => {
  const element = place();
  showPrice(element, tribunes(1).price);
  const tag = element.querySelector(".price");
  assert.ok(element.classList.contains("priced"));
  assert.equal(tag?.querySelector("text")?.textContent, "1");
  assert.equal(tag?.querySelector("use")?.getAttribute("href"), "#tribune");
  assert.match(tag?.getAttribute("transform") ?? "", /^translate\(141.5 247\)$/);
  removePrice(element);
  assert.equal(element.classList.contains("priced"), false);
  assert.equal(element.querySelector(".price"), null);
});

test("a place without a silhouette shows no price", () => {
  const element = svg("g", { class: "opt" });
  showPrice(element, tribunes(1).price);
  assert.equal(element.classList.contains("priced"), false);
});
