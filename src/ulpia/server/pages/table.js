// @ts-check
// The table: it shows what the server sends, lights what the server lists, and sends numbers back.

import { ask, language, make, notice, one, owner, quick, remember, say, store } from "./house.js";

/** @typedef {{number: number, notation: string, words: string, effect: string, place: string}} Option */
/** @typedef {Record<string, any>} Message */

const table = {
  /** @type {WebSocket|null} */ socket: null,
  id: "", revision: "", undoTo: /** @type {number|null} */ (null), seat: /** @type {number|null} */ (null), names: /** @type {string[]} */ ([]),
  sources: /** @type {Record<string, string>} */ ({}), hues: /** @type {Record<string, string>} */ ({}), options: /** @type {Option[]} */ ([]), wait: 500, over: false, last: 0,
  /** @type {Promise<void>} */ laid: Promise.resolve(),
  /** The pictures of the last state, whether they are shown or an earlier moment is. @type {Map<string, Element>} */ drawn: new Map(),
};

/** @param {Message} message */
function send(message) {
  if (table.socket?.readyState === WebSocket.OPEN) table.socket.send(JSON.stringify(message));
}

function connect() {
  const kept = JSON.parse(store.getItem(`seat-${table.id}`) ?? "null");
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
  table.socket = socket;
  socket.onopen = () => {
    one(".offline")?.remove();
    table.wait = 500;
    send({ type: "hello", table: table.id, language: language(), ...(owner() ? { owner: owner() } : {}), ...(kept ? { token: kept.token } : {}) });
  };
  socket.onmessage = (event) => receive(JSON.parse(event.data));
  socket.onclose = () => {
    if (!one(".offline")) document.body.append(make("p", { class: "offline", role: "alert" }, say("lost")));
    setTimeout(connect, (table.wait = Math.min(8000, table.wait * 1.6)));
  };
}

/** @param {Message} message */
function receive(message) {
  const handlers = /** @type {Record<string, (message: any) => void>} */ ({ state, look, log, chat, presence, refused: (refused) => notice(refused.sentence) });
  if (message.type === "welcome") table.laid = welcome(message);
  else table.laid = table.laid.then(() => handlers[message.type]?.(message));
}

/** The table is laid: a place for every district, as the game's layout says. @param {any} message */
async function welcome(message) {
  table.seat = message.you;
  table.sources = message.sources;
  presence(message);
  one("[data-title]").textContent = message.title;
  const symbols = one("[data-symbols]");
  if (!symbols.firstChild) symbols.innerHTML = await (await fetch("/assets/symbols.svg")).text();
  const boxes = await ask(`/api/layout/${message.game}/${message.seats.length}?seat=${message.you ?? ""}`);
  table.hues = boxes.hues;
  const board = one("[data-board]");
  board.replaceChildren();
  table.drawn.clear();
  /** @param {Element} element @param {number[]} box */
  const lie = (element, [x, y, w, h]) => {
    for (const [name, value] of Object.entries({ x, y, w, h })) /** @type {HTMLElement} */ (element).style.setProperty(`--${name}`, String(value));
    return element;
  };
  for (const box of boxes.slabs) board.append(lie(make("div", { class: "slab" }), box));
  const pages = new Map(boxes.panels.map((/** @type {any} */ panel) => [panel.name, make("section", { class: "panel-page", id: `panel-${panel.name}`, "aria-label": say(`panel_${panel.name}`) })]));
  const home = new Map(boxes.panels.flatMap((/** @type {any} */ panel) => panel.districts.map((/** @type {string} */ name) => [name, panel.name])));
  board.append(...pages.values());
  for (const [name, box] of Object.entries(boxes.places)) {
    const district = lie(make("div", { class: "plot", "data-district": name }), /** @type {number[]} */ (box));
    (pages.get(home.get(name) ?? boxes.panels[0].name) ?? board).append(district);
  }
  const last = pages.get(boxes.panels.at(-1).name) ?? board;
  last.append(
    lie(make("section", { class: "scores" }, make("h2", { class: "title" }, say("points_by_source")), make("ul", { "data-scores": true })), boxes.scores),
    lie(make("section", { class: "log" }, make("h2", { class: "title" }, say("log")), make("ol", { "data-log": true }),
      make("form", { onsubmit: talk }, make("input", { maxlength: 300, placeholder: say("say_something"), "aria-label": say("say_something") }))), boxes.log));
  lie(one("[data-prompt]"), boxes.prompt);
  const watch = new IntersectionObserver((seen) => {
    for (const entry of seen) one(`[data-tab="${entry.target.id.replace("panel-", "")}"]`)?.setAttribute("aria-selected", String(entry.isIntersecting));
  }, { root: board, threshold: 0.6 });
  for (const page of pages.values()) watch.observe(/** @type {Element} */ (page));
  one("[data-tabs]").replaceChildren(...boxes.panels.map((/** @type {any} */ panel) => make("button", {
    role: "tab", "data-tab": panel.name, onclick: () => pages.get(panel.name)?.scrollIntoView({ behavior: quick.matches ? "auto" : "smooth", inline: "start", block: "nearest" }),
  }, say(`panel_${panel.name}`))));
}

/** Who sits where. @param {any} message */
function presence(message) {
  table.names = message.seats.map((/** @type {any} */ seat) => seat.name);
}

/** @param {SubmitEvent} event */
function talk(event) {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (one("input", /** @type {HTMLElement} */ (event.target)));
  if (input.value.trim()) send({ type: "chat", text: input.value.trim() });
  input.value = "";
}

/** A position: new drawings, the question, what may be chosen. @param {any} message */
function state(message) {
  const before = places();
  lay(message.districts, message.gone);
  fly(before);
  table.revision = message.revision;
  table.undoTo = message.undo_to;
  table.options = message.options;
  one("[data-asked]").textContent = message.is_over ? say("over") : message.asked;
  const mine = message.seat === table.seat && table.seat !== null;
  const who = message.is_over ? say("wins", { names: message.outcome.ranking[0].map((/** @type {number} */ seat) => table.names[seat]).join(", ") })
    : mine ? say("your_turn") : say("waiting", { name: table.names[message.seat] ?? "" });
  one("[data-who]").textContent = who;
  document.title = mine ? `● ${say("your_turn")} – Ulpia` : `${one("[data-title]").textContent} – Ulpia`;
  const undo = /** @type {HTMLButtonElement} */ (one("[data-undo]"));
  undo.disabled = !message.can_undo;
  if (message.is_over && !table.over) showEnd(message);
  table.over = message.is_over;
  table.last = message.position;
  one("[data-past]").hidden = !message.is_over;
  const slider = /** @type {HTMLInputElement} */ (one("[data-past] input"));
  slider.max = slider.value = String(message.position);
  one("[data-then]").textContent = `${message.position} / ${message.position}`;
  light();
  drawScores(message);
}

/** A picture or a part of one, as an element. @param {string} svg @returns {Element} */
function picture(svg) {
  const template = document.createElement("template");
  template.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg">${svg}</svg>`;
  return /** @type {Element} */ (template.content.firstElementChild?.firstElementChild);
}

/** Put pictures on the table. @param {Iterable<[string, Element]>} pictures */
function show(pictures) {
  for (const [name, drawing] of pictures) {
    const district = one(`[data-district="${CSS.escape(name)}"]`);
    if (district && district.firstElementChild !== drawing) district.replaceChildren(drawing);
  }
}

/** What a state has changed: whole pictures, or parts of them by id. Then the table is as it is now.
 * @param {Record<string, string | Record<string, string>>} districts @param {string[]} gone */
function lay(districts, gone) {
  for (const name of gone) {
    table.drawn.delete(name);
    one(`[data-district="${CSS.escape(name)}"]`)?.replaceChildren();
  }
  for (const [name, changed] of Object.entries(districts)) {
    if (typeof changed === "string") table.drawn.set(name, picture(changed));
    else for (const [id, part] of Object.entries(changed)) table.drawn.get(name)?.querySelector(`#${CSS.escape(id)}`)?.replaceWith(picture(part));
  }
  show(table.drawn);
}

/** Other pictures for a while: an earlier moment, or how it would be. The next `lay` brings the present back.
 * @param {Record<string, string>} districts */
function layForAWhile(districts) {
  show(Object.entries(districts).map(([name, drawing]) => [name, picture(drawing)]));
}

/** An earlier moment: the drawings of then, and a way back to now. @param {any} message */
function look(message) {
  if (message.position === message.last && message.eyes === table.seat) lay({}, []);
  else layForAWhile(message.districts);
  const isNow = message.position === message.last;
  const slider = /** @type {HTMLInputElement} */ (one("[data-past] input"));
  slider.max = String(message.last);
  slider.value = String(message.position);
  one("[data-past]").hidden = isNow && !table.over;
  one("[data-then]").textContent = `${message.position} / ${message.last}`;
  const shown = table.options;
  if (!isNow) table.options = [];
  light();
  table.options = shown;
  for (const entry of document.querySelectorAll("[data-log] li")) entry.classList.toggle("new", Number(/** @type {HTMLElement} */ (entry).dataset.position) === message.position);
}

/** @param {number} position */
function lookAt(position) {
  send({ type: "look", position });
}

/** How it ended: the standing, points by source, and what one can do now. @param {any} message */
function showEnd(message) {
  const dialog = /** @type {HTMLDialogElement} */ (one("[data-menu]"));
  one("h2", dialog).textContent = say("wins", { names: message.outcome.ranking[0].map((/** @type {number} */ seat) => table.names[seat]).join(", ") });
  const rows = message.outcome.ranking.flatMap((/** @type {number[]} */ seats, /** @type {number} */ place) => seats.map((seat) => {
    const parts = Object.entries(message.sources[seat]).filter(([, worth]) => worth);
    return make("div", { class: "standing" }, make("b", {}, `${place + 1}.`), make("span", {}, table.names[seat]), make("b", { class: "num" }, String(message.points[seat])),
      make("small", {}, parts.map(([name, worth]) => `${table.sources[name] ?? name} ${worth}`).join(" · ")));
  }));
  one(".choices", dialog).replaceChildren(...rows,
    make("a", { class: "btn", href: `/api/tables/${table.id}/transcript` }, say("save_record")),
    make("button", { class: "btn", onclick: () => dialog.close() }, say("watch_again")),
    make("a", { class: "btn primary", href: "/" }, say("again")));
  dialog.showModal();
}

/** Where every piece with an id is now. */
function places() {
  const found = new Map();
  if (!quick.matches) for (const piece of document.querySelectorAll("[data-piece]")) found.set(piece.id, piece.getBoundingClientRect());
  return found;
}

/** Pieces move from where they were to where they are. @param {Map<string, DOMRect>} before */
function fly(before) {
  for (const piece of document.querySelectorAll("[data-piece]")) {
    const was = before.get(piece.id), is = piece.getBoundingClientRect();
    if (!was || (Math.abs(was.x - is.x) < 2 && Math.abs(was.y - is.y) < 2)) continue;
    const scale = /** @type {SVGGraphicsElement} */ (piece).getScreenCTM?.()?.a || 1;
    piece.animate([{ transform: `translate(${(was.x - is.x) / scale}px, ${(was.y - is.y) / scale}px)` }, { transform: "none" }],
      { duration: 320, easing: "cubic-bezier(.2,.8,.2,1)" });
  }
}

/** Light what the server listed; what has no place on the board becomes a button. */
function light() {
  for (const element of document.querySelectorAll(".lit")) {
    element.classList.remove("lit");
    element.removeAttribute("tabindex");
    element.removeAttribute("role");
  }
  /** @type {Map<string, Option[]>} */
  const there = new Map();
  /** @type {Option[]} */
  const loose = [];
  for (const option of table.options) {
    const element = option.place && document.getElementById(option.place);
    if (element) there.set(option.place, [...(there.get(option.place) ?? []), option]);
    else loose.push(option);
  }
  const called = new Set();
  for (const [place, options] of there) {
    const element = /** @type {HTMLElement} */ (document.getElementById(place));
    element.classList.add("lit");
    element.setAttribute("tabindex", "0");
    element.setAttribute("role", "button");
    element.setAttribute("aria-label", options.map((option) => [option.words, option.effect].filter(Boolean).join(": ")).join("; "));
    element.onclick = () => choose(options);
    element.onkeydown = (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(options); } };
    const page = element.closest(".panel-page");
    if (page) called.add(page.id.replace("panel-", ""));
  }
  for (const tab of document.querySelectorAll("[data-tab]")) tab.classList.toggle("call", called.has(/** @type {HTMLElement} */ (tab).dataset.tab));
  const few = loose.length <= 2;
  one("[data-buttons]").replaceChildren(...(few
    ? loose.map((option) => make("button", { class: "btn go", title: option.effect, onclick: () => act(option) }, option.words))
    : [make("button", { class: "btn go", onclick: () => menu(loose) }, say("choose"))]));
}

/** @param {Option[]} options */
function choose(options) {
  if (options.length === 1) act(options[0]);
  else menu(options);
}

/** Where a place has several meanings, a small menu names them with their effect. @param {Option[]} options */
function menu(options) {
  const dialog = /** @type {HTMLDialogElement} */ (one("[data-menu]"));
  one("h2", dialog).textContent = one("[data-asked]").textContent;
  one(".choices", dialog).replaceChildren(...options.map((option) => make("button", { class: "choice", onclick: () => { dialog.close(); act(option); } },
    make("span", {}, option.words), ...(option.effect ? [make("small", {}, option.effect)] : []))),
    make("button", { class: "btn", onclick: () => dialog.close() }, say("close")));
  dialog.showModal();
}

/** @param {Option} option */
function act(option) {
  table.options = [];
  light();
  send({ type: "act", revision: table.revision, actions: [option.number] });
}

/** @param {any} message */
function drawScores(message) {
  const most = Math.max(1, ...message.sources.map((/** @type {any} */ source) => Object.values(source).reduce((sum, points) => sum + Math.max(0, Number(points)), 0)));
  one("[data-scores]").replaceChildren(...message.points.map((/** @type {number} */ points, /** @type {number} */ seat) => {
    const bar = make("span", { class: "bar" });
    for (const [name, worth] of Object.entries(message.sources[seat])) {
      if (Number(worth) <= 0) continue;
      const part = make("i", { title: `${table.sources[name] ?? name}: ${worth}` });
      part.style.width = `${(100 * Number(worth)) / most}%`;
      part.style.background = `var(--${table.hues[name] ?? "bronze"})`;
      bar.append(part);
    }
    return make("li", {}, make("span", {}, table.names[seat]), bar, make("b", { class: "num" }, String(points)));
  }));
}

/** @param {any} message */
function log(message) {
  const list = one("[data-log]");
  for (const old of [...list.children]) if (Number(/** @type {HTMLElement} */ (old).dataset.position) >= message.from) old.remove();
  for (const entry of message.entries) for (const sentence of entry.sentences) list.append(make("li", { "data-position": entry.position, onclick: () => lookAt(entry.position) }, sentence));
  while (list.children.length > 400) list.firstChild?.remove();
  list.scrollTop = list.scrollHeight;
}

/** @param {any} message */
function chat(message) {
  for (const line of message.lines) one("[data-log]").append(make("li", { class: "talk" }, `${table.names[line.seat] ?? ""}: ${line.text}`));
  one("[data-log]").scrollTop = one("[data-log]").scrollHeight;
}

/** Links to send, for whoever opened a table with friends. @param {[string, string][]} links */
function showLinks(links) {
  const dialog = /** @type {HTMLDialogElement} */ (one("[data-menu]"));
  one("h2", dialog).textContent = say("links");
  one(".choices", dialog).replaceChildren(...links.map(([name, link]) => make("button", { class: "choice", onclick: () => navigator.clipboard.writeText(link).then(() => notice(say("copied"))) },
    make("span", {}, say("link_for", { name })), make("small", {}, link))),
    make("button", { class: "btn", onclick: () => dialog.close() }, say("close")));
  dialog.showModal();
}

export function tablePage() {
  table.id = location.pathname.split("/")[2];
  const kept = JSON.parse(store.getItem(`seat-${table.id}`) ?? "null");
  if (kept?.links?.length) {
    one("[data-tools]").prepend(make("button", { class: "tool", onclick: () => showLinks(kept.links) }, say("invite")));
    if (!kept.seen) showLinks(kept.links);
    store.setItem(`seat-${table.id}`, JSON.stringify({ ...kept, seen: true }));
  }
  const slider = /** @type {HTMLInputElement} */ (one("[data-past] input"));
  slider.addEventListener("input", () => lookAt(Number(slider.value)));
  one("[data-now]").addEventListener("click", () => lookAt(table.last));
  one("[data-earlier]").addEventListener("click", () => lookAt(Math.max(0, Number(slider.value) - 1)));
  one("[data-later]").addEventListener("click", () => lookAt(Math.min(table.last, Number(slider.value) + 1)));
  if (location.hash.length > 1) {
    remember(table.id, location.hash.slice(1));
    history.replaceState(null, "", location.pathname);
  }
  const undo = () => { if (table.undoTo !== null) send({ type: "undo", revision: table.revision, to: table.undoTo }); };
  one("[data-undo]").addEventListener("click", undo);
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLInputElement;
    if (typing || one("dialog[open]")) return;
    if (event.key === "Backspace") undo();
    else if (/^[1-9]$/.test(event.key) && table.options[Number(event.key) - 1]) act(table.options[Number(event.key) - 1]);
  });
  connect();
}
