"""Showing and using tiles.   F-20, F-21, F-24, F-47."""

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
from ulpia.games.forum_trajanum.actions import (
    DECLINE,
    UNCOVER,
    USE_BESIDE,
    USE_BOTH,
    USE_OWN,
    USE_RECEIVED,
)
from ulpia.games.forum_trajanum.constants import CARDS, FACES, SQUARES, Cover, Frame, Resource
from ulpia.games.forum_trajanum.events import Event
from ulpia.games.forum_trajanum.rules.facts import Facts
from ulpia.games.forum_trajanum.rules.state import Player, State
from ulpia.games.forum_trajanum.rules.tiles import can_be_laid, clear_square, look_at, use_tile

PRICE_OF_BOTH = 2
OWN, OTHER = 1, 2
"""Bits of the frame's second detail: tiles that were used."""


@compiled
def left_of(s: State, seat: int) -> int:
    """Return the left neighbour, who passes tiles to this seat."""
    return (seat + 1) % s.seats


@compiled
def right_of(s: State, seat: int) -> int:
    """Return the right neighbour, to whom this seat passes tiles."""
    return (seat + s.seats - 1) % s.seats


@compiled
def begin_turn(s: State, seat: int, log: EventLog) -> None:
    """F-20: the seat shows both tiles; it uses tiles first and builds afterwards."""
    s.seat = seat
    s.active = seat
    s.turns += 1
    s.traded = 0
    s.workers_trained = 0
    s.builders_trained = 0
    me = s.players[seat]
    giver = s.players[left_of(s, seat)]
    me.own_shown = 1
    giver.passed_shown = 1
    if me.own != NONE:
        emit(log, Event.SHOWN_OWN, seat, me.own, 0, 0)
        forget_opened(me, me.own)
    if giver.passed != NONE:
        emit(log, Event.SHOWN_RECEIVED, seat, giver.passed, 0, 0)
        forget_opened(giver, giver.passed)
    push(s, Frame.BUILD, 0, 0)
    push(s, Frame.STOW, 0, 0)
    push(s, Frame.USE, 0, 0)


@compiled
def forget_opened(giver: Player, face: int) -> None:
    """Everybody has seen a corner tile that was shown; it is no longer uncertain."""
    for card in range(CARDS):
        if giver.opened[card] == face:
            giver.opened[card] = NONE
            return


@compiled
def can_pay_both(me: Player) -> bool:
    """F-20: the seat has the tribunes that using both tiles costs."""
    return me.resources[Resource.TRIBUNE] >= PRICE_OF_BOTH


@compiled
def has_beside(s: State) -> bool:
    """F-21: the seat received nothing, and an open tile lies beside its colonia."""
    if s.players[left_of(s, s.seat)].passed != NONE:
        return False
    for face in range(FACES):
        if s.players[s.seat].beside[face] > 0:
            return True
    return False


@compiled
def has_nothing_to_use(s: State) -> bool:
    """Tell whether there is no own tile, no received tile and none beside the colonia."""
    return s.players[s.seat].own == NONE and s.players[left_of(s, s.seat)].passed == NONE and not has_beside(s)


@compiled
def use_options(s: State, legal: Options) -> int:
    """F-20, F-21: list the tiles, and using both for two tribunes."""
    me = s.players[s.seat]
    received = s.players[left_of(s, s.seat)].passed != NONE
    used = detail_b(s)
    own = me.own != NONE and used & OWN == 0
    beside = used & OTHER == 0 and has_beside(s)
    n = offer(legal, 0, USE_OWN, own)
    n = offer(legal, n, USE_RECEIVED, received and used & OTHER == 0)
    if beside:
        for face in range(FACES):
            n = offer(legal, n, USE_BESIDE + face, me.beside[face] > 0)
    two = used == 0 and own and (received or beside)
    n = offer(legal, n, USE_BOTH, two and detail_a(s) == 0 and can_pay_both(me))
    return offer(legal, n, DECLINE, used == 0 and not own and not received)  # F-21: using it is optional


@compiled
def play_use(f: Facts, s: State, action: int, log: EventLog) -> None:
    """F-20: use the tile and move it to its place."""
    paid = detail_a(s)
    if action == USE_BOTH:
        s.players[s.seat].resources[Resource.TRIBUNE] -= PRICE_OF_BOTH
        emit(log, Event.BOTH_PAID, s.seat, 0, 0, 0)
        change_detail(s, 1, 0)
        return
    if action == DECLINE:
        emit(log, Event.DECLINED, s.seat, 0, 0, 0)
        pop(s)
        return
    used = detail_b(s) | (OWN if action == USE_OWN else OTHER)
    if paid == 1 and used != OWN | OTHER:
        change_detail(s, paid, used)
    else:
        pop(s)
    if action == USE_OWN:
        use_own(f, s, log)
    else:
        use_other(f, s, action, log)


@compiled
def use_own(f: Facts, s: State, log: EventLog) -> None:
    """F-24: an own tile goes to the ship, unless it is a citizen with a free space."""
    me = s.players[s.seat]
    face = me.own
    me.own = NONE
    emit(log, Event.USED_OWN, s.seat, face, 0, 0)
    if not use_tile(f, s, s.seat, face, s.seat, log):
        me.ship += 1


@compiled
def use_other(f: Facts, s: State, action: int, log: EventLog) -> None:
    """F-21, F-24: a received tile lies open beside the colonia; one used from there leaves the game."""
    me = s.players[s.seat]
    owner = left_of(s, s.seat)
    giver = s.players[owner]
    face = giver.passed if action == USE_RECEIVED else action - USE_BESIDE
    if action == USE_RECEIVED:
        emit(log, Event.USED_RECEIVED, s.seat, face, 0, 0)
        giver.passed = NONE
    else:
        emit(log, Event.USED_BESIDE, s.seat, face, 0 if can_be_laid(me, face) else 1, 0)
        me.beside[face] -= 1
    laid = use_tile(f, s, s.seat, face, owner, log)
    if action == USE_RECEIVED and not laid:
        me.beside[face] += 1
    elif not laid:
        giver.left_game += 1


@compiled
def stow(s: State) -> None:
    """F-24: after the last use, move tiles that were not used to their places."""
    pop(s)
    me = s.players[s.seat]
    giver = s.players[left_of(s, s.seat)]
    if me.own != NONE:
        me.own = NONE
        me.ship += 1
    if giver.passed != NONE:
        me.beside[giver.passed] += 1
        giver.passed = NONE


@compiled
def has_tile_left(me: Player) -> bool:
    """Tell whether a tile lies in the colonia."""
    for square in range(SQUARES):
        if me.covered[square] != Cover.NOTHING:
            return True
    return False


@compiled
def uncover_options(s: State, legal: Options) -> int:
    """F-47: list all tiles of the colonia."""
    me = s.players[s.seat]
    n = 0
    for square in range(SQUARES):
        n = offer(legal, n, UNCOVER + square, me.covered[square] != Cover.NOTHING)
    return n


@compiled
def play_uncover(f: Facts, s: State, action: int, log: EventLog) -> None:
    """F-47: take the tile and use it at once."""
    pop(s)
    me = s.players[s.seat]
    square = action - UNCOVER
    face = look_at(s, me, square)
    clear_square(me, square)
    emit(log, Event.UNCOVERED, s.seat, square, face, 0)
    if not use_tile(f, s, s.seat, face, s.seat, log):
        me.ship += 1
