// How this browser comes to hold a seat: by the token or the invitation that a link carries, and what it keeps of it.

import { presentInvitation, redeemInvitation, RefusedRequest } from "../shared/api.js";
import {
  ensureOwnerKey,
  isStorageForbidden,
  savedSeat,
  saveSeat,
  saveSeatInTab,
  sharedSeat,
  storage,
} from "../shared/storage.js";
import { receiveGuest } from "./reception.js";
import { session } from "./session.js";

/** Refusals of invitations and links with which one can still watch. */
const WATCHING = [
  "InvitationUsed",
  "InvitationWithdrawn",
  "InvitationExpired",
  "DeviceLinkUsed",
  "DeviceLinkReplaced",
  "DeviceLinkExpired",
];

/**
 * Takes the seat that the address leads to. A guest with an invitation is asked for a name; then the invitation is
 * redeemed for a token that only this browser gets.
 * @returns {Promise<string|null>} why this browser gets no seat and can only watch
 * @throws {Error} with a sentence for the player
 */
export async function takeSeatFromAddress() {
  const secret = location.hash.slice(1);
  if (!secret) return null;
  ensureOwnerKey();
  const [prefix, invitation] = secret.split("=");
  if (prefix === "seat") return openLink(invitation ?? "");
  if (prefix !== "invitation") {
    saveSeatInTab(session.id, { token: secret });
    hideSecret(secret);
    return null;
  }
  try {
    const info = await presentInvitation(session.id, invitation ?? "");
    const choice = info.is_redeemed ? {} : await receiveGuest(info);
    if (choice === null) {
      hideSecret("");
      return null;
    }
    const { seat, token, owner } = await redeemInvitation(session.id, invitation ?? "", choice);
    storage.setItem("owner", owner);
    saveSeatInTab(session.id, token ? { token } : { seat });
    hideSecret(token ?? "");
    return null;
  } catch (error) {
    if (!(error instanceof RefusedRequest) || !WATCHING.includes(error.refusal)) throw error;
    hideSecret("");
    return error.message;
  }
}

/**
 * Takes the seat of a link that was made on another device.
 * @param {string} code
 * @returns {Promise<string|null>} why this browser can only watch
 */
async function openLink(code) {
  try {
    const { receiveDevice } = await import("./seat_link.js");
    const taken = await receiveDevice(code);
    if (taken?.owner) storage.setItem("owner", taken.owner);
    if (taken) saveSeatInTab(session.id, taken.token ? { token: taken.token } : { seat: taken.seat });
    hideSecret(taken?.token ?? "");
    return null;
  } catch (error) {
    if (!(error instanceof RefusedRequest) || !WATCHING.includes(error.refusal)) throw error;
    hideSecret("");
    return error.message;
  }
}

/**
 * Removes the secret from the address. Where the browser stores nothing, the token stays there: nothing else holds the
 * seat.
 * @param {string} token
 */
function hideSecret(token) {
  const rest = isStorageForbidden && token ? `#${token}` : "";
  history.replaceState(null, "", location.pathname + location.search + rest);
}

/** Keeps a seat that a link led to for all tabs, unless the player created the table and keeps links for friends. */
export function keepSeat() {
  const seat = savedSeat(session.id);
  const shared = sharedSeat(session.id);
  if (!seat || session.isSpectator || shared?.links?.length || (shared && !seat.token)) return;
  saveSeat(session.id, { ...seat, links: [] });
}

/**
 * Takes a seat that this player holds, also if another browser has taken it.
 * @param {number} seat
 */
export function sitAt(seat) {
  saveSeatInTab(session.id, { seat });
}
