"""Invariants of a state: no piece appears, vanishes or is counted wrongly. `ulpia check` tests them."""

from enum import IntEnum

from ulpia.core.constants import NONE
from ulpia.engine.agenda import pending
from ulpia.engine.jit import compiled
from ulpia.games.forum_trajanum.constants import (
    AREAS,
    CARDS,
    CLASSES,
    COLOURS,
    CORNERS,
    CYCLES,
    DEPTH,
    EAGLE,
    FACES,
    FIRST_QUESTION,
    GREY,
    HOME,
    PLACES,
    POSITIONS,
    RESOURCES,
    ROUNDS_IN_CYCLE,
    ROWS,
    SIDE,
    SOURCES,
    SQUARES,
    STREETS,
    TRACKS,
    Citizens,
    Cover,
    Frame,
    Joined,
    Resource,
    Shape,
)
from ulpia.games.forum_trajanum.rules.facts import Facts
from ulpia.games.forum_trajanum.rules.state import Player, State
from ulpia.games.forum_trajanum.rules.tiles import SQUARE_OF_CORNER, corner_at


class Fault(IntEnum):
    """Faults that an audit can find."""

    NONE = 0
    TILES = 1
    BAG = 2
    TAKING = 3
    RESOURCES = 4
    CITIZENS = 5
    SQUARES = 6
    CORNERS = 7
    SLIDER = 8
    POINTS = 9
    BUILDING_TILES = 10
    FORUM = 11
    AREAS = 12
    STREETS = 13
    CYCLES = 14
    AGENDA = 15
    TRACKS = 16


FAULTS = {fault.value: None if fault == Fault.NONE else fault.name.lower() for fault in Fault}
_, RIGHT, BELOW, LEFT, ABOVE = map(int, Joined)


@compiled
def audit(f: Facts, s: State) -> int:
    """Return the first fault of a state, 0 if there is none."""
    if not 0 < s.agenda.depth <= DEPTH:
        return Fault.AGENDA
    is_over = s.agenda.depth == 1 and s.agenda.kinds[0] == Frame.OVER
    if is_over != (s.seat == NONE) or (pending(s) < FIRST_QUESTION and not is_over):
        return Fault.AGENDA
    for seat in range(s.seats):
        fault = audit_player(f, s, seat)
        if fault != Fault.NONE:
            return fault
    return audit_board(f, s)


@compiled
def audit_player(f: Facts, s: State, seat: int) -> int:
    """Check what belongs to one seat."""
    me = s.players[seat]
    for resource in range(RESOURCES):
        if me.resources[resource] < 0:
            return Fault.RESOURCES
    if me.cranes[CORNERS - 1] != NONE and me.first_envoy != NONE:
        if not tiles_agree(f, s, seat):
            return Fault.TILES
        if not bag_agrees(f, me):
            return Fault.BAG
        if not corners_agree(me):
            return Fault.CORNERS
    if not taking_agrees(s, seat):
        return Fault.TAKING
    if not citizens_agree(me):
        return Fault.CITIZENS
    if not squares_agree(f, me):
        return Fault.SQUARES
    if not 0 <= me.slider < POSITIONS or me.reverse != (1 if me.rows[Citizens.MERCHANT_I, 0] != NONE else 0):
        return Fault.SLIDER
    points = 0
    for source in range(SOURCES):
        points += me.sources[source]
    if points != me.points:
        return Fault.POINTS
    for track in range(TRACKS):
        if not track_agrees(f, s, seat, track):
            return Fault.TRACKS
    return Fault.NONE


@compiled
def tiles_agree(f: Facts, s: State, seat: int) -> bool:
    """All 34 tiles of a seat exist: colonia, ship, forum, citizen rows, at the neighbour, or out of the game."""
    me = s.players[seat]
    receiver = s.players[(seat - 1 + s.seats) % s.seats]
    tiles = int(me.ship) + me.left_game
    tiles += (1 if me.own != NONE else 0) + (1 if me.passed != NONE else 0)
    for square in range(SQUARES):
        tiles += 1 if me.covered[square] != Cover.NOTHING else 0
    for place in range(PLACES):
        tiles += 1 if s.envoys[place] == seat else 0
    for face in range(FACES):
        tiles += receiver.beside[face]
        if me.beside[face] < 0:
            return False
    for row in range(ROWS):
        for space in range(2):
            tiles += 1 if me.rows[row, space] == seat else 0
            tiles += 1 if receiver.rows[row, space] == seat else 0
    for at in range(s.agenda.depth):  # a citizen on its way to a row
        tiles += 1 if s.agenda.kinds[at] == Frame.LAY and s.agenda.second[at] == seat else 0
    printed = CLASSES
    for face in range(FACES):
        printed += f.tiles[face]
    return tiles == printed and me.ship >= 0 and me.left_game >= 0


@compiled
def bag_agrees(f: Facts, me: Player) -> bool:
    """The bag holds a face for every face-down tile that its owner has not looked at."""
    faces = 0
    for face in range(FACES):
        if not 0 <= me.bag[face] <= f.tiles[face]:
            return False
        faces += me.bag[face]
    for square in range(SQUARES):
        faces -= 1 if me.covered[square] == Cover.FACE_DOWN else 0
    for card in range(CARDS):
        square = me.take_squares[card]
        faces += 1 if square != NONE and me.covered[square] == Cover.FACE_DOWN else 0
    return faces == 0


@compiled
def corners_agree(me: Player) -> bool:
    """The four cranes have four colours; covered corners have an open tile; only uncovered cranes have scored."""
    colours = 0
    for corner in range(CORNERS):
        colours |= 1 << int(me.cranes[corner])
        cover = me.covered[SQUARE_OF_CORNER[corner]]
        if cover == Cover.FACE_DOWN or (cover == Cover.OPEN) != (me.open_faces[corner] != NONE):
            return False
        if me.scored[corner] == 1 and cover != Cover.NOTHING:
            return False
    return colours == (1 << CORNERS) - 1


@compiled
def taking_agrees(s: State, seat: int) -> bool:
    """F-12, F-15: seats take in turn, what they took exists, and the record is empty once all have passed on."""
    me = s.players[seat]
    top = pending(s)
    taking = top in (Frame.TAKE, Frame.KEEP)
    if taking:
        finished = int(s.agenda.first[s.agenda.depth - (1 if top == Frame.TAKE else 2)])
        step = (seat - s.first + s.seats) % s.seats
        followed = me.done[0] + me.done[1]
        if step != finished and followed != (CARDS if step < finished else 0):
            return False
        if step == finished and (s.seat != seat or (followed == CARDS) != (top == Frame.KEEP)):
            return False
    for card in range(CARDS):
        if me.take_squares[card] != NONE:
            if not taking or me.done[card] == 0 or me.covered[me.take_squares[card]] == Cover.NOTHING:
                return False
        elif me.take_faces[card] != NONE or me.take_tribunes[card] != 0:
            return False
    if not taking:
        return me.done[0] == 0 and me.done[1] == 0 and me.keeps == NONE
    if me.own != NONE or me.passed != NONE:
        return False
    return me.take_tribunes[0] + me.take_tribunes[1] <= me.resources[Resource.TRIBUNE]


@compiled
def citizens_agree(me: Player) -> bool:
    """The left space of a row is filled before the right one; only rows with a citizen are active."""
    for row in range(ROWS):
        if me.rows[row, 1] != NONE and me.rows[row, 0] == NONE:
            return False
        if me.active[row] == 1 and me.rows[row, 0] == NONE:
            return False
    return True


@compiled
def squares_agree(f: Facts, me: Player) -> bool:
    """F-40: buildings stand on uncovered squares, never on temples or cranes; halves of a double are adjacent."""
    for square in range(SQUARES):
        if f.is_temple[square] == 1 and me.covered[square] != Cover.NOTHING:
            return False
        if me.buildings[square] == NONE:
            if me.joined[square] != 0:
                return False
        elif me.covered[square] != Cover.NOTHING or f.is_temple[square] == 1 or corner_at(square) != NONE:
            return False
        elif not halves_agree(f, me, square):
            return False
    return True


@compiled
def halves_agree(f: Facts, me: Player, square: int) -> bool:
    """The other half points back, and shows the same colour or the grey building of that colour."""
    way = me.joined[square]
    if way == 0:
        return True
    other = square + 1 if way == RIGHT else square - 1
    back = LEFT if way == RIGHT else RIGHT
    if way in (BELOW, ABOVE):
        other = square + SIDE if way == BELOW else square - SIDE
        back = ABOVE if way == BELOW else BELOW
    elif other // SIDE != square // SIDE:
        return False
    if not 0 <= other < SQUARES or me.joined[other] != back:
        return False
    one = me.buildings[square]
    two = me.buildings[other]
    if one >= GREY and two >= GREY:
        return one == two
    grey = one if one < GREY else two
    coloured = two if one < GREY else one
    return coloured == GREY + f.colour_of[grey]


@compiled
def track_agrees(f: Facts, s: State, seat: int, track: int) -> bool:
    """F-46: a marker has advanced once for each building of its kind, unless rewards are pending."""
    me = s.players[seat]
    built = 0
    for square in range(SQUARES):
        built += 1 if me.buildings[square] == track else 0
    if seat == s.active:
        for at in range(s.agenda.depth):
            if s.agenda.kinds[at] == Frame.REWARD and s.agenda.first[at] == track:
                built -= 1
            elif s.agenda.kinds[at] == Frame.FIRST_REWARD and f.grey_of[s.agenda.first[at]] == track:
                built -= 1
            elif s.agenda.kinds[at] == Frame.PLACE:
                # the reward is pending before the building stands
                tile = s.agenda.first[at]
                built += (
                    1
                    if tile == track or (Shape.MIXED <= tile < Shape.TWICE and f.grey_of[tile - Shape.MIXED] == track)
                    else 0
                )
            elif s.agenda.kinds[at] == Frame.MARKER_HOME and s.agenda.first[at] == track:
                return me.tracks[track] == HOME - 1
    return me.tracks[track] == (HOME if built >= HOME - 1 else built)


@compiled
def audit_board(f: Facts, s: State) -> int:
    """Check what all seats share."""
    if not building_tiles_agree(f, s):
        return Fault.BUILDING_TILES
    if not forum_agrees(s):
        return Fault.FORUM
    if not areas_agree(s):
        return Fault.AREAS
    if (s.shown[0] == NONE) != (s.shown[1] == NONE):
        return Fault.STREETS
    left = 0
    for street in range(STREETS):
        if not 0 <= s.streets[street] <= f.street_copies:
            return Fault.STREETS
        left += s.streets[street]
    begun = 0 if s.shown[0] == NONE else s.rounds_done + 1
    if pending(s) in (Frame.OVER, Frame.PAYING):
        begun = int(s.rounds_done)
    if left != CARDS * (CYCLES * ROUNDS_IN_CYCLE - begun):
        return Fault.STREETS
    scored = s.rounds_done // ROUNDS_IN_CYCLE
    if pending(s) == Frame.PAYING:
        scored -= 1
    if s.cycles_done != scored or (pending(s) == Frame.OVER) != (s.cycles_done == CYCLES):
        return Fault.CYCLES
    return Fault.NONE


@compiled
def building_tiles_agree(f: Facts, s: State) -> bool:
    """F-09: every single and double is in the supply or in a colonia."""
    for colour in range(COLOURS):
        singles = int(s.singles[colour])
        halves = 2 * int(s.doubles[colour])
        if singles < 0 or halves < 0:
            return False
        for seat in range(s.seats):
            me = s.players[seat]
            for square in range(SQUARES):
                building = me.buildings[square]
                if building != NONE:
                    own = f.colour_of[building] if building < GREY else building - GREY
                    if own == colour and me.joined[square] == 0:
                        singles += 1
                    elif own == colour:
                        halves += 1
        if singles != f.singles or halves != 2 * f.doubles:
            return False
    return True


@compiled
def forum_agrees(s: State) -> bool:
    """Envoys stand on squares, and areas consist of coloured squares."""
    for place in range(PLACES):
        if s.envoys[place] != NONE and s.mosaic[place] == NONE:
            return False
        coloured = s.mosaic[place] != NONE and s.mosaic[place] != EAGLE
        if coloured != (s.areas[place] != NONE):
            return False
    return True


@compiled
def areas_agree(s: State) -> bool:
    """Each area counts its squares with and without an envoy. Compares sums in which every area has another weight."""
    free = 0
    taken = 0
    for place in range(PLACES):
        area = int(s.areas[place])
        if area != NONE and s.envoys[place] == NONE:
            free += (area + 1) * (area + 7)
        elif area != NONE:
            taken += (area + 1) * (area + 7)
    for number in range(AREAS):
        if s.area_free[number] < 0 or s.area_taken[number] < 0:
            return False
        free -= (number + 1) * (number + 7) * int(s.area_free[number])
        taken -= (number + 1) * (number + 7) * int(s.area_taken[number])
    return free == 0 and taken == 0
