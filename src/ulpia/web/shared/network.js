// How other machines reach this server. A page that was opened at a loopback address cannot be opened elsewhere.

/** @import { NetworkInfo } from "../types.js" */

import { fetchNetwork, openNetwork } from "./api.js";

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** @type {NetworkInfo} */
let network = { addresses: [], may_be_opened: false };

/** Whether the address of this page leads others to their own computer instead of this one. */
export const isAtLoopback = () => LOOPBACK.test(location.hostname);

/** Asks the server how other machines reach it. */
export async function findNetwork() {
  if (isAtLoopback()) network = await fetchNetwork();
  return network;
}

/**
 * Lets the local network in.
 * @param {string} table one that this browser has created
 */
export async function letNetworkIn(table) {
  network = await openNetwork(table);
}

/** Returns the origin for links that others open. */
export function sharedOrigin() {
  return (isAtLoopback() && network.addresses[0]) || location.origin;
}

/**
 * Returns a link to a page of this server as others can open it.
 * @param {string} link
 */
export function sharedLink(link) {
  const { pathname, search, hash } = new URL(link, location.origin);
  return sharedOrigin() + pathname + search + hash;
}
