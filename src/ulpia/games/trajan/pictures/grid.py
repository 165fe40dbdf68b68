"""Where the districts of Trajan lie: 368 | 640 | the rest."""

from ulpia.render.interface import Panel
from ulpia.render.layout import (
    WIDE,
    WIDTH,
    Box,
    Grid,
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


def upright(_seats: int) -> Grid:
    """Return the layout of an upright tablet: circle and map, below them the mat, the city and the cards."""
    return Grid(
        slabs=(
            Box(364, 122, 392, 374),
            Box(12, 504, 344, 214),
            Box(364, 504, 392, 214),
            Box(12, 726, 744, 170),
            Box(12, 904, 744, 112),
        ),
        prompt=Box(12, 52, 744, 62),
        places={
            "circle": Box(12, 122, 344, 374),
            "provinces": Box(374, 131, 372, 217),
            "senate": Box(384, 356, 352, 133),
            "mat": Box(24, 512, 320, 200),
            "time": Box(380, 510, 204, 202),
            "stacks": Box(624, 511, 110, 200),
            "construction": Box(24, 731, 220, 160),
            "seaport": Box(262, 731, 220, 160),
            "forum": Box(500, 742, 244, 140),
            "hand": Box(24, 911, 304, 100),
            "display": Box(500, 911, 220, 100),
        },
    )
