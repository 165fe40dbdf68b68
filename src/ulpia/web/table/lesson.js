// Lessons: the card with the goal, the verdict and what comes next, and the parts of the board that have appeared.
//
// The page /learn/GAME is a table at which the server plays the steps of a lesson with the learner. The last lesson is
// a real game at an ordinary table, where the card speaks at the beginning and at the end.

/** @import { LessonInfo, LessonMessage } from "../types.js" */

import { fetchLessons } from "../shared/api.js";
import { find, findAll, html, icon } from "../shared/dom.js";
import { finishLesson, lessonProgress, saveLessonStep } from "../shared/lesson_progress.js";
import { openTable } from "../shared/new_table.js";
import { savedSeat, saveSeat } from "../shared/storage.js";
import { translate } from "../shared/texts.js";
import { bringIntoSight, findPlot } from "./board.js";
import { offerOptions, pauseOptions } from "./choices.js";
import { connection } from "./connection.js";
import { session } from "./session.js";

/** @type {LessonInfo[]} */
let lessons = [];

/** Whether a step has begun whose first state has not come. */
let isAtBeginning = false;
/** Whether the learner used the keyboard last. The focus then goes to what comes next. */
let usesKeyboard = false;
addEventListener("keydown", () => (usesKeyboard = true), { capture: true });
addEventListener("pointerdown", () => (usesKeyboard = false), { capture: true });

/**
 * Finds the lesson that this page is about: the one of the address, else the one to go on with.
 * @returns {Promise<boolean>} whether it is played here; otherwise the page of a real game is being opened
 */
export async function chooseLesson() {
  if (!session.isLesson) return true;
  lessons = await fetchLessons(session.id);
  const { lesson, step, done } = lessonProgress(session.id);
  const wanted = new URLSearchParams(location.search).get("lesson") ?? lesson;
  const isOpen = (/** @type {LessonInfo} */ each) => !done.includes(each.lesson);
  const chosen = lessons.find((each) => each.lesson === wanted) ?? lessons.find(isOpen) ?? lessons[0];
  if (chosen?.table) {
    await openRealGame(chosen);
    return false;
  }
  session.lessonStart = {
    lesson: chosen?.lesson ?? "",
    step: chosen?.lesson === lesson && step < chosen.steps ? step : 0,
  };
  return true;
}

/** @param {LessonInfo} lesson */
async function openRealGame({ lesson, table }) {
  if (!table) return;
  await openTable({ ...table, lesson });
}

/** @param {string} lesson */
function goToLesson(lesson) {
  const chosen = lessons.find((each) => each.lesson === lesson);
  if (chosen?.table) void openRealGame(chosen);
  else location.href = `/learn/${session.id}?lesson=${lesson}`;
}

/** @param {LessonMessage} message */
export function receiveLesson(message) {
  const before = session.lesson;
  session.lesson = message;
  if (!session.isLesson) {
    if (message.status === "right") finishLesson(message.game, message.lesson);
    showCard(message);
    return;
  }
  document.title = `${message.title} – Ulpia`;
  if (message.status === "right" || message.status === "shown") saveNextStep(message);
  else saveLessonStep(message.game, message.lesson, message.step);
  showDistricts(message.districts);
  showCard(message);
  // The state that belongs to the beginning of a step follows; what is lit until then is out of date.
  isAtBeginning = message.status === "open";
  if (isAtBeginning) pauseOptions();
  else offerOptions();
  if (before?.status !== message.status && message.status !== "open" && usesKeyboard) {
    find("[data-lesson] .go")?.focus({ preventScroll: true });
  }
}

/** When a step begins on a small screen: goes to what can be chosen in the district that was explained last. */
export function lookAtTask() {
  if (!isAtBeginning) return;
  isAtBeginning = false;
  for (const district of [...(session.lesson?.districts ?? [])].reverse()) {
    const lit = findPlot(district)?.querySelector(".lit");
    if (lit) {
      bringIntoSight(lit);
      return;
    }
  }
}

/** @param {LessonMessage} message */
function saveNextStep({ game, lesson, step, steps, next }) {
  if (step + 1 < steps) saveLessonStep(game, lesson, step + 1);
  else finishLesson(game, lesson, next);
}

/**
 * Fades the districts that have not been explained yet. Small screens hide them, and panels that have no others.
 * @param {string[]} seen all of them if empty
 */
export function showDistricts(seen) {
  for (const plot of findAll(".plot[data-district]")) {
    plot.classList.toggle("unseen", seen.length > 0 && !seen.includes(plot.dataset.district ?? ""));
  }
  for (const tab of findAll("[data-tab]")) {
    const page = find(`#panel-${tab.dataset.tab}`);
    const isUnseen = !page?.querySelector(".plot:not(.unseen)");
    for (const part of [tab, page]) part?.classList.toggle("unseen", isUnseen);
  }
}

/** @param {LessonMessage} message */
function showCard(message) {
  const card = find("[data-lesson]");
  card.hidden = false;
  card.dataset.status = message.status;
  document.body.classList.toggle("step-over", session.isLesson && message.status !== "open");
  find("h2", card).replaceChildren(
    translate("lesson_number", { number: message.number, of: message.lessons }),
    session.isLesson ? lessonList(message) : html("b", {}, message.title),
  );
  find("[data-lesson-steps]").replaceChildren(...stepDots(message));
  find("[data-lesson-goal]").textContent = message.goal;
  const said = find("[data-lesson-said]");
  said.replaceChildren(...(message.said ? [icon(message.status === "wrong" ? "close" : "check"), message.said] : []));
  find("[data-lesson-buttons]").replaceChildren(...buttons(message));
}

/** @param {LessonMessage} message */
function lessonList({ lesson, title }) {
  const options = lessons.map((each) =>
    html("option", { value: each.lesson, selected: each.lesson === lesson }, each.title),
  );
  const list = html("select", { "aria-label": translate("lessons"), title, onchange: () => goToLesson(list.value) });
  list.append(...options);
  return list;
}

/**
 * A dot for each step.
 * @param {LessonMessage} message
 */
function stepDots({ step, steps, status }) {
  if (steps === 1) return [];
  const isDone = status === "right" || status === "shown";
  const label = translate("lesson_step", { number: step + 1, of: steps });
  const doneSteps = isDone ? step + 1 : step;
  const dots = Array.from({ length: steps }, (_, at) => {
    if (at < doneSteps) return html("i", { class: "done" });
    return html("i", { class: at === step ? "now" : "" });
  });
  return [html("span", { role: "img", "aria-label": label, title: label }, ...dots)];
}

/** @param {LessonMessage} message */
function buttons(message) {
  const { status, step, steps } = message;
  const begin = (/** @type {number} */ at) => () => void connection.send({ type: "step", step: at });
  const answer = () => void connection.send({ type: "answer" });
  if (!session.isLesson) return gameButtons(message);
  if (status === "showing") return [];
  if (status === "open") return [button("lesson_answer", answer)];
  if (status === "wrong") return [button("lesson_again", begin(step), "go"), button("lesson_answer", answer)];
  const again = status === "shown" ? [button("lesson_try", begin(step))] : [];
  if (step + 1 < steps) return [button("lesson_next", begin(step + 1), "go"), ...again];
  return [lastButton(message), ...again];
}

/** @param {LessonMessage} message of the last step */
function lastButton({ next, next_title }) {
  if (next) return button(translate("lesson_after", { title: next_title ?? "" }), () => goToLesson(next), "go");
  return html("a", { class: "btn go", href: "/" }, translate("to_the_tables"));
}

/**
 * At a real game the card goes away and comes again at the end.
 * @param {LessonMessage} message
 */
function gameButtons({ status }) {
  const hide = () => {
    find("[data-lesson]").hidden = true;
  };
  if (status === "open") return [button("lesson_begin", hide, "go")];
  const playOn = () => {
    hide();
    const seat = savedSeat(session.id);
    if (seat) saveSeat(session.id, { ...seat, lesson: undefined });
  };
  return [button("lesson_play_on", playOn, "go"), html("a", { class: "btn", href: "/" }, translate("to_the_tables"))];
}

/**
 * @param {string} words key of the catalogue, or a text
 * @param {() => void} onclick
 * @param {string} [kind]
 */
function button(words, onclick, kind = "") {
  const text = words.startsWith("lesson_") ? translate(words) : words;
  return html("button", { class: `btn ${kind}`.trim(), type: "button", onclick }, text);
}
