"""Fulfilling the Trajan tile at the target tray.   T-12 to T-15."""

from ulpia.core.constants import NONE
from ulpia.engine.agenda import detail_a, pop, push
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Options
from ulpia.engine.options import offer
from ulpia.engine.score import score
from ulpia.games.trajan.actions import (
    FORGO,
    FULFIL,
    FULFIL_WITHOUT_REWARD,
    LEAVE_TILE,
    PLUS_TWO,
)
from ulpia.games.trajan.constants import CENTRE, TRAYS, Frame, Reward, Source
from ulpia.games.trajan.events import Event
from ulpia.games.trajan.rules.cards import can_draw, draw_to_hand
from ulpia.games.trajan.rules.facts import Facts
from ulpia.games.trajan.rules.state import Player, State


@compiled
def is_worth_asking(s: State, me: Player, reward: int) -> bool:
    """T-13: the reward can be taken, and leaving it is a choice of its own."""
    if reward == Reward.TWO_CARDS:
        return can_draw(s)
    if Reward.ONE_WORKER <= reward <= Reward.TWO_LEGIONNAIRES:
        return me.supply > 0
    return False  # no reward, a tile that is kept (T-14), or a marker, which is a question of its own


@compiled
def fulfil_options(f: Facts, s: State, legal: Options) -> int:
    """T-12: list fulfilling the tile, with or without its reward, and leaving it."""
    me = s.players[s.seat]
    reward = f.tile_reward[me.slots[detail_a(s)]]
    n = offer(legal, 0, FULFIL, True)
    n = offer(legal, n, FULFIL_WITHOUT_REWARD, is_worth_asking(s, me, reward))
    return offer(legal, n, LEAVE_TILE, True)


@compiled
def play_fulfil(f: Facts, s: State, action: int, log: EventLog) -> None:
    """T-12 to T-15: score the tile, free its slot and give the reward."""
    tray = detail_a(s)
    me = s.players[s.seat]
    tile = me.slots[tray]
    pop(s)
    if action == LEAVE_TILE:
        emit(log, Event.NOT_FULFILLED, s.seat, tile, 0, 0)
        return
    points = f.tile_points[tile]
    score(me, Source.TRAJAN_TILES, points)
    emit(log, Event.FULFILLED, s.seat, tile, points, 0)
    me.slots[tray] = NONE
    if me.arch == CENTRE:  # T-15
        me.arch = tray
        emit(log, Event.ARCH_MOVED, s.seat, tray, 0, 0)
    if action == FULFIL:
        take_reward(s, me, f.tile_reward[tile], log)
    else:
        emit(log, Event.REWARD_FORGONE, s.seat, 0, 0, 0)


@compiled
def take_reward(s: State, me: Player, reward: int, log: EventLog) -> None:
    """T-13, T-14: give as much of the reward as can be had; the rest is forgone."""
    if reward == Reward.TWO_CARDS:
        draw_to_hand(s, s.seat, 2, log)
    elif reward == Reward.ONE_WORKER or reward == Reward.TWO_WORKERS:
        figures = min(1 if reward == Reward.ONE_WORKER else 2, me.supply)
        me.supply -= figures
        me.workers += figures
        emit(log, Event.FIGURES_HIRED, s.seat, figures, 0, 0)
    elif reward == Reward.ONE_LEGIONNAIRE or reward == Reward.TWO_LEGIONNAIRES:
        figures = min(1 if reward == Reward.ONE_LEGIONNAIRE else 2, me.supply)
        me.supply -= figures
        me.legionnaires += figures
        emit(log, Event.FIGURES_RECRUITED, s.seat, figures, 0, 0)
    elif reward == Reward.PLUS_TWO:
        push(s, Frame.PLACE_PLUS_TWO, 0, 0)
    elif reward >= Reward.DEMAND:
        symbol = reward - Reward.DEMAND
        me.kept[symbol] += 1
        emit(log, Event.DEMAND_KEPT, s.seat, symbol, 0, 0)


@compiled
def plus_two_options(s: State, legal: Options) -> int:
    """T-13: list the actions without a [+2] marker, and forgoing it."""
    me = s.players[s.seat]
    n = 0
    for action in range(TRAYS):
        n = offer(legal, n, PLUS_TWO + action, me.plus_two[action] == 0)
    return offer(legal, n, FORGO, True)


@compiled
def play_plus_two(s: State, action: int, log: EventLog) -> None:
    """T-13: the marker stays on that action to the end of the game (T-80)."""
    pop(s)
    if action == FORGO:
        emit(log, Event.REWARD_FORGONE, s.seat, 0, 0, 0)
        return
    chosen = action - PLUS_TWO
    s.players[s.seat].plus_two[chosen] = 1
    emit(log, Event.PLUS_TWO_PLACED, s.seat, chosen, 0, 0)
