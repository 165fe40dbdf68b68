// @ts-check
// The story of the game: what happened, in sentences; what happened since one's last turn; points by source; table talk.

import { draw, make, one, say, tell } from "./house.js";
import { send, table } from "./wire.js";

/** More than a whole game has. */
const MOST_LINES = 4000;
/** Whether the list shows everything, or what happened since one's last turn. */
let isWhole = false;

/** @param {number|null} seat */
const shape = (seat) => draw("svg", { class: "shape", viewBox: "0 0 24 24", "aria-hidden": "true", style: seat === null ? "" : `color:var(--seat-${seat})` },
  ...(seat === null ? [] : [draw("use", { href: `#seat-${seat}` })]));

/** @param {number} gain */
export const signed = (gain) => (gain > 0 ? `+${gain}` : `−${-gain}`);

/** The boxes of points and story; the board lays them where they belong. @param {(position: number) => void} lookAt */
export function furnish(lookAt) {
  one("[data-log]").addEventListener("click", (event) => {
    const line = /** @type {HTMLElement} */ (event.target).closest("[data-position]");
    if (line) lookAt(Number(/** @type {HTMLElement} */ (line).dataset.position));
  });
  one("[data-log]").addEventListener("keydown", (event) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0, shown = lines();
    if (!step) return;
    event.preventDefault();
    shown[shown.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step]?.focus();
  });
  one("[data-talk]").addEventListener("submit", talk);
  for (const tab of document.querySelectorAll("[data-log-tab]")) {
    tab.addEventListener("click", () => { isWhole = /** @type {HTMLElement} */ (tab).dataset.logTab === "all"; sift(); });
  }
}

/** The lines one can look at. The newest is reached by Tab, the others from there by arrows. */
const lines = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-log] li:not([hidden]) > button")]);

/** Whoever comes again is told again what was said. */
export function hush() {
  for (const line of document.querySelectorAll("[data-log] .talk")) line.remove();
}

/** @param {any} message */
export function log(message) {
  const list = one("[data-log]");
  for (const old of [...list.children]) if (Number(/** @type {HTMLElement} */ (old).dataset.position) >= message.from) old.remove();
  const talkedAlready = message.from === 0 ? list.firstChild : null;
  for (const entry of message.entries) {
    entry.sentences.forEach((/** @type {string} */ sentence, /** @type {number} */ at) => {
      const gains = at === entry.sentences.length - 1 ? (entry.points ?? []).map((/** @type {number} */ gain, /** @type {number} */ seat) => [seat, gain]).filter((/** @type {number[]} */ [, gain]) => gain) : [];
      list.insertBefore(make("li", { "data-position": entry.position, class: entry.minor ? "minor" : "" }, make("button", { type: "button" }, shape(at ? null : entry.seat), make("span", {}, sentence),
        make("span", { class: "gains" }, ...gains.map((/** @type {number[]} */ [seat, gain]) => make("b", { class: gain > 0 ? "plus" : "plus loss" }, ...(seat === entry.seat && gains.length === 1 ? [] : [shape(seat)]), signed(gain)))))), talkedAlready);
    });
  }
  while (list.children.length > MOST_LINES) list.firstChild?.remove();
  sift();
}

/** Show everything, or only what is new since one's last turn. */
export function sift() {
  const since = table.state.since ?? null, list = one("[data-log]");
  const whole = isWhole || since === null;
  for (const tab of document.querySelectorAll("[data-log-tab]")) {
    tab.setAttribute("aria-pressed", String((/** @type {HTMLElement} */ (tab).dataset.logTab === "all") === whole));
    if (/** @type {HTMLElement} */ (tab).dataset.logTab === "all") tell(tab, say(since === null ? "log" : "all"));
    /** @type {HTMLButtonElement} */ (tab).disabled = since === null && /** @type {HTMLElement} */ (tab).dataset.logTab !== "all";
  }
  for (const line of list.children) {
    const { position } = /** @type {HTMLElement} */ (line).dataset;
    /** @type {HTMLElement} */ (line).hidden = !whole && position !== undefined && (Number(position) <= Number(since) || line.classList.contains("minor"));
  }
  lines().forEach((line, at, { length }) => { line.tabIndex = at === length - 1 ? 0 : -1; });
  list.scrollTop = list.scrollHeight;
}

/** The line of the moment that is shown. @param {number|null} position */
export function point(position) {
  const list = one("[data-log]");
  for (const line of list.querySelectorAll("[data-position]")) line.classList.toggle("new", Number(/** @type {HTMLElement} */ (line).dataset.position) === position);
  // Only the story itself is scrolled, not the panel it stands in.
  const box = list.querySelector(".new")?.getBoundingClientRect(), around = list.getBoundingClientRect();
  if (box && (box.top < around.top || box.bottom > around.bottom)) list.scrollTop += box.top - around.top;
}

/** @param {any} message */
export function chat(message) {
  const list = one("[data-log]");
  for (const line of message.lines) list.append(make("li", { class: "talk" }, shape(line.seat), make("span", {}, make("b", {}, table.names[line.seat] ?? ""), ` ${line.text}`)));
  list.scrollTop = list.scrollHeight;
}

/** @param {Event} event */
function talk(event) {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (one("[data-talk] input"));
  if (input.value.trim() && send({ type: "chat", text: input.value.trim() })) input.value = "";
}

/** Points by source, a bar for each seat. @param {any} message */
export function scores(message) {
  const total = (/** @type {any} */ source) => Object.values(source).reduce((sum, points) => sum + Math.max(0, Number(points)), 0);
  const most = Math.max(1, ...message.sources.map(total));
  one("[data-scores]").replaceChildren(...message.points.map((/** @type {number} */ points, /** @type {number} */ seat) => {
    const bar = make("span", { class: "bar" }), told = [];
    for (const [name, worth] of Object.entries(message.sources[seat])) {
      if (worth) told.push(`${table.sources[name] ?? name} ${worth}`);
      if (Number(worth) <= 0) continue;
      const part = make("i", { title: `${table.sources[name] ?? name}: ${worth}` }, Number(worth) * 12 > most ? String(worth) : "");
      part.style.width = `${(100 * Number(worth)) / most}%`;
      part.style.background = `var(--p-${table.hues[name]}, var(--${table.hues[name] ?? "bronze"}))`;
      bar.append(part);
    }
    return make("li", { "aria-label": `${table.names[seat]}: ${points}. ${told.join(", ")}`, title: [table.names[seat], ...told].join("\n") }, shape(seat), bar, make("b", { class: "num" }, String(points).replace("-", "−")));
  }));
}
