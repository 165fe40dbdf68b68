// The shape of the window decides how the table is laid out. The style sheets read it from the root element.

/** @typedef {"wide"|"desk"|"tablet"|"upright"|"sideways"|"phone"} Shape */

/** Sizes in CSS pixels: a browser that zooms to 200 % has half as many. */
const DESK = { width: 1180, height: 520, ratio: 1.4, wideRatio: 1.7 };
const TABLET = { width: 900, height: 640 };
const UPRIGHT_WIDTH = 700;
const WITH_PANELS = ["phone", "sideways"];

/**
 * Returns how the table is laid out in a window.
 *
 * On `wide` and `desk` all of the table is seen, on `tablet` and `upright` all but the rivals, who lie in a drawer.
 * `phone` and `sideways` show one panel at a time.
 * @param {number} width
 * @param {number} height
 * @returns {Shape}
 */
export function shapeOf(width, height) {
  if (width < height) return width < UPRIGHT_WIDTH ? "phone" : "upright";
  const ratio = width / height;
  if (width >= DESK.width && height >= DESK.height && ratio >= DESK.ratio) {
    return ratio >= DESK.wideRatio ? "wide" : "desk";
  }
  return width >= TABLET.width && height >= TABLET.height ? "tablet" : "sideways";
}

/** The shape of this window. @type {Shape} */
let current = shapeOf(innerWidth, innerHeight);
document.documentElement.dataset.shape = current;

export function currentShape() {
  return current;
}

/** Whether the window shows pictures drawn for small screens. */
export function hasSmallPictures() {
  return WITH_PANELS.includes(current);
}

/**
 * Calls a function when the window has got another shape.
 * @param {() => void} handler
 */
export function onShapeChange(handler) {
  addEventListener("resize", () => {
    const before = current;
    current = shapeOf(innerWidth, innerHeight);
    if (current === before) return;
    document.documentElement.dataset.shape = current;
    handler();
  });
}
