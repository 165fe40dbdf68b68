// One's own seat at this table on another device: the link to it, and the page of the device that opens it.

/** @import { DeviceLinkInfo } from "../types.js" */

import { makeSeatLink, openSeatLink, presentDeviceLink } from "../shared/api.js";
import { showDevices, showLink } from "../shared/devices.js";
import { find, findDialog, html, icon } from "../shared/dom.js";
import { messageOf, showNotice } from "../shared/page.js";
import { ownerKey, savedSeat } from "../shared/storage.js";
import { translate } from "../shared/texts.js";
import { session } from "./session.js";

/** Shows how the player plays on other devices: this seat, or all games. */
export async function showOtherDevices() {
  findDialog("[data-settings]").close();
  const box = findDialog("[data-devices-dialog]");
  await showDevices(box, ...(session.isSpectator ? [] : [seatSection()]));
}

function seatSection() {
  const shown = html("div", { "data-seat-link": true, "aria-live": "polite" });
  const make = async () => {
    try {
      const { link, minutes } = await makeSeatLink(session.id, session.you ?? 0, savedSeat(session.id)?.token);
      const table = session.isCreator ? session.id : null;
      await showLink(shown, link, translate("devices_once", { minutes }), table);
    } catch (error) {
      showNotice(messageOf(error));
    }
  };
  const button = html("button", { class: "btn go", type: "button", onclick: () => void make() });
  button.textContent = translate("devices_show_link");
  shown.append(button);
  const about = html("p", {}, translate("seat_link_about"));
  return html("section", {}, html("h3", {}, translate("seat_link")), about, shown);
}

/**
 * Asks a device that opens a link whether the seat shall be played there; null if not.
 * @param {string} code
 * @returns {Promise<{seat: number, token?: string, owner?: string}|null>}
 */
export async function receiveDevice(code) {
  const info = await presentDeviceLink(code);
  if (info.is_mine && ownerKey()) return { seat: info.seat ?? 0 };
  if (!(await askToPlay(info))) return null;
  return openSeatLink(session.id, code);
}

/**
 * @param {DeviceLinkInfo} info
 * @returns {Promise<boolean>}
 */
function askToPlay({ name, title }) {
  return new Promise((resolve) => {
    const leave = (/** @type {boolean} */ isFine) => {
      page.remove();
      find("main").inert = false;
      resolve(isFine);
    };
    const card = html(
      "div",
      { class: "cardbox" },
      icon("wreath"),
      html("h1", {}, translate("seat_link_title", { name: name ?? "", title: title ?? "" })),
      html("p", {}, translate("seat_link_warning", { name: name ?? "" })),
      html(
        "nav",
        { "aria-label": translate("next_steps") },
        html("button", { class: "btn primary", onclick: () => leave(true) }, translate("play_here")),
        html("button", { class: "btn", onclick: () => leave(false) }, translate("only_watch")),
      ),
    );
    const page = html("section", { class: "reception", "data-reception": true }, card);
    find("main").inert = true;
    document.body.append(page);
    find("button", page).focus();
  });
}
