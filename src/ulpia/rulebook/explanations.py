"""Explanations: what a learner reads about a thing of a game when it is new, one sentence each.

A game's package holds them in `rulebook/explanations.toml`, a table for each explanation:

    [sowing]
    when = { asked = "turn" }
    place = "circle"
    rulings = ["T-10"]
    en = "Take all markers of one tray and lay them clockwise, one in each tray: the last tray is your action."
    de = "..."

- `when` says what has to be new: `asked`, a kind of question to the learner; `option`, a kind of action among the
  options; or `event`, a kind of event that the learner may know of. Further keys are conditions on details of the
  question, action or event: `wild = true`, `markers = ">=6"`. An event has the detail `who` too: "own" or "other".
- `place` names what the sentence speaks of: a district, or the id of an element in the pictures. An explanation of
  an option can do without it: then it is the place of that option.
- `rulings` are the rulings that the sentence explains.
- Printed figures are filled into the sentences as into the rules (`figures`).

The file `rulebook/not_taught.toml` gives a reason for each ruling that is neither explained nor taught by a lesson.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias, get_args

from ulpia.core.actions import Action
from ulpia.core.components import TomlEntries
from ulpia.core.events import GameEvent
from ulpia.core.game import Game
from ulpia.core.i18n import LANGUAGES
from ulpia.core.view import Question
from ulpia.registry import find_game
from ulpia.rulebook.reader import figures_of, rulebook_folder

MAX_WORDS = 30
"""The longest sentence of an explanation."""
AT_LEAST = ">="
KEYS = {"when", "place", "rulings", *LANGUAGES}
Reason = Literal["asked", "option", "event"]
Detail: TypeAlias = str | int | bool


class BadExplanation(ValueError):
    """An explanation is incomplete or speaks of something that its game lacks. A mistake of the author."""


@dataclass(frozen=True)
class Explanation:
    """One sentence about one thing."""

    id: str
    reason: Reason
    """What has to be new."""
    kind: str
    """The kind of question, action or event."""
    conditions: Mapping[str, Detail]
    place: str
    """The district or element it speaks of; empty for the place of the option."""
    rulings: tuple[str, ...]
    sentences: Mapping[str, str]
    """The sentence in each language."""

    def fits(self, details: Mapping[str, object]) -> bool:
        """Return whether the details of a question, action or event fulfil all conditions."""
        return all(_is_met(wanted, details.get(name)) for name, wanted in self.conditions.items())


@dataclass(frozen=True)
class Occasion:
    """An explanation that applies now, and the option that it speaks of, if it does."""

    explanation: Explanation
    option: Action | None = None


def find_occasions(
    game: Game, viewer: int, question: Question | None, options: Sequence[Action], events: Sequence[GameEvent]
) -> list[Occasion]:
    """Return the explanations that apply, in the order of the file.

    `question` and `options` are those of the viewer, or none while another seat decides; `events` are what has
    happened since, as the viewer may know it.
    """
    found = []
    for explanation in explanations(game.name):
        match explanation.reason:
            case "asked":
                if question and question.kind == explanation.kind and explanation.fits({"about": question.about}):
                    found.append(Occasion(explanation))
            case "option":
                meant = (option for option in options if type(option).__name__ == explanation.kind)
                if option := next((option for option in meant if explanation.fits(vars(option))), None):
                    found.append(Occasion(explanation, option))
            case "event":
                happened = (event for event in events if event.kind == explanation.kind)
                if any(explanation.fits({**event.details, "who": _who(event, viewer)}) for event in happened):
                    found.append(Occasion(explanation))
    return found


@cache
def explanations(game: str) -> tuple[Explanation, ...]:
    """Read the explanations of a game; a game without that file has none."""
    rules = find_game(game)
    return tuple(_explanation(rules, name, entry) for name, entry in _read(rules, "explanations").items())


@cache
def not_taught(game: str) -> Mapping[str, str]:
    """Read why rulings of a game are neither taught nor explained, by ruling."""
    return _read(find_game(game), "not_taught")


def _read(game: Game, name: str) -> TomlEntries:
    file = rulebook_folder(game) / f"{name}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _explanation(game: Game, name: str, given: TomlEntries) -> Explanation:
    if missing := [key for key in ("when", "rulings", *LANGUAGES) if not given.get(key)]:
        raise BadExplanation(f"{name}: without {', '.join(missing)}")
    if unknown := set(given) - KEYS:
        raise BadExplanation(f"{name}: unknown: {', '.join(sorted(unknown))}")
    reason: Reason | None = next((each for each in get_args(Reason) if each in given["when"]), None)
    if reason is None:
        raise BadExplanation(f"{name}: `when` names none of {', '.join(get_args(Reason))}")
    conditions = {key: value for key, value in given["when"].items() if key != reason}
    found = Explanation(
        name,
        reason,
        given["when"][reason],
        conditions,
        given.get("place", ""),
        tuple(given["rulings"]),
        {language: figures_of(game.name, language).fill(given[language]) for language in LANGUAGES},
    )
    if not found.place and reason != "option":
        raise BadExplanation(f"{name}: without place")
    _check_kind(game, found)
    for language, sentence in found.sentences.items():
        if len(sentence.split()) > MAX_WORDS:
            raise BadExplanation(f"{name}: more than {MAX_WORDS} words in {language!r}")
    return found


def _check_kind(game: Game, explanation: Explanation) -> None:
    """Refuse what the game cannot ask, offer or tell."""
    texts = game.texts.table(LANGUAGES[0])
    kinds = {
        "asked": set(texts["questions"]),
        "option": {type(action).__name__ for action in game.actions},
        "event": set(texts["events"]),
    }[explanation.reason]
    if explanation.kind not in kinds and not any(kind.startswith(f"{explanation.kind}_") for kind in kinds):
        raise BadExplanation(f"{explanation.id}: no {explanation.reason} {explanation.kind!r}")
    if explanation.reason == "option" and not any(_offers(action, explanation) for action in game.actions):
        raise BadExplanation(f"{explanation.id}: no action {explanation.kind} fulfils {dict(explanation.conditions)}")


def _offers(action: Action, explanation: Explanation) -> bool:
    return type(action).__name__ == explanation.kind and explanation.fits(vars(action))


def _who(event: GameEvent, viewer: int) -> str:
    return "own" if event.seat == viewer else "other"


def _is_met(wanted: Detail, found: object) -> bool:
    if isinstance(wanted, str) and wanted.startswith(AT_LEAST):
        return isinstance(found, int) and found >= int(wanted.removeprefix(AT_LEAST))
    return found == wanted
