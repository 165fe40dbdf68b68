"""The scoring at the end of a cycle, and the ranking.   F-70 to F-74, F-80."""

from ulpia.core.constants import NONE
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.score import score
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.constants import (
    CORNERS,
    EAGLE,
    GREY,
    PLACES,
    RESOURCES,
    ROWS,
    SIDE,
    SQUARES,
    Citizens,
    Cover,
    Source,
)
from ulpia.games.forum_trajanum.events import Event
from ulpia.games.forum_trajanum.rules.facts import Facts
from ulpia.games.forum_trajanum.rules.state import Player, State
from ulpia.games.forum_trajanum.rules.supply import active_citizens, citizens_in
from ulpia.games.forum_trajanum.rules.tasks import collections, fulfilments
from ulpia.games.forum_trajanum.rules.tiles import SQUARE_OF_CORNER

WIDTH = names.FORUM_COLUMNS
HEIGHT = names.FORUM_ROWS
UPPER_ROWS = 5
"""A set of places is kept in two integers, the upper rows and the lower rows: 72 bits do not fit one."""
UPPER = UPPER_ROWS * WIDTH
LAST_UPPER = UPPER - WIDTH
ROW_BITS = (1 << WIDTH) - 1
NOT_LEFT = sum((ROW_BITS ^ 1) << row * WIDTH for row in range(UPPER_ROWS))
NOT_RIGHT = sum((ROW_BITS >> 1) << row * WIDTH for row in range(UPPER_ROWS))

MORE_THAN_CITIZENS = 2 * ROWS + 1
MORE_THAN_RESOURCES = 128 * RESOURCES
"""More active citizens and resources than a player can have (F-80)."""


@compiled
def score_seat(f: Facts, s: State, seat: int, log: EventLog) -> None:
    """Score a seat in the order of the rule book: cranes, colonia, eagles, group, Trajan card.   F-70 to F-74."""
    me = s.players[seat]
    score_cranes(f, s, seat, log)
    points = colonia_points(me)
    score(me, Source.COLONIA, points)
    emit(log, Event.COLONIA_SCORED, seat, points, 0, 0)
    points = eagle_points(s, seat)
    score(me, Source.EAGLES, points)
    emit(log, Event.EAGLES_SCORED, seat, points, 0, 0)
    envoys = largest_group(s, seat)
    points = group_points(f, me, envoys)
    score(me, Source.GROUP, points)
    emit(log, Event.GROUP_SCORED, seat, envoys, points, 0)
    card = s.cards[s.cycles_done]
    if card != NONE:
        times = fulfilments(f, me, f.card_build[card]) + collections(me, f.card_collect[card])
        points = times * int(f.head[me.slider])
        score(me, Source.TRAJAN_CARDS, points)
        emit(log, Event.CARD_SCORED, seat, times, points, 0)


@compiled
def score_cranes(f: Facts, s: State, seat: int, log: EventLog) -> None:
    """F-70: score each uncovered crane once, for every structure of its colour, and turn it over."""
    me = s.players[seat]
    for corner in range(CORNERS):
        if may_score_crane(me, corner):
            points = points_of_crane(f, me, corner, s.cycles_done)
            score(me, Source.CRANES, points)
            emit(log, Event.CRANE_SCORED, seat, me.cranes[corner], points, 0)
            me.scored[corner] = 1


@compiled
def may_score_crane(me: Player, corner: int) -> bool:
    """F-70: the crane is uncovered and has not scored."""
    return me.covered[SQUARE_OF_CORNER[corner]] == Cover.NOTHING and me.scored[corner] == 0


@compiled
def points_of_crane(f: Facts, me: Player, corner: int, cycle: int) -> int:
    """F-70: return the points of a crane that scores in a cycle: so many for every structure of its colour."""
    return structures_of(me, me.cranes[corner]) * int(f.crane_points[cycle])


@compiled
def structures_of(me: Player, colour: int) -> int:
    """Count the structures of a colour; none for NONE, before the crane is chosen."""
    structures = 0
    for square in range(SQUARES):
        structures += 1 if colour != NONE and me.buildings[square] == GREY + colour else 0
    return structures


@compiled
def different_grey(me: Player, row: int) -> int:
    """Count the kinds of grey buildings in a row of the colonia."""
    kinds = 0
    for column in range(SIDE):
        building = me.buildings[row * SIDE + column]
        if 0 <= building < GREY:
            kinds |= 1 << int(building)
    return (kinds & 1) + (kinds >> 1 & 1) + (kinds >> 2 & 1) + (kinds >> 3 & 1)


@compiled
def row_multiplier(me: Player, row: int) -> int:
    """F-71: points for each kind of grey building in a row: 1, and 1 for each active citizen of the row."""
    return 1 + citizens_in(me, row)


@compiled
def row_points(me: Player, row: int) -> int:
    """F-71: multiply the number of different grey buildings of a row by 1 plus its active citizens."""
    return different_grey(me, row) * row_multiplier(me, row)


@compiled
def colonia_points(me: Player) -> int:
    """F-71: add the points of all rows."""
    points = 0
    for row in range(ROWS):
        points += row_points(me, row)
    return points


@compiled
def points_of_building(me: Player, square: int) -> int:
    """F-71: return the points that the colonia scores more with the building on a square than without it."""
    building = me.buildings[square]
    points = colonia_points(me)
    me.buildings[square] = NONE
    points -= colonia_points(me)
    me.buildings[square] = building
    return points


@compiled
def points_of_citizens(me: Player, row: int) -> int:
    """F-60, F-71: return the points that the colonia scores more if the citizens of a row are active than if not."""
    active = me.active[row]
    me.active[row] = 1
    points = row_points(me, row)
    me.active[row] = 0
    points -= row_points(me, row)
    me.active[row] = active
    return points


@compiled
def group_points(f: Facts, me: Player, envoys: int) -> int:
    """F-72: return the points for a group by the slider; no envoys, no points."""
    return max(0, envoys + int(me.slider) + int(f.offset[me.reverse])) if envoys > 0 else 0


@compiled
def count_bits(bits: int) -> int:
    """Count the places in a set."""
    count = 0
    while bits != 0:
        bits &= bits - 1
        count += 1
    return count


@compiled
def envoys_of(s: State, seat: int) -> tuple[int, int]:
    """Return the places of a seat's envoys, as a set."""
    upper = 0
    lower = 0
    for place in range(UPPER):
        if s.envoys[place] == seat:
            upper |= 1 << place
    for place in range(UPPER, PLACES):
        if s.envoys[place] == seat:
            lower |= 1 << (place - UPPER)
    return upper, lower


@compiled
def group_around(high: int, low: int, upper: int, lower: int) -> tuple[int, int]:
    """F-72: spread a set of places to neighbours in the set of envoys (upper, lower) until nothing is added."""
    grown = True
    while grown:
        wider = high | (high & NOT_RIGHT) << 1 | (high & NOT_LEFT) >> 1 | high << WIDTH | high >> WIDTH
        deeper = low | (low & NOT_RIGHT) << 1 | (low & NOT_LEFT) >> 1 | low << WIDTH | low >> WIDTH
        wider = (wider | (low & ROW_BITS) << LAST_UPPER) & upper
        deeper = (deeper | high >> LAST_UPPER) & lower
        grown = wider != high or deeper != low
        high = wider
        low = deeper
    return high, low


@compiled
def group_at(s: State, place: int) -> int:
    """F-72: return the size of the group to which the envoy on a place belongs."""
    upper, lower = envoys_of(s, s.envoys[place])
    high = 1 << place if place < UPPER else 0
    low = 0 if place < UPPER else 1 << (place - UPPER)
    high, low = group_around(high, low, upper, lower)
    return count_bits(high) + count_bits(low)


@compiled
def largest_group(s: State, seat: int) -> int:
    """F-72: return the size of the largest group of the seat's envoys joined by sides, including those on eagles."""
    upper, lower = envoys_of(s, seat)
    largest = 0
    while upper != 0 or lower != 0:
        high = upper & -upper  # one envoy
        low = lower & -lower if high == 0 else 0
        high, low = group_around(high, low, upper, lower)
        largest = max(largest, count_bits(high) + count_bits(low))
        upper ^= high
        lower ^= low
    return largest


@compiled
def is_near_eagle(s: State, place: int, diagonally: bool) -> bool:
    """An eagle lies beside the place, or diagonal to it where that counts (F-30)."""
    row = place // WIDTH
    column = place % WIDTH
    for other_row in range(max(0, row - 1), min(HEIGHT, row + 2)):
        for other_column in range(max(0, column - 1), min(WIDTH, column + 2)):
            beside = other_row == row or other_column == column
            if (beside or diagonally) and s.mosaic[other_row * WIDTH + other_column] == EAGLE:
                return True
    return False


@compiled
def eagle_points_at(s: State, place: int) -> int:
    """F-73: return the points of the envoy on a place: 2 on an eagle, 1 beside one."""
    if s.mosaic[place] == EAGLE:
        return 2
    diagonally = s.players[s.envoys[place]].active[Citizens.PATRICIAN_I] == 1
    return 1 if is_near_eagle(s, place, diagonally) else 0


@compiled
def eagle_points(s: State, seat: int) -> int:
    """F-73: add the points of all envoys."""
    points = 0
    for place in range(PLACES):
        if s.envoys[place] == seat:
            points += eagle_points_at(s, place)
    return points


@compiled
def standing(s: State, seat: int) -> int:
    """F-80: return a number that is higher for a higher place: points, then active citizens, then resources.

    Seats with the same number share a place.
    """
    player = s.players[seat]
    resources = 0
    for resource in range(RESOURCES):
        resources += int(player.resources[resource])
    return (int(player.points) * MORE_THAN_CITIZENS + active_citizens(player)) * MORE_THAN_RESOURCES + resources
