"""What the reasons of Forum Trajanum look at: a course of actions, before and afterwards."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise
from typing import cast

from ulpia.core.events import GameEvent
from ulpia.core.reasons import Course
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.view.types import (
    CitizenRow,
    Crane,
    ForumTrajanumPlayerView,
    ForumTrajanumView,
    TrajanCard,
)

SIDES = ((0, -1), (-1, 0), (1, 0), (0, 1))


class ForumTrajanumKnown:
    """The course of one seat, and the one to compare it with."""

    def __init__(self, course: Course, other: Course | None) -> None:
        self.course = course
        self.other = None if other is None else ForumTrajanumKnown(other, None)
        self.before, self.after = cast(ForumTrajanumView, course.before), cast(ForumTrajanumView, course.after)

    @cached_property
    def me(self) -> ForumTrajanumPlayerView:
        """The seat before."""
        return self.before.players[self.course.seat]

    @cached_property
    def then(self) -> ForumTrajanumPlayerView:
        """The seat afterwards."""
        return self.after.players[self.course.seat]

    @cached_property
    def is_same_cycle(self) -> bool:
        """Whether the cycle is not scored meanwhile, so that its forecasts can be compared."""
        return not any(event.kind == "cycle_ended" for event in self.course.events)

    @cached_property
    def scorings(self) -> int:
        """How many scorings are still to come."""
        return len(names.CYCLES) + 1 - self.before.cycle

    def later(self, points: float) -> float:
        """Return what something is worth that can be used in a later round only."""
        return points if self.before.round < self.before.rounds else points / 10

    def of(self, *kinds: str) -> list[Mapping[str, str | int]]:
        """Return the details of all events of these kinds that the seat causes."""
        seat = self.course.seat
        return [event.details for event in self.course.events if event.kind in kinds and event.seat == seat]

    @cached_property
    def followed(self) -> list[tuple[GameEvent, GameEvent]]:
        """Each event that the seat causes, with the next one."""
        own = [event for event in self.course.events if event.seat == self.course.seat]
        return [*pairwise(event for event in own if event.kind != "slider_turned")]

    @cached_property
    def taken_open(self) -> list[tuple[str, str]]:
        """Square and face of each open tile that is taken for a street card and not passed on."""
        passed = {details["passed"] for details in self.of("kept") if details["passed"] != details["face"]}
        faces = [(square, self.me.colonia[square].face) for square in self.squares("taken")]
        return [(square, face) for square, face in faces if face and face not in passed]

    def squares(self, *kinds: str) -> list[str]:
        """Return the squares of events."""
        return [str(details["square"]) for details in self.of(*kinds)]

    @cached_property
    def cleared(self) -> list[str]:
        """Squares that can be built on once their tile, taken or uncovered, is gone."""
        return [square for square in self.squares("taken", "uncovered") if square not in names.CORNERS]

    @cached_property
    def built(self) -> int:
        """How many buildings are built."""
        return len(self.of("built")) + 2 * len(self.of("built_double"))

    @cached_property
    def newly_active(self) -> list[str]:
        """Rows in which a citizen is laid and that become active by it."""
        rows = [str(details["row"]) for details in self.of("citizen_laid")]
        return [row for row in rows if is_awake(self.then.citizens[row]) and not is_awake(self.me.citizens[row])]

    @cached_property
    def card(self) -> TrajanCard | None:
        """The Trajan card of the cycle."""
        return self.before.trajan_cards[self.before.cycle - 1]

    @cached_property
    def fulfilments(self) -> int:
        """F-74: how often the tasks of the Trajan card are fulfilled, scored or as things stand."""
        scored = self.of("card_scored")
        forecast = self.then.forecast
        return int(scored[0]["fulfilments"]) if scored else forecast.build + forecast.collect

    @cached_property
    def obtained(self) -> list[str]:
        """Resources that the seat gets, by an exchange too."""
        got = [str(details["resource"]) for details in self.of("gained", "trained")]
        got += [str(details["taken"]) for details in self.of("traded")]
        return [*dict.fromkeys([*got, *(["builder"] if self.of("merged") else [])])]

    @cached_property
    def paid(self) -> Counter[str]:
        """Resources that are paid for buildings."""
        paid = Counter(builder=len(self.of("paid_builder")), assistant=len(self.of("paid_worker_and_assistant")))
        paid.update(2 * [str(details["colour"]) for details in self.of("paid_two_workers")])
        paid.update(str(details["colour"]) for details in self.of("paid_worker", "paid_worker_and_assistant"))
        return paid

    @cached_property
    def cranes(self) -> list[tuple[Crane, Crane]]:
        """F-70: the cranes, before and afterwards, for which more structures stand."""
        pairs = ((self.me.colonia[square].crane, self.then.colonia[square].crane) for square in names.CORNERS)
        more = [(before, then) for before, then in pairs if before and then and then.points > before.points]
        return more if self.is_same_cycle else []

    @cached_property
    def card_points(self) -> int:
        """F-74: the points of the Trajan card, scored or as things stand."""
        return self.fulfilments * self.then.prestige.head


def is_awake(row: CitizenRow) -> bool:
    """Return whether a row has active citizens."""
    return row.active and row.spaces[0] is not None


def has_space(player: ForumTrajanumPlayerView, face: str) -> bool:
    """F-23: return whether a face is a citizen for whom a row has a free space."""
    rows = (row for name, row in player.citizens.items() if name.split()[0] == face)
    return any(None in row.spaces for row in rows)


def row_of(square: str) -> str:
    """Return the row of citizens whose street a square of the colonia lies in."""
    return names.CITIZEN_ROWS[int(square[1]) - 1]


def beside(place: str) -> list[str]:
    """Return the names of the places that share a side with a place."""
    return [f"{chr(ord(place[0]) + x)}{int(place[1:]) + y}" for x, y in SIDES]


def is_free(player: ForumTrajanumPlayerView, square: str) -> bool:
    """F-40: return whether a building can be placed on a square."""
    it = player.colonia.get(square)
    return it is not None and it.cover == "none" and not (it.building or it.temple or it.crane)
