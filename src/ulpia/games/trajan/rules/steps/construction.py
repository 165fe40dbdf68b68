"""The construction action: hire a worker or build on a site.   T-70 to T-73."""

from ulpia.core.constants import NONE
from ulpia.engine.agenda import push
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Options
from ulpia.engine.options import offer
from ulpia.engine.score import score
from ulpia.games.trajan.actions import BUILD, HIRE
from ulpia.games.trajan.constants import CONSTRUCTION_LEVELS, SITES, Frame, Source
from ulpia.games.trajan.events import Event
from ulpia.games.trajan.rules.facts import Facts
from ulpia.games.trajan.rules.possible import has_built, may_build_on
from ulpia.games.trajan.rules.state import Player, State


@compiled
def construction_options(s: State, legal: Options, n: int) -> int:
    """T-70, T-71: list hiring and every site that can be built on, with or without a tile (T-73)."""
    me = s.players[s.seat]
    n = offer(legal, n, HIRE, me.supply > 0)
    if me.workers == 0:
        return n
    is_first = not has_built(me)
    for site in range(SITES):
        n = offer(legal, n, BUILD + site, may_build_on(me, site, is_first))
    return n


@compiled
def play_hire(s: State, log: EventLog) -> None:
    """T-70: turn a figure from the supply into a worker."""
    me = s.players[s.seat]
    me.supply -= 1
    me.workers += 1
    emit(log, Event.FIGURES_HIRED, s.seat, 1, 0, 0)


@compiled
def has_type(me: Player, kind: int) -> bool:
    """T-72: a construction tile of this type lies on the mat."""
    for level in range(CONSTRUCTION_LEVELS):
        if me.constructions[kind, level] == 1:
            return True
    return False


@compiled
def play_build(f: Facts, s: State, action: int, log: EventLog) -> None:
    """T-71, T-72, T-73: move the worker and take the tile, if one is left; the first of its type grants its action."""
    site = action - BUILD
    me = s.players[s.seat]
    me.workers -= 1
    me.built[site] = 1
    emit(log, Event.BUILT, s.seat, site, 0, 0)
    tile = s.site_tiles[site]
    if tile == NONE:
        return
    s.site_tiles[site] = NONE
    kind = tile // CONSTRUCTION_LEVELS
    level = tile % CONSTRUCTION_LEVELS
    is_first_of_type = not has_type(me, kind)
    me.constructions[kind, level] = 1
    points = f.construction_points[level]
    score(me, Source.CONSTRUCTION, points)
    emit(log, Event.CONSTRUCTION_TAKEN, s.seat, kind, points, site)
    if is_first_of_type:
        granted = f.construction_grants[kind]
        push(s, Frame.PERFORM, granted, 0)
        emit(log, Event.GRANTED, s.seat, granted, 0, 0)
