"""Laying a citizen into a row.   F-04, F-23, F-32, F-35."""

from ulpia.core.constants import NONE
from ulpia.engine.agenda import (
    detail_a,
    detail_b,
    pop,
    push,
)
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Options
from ulpia.engine.options import offer
from ulpia.games.forum_trajanum.actions import LAY
from ulpia.games.forum_trajanum.constants import ANY_COLOUR, Citizens, Frame, Resource
from ulpia.games.forum_trajanum.events import Event
from ulpia.games.forum_trajanum.rules.facts import Facts
from ulpia.games.forum_trajanum.rules.state import State
from ulpia.games.forum_trajanum.rules.supply import gain

ENVOY, AREA_BONUS, MONEY_OR_TRIBUNE, MONEY_OR_ASSISTANT, WORKER, BUILDER = range(6)
"""In the order of names.ROW_BONUSES."""
ALL_BUT_MONEY_AND_TRIBUNE = 0b11010
ALL_BUT_MONEY_AND_ASSISTANT = 0b11001
"""One bit for each of names.AREA_BONUSES."""


@compiled
def lay_options(s: State, legal: Options) -> int:
    """F-23: list the rows of the class with a free space."""
    me = s.players[s.seat]
    first = 2 * detail_a(s)
    n = offer(legal, 0, LAY + first, me.rows[first, 1] == NONE)
    return offer(legal, n, LAY + first + 1, me.rows[first + 1, 1] == NONE)


@compiled
def play_lay(f: Facts, s: State, action: int, log: EventLog) -> None:
    """F-23, F-35: lay the citizen, left before right; the second one gives its bonus and makes the row active again."""
    row = action - LAY
    owner = detail_b(s)
    pop(s)
    me = s.players[s.seat]
    space = 0 if me.rows[row, 0] == NONE else 1
    me.rows[row, space] = owner
    reactivated = 1 if space == 1 and me.active[row] == 0 else 0
    me.active[row] = 1
    emit(log, Event.CITIZEN_LAID, s.seat, row, space, reactivated)
    if row == Citizens.MERCHANT_I and me.reverse == 0:
        me.reverse = 1  # F-32
        emit(log, Event.SLIDER_TURNED, s.seat, 0, 0, 0)
    if space == 1:
        give_row_bonus(f, s, row, log)


@compiled
def give_row_bonus(f: Facts, s: State, row: int, log: EventLog) -> None:
    """F-35: give the bonus printed on the right-hand space."""
    bonus = f.row_bonus[row]
    if bonus == ENVOY:
        push(s, Frame.ENVOY, ANY_COLOUR, 0)
    elif bonus == AREA_BONUS:
        push(s, Frame.GAIN, 1, 0)  # one bonus, even with F-31
    elif bonus == MONEY_OR_TRIBUNE:
        push(s, Frame.GAIN, 1, ALL_BUT_MONEY_AND_TRIBUNE)
    elif bonus == MONEY_OR_ASSISTANT:
        push(s, Frame.GAIN, 1, ALL_BUT_MONEY_AND_ASSISTANT)
    elif bonus == WORKER:
        push(s, Frame.WORKER, 0, 0)
    else:
        gain(s, s.seat, Resource.BUILDER, 1, log)
