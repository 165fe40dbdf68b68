"""What comes into a player's supply, and what its active citizens are.   F-22, F-32, F-45."""

from ulpia.core.constants import NONE
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.score import score
from ulpia.games.forum_trajanum.constants import (
    POSITIONS,
    ROWS,
    Citizens,
)
from ulpia.games.forum_trajanum.events import Event
from ulpia.games.forum_trajanum.rules.facts import Facts
from ulpia.games.forum_trajanum.rules.state import Player, State


@compiled
def gain(s: State, seat: int, resource: int, amount: int, log: EventLog) -> None:
    """F-09: resources are never short."""
    s.players[seat].resources[resource] += amount
    emit(log, Event.GAINED, seat, resource, amount, 0)


@compiled
def next_position(f: Facts, me: Player) -> int:
    """F-22, F-32: where an upgrade moves the slider: one step right, or on to the next cypress; at the end nowhere."""
    if me.active[Citizens.MERCHANT_I] == 1:
        return int(f.next_cypress[me.slider])
    return min(int(me.slider) + 1, POSITIONS - 1)


@compiled
def upgrade(f: Facts, s: State, seat: int, log: EventLog) -> None:
    """F-22: move the slider; at the end no effect."""
    me = s.players[seat]
    after = next_position(f, me)
    if me.slider != after:
        me.slider = after
        emit(log, Event.UPGRADED, seat, after, 0, 0)


@compiled
def all_citizens_in(me: Player, row: int) -> int:
    """Count the citizens of a row, active or not."""
    return (1 if me.rows[row, 0] != NONE else 0) + (1 if me.rows[row, 1] != NONE else 0)


@compiled
def citizens_in(me: Player, row: int) -> int:
    """Count the active citizens of a row (F-60: inactive ones count for nothing)."""
    return all_citizens_in(me, row) if me.active[row] == 1 else 0


@compiled
def active_citizens(me: Player) -> int:
    """All active citizens."""
    total = 0
    for row in range(ROWS):
        total += citizens_in(me, row)
    return total


@compiled
def column_points(f: Facts, me: Player, cycle: int) -> int:
    """F-45: points of a column: those of the cycle's fragment plus 1 per active citizen."""
    return int(f.fragments[cycle]) + active_citizens(me)


@compiled
def score_column(f: Facts, s: State, seat: int, source: int) -> int:
    """F-45: score a column, or a marker that goes beside Trajan's Column (F-46); return the points."""
    points = column_points(f, s.players[seat], s.cycles_done)
    score(s.players[seat], source, points)
    return points
