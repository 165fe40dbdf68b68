"""The senate action: advance one space.   T-60."""

from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Options
from ulpia.engine.options import offer
from ulpia.engine.score import score
from ulpia.games.trajan.actions import ADVANCE
from ulpia.games.trajan.constants import Source
from ulpia.games.trajan.events import Event
from ulpia.games.trajan.rules.facts import Facts
from ulpia.games.trajan.rules.possible import may_advance
from ulpia.games.trajan.rules.state import State


@compiled
def senate_options(s: State, legal: Options, n: int) -> int:
    """T-60: the disc can advance unless it is on the last space."""
    return offer(legal, n, ADVANCE, may_advance(s.players[s.seat]))


@compiled
def play_advance(f: Facts, s: State, log: EventLog) -> None:
    """T-60: move the disc on top of any others on the next space and score that space."""
    me = s.players[s.seat]
    me.senate += 1
    for seat in range(s.seats):
        if s.players[seat].arrival > me.arrival:
            s.players[seat].arrival -= 1
    me.arrival = s.seats - 1
    points = f.senate_points[me.senate]
    score(me, Source.SENATE, points)
    emit(log, Event.ADVANCED, s.seat, me.senate, points, 0)
