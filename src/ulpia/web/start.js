// @ts-check
// The door: games to begin, games to go on with.

import { NAMELESS, openTable } from "./begin.js";
import { ask, language, make, notice, one, owner, recall, say, sign, signed, store, tool } from "./house.js";
import { arcade } from "./ornament.js";

/** What was chosen for a game last time. `who` has a word for each seat: "me", "friend" or "computer:NAME".
 * @typedef {{seats: number, who: string[], names: string[], settings: Record<string, string>, pace: number}} Plan */
/** @typedef {[string, string]} Choice a value and its words */

const USUAL_PACE = 0.9;
/** The levels are for everybody; `/?agents=all` offers every program there is. */
const isForExperts = new URLSearchParams(location.search).get("agents") === "all";
/** @type {Choice[]} */
const PACES = [["1.6", "slow"], ["0.9", "usual"], ["0.3", "fast"], ["0", "at_once"]];

/** A row of buttons of which one is pressed. @param {string} label @param {Choice[]} choices @param {string|null} chosen @param {(value: string) => void} changed */
function segmented(label, choices, chosen, changed) {
  return make("div", { class: "seg", role: "group", "aria-label": label }, ...choices.map(([value, shown]) =>
    make("button", { type: "button", "aria-pressed": String(value === chosen), onclick: () => changed(value) }, shown)));
}

/** A list to choose from. @param {string} label @param {Choice[]} choices @param {string} chosen @param {(value: string) => void} changed */
function list(label, choices, chosen, changed) {
  const select = /** @type {HTMLSelectElement} */ (make("select", { "aria-label": label, onchange: () => changed(select.value) },
    ...choices.map(([value, shown]) => make("option", { value, selected: value === chosen }, shown))));
  return select;
}

/** @param {string} label @param {Node} choice */
const row = (label, choice) => make("div", { class: "row" }, make("span", {}, label), choice);

/** The plan of last time, as far as it still holds. @param {any} game @param {any[]} agents @param {string} usual @returns {Plan} */
function lastPlan(game, agents, usual) {
  const kept = recall(`last-${game.name}`) ?? {};
  const most = Math.max(...game.seats);
  const known = new Set(["friend", ...agents.map((agent) => `computer:${agent.name}`)]);
  const level = `computer:${usual}`;
  const who = Array.from({ length: most }, (_, seat) => (kept.who?.[seat] === "me" || known.has(kept.who?.[seat]) ? kept.who[seat] : level));
  const seats = game.seats.includes(kept.seats) ? kept.seats : most;
  const mine = who.indexOf("me");
  /** @type {Record<string, string>} */
  const settings = {};
  for (const setting of game.settings) {
    const values = setting.values.map((/** @type {any} */ value) => value.value);
    const usual = setting.name === "setup" ? values.at(-1) : setting.default;
    settings[setting.name] = setting.kind === "some_seats" || values.includes(kept.settings?.[setting.name]) ? kept.settings?.[setting.name] ?? usual : usual;
  }
  const one = mine >= 0 && mine < seats ? mine : 0;
  return { seats, settings, names: kept.names ?? [], pace: kept.pace ?? USUAL_PACE, who: who.map((word, seat) => (seat === one ? "me" : word === "me" ? level : word)) };
}

/** One card for each game; what was chosen last time is chosen again. @param {any} game @param {any[]} agents @param {string} usual */
function gameCard(game, agents, usual) {
  const plan = lastPlan(game, agents, usual);
  const quick = make("div"), more = make("div", { class: "more" });
  /** @type {Choice[]} */
  const levels = agents.map((agent) => [`computer:${agent.name}`, agent.title]);
  const keep = () => store.setItem(`last-${game.name}`, JSON.stringify(plan));
  const change = (/** @type {() => void} */ how) => {
    how();
    keep();
    const at = /** @type {HTMLElement} */ (document.activeElement)?.closest(".seg, select, input");
    const place = at && [...card.querySelectorAll(".seg, select, input")].indexOf(at), pressed = document.activeElement?.textContent;
    fill();
    const again = place != null && place >= 0 ? /** @type {HTMLElement} */ (card.querySelectorAll(".seg, select, input")[place]) : null;
    (again?.matches(".seg") ? /** @type {HTMLElement|undefined} */ ([...again.children].find((button) => button.textContent === pressed)) : again)?.focus();
  };
  const computers = () => plan.who.slice(0, plan.seats).filter((word) => word.startsWith("computer:"));
  const fill = () => {
    const counts = game.seats.map((/** @type {number} */ count) => [String(count), String(count - 1)]);
    const level = new Set(computers()).size === 1 ? computers()[0] : null;
    quick.replaceChildren(
      row(say("opponents"), segmented(say("opponents"), counts, String(plan.seats), (value) => change(() => seat(Number(value))))),
      strength(level),
    );
    more.replaceChildren(
      make("h4", {}, say("who_sits")), ...Array.from({ length: plan.seats }, (_, at) => seatRow(at)),
      make("h4", {}, say("game")), ...game.settings.map(settingRow),
      row(say("pace"), segmented(say("pace"), PACES.map(([value, word]) => /** @type {Choice} */ ([value, say(word)])), String(plan.pace), (value) => change(() => { plan.pace = Number(value); }))),
    );
  };
  /** All computers at once. @param {string|null} level theirs, if they have the same */
  const strength = (level) => {
    const about = agents.find((agent) => `computer:${agent.name}` === level)?.about ?? say(computers().length ? "mixed_levels" : "no_computers");
    const choice = segmented(say("strength"), levels, level, (value) => change(() => { plan.who = plan.who.map((word) => (word.startsWith("computer:") ? value : word)); }));
    return make("div", { class: "strength" }, make("p", {}, make("span", {}, say("strength")), make("em", {}, about)), choice);
  };
  const seat = (/** @type {number} */ count) => {
    const mine = plan.who.indexOf("me");
    plan.seats = count;
    if (mine >= count) [plan.who[0], plan.who[mine]] = ["me", plan.who[0]];
  };
  const seatRow = (/** @type {number} */ at) => {
    const label = say("each_seat", { number: at + 1 });
    const mark = sign(`seat-${at}`);
    mark.style.color = `var(--seat-${at})`;
    const choice = list(label, [["me", say("me")], ...levels.map(([value, shown]) => /** @type {Choice} */ ([value, say("a_computer", { level: shown })])), ["friend", say("friend")]],
      plan.who[at], (value) => change(() => take(at, value)));
    const name = plan.who[at] === "friend" ? [make("input", { value: plan.names[at] ?? "", maxlength: 24, placeholder: say("name"), "aria-label": say("name"), autocomplete: "off",
      oninput: (/** @type {Event} */ event) => { plan.names[at] = /** @type {HTMLInputElement} */ (event.target).value; keep(); } })] : [];
    return make("div", { class: "row seat" }, make("span", {}, mark, label), make("div", { class: "who" }, choice, ...name));
  };
  /** I sit down somewhere else: whoever was there takes my place. @param {number} at @param {string} value */
  const take = (at, value) => {
    const mine = plan.who.indexOf("me");
    if (value === "me") [plan.who[mine], plan.who[at]] = [plan.who[at], "me"];
    else if (at !== mine) plan.who[at] = value;
  };
  const settingRow = (/** @type {any} */ setting) => {
    const value = plan.settings[setting.name];
    if (setting.kind !== "some_seats") {
      return row(setting.title, list(setting.title, setting.values.map((/** @type {any} */ each) => [each.value, each.words]), value, (chosen) => change(() => { plan.settings[setting.name] = chosen; })));
    }
    const some = new Set(value.split(",").filter((/** @type {string} */ word) => /^\d+$/.test(word) && Number(word) < plan.seats));
    return row(setting.title, make("div", { class: "seg", role: "group", "aria-label": setting.title }, ...Array.from({ length: plan.seats }, (_, at) => make("button", {
      type: "button", "aria-pressed": String(some.has(String(at))), "aria-label": `${setting.title} ${at + 1}`,
      onclick: () => change(() => { some.delete(String(at)) || some.add(String(at)); plan.settings[setting.name] = [...some].sort().join(",") || "none"; }),
    }, String(at + 1)))));
  };
  const begin = () => openTable({
    game: game.name, settings: withSeats(game, plan), pace: plan.pace,
    seats: plan.who.slice(0, plan.seats).map((word, at) => {
      const [kind, agent] = word.split(":");
      return { kind: /** @type {"me"|"friend"|"computer"} */ (kind), ...(agent ? { agent } : {}), ...(kind === "friend" && plan.names[at] ? { name: plan.names[at] } : {}) };
    }),
  });
  const picture = make("div", { class: "pic" });
  picture.innerHTML = game.emblem;
  const card = make("article", { class: "cardbox game", "aria-label": game.title }, picture, make("h2", {}, game.title), make("p", {}, say(`about_${game.name}`)), quick,
    make("details", {}, make("summary", {}, make("span", {}, say("more")), sign("next")), more),
    make("button", { class: "btn primary begin", onclick: begin }, sign("play"), say("begin")));
  fill();
  return card;
}

/** Settings about seats hold for the seats there are. @param {any} game @param {Plan} plan */
function withSeats(game, plan) {
  const some = new Set(game.settings.filter((/** @type {any} */ setting) => setting.kind === "some_seats").map((/** @type {any} */ setting) => setting.name));
  return Object.fromEntries(Object.entries(plan.settings).map(([name, value]) => [name,
    some.has(name) ? value.split(",").filter((word) => /^\d+$/.test(word) && Number(word) < plan.seats).join(",") || "none" : value]));
}

/** When something happened, as people say it. @param {number} time */
function since(time) {
  const then = new Date(time), now = new Date();
  const days = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(then).setHours(0, 0, 0, 0)) / 86_400_000);
  const minutes = Math.round((Date.now() - time) / 60_000);
  const relative = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  if (minutes < 1) return say("just_now");
  if (minutes < 60) return relative.format(-minutes, "minute");
  if (days === 0) return relative.format(-Math.round(minutes / 60), "hour");
  if (days === 1) return relative.format(-1, "day");
  if (days < 7) return say("on_day", { day: then.toLocaleDateString(language(), { weekday: "long" }) });
  return then.toLocaleDateString(language(), { day: "numeric", month: "long", ...(then.getFullYear() === now.getFullYear() ? {} : { year: "numeric" }) });
}

/** How it ended for me, or for whoever won. @param {any} table */
function result(table) {
  const mine = table.held[0];
  const place = table.outcome.ranking.findIndex((/** @type {number[]} */ seats) => seats.includes(mine));
  if (place < 0) return `${table.seats[table.outcome.ranking[0][0]].name}, ${signed(table.outcome.points[table.outcome.ranking[0][0]])}`;
  return say(["won", "second", "third", "fourth"][place], { points: signed(table.outcome.points[mine]) });
}

/** A table among my games; what it looks like is asked for when it comes into sight. @param {any} table */
function entry(table) {
  const others = table.seats.filter((/** @type {any} */ seat) => !table.held.includes(seat.seat)).map((/** @type {any} */ seat) => seat.name).join(", ");
  const mark = table.finished ? result(table) : table.is_mine ? say("your_turn") : say("plays", { name: table.seats[table.seat]?.name ?? "" });
  const when = since(table.touched), where = make("span", { "data-where": true }, table.finished ? when : "\u00a0"), mini = make("span", { class: "mini" });
  const link = make("a", { class: `entry ${table.is_mine && !table.finished ? "turn" : ""}`, href: `/table/${table.table}` },
    mini, make("span", {}, make("b", {}, table.title), make("span", {}, others || say("alone")), where), make("span", { class: "mark" }, make("em", {}, mark), ...(table.finished ? [] : [make("small", {}, when)])));
  seen.set(link, async () => {
    const told = await ask(`/api/tables/${table.table}/glance/${table.held[0] ?? 0}?language=${language()}`).catch(() => null);
    if (!told) return;
    mini.innerHTML = told.picture;
    if (!table.finished) where.textContent = told.crumb;
  });
  sight.observe(link);
  return make("li", {}, link);
}

/** What to do when an entry comes into sight. @type {Map<Element, () => void>} */
const seen = new Map();
const sight = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    seen.get(target)?.();
    seen.delete(target);
    sight.unobserve(target);
  }
});

/** @param {any[]} mine */
function myGames(mine) {
  const place = one("[data-mine]");
  const groups = {
    "": mine.filter((table) => !table.finished && table.is_mine),
    waiting_for: mine.filter((table) => !table.finished && !table.is_mine),
    finished: mine.filter((table) => table.finished),
  };
  if (!mine.length) place.append(make("div", { class: "empty" }, sign("laurel"), make("p", {}, say("no_games")), make("p", {}, say("no_games_rules"))));
  for (const [title, tables] of Object.entries(groups)) {
    if (!tables.length) continue;
    tables.sort((one, other) => other.touched - one.touched);
    if (title) place.append(make("h3", {}, say(title)));
    place.append(make("ul", {}, ...tables.map(entry)));
  }
}

/** The address of a table from whatever somebody sent: a link, or just its name. @param {string} text @param {boolean} with_key */
export function addressOf(text, with_key) {
  const found = text.trim().match(/^(?:.*\/table\/)?([\w-]{6,24})(#[\w-]+)?$/);
  return found ? `/table/${found[1]}${with_key ? found[2] ?? "" : ""}` : null;
}

/** Ask for a link and go there. @param {string} title @param {string} about @param {boolean} with_key */
function askLink(title, about, with_key) {
  const input = /** @type {HTMLInputElement} */ (make("input", { class: "field", "aria-label": title, placeholder: `${location.origin}/table/…`, autocomplete: "off", spellcheck: "false" }));
  const go = (/** @type {Event} */ event) => {
    event.preventDefault();
    const address = addressOf(input.value, with_key);
    if (address) location.href = address;
    else notice(say("no_link", { example: `${location.origin}/table/WH62Zvbx7iIU` }));
  };
  dialog(title, make("p", {}, about), make("form", { onsubmit: go }, input, make("button", { class: "btn primary", type: "submit" }, say("go"))));
  input.focus();
}

/** @param {string} title @param {...Node} content */
function dialog(title, ...content) {
  const shown = /** @type {HTMLDialogElement} */ (one("[data-dialog]"));
  shown.replaceChildren(make("h2", { id: "dialog-title" }, title), ...content, make("button", { class: "btn", onclick: () => shown.close() }, say("close")));
  shown.showModal();
}

export async function startPage() {
  const symbols = one("[data-symbols]");
  const text = async (/** @type {string} */ path) => (await fetch(path)).text();
  const [sheet, { games, agents, usual_level }, mine] = await Promise.all([text("/assets/symbols.svg"), ask(`/api/games?language=${language()}`),
    owner() ? ask(`/api/my?language=${language()}`).then((told) => told.games, () => []) : []]);
  symbols.innerHTML = sheet;
  for (const game of games) game.emblem = await text(`/assets/emblem-${game.name}.svg`);
  one(".herobox").prepend(arcade());
  one("[data-games]").replaceChildren(...games.map((/** @type {any} */ game) => gameCard(game, agents.filter((/** @type {any} */ agent) => agent.is_level || isForExperts), usual_level)));
  const rules = () => dialog(say("rules"), make("div", { class: "choices" }, ...games.map((/** @type {any} */ game) =>
    make("a", { class: "choice", href: `/rules/${game.name}` }, game.title))));
  one("[data-tools]").prepend(tool("help", say("rules"), rules));
  const name = /** @type {HTMLInputElement} */ (make("input", { value: store.getItem("name") ?? "", placeholder: NAMELESS, maxlength: 24, autocomplete: "nickname", spellcheck: "false",
    oninput: () => store.setItem("name", name.value) }));
  one("[data-me]").append(make("span", {}, say("my_name")), name);
  /** @param {string} shown @param {string} word @param {() => void} does */
  const door = (shown, word, does) => make("button", { class: "btn", type: "button", onclick: does }, sign(shown), say(word));
  one("[data-links]").append(door("cards", "join", () => askLink(say("join"), say("join_about"), true)), door("help", "rules", rules),
    door("eye", "watch", () => askLink(say("watch"), say("watch_about"), false)));
  myGames(mine);
}
