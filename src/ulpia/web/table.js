// @ts-check
// The table: it shows what the server sends, lights what the server lists, and sends numbers back.

import { lay, layOut, receive } from "./board.js";
import { confirm, offer, pickNumber, planned, putBack, refused, undo, walk } from "./choice.js";
import { helpful, startAsking } from "./help.js";
import { closeHint, dropHint, furnishHints, hint, hinted, noHint, show as showHint } from "./hint.js";
import { becomeOwner, isForgetful, notice, one, recall, remember, say, store, tool, turnAway, visit } from "./house.js";
import { fly, pieces, rise, settle } from "./motion.js";
import * as replay from "./replay.js";
import { notify, refresh, showLinks, showMenu } from "./seats.js";
import { bell, brass, harp } from "./sound.js";
import * as story from "./story.js";
import { showThinker } from "./thinking.js";
import { connect, isMine, isWelcome, kept, leave, on, table } from "./wire.js";

let isFirst = true;
/** What has changed on the board since one's own last action, to be marked when one is asked again. @type {Set<string>} */
const news = new Set();

/** @param {any} message */
async function welcome(message) {
  Object.assign(table, { you: message.you, isCreator: message.is_creator, game: message.game, title: message.title, sources: message.sources,
    agents: message.agents, settings: message.settings });
  one("[data-title]").textContent = message.title;
  document.body.dataset.game = message.game;
  story.hush();
  await layOut(message);
  presence(message);
  // A link that leads to a seat is worth keeping, unless the seat kept here is of whoever opened the table.
  const mine = kept();
  if (mine && table.you !== null && !recall(`seat-${table.id}`)?.links?.length) remember(table.id, mine.token);
  await helpful(one(".stage"), message.game);
  one("[data-talk]").hidden = table.you === null;
  isFirst = true;
}

/** Who sits where. @param {any} message */
function presence(message) {
  const { seats, pace, spectators, hints, preparing } = message, was = table.seats.map((seat) => seat.kind).join(), wasReady = table.preparing === null;
  Object.assign(table, { seats, pace, spectators, hints, preparing, names: seats.map((/** @type {any} */ seat) => seat.name) });
  replay.people();
  refresh();
  if (isFirst) return;
  showHint();
  showThinker();
  // Whoever takes a seat back, or hands it over, in its turn: no state comes, and something else can be chosen. The same when opponents are ready.
  const isOther = was !== table.seats.map((seat) => seat.kind).join() || wasReady !== (preparing === null);
  if (isOther && !replay.stays()) offer();
}

/** A position: new drawings, the question, what may be chosen. @param {any} message */
function state(message) {
  const before = isFirst ? [] : pieces(), was = table.state, wasMine = !isFirst && isMine(), points = isFirst ? message.points : was.points;
  table.state = message;
  receive(message.districts, message.gone);
  if (isFirst || was.revision !== message.revision) dropHint();
  const isElsewhere = !isFirst && replay.stays();
  if (!isElsewhere) {
    one("[data-crumb]").textContent = message.crumb ?? "";
    lay();
    replay.present();
    offer();
    story.scores(message);
  }
  showHint();
  story.sift();
  if (!isFirst && !isElsewhere) {
    keepNews(fly(before, wasMine), wasMine);
    rise(points, message.points);
    if (wasMine && table.you !== null && message.points[table.you] > points[table.you]) harp();
  }
  if (isMine() && !wasMine && !isFirst) bell(), notify();
  document.title = isMine() ? `● ${say("your_turn")} – Ulpia` : `${table.title} – Ulpia`;
  if (isFirst) settle();
  const followed = isFirst && replay.follow();
  if (message.is_over && (isFirst || !was.is_over)) end(message, !followed);
  isFirst = false;
}

/** Mark what changed while others played, until one acts oneself. @param {Element[]} came @param {boolean} wasMine */
function keepNews(came, wasMine) {
  for (const old of document.querySelectorAll(".last")) old.classList.remove("last");
  if (wasMine) news.clear();
  else for (const element of came) news.add(element.closest(".opt")?.id ?? "");
  news.delete("");
  if (isMine()) for (const id of news) document.getElementById(id)?.classList.add("last");
}

/** @param {any} message @param {boolean} isShown whether to the end at once: an address may lead elsewhere */
async function end(message, isShown) {
  if (isShown) brass();
  const { showFinal } = await import("./final.js");
  await showFinal(message, table, isShown);
}

/** The server said no: to something here, or to coming in at all. @param {any} message */
function refusal(message) {
  if (isWelcome()) {
    notice(message.sentence);
    noHint();
    return refused();
  }
  visit.removeItem(`seat-${table.id}`);
  leave();
  turnAway(message.sentence);
}

/** @param {KeyboardEvent} event */
function key(event) {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey || event.altKey || one("dialog[open]")) return;
  const onNothing = document.activeElement === document.body || document.activeElement?.classList.contains("lit");
  if (event.key === "Backspace") undo();
  else if (event.key === "t") hint();
  else if (event.key === "Escape") putBack() || closeHint() || (!table.state.is_over && replay.now());
  else if (event.key === "Enter" && onNothing && confirm()) event.preventDefault();
  else if (/^[1-9]$/.test(event.key)) pickNumber(Number(event.key) - 1);
  else if (event.key === "?") window.open(`/rules/${table.game}`, "_blank");
  else if (walk(event.key)) event.preventDefault();
}

export function tablePage() {
  if (location.hash.length > 1) {
    becomeOwner();
    visit.setItem(`seat-${table.id}`, JSON.stringify({ token: location.hash.slice(1), links: [] }));
    if (!isForgetful) history.replaceState(null, "", location.pathname + location.search);
  }
  addEventListener("hashchange", () => { if (location.hash.length > 1) location.reload(); });
  const mine = kept();
  one("[data-tools]").prepend(...(mine?.links?.length ? [tool("person", say("invite"), showLinks)] : []), tool("help", say("what_is_this"), startAsking), tool("menu", say("menu"), showMenu));
  if (mine?.links?.length && !mine.seen) {
    showLinks();
    store.setItem(`seat-${table.id}`, JSON.stringify({ ...mine, seen: true }));
  }
  /** @type {HTMLInputElement} */ (one("[data-talk] input")).placeholder = say("say_something");
  table.onWatch = replay.watchAgain;
  story.furnish(replay.lookAt);
  replay.furnish();
  furnishHints();
  one("[data-undo]").addEventListener("click", undo);
  document.addEventListener("keydown", key);
  for (const [kind, handler] of Object.entries({ welcome, presence, state, planned, hint: hinted, look: replay.look, log: story.log, chat: story.chat,
    refused: refusal })) on(kind, handler);
  connect();
}
