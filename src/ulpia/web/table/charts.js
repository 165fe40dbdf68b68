// Charts of the points: their sources as bars, their growth as lines. They are drawn for the width they have.

/** @import { ScoreHistory } from "../types.js" */

import { svg } from "../shared/dom.js";
import { formatPoints, translate } from "../shared/texts.js";

/**
 * The result of one seat; `parts` holds the points of each source.
 * @typedef {{seat: number, name: string, points: number, parts: Record<string, number>}} Result
 */
/**
 * A source of points with its colour variable and its symbol.
 * @typedef {{name: string, title: string, hue: string, sign: string}} Source
 */

const BAR_HEIGHT = 46;
const ROW_HEIGHT = 62;
/** The room for a name above a bar, on narrow charts. */
const NAME_HEIGHT = 20;
const NARROW = 520;
/** Parts of a bar that are wider than this show the symbol of their source. */
const SYMBOL_WIDTH = 19;
const TICK_STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500];
const LARGEST_STEP = 1000;
const MOST_TICKS = 8;

/**
 * @param {number} x
 * @param {number} y
 * @param {string} words
 * @param {string} kind class
 */
const label = (x, y, words, kind) => svg("text", { x, y, class: kind }, words);

/**
 * Draws a symbol around a point.
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 * @param {string} [cut] colour of its gaps
 */
function symbolAt(name, x, y, size, colour, cut = "none") {
  const style = `color:${colour};--cut:${cut}`;
  return svg("use", { href: `#${name}`, x: x - size / 2, y: y - size / 2, width: size, height: size, style });
}

/** @param {number} seat */
const seatColour = (seat) => `var(--seat-${seat})`;

/**
 * Returns round numbers between two others.
 * @param {number} low
 * @param {number} high
 * @param {number} most how many at most, about
 */
export function ticks(low, high, most) {
  const step = TICK_STEPS.find((each) => (high - low) / each <= most) ?? LARGEST_STEP;
  const found = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) found.push(tick);
  return found;
}

/**
 * Draws a chart into a box, and again whenever the box changes its size.
 * @param {HTMLElement} box
 * @param {(width: number, height: number) => SVGElement} draw
 */
export function fitChart(box, draw) {
  new ResizeObserver(() => {
    const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    if (box.clientWidth) box.replaceChildren(draw(box.clientWidth / unit, box.clientHeight / unit));
  }).observe(box);
}

/**
 * Sums up the points that were won (sign 1) or lost (sign -1).
 * @param {Result} result
 * @param {1|-1} sign
 */
function total({ parts }, sign) {
  return Object.values(parts).reduce((sum, worth) => sum + Math.max(0, sign * worth), 0);
}

/**
 * Draws a row for each seat, all on one scale. Lost points stand left of the zero line.
 * @param {Result[]} results
 * @param {Source[]} sources
 * @param {number} width
 */
export function barChart(results, sources, width) {
  const isNarrow = width < NARROW;
  const row = isNarrow ? ROW_HEIGHT + NAME_HEIGHT : ROW_HEIGHT;
  const won = Math.max(1, ...results.map((result) => total(result, 1)));
  const lost = Math.max(0, ...results.map((result) => total(result, -1)));
  const left = isNarrow ? 4 : 104;
  const right = isNarrow ? 8 : 60;
  const scale = (width - left - right) / (won + lost);
  const zero = left + lost * scale;
  const bottom = row * results.length + 4;
  const height = bottom + 18;
  const body = ticks(-lost, won, Math.min(MOST_TICKS, width / 60)).flatMap((tick) => {
    const x = zero + tick * scale;
    return [
      svg("line", { x1: x, x2: x, y1: 2, y2: bottom, class: tick ? "rule" : "rule zero" }),
      label(x, bottom + 14, formatPoints(tick), "tick"),
    ];
  });
  results.forEach((result, index) => {
    const top = row * index + (isNarrow ? NAME_HEIGHT + 4 : (ROW_HEIGHT - BAR_HEIGHT) / 2);
    const { parts, end } = bar(result, sources, zero, top, scale);
    const points = formatPoints(result.points);
    if (isNarrow) {
      body.push(
        symbolAt(`seat-${result.seat}`, 8, top - 12, 12, seatColour(result.seat)),
        nameLabel(20, top - 7, result.name, 200),
        ...parts,
        label(width - right, top - 5, points, "total end"),
      );
    } else {
      const middle = top + BAR_HEIGHT / 2;
      body.push(
        symbolAt(`seat-${result.seat}`, 9, middle, 15, seatColour(result.seat)),
        nameLabel(24, middle + 5.5, result.name, 78),
        ...parts,
        label(end + 9, middle + 8, points, "total"),
      );
    }
  });
  const attributes = {
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-label": describeBars(results, sources),
    style: `height:${height / 16}rem`,
  };
  return svg("svg", attributes, ...body);
}

/**
 * @param {Result} result
 * @param {Source[]} sources
 * @param {number} zero
 * @param {number} top
 * @param {number} scale
 * @returns {{parts: SVGElement[], end: number}} the parts, and where the bar ends
 */
function bar(result, sources, zero, top, scale) {
  const parts = [];
  let end = zero;
  let start = zero;
  for (const source of sources) {
    const worth = result.parts[source.name] ?? 0;
    const length = Math.abs(worth) * scale;
    if (worth > 0) {
      parts.push(barPart(source, worth, end, top, length));
      end += length;
    } else if (worth < 0) {
      start -= length;
      parts.push(barPart(source, worth, start, top, length));
    }
  }
  return { parts, end };
}

/**
 * Draws a part of a bar: filled if won, outlined if lost; with symbol and number where there is room.
 * @param {Source} source
 * @param {number} worth
 * @param {number} x
 * @param {number} top
 * @param {number} length
 */
function barPart(source, worth, x, top, length) {
  const isGain = worth > 0;
  const hue = `var(--${source.hue})`;
  const ink = isGain ? "var(--card)" : hue;
  const middle = x + length / 2;
  const hasSymbol = length > SYMBOL_WIDTH;
  const body = [svg("title", {}, `${source.title}: ${formatPoints(worth)}`)];
  if (isGain) {
    const width = Math.max(1.5, length - 1.5);
    body.push(svg("rect", { x: x + 0.75, y: top, width, height: BAR_HEIGHT, rx: 3, fill: hue }));
  } else {
    const width = Math.max(1, length - 3);
    const outline = { fill: "none", stroke: hue, "stroke-width": 1.6, "stroke-dasharray": "4 3" };
    body.push(svg("rect", { x: x + 1.5, y: top + 1, width, height: BAR_HEIGHT - 2, rx: 3, ...outline }));
  }
  if (hasSymbol) body.push(symbolAt(source.sign, middle, top + 15, 16, ink, isGain ? hue : "var(--slab)"));
  const numberWidth = String(Math.abs(worth)).length * 7.5 + (isGain ? 2 : 9);
  if (length > numberWidth) {
    const y = top + (hasSymbol ? 38 : BAR_HEIGHT / 2 + 4.5);
    body.push(svg("text", { x: middle, y, class: "worth", style: `fill:${ink}` }, formatPoints(worth)));
  }
  return svg("g", {}, ...body);
}

/**
 * Writes a name. A long one is narrowed rather than cut.
 * @param {number} x
 * @param {number} y
 * @param {string} name
 * @param {number} room
 */
function nameLabel(x, y, name, room) {
  const text = label(x, y, name, "name");
  if (name.length * 8 > room) {
    text.setAttribute("textLength", String(room));
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
  return text;
}

/**
 * Puts all numbers of the bars into words.
 * @param {Result[]} results
 * @param {Source[]} sources
 */
export function describeBars(results, sources) {
  const sentences = results.map(({ name, points, parts }) => {
    const described = sources
      .filter((source) => parts[source.name])
      .map((source) => `${source.title} ${formatPoints(parts[source.name])}`);
    return `${name} ${formatPoints(points)}: ${described.join(", ")}`;
  });
  return sentences.join(". ");
}

/**
 * Draws the points through the game as lines that end in the shapes of their seats. The parts of the game are shaded in
 * turn; the last step is the final scoring.
 * @param {ScoreHistory} history
 * @param {Result[]} results
 * @param {number|null} ownSeat
 * @param {number} width
 * @param {number} height
 */
export function lineChart({ points, marks }, results, ownSeat, width, height) {
  const isNarrow = width < NARROW;
  const end = points.length - 1;
  const left = 34;
  const right = isNarrow ? 16 : 96;
  const top = 8;
  const foot = 22;
  const room = width - left - right;
  const finalWidth = Math.min(0.085, 46 / room);
  const low = Math.min(0, ...points.flat());
  const high = Math.max(1, ...points.flat());
  const x = (/** @type {number} */ position) =>
    left + room * (position >= end ? 1 : (position / Math.max(1, end - 1)) * (1 - finalWidth));
  const y = (/** @type {number} */ worth) => height - foot - ((height - top - foot) * (worth - low)) / (high - low);
  const bands = [
    ...marks.map((mark, index) => ({ ...mark, until: marks[index + 1]?.position ?? end - 1 })),
    { position: end - 1, until: end, label: translate("final") },
  ];
  const body = bands.flatMap((band, index) => {
    const start = x(band.position);
    const bandWidth = x(band.until) - start;
    const isLast = index === bands.length - 1;
    const isTight = bandWidth < band.label.length * 5.6 && !isLast;
    const shade = index % 2 ? "band odd" : "band";
    const box = { x: start, y: top, width: Math.max(0, bandWidth), height: height - top - foot };
    const words = isTight ? (band.label.split(" ").at(-1) ?? "") : band.label;
    return [
      svg("rect", { ...box, class: isLast ? "band last" : shade }),
      label(start + bandWidth / 2, height - 6, words, "tick"),
    ];
  });
  for (const tick of ticks(low, high, Math.min(5, height / 30))) {
    body.push(
      svg("line", { x1: left, x2: x(end), y1: y(tick), y2: y(tick), class: tick ? "rule" : "rule zero" }),
      label(left - 6, y(tick) + 4, formatPoints(tick), "tick end"),
    );
  }
  // The player's own line is drawn above the others, better ones above worse ones.
  const drawingOrder = [...results].sort(
    (one, other) => Number(one.seat === ownSeat) - Number(other.seat === ownSeat) || one.points - other.points,
  );
  for (const { seat } of drawingOrder) {
    const steps = points.map((each, position) => `${x(position).toFixed(1)} ${y(each[seat]).toFixed(1)}`);
    const kind = seat === ownSeat ? "line own" : "line";
    body.push(svg("path", { d: `M${steps.join("L")}`, class: kind, style: `stroke:${seatColour(seat)}` }));
  }
  let lowestName = -99;
  const fromTop = [...results].sort((one, other) => y(points[end][one.seat]) - y(points[end][other.seat]));
  for (const { seat, name } of fromTop) {
    const at = y(points[end][seat]);
    lowestName = Math.max(at, lowestName + 15);
    body.push(symbolAt(`seat-${seat}`, x(end), at, 12, seatColour(seat)));
    if (isNarrow) continue;
    const position = { x: x(end) + 13, y: lowestName + 4.5 };
    body.push(svg("text", { ...position, class: "end-name", style: `fill:${seatColour(seat)}` }, name));
  }
  const described = bands.map((band) => {
    const scores = results.map(({ name, seat }) => `${name} ${formatPoints(points[band.until][seat])}`);
    return `${band.label}: ${scores.join(", ")}`;
  });
  const attributes = { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": described.join(". ") };
  return svg("svg", attributes, ...body);
}
