"""The nouns of the rule book. Numbers, notation and component tables share their order, which must not change."""

COLOURS = ("blue", "green", "red", "orange")
COLOUR_LETTERS = "BGRO"
EAGLE_LETTER = "E"

GREY = ("library", "basilica", "market", "column")
STRUCTURES = ("fountain", "park", "house", "stable")
"""The coloured structures; the tiles show which colour is which."""
BUILDINGS = (*GREY, *COLOURS)
"""Buildings on a square of a colonia: grey buildings, then a structure of each colour."""
BUILDING_TILES = (
    *GREY,
    *COLOURS,
    *(f"{colour} with grey" for colour in COLOURS),
    *(f"{colour} twice" for colour in COLOURS),
)

RESOURCES = ("builder", *COLOURS, "assistant", "money", "tribune")
"""A worker has the name of its colour."""
SYMBOLS = (*RESOURCES, "upgrade")
CLASSES = ("patrician", "merchant", "craftsman")
CITIZEN_ROWS = tuple(f"{name} {number}" for name in CLASSES for number in (1, 2))
"""From top to bottom; a citizen row has the number of its street."""
PAIRS = tuple((a, b) for a in range(len(SYMBOLS)) for b in range(a, len(SYMBOLS)))
FACES = (*(f"{SYMBOLS[a]} {SYMBOLS[b]}" for a, b in PAIRS), *CLASSES)
"""Faces of colonia tiles: two symbols, or a citizen."""

SIDE = 6
SQUARES = tuple(f"{column}{row}" for row in range(1, SIDE + 1) for column in "abcdef")
"""The squares of a colonia, row by row from the top left."""
CORNERS = ("a1", "f1", "a6", "f6")
STREETS = (*(f"row {row}" for row in range(1, SIDE + 1)), *(f"column {column}" for column in "abcdef"))
CARDS = ("first", "second")
"""The two street cards of a round."""

FORUM_ROWS = 9
FORUM_COLUMNS = 8
FORUM_SQUARES = tuple(f"{column}{row}" for row in range(1, FORUM_ROWS + 1) for column in "abcdefgh")
"""The squares of the largest forum; smaller forums use some of them."""

TRACKS = ("library", "basilica", "market")
PREMIUMS = (
    *("worker and tribune", "a builder", "envoy on an eagle", "library tile"),
    *("two assistants", "two tribunes", "an upgrade", "one more building"),
    *("one money", "area bonus", "envoy on any colour", "market tile"),
)
"""First to fourth reward of each track."""
AREA_BONUSES = ("tribune", "assistant", "money", "upgrade", "points")
ROW_BONUSES = ("envoy", "area bonus", "money or tribune", "money or assistant", "worker", "builder")
"""The bonuses for the second citizen of a row."""
TRADED = ("money", "tribune", "assistant")
"""The resources that the second merchant row exchanges."""

CYCLES = ("I", "II", "III")
BUILD_TASKS = (
    "coloured between grey across",
    "temple above and below",
    "two grey down",
    "crane both sides",
    "square of four",
    "grey between coloured down",
    "all four colours",
    "coloured between grey down",
    "two grey between coloured down",
    "three colours down",
    "temple four corners",
    "three grey down",
)
COLLECT_TASKS = (
    "tribune money",
    "two classes envoy",
    "two assistants money",
    "builder worker assistant",
    "assistant two money",
    "tribune builder assistant",
    "worker two columns",
    "two cranes two classes",
    "every class",
    "column tribune builder",
    "two cranes two workers",
    "marker assistant money",
)
SOURCES = ("columns", "markers", "area bonuses", "cranes", "colonia", "eagles", "group", "trajan cards")
