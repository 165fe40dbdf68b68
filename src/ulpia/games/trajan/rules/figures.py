"""Figures that a view tells and only the rules can compute.   T-91, T-92, T-105."""

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from ulpia.core.constants import NONE
from ulpia.engine.jit import entry_point
from ulpia.engine.layout import Points, Row, Wide, blank, cells, layout
from ulpia.games.trajan.constants import SEATS
from ulpia.games.trajan.rules.demands import demand_met_by
from ulpia.games.trajan.rules.facts import Facts
from ulpia.games.trajan.rules.knowledge import Seen
from ulpia.games.trajan.rules.scoring import standing
from ulpia.games.trajan.rules.steps.quarter import votes_of

DEMANDS = 3
"""Demands of a quarter."""


class SeatFigures:
    """The figures of one seat."""

    votes: Points
    """Votes if the quarter ended now (T-92)."""
    is_met: Annotated[Row, cells(DEMANDS)]
    """1 for each demand that the seat could meet if the quarter ended now (T-91)."""
    standing: Wide
    """A higher number is a better place (T-105)."""


class Figures:
    """The figures of all seats."""

    seats: Annotated[Sequence[SeatFigures], cells(SEATS, of=SeatFigures)]


FIGURES = layout(Figures)


def figures_of(facts: np.record, seen: np.record) -> np.record:
    """Compute the figures of all seats."""
    figures = blank(FIGURES)
    fill_figures(facts, seen, figures)  # type: ignore[arg-type]
    return figures


@entry_point
def fill_figures(f: Facts, seen: Seen, figures: Figures) -> None:
    """Compute the figures of all seats."""
    s = seen.table
    for seat in range(s.seats):
        own = figures.seats[seat]
        own.votes = votes_of(f, s.players[seat])
        own.standing = standing(s, seat)
        for at in range(DEMANDS):
            own.is_met[at] = 1 if s.demands[at] != NONE and demand_met_by(s, seat, at) != NONE else 0
