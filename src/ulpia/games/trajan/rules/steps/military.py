"""The military action: recruit, march or occupy.   T-40, T-41, T-42."""

from ulpia.core.constants import NONE
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Options
from ulpia.engine.options import offer
from ulpia.engine.score import score
from ulpia.games.trajan.actions import MARCH, OCCUPY, RECRUIT
from ulpia.games.trajan.constants import CAMP, PROVINCES, Source
from ulpia.games.trajan.events import Event
from ulpia.games.trajan.rules.facts import Facts
from ulpia.games.trajan.rules.state import Player, State


@compiled
def may_march(f: Facts, me: Player, province: int) -> bool:
    """T-41: the leader may go to a neighbouring province; the camp touches three provinces and is none itself."""
    if me.leader == CAMP:
        return f.camp_touches[province] == 1
    return f.touches[me.leader, province] == 1


@compiled
def may_occupy(me: Player) -> bool:
    """T-42: there is a legionnaire in the camp, and the leader is in a province without one of the seat."""
    return me.legionnaires > 0 and me.leader != CAMP and me.occupied[me.leader] == 0


@compiled
def military_options(f: Facts, s: State, legal: Options, n: int) -> int:
    """T-40, T-41, T-42: list recruiting, the provinces to march to, and occupying."""
    me = s.players[s.seat]
    n = offer(legal, n, RECRUIT, me.supply > 0)
    for province in range(PROVINCES):
        n = offer(legal, n, MARCH + province, may_march(f, me, province))
    return offer(legal, n, OCCUPY, may_occupy(me))


@compiled
def play_recruit(s: State, log: EventLog) -> None:
    """T-40: turn a figure from the supply into a legionnaire."""
    me = s.players[s.seat]
    me.supply -= 1
    me.legionnaires += 1
    emit(log, Event.FIGURES_RECRUITED, s.seat, 1, 0, 0)


@compiled
def play_march(s: State, action: int, log: EventLog) -> None:
    """T-41: move the leader and take the tile there, if any."""
    province = action - MARCH
    me = s.players[s.seat]
    me.leader = province
    emit(log, Event.MARCHED, s.seat, province, 0, 0)
    kind = s.province_tiles[province]
    if kind != NONE:
        s.province_tiles[province] = NONE
        me.tiles[kind] += 1
        emit(log, Event.TILE_FOUND, s.seat, kind, province, 0)


@compiled
def legionnaires_in(s: State, province: int) -> int:
    """Count the legionnaires of all seats in a province."""
    total = 0
    for seat in range(s.seats):
        total += s.players[seat].occupied[province]
    return total


@compiled
def occupation_points(f: Facts, province: int, others: int) -> int:
    """T-42: the province's points, less 3 for each other player's legionnaire there, never below 0."""
    return max(0, f.province_points[province] - f.less_per_legionnaire * others)


@compiled
def play_occupy(f: Facts, s: State, log: EventLog) -> None:
    """T-42: move a legionnaire from the camp to the leader's province and score it."""
    me = s.players[s.seat]
    province = me.leader
    others = legionnaires_in(s, province)
    me.legionnaires -= 1
    me.occupied[province] = 1
    points = occupation_points(f, province, others)
    score(me, Source.PROVINCES, points)
    emit(log, Event.OCCUPIED, s.seat, province, others, points)
