"""The demands of a quarter: what meets them, and what unmet ones cost.   T-91."""

from ulpia.core.constants import NONE
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.score import score
from ulpia.games.trajan.constants import BY_FORUM_TILE, BY_KEPT_TILE, BY_WILD, Source, Tile
from ulpia.games.trajan.events import Event
from ulpia.games.trajan.rules.facts import Facts
from ulpia.games.trajan.rules.state import Player, State


@compiled
def tiles_for(me: Player, symbol: int) -> int:
    """T-91: count the tiles of a player that show a demand: kept Trajan tiles and forum tiles."""
    return int(me.kept[symbol]) + int(me.tiles[symbol])


@compiled
def demand_met_by(s: State, seat: int, at: int) -> int:
    """T-91: what meets the demand in space `at`: a kept Trajan tile (each once), else a forum tile, else a wild.

    Returns BY_KEPT_TILE, BY_FORUM_TILE, BY_WILD, or NONE where the demand stays unmet. Demands before this one are
    served first.
    """
    me = s.players[seat]
    wilds = int(me.tiles[Tile.ANY_DEMAND])
    met_by = NONE
    for each in range(at + 1):
        symbol = s.demands[each]
        before = 0
        for earlier in range(each):
            before += 1 if s.demands[earlier] == symbol else 0
        if before < me.kept[symbol]:
            met_by = BY_KEPT_TILE
        elif before < tiles_for(me, symbol):
            met_by = BY_FORUM_TILE
        elif wilds > 0:
            wilds -= 1
            met_by = BY_WILD
        else:
            met_by = NONE
    return met_by


@compiled
def unmet_demands(f: Facts, s: State, seat: int) -> int:
    """T-91: count the demands shown so far that the seat could not meet if the quarter ended now."""
    unmet = 0
    for at in range(f.rounds - 1):
        if s.demands[at] != NONE and demand_met_by(s, seat, at) == NONE:
            unmet += 1
    return unmet


@compiled
def meet_demands(f: Facts, s: State, seat: int, log: EventLog) -> None:
    """T-91: give up what meets the demands of a quarter; unmet ones cost points."""
    me = s.players[seat]
    unmet = unmet_demands(f, s, seat)
    for at in range(f.rounds - 1):
        met_by = demand_met_by(s, seat, at)
        if met_by != NONE:
            emit(log, Event.DEMAND_MET, seat, s.demands[at], met_by, 0)
    for at in range(f.rounds - 2, -1, -1):  # backwards, because what meets a demand depends on the demands before it
        met_by = demand_met_by(s, seat, at)
        if met_by == BY_FORUM_TILE:
            me.tiles[s.demands[at]] -= 1
        elif met_by == BY_WILD:
            me.tiles[Tile.ANY_DEMAND] -= 1
    if unmet > 0:
        points = f.penalty[unmet]
        score(me, Source.DEMANDS, -points)
        emit(log, Event.DEMANDS_UNMET, seat, unmet, points, 0)
