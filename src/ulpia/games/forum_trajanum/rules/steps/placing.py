"""Placing a building tile and paying for it.   F-40, F-41."""

import numpy as np

from ulpia.engine.agenda import detail_a, detail_b, pop
from ulpia.engine.event_log import EventLog, emit, emit_more
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Options
from ulpia.engine.options import offer
from ulpia.games.forum_trajanum.actions import (
    PAY_BUILDER,
    PAY_TWO_WORKERS,
    PAY_WORKER,
    PLACE,
    PLACE_PAIR,
    SQUARE_PAIRS,
)
from ulpia.games.forum_trajanum.constants import COLOURS, GREY, SIDE, SQUARES, Joined, Resource, Shape
from ulpia.games.forum_trajanum.events import Event
from ulpia.games.forum_trajanum.rules.colonia import free_squares
from ulpia.games.forum_trajanum.rules.facts import Facts
from ulpia.games.forum_trajanum.rules.payment import can_pay_builder, can_pay_two, can_pay_worker
from ulpia.games.forum_trajanum.rules.scoring import points_of_building
from ulpia.games.forum_trajanum.rules.state import State

PAIRS = np.array(SQUARE_PAIRS)
_, RIGHT, BELOW, LEFT, ABOVE = map(int, Joined)


@compiled
def place_options(f: Facts, s: State, legal: Options) -> int:
    """F-40: list free squares, or pairs that share a side; a double of equal halves is listed one way round only."""
    tile = detail_a(s)
    free = free_squares(f, s.players[s.seat])
    n = 0
    if tile < Shape.MIXED:
        for square in range(SQUARES):
            n = offer(legal, n, PLACE + square, free >> square & 1 == 1)
        return n
    ways = PAIRS.shape[0] // 2 if tile >= Shape.TWICE else PAIRS.shape[0]
    for pair in range(ways):
        both = free >> PAIRS[pair, 0] & free >> PAIRS[pair, 1] & 1 == 1
        n = offer(legal, n, PLACE_PAIR + pair, both)
    return n


@compiled
def play_place(f: Facts, s: State, action: int, log: EventLog) -> None:
    """F-40: move the tile from the supply to the colonia."""
    tile = detail_a(s)
    pop(s)
    me = s.players[s.seat]
    colour = tile % COLOURS
    if tile < Shape.MIXED:
        square = action - PLACE
        me.buildings[square] = tile  # a single tile has the number of its building
        if tile < GREY:
            colour = f.colour_of[tile]
        s.singles[colour] -= 1
        report_single(s, tile, square, s.singles[colour], log)
        return
    one = PAIRS[action - PLACE_PAIR, 0]
    other = PAIRS[action - PLACE_PAIR, 1]
    me.buildings[one] = GREY + colour
    if tile < Shape.TWICE:
        me.buildings[one] = f.grey_of[colour]
    me.buildings[other] = GREY + colour
    me.joined[one] = joint(one, other)
    me.joined[other] = joint(other, one)
    s.doubles[colour] -= 1
    emit(log, Event.BUILT_DOUBLE, s.seat, tile, one, other)
    report_double(s, one, s.doubles[colour], log)


@compiled
def report_single(s: State, tile: int, square: int, left: int, log: EventLog) -> None:
    """F-40, F-71: report the building, how many such tiles are left, and the points that the colonia scores more."""
    if log is None or log.shape[0] == 0:
        return  # counting takes time
    emit(log, Event.BUILT, s.seat, tile, square, left)
    emit_more(log, points_of_building(s.players[s.seat], square), 0)


@compiled
def report_double(s: State, square: int, left: int, log: EventLog) -> None:
    """F-40, F-71: add the same to the report of a double; `square` is that of the grey half, if it has one."""
    if log is None or log.shape[0] == 0:
        return
    emit_more(log, left, points_of_building(s.players[s.seat], square))


@compiled
def joint(square: int, other: int) -> int:
    """Return the direction of the other half."""
    if other == square + 1:
        return RIGHT
    if other == square + SIDE:
        return BELOW
    return LEFT if other == square - 1 else ABOVE


@compiled
def pay_grey_options(s: State, legal: Options) -> int:
    """F-41: list a builder, or two workers of one colour; a structure that is paid afterwards must stay payable."""
    me = s.players[s.seat]
    colour = detail_a(s)
    n = offer(legal, 0, PAY_BUILDER, can_pay_builder(me, colour))
    for spent in range(COLOURS):
        n = offer(legal, n, PAY_TWO_WORKERS + spent, can_pay_two(me, spent, colour))
    return n


@compiled
def play_pay_grey(s: State, action: int, log: EventLog) -> None:
    """F-41: return the builder or the workers to the supply."""
    pop(s)
    me = s.players[s.seat]
    if action == PAY_BUILDER:
        me.resources[Resource.BUILDER] -= 1
        emit(log, Event.PAID_BUILDER, s.seat, 0, 0, 0)
    else:
        me.resources[Resource.WORKER + action - PAY_TWO_WORKERS] -= 2
        emit(log, Event.PAID_TWO_WORKERS, s.seat, action - PAY_TWO_WORKERS, 0, 0)


@compiled
def pay_coloured_options(s: State, legal: Options) -> int:
    """F-41: list a worker of the colour, or any worker together with an assistant."""
    me = s.players[s.seat]
    n = 0
    for spent in range(COLOURS):
        n = offer(legal, n, PAY_WORKER + spent, can_pay_worker(me, spent, detail_a(s), detail_b(s) == 1))
    return n


@compiled
def play_pay_coloured(s: State, action: int, log: EventLog) -> None:
    """F-41: return the worker, and the assistant, to the supply."""
    colour = detail_a(s)
    pop(s)
    me = s.players[s.seat]
    spent = action - PAY_WORKER
    me.resources[Resource.WORKER + spent] -= 1
    if spent == colour:
        emit(log, Event.PAID_WORKER, s.seat, spent, 0, 0)
    else:
        me.resources[Resource.ASSISTANT] -= 1
        emit(log, Event.PAID_WORKER_AND_ASSISTANT, s.seat, spent, 0, 0)
