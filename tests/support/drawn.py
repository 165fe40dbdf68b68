"""A drawn position being played: what the tests of every game ask of it."""

from collections.abc import Sequence
from typing import Any

from ulpia.match import Match

GO_ON = -1
"""What every game's `play` is asked to settle what is pending."""


class Drawn:
    """A match whose state was drawn by a test."""

    def __init__(self, match: Match) -> None:
        self.match = match

    @property
    def s(self) -> Any:
        """The true state."""
        return self.match._table[0]

    def player(self, seat: int) -> Any:
        return self.s.players[seat]

    def mat(self, seat: int) -> dict[str, Any]:
        """What lies before a seat, in names, as the seat itself sees it."""
        mat: dict[str, Any] = self.match.view(seat)["players"][seat]
        return mat

    @property
    def board(self) -> dict[str, Any]:
        """The table in names, as a passer-by sees it."""
        return self.match.view()

    @property
    def options(self) -> list[str]:
        return [str(action) for action in self.match.options]

    def legal(self, *wanted: str) -> bool:
        """All of these are allowed."""
        assert all(text in map(str, self.match.game.actions) for text in wanted), wanted
        return set(wanted) <= set(self.options)

    def play(self, *actions: str) -> "Drawn":
        for action in actions:
            self.match.play(action)
        return self

    def points(self, seat: int) -> int:
        return self.match.points[seat]

    def sources(self, seat: int) -> dict[str, int]:
        return {source: points for source, points in self.match.sources[seat].items() if points}

    def told(self, viewer: int = 0) -> list[str]:
        """Kinds of the events of the last action."""
        return [event.kind for event in self.match.game.events(self.match.entries[-1].log, viewer)]

    @property
    def question(self) -> str:
        return str(self.match.question)

    def go_on(self) -> "Drawn":
        """Settle what is pending after the state was changed by hand."""
        m = self.match
        m._story[0, 0] = 0
        m._choices = m.game.play(m.components.facts, m._table, GO_ON, m._story, m._may)
        m._entries[-1] = type(m._entries[-1])(None, None, m._story[: 1 + int(m._story[0, 0])].copy())
        return self


def rank(standings: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Seats by place, the first place first; seats with the same standing share a place."""
    places = sorted(set(standings), reverse=True)
    return tuple(tuple(seat for seat, mine in enumerate(standings) if mine == place) for place in places)


def listed(what: str, separator: str = ",") -> list[str]:
    """The parts of a line; none for an empty one or a dash."""
    return [] if what in ("", "-") else [part.strip() for part in what.split(separator)]


def push(s: Any, kind: int, a: int = 0, b: int = 0) -> None:
    """Put a frame on top of the agenda."""
    top = int(s.agenda.depth)
    s.agenda.kinds[top], s.agenda.first[top], s.agenda.second[top] = kind, a, b
    s.agenda.depth = top + 1


def clear_agenda(s: Any) -> None:
    """Nothing is pending."""
    s.agenda.depth = 0
    for field in ("kinds", "first", "second"):
        s.agenda[field][...] = 0
