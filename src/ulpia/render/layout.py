"""Where the districts of a game lie on a table: what `render.svg` places, and a page does."""

from dataclasses import dataclass, field, replace

WIDTH, HEIGHT, TOP = 1280, 800, 44
WIDE = 1422
"""How wide the table is where the screen is: 16 to 9."""
GAP = 8
"""Between panels of the rail."""
MOST_RIVALS = 3
UPRIGHT_WIDTH, UPRIGHT_HEIGHT = 768, 1024
"""A tablet that stands upright."""


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
    rivals: Box
    """Where the first rival's district goes; `player-2`, for example, in the order of play, one below the other."""
    displays: Box | None = None
    """Where there is room: what more is seen of the first rival, `display-2`."""
    sources: dict[str, tuple[str, str]] = field(default_factory=dict)
    """For each source of points of the game: the variable of its hue, and its sign."""

    def seated(self, viewer: int | None, seats: int) -> "Layout":
        """Return the layout with the rivals of a viewer at a table of so many seats."""
        rivals = rivals_of(viewer, seats)
        step = self.rivals.h + GAP
        spare = step * (MOST_RIVALS - len(rivals))
        places = dict(self.places)
        for at, seat in enumerate(rivals):
            places[f"player-{seat}"] = down(self.rivals, step * at)
            if self.displays:
                places[f"display-{seat}"] = down(self.displays, step * at)
        log = Box(self.log.x, self.log.y - spare, self.log.w, self.log.h + spare)
        return replace(self, places=places, scores=down(self.scores, -spare), log=log)


@dataclass(frozen=True)
class Grid:
    """Where everything lies on an upright tablet, but rivals, points and log: a page keeps these in a drawer."""

    slabs: tuple[Box, ...]
    prompt: Box
    places: dict[str, Box]


def rivals_of(viewer: int | None, seats: int) -> list[int]:
    """Return all seats but the viewer's, in the order of play from there; a spectator sits behind the first seat."""
    own = viewer or 0
    return [(own + i) % seats for i in range(1, seats)]


def down(box: Box, by: float) -> Box:
    """Return the same place lower."""
    return Box(box.x, box.y + by, box.w, box.h)
