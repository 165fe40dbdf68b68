// @ts-check
// Who sits where, links for friends, and how this table behaves for me: the menu.

import { confirms } from "./choice.js";
import { ask, copy, draw, language, make, notice, one, remember, say, store } from "./house.js";
import { bell, setVolume, volume } from "./sound.js";
import { kept, send, table } from "./wire.js";

const PACES = /** @type {[number, string][]} */ ([[1.6, "slow"], [0.9, "usual"], [0.3, "fast"], [0, "at_once"]]);

const dialog = () => /** @type {HTMLDialogElement} */ (one("[data-settings]"));

/** Open the menu, or draw it again while it is open. */
export function showMenu() {
  const watch = `${location.origin}/table/${table.id}`;
  one("[data-settings-body]").replaceChildren(
    make("h3", { class: "title", id: "settings-title" }, say("seats")), make("ul", { class: "seats" }, ...table.seats.map(seatRow)),
    ...(table.spectators ? [make("p", { class: "faint" }, say("spectators", { count: table.spectators }))] : []),
    ...(table.you === null ? [] : [nameRow(), paceRow(), ...hintRow()]),
    make("h3", { class: "title" }, say("for_me")),
    ...(table.you === null ? [] : [check("confirm_ends", confirms(), (is_on) => store.setItem("confirm", is_on ? "yes" : "no")),
      check("notify", store.getItem("notify") === "yes", askToNotify)]),
    soundRow(),
    make("div", { class: "buttons" },
      make("button", { class: "btn", type: "button", onclick: () => copy(watch) }, say("copy_watch")),
      make("a", { class: "btn", href: `/rules/${table.game}`, target: "_blank" }, say("rules")),
      make("a", { class: "btn", href: "/" }, say("leave"))),
    make("p", { class: "faint" }, table.settings.map((setting) => `${setting.title}: ${setting.words}`).join(" · ")),
    make("p", { class: "faint" }, say("keys")));
  if (!dialog().open) dialog().showModal();
}

/** Something about the seats has changed. Whoever is busy with the menu keeps their place in it, and what they were typing. */
export function refresh() {
  if (!dialog().open) return;
  const fields = () => /** @type {HTMLInputElement[]} */ ([...dialog().querySelectorAll("button, input, a")]);
  const focused = /** @type {HTMLInputElement} */ (document.activeElement), at = fields().indexOf(focused), typed = focused.maxLength > 0 ? focused.value : null;
  showMenu();
  const again = fields()[at];
  again?.focus();
  if (again && typed !== null) again.value = typed;
}

/** @param {import("./wire.js").Seat} seat */
function seatRow(seat) {
  const agent = table.agents.find((each) => each.name === seat.agent);
  const state = seat.kind === "computer" ? say("plays_itself", { level: agent?.title ?? "" }) : seat.seat === table.you ? say("that_is_you") : say(seat.is_here ? "is_here" : "is_away");
  const row = make("li", {}, draw("svg", { class: "shape", viewBox: "0 0 24 24", "aria-hidden": "true", style: `color:var(--seat-${seat.seat})` }, draw("use", { href: `#seat-${seat.seat}` })),
    make("b", {}, seat.name), make("span", { class: seat.is_here ? "here" : "", title: agent?.about }, state));
  const isMine = seat.seat === table.you;
  if (seat.kind === "person" && (isMine || table.isCreator)) row.append(make("button", { class: "btn small", type: "button", onclick: () => handOver(seat.seat, row) }, say("hand_over")));
  if (seat.kind === "computer" && !isMine && table.isCreator) row.append(make("button", { class: "btn small", type: "button", onclick: () => handOver(seat.seat, row) }, say("other_level")));
  if (seat.kind === "computer" && isMine) row.append(make("button", { class: "btn small", type: "button", onclick: () => send({ type: "take_back", seat: seat.seat }) }, say("take_back")));
  if (seat.for_people && !isMine && table.isCreator) row.append(make("button", { class: "btn small", type: "button", onclick: () => newLink(seat) }, say("new_link")));
  return row;
}

/** Which level shall play? @param {number} seat @param {HTMLElement} row */
function handOver(seat, row) {
  if (row.querySelector(".levels")) return void row.querySelector(".levels")?.remove();
  const levels = table.agents.filter((agent) => agent.is_level).map((agent) => make("button", { class: "choice", type: "button", "aria-pressed": String(table.seats[seat].agent === agent.name), onclick: () => send({ type: "hand_over", seat, agent: agent.name }) },
    make("b", {}, agent.title), make("small", {}, agent.about)));
  row.append(make("div", { class: "levels choices" }, ...levels));
  levels[0].focus();
}

/** With other people at the table all have to agree to hints. */
function hintRow() {
  const people = table.seats.filter((seat) => seat.kind === "person"), mine = people.find((seat) => seat.seat === table.you);
  if (!mine || people.length < 2) return [];
  const against = people.filter((seat) => !seat.agrees_to_hints).map((seat) => seat.name).join(", ");
  return [check("hints_fine", mine.agrees_to_hints, (are_fine) => send({ type: "hints", are_fine })),
    make("p", { class: "faint" }, table.hints ? say("hints_on") : say("hints_off", { names: against }))];
}

/** The old link stops working; whoever came by it has to leave. @param {import("./wire.js").Seat} seat */
async function newLink(seat) {
  try {
    const made = await ask(`/api/tables/${table.id}/seats/${seat.seat}/link?language=${language()}`, {});
    const mine = kept(), link = location.origin + made.link;
    if (mine) remember(table.id, mine.token, [...mine.links.filter(([name]) => name !== seat.name), [seat.name, link]]);
    await copy(link);
  } catch (error) {
    notice(String(/** @type {Error} */ (error).message));
  }
}

function nameRow() {
  const input = /** @type {HTMLInputElement} */ (make("input", { maxlength: 24, value: table.names[table.you ?? 0], "aria-label": say("my_name") }));
  return make("form", { class: "line", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); send({ type: "name", name: input.value.trim() }); } },
    make("span", {}, say("my_name")), input, make("button", { class: "btn small" }, say("save")));
}

function paceRow() {
  return make("div", { class: "line" }, make("span", {}, say("pace")), make("span", { class: "seg", role: "group", "aria-label": say("pace") },
    ...PACES.map(([seconds, word]) => make("button", { type: "button", "aria-pressed": String(table.pace === seconds), onclick: () => send({ type: "pace", seconds }) }, say(word)))));
}

/** @param {string} word @param {boolean} isOn @param {(isOn: boolean) => void} changed */
function check(word, isOn, changed) {
  return make("label", { class: "line" }, make("input", { type: "checkbox", checked: isOn, onchange: (/** @type {Event} */ event) => changed(/** @type {HTMLInputElement} */ (event.target).checked) }), make("span", {}, say(word)));
}

function soundRow() {
  return make("label", { class: "line" }, make("span", {}, say("sounds")), make("input", { type: "range", min: 0, max: 1, step: 0.1, value: volume(),
    onchange: (/** @type {Event} */ event) => { setVolume(Number(/** @type {HTMLInputElement} */ (event.target).value)); bell(); } }));
}

/** @param {boolean} isOn */
async function askToNotify(isOn) {
  const may = isOn && "Notification" in window && (await Notification.requestPermission()) === "granted";
  store.setItem("notify", may ? "yes" : "no");
  if (isOn && !may) notice(say("notify_refused"));
  refresh();
}

/** It is my turn, and I am looking elsewhere. */
export function notify() {
  if (document.hidden && store.getItem("notify") === "yes" && "Notification" in window && Notification.permission === "granted") {
    try {
      const shown = new Notification("Ulpia", { body: `${say("your_turn")}: ${table.state.asked}`, icon: "/assets/icon.svg", tag: table.id });
      shown.onclick = () => { window.focus(); shown.close(); };
    } catch { /* Some phones allow notifications and yet make none. */ }
  }
}

/** Links to send, for whoever opened a table with friends. */
export function showLinks() {
  const links = kept()?.links ?? [], box = /** @type {HTMLDialogElement} */ (one("[data-menu]"));
  one("h2", box).textContent = say("links");
  one(".choices", box).replaceChildren(...links.map(([name, link]) => make("button", { class: "choice", onclick: () => copy(link) }, make("span", {}, say("link_for", { name })), make("small", {}, link))),
    make("button", { class: "btn", onclick: () => box.close() }, say("close")));
  box.showModal();
}
