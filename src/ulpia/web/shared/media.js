// Media queries that scripts need.

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
