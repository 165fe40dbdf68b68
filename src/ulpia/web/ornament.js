// @ts-check
// The house's ornament: used on the start page and at the end, nowhere else.

import { draw } from "./house.js";

const BAY = 41, TALL = 48, BAYS = 120;

/** A row of arches that keeps its proportions, however wide it is shown. */
export function arcade() {
  const r = BAY * 0.34, wall = TALL * 0.16, width = BAY * BAYS;
  let path = `M0 ${TALL}V${wall}H${width}V${TALL}Z`;
  for (let bay = 0; bay < BAYS; bay++) path += `M${BAY * bay + BAY / 2 - r} ${TALL}V${TALL * 0.32 + r}a${r} ${r} 0 0 1 ${2 * r} 0V${TALL}Z`;
  return draw("svg", { class: "arcade", viewBox: `0 0 ${width} ${TALL}`, preserveAspectRatio: "xMidYMax slice", "aria-hidden": "true" },
    draw("path", { d: path, fill: "currentColor", "fill-rule": "evenodd" }), draw("rect", { y: wall - 5, width, height: 3, fill: "currentColor" }));
}
