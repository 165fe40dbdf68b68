"""`MatchHistory`: an immutable snapshot of a match with a separate count of positions for every viewer.

A secret action has not happened for viewers who may not know of it: they count fewer positions. A position is new to a
viewer if the action was open to them, or if it changed what they see or what the log says to them. So not even a number
reveals how many steps a player took in secret.

Several actions at once stop at a reveal: otherwise a refusal would disclose what would have been drawn, and nothing
would have happened. A reveal is what polite undo does not go back behind.
"""

import secrets
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ulpia.core.actions import Action
from ulpia.core.errors import BadPosition, NothingToUndo, UndoForbidden
from ulpia.core.game import SPECTATOR, Game, Outcome
from ulpia.match import Match
from ulpia.server.errors import PastAReveal
from ulpia.server.protocol import ALL_OPEN, Perspective
from ulpia.server.state_digest import find_digest, layout_of
from ulpia.server.storage.schema import UNDO

Viewer = int | None
"""A seat, or None for a spectator."""


@dataclass(frozen=True)
class Moment:
    """What is stored of each position of a match."""

    undo_mark: tuple[int, ...]
    question: str | None
    """The kind of question."""
    points: tuple[int, ...]
    turn: tuple[int, int]
    """Changes with every turn."""
    phase: int
    """The number of the phase, from 1."""
    state: str
    """The digest of the state, by the layout of the history."""


@dataclass(frozen=True)
class MatchHistory:
    """A match and its past positions. `played` and `undone` return a new history."""

    match: Match
    moments: tuple[Moment, ...]
    steps: dict[Viewer, tuple[int, ...]]
    """For each viewer the positions of the match that they can tell apart. A viewer's position is an index of it."""
    changes: dict[Viewer, int]
    """How often the table has changed for each viewer, undo included. It never decreases, so it shows what is stale."""
    journal_length: int
    """The number of rows that the journal in the store has."""
    epoch: str
    """A random text that differs each time the game is loaded."""
    layout: str
    """The fields that the digests of its states cover."""

    @staticmethod
    def begin(
        match: Match, actions: Sequence[int] = (), journal_length: int = 0, layout: str | None = None
    ) -> "MatchHistory":
        """Return the history of a new match after some stored actions.

        Digests of its states cover the fields of a layout; raise OtherLayout if its states lack one of them.
        """
        layout = layout_of(match.state) if layout is None else layout
        viewers: tuple[Viewer, ...] = (None, *range(match.seats))
        steps: dict[Viewer, tuple[int, ...]] = dict.fromkeys(viewers, (0,))
        changes = dict.fromkeys(viewers, 0)
        fresh = MatchHistory(match, (_moment(match, layout, 1),), steps, changes, 0, secrets.token_urlsafe(4), layout)
        return replace(fresh._extended(actions, may_reveal=True), journal_length=journal_length)

    # The match

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.match.game

    @property
    def seat(self) -> int | None:
        """Who decides; None when the game is over."""
        return self.match.seat

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.match.seat is None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""
        return self.match.outcome

    @property
    def options(self) -> tuple[Action, ...]:
        """What can be played now."""
        return self.match.options

    @property
    def is_in_secret(self) -> bool:
        """Whether the seat that decides is in the middle of several secret actions."""
        return self.steps[None][-1] < len(self.moments) - 1

    @property
    def may_be_secret(self) -> bool:
        """Whether the present decision may be one that others do not see."""
        return any(self.game.is_secret(option) for option in self.options)

    def check_seat(self, seat: Viewer) -> None:
        """Refuse a seat that the table does not have."""
        self.match.viewer(seat)

    # What each viewer knows

    def position(self, perspective: Perspective) -> int:
        """Return how many steps a viewer has seen."""
        return len(self._seen(perspective)) - 1

    def _seen(self, perspective: Perspective) -> Sequence[int]:
        return range(len(self.moments)) if perspective == ALL_OPEN else self.steps[perspective]

    def revision(self, viewer: Viewer) -> str:
        """Return a name of what a viewer sees now. It differs after every change, also by undo."""
        return f"{self.epoch}.{self.changes[viewer]}"

    def at(self, perspective: Perspective, position: int) -> Match:
        """Return the match as it was at a position of a viewer."""
        if not 0 <= position <= self.position(perspective):
            raise BadPosition(at=position, last=self.position(perspective))
        return self.match.at(self._seen(perspective)[position])

    def entries(self, perspective: Perspective, since: int) -> list[range]:
        """Return for each position of a viewer, from `since` on, the entries of the match that led there."""
        steps = self._seen(perspective)
        return [range(steps[at - 1] + 1 if at else 0, steps[at] + 1) for at in range(since, len(steps))]

    def turns(self, perspective: Perspective) -> list[int]:
        """Return the positions of a viewer at which turns begin."""
        steps, moments = self._seen(perspective), self.moments
        return [at for at in range(len(steps)) if at == 0 or moments[steps[at]].turn != moments[steps[at - 1]].turn]

    def phases(self, perspective: Perspective) -> dict[int, int]:
        """Return the position of a viewer at which each phase begins, by the number of the phase."""
        found: dict[int, int] = {}
        for position, step in enumerate(self._seen(perspective)):
            found.setdefault(self.moments[step].phase, position)
        return found

    def position_of(self, viewer: Viewer, perspective: Perspective, position: int) -> int:
        """Return the last position of a viewer that is not later than a position of a perspective."""
        return bisect_right(self.steps[viewer], self._seen(perspective)[position]) - 1

    def points_gained(self, entries: range) -> list[int]:
        """Return by how much some entries changed the points of each seat; an empty list if they did not."""
        if entries.start == 0:
            return []
        before, after = self.moments[entries.start - 1].points, self.moments[entries.stop - 1].points
        return [] if before == after else [now - then for then, now in zip(before, after)]

    def last_turn(self, viewer: Viewer) -> int | None:
        """Return the position right after a seat's last action before its present turn; None if there is none."""
        if viewer is None:
            return None
        entries, steps = self.match.entries, self.steps[viewer]
        at = len(steps) - 1
        while self.seat == viewer and at > 0 and entries[steps[at]].seat == viewer:
            at -= 1
        own = (earlier for earlier in range(at, 0, -1) if entries[steps[earlier]].seat == viewer)
        return next(own, None)

    def is_within_gesture(self, entries: range) -> bool:
        """Whether all of these entries belong to a gesture that was begun before."""
        midway = self.game.gesture_questions
        return all(at > 0 and self.moments[at - 1].question in midway for at in entries)

    def undo_to(self, viewer: Viewer) -> int | None:
        """Return the earliest position that a viewer may take the match back to; None if there is nothing to undo."""
        last = len(self.moments) - 1
        if viewer is None or self.seat != viewer:
            return None
        first = last
        while first > 0 and self.moments[first - 1].undo_mark == self.moments[last].undo_mark:
            first -= 1
        return None if first == last else bisect_left(self.steps[viewer], first)

    def undo_one(self, viewer: Viewer) -> int | None:
        """Return the position one gesture back: the last one at which the viewer was not in the middle of a gesture."""
        earliest = self.undo_to(viewer)
        if earliest is None:
            return None
        steps, midway = self.steps[viewer], self.game.gesture_questions
        earlier = range(self.position(viewer) - 1, earliest - 1, -1)
        return next((at for at in earlier if self.moments[steps[at]].question not in midway), earliest)

    # Later histories

    def played(self, numbers: Sequence[int]) -> "MatchHistory":
        """Return the history after some more actions of one seat."""
        after = self._extended(numbers)
        return replace(after, journal_length=self.journal_length + len(numbers))

    def undone(self, viewer: int, to: int) -> "MatchHistory":
        """Return the history after a viewer has taken it back politely to one of their positions."""
        earliest = self.undo_to(viewer)
        if self.position(viewer) == 0:
            raise NothingToUndo()
        if earliest is None or to < earliest:
            raise UndoForbidden()
        if to >= self.position(viewer):
            raise BadPosition(at=to, last=self.position(viewer) - 1)
        return self._shortened(self.steps[viewer][to])

    def followed(self, rows: Sequence[int]) -> "MatchHistory":
        """Return the history after further rows of its journal: numbers of actions, or `UNDO`."""
        length, added = len(self.moments) - 1, list[int]()
        for number in rows:
            if number != UNDO:
                added.append(number)
            elif added:
                added.pop()
            else:
                length -= 1
        kept = self._shortened(length) if length < len(self.moments) - 1 else self
        return replace(kept._extended(added, may_reveal=True), journal_length=self.journal_length + len(rows))

    def _shortened(self, length: int) -> "MatchHistory":
        """Return the history up to a position of the match. Its journal has a row for each action taken back."""
        steps = {each: seen[: bisect_left(seen, length + 1)] for each, seen in self.steps.items()}
        changes = {each: count + (steps[each] != self.steps[each]) for each, count in self.changes.items()}
        removed = len(self.moments) - 1 - length
        return replace(
            self,
            match=self.match.at(length),
            moments=self.moments[: length + 1],
            steps=steps,
            changes=changes,
            journal_length=self.journal_length + removed,
        )

    def _extended(self, numbers: Sequence[int], may_reveal: bool = False) -> "MatchHistory":
        match, moments = self.match.copy(), list(self.moments)
        steps = {viewer: list(seen) for viewer, seen in self.steps.items()}
        for at, number in enumerate(numbers):
            if at and not may_reveal and moments[-1].undo_mark != moments[-2].undo_mark:
                raise PastAReveal(action=match.actions[-1])
            before = {viewer: match.seen(viewer).tobytes() for viewer in _excluded_viewers(match, number)}
            match.play(number)
            moments.append(_moment(match, self.layout, moments[-1].phase + _begins_phase(match)))
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


def _moment(match: Match, layout: str, phase: int) -> Moment:
    question, record = match.question, match.state
    return Moment(
        undo_mark=match.undo_mark,
        question=None if question is None else question.kind,
        points=match.points,
        turn=match.turn,
        phase=phase,
        state=find_digest(layout, record.dtype).of(record),
    )


def _begins_phase(match: Match) -> bool:
    """Whether the last action led to a further phase of the game."""
    events = match.game.read_events(match.entries[-1].events, SPECTATOR)
    return any(event.kind in match.game.phase_events for event in events)


def _excluded_viewers(match: Match, number: int) -> list[Viewer]:
    """List the viewers who may not know that an action is chosen."""
    actions = match.game.actions
    if match.seat is None or not 0 <= number < len(actions) or not match.game.is_secret(actions[number]):
        return []
    return [viewer for viewer in (None, *range(match.seats)) if viewer != match.seat]


def _has_noticed(match: Match, viewer: Viewer, before: bytes) -> bool:
    """Whether the last action changed what a viewer sees, or has an event that the viewer may know."""
    events = match.game.read_events(match.entries[-1].events, match.viewer(viewer))
    return bool(events) or match.seen(viewer).tobytes() != before
