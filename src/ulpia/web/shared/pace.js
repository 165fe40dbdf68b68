// The paces at which computers play: how long one of their decisions takes at least.

export const USUAL_PACE = 0.9;

/** @type {{seconds: number, text: string}[]} `text` is a key of the catalogue */
export const PACES = [
  { seconds: 1.6, text: "slow" },
  { seconds: USUAL_PACE, text: "usual" },
  { seconds: 0.3, text: "fast" },
  { seconds: 0, text: "at_once" },
];
