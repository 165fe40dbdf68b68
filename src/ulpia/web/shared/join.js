// Bringing the games of another browser into this one, by its link or a recovery code.

/** @import { DeviceLinkInfo } from "../types.js" */

import { joinDevices, presentDeviceLink } from "./api.js";
import { html } from "./dom.js";
import { messageOf } from "./page.js";
import { ensureOwnerKey, isStorageForbidden, storage } from "./storage.js";
import { translate } from "./texts.js";

/**
 * Returns the secret of a link, or the code that somebody typed.
 * @param {string} text
 */
export function codeIn(text) {
  return (text.trim().match(/#device=([\w-]*)/)?.[1] ?? text.trim()).slice(0, 64);
}

/**
 * Asks whether the games of a link or code shall be in this browser, and brings them.
 * @param {HTMLDialogElement} box
 * @param {string} text
 */
export async function joinGames(box, text) {
  if (isStorageForbidden) return say(box, translate("bring_no_storage"));
  const seat = text.match(/\/table\/[\w-]+#seat=[\w-]+/)?.[0];
  if (seat) {
    location.href = seat;
    return undefined;
  }
  const code = codeIn(text);
  if (!code) return say(box, translate("get_games_about"));
  ensureOwnerKey();
  try {
    const info = await presentDeviceLink(code);
    if (info.is_mine) return say(box, translate("bring_is_mine"));
    return ask(box, info, code);
  } catch (error) {
    return say(box, messageOf(error));
  }
}

/**
 * @param {HTMLDialogElement} box
 * @param {string} title
 * @param {...Node} content
 */
function fill(box, title, ...content) {
  const id = box.getAttribute("aria-labelledby");
  box.replaceChildren(html("h2", { id }, title), html("div", { class: "devices", "data-join": true }, ...content));
  if (!box.open) box.showModal();
}

/**
 * @param {HTMLDialogElement} box
 * @param {string} sentence
 */
function say(box, sentence) {
  const close = html("button", { class: "btn primary", onclick: () => box.close() }, translate("close"));
  fill(box, translate("get_games"), html("p", { role: "alert" }, sentence), close);
}

/**
 * @param {HTMLDialogElement} box
 * @param {DeviceLinkInfo} info
 * @param {string} code
 */
function ask(box, { name, games, own_games }, code) {
  const join = async () => {
    try {
      const joined = await joinDevices(code);
      storage.setItem("owner", joined.owner);
      if (name && !storage.getItem("name")) storage.setItem("name", name);
      location.href = "/";
    } catch (error) {
      say(box, messageOf(error));
    }
  };
  fill(
    box,
    name === null ? translate("bring_nobody") : translate("bring_name", { name }),
    html("p", {}, translate("bring_about", { count: games })),
    ...(own_games ? [html("p", {}, translate("bring_own", { count: own_games }))] : []),
    html("p", { class: "reach" }, translate("bring_warning")),
    html("button", { class: "btn primary", "data-sure": true, onclick: () => void join() }, translate("bring_yes")),
    html("button", { class: "btn", autofocus: true, onclick: () => box.close() }, translate("bring_no")),
  );
}
