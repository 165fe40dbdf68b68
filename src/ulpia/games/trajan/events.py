"""The kinds of events of Trajan. The event log (engine/event_log.py) holds them as rows."""

from enum import IntEnum

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
    SOWED = 9  # tray, markers
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
