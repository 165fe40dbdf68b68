// The dialog with the links for friends: each with a QR code, and how friends reach this computer.

/** @import { NetworkInfo } from "../types.js" */

import { fetchQrCode } from "../shared/api.js";
import { find, findDialog, html } from "../shared/dom.js";
import { findNetwork, isAtLoopback, letNetworkIn, sharedLink, sharedOrigin } from "../shared/network.js";
import { copyText, messageOf, showNotice } from "../shared/page.js";
import { savedSeat } from "../shared/storage.js";
import { translate } from "../shared/texts.js";
import { session } from "./session.js";

/**
 * Draws the QR code of a link.
 * @param {string} link
 */
export async function qrCode(link) {
  const figure = html("figure", { class: "qr-code", role: "img", "aria-label": translate("qr_code") });
  figure.innerHTML = (await fetchQrCode(link)).picture;
  return figure;
}

/** Shows the links for friends to the player who created the table. */
export async function showLinks() {
  const box = findDialog("[data-menu]");
  const network = await findNetwork().catch(() => null);
  find("h2", box).textContent = translate("links");
  const links = savedSeat(session.id)?.links ?? [];
  const shown = html("div", { "data-qr": true, "aria-live": "polite" });
  const buttons = links.map(([name, link]) => linkButton(name, sharedLink(link), shown));
  find(".choices", box).replaceChildren(
    ...(network ? reachNote(network) : []),
    ...buttons,
    shown,
    html("button", { class: "btn primary", onclick: () => box.close() }, translate("close")),
  );
  if (!box.open) box.showModal();
  if (links.length && isReachable()) await showCode(buttons[0], sharedLink(links[0][1]), shown);
}

/** Whether other devices can open the links; otherwise a QR code would lead a phone to itself. */
const isReachable = () => !isAtLoopback() || sharedOrigin() !== location.origin;

/**
 * A button that copies a link and shows its QR code.
 * @param {string} name of the friend
 * @param {string} link
 * @param {HTMLElement} shown where the code is shown
 */
function linkButton(name, link, shown) {
  const button = html(
    "button",
    {
      class: "choice",
      "aria-pressed": "false",
      onclick: () => {
        if (isReachable()) void showCode(button, link, shown);
        void copyText(link);
      },
    },
    html("span", {}, translate("link_for", { name })),
    html("small", {}, link),
  );
  return button;
}

/**
 * @param {HTMLElement} button
 * @param {string} link
 * @param {HTMLElement} shown
 */
async function showCode(button, link, shown) {
  for (const other of button.parentElement?.querySelectorAll(".choice") ?? []) {
    other.setAttribute("aria-pressed", String(other === button));
  }
  const code = await qrCode(link).catch(() => null);
  shown.replaceChildren(...(code ? [code, html("p", { class: "faint" }, translate("qr_about"))] : []));
}

/**
 * Says who can open the links, and offers to let the local network in.
 * @param {NetworkInfo} network
 */
function reachNote({ addresses, may_be_opened }) {
  if (!isAtLoopback()) return [];
  if (addresses.length) return [note("good", translate("network_is_in", { address: addresses[0] }))];
  if (!may_be_opened) return [note("", translate("only_here"), " ", translate("only_here_command"))];
  const letIn = async () => {
    try {
      await letNetworkIn(session.id);
    } catch (error) {
      showNotice(messageOf(error));
    }
    await showLinks();
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
