"""What a lesson file contains, as types. msgspec checks files against them and names the place of a fault."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct, field

KINDS = ("event", "gains", "grows", "view", "any", "none", "turn_over")
"""The keys that say what a condition is about."""

Value = str | int | bool | None


class Condition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that everybody who sits at the learner's seat can check. Exactly one of `KINDS` is given."""

    event: str | None = None
    """Kind of an event that the actions of this step caused."""
    seat: Literal["me", "other", "any"] = "me"
    """Whose event it is."""
    where: Mapping[str, Value | Sequence[Value]] = {}
    """Details of the event: a value, or a list of values one of which it is."""
    times: int = 1
    """How many such events there are at least."""
    gains: str | None = None
    """A source of points, or "points" for all of them: how many the learner gained in this step."""
    grows: str | None = None
    """A number of the view, by its path: how much it grew in this step."""
    view: str | None = None
    """A field of the view, by its path: what it is now. `me` is the learner's seat; a missing entry counts 0."""
    value: Value = field(default=None, name="is")
    """The value of the field."""
    at_least: int | None = None
    at_most: int | None = None
    any: Sequence["Condition"] = ()
    """At least one of these holds."""
    none: Sequence["Condition"] = ()
    """None of these holds."""
    turn_over: bool = False
    """The learner's turn is over."""

    def __post_init__(self) -> None:
        given = [kind for kind in KINDS if getattr(self, kind)]
        if len(given) != 1:
            raise ValueError(f"a condition has exactly one of {', '.join(KINDS)}, not {' and '.join(given) or 'none'}")
        is_compared = self.value is not None or self.at_least is not None or self.at_most is not None
        if is_compared != (given[0] in ("gains", "grows", "view")):
            raise ValueError(
                "`is`, `at_least` and `at_most` belong to `gains`, `grows` and `view`, which need one of them"
            )


class Wrong(Struct, frozen=True, forbid_unknown_fields=True):
    """A mistake that has a reason of its own."""

    id: str
    when: Sequence[Condition]
    """All of these hold."""


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One goal of a lesson."""

    id: str
    goal: Sequence[Condition]
    """All of these hold when the goal is reached."""
    answer: str
    """Actions that reach the goal, in their notation."""
    rulings: Sequence[str]
    """What the step teaches."""
    districts: Sequence[str]
    """Districts of the board that the step needs. Those of earlier steps and lessons stay visible."""
    until: Literal["gesture", "turn", "open"] = "turn"
    """When the learner has failed at the latest: after one gesture, at the end of the turn, or not before a mistake."""
    before: str = ""
    """Actions of all seats after the answer of the step before, or after the deal."""
    restart: bool = False
    """Begin from the deal, not from the answer of the step before."""
    wrong: Sequence[Wrong] = ()
    others: str = ""
    """What other seats do if they decide during the step: the first of these that is legal, else their first option."""


class RealGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A real game against computers, which is a lesson up to a certain moment."""

    against: str
    """Name of the agent at all other seats."""
    ends: Sequence[Condition]
    rulings: Sequence[str]
    districts: Sequence[str]


class LessonFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as its file has it."""

    order: int
    seats: int
    seed: int
    seat: int
    """The learner's seat, from 0."""
    settings: Mapping[str, Any] = {}
    steps: Sequence[Step] = ()
    real_game: RealGame | None = None


class Lesson(LessonFile, frozen=True, kw_only=True):
    """A lesson of a game, read and checked."""

    id: str
    game: str
    texts: Mapping[str, Mapping[str, Any]]
    """The texts of the lesson by language, as the file of texts has them."""

    def place(self, step: int) -> str:
        """Name a step for error messages and lists: lesson, then step."""
        return f"{self.id}.{self.steps[step].id}" if self.steps else self.id

    def text(self, language: str, step: int | None, *keys: str) -> str:
        """A text of a step, or of the lesson if the step is None: `goal`, `done`, `otherwise`, or `wrong` and an id."""
        found: Any = self.texts[language]
        for key in (*(() if step is None or not self.steps else (self.steps[step].id,)), *keys):
            found = found[key]
        return str(found)


def actions_in(text: str) -> list[str]:
    """Split actions in their notation at commas and line breaks."""
    return [action.strip() for line in text.splitlines() for action in line.split(",") if action.strip()]
