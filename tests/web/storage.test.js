import "./browser.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
  ensureOwnerKey,
  forgetSeatInTab,
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
  saveSeatInTab("t", "own");
  assert.equal(savedSeat("t").token, "own");
  assert.equal(sharedSeat("t").token, "shared");
  forgetSeatInTab("t");
  assert.equal(savedSeat("t").token, "shared");
});

test("a new owner key has the form that the server accepts, and stays", () => {
  assert.equal(ownerKey(), null);
  ensureOwnerKey();
  const key = ownerKey();
  assert.match(key, /^[\w-]{32}$/);
  ensureOwnerKey();
  assert.equal(ownerKey(), key);
});

test("an owner key that nobody could have made is ignored", () => {
  storage.setItem("owner", "me");
  assert.equal(ownerKey(), null);
});
