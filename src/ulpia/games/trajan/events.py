"""The kinds of events of Trajan. The event log (engine/event_log.py) holds them as rows."""

from enum import IntEnum

from ulpia.core.events import Detail, GameEvent, Rows, read_log
from ulpia.games.trajan import names

LENGTH = 200


class Event(IntEnum):
    """Kinds of events. A comment names the details of a row. The texts in text/*.toml have the same keys."""

    STARTED = 0
    ARRANGED = 1  # tray, colour, colour
    BONUS_DRAWN = 2  # bonus tile
    REVEALED = 3
    CARD_DRAWN = 4  # good; hidden from the other seats
    CARD_TAKEN = 5  # good, pile
    PILE_REFILLED = 6  # pile, good
    PILE_RESHUFFLED = 7
    TILE_CHOSEN = 8  # Trajan tile, slot
    SOWED = 9  # tray, markers (time advances by as many spaces), what ends with this turn
    LAID = 10  # colour, tray
    FULFILLED = 11  # Trajan tile, points
    NOT_FULFILLED = 12  # Trajan tile
    DEMAND_KEPT = 13  # symbol
    PLUS_TWO_PLACED = 14  # action
    REWARD_FORGONE = 15
    FIGURES_HIRED = 16  # number of figures
    FIGURES_RECRUITED = 17  # number of figures
    ARCH_MOVED = 18  # slot
    PASSED = 19  # action
    DISCARDED = 20  # good, pile
    DISPLAYED = 21  # good
    LOADED = 22  # good or wild, ship
    SAILED = 23  # ship, cards or pairs, points
    SHIP_TURNED = 24  # ship
    TILE_TAKEN = 25  # forum tile
    MARCHED = 26  # province
    TILE_FOUND = 27  # forum tile, province
    OCCUPIED = 28  # province, other legionnaires, points
    ADVANCED = 29  # space, points
    BUILT = 30  # site
    CONSTRUCTION_TAKEN = 31  # type, points, site
    GRANTED = 32  # action
    REPEATED = 33  # action, 1 if a wild was given up, performances
    ROUND_ENDED = 34  # round, quarter
    DEMAND_SHOWN = 35  # symbol
    QUARTER_ENDED = 36  # quarter
    DEMAND_MET = 37  # symbol, 0 for a kept Trajan tile, 1 for a forum tile, 2 for a wild
    DEMANDS_UNMET = 38  # number of demands, points lost
    VOTES_COUNTED = 39  # votes, place
    CONSUL = 40  # bonus tile
    VICE_CONSUL = 41  # bonus tile
    REFILLED = 42  # number of the new quarter
    LEFT_HAND_CARDS = 43  # number, points
    LEFT_WORKERS = 44
    LEFT_LEGIONNAIRES = 45
    LEFT_TILES = 46
    SETS_SCORED = 47  # points
    BONUS_SCORED = 48  # bonus tile, points
    ENDED = 49


ITEMS = (*names.GOODS, "wild")
ARCH_PLACES = (*names.SLOTS, "centre")
MEANS = ("trajan tile", "forum tile", "wild")
ENDS = ("nothing", "round", "two rounds", "quarter")

DETAILS: dict[Event, tuple[Detail, ...]] = {
    Event.ARRANGED: (("tray", names.TRAYS), ("colour", names.COLOURS), ("other", names.COLOURS)),
    Event.BONUS_DRAWN: (("bonus", names.BONUS_TILES),),
    Event.CARD_DRAWN: (("good", names.GOODS),),
    Event.CARD_TAKEN: (("good", names.GOODS), ("pile", names.PILES)),
    Event.PILE_REFILLED: (("pile", names.PILES), ("good", names.GOODS)),
    Event.TILE_CHOSEN: (("tile", None), ("slot", names.SLOTS)),
    Event.SOWED: (("tray", names.TRAYS), ("markers", None), ("ends", ENDS)),
    Event.LAID: (("colour", names.COLOURS), ("tray", names.TRAYS)),
    Event.FULFILLED: (("tile", None), ("points", None)),
    Event.NOT_FULFILLED: (("tile", None),),
    Event.DEMAND_KEPT: (("demand", names.DEMANDS),),
    Event.PLUS_TWO_PLACED: (("action", names.TRAYS),),
    Event.FIGURES_HIRED: (("figures", None),),
    Event.FIGURES_RECRUITED: (("figures", None),),
    Event.ARCH_MOVED: (("place", ARCH_PLACES),),
    Event.PASSED: (("action", names.TRAYS),),
    Event.DISCARDED: (("good", names.GOODS), ("pile", names.PILES)),
    Event.DISPLAYED: (("good", names.GOODS),),
    Event.LOADED: (("item", ITEMS), ("ship", names.SHIPS)),
    Event.SAILED: (("ship", names.SHIPS), ("amount", None), ("points", None)),
    Event.SHIP_TURNED: (("ship", names.SHIPS),),
    Event.TILE_TAKEN: (("kind", names.FORUM_TILES),),
    Event.MARCHED: (("province", names.PROVINCES),),
    Event.TILE_FOUND: (("kind", names.FORUM_TILES), ("province", names.PROVINCES)),
    Event.OCCUPIED: (("province", names.PROVINCES), ("others", None), ("points", None)),
    Event.ADVANCED: (("space", None), ("points", None)),
    Event.BUILT: (("site", names.SITES),),
    Event.CONSTRUCTION_TAKEN: (
        ("construction", names.CONSTRUCTIONS),
        ("points", None),
        ("site", names.SITES),
    ),
    Event.GRANTED: (("action", names.TRAYS),),
    Event.REPEATED: (("action", names.TRAYS), ("wild", None), ("times", None)),
    Event.ROUND_ENDED: (("round", None), ("quarter", None)),
    Event.DEMAND_SHOWN: (("demand", names.DEMANDS),),
    Event.QUARTER_ENDED: (("quarter", None),),
    Event.DEMAND_MET: (("demand", names.DEMANDS), ("means", MEANS)),
    Event.DEMANDS_UNMET: (("unmet", None), ("points", None)),
    Event.VOTES_COUNTED: (("votes", None), ("place", None)),
    Event.CONSUL: (("bonus", names.BONUS_TILES),),
    Event.VICE_CONSUL: (("bonus", names.BONUS_TILES),),
    Event.REFILLED: (("quarter", None),),
    Event.LEFT_HAND_CARDS: (("amount", None), ("points", None)),
    Event.LEFT_WORKERS: (("amount", None), ("points", None)),
    Event.LEFT_LEGIONNAIRES: (("amount", None), ("points", None)),
    Event.LEFT_TILES: (("amount", None), ("points", None)),
    Event.SETS_SCORED: (("points", None),),
    Event.BONUS_SCORED: (("bonus", names.BONUS_TILES), ("points", None)),
}
"""Name and values of the details of every event, in the order of a row. A detail without names is a number."""

HIDDEN_DETAILS = {Event.CARD_DRAWN: "good"}
"""T-111: the detail of an event that only its seat may know."""

SCORED = {
    Event.FULFILLED: 1,
    Event.SAILED: 1,
    Event.OCCUPIED: 1,
    Event.ADVANCED: 1,
    Event.CONSTRUCTION_TAKEN: 1,
    Event.DEMANDS_UNMET: -1,
    Event.LEFT_HAND_CARDS: 1,
    Event.LEFT_WORKERS: 1,
    Event.LEFT_LEGIONNAIRES: 1,
    Event.LEFT_TILES: 1,
    Event.SETS_SCORED: 1,
    Event.BONUS_SCORED: 1,
}
"""Events that change the points of their seat: 1 adds the detail `points`, -1 subtracts it."""


def read_events(rows: Rows, viewer: int) -> list[GameEvent]:
    """Decode rows of an event log for one viewer."""
    return read_log(rows, viewer, Event, DETAILS, HIDDEN_DETAILS, scored=SCORED)
