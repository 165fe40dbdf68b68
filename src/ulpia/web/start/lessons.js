// Lessons on the start page: a link on the card of each game, and an offer when somebody begins a first game.

/** @import { Game } from "../types.js" */

import { findDialog, html, icon } from "../shared/dom.js";
import { lessonProgress } from "../shared/lesson_progress.js";
import { isStorageForbidden, ownerKey, storage } from "../shared/storage.js";
import { translate } from "../shared/texts.js";

/** @param {Game} game */
function hasBegun({ name }) {
  const { lesson, done } = lessonProgress(name);
  return lesson !== null || done.length > 0;
}

/**
 * @param {Game} game
 * @returns {HTMLElement[]} the link to its lessons, if it has some
 */
export function lessonLink(game) {
  if (!game.has_lessons) return [];
  const words = translate(hasBegun(game) ? "learn_on" : "learn", { game: game.title });
  return [html("a", { class: "btn learn", href: `/learn/${game.name}` }, icon("laurel"), html("span", {}, words))];
}

/**
 * Whether a player who begins this game should be offered lessons: in a first game, and only once. A browser that
 * remembers nothing would offer them before every game.
 * @param {Game} game
 */
export function mayOfferLessons(game) {
  return (
    !isStorageForbidden &&
    game.has_lessons &&
    !ownerKey() &&
    !hasBegun(game) &&
    storage.getItem("lessons-offered") === null
  );
}

/**
 * Asks whether to learn first. It is never asked again.
 * @param {Game} game
 * @param {() => void} begin begins the game
 */
export function offerLessons(game, begin) {
  storage.setItem("lessons-offered", "yes");
  const dialog = findDialog("[data-dialog]");
  const onBegin = () => {
    dialog.close();
    begin();
  };
  dialog.replaceChildren(
    html("h2", { id: "dialog-title" }, translate("learn_first", { game: game.title })),
    html("p", {}, translate("learn_about")),
    html(
      "div",
      { class: "choices" },
      html("a", { class: "btn primary", href: `/learn/${game.name}` }, translate("learn_now")),
      html("button", { class: "btn", type: "button", onclick: onBegin }, translate("learn_not")),
    ),
  );
  dialog.showModal();
}
