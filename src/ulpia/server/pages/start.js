// @ts-check
// The door: games to begin, games to go on with.

import { ask, language, make, notice, one, owner, remember, say, store } from "./house.js";

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

export async function startPage() {
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
