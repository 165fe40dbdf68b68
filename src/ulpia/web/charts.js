// @ts-check
// Points as pictures: where they came from, and how they grew. Drawn for the room there is, in units of the page.

import { draw, say, signed } from "./house.js";

/** One line of the score. @typedef {{seat: number, name: string, points: number, parts: Record<string, number>}} Line */
/** How a source of points is shown. @typedef {{name: string, title: string, hue: string, sign: string}} Source */

const BAR = 46, ROW = 62, ABOVE = 20, NARROW = 520;
const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500];
const MOST_TICKS = 8;

/** @param {number} x @param {number} y @param {string} words @param {string} [kind] */
const letters = (x, y, words, kind = "") => draw("text", { x, y, class: kind }, words);
/** @param {string} name @param {number} x @param {number} y @param {number} size @param {string} color */
const use = (name, x, y, size, color, cut = "none") => draw("use", { href: `#${name}`, x: x - size / 2, y: y - size / 2, width: size, height: size, style: `color:${color};--cut:${cut}` });
/** @param {number} seat */
const colour = (seat) => `var(--seat-${seat})`;

/** Even numbers between two others. @param {number} low @param {number} high @param {number} most */
function ticks(low, high, most) {
  const step = STEPS.find((each) => (high - low) / each <= most) ?? 1000;
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) found.push(at);
  return found;
}

/** A picture that fills its box and is drawn anew when that changes. @param {HTMLElement} box @param {(width: number, height: number) => SVGElement} paint */
export function fit(box, paint) {
  const again = () => {
    const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    if (box.clientWidth) box.replaceChildren(paint(box.clientWidth / unit, box.clientHeight / unit));
  };
  new ResizeObserver(again).observe(box);
}

/** One row a seat, one scale for all; what was lost stands left of the line. @param {Line[]} lines @param {Source[]} sources @param {number} width */
export function bars(lines, sources, width) {
  const narrow = width < NARROW, row = narrow ? ROW + ABOVE : ROW;
  const sum = (/** @type {Line} */ line, /** @type {number} */ sense) => Object.values(line.parts).reduce((all, each) => all + Math.max(0, sense * each), 0);
  const won = Math.max(1, ...lines.map((line) => sum(line, 1))), lost = Math.max(0, ...lines.map((line) => sum(line, -1)));
  const left = narrow ? 4 : 104, right = narrow ? 8 : 60;
  const scale = (width - left - right) / (won + lost), zero = left + lost * scale;
  const foot = row * lines.length + 4, tall = foot + 18;
  const body = ticks(-lost, won, Math.min(MOST_TICKS, width / 60)).flatMap((tick) => [
    draw("line", { x1: zero + tick * scale, x2: zero + tick * scale, y1: 2, y2: foot, class: tick ? "rule" : "rule zero" }),
    letters(zero + tick * scale, foot + 14, signed(tick), "tick")]);
  lines.forEach((line, at) => {
    const top = row * at + (narrow ? ABOVE + 4 : (ROW - BAR) / 2), middle = top + BAR / 2;
    const label = narrow ? top - 8 : middle;
    body.push(use(`seat-${line.seat}`, narrow ? 8 : 9, label - (narrow ? 4 : 0), narrow ? 12 : 15, colour(line.seat)), named(narrow ? 20 : 24, label + (narrow ? 1 : 5.5), line.name, narrow ? 200 : 78));
    let up = zero, down = zero;
    for (const source of sources) {
      const worth = line.parts[source.name] ?? 0, long = Math.abs(worth) * scale, hue = `var(--${source.hue})`;
      if (!worth) continue;
      const x = worth > 0 ? up : down - long;
      if (worth > 0) up += long;
      else down -= long;
      body.push(part(source, worth, x, top, long, hue));
    }
    body.push(narrow ? letters(width - right, label + 3, signed(line.points), "total end") : letters(up + 9, middle + 8, signed(line.points), "total"));
  });
  return draw("svg", { viewBox: `0 0 ${width} ${tall}`, role: "img", "aria-label": tell(lines, sources), style: `height:${tall / 16}rem` }, ...body);
}

/** A piece of a bar: full if won, a dashed outline if lost; sign and number where there is room. @param {Source} source @param {number} worth @param {number} x @param {number} top @param {number} long @param {string} hue */
function part(source, worth, x, top, long, hue) {
  const gained = worth > 0, ink = gained ? "var(--card)" : hue, middle = x + long / 2;
  const body = [draw("title", {}, `${source.title}: ${signed(worth)}`), gained
    ? draw("rect", { x: x + 0.75, y: top, width: Math.max(1.5, long - 1.5), height: BAR, rx: 3, fill: hue })
    : draw("rect", { x: x + 1.5, y: top + 1, width: Math.max(1, long - 3), height: BAR - 2, rx: 3, fill: "none", stroke: hue, "stroke-width": 1.6, "stroke-dasharray": "4 3" })];
  const wide = String(Math.abs(worth)).length * 7.5 + (gained ? 2 : 9);
  if (long > 19) body.push(use(source.sign, middle, top + 15, 16, ink, gained ? hue : "var(--slab)"));
  if (long > wide) body.push(draw("text", { x: middle, y: top + (long > 19 ? 38 : BAR / 2 + 4.5), class: "worth", style: `fill:${ink}` }, signed(worth)));
  return draw("g", {}, ...body);
}

/** A name, drawn together rather than cut. @param {number} x @param {number} y @param {string} name @param {number} room */
function named(x, y, name, room) {
  const text = letters(x, y, name, "name");
  if (name.length * 8 > room) text.setAttribute("textLength", String(room)), text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  return text;
}

/** All numbers of the bars in words. @param {Line[]} lines @param {Source[]} sources */
function tell(lines, sources) {
  return lines.map((line) => `${line.name} ${signed(line.points)}: ${sources.filter(({ name }) => line.parts[name]).map(({ name, title }) => `${title} ${signed(line.parts[name])}`).join(", ")}`).join(". ");
}

/** Points through the game; its parts are shaded in turn, the last step is the final scoring; a line ends in its seat's shape.
 * @param {{points: number[][], marks: {position: number, label: string}[]}} course @param {Line[]} lines @param {number|null} own @param {number} width @param {number} height */
export function growth(course, lines, own, width, height) {
  const { points, marks } = course, end = points.length - 1, narrow = width < NARROW;
  const left = 34, right = narrow ? 16 : 96, top = 8, foot = 22, room = width - left - right, final = Math.min(0.085, 46 / room);
  const low = Math.min(0, ...points.flat()), high = Math.max(1, ...points.flat());
  const x = (/** @type {number} */ at) => left + room * (at >= end ? 1 : (at / Math.max(1, end - 1)) * (1 - final));
  const y = (/** @type {number} */ worth) => height - foot - ((height - top - foot) * (worth - low)) / (high - low);
  const bands = [...marks.map((mark, at) => ({ ...mark, until: marks[at + 1]?.position ?? end - 1 })), { position: end - 1, until: end, label: say("final") }];
  const body = bands.flatMap((band, at) => {
    const from = x(band.position), wide = x(band.until) - from, isLast = at === bands.length - 1;
    return [draw("rect", { x: from, y: top, width: Math.max(0, wide), height: height - top - foot, class: isLast ? "band last" : at % 2 ? "band odd" : "band" }),
      letters(from + wide / 2, height - 6, wide < band.label.length * 5.6 && !isLast ? band.label.split(" ").at(-1) ?? "" : band.label, "tick")];
  });
  for (const tick of ticks(low, high, Math.min(5, height / 30))) {
    body.push(draw("line", { x1: left, x2: x(end), y1: y(tick), y2: y(tick), class: tick ? "rule" : "rule zero" }), letters(left - 6, y(tick) + 4, signed(tick), "tick end"));
  }
  const order = [...lines].sort((one, other) => Number(one.seat === own) - Number(other.seat === own) || one.points - other.points);
  for (const { seat } of order) {
    const path = points.map((each, at) => `${at ? "L" : "M"}${x(at).toFixed(1)} ${y(each[seat]).toFixed(1)}`).join("");
    body.push(draw("path", { d: path, class: seat === own ? "line own" : "line", style: `stroke:${colour(seat)}` }));
  }
  let above = -99;
  for (const { seat, name } of [...lines].sort((one, other) => y(points[end][one.seat]) - y(points[end][other.seat]))) {
    above = Math.max(y(points[end][seat]), above + 15);
    body.push(use(`seat-${seat}`, x(end), y(points[end][seat]), 12, colour(seat)));
    if (!narrow) body.push(draw("text", { x: x(end) + 13, y: above + 4.5, class: "end-name", style: `fill:${colour(seat)}` }, name));
  }
  const told = bands.map((band) => `${band.label}: ${lines.map((line) => `${line.name} ${signed(points[band.until][line.seat])}`).join(", ")}`).join(". ");
  return draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": told }, ...body);
}
