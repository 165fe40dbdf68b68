// @ts-check
// The browser's part: it shows what the server sends, lights what the server lists, and sends numbers back.
// It knows neither rules nor games.

/** @typedef {{number: number, notation: string, words: string, effect: string, place: string}} Option */
/** @typedef {Record<string, any>} Message */

/** @type {Record<string, string>} */
let words = {};
const store = window.localStorage;
const quick = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement} */
const one = (selector, within = document) => /** @type {HTMLElement} */ (within.querySelector(selector));

/** @param {string} key @param {Record<string, string|number>} [facts] */
function say(key, facts = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(facts[name] ?? ""));
}

/** Make an element; text never becomes markup. @param {string} tag @param {Record<string, any>} [attributes] @param {...(Node|string)} children */
function make(tag, attributes = {}, ...children) {
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
async function ask(path, body) {
  /** @type {Record<string, string>} */
  const headers = { "Content-Type": "application/json" };
  if (owner()) headers.Authorization = `Bearer ${owner()}`;
  const answer = await fetch(path, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.sentence ?? answer.statusText);
  return told;
}

function language() {
  return store.getItem("language") ?? (navigator.language.startsWith("de") ? "de" : "en");
}

/** @param {string} sentence */
function notice(sentence) {
  one(".notice")?.remove();
  const shown = make("p", { class: "notice", role: "status" }, sentence);
  document.body.append(shown);
  setTimeout(() => shown.remove(), 5000);
}

function dress() {
  document.documentElement.lang = language();
  const theme = store.getItem("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "day");
  document.documentElement.dataset.theme = theme;
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = say(/** @type {HTMLElement} */ (element).dataset.word ?? "");
  }
  const other = theme === "night" ? "day" : "night";
  one("[data-tools]")?.replaceChildren(
    make("button", { class: "tool", onclick: () => (store.setItem("theme", other), dress()) }, say(other)),
    make("button", { class: "tool", onclick: () => (store.setItem("language", say("other_language")), location.reload()) }, say("language")),
  );
}

// The start page

/** @param {string} label @param {[string, string][]} choices @param {string} chosen @param {(value: string) => void} changed */
function segmented(label, choices, chosen, changed) {
  const group = make("div", { class: "seg", role: "group", "aria-label": label });
  for (const [value, shown] of choices) {
    group.append(make("button", { "aria-pressed": value === chosen, onclick: (/** @type {Event} */ event) => {
      for (const button of group.children) button.setAttribute("aria-pressed", String(button === event.currentTarget));
      changed(value);
    } }, shown));
    const button = group.lastElementChild;
    button?.setAttribute("aria-pressed", String(value === chosen));
  }
  return make("div", { class: "row" }, make("span", {}, label), group);
}

/** One card for each game; what was chosen last time is chosen again. @param {any} game @param {any[]} agents */
function gameCard(game, agents) {
  const key = `last-${game.name}`;
  const plan = JSON.parse(store.getItem(key) ?? "null") ?? { seats: Math.max(...game.seats), others: [], settings: {} };
  const seats = make("div");
  const drawSeats = () => {
    seats.replaceChildren();
    for (let seat = 1; seat < plan.seats; seat++) {
      plan.others[seat] ??= `computer:${agents.at(-1).name}`;
      /** @type {[string, string][]} */
      const choices = [...agents.map((/** @type {any} */ agent) => /** @type {[string, string]} */ ([`computer:${agent.name}`, agent.title])), ["friend", say("friend")]];
      seats.append(segmented(say("each_seat", { number: seat + 1 }), choices, plan.others[seat], (value) => (plan.others[seat] = value)));
    }
  };
  const options = make("details", {}, make("summary", {}, say("options")));
  for (const setting of game.settings) {
    if (setting.values.length) {
      const choices = setting.values.map((/** @type {any} */ value) => [value.value, value.words]);
      const chosen = (plan.settings[setting.name] ??= setting.name === "setup" ? setting.values.at(-1).value : setting.default);
      options.append(segmented(setting.title, choices, chosen, (value) => (plan.settings[setting.name] = value)));
    }
  }
  const paces = [["1.6", "slow"], ["0.9", "usual"], ["0.3", "fast"], ["0", "at_once"]].map(([value, word]) => /** @type {[string, string]} */ ([value, say(word)]));
  options.append(segmented(say("pace"), paces, String(plan.pace ?? 0.9), (value) => (plan.pace = Number(value))));
  drawSeats();
  return make("article", { class: "cardbox game" }, make("h3", {}, game.title), make("p", {}, say(`about_${game.name}`)),
    segmented(say("opponents"), game.seats.map((/** @type {number} */ n) => [String(n), String(n - 1)]), String(plan.seats),
      (value) => { plan.seats = Number(value); drawSeats(); }),
    seats, options,
    make("button", { class: "btn primary begin", onclick: () => begin(game, plan, key) }, say("begin")));
}

/** @param {any} game @param {any} plan @param {string} key */
async function begin(game, plan, key) {
  store.setItem(key, JSON.stringify(plan));
  const seats = [{ kind: "me", name: say("you") }];
  for (let seat = 1; seat < plan.seats; seat++) {
    const [kind, agent] = plan.others[seat].split(":");
    seats.push(kind === "friend" ? { kind: "friend", name: say("guest", { number: seat }) }
      : /** @type {any} */ ({ kind: "computer", agent, name: say("house", { number: seat }) }));
  }
  try {
    const made = await ask(`/api/tables?language=${language()}`, { game: game.name, settings: plan.settings, seats, pace: plan.pace ?? 0.9 });
    const links = made.seats.filter((/** @type {any} */ seat) => seat.kind === "friend").map((/** @type {any} */ seat) => [seats[seat.seat].name, location.origin + seat.link]);
    store.setItem("owner", made.owner);
    remember(made.table, made.seats[0].token, links);
    location.href = `/table/${made.table}`;
  } catch (error) {
    notice(String(/** @type {Error} */ (error).message));
  }
}

/** The key to my games; the server makes it with the first table. */
function owner() {
  return store.getItem("owner");
}

/** @param {string} table @param {string} token @param {[string, string][]} links */
function remember(table, token, links = []) {
  store.setItem(`seat-${table}`, JSON.stringify({ token, links }));
}

async function startPage() {
  const { games, agents } = await ask(`/api/games?language=${language()}`);
  one("[data-games]").replaceChildren(...games.map((/** @type {any} */ game) => gameCard(game, agents)));
  const mine = owner() ? (await ask(`/api/my?language=${language()}`)).games : [];
  const list = one("[data-mine]");
  const groups = { running: mine.filter((/** @type {any} */ t) => !t.finished), finished: mine.filter((/** @type {any} */ t) => t.finished) };
  if (!mine.length) list.append(make("p", { class: "empty" }, say("no_games")));
  for (const [title, tables] of Object.entries(groups)) {
    if (!tables.length) continue;
    list.append(make("h3", {}, say(title)), make("ul", {}, ...tables.map((/** @type {any} */ table) => make("li", {},
      make("a", { class: table.is_mine ? "entry turn" : "entry", href: `/table/${table.table}` },
        make("span", {}, make("b", {}, table.title), table.seats.map((/** @type {any} */ seat) => seat.name).join(", ")),
        make("em", {}, table.is_mine ? say("your_turn") : (table.outcome?.points ?? []).join(" : ")))))));
  }
}

// The table

const table = {
  /** @type {WebSocket|null} */ socket: null,
  id: "", revision: "", undoTo: /** @type {number|null} */ (null), seat: /** @type {number|null} */ (null), names: /** @type {string[]} */ ([]),
  sources: /** @type {Record<string, string>} */ ({}), hues: /** @type {Record<string, string>} */ ({}), options: /** @type {Option[]} */ ([]), wait: 500, over: false, last: 0,
  /** @type {Promise<void>} */ laid: Promise.resolve(),
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
  for (const name of message.gone ?? []) one(`[data-district="${CSS.escape(name)}"]`)?.replaceChildren();
  for (const [name, drawing] of Object.entries(message.districts)) {
    const district = one(`[data-district="${CSS.escape(name)}"]`);
    if (district) district.innerHTML = String(drawing);
  }
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

/** An earlier moment: the drawings of then, and a way back to now. @param {any} message */
function look(message) {
  for (const [name, drawing] of Object.entries(message.districts)) {
    const district = one(`[data-district="${CSS.escape(name)}"]`);
    if (district) district.innerHTML = String(drawing);
  }
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

function tablePage() {
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

words = await ask(`/api/words/${language()}`);
dress();
if (document.body.dataset.page === "start") await startPage();
else tablePage();

export {}; // a module, so that it may wait at its top level
