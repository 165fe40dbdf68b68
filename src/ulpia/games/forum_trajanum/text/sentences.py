"""Events, questions and actions in words.   What another may not know (F-15, F-91) is left out before it is told."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ulpia.core.actions import Action
from ulpia.core.events import Detail, GameEvent, Rows, read_log
from ulpia.core.i18n import Texts
from ulpia.core.view import Question
from ulpia.games.forum_trajanum import actions as act
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.events import Event

WORDS = Texts(Path(__file__).parent)

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
TRIBUNES: Detail = ("tribunes", None)

DETAILS: dict[Event, tuple[Detail, ...]] = {
    Event.CRANE_PLACED: (CORNER, COLOUR),
    Event.CITIZEN_DRAWN: (CITIZEN,),
    Event.CITIZEN_ON_CORNER: (CITIZEN, CORNER),
    Event.CORNER_OPENED: (CORNER, FACE),
    Event.FIRST_ENVOY: (FACE,),
    Event.CITIZEN_WELCOMED: (CITIZEN, CORNER),
    Event.CITIZEN_LAID: (ROW, ("space", SPACES)),
    Event.ROUND_BEGAN: (("round", None), ("street", names.STREETS), ("other_street", names.STREETS)),
    Event.TAKEN: (SQUARE, FACE, TRIBUNES),
    Event.TAKEN_NOTHING: (("card", names.CARDS),),
    Event.KEPT: (FACE,),
    Event.TOOK_TWO: (SQUARE, OTHER_SQUARE, TRIBUNES),
    Event.TOOK_ONE: (SQUARE, TRIBUNES),
    Event.RECEIVED: (FACE,),
    Event.SHOWN_OWN: (FACE,),
    Event.SHOWN_RECEIVED: (FACE,),
    Event.USED_OWN: (FACE,),
    Event.USED_RECEIVED: (FACE,),
    Event.USED_BESIDE: (FACE,),
    Event.NO_SPACE: (FACE,),
    Event.GAINED: (RESOURCE, ("amount", None)),
    Event.UPGRADED: (POSITION,),
    Event.TRADED: (("given", names.RESOURCES), ("taken", names.RESOURCES)),
    Event.TRAINED: (RESOURCE,),
    Event.MERGED: (COLOUR,),
    Event.BUILT: (("building", names.BUILDINGS), SQUARE),
    Event.BUILT_DOUBLE: (("tile", names.BUILDING_TILES), SQUARE, OTHER_SQUARE),
    Event.PAID_TWO_WORKERS: (COLOUR,),
    Event.PAID_WORKER: (COLOUR,),
    Event.PAID_WORKER_AND_ASSISTANT: (COLOUR,),
    Event.COLUMN_SCORED: (POINTS,),
    Event.ADVANCED: (TRACK, POSITION),
    Event.PREMIUM_TAKEN: (("premium", names.PREMIUMS),),
    Event.MARKER_HOME: (TRACK, POINTS),
    Event.UNCOVERED: (SQUARE, FACE),
    Event.ENVOY_SENT: (("place", names.FORUM_SQUARES), ("colour", (*names.COLOURS, "eagle"))),
    Event.AREA_COMPLETED: (COLOUR,),
    Event.POINTS_GAINED: (POINTS,),
    Event.ROW_PAID: (ROW,),
    Event.ROW_LEFT: (ROW,),
    Event.CYCLE_ENDED: (("cycle", names.CYCLES),),
    Event.CRANE_SCORED: (COLOUR, POINTS),
    Event.COLONIA_SCORED: (POINTS,),
    Event.EAGLES_SCORED: (POINTS,),
    Event.GROUP_SCORED: (("envoys", None), POINTS),
    Event.CARD_SCORED: (("fulfilments", None), POINTS),
    Event.CYCLE_BEGAN: (("cycle", names.CYCLES), POINTS),
}
"""Name and vocabulary of every detail; a detail without vocabulary is a number."""

SECRET = {Event.FIRST_ENVOY: "face"}
"""F-05, F-91: a detail that only the seat itself may know."""
ALONE = frozenset((Event.TAKEN, Event.TAKEN_NOTHING, Event.KEPT, Event.RECEIVED))
"""F-15, F-91: what only the seat itself is told."""

ASKED_OTHERWISE = ("use both", "build built", "gain two")
"""Questions that have a text of their own for what they turn on."""
ABOUT_DETAILS = {
    "corners": "citizen",
    "lay": "citizen",
    "place": "tile",
    "pay_coloured": "colour",
    "first_reward": "colour",
    "premium": "track",
    "envoy": "goal",
    "paying": "row",
}
"""As which detail a question names what it turns on."""

VOCABULARIES = {
    "colour": "colours",
    "citizen": "citizens",
    "row": "rows",
    "ability": "abilities",
    "row_bonus": "row_bonuses",
    "space": "spaces",
    "street": "streets",
    "other_street": "streets",
    "card": "cards",
    "resource": "trained",
    "grey": "grey",
    "structure": "structures",
    "structures": "structures_many",
    "track": "grey",
    "building": "buildings",
    "tile": "buildings",
    "half": "halves",
    "crane": "cranes",
    "goal": "goals",
    "premium": "premiums",
    "bonus": "bonuses",
    "cycle": "cycles",
    "build": "build_tasks",
    "collect": "collect_tasks",
    "letter": "letters",
    "short": "short",
}
"""Where the words for a detail stand in text/*.toml."""


def events(rows: Rows, viewer: int) -> list[GameEvent]:
    """Decode the rows of a story for one viewer."""
    return read_log(rows, viewer, Event, DETAILS, SECRET, ALONE)


def name_of(language: str, detail: str, value: str) -> str:
    """The word for a thing."""
    if detail == "face":
        return face_of(language, value)
    if detail in ("given", "taken"):
        return gained_of(language, value, 1)
    vocabulary = VOCABULARIES.get(detail)
    return str(WORDS.find(language, "names", vocabulary, value)) if vocabulary else value


def face_of(language: str, face: str) -> str:
    """What a colonia tile shows: a citizen, two symbols, or one symbol twice."""
    if face in names.CLASSES:
        return str(WORDS.find(language, "names", "citizen_faces", face))
    one, other = face.split()
    symbols = WORDS.find(language, "names", "resources")
    return f"2 {symbols[one][1]}" if one == other else f"{symbols[one][0]} + {symbols[other][0]}"


def gained_of(language: str, resource: str, amount: int) -> str:
    """So many of a resource, as the object of a sentence."""
    one, many = WORDS.find(language, "names", "gained", resource)
    return f"{amount} {one if amount == 1 else many}"


def _name_details(language: str, details: dict[str, Any]) -> dict[str, Any]:
    """Words for all details; a colour names its workers and its crane too."""
    facts = {
        detail: name_of(language, detail, value) if isinstance(value, str) else value
        for detail, value in details.items()
    }
    if details.get("colour") in names.COLOURS:
        facts["crane"] = name_of(language, "crane", details["colour"])
        facts["worker"] = gained_of(language, details["colour"], 1)
        facts["workers"] = gained_of(language, details["colour"], 2)
    return facts


def say_event(event: GameEvent, language: str, seat_names: Sequence[str]) -> str:
    """An event as a sentence."""
    details = dict(event.details)
    key = event.kind
    if key == "first_envoy" and not details:
        key += "_unseen"
    if details.get("tribunes"):
        key += "_paid"
    if key == "gained":
        resource, amount = str(details.pop("resource")), int(details.pop("amount"))
        details["gained"] = gained_of(language, resource, amount)
    facts = _name_details(language, details)
    if event.seat is not None:
        facts["seat"] = seat_names[event.seat]
    return WORDS.say(language, "events", key, **facts)


def say_question(asked: Question, language: str) -> str:
    """A question in words."""
    if str(asked) in ASKED_OTHERWISE:
        return WORDS.say(language, "questions", f"{asked.kind}_{asked.about}")
    detail = ABOUT_DETAILS.get(asked.kind, "square")
    about = name_of(language, detail, asked.about) if asked.about else ""
    return WORDS.say(language, "questions", asked.kind, about=about)


def say_action(action: Action, language: str) -> str:
    """An action in words."""
    facts = _name_details(language, vars(action))
    key = type(action).__name__
    if isinstance(action, act.Place):
        facts["squares"] = " + ".join(action.squares)
    if isinstance(action, act.Take) and action.tribune:
        key = "TakeTribune"
    return WORDS.say(language, "actions", key, **facts)
