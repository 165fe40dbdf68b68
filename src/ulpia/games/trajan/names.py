"""The nouns of the rule book. Numbers, notation and component tables share their order, which must not change."""

TRAYS = ("seaport", "forum", "military", "senate", "trajan", "construction")
"""Clockwise. A tray and its action have the same number."""
SLOTS = ("I", "II", "III", "IV", "V", "VI")
COLOURS = ("white", "blue", "yellow", "green", "pink", "orange")
COLOUR_LETTERS = "WBYGPO"
GOODS = (
    "columns",
    "furs",
    "scrolls",
    "oils",
    "fruit",
    "ceramics",
    "wine",
    "fish",
    "jewellery",
    "gems",
    "cattle",
    "wheat",
)
PILES = ("left", "right")
SHIPS = ("equal", "pairs", "different")
DEMANDS = ("bread", "games", "religion")
FORUM_TILES = (
    *DEMANDS,
    "votes 2",
    "votes 3",
    "votes 4",
    "votes 5",
    "any demand",
    "any commodity",
    "any construction",
    "any extra action",
    *(f"extra {tray}" for tray in TRAYS),
)
STACKS = ("cards", "points", "workers", "legionnaires", "plus two", "demands")
REWARDS = (
    "2 cards",
    "nothing more",
    "1 worker",
    "2 workers",
    "1 legionnaire",
    "2 legionnaires",
    "+2 marker",
    *DEMANDS,
)
PROVINCES = (
    "britannia",
    "germania inferior",
    "germania superior",
    "belgica",
    "lugdunensis",
    "aquitania",
    "narbonensis",
    "alpes",
    "raetia",
    "noricum",
)
CONSTRUCTIONS = ("stairs", "door", "fountain", "roof", "window")
SITE_ROWS = 4
SITE_COLUMNS = 5
SITES = tuple(f"{'abcde'[column]}{row + 1}" for row in range(SITE_ROWS) for column in range(SITE_COLUMNS))
BONUS_TILES = (
    *DEMANDS,
    "workers",
    "legionnaires",
    "bonus tiles",
    *(f"{GOODS[good]} {GOODS[good + 1]}" for good in range(0, len(GOODS), 2)),
)
SOURCES = (
    "trajan tiles",
    "ships",
    "provinces",
    "senate",
    "construction",
    "demands",
    "sets",
    "bonus tiles",
    "leftovers",
)
