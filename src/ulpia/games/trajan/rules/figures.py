"""Figures that a view tells and only the rules can compute.   T-10, T-23, T-91, T-92, T-101, T-105."""

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from ulpia.core.constants import NONE
from ulpia.engine.agenda import detail_a, pending
from ulpia.engine.jit import compiled, entry_point
from ulpia.engine.layout import Count, Index, Points, Row, Wide, blank, cells, layout
from ulpia.games.trajan.constants import CONSTRUCTION_TYPES, DEMAND_SYMBOLS, SEATS, Frame
from ulpia.games.trajan.rules.demands import demand_met_by, tiles_for
from ulpia.games.trajan.rules.facts import Facts
from ulpia.games.trajan.rules.knowledge import Seen
from ulpia.games.trajan.rules.scoring import standing, tiles_of_type, worth_of_type
from ulpia.games.trajan.rules.state import State
from ulpia.games.trajan.rules.steps.quarter import seat_at_place, votes_of
from ulpia.games.trajan.rules.steps.ship import loaded_amount
from ulpia.games.trajan.rules.steps.sow import target_of_hand

DEMANDS = 3
"""Demands of a quarter."""


class SeatFigures:
    """The figures of one seat."""

    votes: Points
    """Votes if the quarter ended now (T-92)."""
    is_met: Annotated[Row, cells(DEMANDS)]
    """1 for each demand that the seat could meet if the quarter ended now (T-91)."""
    demand_costs: Annotated[Row, cells(DEMANDS, of=np.int16)]
    """Points that each demand would cost if the quarter ended now; 0 for one that is met or not shown (T-91)."""
    demand_tiles: Annotated[Row, cells(DEMAND_SYMBOLS)]
    """Tiles that show each demand (T-91)."""
    set_points: Annotated[Row, cells(CONSTRUCTION_TYPES)]
    """Points of the construction tiles of each type as sets, without wilds (T-101)."""
    standing: Wide
    """A higher number is a better place (T-105)."""


class Figures:
    """The figures of all seats."""

    seats: Annotated[Sequence[SeatFigures], cells(SEATS, of=SeatFigures)]
    ranking: Annotated[Row, cells(SEATS)]
    """Seats by their place in the senate if the quarter ended now (T-92)."""
    target: Index
    """Tray of the last marker in the hand that is being sown; NONE when nobody sows (T-10)."""
    loaded: Count
    """Cards on the ship that is being loaded, or pairs (T-23)."""


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
        fill_demands(f, s, seat, own)
        for symbol in range(DEMAND_SYMBOLS):
            own.demand_tiles[symbol] = tiles_for(s.players[seat], symbol)
        for kind in range(CONSTRUCTION_TYPES):
            own.set_points[kind] = worth_of_type(f, tiles_of_type(s.players[seat], kind))
        figures.ranking[seat] = seat_at_place(f, s, seat)
    figures.target = target_of_hand(s, detail_a(s)) if pending(s) == Frame.LAY else NONE
    figures.loaded = loaded_amount(s, detail_a(s)) if pending(s) == Frame.LOAD else 0


@compiled
def fill_demands(f: Facts, s: State, seat: int, own: SeatFigures) -> None:
    """T-91: tell which demands could be met. Each unmet one costs by how much it raises the penalty."""
    unmet = 0
    for at in range(DEMANDS):
        is_shown = s.demands[at] != NONE
        is_met = is_shown and demand_met_by(s, seat, at) != NONE
        own.is_met[at] = 1 if is_met else 0
        own.demand_costs[at] = 0
        if is_shown and not is_met:
            own.demand_costs[at] = f.penalty[unmet + 1] - f.penalty[unmet]
            unmet += 1
