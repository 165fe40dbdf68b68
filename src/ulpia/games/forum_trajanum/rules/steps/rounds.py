"""Rounds and cycles, and paying citizens.   F-10, F-16, F-60, F-70, F-75."""

from ulpia.core.constants import NONE
from ulpia.engine.agenda import (
    change_detail,
    detail_a,
    detail_b,
    pop,
    push,
)
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Options
from ulpia.engine.options import offer
from ulpia.engine.rng import draw
from ulpia.games.forum_trajanum.actions import LEAVE_ROW, PAY_ROW
from ulpia.games.forum_trajanum.constants import CARDS, CYCLES, ROUNDS_IN_CYCLE, ROWS, Frame, Resource
from ulpia.games.forum_trajanum.events import Event
from ulpia.games.forum_trajanum.rules.facts import Facts
from ulpia.games.forum_trajanum.rules.scoring import points_of_citizens, score_seat
from ulpia.games.forum_trajanum.rules.state import State
from ulpia.games.forum_trajanum.rules.supply import all_citizens_in


@compiled
def begin_round(s: State, log: EventLog) -> None:
    """F-10, F-16: turn up two street cards; the starting-player figure goes one seat to the right."""
    if s.rounds_done == CYCLES * ROUNDS_IN_CYCLE:
        pop(s)
        s.seat = NONE
        emit(log, Event.ENDED, NONE, 0, 0, 0)
        return
    if s.rounds_done > 0:
        s.first = (s.first + s.seats - 1) % s.seats
    for card in range(CARDS):
        s.shown[card] = draw(s.chance, s.streets)
    emit(log, Event.ROUND_BEGAN, NONE, s.rounds_done + 1, s.shown[0], s.shown[1])
    if (s.rounds_done + 1) % ROUNDS_IN_CYCLE == 0:
        push(s, Frame.SCORE, 0, 0)
        push(s, Frame.PAYING, 0, 0)
    push(s, Frame.TURNS, 0, 0)
    push(s, Frame.PASS_ON, 0, 0)
    push(s, Frame.TAKE, 0, 0)


@compiled
def is_row_asked(s: State) -> bool:
    """F-60: move on to the next row with a citizen, seat by seat. Returns False when no row is left."""
    while detail_a(s) < s.seats:
        seat = (s.first + detail_a(s)) % s.seats
        if s.seat != seat:
            s.seat = seat
            s.turns += 1
        if s.players[seat].rows[detail_b(s), 0] != NONE:
            return True
        next_row(s)
    return False


@compiled
def next_row(s: State) -> None:
    """Move on to the next row, or to the next seat."""
    if detail_b(s) + 1 < ROWS:
        change_detail(s, detail_a(s), detail_b(s) + 1)
    else:
        change_detail(s, detail_a(s) + 1, 0)


@compiled
def paying_options(s: State, legal: Options) -> int:
    """F-60: list paying a money for the row, and leaving it."""
    n = offer(legal, 0, PAY_ROW + detail_b(s), s.players[s.seat].resources[Resource.MONEY] > 0)
    return offer(legal, n, LEAVE_ROW + detail_b(s), True)


@compiled
def play_paying(s: State, action: int, log: EventLog) -> None:
    """F-60: a paid row is active, an unpaid one is not."""
    row = detail_b(s)
    me = s.players[s.seat]
    if action < LEAVE_ROW:
        me.resources[Resource.MONEY] -= 1
        me.active[row] = 1
        report_paid_row(s, row, log)
    else:
        me.active[row] = 0
        emit(log, Event.ROW_LEFT, s.seat, row, all_citizens_in(me, row), 0)
    next_row(s)


@compiled
def report_paid_row(s: State, row: int, log: EventLog) -> None:
    """F-60, F-71: report the citizens that are active now, and the points that they add to the colonia."""
    if log is None or log.shape[0] == 0:
        return  # counting takes time
    me = s.players[s.seat]
    emit(log, Event.ROW_PAID, s.seat, row, all_citizens_in(me, row), points_of_citizens(me, row))


@compiled
def score_cycle(f: Facts, s: State, log: EventLog) -> None:
    """F-70 to F-75: score all seats, then turn to the next column fragment."""
    pop(s)
    emit(log, Event.CYCLE_ENDED, NONE, s.cycles_done, 0, 0)
    for step in range(s.seats):
        score_seat(f, s, (s.first + step) % s.seats, log)
    s.cycles_done += 1
    if s.cycles_done < CYCLES:
        emit(log, Event.CYCLE_BEGAN, NONE, s.cycles_done, f.fragments[s.cycles_done], 0)
