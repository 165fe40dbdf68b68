// Media queries that scripts need.

/** Small screens get pictures drawn for them, and panels instead of one board. The style sheets use the same limits. */
export const smallScreen = matchMedia("(max-width: 1179px), (max-aspect-ratio: 1/1)");
export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
