// The dialog "My other devices": a link with which another browser has all games, a recovery code, signing others out.

/** @import { MyDevices } from "../types.js" */

import { fetchDevices, fetchMyTables, makeDeviceLink, makeRecoveryCode, signOutOthers } from "./api.js";
import { find, html } from "./dom.js";
import { findNetwork, sharedLink } from "./network.js";
import { copyText, messageOf, showNotice } from "./page.js";
import { isReachable, qrCode, reachNote } from "./reach.js";
import { ownerKey } from "./storage.js";
import { formatTimeAgo, translate } from "./texts.js";

const MILLISECONDS_BETWEEN_LOOKS = 3000;

/**
 * Shows the dialog.
 * @param {HTMLDialogElement} box
 * @param {...Node} more what stands above everything else
 */
export async function showDevices(box, ...more) {
  const body = html("div", { class: "devices", "data-devices": true });
  const close = html("button", { class: "btn primary", onclick: () => box.close() }, translate("close"));
  box.replaceChildren(html("h2", { id: box.getAttribute("aria-labelledby") }, translate("devices")), body, close);
  if (!box.open) box.showModal();
  box.scrollTop = 0;
  try {
    const devices = ownerKey() ? await fetchDevices() : { devices: [], recovery: null };
    const sections = ownerKey() ? [linkSection(box, devices), recoverySection(devices), listSection(box, devices)] : [];
    body.replaceChildren(...more, ...sections, codeForm(box));
  } catch (error) {
    body.replaceChildren(html("p", { role: "alert" }, messageOf(error)));
  }
}

/**
 * @param {string} title key of the catalogue
 * @param {...(Node|string)} children
 */
const section = (title, ...children) => html("section", {}, html("h3", {}, translate(title)), ...children);

/**
 * @param {string} kind
 * @param {string} text key of the catalogue
 * @param {() => void} onclick
 */
const button = (kind, text, onclick) =>
  html("button", { class: `btn ${kind}`, type: "button", onclick }, translate(text));

/**
 * A link with its QR code. It is made when it is asked for, because an earlier one then stops working.
 * @param {HTMLDialogElement} box
 * @param {MyDevices} before
 */
function linkSection(box, before) {
  const shown = html("div", { "data-device-link": true, "aria-live": "polite" });
  const make = async () => {
    try {
      const { link, minutes } = await makeDeviceLink();
      await showLink(shown, link, translate("devices_once", { minutes }), await creatorTable());
      watchForNew(box, shown, before.devices.length);
    } catch (error) {
      showNotice(messageOf(error));
    }
  };
  shown.append(button("go", "devices_show_link", () => void make()));
  return section("devices_bring", html("p", {}, translate("devices_about")), shown);
}

/** A table that this player has opened: with it the local network may be let in. */
async function creatorTable() {
  const { games } = await fetchMyTables();
  return games.find(({ is_creator }) => is_creator)?.table ?? null;
}

/**
 * Shows a link with its QR code and a button that copies it.
 * @param {HTMLElement} shown
 * @param {string} link
 * @param {string} about
 * @param {string|null} table one that this player has opened
 */
export async function showLink(shown, link, about, table) {
  const network = await findNetwork().catch(() => null);
  const again = () => showLink(shown, link, about, table);
  const full = sharedLink(link);
  const code = isReachable() ? await qrCode(full).catch(() => null) : null;
  shown.replaceChildren(
    ...(network ? reachNote(network, table, again) : []),
    ...(code ? [code] : []),
    html("small", { class: "address" }, full),
    html("button", { class: "btn", type: "button", onclick: () => void copyText(full) }, translate("copy_link")),
    html("p", { class: "faint" }, about),
  );
}

/**
 * Looks again and again, while the dialog is open, whether another browser has opened the link, and says so.
 * @param {HTMLDialogElement} box
 * @param {HTMLElement} shown
 * @param {number} known how many browsers there were before
 */
function watchForNew(box, shown, known) {
  const timer = setInterval(async () => {
    if (!box.open || !shown.isConnected) return clearInterval(timer);
    const found = await fetchDevices().catch(() => null);
    if (!found || found.devices.length <= Math.max(1, known)) return undefined;
    clearInterval(timer);
    shown.replaceChildren(html("p", { class: "reach good", role: "status" }, translate("devices_joined")));
    find("[data-devices-list]", box)?.replaceWith(listSection(box, found));
    return undefined;
  }, MILLISECONDS_BETWEEN_LOOKS);
}

/** @param {MyDevices} devices */
function recoverySection({ recovery }) {
  const shown = html("div", { "data-recovery": true, "aria-live": "polite" });
  const make = async () => {
    try {
      const { code } = await makeRecoveryCode();
      shown.replaceChildren(
        html("output", { class: "code" }, code),
        html("button", { class: "btn", type: "button", onclick: () => void copyText(code) }, translate("copy_code")),
        html("p", {}, translate("recovery_code_about")),
      );
    } catch (error) {
      showNotice(messageOf(error));
    }
  };
  const again = recovery === null ? [] : [html("p", {}, translate("recovery_made", { when: formatTimeAgo(recovery) }))];
  shown.append(
    ...again,
    button("", recovery === null ? "make_recovery" : "make_recovery_again", () => void make()),
  );
  return section("recovery", html("p", {}, translate("recovery_about")), shown);
}

/**
 * Lists the browsers, and offers to sign all others out.
 * @param {HTMLDialogElement} box
 * @param {MyDevices} devices
 */
function listSection(box, { devices }) {
  const rows = devices.map(({ since, is_this }) =>
    html("li", {}, translate(is_this ? "device_this" : "device_other", { when: formatTimeAgo(since) })),
  );
  const signOut = async () => {
    try {
      await signOutOthers();
      await showDevices(box);
      showNotice(translate("signed_out_others"));
    } catch (error) {
      showNotice(messageOf(error));
    }
  };
  const ask = html(
    "div",
    { class: "buttons" },
    button("", "sign_out_others", () => ask.replaceWith(sure)),
  );
  const sure = html(
    "div",
    { role: "alert" },
    html("p", {}, translate("sign_out_about")),
    html(
      "button",
      { class: "btn", "data-sign-out": true, onclick: () => void signOut() },
      translate("sign_out_others"),
    ),
  );
  const list = rows.length ? html("ul", {}, ...rows) : html("p", {}, translate("device_alone"));
  const found = section("devices_list", list, ask);
  found.dataset.devicesList = "true";
  return found;
}

/**
 * A field for a link or a code from another browser.
 * @param {HTMLDialogElement} box
 */
function codeForm(box) {
  const label = translate("get_games_field");
  const input = html("input", {
    class: "field",
    "aria-label": label,
    placeholder: label,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    maxlength: 300,
  });
  const onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const { joinGames } = await import("./join.js");
    await joinGames(box, input.value);
  };
  const form = html("form", { onsubmit }, input, html("button", { class: "btn" }, translate("get_games_go")));
  return section("get_games", html("p", {}, translate("get_games_about")), form);
}
