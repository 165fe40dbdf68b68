// The card of a game on the start page. It begins with the choices of the last time.

/** @import { Agent, Game, GameSetting } from "../types.js" */

import { html, icon, seatIcon } from "../shared/dom.js";
import { openTable } from "../shared/new_table.js";
import { PACES } from "../shared/pace.js";
import { segmented } from "../shared/segmented.js";
import { readJson, storage } from "../shared/storage.js";
import { translate } from "../shared/texts.js";
import { TIME_CONTROLS } from "../shared/time_controls.js";
import { lessonLink, mayOfferLessons, offerLessons } from "./lessons.js";
import {
  changeLevel,
  changeOccupant,
  changeSeats,
  COMPUTER,
  computerLevels,
  hasFriends,
  newTable,
  readSeats,
  restoreSetup,
  writeSeats,
} from "./table_setup.js";

const CONTROLS = ".seg, select, input";

/**
 * Creates a list to choose from.
 * @param {string} label
 * @param {[string, string][]} choices pairs of value and words
 * @param {string} chosen
 * @param {(value: string) => void} onChange
 */
function dropDown(label, choices, chosen, onChange) {
  const options = choices.map(([value, words]) => html("option", { value, selected: value === chosen }, words));
  const select = html("select", { "aria-label": label, onchange: () => onChange(select.value) }, ...options);
  return select;
}

/**
 * @param {string} label
 * @param {Node} control
 */
function row(label, control) {
  return html("div", { class: "row" }, html("span", {}, label), control);
}

class GameCard {
  /**
   * @param {Game} game
   * @param {Agent[]} agents
   * @param {string} usualLevel
   * @param {string} emblem SVG
   */
  constructor(game, agents, usualLevel, emblem) {
    this.game = game;
    this.agents = agents;
    this.setup = restoreSetup(game, agents, usualLevel, readJson(`last-${game.name}`) ?? {});
    /** @type {[string, string][]} */
    this.levels = agents.map((agent) => [COMPUTER + agent.name, agent.title]);
    this.main = html("div");
    this.more = html("div", { class: "more" });
    const picture = html("div", { class: "pic" });
    picture.innerHTML = emblem;
    const begin = () => openTable(newTable(this.game, this.setup));
    const onBegin = () => (mayOfferLessons(game) ? offerLessons(game, begin) : begin());
    this.element = html(
      "article",
      { class: "cardbox game", "aria-label": game.title },
      picture,
      html("h2", {}, game.title),
      html("p", {}, game.about),
      ...lessonLink(game),
      this.main,
      html("details", {}, html("summary", {}, html("span", {}, translate("more")), icon("next")), this.more),
      html("button", { class: "btn primary begin", onclick: onBegin }, icon("play"), translate("begin")),
    );
    this.draw();
  }

  save() {
    storage.setItem(`last-${this.game.name}`, JSON.stringify(this.setup));
  }

  /**
   * Changes the setup, stores it and draws the card again. The focus stays where it was.
   * @param {() => void} change
   */
  update(change) {
    change();
    this.save();
    const active = document.activeElement;
    const control = active?.closest(CONTROLS);
    const index = control ? [...this.element.querySelectorAll(CONTROLS)].indexOf(control) : -1;
    const pressed = active?.textContent;
    this.draw();
    const again = /** @type {HTMLElement|undefined} */ (this.element.querySelectorAll(CONTROLS)[index]);
    if (!again?.matches(".seg")) return again?.focus();
    const buttons = /** @type {HTMLElement[]} */ ([...again.children]);
    return buttons.find((button) => button.textContent === pressed)?.focus();
  }

  draw() {
    const { setup, game } = this;
    /** @type {[string, string][]} */
    const counts = game.seats.map((count) => [String(count), String(count - 1)]);
    /** @type {[string, string][]} */
    const paces = PACES.map(({ seconds, text }) => [String(seconds), translate(text)]);
    const opponents = segmented(translate("opponents"), counts, String(setup.seats), (value) =>
      this.update(() => changeSeats(setup, Number(value))),
    );
    const pace = segmented(translate("pace"), paces, String(setup.pace), (value) =>
      this.update(() => {
        setup.pace = Number(value);
      }),
    );
    this.main.replaceChildren(row(translate("opponents"), opponents), this.strength());
    this.more.replaceChildren(
      html("h3", {}, translate("who_sits")),
      ...Array.from({ length: setup.seats }, (_, seat) => this.seatRow(seat)),
      ...(hasFriends(setup) ? [this.timeRow()] : []),
      html("h3", {}, translate("game")),
      ...game.settings.map((setting) => this.settingRow(setting)),
      row(translate("pace"), pace),
    );
  }

  /** The level of all computers at once. */
  strength() {
    const used = computerLevels(this.setup);
    const level = new Set(used).size === 1 ? used[0] : null;
    const agent = this.agents.find(({ name }) => COMPUTER + name === level);
    const about = agent?.about ?? translate(used.length ? "mixed_levels" : "no_computers");
    const choice = segmented(translate("strength"), this.levels, level, (value) =>
      this.update(() => changeLevel(this.setup, value)),
    );
    const title = html("p", {}, html("span", {}, translate("strength")), html("em", {}, about));
    return html("div", { class: "strength" }, title, choice);
  }

  /** @param {number} seat */
  seatRow(seat) {
    const { setup } = this;
    const label = translate("each_seat", { number: seat + 1 });
    /** @type {[string, string][]} */
    const computers = this.levels.map(([value, level]) => [value, translate("a_computer", { level })]);
    const who = dropDown(
      label,
      [["me", translate("me")], ...computers, ["friend", translate("friend")]],
      setup.who[seat],
      (value) => this.update(() => changeOccupant(setup, seat, value)),
    );
    const name = setup.who[seat] === "friend" ? [this.friendName(seat)] : [];
    return html(
      "div",
      { class: "row seat" },
      html("span", {}, seatIcon(seat), label),
      html("div", { class: "who" }, who, ...name),
    );
  }

  /** @param {number} seat */
  friendName(seat) {
    const input = html("input", {
      value: this.setup.names[seat] ?? "",
      maxlength: 24,
      placeholder: translate("name"),
      "aria-label": translate("name"),
      autocomplete: "off",
      oninput: () => {
        this.setup.names[seat] = input.value;
        this.save();
      },
    });
    return input;
  }

  /** How long people may think, for a table with friends. */
  timeRow() {
    /** @type {[string, string][]} */
    const times = TIME_CONTROLS.map(({ name, text }) => [name, translate(text)]);
    const choice = dropDown(translate("time"), times, this.setup.time, (value) =>
      this.update(() => {
        this.setup.time = value;
      }),
    );
    return row(translate("time"), choice);
  }

  /** @param {GameSetting} setting */
  settingRow(setting) {
    const { settings } = this.setup;
    if (setting.kind === "some_seats") return row(setting.title, this.seatButtons(setting));
    /** @type {[string, string][]} */
    const values = setting.values.map(({ value, words }) => [value, words]);
    const choice = dropDown(setting.title, values, settings[setting.name], (value) =>
      this.update(() => {
        settings[setting.name] = value;
      }),
    );
    return row(setting.title, choice);
  }

  /**
   * A button for each seat; several can be pressed.
   * @param {GameSetting} setting
   */
  seatButtons(setting) {
    const { settings, seats } = this.setup;
    const chosen = readSeats(settings[setting.name], seats);
    const toggle = (/** @type {string} */ seat) => {
      if (!chosen.delete(seat)) chosen.add(seat);
      settings[setting.name] = writeSeats(chosen);
    };
    const buttons = Array.from({ length: seats }, (_, seat) =>
      html(
        "button",
        {
          type: "button",
          "aria-pressed": String(chosen.has(String(seat))),
          "aria-label": `${setting.title} ${seat + 1}`,
          onclick: () => this.update(() => toggle(String(seat))),
        },
        String(seat + 1),
      ),
    );
    return html("div", { class: "seg", role: "group", "aria-label": setting.title }, ...buttons);
  }
}

/**
 * @param {Game} game
 * @param {Agent[]} agents
 * @param {string} usualLevel
 * @param {string} emblem SVG
 */
export function gameCard(game, agents, usualLevel, emblem) {
  return new GameCard(game, agents, usualLevel, emblem).element;
}
