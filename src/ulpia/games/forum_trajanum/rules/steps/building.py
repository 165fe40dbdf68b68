"""The building step: exchanges, and the choice of a building tile.   F-33, F-34, F-40 to F-43."""

import numpy as np

from ulpia.core.constants import NONE
from ulpia.engine.agenda import (
    change_detail,
    detail_a,
    pending,
    pop,
    push,
)
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Options
from ulpia.engine.options import offer
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.actions import (
    BUILD,
    DECLINE,
    END_TURN,
    MERGE,
    TRADE,
    TRADES,
    TRAIN_BUILDER,
    TRAIN_WORKER,
)
from ulpia.games.forum_trajanum.constants import COLOURS, GREY, Citizens, Frame, Resource, Shape
from ulpia.games.forum_trajanum.events import Event
from ulpia.games.forum_trajanum.rules.colonia import free_squares, has_pair
from ulpia.games.forum_trajanum.rules.facts import Facts
from ulpia.games.forum_trajanum.rules.payment import (
    can_pay_coloured,
    can_pay_grey,
    can_pay_twice,
    workers_of,
)
from ulpia.games.forum_trajanum.rules.state import Player, State

TRADED = np.array([[names.RESOURCES.index(names.TRADED[end]) for end in trade] for trade in TRADES])
"""TRADED[trade]: the resource given and the resource taken."""
WORKERS_PER_TURN = 2


@compiled
def build_options(f: Facts, s: State, legal: Options) -> int:
    """F-43: list exchanges, a building tile (once a step), and ending the step."""
    me = s.players[s.seat]
    n = exchange_options(s, me, legal)
    extra = pending(s) == Frame.EXTRA_BUILD
    if extra or detail_a(s) == 0:
        n = tile_options(f, s, me, legal, n)
    return offer(legal, n, DECLINE if extra else END_TURN, True)


@compiled
def exchange_options(s: State, me: Player, legal: Options) -> int:
    """F-33, F-34, F-43: list the exchanges that citizens allow, and two workers for a builder."""
    n = 0
    may_trade = s.traded == 0 and me.active[Citizens.MERCHANT_II] == 1
    for trade in range(TRADED.shape[0]):
        n = offer(legal, n, TRADE + trade, may_trade and me.resources[TRADED[trade, 0]] > 0)
    has_assistant = me.resources[Resource.ASSISTANT] > 0
    may_train = has_assistant and s.workers_trained < WORKERS_PER_TURN and me.active[Citizens.CRAFTSMAN_I] == 1
    for colour in range(COLOURS):
        n = offer(legal, n, TRAIN_WORKER + colour, may_train)
    may_train = has_assistant and s.builders_trained == 0 and me.active[Citizens.CRAFTSMAN_II] == 1
    n = offer(legal, n, TRAIN_BUILDER, may_train)
    for colour in range(COLOURS):
        n = offer(legal, n, MERGE + colour, workers_of(me, colour) >= 2)
    return n


@compiled
def tile_options(f: Facts, s: State, me: Player, legal: Options, n: int) -> int:
    """F-40 to F-42: list the tiles that are in the supply, can be paid and have a place."""
    free = free_squares(f, me)
    if free == 0:
        return n
    pair = has_pair(free)
    grey = can_pay_grey(me, NONE)
    for building in range(GREY):
        n = offer(legal, n, BUILD + Shape.GREY + building, grey and s.singles[f.colour_of[building]] > 0)
    for colour in range(COLOURS):
        paid = can_pay_coloured(me, colour, NONE, 0, 0)
        n = offer(legal, n, BUILD + Shape.COLOURED + colour, paid and s.singles[colour] > 0)
    if pair:
        for colour in range(COLOURS):
            n = offer(legal, n, BUILD + Shape.MIXED + colour, s.doubles[colour] > 0 and can_pay_grey(me, colour))
        for colour in range(COLOURS):
            n = offer(legal, n, BUILD + Shape.TWICE + colour, s.doubles[colour] > 0 and can_pay_twice(me, colour))
    return n


@compiled
def play_build(s: State, action: int, log: EventLog) -> None:
    """F-43: carry out an exchange, choose a building tile, or end the step."""
    if action in (END_TURN, DECLINE):
        if action == DECLINE:
            emit(log, Event.DECLINED, s.seat, 0, 0, 0)
        pop(s)
    elif action < BUILD:
        exchange(s, action, log)
    else:
        if pending(s) == Frame.EXTRA_BUILD:
            pop(s)
        else:
            change_detail(s, 1, 0)
        plan(s, action - BUILD)


@compiled
def exchange(s: State, action: int, log: EventLog) -> None:
    """F-33, F-34, F-43: exchange one resource for another."""
    me = s.players[s.seat]
    if action < TRAIN_WORKER:
        given = TRADED[action - TRADE, 0]
        taken = TRADED[action - TRADE, 1]
        me.resources[given] -= 1
        me.resources[taken] += 1
        s.traded += 1
        emit(log, Event.TRADED, s.seat, given, taken, 0)
    elif action < MERGE:
        trained = Resource.WORKER + action - TRAIN_WORKER if action < TRAIN_BUILDER else 0  # a builder is resource 0
        if action < TRAIN_BUILDER:
            s.workers_trained += 1
        else:
            s.builders_trained += 1
        me.resources[Resource.ASSISTANT] -= 1
        me.resources[trained] += 1
        emit(log, Event.TRAINED, s.seat, trained, 0, 0)
    else:
        me.resources[Resource.WORKER + action - MERGE] -= 2
        me.resources[Resource.BUILDER] += 1
        emit(log, Event.MERGED, s.seat, action - MERGE, 0, 0)


@compiled
def plan(s: State, tile: int) -> None:
    """F-40, F-41, F-44: put what follows from the choice of a tile on the agenda: place, price, rewards."""
    colour = tile % COLOURS
    if tile < Shape.COLOURED:
        push(s, Frame.REWARD, tile, 0)
        push(s, Frame.PAY_GREY, NONE, 0)
    elif tile < Shape.MIXED:
        push(s, Frame.REWARD, GREY + colour, 0)
        push(s, Frame.PAY_COLOURED, colour, 0)
    elif tile < Shape.TWICE:
        push(s, Frame.FIRST_REWARD, colour, 0)
        push(s, Frame.PAY_COLOURED, colour, 0)
        push(s, Frame.PAY_GREY, colour, 0)
    else:
        push(s, Frame.REWARD, GREY + colour, 0)
        push(s, Frame.REWARD, GREY + colour, 0)
        push(s, Frame.PAY_COLOURED, colour, 0)
        push(s, Frame.PAY_COLOURED, colour, 1)
    push(s, Frame.PLACE, tile, 0)
