// The teacher objects to a costly move before it is played: what it costs, what would be better, and two buttons. The
// player takes the move back or plays it.

/** @import { Objection } from "../types.js" */

import { find, findAll, html } from "../shared/dom.js";
import { showNotice } from "../shared/page.js";
import { translate } from "../shared/texts.js";
import { scrollToElement } from "./board.js";
import { connection } from "./connection.js";
import { placeBeside } from "./note.js";
import { session } from "./session.js";

/** What the note should not cover. */
const IN_THE_WAY = ".better, .prompt, .strip, .tabs, [data-picked]";

/** The one that waits for the player. @type {Objection|null} */
let objection = null;
/** Offers the options again. */
let onTakeBack = () => {};
/** Whether the player used the keyboard last; the focus then moves to the buttons. */
let usesKeyboard = () => false;

const box = () => find("[data-objection]");

/** @param {Objection} message */
export function receiveObjection(message) {
  if (message.revision !== session.state.revision) return;
  objection = message;
  showObjection();
  const [better] = findAll(".better");
  if (better) scrollToElement(better);
  if (usesKeyboard()) find("[data-take-back]").focus({ preventScroll: true });
}

/** Puts the objection away, as with every new state. */
export function dropObjection() {
  if (!objection) return;
  objection = null;
  showObjection();
}

/** Takes the move back that the teacher objects to. @returns {boolean} whether there was one */
export function takeMoveBack() {
  if (!objection) return false;
  dropObjection();
  onTakeBack();
  return true;
}

function playAnyway() {
  if (!objection) return;
  const { revision, actions } = objection;
  if (connection.send({ type: "act", revision, actions })) dropObjection();
  else showNotice(translate("lost"));
}

function showObjection() {
  for (const element of findAll(".better")) element.classList.remove("better");
  box().hidden = !objection;
  if (!objection) {
    find("[data-objection-words]").replaceChildren();
    return;
  }
  const [cost, better, ...reasons] = objection.sentences;
  find("[data-objection-words]").replaceChildren(
    html("p", { class: "first", id: "objection-cost" }, cost),
    html("p", {}, [better, ...reasons].join(" ")),
  );
  for (const id of objection.places) document.getElementById(id)?.classList.add("better");
  place();
}

function place() {
  if (!objection) return;
  const better = find(".better");
  placeBeside(box(), better?.closest(".plot") ?? find("[data-prompt]"), IN_THE_WAY);
}

/**
 * Adds the note to the page, empty: screen readers announce what changes in it.
 * @param {{offerAgain: () => void, isKeyboardUsed: () => boolean}} table
 */
export function setUpObjections({ offerAgain, isKeyboardUsed }) {
  onTakeBack = offerAgain;
  usesKeyboard = isKeyboardUsed;
  const takeBack = html(
    "button",
    { class: "btn go", type: "button", "data-take-back": "", onclick: takeMoveBack },
    translate("take_move_back"),
  );
  const play = html(
    "button",
    { class: "btn", type: "button", "data-play-anyway": "", onclick: playAnyway },
    translate("play_anyway"),
  );
  find(".stage").append(
    html(
      "div",
      {
        class: "teacher objection",
        role: "group",
        "aria-label": translate("objection"),
        "data-objection": "",
        hidden: true,
      },
      html("div", { "data-objection-words": "", "aria-live": "polite" }),
      html("p", { class: "buttons" }, takeBack, play),
    ),
  );
  addEventListener("resize", place);
}
