"""The set-up and its decisions.   F-01 to F-09."""

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
from ulpia.engine.rng import draw, roll
from ulpia.games.forum_trajanum.actions import (
    CORNER,
    CRANE,
    DECLINE,
    WELCOME,
)
from ulpia.games.forum_trajanum.constants import (
    CARDS,
    CITIZEN,
    CLASSES,
    COLOURS,
    CORNERS,
    CYCLES,
    FACES,
    RESOURCES,
    ROWS,
    SQUARES,
    STREETS,
    TRAJAN_CARDS,
    Cover,
    Frame,
    Resource,
)
from ulpia.games.forum_trajanum.events import Event
from ulpia.games.forum_trajanum.rules.facts import Facts
from ulpia.games.forum_trajanum.rules.forum import lay_forum
from ulpia.games.forum_trajanum.rules.state import Player, State
from ulpia.games.forum_trajanum.rules.supply import gain
from ulpia.games.forum_trajanum.rules.tiles import SQUARE_OF_CORNER, clear_square, corner_at

SIDE_B, INTRODUCTORY, NEWCOMER = 1, 2, 4
"""Bits of `setup_flags`, the settings of a match as one number. Newcomers are four bits, the first for seat 0."""


@compiled
def begin(f: Facts, s: State, seats: int, setup_flags: int, log: EventLog) -> None:
    """Turn a record of zeros into the start of a game, up to the first crane."""
    s.seats = seats
    s.first = roll(s.chance, seats)  # F-01
    s.active = s.first
    s.side_b = 1 if setup_flags & SIDE_B else 0
    emit(log, Event.STARTED, s.first, 0, 0, 0)
    lay_forum(f, s)
    for street in range(STREETS):
        s.streets[street] = f.street_copies  # F-02
    for card in range(CARDS):
        s.shown[card] = NONE
    in_cycle = TRAJAN_CARDS // CYCLES
    for cycle in range(CYCLES):
        card = cycle * in_cycle + roll(s.chance, in_cycle)
        s.cards[cycle] = NONE if setup_flags & INTRODUCTORY and cycle < CYCLES - 1 else card
    for colour in range(COLOURS):
        s.singles[colour] = f.singles  # F-09
        s.doubles[colour] = f.doubles
    for seat in range(seats):
        equip(f, s.players[seat])
        s.players[seat].newcomer = 1 if setup_flags & NEWCOMER << seat else 0
        s.players[seat].resources[Resource.MONEY] += s.players[seat].newcomer  # F-07
    push(s, Frame.OVER, 0, 0)
    push(s, Frame.BEGIN_ROUND, 0, 0)
    push(s, Frame.NEWCOMERS, 0, 0)
    push(s, Frame.SET_UP, 0, 0)


@compiled
def equip(f: Facts, me: Player) -> None:
    """F-06: give the start resources; the colonia is empty."""
    for resource in range(RESOURCES):
        me.resources[resource] = f.start[resource]
    for face in range(FACES):
        me.bag[face] = f.tiles[face]
    for square in range(SQUARES):
        me.buildings[square] = NONE
    for corner in range(CORNERS):
        me.cranes[corner] = NONE
        me.open_faces[corner] = NONE
    for row in range(ROWS):
        me.rows[row, 0] = NONE
        me.rows[row, 1] = NONE
    for card in range(CARDS):
        me.opened[card] = NONE
        me.take_squares[card] = NONE
        me.take_faces[card] = NONE
    me.first_envoy = NONE
    me.own = NONE
    me.passed = NONE
    me.keeps = NONE


@compiled
def hire_first_workers(s: State, log: EventLog) -> None:
    """F-06: give each seat one worker; no two seats get the same colour."""
    left = (1 << COLOURS) - 1
    for seat in range(s.seats):
        skip = roll(s.chance, COLOURS - seat)
        colour = 0
        while left >> colour & 1 == 0 or skip > 0:
            skip -= left >> colour & 1
            colour += 1
        left ^= 1 << colour
        gain(s, seat, Resource.WORKER + colour, 1, log)


@compiled
def seat_after(s: State, finished: int) -> int:
    """F-03: return the seat that is asked when `finished` seats have finished, clockwise from the starting player."""
    return (s.first + finished) % s.seats


@compiled
def is_setting_up(s: State) -> bool:
    """Tell whether a seat is not set up yet (F-03); the question to newcomers comes after that (F-07)."""
    for at in range(s.agenda.depth):
        if s.agenda.kinds[at] == Frame.SET_UP:
            return True
    return False


@compiled
def set_up_next(s: State, log: EventLog) -> None:
    """F-03: set up the next seat: cranes, a citizen and its row, corners, shuffled tiles; at the end deal workers."""
    finished = detail_a(s)
    if finished == s.seats:
        pop(s)
        hire_first_workers(s, log)
        return
    change_detail(s, finished + 1, 0)
    s.seat = seat_after(s, finished)
    s.turns += 1
    push(s, Frame.SHUFFLE, 0, 0)
    push(s, Frame.DRAW_CITIZEN, 0, 0)
    push(s, Frame.CRANES, 0, 0)


@compiled
def cranes_options(s: State, legal: Options) -> int:
    """F-03: list the colours that lie in no corner yet."""
    me = s.players[s.seat]
    n = 0
    for colour in range(COLOURS):
        free = True
        for corner in range(CORNERS):
            free = free and me.cranes[corner] != colour
        n = offer(legal, n, CRANE + colour, free)
    return n


@compiled
def play_crane(s: State, action: int, log: EventLog) -> None:
    """F-03: lay a crane, corner by corner."""
    corner = detail_a(s)
    s.players[s.seat].cranes[corner] = action - CRANE
    emit(log, Event.CRANE_PLACED, s.seat, corner, action - CRANE, 0)
    if corner + 1 < CORNERS:
        change_detail(s, corner + 1, 0)
    else:
        pop(s)


@compiled
def draw_citizen(s: State, log: EventLog) -> None:
    """F-04: draw one of the three citizens with a female envoy; ask for its row, then for the corners."""
    pop(s)
    kind = roll(s.chance, CLASSES)
    emit(log, Event.CITIZEN_DRAWN, s.seat, kind, 0, 0)
    push(s, Frame.CORNERS, 1 if kind == 0 else 0, kind)
    push(s, Frame.LAY, kind, s.seat)


@compiled
def corners_options(s: State, legal: Options) -> int:
    """F-04: list the corners for the first of the other two citizens; the second one goes opposite."""
    n = 0
    for corner in range(CORNERS):
        n = offer(legal, n, CORNER + detail_a(s) * CORNERS + corner, True)
    return n


@compiled
def play_corners(s: State, action: int, log: EventLog) -> None:
    """F-04: lay the two citizens face up on opposite corners."""
    kind = (action - CORNER) // CORNERS
    corner = (action - CORNER) % CORNERS
    other = CLASSES - kind - s.agenda.second[s.agenda.depth - 1]
    pop(s)
    open_tile(s, corner, CITIZEN + kind)
    emit(log, Event.CITIZEN_ON_CORNER, s.seat, kind, corner, 0)
    open_tile(s, CORNERS - 1 - corner, CITIZEN + other)
    emit(log, Event.CITIZEN_ON_CORNER, s.seat, other, CORNERS - 1 - corner, 0)


@compiled
def open_tile(s: State, corner: int, face: int) -> None:
    """Lay a tile face up on a corner."""
    s.players[s.seat].covered[SQUARE_OF_CORNER[corner]] = Cover.OPEN
    s.players[s.seat].open_faces[corner] = face


@compiled
def shuffle(f: Facts, s: State, log: EventLog) -> None:
    """F-05: lay a tile on every free square but the temples, open on corners; the last one goes to the ship."""
    pop(s)
    me = s.players[s.seat]
    for square in range(SQUARES):
        if f.is_temple[square] == 0 and corner_at(square) == NONE:
            me.covered[square] = Cover.FACE_DOWN
    for corner in range(CORNERS):
        if me.open_faces[corner] == NONE:
            open_tile(s, corner, draw(s.chance, me.bag))
            emit(log, Event.CORNER_OPENED, s.seat, corner, me.open_faces[corner], 0)
    me.first_envoy = draw(s.chance, me.bag)
    me.ship = 1
    emit(log, Event.FIRST_ENVOY, s.seat, me.first_envoy, 0, 0)


@compiled
def ask_newcomers(s: State) -> None:
    """F-07: ask every newcomer with a citizen on a corner."""
    asked = detail_a(s)
    if asked == s.seats:
        pop(s)
        return
    change_detail(s, asked + 1, 0)
    seat = seat_after(s, asked)
    if s.players[seat].newcomer == 1:
        s.seat = seat
        s.turns += 1
        push(s, Frame.NEWCOMER, 0, 0)


@compiled
def newcomer_options(s: State, legal: Options) -> int:
    """F-07: list the citizens on corners, and declining."""
    n = 0
    for corner in range(CORNERS):
        n = offer(legal, n, WELCOME + corner, s.players[s.seat].open_faces[corner] >= CITIZEN)
    return offer(legal, n, DECLINE, True)


@compiled
def play_newcomer(s: State, action: int, log: EventLog) -> None:
    """F-07: take the citizen, which is active at once; its crane is uncovered."""
    pop(s)
    if action == DECLINE:
        emit(log, Event.DECLINED, s.seat, 0, 0, 0)
        return
    corner = action - WELCOME
    me = s.players[s.seat]
    kind = me.open_faces[corner] - CITIZEN
    clear_square(me, SQUARE_OF_CORNER[corner])
    emit(log, Event.CITIZEN_WELCOMED, s.seat, kind, corner, 0)
    push(s, Frame.LAY, kind, s.seat)
