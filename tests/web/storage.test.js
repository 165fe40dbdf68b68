import "./browser.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
  ensureOwnerKey,
  forgetSeatInTab,
  hasSeatInTab,
  ownerKey,
  readJson,
  savedSeat,
  saveSeat,
  saveSeatInTab,
  sharedSeat,
  storage,
} from "../../src/ulpia/web/shared/storage.js";

beforeEach(() => {
  for (const key of ["owner", "seat-t", "broken"]) storage.removeItem(key);
  forgetSeatInTab("t");
});

test("unreadable JSON counts as missing", () => {
  storage.setItem("broken", "{");
  assert.equal(readJson("broken"), null);
  assert.equal(readJson("missing"), null);
});

test("a seat of this tab comes before the seat of all tabs", () => {
  saveSeat("t", { token: "shared", links: [["Bruno", "https://ulpia.test/table/t#x"]] });
  assert.equal(hasSeatInTab("t"), false);
  saveSeatInTab("t", { token: "own" });
  assert.equal(hasSeatInTab("t"), true);
  assert.equal(savedSeat("t").token, "own");
  assert.equal(sharedSeat("t").token, "shared");
  forgetSeatInTab("t");
  assert.equal(savedSeat("t").token, "shared");
});

test("a new owner key has the form that the server accepts, and stays", () => {
  assert.equal(ownerKey(), null);
  ensureOwnerKey();
  const key = ownerKey();
  assert.match(key, /^[\w-]{43}$/);
  ensureOwnerKey();
  assert.equal(ownerKey(), key);
});

test("an owner key that nobody could have made is ignored", () => {
  for (const key of ["me", "A".repeat(32), "A".repeat(43), "Zl1vWmGe9dBrXQtQ3sUnVqvzQxV6rrdp8KfJ2mX4yBsx"]) {
    storage.setItem("owner", key);
    assert.equal(ownerKey(), null);
  }
});

test("an owner key of an earlier version is kept", () => {
  storage.setItem("owner", "Zl1vWmGe9dBrXQtQ3sUnVqvzQxV6rrdp");
  ensureOwnerKey();
  assert.equal(ownerKey(), "Zl1vWmGe9dBrXQtQ3sUnVqvzQxV6rrdp");
});
