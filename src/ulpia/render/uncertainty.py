"""Reconstructed figures: a small sign where printed figures are our own reconstruction.

A view does not say which component file its figures come from; these functions ask the file that comes with the game.
"""

from functools import cache, lru_cache

from ulpia.registry import find_game
from ulpia.render.svg import Element, circle, group, path, title


@cache
def is_reconstructed(game: str, *tables: str) -> bool:
    """Tell whether one of these tables of printed figures is a reconstruction."""
    known = find_game(game).read_components().tables
    return any(known[table]["sure"] == "reconstruction" for table in tables)


@lru_cache(1 << 7)
def doubt_sign(cx: float, cy: float, words: str) -> Element:
    """Draw the sign for "about equal": two waves in a ring."""
    wave = "c1.5-1.7 2.9-1.7 3.6-.8s2.2.9 3.6-.8"
    return group(
        title(words),
        circle(cx, cy, 6, fill="var(--card)", stroke="var(--line-2)"),
        path(
            f"M{cx - 3.6:g} {cy - 0.6:g}{wave}M{cx - 3.6:g} {cy + 2.6:g}{wave}",
            fill="none",
            stroke="var(--ink-3)",
            stroke_width=1.2,
            stroke_linecap="round",
        ),
        aria_label=words,
    )
