// How far the player has come in the lessons of each game. Only the browser knows.

import { readJson, storage } from "./storage.js";

/**
 * @typedef {{lesson: string|null, step: number, done: string[]}} Progress `lesson` and `step`: where to go on
 */

/**
 * @param {string} game
 * @returns {Progress}
 */
export function lessonProgress(game) {
  const { lesson = null, step = 0, done = [] } = readJson(`lessons-${game}`) ?? {};
  return { lesson, step, done };
}

/**
 * @param {string} game
 * @param {Progress} progress
 */
function save(game, progress) {
  storage.setItem(`lessons-${game}`, JSON.stringify(progress));
}

/**
 * @param {string} game
 * @param {string} lesson
 * @param {number} step
 */
export function saveLessonStep(game, lesson, step) {
  save(game, { ...lessonProgress(game), lesson, step });
}

/**
 * @param {string} game
 * @param {string} lesson
 * @param {string} [next] the lesson that follows
 */
export function finishLesson(game, lesson, next) {
  const { done } = lessonProgress(game);
  save(game, { lesson: next ?? null, step: 0, done: [...new Set([...done, lesson])] });
}
