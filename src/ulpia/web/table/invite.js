// The dialog with the links for friends: each with a QR code, and how friends reach this computer.

import { find, findDialog, html } from "../shared/dom.js";
import { findNetwork, sharedLink } from "../shared/network.js";
import { copyText } from "../shared/page.js";
import { isReachable, qrCode, reachNote } from "../shared/reach.js";
import { savedSeat } from "../shared/storage.js";
import { translate } from "../shared/texts.js";
import { session } from "./session.js";

/** Shows the links for friends to the player who created the table. */
export async function showLinks() {
  const box = findDialog("[data-menu]");
  const network = await findNetwork().catch(() => null);
  find("h2", box).textContent = translate("links");
  const links = savedSeat(session.id)?.links ?? [];
  const shown = html("div", { "data-qr": true, "aria-live": "polite" });
  const buttons = links.map(([name, link]) => linkButton(name, sharedLink(link), shown));
  find(".choices", box).replaceChildren(
    ...(network ? reachNote(network, session.id, showLinks) : []),
    ...buttons,
    shown,
    html("button", { class: "btn primary", onclick: () => box.close() }, translate("close")),
  );
  if (!box.open) box.showModal();
  if (links.length && isReachable()) await showCode(buttons[0], sharedLink(links[0][1]), shown);
}

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
