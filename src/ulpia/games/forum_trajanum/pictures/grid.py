"""Where the districts of Forum Trajanum lie: 578 | the middle | the rail. The forum is as large as can be."""

from ulpia.render.interface import Panel
from ulpia.render.layout import (
    WIDE,
    WIDTH,
    Box,
    Grid,
    Layout,
)

LEFT, MIDDLE, TOP = 12, 600, 203
"""Where the two first columns begin, and the forum in the second."""
SOURCES = {
    "trajan cards": ("trajan", "trajan"),
    "colonia": ("forum", "house"),
    "group": ("seaport", "envoy"),
    "eagles": ("senate", "eagle"),
    "cranes": ("construction", "crane"),
    "columns": ("terracotta", "column"),
    "markers": ("bronze", "laurel"),
    "area bonuses": ("military", "any-square"),
}
PLACES = {
    "colonia": Box(23, 138, 395, 395),
    "citizens": Box(427, 138, 156, 395),
    "resources": Box(24, 560, 554, 66),
    "ship": Box(24, 650, 128, 118),
    "hand": Box(164, 650, 106, 118),
    "beside": Box(282, 650, 104, 118),
    "prestige": Box(396, 650, 182, 118),
    "note": Box(234, 775, 344, 13),
}


PANELS = {
    "town": Panel("house", ("colonia", "resources", "hand"), ("streets",)),
    "people": Panel("patrician", ("citizens",)),
    "rome": Panel("eagle", ("streets", "mosaic", "singles", "doubles")),
    "tracks": Panel("upgrade", ("tracks", "prestige")),
    "ship": Panel("envoy", ("ship", "beside", "note")),
}


def layout(seats: int, wide: bool = False) -> Layout:
    """Return the layout for so many seats: the building tiles stand in free corners of the forum, or below it."""
    middle = 464 if wide else 432
    right = MIDDLE + middle + 10
    rail = (WIDE if wide else WIDTH) - 12 - right
    return Layout(
        slabs=(
            Box(LEFT, 131, 578, 411),
            Box(LEFT, 551, 578, 241),
            Box(MIDDLE, 53, middle, 131),
            Box(MIDDLE, 193, middle, 402),
            Box(MIDDLE, 604, middle, 188),
        ),
        prompt=Box(LEFT, 53, 578, 70),
        scores=Box(right, 419, rail, 120),
        rivals=Box(right, 53, rail, 114),
        displays=Box(right + 228, 61, rail - 238, 98) if wide else None,
        log=Box(right, 547, rail, 245),
        places=PLACES | _middle(middle - 20, wide) | _forum(seats, MIDDLE + 10, TOP, middle - 20),
        sources=SOURCES,
    )


def _middle(w: float, wide: bool) -> dict[str, Box]:
    """Return the boxes of cycle, streets and cards above, tracks below."""
    x, apart = MIDDLE + 9, 14 if wide else 8
    return {
        "clock": Box(x, 63, 62, 111),
        "streets": Box(x + 62 + apart, 63, 109, 111),
        "cards": Box(x + w + 2 - 224, 63, 224, 111),
        "tracks": Box(MIDDLE + 12, 614, w - 2, 172),
    }


def _forum(seats: int, x: float, y: float, w: float) -> dict[str, Box]:
    """Return the boxes of the mosaic and of the building tiles that are left."""
    if seats == 2:
        return {
            "mosaic": Box(x, y, w, 187),
            "singles": Box(x, y + 202, w, 62),
            "doubles": Box(x, y + 277, w, 106),
        }
    if seats == 3:
        return {
            "mosaic": Box(x, y, w, 311),
            "singles": Box(x, y + 316, w, 32),
            "doubles": Box(x, y + 351, w, 32),
        }
    return {
        "mosaic": Box(x, y, w, 383),
        "singles": Box(x, y + 262, 108, 121),
        "doubles": Box(x + w - 108, y + 262, 108, 121),
    }


def upright(seats: int) -> Grid:
    """Return the layout of an upright tablet: colonia, citizens and streets, the stores, then the forum."""
    return Grid(
        slabs=(Box(12, 122, 744, 375), Box(12, 505, 744, 92), Box(12, 605, 436, 411), Box(456, 605, 300, 411)),
        prompt=Box(12, 52, 744, 62),
        places={
            "colonia": Box(22, 129, 362, 362),
            "citizens": Box(392, 129, 144, 362),
            "clock": Box(548, 132, 62, 111),
            "streets": Box(626, 132, 112, 111),
            "cards": Box(548, 254, 198, 98),
            "hand": Box(548, 366, 100, 116),
            "beside": Box(654, 366, 94, 116),
            "resources": Box(24, 512, 720, 78),
            "tracks": Box(466, 614, 280, 114),
            "prestige": Box(476, 742, 260, 164),
            "ship": Box(546, 910, 120, 100),
            "note": Box(58, 1000, 344, 13),
        }
        | _forum(seats, 24, 615, 412),
    )
