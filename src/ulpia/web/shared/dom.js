// Creates and finds HTML and SVG elements.

/** @typedef {string|number|boolean|null|undefined|((event: Event) => void)} AttributeValue */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Returns the first match of a selector. Pages contain the elements that their scripts ask for; where one may be
 * missing, use `?.`.
 * @param {string} selector
 * @param {ParentNode} [within]
 */
export function find(selector, within = document) {
  return /** @type {HTMLElement} */ (within.querySelector(selector));
}

/**
 * Returns all matches of a selector.
 * @param {string} selector
 * @param {ParentNode} [within]
 */
export function findAll(selector, within = document) {
  return /** @type {HTMLElement[]} */ ([...within.querySelectorAll(selector)]);
}

/**
 * Returns the first match of a selector that is known to be an input.
 * @param {string} selector
 */
export function findInput(selector) {
  return /** @type {HTMLInputElement} */ (find(selector));
}

/**
 * Returns the first match of a selector that is known to be a dialog.
 * @param {string} selector
 */
export function findDialog(selector) {
  return /** @type {HTMLDialogElement} */ (find(selector));
}

/**
 * Creates an HTML element. Attributes that begin with "on" are event handlers; true, false and null stand for
 * attributes without a value and for none. Strings become text, never markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, AttributeValue>} [attributes]
 * @param {...(Node|string)} children
 */
export function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/**
 * Creates an SVG element.
 * @param {string} tag
 * @param {Record<string, string|number|null|undefined>} [attributes]
 * @param {...(Node|string)} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return /** @type {SVGElement} */ (element);
}

/**
 * Creates an icon from the symbol sheet, for use beside words.
 * @param {string} name
 */
export function icon(name) {
  const symbol = svg("use", { href: `#${name}` });
  return svg("svg", { class: "ic", viewBox: "0 0 24 24", "aria-hidden": "true" }, symbol);
}

/**
 * Creates an icon in the colour of a seat.
 * @param {number} seat
 */
export function seatIcon(seat) {
  const shown = icon(`seat-${seat}`);
  shown.style.color = `var(--seat-${seat})`;
  return shown;
}

/**
 * Creates the small shape of a seat that marks lines of the log and of lists; without a seat an empty one.
 * The page must contain the symbol sheet.
 * @param {number|null} seat
 */
export function seatShape(seat) {
  const attributes = { class: "shape", viewBox: "0 0 24 24", "aria-hidden": "true" };
  if (seat === null) return svg("svg", attributes);
  return svg("svg", { ...attributes, style: `color:var(--seat-${seat})` }, svg("use", { href: `#seat-${seat}` }));
}

/**
 * Sets the text of a live region. An unchanged text is not announced again.
 * @param {Element} element
 * @param {string} words
 */
export function setText(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/**
 * Parses a drawing or a part of one.
 * @param {string} source
 */
export function parseSvg(source) {
  const template = document.createElement("template");
  template.innerHTML = `<svg xmlns="${SVG}">${source}</svg>`;
  return /** @type {Element} */ (template.content.firstElementChild?.firstElementChild);
}
