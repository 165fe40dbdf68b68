"""Gaining resources, upgrades and column points, and counting active citizens.   F-22, F-32, F-45."""

from ulpia.core.constants import NONE
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.score import score
from ulpia.games.forum_trajanum.constants import ROWS, Citizens
from ulpia.games.forum_trajanum.events import Event
from ulpia.games.forum_trajanum.rules.facts import POSITIONS, Facts
from ulpia.games.forum_trajanum.rules.state import Player, State


@compiled
def gain(s: State, seat: int, resource: int, amount: int, log: EventLog) -> None:
    """F-09: gain resources, of which there are always enough."""
    s.players[seat].resources[resource] += amount
    emit(log, Event.GAINED, seat, resource, amount, 0)


@compiled
def upgrade(f: Facts, s: State, seat: int, log: EventLog) -> None:
    """F-22, F-32: move the slider one step right, or to the next cypress; at the end there is no effect."""
    me = s.players[seat]
    before = me.slider
    if me.active[Citizens.MERCHANT_I] == 1:
        me.slider = f.next_cypress[before]
    elif before < POSITIONS - 1:
        me.slider = before + 1
    if me.slider != before:
        emit(log, Event.UPGRADED, seat, me.slider, 0, 0)


@compiled
def citizens_in(me: Player, row: int) -> int:
    """Count the active citizens of a row. Inactive ones count for nothing (F-60)."""
    if me.active[row] == 0:
        return 0
    return (1 if me.rows[row, 0] != NONE else 0) + (1 if me.rows[row, 1] != NONE else 0)


@compiled
def active_citizens(me: Player) -> int:
    """Count the active citizens of all rows."""
    total = 0
    for row in range(ROWS):
        total += citizens_in(me, row)
    return total


@compiled
def score_column(f: Facts, s: State, seat: int, source: int) -> int:
    """F-45: score the topmost fragment plus 1 for each active citizen."""
    points = int(f.fragments[s.cycles_done]) + active_citizens(s.players[seat])
    score(s.players[seat], source, points)
    return points
