"""Where the districts lie on a table of 1280 x 800."""

from ulpia.render.layout import Box, Layout

LEFT, MIDDLE, RIGHT = 12, 600, 1042
"""Where the three columns begin; they are 578, 432 and 226 wide."""

LAYOUT = Layout(
    slabs=(
        Box(LEFT, 131, 578, 411),
        Box(LEFT, 551, 578, 241),
        Box(MIDDLE, 53, 432, 131),
        Box(MIDDLE, 193, 432, 402),
        Box(MIDDLE, 604, 432, 188),
    ),
    prompt=Box(LEFT, 53, 578, 70),
    scores=Box(RIGHT, 419, 226, 120),
    rivals=Box(RIGHT, 53, 226, 114),
    log=Box(RIGHT, 547, 226, 245),
    places={
        "colonia": Box(23, 138, 395, 395),
        "citizens": Box(427, 138, 156, 395),
        "resources": Box(24, 560, 554, 66),
        "ship": Box(24, 658, 128, 118),
        "hand": Box(164, 658, 106, 118),
        "beside": Box(282, 658, 104, 118),
        "prestige": Box(396, 658, 182, 118),
        "clock": Box(609, 63, 62, 111),
        "streets": Box(679, 63, 109, 111),
        "cards": Box(799, 63, 224, 111),
        "mosaic": Box(610, 203, 412, 383),
        "singles": Box(610, 465, 108, 121),
        "doubles": Box(914, 465, 108, 121),
        "tracks": Box(612, 614, 410, 172),
    },
    sources={
        "trajan cards": ("trajan", "trajan"),
        "colonia": ("forum", "house"),
        "group": ("seaport", "envoy"),
        "eagles": ("senate", "eagle"),
        "cranes": ("construction", "crane"),
        "columns": ("terracotta", "column"),
        "markers": ("bronze", "laurel"),
        "area bonuses": ("military", "any-square"),
    },
)
