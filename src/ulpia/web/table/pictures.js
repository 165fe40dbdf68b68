// The pictures of the last state, by district. States bring whole pictures or parts of them.

/** @import { State } from "../types.js" */

import { parseSvg } from "../shared/dom.js";

/** @typedef {Map<string, Element>} Pictures */

/**
 * Applies the changes of a state. A changed part replaces the element with the same id.
 * @param {Pictures} pictures
 * @param {State["districts"]} districts
 * @param {string[]} gone
 */
export function applyChanges(pictures, districts, gone) {
  for (const name of gone) pictures.delete(name);
  for (const [name, change] of Object.entries(districts)) {
    if (typeof change === "string") pictures.set(name, parseSvg(change));
    else replaceParts(pictures.get(name), change);
  }
}

/**
 * @param {Element|undefined} picture
 * @param {Record<string, string>} parts by id
 */
function replaceParts(picture, parts) {
  for (const [id, part] of Object.entries(parts)) {
    picture?.querySelector(`#${CSS.escape(id)}`)?.replaceWith(parseSvg(part));
  }
}
