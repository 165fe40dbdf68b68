"""The kinds of events of Forum Trajanum. The event log (engine/event_log.py) holds them as rows."""

from enum import IntEnum

from ulpia.core.events import Detail, GameEvent, Rows, read_log
from ulpia.games.forum_trajanum import names

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
    CITIZEN_LAID = 7  # row, space, 1 if the row becomes active again
    SLIDER_TURNED = 8
    ROUND_BEGAN = 9  # round, street, street
    TAKEN = 10  # square, face, tribunes; for its own seat only
    TAKEN_NOTHING = 11  # street card; for its own seat only
    KEPT = 12  # face, face of the tile that is passed on; for its own seat only
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
    USED_BESIDE = 23  # face, 1 if the tile leaves the game
    NO_SPACE = 24  # face
    GAINED = 25  # resource, number
    UPGRADED = 26  # position of the slider
    TRADED = 27  # given, taken
    TRAINED = 28  # resource
    MERGED = 29  # colour
    BUILT = 30  # building, square, tiles left, points of the colonia
    BUILT_DOUBLE = 31  # building tile, square, square, tiles left, points of the colonia
    PAID_BUILDER = 32
    PAID_TWO_WORKERS = 33  # colour
    PAID_WORKER = 34  # colour
    PAID_WORKER_AND_ASSISTANT = 35  # colour
    COLUMN_SCORED = 36  # points
    ADVANCED = 37  # track, position
    PREMIUM_TAKEN = 38  # premium, points of a marker that goes home afterwards
    MARKER_HOME = 39  # track, points
    UNCOVERED = 40  # square, face
    ENVOY_SENT = 41  # place, colour, free squares of the area, eagle points, envoys of the group
    AREA_COMPLETED = 42  # colour
    POINTS_GAINED = 43  # points
    DECLINED = 44
    ROW_PAID = 45  # row, citizens, points of the colonia
    ROW_LEFT = 46  # row, citizens
    CYCLE_ENDED = 47  # cycle
    CRANE_SCORED = 48  # colour, points
    COLONIA_SCORED = 49  # points
    EAGLES_SCORED = 50  # points
    GROUP_SCORED = 51  # envoys, points
    CARD_SCORED = 52  # fulfilments, points
    CYCLE_BEGAN = 53  # cycle, points of the fragment
    ENDED = 54


SPACES = ("left", "right")

SQUARE: Detail = ("square", names.SQUARES)
CORNER: Detail = ("square", names.CORNERS)
OTHER_SQUARE: Detail = ("other_square", names.SQUARES)
COLOUR: Detail = ("colour", names.COLOURS)
CITIZEN: Detail = ("citizen", names.CLASSES)
ROW: Detail = ("row", names.CITIZEN_ROWS)
FACE: Detail = ("face", names.FACES)
RESOURCE: Detail = ("resource", names.RESOURCES)
TRACK: Detail = ("track", names.TRACKS)
POINTS: Detail = ("points", None)
POSITION: Detail = ("position", None)
LEFT: Detail = ("left", None)
CITIZENS: Detail = ("citizens", None)
ENVOYS: Detail = ("envoys", None)
TRIBUNES: Detail = ("tribunes", None)

DETAILS: dict[Event, tuple[Detail, ...]] = {
    Event.CRANE_PLACED: (CORNER, COLOUR),
    Event.CITIZEN_DRAWN: (CITIZEN,),
    Event.CITIZEN_ON_CORNER: (CITIZEN, CORNER),
    Event.CORNER_OPENED: (CORNER, FACE),
    Event.FIRST_ENVOY: (FACE,),
    Event.CITIZEN_WELCOMED: (CITIZEN, CORNER),
    Event.CITIZEN_LAID: (ROW, ("space", SPACES), ("reactivated", None)),
    Event.ROUND_BEGAN: (("round", None), ("street", names.STREETS), ("other_street", names.STREETS)),
    Event.TAKEN: (SQUARE, FACE, TRIBUNES),
    Event.TAKEN_NOTHING: (("card", names.CARDS),),
    Event.KEPT: (FACE, ("passed", names.FACES)),
    Event.TOOK_TWO: (SQUARE, OTHER_SQUARE, TRIBUNES),
    Event.TOOK_ONE: (SQUARE, TRIBUNES),
    Event.RECEIVED: (FACE,),
    Event.SHOWN_OWN: (FACE,),
    Event.SHOWN_RECEIVED: (FACE,),
    Event.USED_OWN: (FACE,),
    Event.USED_RECEIVED: (FACE,),
    Event.USED_BESIDE: (FACE, ("leaves", None)),
    Event.NO_SPACE: (FACE,),
    Event.GAINED: (RESOURCE, ("amount", None)),
    Event.UPGRADED: (POSITION,),
    Event.TRADED: (("given", names.RESOURCES), ("taken", names.RESOURCES)),
    Event.TRAINED: (RESOURCE,),
    Event.MERGED: (COLOUR,),
    Event.BUILT: (("building", names.BUILDINGS), SQUARE, LEFT, POINTS),
    Event.BUILT_DOUBLE: (("tile", names.BUILDING_TILES), SQUARE, OTHER_SQUARE, LEFT, POINTS),
    Event.PAID_TWO_WORKERS: (COLOUR,),
    Event.PAID_WORKER: (COLOUR,),
    Event.PAID_WORKER_AND_ASSISTANT: (COLOUR,),
    Event.COLUMN_SCORED: (POINTS,),
    Event.ADVANCED: (TRACK, POSITION),
    Event.PREMIUM_TAKEN: (("premium", names.PREMIUMS), POINTS),
    Event.MARKER_HOME: (TRACK, POINTS),
    Event.UNCOVERED: (SQUARE, FACE),
    Event.ENVOY_SENT: (
        ("place", names.FORUM_SQUARES),
        ("colour", (*names.COLOURS, "eagle")),
        ("free", None),
        ("eagles", None),
        ENVOYS,
    ),
    Event.AREA_COMPLETED: (COLOUR,),
    Event.POINTS_GAINED: (POINTS,),
    Event.ROW_PAID: (ROW, CITIZENS, POINTS),
    Event.ROW_LEFT: (ROW, CITIZENS),
    Event.CYCLE_ENDED: (("cycle", names.CYCLES),),
    Event.CRANE_SCORED: (COLOUR, POINTS),
    Event.COLONIA_SCORED: (POINTS,),
    Event.EAGLES_SCORED: (POINTS,),
    Event.GROUP_SCORED: (ENVOYS, POINTS),
    Event.CARD_SCORED: (("fulfilments", None), POINTS),
    Event.CYCLE_BEGAN: (("cycle", names.CYCLES), POINTS),
}
"""Name and values of the details of every event, in the order of a row. A detail without names is a number."""

HIDDEN_DETAILS = {Event.FIRST_ENVOY: "face"}
"""F-05, F-91: the detail of an event that only its seat may know."""
PRIVATE = frozenset((Event.TAKEN, Event.TAKEN_NOTHING, Event.KEPT, Event.RECEIVED))
"""F-15, F-91: events that only their seat may know."""

SCORED = {
    Event.COLUMN_SCORED: 1,
    Event.MARKER_HOME: 1,
    Event.POINTS_GAINED: 1,
    Event.CRANE_SCORED: 1,
    Event.COLONIA_SCORED: 1,
    Event.EAGLES_SCORED: 1,
    Event.GROUP_SCORED: 1,
    Event.CARD_SCORED: 1,
}
"""Events that change the points of their seat by the detail `points`. In other events it is only a forecast."""


def read_events(rows: Rows, viewer: int) -> list[GameEvent]:
    """Decode rows of an event log for one viewer."""
    return read_log(rows, viewer, Event, DETAILS, HIDDEN_DETAILS, PRIVATE, SCORED)
