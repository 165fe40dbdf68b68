// QR codes of links, and who can open links of this server: other devices, or this computer alone.

/** @import { NetworkInfo } from "../types.js" */

import { fetchQrCode } from "./api.js";
import { html } from "./dom.js";
import { isAtLoopback, letNetworkIn, sharedOrigin } from "./network.js";
import { messageOf, showNotice } from "./page.js";
import { translate } from "./texts.js";

/**
 * Draws the QR code of a link.
 * @param {string} link
 */
export async function qrCode(link) {
  const figure = html("figure", { class: "qr-code", role: "img", "aria-label": translate("qr_code") });
  figure.innerHTML = (await fetchQrCode(link)).picture;
  return figure;
}

/** Whether other devices can open the links; otherwise a QR code would lead a phone to itself. */
export const isReachable = () => !isAtLoopback() || sharedOrigin() !== location.origin;

/**
 * Says who can open the links, and offers to let the local network in.
 * @param {NetworkInfo} network
 * @param {string|null} table one that this player has opened
 * @param {() => Promise<void>} again shows the links again
 */
export function reachNote({ addresses, may_be_opened }, table, again) {
  if (!isAtLoopback()) return [];
  if (addresses.length) return [note("good", translate("network_is_in", { address: addresses[0] }))];
  if (!may_be_opened || !table) return [note("", translate("only_here"), " ", translate("only_here_command"))];
  const letIn = async () => {
    try {
      await letNetworkIn(table);
    } catch (error) {
      showNotice(messageOf(error));
    }
    await again();
  };
  const button = html(
    "button",
    { class: "btn", "data-let-in": true, onclick: () => void letIn() },
    translate("let_in"),
  );
  return [note("", translate("only_here"), " ", translate("let_in_about"), button)];
}

/**
 * @param {string} kind
 * @param {...(Node|string)} children
 */
const note = (kind, ...children) => html("p", { class: `reach ${kind}`, role: "status" }, ...children);
