// @ts-check
// What every page needs: words, elements, the server's answers, the dress of the page.

/** @type {Record<string, string>} */
let words = {};
/** What the browser remembers, or, where it may not, this page alone. @param {() => Storage} place @returns {Pick<Storage, "getItem"|"setItem"|"removeItem">} */
function memory(place) {
  try {
    place().getItem("");
    return place();
  } catch {
    /** @type {Map<string, string>} */
    const kept = new Map();
    return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value), removeItem: (key) => void kept.delete(key) };
  }
}
export const store = memory(() => window.localStorage);
/** Whether this browser keeps nothing: then a seat is held by its link alone. */
export const isForgetful = !(store instanceof Storage);
/** What holds for this tab alone. */
export const visit = memory(() => window.sessionStorage);

/** Something kept as JSON; null if it is not there or has become unreadable. @param {string} key @param {Pick<Storage, "getItem">} [place] */
export function recall(key, place = store) {
  try {
    return JSON.parse(place.getItem(key) ?? "null");
  } catch {
    return null;
  }
}
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
  const failed = () => { throw new Error(say("no_answer")); };
  const answer = await fetch(path, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers }).catch(failed);
  const told = await answer.json().catch(failed);
  if (!answer.ok) throw new Error(told.sentence ?? answer.statusText);
  return told;
}

/** @returns {"de"|"en"} */
export function language() {
  const chosen = store.getItem("language");
  return chosen === "de" || chosen === "en" ? chosen : navigator.language.startsWith("de") ? "de" : "en";
}

/** A number that may be below nothing, with a proper minus. @param {number} number */
export const signed = (number) => String(number).replace("-", "\u2212");

/** @param {string} sentence */
export function notice(sentence) {
  one(".notice")?.remove();
  const shown = make("p", { class: "notice", role: "status" }, sentence);
  (one("dialog[open]") ?? document.body).append(shown);
  setTimeout(() => shown.remove(), 5000);
}

/** Instead of a page: why there is none, and a way back. @param {string} sentence */
export function turnAway(sentence) {
  one("main").replaceChildren(make("section", { class: "cardbox away", role: "alert" }, sign("wreath"), make("p", {}, sentence), make("a", { class: "btn primary", href: "/" }, say("to_the_tables"))));
}

/** Say words in a live region, once. @param {Element} element @param {string} words */
export function tell(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** Copy a text; a browser that does not allow it, as for pages that came unencrypted, shows it to be copied by hand. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    notice(say("copied"));
  } catch {
    window.prompt(say("copy_by_hand"), text);
  }
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

/** The key to my games. The server makes it with the first table, or whoever comes by a link makes one like it. */
export function owner() {
  const kept = store.getItem("owner");
  return kept && /^[\w-]{32}$/.test(kept) ? kept : null;
}

export function becomeOwner() {
  if (!owner()) store.setItem("owner", btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24)))).replace(/\+/g, "-").replace(/\//g, "_"));
}

/** @param {string} table @param {string} token @param {[string, string][]} links */
export function remember(table, token, links = []) {
  store.setItem(`seat-${table}`, JSON.stringify({ token, links }));
}

/** Said before the server has told its words. */
const NO_ANSWER = { en: "The server does not answer. Trying again ...", de: "Der Server antwortet nicht. Neuer Versuch ..." };

/** Read the words of the language; nothing is shown before. While the server does not answer this says so, and goes on asking. */
export async function open() {
  for (;;) {
    try {
      words = await ask(`/api/words/${language()}`);
      break;
    } catch {
      if (!one(".notice")) document.body.append(make("p", { class: "notice", role: "alert" }, NO_ANSWER[language()]));
      await new Promise((again) => setTimeout(again, 2000));
    }
  }
  one(".notice")?.remove();
  dress();
}
