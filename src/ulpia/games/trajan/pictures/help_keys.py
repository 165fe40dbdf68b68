"""What can be asked about on the pictures of Trajan: the keys of `data-help`, a concept each. Texts lie elsewhere."""

HELP_KEYS = (
    # the action circle
    *(f"tray-{tray}" for tray in ("seaport", "forum", "military", "senate", "trajan", "construction")),
    "marker",
    "in-hand",
    "plus-two",
    "slot",
    "arch",
    "trajan-tile",
    *(f"reward-{what}" for what in ("cards", "workers", "legionnaires", "plus-two", "demand")),
    "points",
    # the gesture of sowing
    "laid-marker",
    "swap",
    # the mat
    "built",
    "construction-tile",
    *(f"forum-tile-{kind}" for kind in ("bread", "games", "religion", "votes")),
    *(f"forum-tile-any-{kind}" for kind in ("demand", "commodity", "construction", "extra-action")),
    "extra-action",
    "kept-demand",
    "bonus-tile",
    *("supply", "legion", "workers", "votes"),
    "pair",
    # the board
    *("province", "camp", "leader", "legionnaire"),
    *("time", "quarter", "demand", "demand-hidden"),
    *("forum-space", "extra-space"),
    *("senate-step", "senate-disc"),
    *("site", "worker", "worker-camp"),
    *("ship-equal", "ship-pairs", "ship-different"),
    *("hidden-pile", "open-pile"),
    "stack",
    # cards
    *("card", "card-back", "display"),
    "rival",
)
