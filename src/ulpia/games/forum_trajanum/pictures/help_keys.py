"""What can be asked about on the pictures of Forum Trajanum: the keys of `data-help`, a concept each."""

HELP_KEYS = (
    # the colonia
    *("square", "colonia-tile", "citizen-tile", "temple"),
    *("crane", "crane-scored"),
    *("library", "basilica", "market", "column", "structure"),
    "street-sign",
    "points",
    "first-player",
    # citizens
    *(f"row-{number}" for number in range(1, 7)),
    *("patrician", "merchant", "craftsman"),
    "second-citizen",
    # what a player has
    *("worker", "builder", "assistant", "money", "tribune"),
    *("ship", "envoy", "first-envoy"),
    "beside",
    *("own-tile", "received-tile", "both-tiles", "passed-tile", "taken-tile"),
    "building-to-lay",
    *("slider", "group"),
    # the middle
    *("cycle", "street-card"),
    *("trajan-card", "build-task", "collect-task"),
    *("forum-square", "eagle"),
    *("single", "double"),
    *("premium", "track-marker", "beside-the-column", "trajans-column"),
    "rival",
)
