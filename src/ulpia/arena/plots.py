"""Plots as SVG. Horizontal positions are percentages, so that a plot fits any width without scaling its text."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

STEPS = (1, 2, 5)
MIN_STEPS = 2
MAX_DECADES = 4


@dataclass(frozen=True)
class Axis:
    """The range of a plot and its ticks."""

    low: float
    high: float
    ticks: tuple[float, ...]
    is_logarithmic: bool = False

    def at(self, value: float) -> float:
        """Return the position of a value as a percentage of the width."""
        low, high = self.low, self.high
        if self.is_logarithmic:
            low, high, value = log10(low), log10(high), log10(max(value, low))
        return round(100 * (min(max(value, low), high) - low) / (high - low), 3)


def even_axis(values: Iterable[float]) -> Axis:
    """Return an axis with round ends that includes all values."""
    known = list(values)
    low, high = min(known), max(known)
    high = high if high > low else low + 1
    size = 10.0 ** floor(log10(high - low))
    step = next(
        step * size / 10
        for step in (*(10 * one for one in reversed(STEPS)), *reversed(STEPS))
        if (high - low) / (step * size / 10) >= MIN_STEPS
    )
    first, last = floor(low / step), ceil(high / step)
    return Axis(first * step, last * step, tuple(step * at for at in range(first, last + 1)))


def decades(values: Iterable[float]) -> Axis:
    """Return a logarithmic axis of whole powers of ten."""
    known = [value for value in values if value > 0] or [1.0]
    first, last = floor(log10(min(known))), ceil(log10(max(known)))
    last = max(last, first + 1)
    stride = ceil((last - first) / MAX_DECADES)
    last = first + stride * ceil((last - first) / stride)
    ticks = tuple(10.0**power for power in range(first, last + 1, stride))
    return Axis(ticks[0], ticks[-1], ticks, is_logarithmic=True)


def line(x: float, height: int, kind: str) -> str:
    """Draw a line from top to bottom."""
    return f'<line class="{kind}" x1="{x}%" x2="{x}%" y1="0" y2="{height}"/>'


def bar(start: float, end: float, top: float, height: float, kind: str, title: str = "") -> str:
    """Draw a horizontal bar."""
    x, width = min(start, end), abs(end - start)
    label = f"<title>{escape(title)}</title>" if title else ""
    return f'<rect class="{kind}" x="{x:.3f}%" width="{width:.3f}%" y="{top:.2f}" height="{height:.2f}">{label}</rect>'


def strip(axis: Axis, height: int, marks: Iterable[str], label: str) -> str:
    """Draw one row of a plot: the grid of the axis and marks on it."""
    grid = "".join(line(axis.at(tick), height, "grid") for tick in axis.ticks)
    return f'<svg role="img" aria-label="{escape(label)}" height="{height}">{grid}{"".join(marks)}</svg>'


def scale(axis: Axis, say: Callable[[float], str]) -> str:
    """Draw the numbers under a plot; the first and the last stay within it."""
    texts = []
    for at, tick in enumerate(axis.ticks):
        anchor = "start" if at == 0 else "end" if at == len(axis.ticks) - 1 else "middle"
        texts.append(f'<text x="{axis.at(tick)}%" y="14" text-anchor="{anchor}">{escape(say(tick))}</text>')
    return f'<svg class="scale" aria-hidden="true" height="18">{"".join(texts)}</svg>'


def interval(axis: Axis, value: float, ends: Sequence[float], height: int, title: str) -> list[str]:
    """Draw a dot with its interval."""
    low, high, middle = axis.at(ends[0]), axis.at(ends[1]), height / 2
    return [
        bar(low, high, middle - 4, 8, "reach", title),
        f'<circle class="dot" cx="{axis.at(value)}%" cy="{middle}" r="6"><title>{escape(title)}</title></circle>',
    ]


def histogram(
    axis: Axis, counts: Mapping[float, float], width: float, top: float, height: int, say: Callable[[float, float], str]
) -> list[str]:
    """Draw bars of equal width, each starting at its value; a bar of size `top` has the height of the plot."""
    return [
        bar(
            axis.at(start),
            axis.at(start + width),
            height * (1 - share / top),
            height * share / top,
            "column",
            say(start, share),
        )
        for start, share in sorted(counts.items())
    ]


def stacked(axis: Axis, parts: Sequence[tuple[str, float, str]], height: int) -> list[str]:
    """Draw parts side by side from zero, losses to the left. Each part is a class, a size and a title."""
    right = left = 0.0
    drawn = []
    for kind, size, title in parts:
        start = right if size >= 0 else left
        drawn.append(bar(axis.at(start), axis.at(start + size), 4, height - 8, kind, title))
        right, left = (start + size, left) if size >= 0 else (right, start + size)
    return drawn
