"""Reconstructed figures: a small sign where printed figures are our own reconstruction."""

from functools import lru_cache

from ulpia.render.svg import Element, group, path, title


@lru_cache(1 << 7)
def doubt_sign(cx: float, cy: float, words: str) -> Element:
    """Draw the sign for "about equal": two waves, like the mark of a footnote."""
    wave = "c1.7-2 3-2 4.1-.9s2.5 1 4.1-.9"
    return group(
        title(words),
        path(
            f"M{cx - 4.1:g} {cy - 1.3:g}{wave}M{cx - 4.1:g} {cy + 2.9:g}{wave}",
            fill="none",
            stroke="var(--ink-3)",
            stroke_width=1.5,
            stroke_linecap="round",
        ),
        aria_label=words,
    )
