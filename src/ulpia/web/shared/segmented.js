// A row of buttons of which one is pressed.

import { html } from "./dom.js";

/**
 * @param {string} label
 * @param {[string, string][]} choices pairs of value and words
 * @param {string|null} chosen
 * @param {(value: string) => void} onChange
 */
export function segmented(label, choices, chosen, onChange) {
  const buttons = choices.map(([value, words]) =>
    html("button", { type: "button", "aria-pressed": String(value === chosen), onclick: () => onChange(value) }, words),
  );
  return html("div", { class: "seg", role: "group", "aria-label": label }, ...buttons);
}
