import "./browser.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { setTexts, translate } from "../../src/ulpia/web/shared/texts.js";
import { promptLines } from "../../src/ulpia/web/table/prompt.js";
import { Session } from "../../src/ulpia/web/table/session.js";
import { readTexts } from "./catalogue.js";
import { computer, person, state, welcome } from "./samples.js";

/** @type {Session} */
let session;

beforeEach(() => {
  setTexts(readTexts("en"));
  session = new Session("t");
  session.enter(welcome());
});

const presence = (changes) => ({ ...welcome(changes), type: "presence" });

test("a session is new until its first state", () => {
  assert.equal(session.isNew, true);
  assert.equal(session.updateState(state()).isNew, true);
  assert.equal(session.isNew, false);
  assert.equal(session.updateState(state()).isNew, false);
});

test("after a new welcome the session is new again", () => {
  session.updateState(state());
  session.enter(welcome());
  const before = session.updateState(state());
  assert.deepEqual([before.isNew, before.isMyTurn], [true, false]);
});

test("a state returns what held before", () => {
  session.updateState(state({ position: 3, seat: 0 }));
  const before = session.updateState(state({ position: 4, seat: 1 }));
  assert.equal(before.state.position, 3);
  assert.equal(before.isMyTurn, true);
  assert.equal(session.isMyTurn, false);
});

test("it is nobody's turn for a spectator", () => {
  session.enter(welcome({ you: null }));
  session.updateState(state({ seat: 0 }));
  assert.equal(session.isSpectator, true);
  assert.equal(session.isMyTurn, false);
});

test("a computer that decides is thinking, until the game is over", () => {
  session.updateState(state({ seat: 1 }));
  assert.equal(session.thinkingSeat, 1);
  session.updateState(state({ seat: null, is_over: true }));
  assert.equal(session.thinkingSeat, null);
});

test("a seat that is handed over is not mine to decide", () => {
  session.updateState(state({ seat: 0 }));
  assert.equal(session.updatePresence(presence({ seats: [computer(0, "Ada"), computer(1, "Livia")] })), true);
  assert.deepEqual([session.isMyTurn, session.isHandedOver, session.thinkingSeat], [false, true, 0]);
});

test("who plays changes also when computers become ready, not by names and pace", () => {
  assert.equal(session.updatePresence(presence({ preparing: 0.5 })), true);
  assert.equal(session.updatePresence(presence({ preparing: 0.7 })), false);
  assert.equal(session.updatePresence(presence({ preparing: null })), true);
  assert.equal(session.updatePresence(presence({ pace: 0, seats: [person(0, "Eva"), computer(1, "Livia")] })), false);
  assert.deepEqual(session.names, ["Eva", "Livia"]);
});

test("skipping counts who is here, plays and has not wished it", () => {
  const seats = [person(0, "Ada"), computer(1, "Livia"), person(2, "Bob"), { ...person(3, "Eva"), is_here: false }];
  session.updatePresence(presence({ seats }));
  session.updateState(state({ seat: 0 }));
  assert.equal(session.canSkip, false);
  session.updateState(state({ seat: 1 }));
  assert.deepEqual([session.canSkip, session.isSkipping, session.watching], [true, false, [2]]);
  assert.equal(session.updatePresence(presence({ seats, skipping: [0] })), true);
  assert.deepEqual([session.isSkipping, session.watching], [true, [2]]);
  assert.equal(promptLines(session, null).asked, translate("skips_with", { names: "Bob" }));
  session.updatePresence(presence({ seats, skipping: [2] }));
  assert.equal(promptLines(session, null).asked, translate("wants_to_skip", { names: "Bob" }));
  session.updatePresence(presence({ seats, skipping: [0, 2] }));
  assert.deepEqual(session.watching, []);
});

test("a computer's name tells its level, unless its name does", () => {
  assert.equal(session.nameWithLevel(1), "Livia (Centurio)");
  const seats = [person(0, "Ada"), computer(1, "Centurio 2")];
  session.updatePresence(presence({ seats }));
  assert.equal(session.nameWithLevel(1), "Centurio 2");
  session.updatePresence(presence({ seats: [person(0, "Ada"), { ...computer(1, "Bruno"), for_people: true }] }));
  assert.equal(session.nameWithLevel(1), "Bruno");
});

const prompt = (changes, pending = null) => {
  session.updateState(state(changes));
  return promptLines(session, pending);
};

test("the prompt on one's own turn", () => {
  assert.deepEqual(prompt({ seat: 0 }), { who: "Your turn", asked: "Which piece do you move?" });
});

test("the prompt while a computer thinks", () => {
  assert.deepEqual(prompt({ seat: 1 }), {
    who: "Livia (Centurio) is thinking",
    asked: "“Which piece do you move?”",
  });
});

test("the prompt while computers get ready", () => {
  session.updatePresence(presence({ preparing: 0.2 }));
  assert.equal(prompt({ seat: 1 }).who, "Livia is getting ready");
});

test("the prompt of a spectator names who decides", () => {
  session.enter(welcome({ you: null }));
  assert.equal(prompt({ seat: 1 }).who, "You are watching. Livia decides");
});

test("the prompt while another person decides", () => {
  session.updatePresence(presence({ seats: [person(0, "Ada"), person(1, "Bruno")] }));
  assert.equal(prompt({ seat: 1 }).who, "Bruno decides");
});

test("the prompt of a seat that was handed over", () => {
  session.updatePresence(presence({ seats: [computer(0, "Ada"), person(1, "Bruno")] }));
  assert.deepEqual(prompt({ seat: 1 }), { who: "A computer plays for you", asked: "Bruno decides" });
});

test("the prompt of a finished game names all winners", () => {
  const outcome = { ranking: [[0, 1]], points: [3, 3] };
  assert.deepEqual(prompt({ seat: null, asked: null, is_over: true, outcome }), {
    who: "Wins: Ada, Livia",
    asked: "The game is over.",
  });
});

test("what is picked comes first in the prompt", () => {
  const pending = { actions: [1], about: "Sowing", asked: "Like this?", places: [], choices: [] };
  assert.deepEqual(prompt({ seat: 0 }, pending), { who: "Sowing", asked: "Like this?" });
});
