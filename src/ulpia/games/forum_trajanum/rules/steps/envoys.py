"""Sending an envoy from the ship to the forum.   F-50 to F-53."""

from ulpia.core.constants import NONE
from ulpia.engine.agenda import detail_a, pop, push
from ulpia.engine.event_log import EventLog, emit, emit_more
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Options
from ulpia.engine.options import offer
from ulpia.games.forum_trajanum.actions import DECLINE, ENVOY
from ulpia.games.forum_trajanum.constants import PLACES, Citizens, Frame
from ulpia.games.forum_trajanum.events import Event
from ulpia.games.forum_trajanum.rules.forum import has_free_place, is_free_for, must_join
from ulpia.games.forum_trajanum.rules.scoring import eagle_points_at, group_at
from ulpia.games.forum_trajanum.rules.state import State


@compiled
def can_send(s: State) -> bool:
    """Tell whether an envoy is on the ship and has somewhere to go."""
    return s.players[s.seat].ship > 0 and has_free_place(s, detail_a(s))


@compiled
def envoy_options(s: State, legal: Options) -> int:
    """F-50, F-51: list the free squares of the colour, in a begun area if there is one, and declining."""
    colour = detail_a(s)
    joining = must_join(s, s.players[s.seat], colour)
    n = 0
    for place in range(PLACES):
        n = offer(legal, n, ENVOY + place, is_free_for(s, place, colour, joining))
    return offer(legal, n, DECLINE, True)


@compiled
def play_envoy(s: State, action: int, log: EventLog) -> None:
    """F-53: the envoy that fills an area earns an area bonus, or two (F-31)."""
    pop(s)
    if action == DECLINE:
        emit(log, Event.DECLINED, s.seat, 0, 0, 0)
        return
    me = s.players[s.seat]
    place = action - ENVOY
    me.ship -= 1
    s.envoys[place] = s.seat
    area = s.areas[place]
    if area != NONE:  # no eagle
        s.area_free[area] -= 1
        s.area_taken[area] += 1
    report_envoy(s, place, log)
    if area != NONE and s.area_free[area] == 0:
        emit(log, Event.AREA_COMPLETED, s.seat, s.mosaic[place], 0, 0)
        push(s, Frame.GAIN, 2 if me.active[Citizens.PATRICIAN_II] == 1 else 1, 0)


@compiled
def report_envoy(s: State, place: int, log: EventLog) -> None:
    """F-53, F-72, F-73: report the envoy, the squares that its area has left, its eagle points and its group."""
    if log is None or log.shape[0] == 0:
        return  # counting takes time
    free = 0 if s.areas[place] == NONE else s.area_free[s.areas[place]]
    emit(log, Event.ENVOY_SENT, s.seat, place, s.mosaic[place], free)
    emit_more(log, eagle_points_at(s, place), group_at(s, place))
