"""The course of a match as a table keeps it, and as each pair of eyes can follow it. Never changed, only replaced.

To those who may not know a secret action it has not happened: they count fewer positions. A position is new to a viewer
if the action was open to them, or if it changed what they see or are told. So not even a number tells how many steps
somebody took in secret (Forum Trajanum, F-15).

Who plays several actions at once, or tries some out, may not get past a reveal: otherwise a refusal would tell what
would have been drawn, and nothing would have happened. A reveal is what polite undo does not go back behind.
"""

import secrets
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from ulpia.core.errors import BadPosition, NothingToUndo, UndoForbidden
from ulpia.match import Match
from ulpia.server.errors import PastAReveal

Viewer = int | None
"""A seat, or None for a passer-by."""
Eyes = int | Literal["all"] | None
"""Whose eyes a moment is seen with; `OPEN` are those of somebody to whom everybody shows everything."""
OPEN: Final = "all"


@dataclass(frozen=True)
class Moment:
    """What is kept of each position of a match."""

    mark: tuple[int, ...]
    """The undo mark."""
    asked: str | None
    """The kind of question."""
    points: tuple[int, ...]


@dataclass(frozen=True)
class Course:
    """A match with what hangs on its past."""

    match: Match
    moments: tuple[Moment, ...]
    steps: dict[Viewer, tuple[int, ...]]
    """For each viewer the positions of the match that they can tell apart; their own position is an index of it."""
    changes: dict[Viewer, int]
    """How often the table has changed for each viewer, undo included. It never goes back, so it tells what is stale."""
    journal: int
    """How long the journal in the store is."""
    epoch: str
    """Another one whenever the game is loaded."""

    @staticmethod
    def begin(match: Match, actions: Sequence[int] = (), journal: int = 0) -> "Course":
        """The course of a match that has not begun, led through actions that were stored."""
        viewers: tuple[Viewer, ...] = (None, *range(match.seats))
        steps: dict[Viewer, tuple[int, ...]] = dict.fromkeys(viewers, (0,))
        changes = dict.fromkeys(viewers, 0)
        fresh = Course(match, (_moment(match),), steps, changes, 0, secrets.token_urlsafe(4))
        return replace(fresh._led(actions, may_reveal=True), journal=journal)

    # What each viewer knows of it

    def position(self, eyes: Eyes) -> int:
        """How many steps a viewer has seen."""
        return len(self._seen(eyes)) - 1

    def _seen(self, eyes: Eyes) -> Sequence[int]:
        return range(len(self.moments)) if eyes == OPEN else self.steps[eyes]

    def revision(self, viewer: Viewer) -> str:
        """Names what a viewer sees now; another one whenever that has changed, also by undo."""
        return f"{self.epoch}.{self.changes[viewer]}"

    def at(self, eyes: Eyes, position: int) -> Match:
        """The match as it was at a position of a viewer."""
        if not 0 <= position <= self.position(eyes):
            raise BadPosition(at=position, last=self.position(eyes))
        return self.match.at(self._seen(eyes)[position])

    def entries(self, eyes: Eyes, since: int) -> list[range]:
        """For each position of a viewer from one on, the entries of the match that led there."""
        steps = self._seen(eyes)
        return [range(steps[at - 1] + 1 if at else 0, steps[at] + 1) for at in range(since, len(steps))]

    def gains(self, these: range) -> list[int]:
        """By how much the points of each seat changed in some entries of the match; empty if they did not."""
        if these.start == 0:
            return []
        before, after = self.moments[these.start - 1].points, self.moments[these.stop - 1].points
        return [] if before == after else [now - then for then, now in zip(before, after)]

    def last_turn(self, viewer: Viewer) -> int | None:
        """The position right after a seat's last action before its present turn; None if there is none."""
        if viewer is None:
            return None
        entries, steps = self.match.entries, self.steps[viewer]
        at = len(steps) - 1
        while self.match.seat == viewer and at > 0 and entries[steps[at]].seat == viewer:
            at -= 1
        own = (earlier for earlier in range(at, 0, -1) if entries[steps[earlier]].seat == viewer)
        return next(own, None)

    def is_midway(self, entries: range) -> bool:
        """Whether all of this belongs to a gesture that was begun before."""
        midway = self.match.game.midway
        return all(at > 0 and self.moments[at - 1].asked in midway for at in entries)

    def undo_to(self, viewer: Viewer) -> int | None:
        """The earliest position that a viewer may take the match back to; None if there is nothing to take back."""
        last = len(self.moments) - 1
        if viewer is None or self.match.seat != viewer:
            return None
        first = last
        while first > 0 and self.moments[first - 1].mark == self.moments[last].mark:
            first -= 1
        return None if first == last else bisect_left(self.steps[viewer], first)

    def undo_one(self, viewer: Viewer) -> int | None:
        """The position one gesture back: where the viewer was last asked something that is not in the middle of one."""
        earliest = self.undo_to(viewer)
        if earliest is None:
            return None
        steps, midway = self.steps[viewer], self.match.game.midway
        earlier = range(self.position(viewer) - 1, earliest - 1, -1)
        return next((at for at in earlier if self.moments[steps[at]].asked not in midway), earliest)

    # What can become of it

    def played(self, numbers: Sequence[int]) -> "Course":
        """The course after some more actions of one seat."""
        after = self._led(numbers)
        return replace(after, journal=self.journal + len(numbers))

    def tried(self, numbers: Sequence[int]) -> "Course":
        """The same, if that reveals nothing at all and stays within the turn."""
        after = self._led(numbers)
        if after.moments[-1].mark != self.moments[-1].mark:
            raise PastAReveal(action=self.match.game.actions[numbers[-1]])
        return after

    def undone(self, viewer: int, to: int) -> "Course":
        """The course when a viewer has taken it back to one of their positions, politely."""
        earliest = self.undo_to(viewer)
        if self.position(viewer) == 0:
            raise NothingToUndo()
        if earliest is None or to < earliest:
            raise UndoForbidden()
        if to >= self.position(viewer):
            raise BadPosition(at=to, last=self.position(viewer) - 1)
        length = self.steps[viewer][to]
        steps = {eyes: seen[: bisect_left(seen, length + 1)] for eyes, seen in self.steps.items()}
        changes = {eyes: count + (steps[eyes] != self.steps[eyes]) for eyes, count in self.changes.items()}
        gone = len(self.moments) - 1 - length
        shorter = self.match.at(length)
        return replace(
            self,
            match=shorter,
            moments=self.moments[: length + 1],
            steps=steps,
            changes=changes,
            journal=self.journal + gone,
        )

    def _led(self, numbers: Sequence[int], may_reveal: bool = False) -> "Course":
        match, moments = self.match.copy(), list(self.moments)
        steps = {viewer: list(seen) for viewer, seen in self.steps.items()}
        for at, number in enumerate(numbers):
            if at and not may_reveal and moments[-1].mark != moments[-2].mark:
                raise PastAReveal(action=match.actions[-1])
            watching = _who_may_not_know(match, number)
            before = {viewer: match.seen(viewer).tobytes() for viewer in watching}
            match.play(number)
            moments.append(_moment(match))
            for viewer, seen in steps.items():
                if viewer not in before or _has_noticed(match, viewer, before[viewer]):
                    seen.append(len(moments) - 1)
        return replace(
            self,
            match=match,
            moments=tuple(moments),
            steps={viewer: tuple(seen) for viewer, seen in steps.items()},
            changes={
                viewer: count + len(steps[viewer]) - len(self.steps[viewer]) for viewer, count in self.changes.items()
            },
        )


def _moment(match: Match) -> Moment:
    state, asked = match.state, match.question
    return Moment(match.game.undo_mark(state), None if asked is None else asked.kind, match.game.points(state))


def _who_may_not_know(match: Match, number: int) -> list[Viewer]:
    actions = match.game.actions
    if match.seat is None or not 0 <= number < len(actions) or not match.game.is_secret(actions[number]):
        return []
    return [viewer for viewer in (None, *range(match.seats)) if viewer != match.seat]


def _has_noticed(match: Match, viewer: Viewer, before: bytes) -> bool:
    told = match.game.events(match.entries[-1].log, match.viewer(viewer))
    return bool(told) or match.seen(viewer).tobytes() != before
