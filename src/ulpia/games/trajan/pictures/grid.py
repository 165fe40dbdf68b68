"""Where the districts of Trajan lie: 368 | 640 | the rest."""

from ulpia.render.interface import Panel
from ulpia.render.layout import (
    WIDE,
    WIDTH,
    Box,
    Layout,
)

RAIL = 1036
"""Where the column of the rivals begins."""
SOURCES = {
    "trajan tiles": ("trajan", "trajan"),
    "ships": ("seaport", "seaport"),
    "provinces": ("military", "military"),
    "senate": ("senate", "senate"),
    "construction": ("construction", "construction"),
    "sets": ("forum", "any-construction"),
    "bonus tiles": ("bronze", "laurel"),
    "leftovers": ("ink-3", "any-commodity"),
    "demands": ("warn", "any-demand"),
}
PLACES = {
    "circle": Box(12, 130, 368, 400),
    "mat": Box(24, 553, 344, 224),
    "provinces": Box(401, 63, 404, 236),
    "time": Box(818, 63, 202, 236),
    "forum": Box(401, 309, 250, 132),
    "senate": Box(669, 309, 350, 132),
    "construction": Box(401, 452, 250, 184),
    "seaport": Box(662, 452, 248, 184),
    "stacks": Box(921, 452, 100, 184),
    "hand": Box(403, 667, 340, 112),
    "display": Box(774, 667, 234, 112),
}


PANELS = {
    "circle": Panel("any-action", ("circle", "hand"), ("time",)),
    "map": Panel("military", ("provinces", "senate")),
    "city": Panel("forum", ("forum", "construction")),
    "port": Panel("seaport", ("seaport", "stacks", "display")),
    "mine": Panel("figure", ("mat", "time")),
}


def layout(_seats: int, wide: bool = False) -> Layout:
    """Return the layout, the same for any number of seats; a wide rail shows what rivals have laid out."""
    rail = (WIDE if wide else WIDTH) - 12 - RAIL
    return Layout(
        slabs=(Box(12, 538, 368, 254), Box(390, 52, 640, 596), Box(390, 656, 640, 136)),
        prompt=Box(12, 52, 368, 70),
        scores=Box(RAIL, 418, rail, 120),
        log=Box(RAIL, 546, rail, 246),
        places=PLACES,
        rivals=Box(RAIL, 52, rail, 114),
        displays=Box(RAIL + 234, 58, rail - 244, 102) if wide else None,
        sources=SOURCES,
    )
