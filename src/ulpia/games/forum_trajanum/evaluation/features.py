"""Features of Forum Trajanum: the numbers from which an evaluation judges a seat's position.

They include the tiles that rivals hold: search evaluates imagined tables, whose hidden tiles are imagined too.
"""

from typing import Any

from ulpia.core.constants import NONE
from ulpia.engine.agenda import pending
from ulpia.engine.jit import compiled
from ulpia.games.forum_trajanum.constants import (
    CITIZEN,
    CLASSES,
    COLOURS,
    CORNERS,
    CYCLES,
    EAGLE,
    FACES,
    GREY,
    HOME,
    PLACES,
    RESOURCES,
    ROUNDS_IN_CYCLE,
    ROWS,
    SIDE,
    SQUARES,
    TRACKS,
    Cover,
    Frame,
    Resource,
)
from ulpia.games.forum_trajanum.names import PAIRS
from ulpia.games.forum_trajanum.rules.colonia import free_squares, has_pair
from ulpia.games.forum_trajanum.rules.facts import Facts
from ulpia.games.forum_trajanum.rules.scoring import (
    colonia_points,
    count_bits,
    eagle_points,
    group_points,
    largest_group,
)
from ulpia.games.forum_trajanum.rules.state import Player, State
from ulpia.games.forum_trajanum.rules.supply import active_citizens, citizens_in
from ulpia.games.forum_trajanum.rules.tasks import collections, fulfilments
from ulpia.games.forum_trajanum.rules.tiles import SQUARE_OF_CORNER

FEATURES = 166
"""Length of the feature vector; a test counts it."""
ROUNDS = CYCLES * ROUNDS_IN_CYCLE
FIRST_SYMBOL = tuple(one for one, _ in PAIRS)
SECOND_SYMBOL = tuple(other for _, other in PAIRS)
SYMBOLS = RESOURCES + 1


@compiled
def features(f: Facts, s: State, seat: int, out: Any) -> int:
    """Write the features of a seat into `out`; return their number."""
    me = s.players[seat]
    k = time_features(s, seat, out, 0)
    k = purse_features(me, out, k)
    k = town_features(f, s, me, out, k)
    k = citizen_features(me, out, k)
    k = rome_features(f, s, seat, out, k)
    k = card_features(f, s, me, out, k)
    k = hand_features(s, seat, out, k)
    return pending_features(s, seat, out, k)


@compiled
def time_features(s: State, seat: int, out: Any, k: int) -> int:
    """The share of the game and of the cycle that is left, and the number of seats."""
    left = (ROUNDS - s.rounds_done) / ROUNDS
    out[k] = left
    out[k + 1] = left * left
    out[k + 2] = 1.0 if s.seats == 3 else 0.0
    out[k + 3] = 1.0 if s.seats == 4 else 0.0
    out[k + 4] = ((seat - s.first) % s.seats) / 4.0
    for cycle in range(CYCLES):
        out[k + 5 + cycle] = 1.0 if s.cycles_done == cycle else 0.0
    for at in range(ROUNDS_IN_CYCLE + 1):
        out[k + 8 + at] = 1.0 if s.rounds_done - s.cycles_done * ROUNDS_IN_CYCLE == at else 0.0
    return k + 13


@compiled
def purse_features(me: Player, out: Any, k: int) -> int:
    """The resources of each kind, whether there are any, and their sum."""
    total = 0
    for resource in range(RESOURCES):
        have = int(me.resources[resource])
        total += have
        out[k + resource] = have / 4.0
        out[k + RESOURCES + resource] = 1.0 if have > 0 else 0.0
    workers = 0
    for colour in range(COLOURS):
        workers += int(me.resources[Resource.WORKER + colour])
    out[k + 2 * RESOURCES] = total / 10.0
    out[k + 2 * RESOURCES + 1] = workers / 4.0
    out[k + 2 * RESOURCES + 2] = min(workers + int(me.resources[Resource.ASSISTANT]), 6) / 6.0
    return k + 2 * RESOURCES + 3


@compiled
def town_features(f: Facts, s: State, me: Player, out: Any, k: int) -> int:
    """The colonia: buildings, free squares, rows, cranes."""
    for at in range(8):
        out[k + at] = 0.0
    covered = 0
    for square in range(SQUARES):
        if me.buildings[square] != NONE:
            out[k + me.buildings[square]] += 0.2
        covered += 1 if me.covered[square] != Cover.NOTHING else 0
    k += 8
    free = free_squares(f, me)
    out[k] = covered / 20.0
    out[k + 1] = count_bits(free) / 10.0
    out[k + 2] = 1.0 if has_pair(free) else 0.0
    out[k + 3] = colonia_points(me) / 10.0
    k += 4
    for row in range(ROWS):
        kinds = 0
        for column in range(SIDE):
            building = me.buildings[row * SIDE + column]
            if 0 <= building < GREY:
                kinds |= 1 << int(building)
        out[k + row] = count_bits(kinds) / 4.0
        out[k + ROWS + row] = count_bits(kinds) * citizens_in(me, row) / 4.0
    k += 2 * ROWS
    due = 0
    later = 0
    for corner in range(CORNERS):
        structures = 0
        if me.cranes[corner] != NONE:
            for square in range(SQUARES):
                structures += 1 if me.buildings[square] == GREY + me.cranes[corner] else 0
        is_open = me.covered[SQUARE_OF_CORNER[corner]] == Cover.NOTHING
        if me.scored[corner] == 0:
            if is_open:
                due += structures
            else:
                later += structures
        out[k + corner] = structures / 3.0 if me.scored[corner] == 0 else 0.0
        out[k + 4 + corner] = 1.0 if is_open else 0.0
        out[k + 8 + corner] = float(me.scored[corner])
    cycle = min(int(s.cycles_done), CYCLES - 1)
    out[k + 12] = due * f.crane_points[cycle] / 10.0
    out[k + 13] = later * f.crane_points[CYCLES - 1] / 10.0
    out[k + 14] = due / 5.0
    return k + 15


@compiled
def citizen_features(me: Player, out: Any, k: int) -> int:
    """The citizens and what they allow."""
    for row in range(ROWS):
        out[k + row] = float(me.active[row])
        here = (1 if me.rows[row, 0] != NONE else 0) + (1 if me.rows[row, 1] != NONE else 0)
        out[k + ROWS + row] = here / 2.0
    out[k + 2 * ROWS] = active_citizens(me) / 6.0
    return k + 2 * ROWS + 1


@compiled
def rome_features(f: Facts, s: State, seat: int, out: Any, k: int) -> int:
    """The forum: envoys, eagles, premium tracks, the slider."""
    me = s.players[seat]
    envoys = 0
    free = 0
    eagles = 0
    for place in range(PLACES):
        if s.mosaic[place] != NONE and s.envoys[place] == NONE:
            free += 1
            eagles += 1 if s.mosaic[place] == EAGLE else 0
        envoys += 1 if s.envoys[place] == seat else 0
    group = int(largest_group(s, seat))
    out[k] = envoys / 10.0
    out[k + 1] = group / 10.0
    out[k + 2] = group_points(f, me, group) / 15.0
    out[k + 3] = eagle_points(s, seat) / 10.0
    out[k + 4] = me.ship / 5.0
    out[k + 5] = free / 40.0
    out[k + 6] = eagles / 6.0
    out[k + 7] = me.slider / 6.0
    out[k + 8] = float(me.reverse)
    out[k + 9] = f.head[me.slider] / 8.0
    k += 10
    for track in range(TRACKS):
        out[k + track] = min(int(me.tracks[track]), 4) / 4.0
        out[k + TRACKS + track] = 1.0 if me.tracks[track] == HOME else 0.0
    return k + 2 * TRACKS


@compiled
def card_features(f: Facts, s: State, me: Player, out: Any, k: int) -> int:
    """Trajan cards: fulfilments now, and what a scoring now would give."""
    worth = 0
    for cycle in range(CYCLES):
        card = s.cards[cycle]
        done = cycle < s.cycles_done
        times = 0
        built = 0
        if card != NONE and not done:
            built = int(fulfilments(f, me, f.card_build[card]))
            times = built + int(collections(me, f.card_collect[card]))
        out[k] = times / 3.0
        out[k + 1] = built / 3.0
        out[k + 2] = times * f.head[me.slider] / 12.0
        out[k + 3] = 1.0 if card != NONE and not done else 0.0
        if cycle == s.cycles_done:
            worth = times * int(f.head[me.slider])
        k += 4
    out[k] = worth / 12.0
    return k + 1


@compiled
def hand_features(s: State, seat: int, out: Any, k: int) -> int:
    """Tiles of this round, and tiles beside the colonia."""
    me = s.players[seat]
    left = s.players[(seat - 1) % s.seats]
    for at in range(2 * (SYMBOLS + CLASSES)):
        out[k + at] = 0.0
    add_face(me.own, 1.0, out, k)
    add_face(left.passed, 1.0, out, k + SYMBOLS + CLASSES)
    k += 2 * (SYMBOLS + CLASSES)
    for at in range(SYMBOLS + CLASSES):
        out[k + at] = 0.0
    for face in range(FACES):
        if me.beside[face] > 0:
            add_face(face, float(me.beside[face]), out, k)
    return k + SYMBOLS + CLASSES


@compiled
def add_face(face: int, weight: float, out: Any, k: int) -> None:
    """Add the symbols of a face."""
    if face >= CITIZEN:
        out[k + SYMBOLS + face - CITIZEN] += weight
    elif face >= 0:
        out[k + FIRST_SYMBOL[face]] += weight
        out[k + SECOND_SYMBOL[face]] += weight


@compiled
def pending_features(s: State, seat: int, out: Any, k: int) -> int:
    """The decision the seat is in the middle of."""
    for at in range(17):
        out[k + at] = 0.0
    if s.active == seat or s.seat == seat:
        for at in range(s.agenda.depth):
            kind = s.agenda.kinds[at]
            if Frame.LAY <= kind <= Frame.PAYING:
                out[k + kind - Frame.LAY] = 1.0
    if s.seat == seat and pending(s) == Frame.USE:
        out[k + 16] = 1.0
    return k + 17
