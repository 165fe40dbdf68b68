"""Taking tiles in secret and passing one on.   F-10 to F-15.

Until all seats have passed on, a seat changes nothing here but its own `take` fields and its bag.
"""

from ulpia.core.constants import NONE
from ulpia.engine.agenda import (
    change_detail,
    detail_a,
    pop,
    push,
)
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Options
from ulpia.engine.options import offer
from ulpia.games.forum_trajanum.actions import (
    KEEP,
    TAKE,
    TAKE_ANY,
    TAKE_NOTHING,
)
from ulpia.games.forum_trajanum.constants import CARDS, SIDE, SQUARES, Cover, Frame, Resource
from ulpia.games.forum_trajanum.events import Event
from ulpia.games.forum_trajanum.rules.facts import Facts
from ulpia.games.forum_trajanum.rules.state import Player, State
from ulpia.games.forum_trajanum.rules.tiles import clear_square, look_at


@compiled
def street_of(f: Facts, s: State, seat: int, card: int) -> int:
    """F-08: return the street that a card means on this seat's board."""
    street = int(s.shown[card])
    return int(f.side_b[seat, street]) if s.side_b == 1 else street


@compiled
def square_in(street: int, at: int) -> int:
    """Return the square at a position of a street."""
    return street * SIDE + at if street < SIDE else at * SIDE + street - SIDE


@compiled
def is_in(square: int, street: int) -> bool:
    """Tell whether a square belongs to a street."""
    return square // SIDE == street if street < SIDE else square % SIDE == street - SIDE


@compiled
def has_tile(me: Player, square: int) -> bool:
    """Tell whether a tile lies on a square that was not taken for the other card."""
    return me.covered[square] != Cover.NOTHING and me.take_squares[0] != square and me.take_squares[1] != square


@compiled
def is_asked(s: State, me: Player, card: int) -> bool:
    """The card has to be followed. Of two cards for the same street only the first is asked: they are equivalent."""
    if me.done[card] == 1:
        return False
    return card == 0 or me.done[0] == 1 or s.shown[0] != s.shown[1]


@compiled
def take_options(f: Facts, s: State, legal: Options) -> int:
    """F-10 to F-13: list the tiles of the street, all others for a tribune, and nothing for an empty street."""
    me = s.players[s.seat]
    tribunes = me.resources[Resource.TRIBUNE] - me.take_tribunes[0] - me.take_tribunes[1]
    n = 0
    for card in range(CARDS):
        if is_asked(s, me, card):
            street = street_of(f, s, s.seat, card)
            for at in range(SIDE):
                square = square_in(street, at)
                n = offer(legal, n, TAKE + card * SQUARES + square, has_tile(me, square))
    in_streets = n
    if tribunes > 0:
        for card in range(CARDS):
            if is_asked(s, me, card):
                street = street_of(f, s, s.seat, card)
                for square in range(SQUARES):
                    elsewhere = has_tile(me, square) and not is_in(square, street)
                    n = offer(legal, n, TAKE_ANY + card * SQUARES + square, elsewhere)
    # An empty street comes last: once the other tile is seen, the player may still want to pay.
    if in_streets == 0:
        for card in range(CARDS):
            if is_asked(s, me, card):
                return offer(legal, n, TAKE_NOTHING + card, True)
    return n


@compiled
def play_take(s: State, action: int, log: EventLog) -> None:
    """F-11: take the tile and look at it before the next one is taken."""
    me = s.players[s.seat]
    if action >= TAKE_NOTHING:
        me.done[action - TAKE_NOTHING] = 1
        emit(log, Event.TAKEN_NOTHING, s.seat, action - TAKE_NOTHING, 0, 0)
    else:
        paid = 1 if action >= TAKE_ANY else 0
        card = (action - (TAKE_ANY if paid == 1 else TAKE)) // SQUARES
        square = (action - (TAKE_ANY if paid == 1 else TAKE)) % SQUARES
        me.done[card] = 1
        me.take_squares[card] = square
        me.take_faces[card] = look_at(s, me, square)
        me.take_tribunes[card] = paid
        emit(log, Event.TAKEN, s.seat, square, me.take_faces[card], paid)
    if me.done[0] == 0 or me.done[1] == 0:
        return
    if me.take_faces[0] != NONE and me.take_faces[1] != NONE:
        push(s, Frame.KEEP, 0, 0)
        return
    me.keeps = me.take_faces[1] if me.take_faces[0] == NONE else me.take_faces[0]  # F-14: a single tile is kept
    finish_taking(s)


@compiled
def finish_taking(s: State) -> None:
    """Pass the decision to the next seat."""
    change_detail(s, detail_a(s) + 1, 0)


@compiled
def keep_options(s: State, legal: Options) -> int:
    """F-14: list the two tiles."""
    me = s.players[s.seat]
    one = int(me.take_faces[0])
    other = int(me.take_faces[1])
    low = min(one, other)
    high = max(one, other)
    n = offer(legal, 0, KEEP + low, True)
    return offer(legal, n, KEEP + high, high != low)


@compiled
def play_keep(s: State, action: int, log: EventLog) -> None:
    """F-14: keep one tile; the other will go to the right neighbour."""
    pop(s)
    me = s.players[s.seat]
    me.keeps = action - KEEP
    emit(log, Event.KEPT, s.seat, me.keeps, other_tile(me), 0)
    finish_taking(s)


@compiled
def other_tile(me: Player) -> int:
    """F-14: return the face of the tile that a seat which took two does not keep."""
    return me.take_faces[1] if me.take_faces[0] == me.keeps else me.take_faces[0]


@compiled
def pass_on(s: State, log: EventLog) -> None:
    """F-15: carry out all takings at once: tiles leave the colonias, tribunes are paid, tiles are passed on."""
    pop(s)
    for seat in range(s.seats):
        tell_taken(s, seat, log)
        hand_over(s.players[seat])
    for seat in range(s.seats):
        received = s.players[(seat + 1) % s.seats].passed
        if received == NONE:
            emit(log, Event.RECEIVED_NOTHING, seat, 0, 0, 0)
        else:
            emit(log, Event.RECEIVED, seat, received, 0, 0)


@compiled
def tell_taken(s: State, seat: int, log: EventLog) -> None:
    """Report the squares from which each seat took, which are visible now."""
    me = s.players[seat]
    one = me.take_squares[0]
    other = me.take_squares[1]
    tribunes = me.take_tribunes[0] + me.take_tribunes[1]
    if one == NONE and other == NONE:
        emit(log, Event.TOOK_NONE, seat, 0, 0, 0)
    elif one == NONE or other == NONE:
        emit(log, Event.TOOK_ONE, seat, other if one == NONE else one, tribunes, 0)
    else:
        emit(log, Event.TOOK_TWO, seat, one, other, tribunes)


@compiled
def hand_over(me: Player) -> None:
    """Let a seat's secret decisions take effect."""
    me.own = me.keeps
    if me.take_faces[0] != NONE and me.take_faces[1] != NONE:
        me.passed = other_tile(me)
    me.own_shown = 0
    me.passed_shown = 0
    for card in range(CARDS):
        square = me.take_squares[card]
        if square != NONE:
            if me.covered[square] == Cover.OPEN:
                me.opened[card] = me.take_faces[card]
            clear_square(me, square)
        me.resources[Resource.TRIBUNE] -= me.take_tribunes[card]
        me.done[card] = 0
        me.take_squares[card] = NONE
        me.take_faces[card] = NONE
        me.take_tribunes[card] = 0
    me.keeps = NONE
