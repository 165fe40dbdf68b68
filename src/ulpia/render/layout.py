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
    """Points by source. With fewer than three rivals it moves up, and what happened gets the room."""
    log: Box
    places: dict[str, Box]
    """Where each district goes; it is scaled to fit, and stays in the middle."""
    sources: dict[str, tuple[str, str]] = field(default_factory=dict)
    """For each source of points of the game: the variable of its hue, and its sign."""
    rivals: Box = Box(1036, 52, 232, 114)
    """Where the first rival's district goes; `player-2`, for example, in the order of play, one below the other."""


GAP = 8
"""Between panels of the rail."""
MOST_RIVALS = 3


def rivals_of(viewer: int | None, seats: int) -> list[int]:
    """All seats but the viewer's, in the order of play from there; a passer-by sits behind the first seat."""
    own = viewer or 0
    return [(own + i) % seats for i in range(1, seats)]


def down(box: Box, by: float) -> Box:
    """The same place lower."""
    return Box(box.x, box.y + by, box.w, box.h)
