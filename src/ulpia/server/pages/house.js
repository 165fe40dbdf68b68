// @ts-check
// What every page needs: words, elements, the server's answers, the dress of the page.

/** @type {Record<string, string>} */
let words = {};
export const store = window.localStorage;
export const quick = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement} */
export const one = (selector, within = document) => /** @type {HTMLElement} */ (within.querySelector(selector));

/** @param {string} key @param {Record<string, string|number>} [facts] */
export function say(key, facts = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(facts[name] ?? ""));
}

/** Make an element; text never becomes markup. @param {string} tag @param {Record<string, any>} [attributes] @param {...(Node|string)} children */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/** @param {string} path @param {object} [body] @returns {Promise<any>} */
export async function ask(path, body) {
  /** @type {Record<string, string>} */
  const headers = { "Content-Type": "application/json" };
  if (owner()) headers.Authorization = `Bearer ${owner()}`;
  const answer = await fetch(path, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.sentence ?? answer.statusText);
  return told;
}

export function language() {
  return store.getItem("language") ?? (navigator.language.startsWith("de") ? "de" : "en");
}

/** A number that may be below nothing, with a proper minus. @param {number} number */
export const signed = (number) => String(number).replace("-", "\u2212");

/** @param {string} sentence */
export function notice(sentence) {
  one(".notice")?.remove();
  const shown = make("p", { class: "notice", role: "status" }, sentence);
  document.body.append(shown);
  setTimeout(() => shown.remove(), 5000);
}

/** An element of a drawing. @param {string} tag @param {Record<string, any>} [attributes] @param {...(Node|string)} children @returns {SVGElement} */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) if (value != null) element.setAttribute(name, String(value));
  element.append(...children);
  return /** @type {SVGElement} */ (element);
}

/** A sign of the sheet, beside words. @param {string} name */
export function sign(name) {
  return draw("svg", { class: "ic", viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("use", { href: `/assets/symbols.svg#${name}` }));
}

/** A tool of the top bar: a sign (or a few letters), its name for ears and pointers, and what it does or where it leads.
 * @param {string|Node} shown @param {string} label @param {(() => void)|string} does */
export function tool(shown, label, does) {
  const face = typeof shown === "string" ? sign(shown) : shown;
  return typeof does === "string" ? make("a", { class: "tool", href: does, title: label, "aria-label": label }, face)
    : make("button", { class: "tool", type: "button", title: label, "aria-label": label, onclick: does }, face);
}

/** Theme, words, and the tools of every page; a page puts its own tools before them into [data-tools]. */
export function dress() {
  document.documentElement.lang = language();
  const theme = store.getItem("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "day");
  document.documentElement.dataset.theme = theme;
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = say(/** @type {HTMLElement} */ (element).dataset.word ?? "");
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    for (const name of ["aria-label", "title"]) element.setAttribute(name, say(/** @type {HTMLElement} */ (element).dataset.label ?? ""));
  }
  const other = theme === "night" ? "day" : "night";
  const tools = one("[data-house-tools]") ?? make("span", { "data-house-tools": true });
  one("[data-tools]")?.append(tools);
  tools.replaceChildren(
    tool(other === "night" ? "moon" : "sun", say(other), () => (store.setItem("theme", other), dress())),
    tool(make("b", {}, say("other_language").toUpperCase()), say("language"), () => (store.setItem("language", say("other_language")), location.reload())),
  );
}

/** The key to my games; the server makes it with the first table. */
export function owner() {
  return store.getItem("owner");
}

/** @param {string} table @param {string} token @param {[string, string][]} links */
export function remember(table, token, links = []) {
  store.setItem(`seat-${table}`, JSON.stringify({ token, links }));
}

/** Read the words of the language; nothing is shown before. */
export async function open() {
  words = await ask(`/api/words/${language()}`);
  dress();
}
