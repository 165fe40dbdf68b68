"""A match in a drawn position, with shortcuts for rule tests. The drawing itself is in tests/games/GAME/drawing.py."""

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from ulpia.match import Entry, Match

GO_ON = -1
"""The request to `play` that settles pending frames without an action."""


class Drawn:
    """A match whose state a test has drawn."""

    def __init__(self, match: Match) -> None:
        self.match = match

    @property
    def s(self) -> Any:
        """The true state."""
        return self.match._position._states[0]  # type: ignore[attr-defined]

    def player(self, seat: int) -> Any:
        return self.s.players[seat]

    def mat(self, seat: int) -> dict[str, Any]:
        """The part of the view about one seat, as that seat sees it."""
        mat: dict[str, Any] = msgspec.to_builtins(self.match.view(seat).players[seat])
        return mat

    @property
    def board(self) -> dict[str, Any]:
        """The view of a spectator."""
        board: dict[str, Any] = msgspec.to_builtins(self.match.view())
        return board

    @property
    def options(self) -> list[str]:
        return [str(action) for action in self.match.options]

    def legal(self, *wanted: str) -> bool:
        """Tell whether all these actions are legal."""
        assert all(text in map(str, self.match.game.actions) for text in wanted), wanted
        return set(wanted) <= set(self.options)

    def play(self, *actions: str) -> "Drawn":
        """Play actions. What is pending after each of them must be possible."""
        for action in actions:
            self.match.play(action)
            fault = self.match.game.rules.state_check.first_fault(np.array([self.match.state]))
            assert fault is None, f"{action}: {fault}"
        return self

    def points(self, seat: int) -> int:
        return self.match.points[seat]

    def sources(self, seat: int) -> dict[str, int]:
        return {source: points for source, points in self.match.sources[seat].items() if points}

    def last_events(self, viewer: int = 0) -> list[str]:
        """Kinds of the events of the last action, as a viewer knows them."""
        return [event.kind for event in self.match.game.read_events(self.match.entries[-1].events, viewer)]

    @property
    def question(self) -> str:
        return str(self.match.question)

    def go_on(self) -> "Drawn":
        """Settle pending frames after a test has changed the state."""
        self.match._position.play(GO_ON)
        self.match._entries[-1] = Entry(None, None, self.match._position.events)
        return self


def rank(standings: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Group seats by place, best first; seats with the same standing share a place."""
    places = sorted(set(standings), reverse=True)
    return tuple(tuple(seat for seat, mine in enumerate(standings) if mine == place) for place in places)


def listed(what: str, separator: str = ",") -> list[str]:
    """Split a line into its parts; an empty line and a dash have none."""
    return [] if what in ("", "-") else [part.strip() for part in what.split(separator)]


def push(s: Any, kind: int, a: int = 0, b: int = 0) -> None:
    """Put a frame on top of the agenda."""
    top = int(s.agenda.depth)
    s.agenda.kinds[top], s.agenda.first[top], s.agenda.second[top] = kind, a, b
    s.agenda.depth = top + 1


def clear_agenda(s: Any) -> None:
    """Remove all frames from the agenda."""
    s.agenda.depth = 0
    for field in ("kinds", "first", "second"):
        s.agenda[field][...] = 0
