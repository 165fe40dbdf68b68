// Notes of the teacher beside what they speak of.

import { findAll } from "../shared/dom.js";
import { placeNote } from "./note_place.js";
import { currentShape } from "./shape.js";

/**
 * Moves a note to its place.
 * @param {HTMLElement} note
 * @param {Element} about what it speaks of
 * @param {string} inTheWay a selector of what it should not cover
 */
export function placeBeside(note, about, inTheWay) {
  const boxes = findAll(inTheWay).map((element) => element.getBoundingClientRect());
  const { left, top } = placeNote({
    about: about.getBoundingClientRect(),
    width: note.offsetWidth,
    height: note.offsetHeight,
    inTheWay: boxes.filter(({ width, height }) => width && height),
    screen: { width: innerWidth, height: innerHeight },
    isLine: currentShape() === "phone",
  });
  note.style.left = `${left}px`;
  note.style.top = `${top}px`;
}
