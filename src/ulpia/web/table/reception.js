// The reception of a friend who opens an invitation: who invites, who sits where, one's own name, and a seat.

/** @import { InvitationInfo, Seat } from "../types.js" */

import { find, html, icon, seatIcon } from "../shared/dom.js";
import { storage } from "../shared/storage.js";
import { translate } from "../shared/texts.js";

const MOST_LETTERS = 24;

/**
 * What a guest has chosen; null: only to watch.
 * @typedef {{name: string, seat: number}|null} Choice
 */

/**
 * Describes who sits at a seat, before one sits at the table oneself.
 * @param {Seat} seat
 * @param {number} mine the seat that the invitation leads to
 */
export function describeGuest({ seat, kind, is_taken, is_here, for_people }, mine) {
  if (is_taken) return translate(is_here ? "is_here" : "is_away");
  if (seat === mine) return translate("your_seat");
  if (for_people) return translate("is_expected");
  return translate(kind === "computer" ? "is_computer" : "is_expected");
}

/**
 * Lists the seats that a guest can take: those for people that nobody has taken.
 * @param {InvitationInfo} invitation
 */
export const freeSeats = ({ seats }) => seats.filter((seat) => seat.for_people && !seat.is_taken);

/**
 * Asks a guest for a name and a seat.
 * @param {InvitationInfo} invitation
 * @returns {Promise<Choice>}
 */
export function receiveGuest(invitation) {
  return new Promise((resolve) => {
    const section = html("section", {
      class: "reception",
      "data-reception": true,
      "aria-labelledby": "reception-title",
    });
    const leave = (/** @type {Choice} */ choice) => {
      section.remove();
      find("main").inert = false;
      resolve(choice);
    };
    section.append(card(invitation, leave));
    find("main").inert = true;
    document.body.append(section);
    find("input[name=name]", section).focus();
  });
}

/**
 * @param {InvitationInfo} invitation
 * @param {(choice: Choice) => void} leave
 */
function card(invitation, leave) {
  const { host, title, seat: mine } = invitation;
  const heading = host === null ? translate("invited_to", { title }) : translate("invites_you", { host, title });
  const free = freeSeats(invitation);
  const choosing = free.length > 1;
  const name = html("input", {
    name: "name",
    maxlength: MOST_LETTERS,
    value: storage.getItem("name") ?? "",
    autocomplete: "nickname",
    "aria-describedby": "name-trouble",
  });
  const trouble = html("p", { class: "trouble", id: "name-trouble", role: "alert" });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const given = name.value.trim();
    if (!given) {
      trouble.textContent = translate("name_needed");
      name.focus();
      return;
    }
    storage.setItem("name", given);
    const chosen = /** @type {HTMLInputElement|null} */ (form.querySelector("input[name=seat]:checked"));
    leave({ name: given, seat: chosen ? Number(chosen.value) : mine });
  };
  const seats = invitation.seats.map((seat) => seatRow(seat, mine, choosing && free.includes(seat)));
  const form = html(
    "form",
    { class: "cardbox", onsubmit },
    icon("wreath"),
    html("h1", { id: "reception-title" }, heading),
    ...(invitation.is_creator ? [html("p", { class: "faint" }, translate("own_invitation"))] : []),
    html("label", { class: "own-name" }, html("span", {}, translate("my_name")), name),
    trouble,
    html("h2", { class: "title" }, translate(choosing ? "choose_seat" : "who_sits")),
    html("ul", { class: "seats" }, ...seats),
    html(
      "nav",
      { "aria-label": translate("next_steps") },
      html("button", { class: "btn primary" }, translate("sit_down")),
      html("button", { class: "btn", type: "button", onclick: () => leave(null) }, translate("only_watch")),
    ),
  );
  return form;
}

/**
 * @param {Seat} seat
 * @param {number} mine
 * @param {boolean} canChoose
 */
function seatRow(seat, mine, canChoose) {
  const about = html("span", { class: seat.is_here ? "here" : "" }, describeGuest(seat, mine));
  const shown = [seatIcon(seat.seat), html("b", {}, seat.name), about];
  if (!canChoose) return html("li", {}, ...shown);
  const radio = html("input", { type: "radio", name: "seat", value: seat.seat, checked: seat.seat === mine });
  return html("li", {}, html("label", {}, radio, ...shown));
}
