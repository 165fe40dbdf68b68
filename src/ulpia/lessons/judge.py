"""Judge what a learner played: compare the match with the one at which the step began."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ulpia.core.errors import UlpiaError
from ulpia.core.events import GameEvent
from ulpia.lessons.errors import BadLesson
from ulpia.lessons.lesson import Condition, Lesson, Step, actions_in
from ulpia.match import Match, new

OTHERWISE = "otherwise"
"""The reason of a failure that has no reason of its own."""


@dataclass(frozen=True)
class Verdict:
    """How a step ended."""

    is_right: bool
    wrong: str = ""
    """Which mistake: the id of a `Wrong`, or `OTHERWISE`."""


@dataclass(frozen=True)
class Evidence:
    """What conditions are checked against."""

    seat: int
    before: Match
    after: Match
    events: Sequence[GameEvent]
    is_turn_over: bool

    @classmethod
    def of(cls, seat: int, before: Match, after: Match) -> "Evidence":
        """Compare two moments of one match as a seat sees them."""
        then, now = before.view(seat), after.view(seat)
        is_turn_over = now.over or now.active != seat or now.turn != then.turn
        return cls(seat, before, after, after.events(seat, since=len(before.entries)), is_turn_over)

    def holds(self, condition: Condition) -> bool:
        """Whether a condition is met."""
        if condition.event is not None:
            return sum(self._is_meant(event, condition) for event in self.events) >= condition.times
        if condition.gains is not None:
            return _compare(condition, self._gained(condition.gains))
        if condition.grows is not None:
            return _compare(
                condition, self._number(self.after, condition.grows) - self._number(self.before, condition.grows)
            )
        if condition.view is not None:
            return _compare(condition, self._field(self.after, condition.view))
        if condition.any:
            return any(self.holds(each) for each in condition.any)
        if condition.none:
            return not any(self.holds(each) for each in condition.none)
        return self.is_turn_over

    def all_hold(self, conditions: Sequence[Condition]) -> bool:
        """Whether all conditions are met."""
        return all(self.holds(condition) for condition in conditions)

    def _is_meant(self, event: GameEvent, condition: Condition) -> bool:
        if event.kind != condition.event:
            return False
        if condition.seat != "any" and (event.seat == self.seat) != (condition.seat == "me"):
            return False
        for name, wanted in condition.where.items():
            allowed = [wanted] if isinstance(wanted, (str, int)) or wanted is None else wanted
            if event.details.get(name) not in allowed:
                return False
        return True

    def _gained(self, source: str) -> int:
        if source == "points":
            return self.after.points[self.seat] - self.before.points[self.seat]
        return self.after.sources[self.seat][source] - self.before.sources[self.seat][source]

    def _number(self, match: Match, path: str) -> int:
        found = self._field(match, path)
        if isinstance(found, (Sequence, Mapping)) and not isinstance(found, str):
            return sum(found.values()) if isinstance(found, Mapping) else len(found)
        return int(found or 0)

    def _field(self, match: Match, path: str) -> Any:
        view = match.view(self.seat)
        first, *keys = path.split(".")
        found: Any = view.players[self.seat] if first == "me" else getattr(view, first, _MISSING)
        for key in keys:
            if found is None:  # such as a slot without a tile
                return None
            if isinstance(found, Mapping):
                found = found.get(key, 0)
            elif (
                isinstance(found, Sequence) and not isinstance(found, str) and key.isdecimal() and int(key) < len(found)
            ):
                found = found[int(key)]
            else:
                found = getattr(found, key, _MISSING)
        if found is _MISSING:
            raise BadLesson(place=match.game.name, reason="no_field", path=path)
        return found


_MISSING = object()


def _compare(condition: Condition, found: Any) -> bool:
    if condition.value is not None and found != condition.value:
        return False
    if condition.at_least is not None and (found or 0) < condition.at_least:
        return False
    return condition.at_most is None or (found or 0) <= condition.at_most


def judge(step: Step, seat: int, before: Match, after: Match) -> Verdict | None:
    """Return how a step ended; None while it goes on. `before` is the match at which the step began."""
    question = after.question
    if len(after.entries) == len(before.entries) or _is_within_gesture(after, seat):
        return None
    evidence = Evidence.of(seat, before, after)
    if evidence.all_hold(step.goal):
        return Verdict(is_right=True)
    for wrong in step.wrong:
        if evidence.all_hold(wrong.when):
            return Verdict(is_right=False, wrong=wrong.id)
    if step.until == "gesture" or question is None or (step.until == "turn" and evidence.is_turn_over):
        return Verdict(is_right=False, wrong=OTHERWISE)
    return None


def has_ended(lesson: Lesson, seat: int, before: Match, after: Match) -> bool:
    """Whether a lesson that is a real game has ended. The learner may have any seat."""
    game = lesson.real_game
    return game is not None and (after.seat is None or Evidence.of(seat, before, after).all_hold(game.ends))


def _is_within_gesture(match: Match, seat: int) -> bool:
    return match.seat == seat and match.question is not None and match.question.kind in match.game.gesture_questions


def reply(step: Step, seat: int, match: Match) -> str | None:
    """Return what another seat does that has to decide during a step; None if it is the learner who decides."""
    if match.seat is None or match.seat == seat:
        return None
    legal = [str(action) for action in match.options]
    return next((action for action in actions_in(step.others) if action in legal), legal[0])


def play(lesson: Lesson, step: int, before: Match, actions: Sequence[str]) -> tuple[Match, Verdict | None, list[str]]:
    """Play actions of the learner, and those of others between them, until the step has ended.

    Return the match, how the step ended, and the actions that were left over.
    """
    task, match, left = lesson.steps[step], before.copy(), list(actions)
    verdict = None
    while verdict is None and match.seat is not None:
        action = reply(task, lesson.seat, match)
        if action is None:
            if not left:
                break
            action = left.pop(0)
        match.play(action)
        verdict = judge(task, lesson.seat, before, match)
    return match, verdict, left


def start(lesson: Lesson, step: int = 0) -> Match:
    """Return the match at which a step begins."""
    task = lesson.steps[step] if lesson.steps else None
    if task is None or step == 0 or task.restart:
        match = _deal(lesson, step)
    else:
        match = play(lesson, step - 1, start(lesson, step - 1), actions_in(lesson.steps[step - 1].answer))[0]
    if task is not None:
        try:
            for action in actions_in(task.before):
                match.play(action)
        except UlpiaError as error:
            raise BadLesson(place=lesson.place(step), reason="illegal_action", why=error) from error
        if match.seat != lesson.seat:
            raise BadLesson(place=lesson.place(step), reason="not_the_learner", seat=lesson.seat + 1)
    return match


def _deal(lesson: Lesson, step: int) -> Match:
    try:
        return new(lesson.game, lesson.seats, lesson.seed, **lesson.settings)
    except UlpiaError as error:
        raise BadLesson(place=lesson.place(step), reason="impossible_deal", why=error) from error
