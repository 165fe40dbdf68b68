import "./browser.js";
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { Connection } from "../../src/ulpia/web/table/connection.js";

const HELLO = { type: "hello", table: "t", language: "en" };

/** A socket that a test opens, closes and speaks through. */
class FakeSocket {
  readyState = 0;
  sent = [];

  open() {
    this.readyState = WebSocket.OPEN;
    this.onopen();
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  receive(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  close(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }
}

/** @type {FakeSocket[]} */
let sockets;
let lost;
/** @type {Connection} */
let connection;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  sockets = [];
  lost = [];
  connection = new Connection({
    createSocket: () => {
      sockets.push(new FakeSocket());
      return sockets.at(-1);
    },
    hello: () => HELLO,
    onOpen: () => {},
    onLost: () => lost.push(true),
  });
  connection.open();
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("hello is the first message of a connection", () => {
  assert.equal(connection.send({ type: "undo", revision: "r", to: 0 }), false);
  sockets[0].open();
  assert.deepEqual(sockets[0].sent, [HELLO]);
  assert.equal(connection.send({ type: "undo", revision: "r", to: 0 }), true);
  assert.equal(sockets[0].sent.length, 2);
});

test("a lost connection is opened again, later and later", () => {
  sockets[0].open();
  const waits = [800, 1280, 2048, 3276.8, 5242.88, 8000, 8000];
  for (const wait of waits) {
    const count = sockets.length;
    sockets.at(-1).close();
    mock.timers.tick(Math.floor(wait) - 1);
    assert.equal(sockets.length, count);
    mock.timers.tick(2);
    assert.equal(sockets.length, count + 1);
  }
});

test("a connection that succeeds resets the wait", () => {
  sockets[0].close();
  mock.timers.tick(800);
  sockets[1].close();
  mock.timers.tick(1280);
  sockets[2].open();
  sockets[2].close();
  mock.timers.tick(800);
  assert.equal(sockets.length, 4);
});

test("a page of another site does not try again", () => {
  sockets[0].open();
  sockets[0].close(4403);
  mock.timers.tick(60_000);
  assert.equal(sockets.length, 1);
  assert.deepEqual(lost, [true]);
});

test("a closed connection stays closed", () => {
  sockets[0].open();
  connection.close();
  mock.timers.tick(60_000);
  assert.equal(sockets.length, 1);
  assert.deepEqual(lost, []);
});

test("the server's welcome lets the client in, until the next connection", async () => {
  sockets[0].open();
  assert.equal(connection.isWelcome, false);
  sockets[0].receive({ type: "welcome" });
  assert.equal(connection.isWelcome, true);
  connection.reopen();
  sockets[1].open();
  assert.equal(connection.isWelcome, false);
});

test("messages are handled one after another", async () => {
  const handled = [];
  let finish;
  connection.on("welcome", async () => {
    await new Promise((resolve) => {
      finish = resolve;
    });
    handled.push("welcome");
  });
  connection.on("state", () => void handled.push("state"));
  sockets[0].open();
  sockets[0].receive({ type: "welcome" });
  sockets[0].receive({ type: "state" });
  await settled();
  assert.deepEqual(handled, []);
  finish();
  await settled();
  assert.deepEqual(handled, ["welcome", "state"]);
});

test("a handler that fails does not stop the next message", async () => {
  const logged = mock.method(console, "error", () => {});
  const handled = [];
  connection.on("log", () => {
    throw new Error("broken");
  });
  connection.on("state", () => void handled.push("state"));
  sockets[0].open();
  sockets[0].receive({ type: "log" });
  sockets[0].receive({ type: "state" });
  await settled();
  assert.deepEqual(handled, ["state"]);
  assert.equal(logged.mock.callCount(), 1);
  logged.mock.restore();
});

test("messages without a handler are ignored", async () => {
  sockets[0].open();
  sockets[0].receive({ type: "news from a later server" });
  await settled();
});
