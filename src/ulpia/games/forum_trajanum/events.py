"""The kinds of events of Forum Trajanum. The event log (engine/event_log.py) holds them as rows."""

from enum import IntEnum

LENGTH = 200


class Event(IntEnum):
    """Kinds of events. A comment names the details of a row. The texts in text/*.toml have the same keys."""

    STARTED = 0
    CRANE_PLACED = 1  # corner, colour
    CITIZEN_DRAWN = 2  # class
    CITIZEN_ON_CORNER = 3  # class, corner
    CORNER_OPENED = 4  # corner, face
    FIRST_ENVOY = 5  # face; hidden from the other seats
    CITIZEN_WELCOMED = 6  # class, corner
    CITIZEN_LAID = 7  # row, space
    SLIDER_TURNED = 8
    ROUND_BEGAN = 9  # round, street, street
    TAKEN = 10  # square, face, tribunes; for its own seat only
    TAKEN_NOTHING = 11  # street card; for its own seat only
    KEPT = 12  # face; for its own seat only
    TOOK_TWO = 13  # square, square, tribunes
    TOOK_ONE = 14  # square, tribunes
    TOOK_NONE = 15
    RECEIVED = 16  # face; for its own seat only
    RECEIVED_NOTHING = 17
    SHOWN_OWN = 18  # face
    SHOWN_RECEIVED = 19  # face
    BOTH_PAID = 20
    USED_OWN = 21  # face
    USED_RECEIVED = 22  # face
    USED_BESIDE = 23  # face
    NO_SPACE = 24  # face
    GAINED = 25  # resource, number
    UPGRADED = 26  # position of the slider
    TRADED = 27  # given, taken
    TRAINED = 28  # resource
    MERGED = 29  # colour
    BUILT = 30  # building, square
    BUILT_DOUBLE = 31  # building tile, square, square
    PAID_BUILDER = 32
    PAID_TWO_WORKERS = 33  # colour
    PAID_WORKER = 34  # colour
    PAID_WORKER_AND_ASSISTANT = 35  # colour
    COLUMN_SCORED = 36  # points
    ADVANCED = 37  # track, position
    PREMIUM_TAKEN = 38  # premium
    MARKER_HOME = 39  # track, points
    UNCOVERED = 40  # square, face
    ENVOY_SENT = 41  # place, colour
    AREA_COMPLETED = 42  # colour
    POINTS_GAINED = 43  # points
    DECLINED = 44
    ROW_PAID = 45  # row
    ROW_LEFT = 46  # row
    CYCLE_ENDED = 47  # cycle
    CRANE_SCORED = 48  # colour, points
    COLONIA_SCORED = 49  # points
    EAGLES_SCORED = 50  # points
    GROUP_SCORED = 51  # envoys, points
    CARD_SCORED = 52  # fulfilments, points
    CYCLE_BEGAN = 53  # cycle, points of the fragment
    ENDED = 54
