import "./browser.js";
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import {
  forgetSeatInTab,
  ownerKey,
  savedSeat,
  saveSeat,
  sharedSeat,
  storage,
} from "../../src/ulpia/web/shared/storage.js";
import { keepSeat, ownLink, takeSeatFromAddress } from "../../src/ulpia/web/table/seat.js";
import { session } from "../../src/ulpia/web/table/session.js";
import { welcome } from "./samples.js";

const PAGE = "https://ulpia.test/table/WH62Zvbx7iIU";
const OWNER = "Zl1vWmGe9dBrXQtQ3sUnVqvzQxV6rrdp8KfJ2mX4yBs";
/** @type {[string, object, string|null][]} requests: path, body and owner key */
let asked;

/** Lets the server answer every request like this. */
function answerWith(status, body) {
  mock.method(globalThis, "fetch", async (path, { body: sent, headers }) => {
    asked.push([path.split("?")[0], JSON.parse(sent), headers.Authorization ?? null]);
    return { ok: status < 400, json: async () => body };
  });
}

beforeEach(() => {
  mock.restoreAll();
  asked = [];
  storage.removeItem("owner");
  storage.removeItem(`seat-${session.id}`);
  forgetSeatInTab(session.id);
  history.replaceState(null, "", "/table/WH62Zvbx7iIU");
  session.enter(welcome());
});

test("an address without a secret takes no seat", async () => {
  assert.equal(await takeSeatFromAddress(), null);
  assert.equal(savedSeat(session.id), null);
});

test("a token in the address is kept in this tab and hidden", async () => {
  history.replaceState(null, "", "#a-token");
  assert.equal(await takeSeatFromAddress(), null);
  assert.equal(savedSeat(session.id).token, "a-token");
  assert.equal(location.href, PAGE);
  assert.notEqual(ownerKey(), null);
});

test("an invitation is redeemed by this browser's own key for a token", async () => {
  answerWith(201, { table: session.id, seat: 1, owner: OWNER, token: "the-token" });
  history.replaceState(null, "", "#invitation=the-invitation");
  assert.equal(await takeSeatFromAddress(), null);
  const [[path, body, authorization]] = asked;
  assert.equal(path, `/api/tables/${session.id}/redeem`);
  assert.deepEqual(body, { invitation: "the-invitation" });
  assert.match(authorization, /^Bearer [\w-]{43}$/);
  assert.equal(savedSeat(session.id).token, "the-token");
  assert.equal(location.href, PAGE);
  keepSeat();
  assert.equal(sharedSeat(session.id).token, "the-token");
  assert.equal(ownLink(), `${PAGE}#the-token`);
});

test("a link that this browser has redeemed before leads to the same seat, and the token stays", async () => {
  saveSeat(session.id, { token: "the-token", links: [] });
  answerWith(200, { table: session.id, seat: 1, owner: OWNER });
  history.replaceState(null, "", "#invitation=the-invitation");
  assert.equal(await takeSeatFromAddress(), null);
  assert.equal(savedSeat(session.id).seat, 1);
  keepSeat();
  assert.equal(sharedSeat(session.id).token, "the-token");
});

test("who comes too late watches and is told why", async () => {
  for (const name of ["InvitationUsed", "InvitationWithdrawn", "InvitationExpired"]) {
    answerWith(410, { type: "refused", name, sentence: "Too late." });
    history.replaceState(null, "", "#invitation=the-invitation");
    assert.equal(await takeSeatFromAddress(), "Too late.");
    assert.equal(savedSeat(session.id), null);
    assert.equal(location.href, PAGE);
  }
});

test("a wrong invitation is an error, and the address stays to try again", async () => {
  answerWith(403, { type: "refused", name: "UnknownInvitation", sentence: "No such invitation." });
  history.replaceState(null, "", "#invitation=wrong");
  await assert.rejects(takeSeatFromAddress(), /No such invitation/);
  assert.equal(location.hash, "#invitation=wrong");
});

test("the creator of a table keeps the own seat and the links for friends", () => {
  saveSeat(session.id, { token: "mine", links: [["Bruno", `${PAGE}#invitation=x`]] });
  keepSeat();
  assert.equal(sharedSeat(session.id).links.length, 1);
  session.enter(welcome({ you: null }));
  assert.equal(ownLink(), null);
});
