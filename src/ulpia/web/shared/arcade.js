// A row of arches: the ornament of the start page and of the final page.

import { svg } from "./dom.js";

const BAY_WIDTH = 41;
const HEIGHT = 48;
const BAYS = 120;

/** Draws arches that keep their proportions at any width. */
export function arcade() {
  const radius = BAY_WIDTH * 0.34;
  const wall = HEIGHT * 0.16;
  const width = BAY_WIDTH * BAYS;
  let path = `M0 ${HEIGHT}V${wall}H${width}V${HEIGHT}Z`;
  for (let bay = 0; bay < BAYS; bay++) {
    const left = BAY_WIDTH * bay + BAY_WIDTH / 2 - radius;
    path += `M${left} ${HEIGHT}V${HEIGHT * 0.32 + radius}a${radius} ${radius} 0 0 1 ${2 * radius} 0V${HEIGHT}Z`;
  }
  return svg(
    "svg",
    {
      class: "arcade",
      viewBox: `0 0 ${width} ${HEIGHT}`,
      preserveAspectRatio: "xMidYMax slice",
      "aria-hidden": "true",
    },
    svg("path", { d: path, fill: "currentColor", "fill-rule": "evenodd" }),
    svg("rect", { y: wall - 5, width, height: 3, fill: "currentColor" }),
  );
}
