// The menu of the table: who sits where, links for friends, and the player's own preferences.

/** @import { SavedSeat, Seat } from "../types.js" */

import { createInvitation } from "../shared/api.js";
import { find, findDialog, html, seatShape } from "../shared/dom.js";
import { sharedOrigin } from "../shared/network.js";
import { PACES } from "../shared/pace.js";
import { copyText, messageOf, showNotice } from "../shared/page.js";
import { segmented } from "../shared/segmented.js";
import { savedSeat, saveSeat, storage } from "../shared/storage.js";
import { translate } from "../shared/texts.js";
import { asksForConfirmation } from "./choices.js";
import { clockRows } from "./clock.js";
import { connection } from "./connection.js";
import { farewellRows } from "./farewell.js";
import { describeSeat, openDevices } from "./gathering.js";
import { showLinks } from "./invite.js";
import { sitAt } from "./seat.js";
import { session } from "./session.js";
import { playTurnSound, setVolume, volume } from "./sound.js";
import { showsSummaries, switchSummaries } from "./summary.js";
import { isTeaching, switchTeacher } from "./teacher.js";

const dialog = () => findDialog("[data-settings]");

/** The rows as they were drawn last. */
let drawn = "";

/** Opens the menu, or draws it again while it is open. */
export function showMenu() {
  draw(menuRows());
  if (!dialog().open) dialog().showModal();
}

/** @param {HTMLElement[]} rows */
function draw(rows) {
  drawn = written(rows);
  find("[data-settings-body]").replaceChildren(...rows);
}

/** @param {HTMLElement[]} rows */
const written = (rows) => rows.map((row) => row.outerHTML).join("");

/** @returns {HTMLElement[]} */
function menuRows() {
  const settings = session.settings.map(({ title, words }) => `${title}: ${words}`).join(" · ");
  return [
    html("h3", { class: "title", id: "settings-title" }, translate("seats")),
    html("ul", { class: "seats" }, ...session.seats.map(seatRow)),
    ...rightsNote(),
    ...(session.spectators ? [note(translate("spectators", { count: session.spectators }))] : []),
    ...(session.isSpectator ? [] : [nameRow(), paceRow(), ...hintRows()]),
    ...clockRows(),
    ...farewellRows(),
    html("h3", { class: "title" }, translate("for_me")),
    ...(session.isSpectator ? [] : [teacherRow(), confirmationRow(), notificationRow()]),
    checkbox("show_summaries", showsSummaries(), switchSummaries),
    volumeRow(),
    linkRow(),
    note(settings),
    note(translate("keys")),
  ];
}

/**
 * Draws an open menu again if something in it has changed: a button that is being pressed must not vanish without need.
 * The focus and what was being typed stay.
 */
export function refreshMenu() {
  if (!dialog().open) return;
  const rows = menuRows();
  if (written(rows) === drawn) return;
  const controls = () => /** @type {HTMLInputElement[]} */ ([...dialog().querySelectorAll("button, input, a")]);
  const focused = /** @type {HTMLInputElement} */ (document.activeElement);
  const index = controls().indexOf(focused);
  const typed = focused.maxLength > 0 ? focused.value : null;
  draw(rows);
  const again = controls()[index];
  again?.focus();
  if (again && typed !== null) again.value = typed;
}

/** @param {string} words */
const note = (words) => html("p", { class: "faint" }, words);

/** Says what the host of a table with several people may do, and what nobody may, to each as it concerns them. */
function rightsNote() {
  const people = session.seats.filter(({ for_people }) => for_people);
  if (session.isSpectator) return [note(translate("you_watch"))];
  if (people.length < 2) return [];
  const host = session.seats.find(({ is_creators }) => is_creators)?.name;
  if (session.isCreator) return [note(translate("you_host"))];
  return [note(host ? translate("they_host", { host }) : translate("nobody_hosts"))];
}

/**
 * @param {string} text key of the catalogue
 * @param {() => void} onclick
 */
const smallButton = (text, onclick) => html("button", { class: "btn small", type: "button", onclick }, translate(text));

/** @param {Seat} seat */
function seatRow(seat) {
  const about = session.agents.find(({ name }) => name === seat.agent)?.about;
  const row = html(
    "li",
    {},
    seatShape(seat.seat),
    html("b", {}, seat.name),
    html("span", { class: seat.is_here ? "here" : "", title: about }, describeSeat(seat)),
  );
  row.append(...seatButtons(seat, row));
  return row;
}

/**
 * @param {Seat} seat
 * @param {HTMLElement} row
 */
function seatButtons(seat, row) {
  const isMine = seat.seat === session.you;
  const isComputer = seat.kind === "computer";
  const { isCreator } = session;
  const buttons = [];
  if (!isComputer && (isMine || isCreator)) buttons.push(smallButton("hand_over", () => toggleLevels(seat, row)));
  if (isComputer && !isMine && isCreator) buttons.push(smallButton("other_level", () => toggleLevels(seat, row)));
  if (!isMine && session.held.includes(seat.seat)) buttons.push(smallButton("sit_here", () => changeSeat(seat.seat)));
  if (isComputer && isMine) {
    buttons.push(smallButton("take_back", () => void connection.send({ type: "take_back", seat: seat.seat })));
  }
  if (seat.for_people && !seat.is_taken && isCreator) {
    buttons.push(smallButton("new_link", () => replaceInvitation(seat)));
  }
  return buttons;
}

/**
 * Goes on at another seat of the same player.
 * @param {number} seat
 */
function changeSeat(seat) {
  sitAt(seat);
  location.reload();
}

/**
 * Shows or hides the levels that can play a seat.
 * @param {Seat} seat
 * @param {HTMLElement} row
 */
function toggleLevels(seat, row) {
  const shown = find(".levels", row);
  if (shown) return shown.remove();
  const levels = session.agents
    .filter((agent) => agent.is_level)
    .map(({ name, title, about }) => {
      const handOver = () => void connection.send({ type: "hand_over", seat: seat.seat, agent: name });
      const isChosen = session.seats[seat.seat].agent === name;
      return html(
        "button",
        { class: "choice", type: "button", "aria-pressed": String(isChosen), onclick: handOver },
        html("b", {}, title),
        html("small", {}, about),
      );
    });
  row.append(html("div", { class: "levels choices" }, ...levels));
  return levels[0].focus();
}

/** With other people at the table, all of them have to agree to hints, also while a computer plays for them. */
function hintRows() {
  const people = session.seats.filter((seat) => seat.kind === "person" || seat.is_taken);
  const mine = people.find((seat) => seat.seat === session.you);
  if (!mine || people.length < 2) return [];
  const missing = people.filter((seat) => !seat.agrees_to_hints).map((seat) => seat.name);
  return [
    checkbox("hints_fine", mine.agrees_to_hints, (isFine) => {
      connection.send({ type: "hints", are_fine: isFine });
    }),
    note(session.hints ? translate("hints_on") : translate("hints_off", { names: missing.join(", ") })),
  ];
}

/**
 * Creates a new invitation to a seat that nobody has taken and shows it. The old one stops working.
 * @param {Seat} seat
 */
async function replaceInvitation(seat) {
  try {
    const created = await createInvitation(session.id, seat.seat);
    const link = location.origin + created.link;
    const mine = savedSeat(session.id);
    if (mine) {
      /** @type {SavedSeat["links"]} */
      const links = [...mine.links.filter(([name]) => name !== seat.name), [seat.name, link]];
      saveSeat(session.id, { ...mine, links });
    }
    dialog().close();
    await showLinks();
  } catch (error) {
    showNotice(messageOf(error));
  }
}

function nameRow() {
  const label = translate("my_name");
  const input = html("input", { maxlength: 24, value: session.names[session.you ?? 0], "aria-label": label });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    connection.send({ type: "name", name: input.value.trim() });
  };
  const save = html("button", { class: "btn small" }, translate("save"));
  return html("form", { class: "line", onsubmit }, html("span", {}, label), input, save);
}

function paceRow() {
  const label = translate("pace");
  /** @type {[string, string][]} */
  const paces = PACES.map(({ seconds, text }) => [String(seconds), translate(text)]);
  const buttons = segmented(label, paces, String(session.pace), (value) => {
    connection.send({ type: "pace", seconds: Number(value) });
  });
  return html("div", { class: "line" }, html("span", {}, label), buttons);
}

/**
 * @param {string} text key of the catalogue
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} onChange
 */
function checkbox(text, isOn, onChange) {
  const input = html("input", { type: "checkbox", checked: isOn, onchange: () => onChange(input.checked) });
  return html("label", { class: "line" }, input, html("span", {}, translate(text)));
}

const teacherRow = () => checkbox("explain_new", isTeaching(), switchTeacher);

function confirmationRow() {
  return checkbox("confirm_ends", asksForConfirmation(), (isOn) => storage.setItem("confirm", isOn ? "yes" : "no"));
}

function notificationRow() {
  return checkbox("notify", storage.getItem("notify") === "yes", switchNotifications);
}

function volumeRow() {
  const input = html("input", {
    type: "range",
    min: 0,
    max: 1,
    step: 0.1,
    value: volume(),
    onchange: () => {
      setVolume(Number(input.value));
      playTurnSound();
    },
  });
  return html("label", { class: "line" }, html("span", {}, translate("sounds")), input);
}

function linkRow() {
  /** @type {(text: string, link: string) => Node} */
  const copyButton = (text, link) =>
    html("button", { class: "btn", type: "button", onclick: () => void copyText(link) }, translate(text));
  return html(
    "div",
    { class: "buttons" },
    copyButton("copy_watch", `${sharedOrigin()}/table/${session.id}`),
    html("button", { class: "btn", type: "button", onclick: () => void openDevices() }, translate("devices")),
    html("a", { class: "btn", href: `/rules/${session.game}`, target: "_blank" }, translate("rules")),
    html("a", { class: "btn", href: "/" }, translate("leave")),
  );
}

/** @param {boolean} isOn */
async function switchNotifications(isOn) {
  const isAllowed = isOn && "Notification" in window && (await Notification.requestPermission()) === "granted";
  storage.setItem("notify", isAllowed ? "yes" : "no");
  if (isOn && !isAllowed) showNotice(translate("notify_refused"));
  refreshMenu();
}

/** Notifies a player who looks elsewhere that it is their turn. */
export function notifyTurn() {
  const isWanted = document.hidden && storage.getItem("notify") === "yes";
  if (!isWanted || !("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const body = `${translate("your_turn")}: ${session.state.asked}`;
    const notification = new Notification("Ulpia", { body, icon: "/assets/icon.svg", tag: session.id });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Some phones allow notifications and yet cannot create any.
  }
}

/**
 * Shows a sentence until the player closes it.
 * @param {string} sentence
 */
export function showMessage(sentence) {
  const box = findDialog("[data-menu]");
  find("h2", box).textContent = translate("watch");
  find(".choices", box).replaceChildren(
    html("p", {}, sentence),
    html("button", { class: "btn primary", onclick: () => box.close() }, translate("close")),
  );
  if (!box.open) box.showModal();
}
