"""Events, questions and actions in words.   What another viewer may not know (T-111) is left out before it is told."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ulpia.core.actions import Action
from ulpia.core.events import Detail, GameEvent, Rows, read_log
from ulpia.core.i18n import Texts
from ulpia.core.view import Question
from ulpia.games.trajan import actions as act
from ulpia.games.trajan import names
from ulpia.games.trajan.constants import TILES_IN_STACK
from ulpia.games.trajan.events import Event

WORDS = Texts(Path(__file__).parent)

ITEMS = (*names.GOODS, "wild")
ARCH_PLACES = (*names.SLOTS, "centre")
MEANS = ("trajan tile", "forum tile", "wild")

DETAILS: dict[Event, tuple[Detail, ...]] = {
    Event.ARRANGED: (("tray", names.TRAYS), ("colour", names.COLOURS), ("other", names.COLOURS)),
    Event.BONUS_DRAWN: (("bonus", names.BONUS_TILES),),
    Event.CARD_DRAWN: (("good", names.GOODS),),
    Event.CARD_TAKEN: (("good", names.GOODS), ("pile", names.PILES)),
    Event.PILE_REFILLED: (("pile", names.PILES), ("good", names.GOODS)),
    Event.TILE_CHOSEN: (("tile", None), ("slot", names.SLOTS)),
    Event.SOWED: (("tray", names.TRAYS), ("markers", None)),
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
"""Name and vocabulary of every detail; a detail without vocabulary is a number."""

SECRET = {Event.CARD_DRAWN: "good"}
"""T-111: details that only the seat itself may know."""

VOCABULARIES = {
    "tray": "trays",
    "action": "trays",
    "slot": "slots",
    "place": "slots",
    "colour": "colours",
    "other": "colours",
    "first": "colours",
    "second": "colours",
    "good": "goods",
    "item": "goods",
    "pile": "piles",
    "ship": "ships",
    "demand": "demands",
    "kind": "forum_tiles",
    "stack": "stacks",
    "province": "provinces",
    "construction": "constructions",
    "bonus": "bonus_tiles",
    "means": "means",
}
"""Where the words for a detail stand in text/*.toml."""


def events(rows: Rows, viewer: int) -> list[GameEvent]:
    """Decode the rows of a story for one viewer."""
    return read_log(rows, viewer, Event, DETAILS, SECRET)


def name_of(language: str, detail: str, value: str) -> str:
    """The word for a thing."""
    vocabulary = VOCABULARIES.get(detail)
    return str(WORDS.find(language, "names", vocabulary, value)) if vocabulary else value


def stack_of(tile: int) -> str:
    """The stack a Trajan tile came from."""
    return names.STACKS[tile // TILES_IN_STACK]


def say_event(event: GameEvent, language: str, seat_names: Sequence[str]) -> str:
    """An event as a sentence."""
    facts: dict[str, Any] = {}
    for detail, value in event.details.items():
        if detail == "tile":
            facts["stack"] = name_of(language, "stack", stack_of(int(value)))
        else:
            facts[detail] = name_of(language, detail, value) if isinstance(value, str) else value
    key = event.kind
    if key.upper() in {event.name for event in SECRET} and len(facts) == 0:
        key += "_unseen"
    if key == "repeated" and facts["wild"]:
        key += "_wild"
    if event.seat is not None:
        facts["seat"] = seat_names[event.seat]
    if key == "votes_counted":
        facts["place"] += 1
    return WORDS.say(language, "events", key, **facts)


def say_question(asked: Question, language: str) -> str:
    """A question in words."""
    detail = {"choose_tiles": "slot", "load": "ship"}.get(asked.kind, "tray")
    about = name_of(language, detail, asked.about) if asked.about else ""
    return WORDS.say(language, "questions", asked.kind, about=about)


def say_action(action: Action, language: str) -> str:
    """An action in words."""
    facts: dict[str, Any] = {}
    for detail, value in vars(action).items():
        if detail == "goods":
            facts["goods"] = " + ".join(name_of(language, "good", good) for good in value)
        elif detail == "tile" and isinstance(action, act.ChooseBonus):
            facts["tile"] = name_of(language, "bonus", value)
        elif detail == "tile":
            facts["tile"] = name_of(language, "kind", value)
        elif isinstance(value, str):
            facts[detail] = name_of(language, detail, value)
    key = type(action).__name__
    if isinstance(action, act.Fulfil) and not action.reward:
        key = "FulfilWithoutReward"
    if isinstance(action, act.Repeat) and action.wild:
        key = "RepeatWild"
    return WORDS.say(language, "actions", key, **facts)
