"""Figures that a view tells and only the rules can compute.   F-14, F-20, F-22, F-32, F-70 to F-74."""

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from ulpia.core.constants import NONE
from ulpia.engine.jit import entry_point
from ulpia.engine.layout import Count, Points, Row, blank, cells, layout
from ulpia.games.forum_trajanum.constants import CORNERS, CYCLES, ROWS, SEATS
from ulpia.games.forum_trajanum.rules.facts import Facts
from ulpia.games.forum_trajanum.rules.knowledge import Seen
from ulpia.games.forum_trajanum.rules.scoring import (
    colonia_points,
    different_grey,
    eagle_points,
    group_points,
    largest_group,
    may_score_crane,
    points_of_crane,
    row_multiplier,
    row_points,
)
from ulpia.games.forum_trajanum.rules.steps.using import can_pay_both, left_of, right_of
from ulpia.games.forum_trajanum.rules.supply import active_citizens, column_points, next_position
from ulpia.games.forum_trajanum.rules.tasks import collections, fulfilments

LARGEST_GROUP = 12
"""The slider has numbers for so many envoys."""


class SeatFigures:
    """The figures of one seat."""

    cranes: Points
    colonia: Points
    group: Points
    eagles: Points
    """Points if the cycle ended now (F-70 to F-73)."""
    points_of_crane: Annotated[Row, cells(CORNERS)]
    """Points of the crane on each corner if it scores in this cycle; 0 once it has scored (F-70)."""
    envoys: Count
    """Envoys of the largest group (F-72)."""
    build: Count
    collect: Count
    """How often the tasks of the Trajan card are fulfilled (F-74)."""
    active_citizens: Count
    column: Count
    """Points of a column built now (F-45)."""
    different_grey: Annotated[Row, cells(ROWS)]
    multiplier: Annotated[Row, cells(ROWS)]
    row_points: Annotated[Row, cells(ROWS)]
    """For each row: different grey buildings, the points for each of them, and the points of the row (F-71)."""
    next_position: Count
    """Where an upgrade moves the slider (F-22, F-32)."""
    group_points: Annotated[Row, cells(LARGEST_GROUP)]
    """Points for a group of 1, 2, 3, … envoys (F-72)."""
    can_pay_both: Count
    """1 if the seat has the tribunes to use both tiles (F-20)."""
    gets_from: Count
    passes_to: Count
    """The neighbours between whom the seat sits when tiles are passed on (F-14)."""


class Figures:
    """The figures of all seats."""

    seats: Annotated[Sequence[SeatFigures], cells(SEATS, of=SeatFigures)]


FIGURES = layout(Figures)


def figures_of(facts: np.record, seen: np.record) -> np.record:
    """Compute the figures of all seats as the viewer sees them."""
    figures = blank(FIGURES)
    fill_figures(facts, seen.copy(), figures)  # type: ignore[arg-type]
    return figures


@entry_point
def fill_figures(f: Facts, seen: Seen, figures: Figures) -> None:
    """Compute the figures of all seats. Changes `seen`."""
    s = seen.table
    cycle = min(int(s.cycles_done), CYCLES - 1)
    card = s.cards[cycle]
    for seat in range(s.seats):
        me = s.players[seat]
        own = figures.seats[seat]
        for corner in range(CORNERS):
            if me.scored[corner] == 0:
                own.points_of_crane[corner] = points_of_crane(f, me, corner, cycle)
            if may_score_crane(me, corner):
                own.cranes += own.points_of_crane[corner]
                me.scored[corner] = 1  # before the card, which may ask for scored cranes
        own.colonia = colonia_points(me)
        own.envoys = largest_group(s, seat)
        own.group = group_points(f, me, own.envoys)
        own.eagles = eagle_points(s, seat)
        if card != NONE:
            own.build = fulfilments(f, me, f.card_build[card])
            own.collect = collections(me, f.card_collect[card])
        own.active_citizens = active_citizens(me)
        own.column = column_points(f, me, cycle)
        own.next_position = next_position(f, me)
        for row in range(ROWS):
            own.different_grey[row] = different_grey(me, row)
            own.multiplier[row] = row_multiplier(me, row)
            own.row_points[row] = row_points(me, row)
        for envoys in range(1, LARGEST_GROUP + 1):
            own.group_points[envoys - 1] = group_points(f, me, envoys)
        own.can_pay_both = 1 if can_pay_both(me) else 0
        own.gets_from = left_of(s, seat)
        own.passes_to = right_of(s, seat)
