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
import { codeIn } from "../../src/ulpia/web/shared/join.js";
import { freeSeats } from "../../src/ulpia/web/table/reception.js";
import { keepSeat, takeSeatFromAddress } from "../../src/ulpia/web/table/seat.js";
import { session } from "../../src/ulpia/web/table/session.js";
import { computer, person, welcome } from "./samples.js";

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

/** Waits until something is there. */
async function until(condition) {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve));
}

/** Lets the server answer what an invitation leads to, and every other request like this. */
function presentAndAnswer(info, body) {
  mock.method(globalThis, "fetch", async (path, { body: sent, headers }) => {
    const presents = path.includes("/invitation");
    if (!presents) asked.push([path.split("?")[0], JSON.parse(sent), headers.Authorization ?? null]);
    const seats = [person(0, "Ada"), { ...person(1, "Friend 1"), is_taken: false }];
    const told = { host: "Ada", title: "Chess", seat: 1, is_redeemed: false, is_creator: false, seats, ...info };
    return { ok: true, json: async () => (presents ? told : body) };
  });
}

const submit = () => document.querySelector("[data-reception] form").dispatchEvent(new Event("submit"));
const nameField = () => document.querySelector("[data-reception] input[name=name]");

beforeEach(() => {
  mock.restoreAll();
  storage.removeItem("name");
  document.body.innerHTML = "<main></main>";
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

test("an invitation is redeemed by this browser's own key for a token, once the guest has a name", async () => {
  presentAndAnswer({}, { table: session.id, seat: 1, owner: OWNER, token: "the-token" });
  history.replaceState(null, "", "#invitation=the-invitation");
  const taking = takeSeatFromAddress();
  await until(() => nameField());
  submit();
  assert.equal(asked.length, 0);
  assert.match(document.querySelector("[role=alert]").textContent, /name_needed/);
  nameField().value = "  Bob ";
  submit();
  assert.equal(await taking, null);
  assert.equal(storage.getItem("name"), "Bob");
  const [[path, body, authorization]] = asked;
  assert.equal(path, `/api/tables/${session.id}/redeem`);
  assert.deepEqual(body, { invitation: "the-invitation", name: "Bob", seat: 1 });
  assert.match(authorization, /^Bearer [\w-]{43}$/);
  assert.equal(savedSeat(session.id).token, "the-token");
  assert.equal(location.href, PAGE);
  keepSeat();
  assert.equal(sharedSeat(session.id).token, "the-token");
});

test("a link that this browser has redeemed before leads to the same seat, and the token stays", async () => {
  saveSeat(session.id, { token: "the-token", links: [] });
  presentAndAnswer({ is_redeemed: true }, { table: session.id, seat: 1, owner: OWNER });
  history.replaceState(null, "", "#invitation=the-invitation");
  assert.equal(await takeSeatFromAddress(), null);
  assert.equal(savedSeat(session.id).seat, 1);
  keepSeat();
  assert.equal(sharedSeat(session.id).token, "the-token");
});

test("a guest who only wants to watch leaves the invitation as it is", async () => {
  presentAndAnswer({}, {});
  history.replaceState(null, "", "#invitation=the-invitation");
  const taking = takeSeatFromAddress();
  await until(() => nameField());
  document.querySelector("[data-reception] button[type=button]").click();
  assert.equal(await taking, null);
  assert.equal(asked.length, 0);
  assert.equal(savedSeat(session.id), null);
  assert.equal(document.querySelector("main").inert, false);
});

test("a guest can choose among the free seats", () => {
  const free = { ...person(1, "Friend 1"), is_taken: false };
  const seats = [person(0, "Ada"), free, { ...free, seat: 2 }, { ...computer(3, "Livia"), for_people: false }];
  assert.deepEqual(
    freeSeats({ seats }).map(({ seat }) => seat),
    [1, 2],
  );
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
});

test("a link from another device gives a token after a question, or the same player's seat at once", async () => {
  document.body.innerHTML = "<main></main>";
  mock.method(globalThis, "fetch", async (path, { body: sent }) => {
    asked.push([path.split("?")[0], JSON.parse(sent), null]);
    const info = { kind: "seat", name: "<b>Bob</b>", title: "Chess", seat: 1, is_mine: false };
    return { ok: true, json: async () => (path.includes("present") ? info : { seat: 1, token: "lent", owner: OWNER }) };
  });
  history.replaceState(null, "", "#seat=the-code");
  const taking = takeSeatFromAddress();
  await until(() => document.querySelector("[data-reception] button"));
  assert.equal(document.querySelector("[data-reception] b"), null);
  assert.equal(asked.length, 1);
  document.querySelector("[data-reception] button").click();
  assert.equal(await taking, null);
  assert.deepEqual(asked[1].slice(0, 2), [`/api/tables/${session.id}/link`, { code: "the-code" }]);
  assert.equal(savedSeat(session.id).token, "lent");
  assert.equal(location.href, PAGE);
  answerWith(200, { kind: "seat", name: "Bob", title: "Chess", seat: 2, is_mine: true });
  history.replaceState(null, "", "#seat=the-code");
  assert.equal(await takeSeatFromAddress(), null);
  assert.deepEqual(savedSeat(session.id).seat, 2);
});

test("the code in a link is found, and a code that was typed stays as it is", () => {
  assert.equal(codeIn(" https://ulpia.test/#device=abc-_1 "), "abc-_1");
  assert.equal(codeIn("7KQ4-9XWM"), "7KQ4-9XWM");
  assert.equal(codeIn("#device="), "");
  assert.equal(codeIn("x".repeat(300)).length, 64);
});
