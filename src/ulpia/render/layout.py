"""Where the districts of a game lie on a table of 1280 x 800: what `render.svg` places, and a page may."""

from dataclasses import dataclass, field

WIDTH, HEIGHT, TOP = 1280, 800, 44


@dataclass(frozen=True)
class Box:
    """A place in units."""

    x: float
    y: float
    w: float
    h: float


@dataclass(frozen=True)
class Layout:
    """The grid of one game. A district that is not named here is left out of the whole picture."""

    slabs: tuple[Box, ...]
    """Marble slabs under the districts."""
    prompt: Box
    scores: Box
    log: Box
    places: dict[str, Box]
    """Where each district goes; it is scaled to fit, and stays in the middle."""
    sources: dict[str, tuple[str, str]] = field(default_factory=dict)
    """For each source of points of the game: the variable of its hue, and its sign."""
