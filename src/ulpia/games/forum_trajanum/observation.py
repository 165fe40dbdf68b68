"""What a seat knows, as an array of numbers for networks.   F-15, F-90, F-91.

Everything is relative to the observing seat: where a part has a row per seat, the first row is the observer's and the
others follow clockwise; rows of absent seats are zero. Streets are those of each seat's own board (F-08). It hides what
rules/knowledge.py hides: while tiles are being taken, another seat looks as if it had not begun. It leaves out what no
rule depends on: which squares a double joins, which tiles have left the game, the sources of points.
"""

import numpy as np

from ulpia.core.constants import NONE
from ulpia.engine.jit import compiled
from ulpia.engine.observation import (
    Observation,
    ObservationRow,
    mark_equal,
    mark_one,
    write_long_row,
    write_points,
    write_row,
)
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.constants import (
    CARDS,
    CLASSES,
    COLOURS,
    CORNERS,
    CYCLES,
    DEPTH,
    EAGLE,
    FACES,
    HOME,
    PLACES,
    POSITIONS,
    RESOURCES,
    ROWS,
    SEATS,
    SQUARES,
    STREETS,
    TRACKS,
    TRAJAN_CARDS,
    Cover,
    Frame,
)
from ulpia.games.forum_trajanum.rules.facts import Facts
from ulpia.games.forum_trajanum.rules.state import Player, State

FRAMES = len(Frame) + 1
ABOUT_WHAT = len(names.BUILDING_TILES)
"""An upper bound: no question has a detail with more values than there are building tiles."""
BONUSES = len(names.AREA_BONUSES)
BUILDINGS = len(names.BUILDINGS)
SYMBOLS = len(names.SYMBOLS)
FACE_COLUMNS = SYMBOLS + CLASSES
"""Columns that describe a colonia tile: its two symbols, or its class of citizens."""

FACE_CODES = np.zeros((FACES + 1, FACE_COLUMNS), np.int8)
"""FACE_CODES[1 + face]: its columns. Row 0 stands for no tile, so that no branch is needed."""
for _face, (_one, _other) in enumerate(names.PAIRS):
    FACE_CODES[1 + _face, _one] += 1
    FACE_CODES[1 + _face, _other] += 1
for _class in range(CLASSES):
    FACE_CODES[1 + len(names.PAIRS) + _class, SYMBOLS + _class] = 1

OBSERVATION = Observation()
_part = OBSERVATION.part

SEATS_AT = _part("seats", (3,), 1, "how many play: 2, 3 or 4")
SIDE_B = _part("side B", (1,), 1, "boards with street symbols of their own")
DECIDES = _part("decides", (SEATS,), 1, "whose decision it is; nobody's when the game is over")
ACTIVE = _part("active", (SEATS,), 1, "whose turn it is")
FIRST = _part("first", (SEATS,), 1, "who is the starting player")
ROUNDS = _part("rounds", (1,), 12, "rounds completed")
CYCLES_AT = _part("cycles", (1,), 3, "cycles scored")
EXCHANGED = _part("exchanged", (3,), 2, "this turn: trades, workers trained, builders trained")
ASKED = _part("asked", (FRAMES,), 1, "what is being decided, by the number of the frame on top of the agenda")
ABOUT = _part("about", (ABOUT_WHAT,), 1, "that frame's first detail")
BARRED = _part("barred", (BONUSES,), 1, "area bonuses that may not be chosen")
AGENDA = _part("agenda", (DEPTH,), 31, "what is pending, the lowest first: kinds of frames")
DETAILS = _part("details", (2, DEPTH), 10, "two details of each; whose tile a citizen is, counted from the observer")
TASKS = _part("tasks", (CYCLES, 2, TRAJAN_CARDS), 1, "the Trajan card of each cycle: what to build, what to collect")
STOCK = _part("stock", (2, COLOURS), 8, "building tiles left: singles, doubles")
MOSAIC = _part("mosaic", (COLOURS + 1, PLACES), 1, "squares of the forum of each colour, and eagles")
AREA_FREE = _part("area free", (PLACES,), 6, "for each square of the forum, squares of its area without an envoy")
AREA_TAKEN = _part("area taken", (PLACES,), 6, "the same, with an envoy")

TAKEN_SQUARES = _part("taken squares", (CARDS, SQUARES), 1, "what the observer has taken for each card: from where")
TAKEN_FACES = _part("taken faces", (CARDS, FACE_COLUMNS), 2, "the tile: symbols, or class")
TAKEN = _part("taken", (CARDS, 2), 1, "whether the card was dealt with, and a tribune paid")
KEEPS = _part("keeps", (FACE_COLUMNS,), 2, "the tile that the observer will keep")
FIRST_ENVOY = _part("first envoy", (FACE_COLUMNS,), 2, "the observer's tile that went to the ship at the start")

POINTS = _part("points", (SEATS, 2), 10, "tens and ones")
RESOURCES_AT = _part("resources", (SEATS, RESOURCES), 4, "in the supply")
SHIP = _part("ship", (SEATS,), 6, "envoys waiting on the ship")
SLIDER = _part("slider", (SEATS, POSITIONS), 1, "where the slider is")
REVERSE = _part("reverse", (SEATS,), 1, "whether it lies on its reverse")
NEWCOMER = _part("newcomer", (SEATS,), 1, "who plays as a newcomer")
TRACKS_AT = _part("tracks", (SEATS, TRACKS, HOME + 1), 1, "where the markers stand; the last is beside Trajan's Column")
STREETS_SHOWN = _part("streets shown", (SEATS, CARDS, STREETS), 1, "the streets of this round's cards on each board")
STREETS_LEFT = _part("streets left", (SEATS, STREETS), 3, "street cards still to come, by street of each board")
COVERED = _part("covered", (SEATS, SQUARES), 1, "squares of the colonia with a tile that lies face down")
OPEN = _part("open", (SEATS, CORNERS, FACE_COLUMNS), 2, "the open tile on each corner: symbols, or class")
BUILT = _part("built", (SEATS, BUILDINGS, SQUARES), 1, "squares on which each building stands")
CRANES = _part("cranes", (SEATS, CORNERS, COLOURS), 1, "the colour of the crane on each corner")
SCORED = _part("scored", (SEATS, CORNERS), 1, "cranes that have scored")
CITIZENS = _part("citizens", (SEATS, ROWS, 2), 1, "spaces of the rows that are taken")
FOREIGN = _part("foreign", (SEATS, ROWS, 2), 1, "spaces taken by a tile of the left neighbour")
PAID = _part("active rows", (SEATS, ROWS), 1, "rows whose citizens are active")
ENVOYS = _part("envoys", (SEATS, PLACES), 1, "squares of the forum with an envoy")
BESIDE = _part("beside", (SEATS, FACES), 2, "tiles beside the colonia, by face")
UNSEEN = _part("unseen", (SEATS, FACES), 2, "tiles that the observer has not seen, all together; less those surmised")
SURMISED = _part(
    "surmised", (SEATS, CARDS, FACE_COLUMNS), 2, "tiles from corners among its own and its passed one, not shown"
)
OWN = _part("own", (SEATS, FACE_COLUMNS), 2, "the tile kept, where the observer knows it")
PASSED = _part(
    "passed", (SEATS, FACE_COLUMNS), 2, "the tile passed to the right neighbour, where the observer knows it"
)
HIDDEN = _part("hidden", (SEATS, 2), 1, "whether there is an own, a passed tile that the observer does not know")
SHOWN = _part("shown", (SEATS, 2), 1, "whether all have seen the own, the passed tile of this round")


@compiled
def observe(f: Facts, s: State, seat: int, out: ObservationRow) -> None:
    """Write the observation of a seat."""
    out[:] = 0
    show_progress(s, seat, out)
    show_agenda(s, seat, out)
    show_board(f, s, out)
    show_taking(s.players[seat], out)
    for step in range(s.seats):
        other = (seat + step) % s.seats
        player = s.players[other]
        show_player(s, player, other, step, out)
        show_colonia(player, step, out)
        show_streets(f, s, other, step, out)
        show_tiles(player, step, out)


@compiled
def show_progress(s: State, seat: int, out: ObservationRow) -> None:
    """Write the progress of the game."""
    out[SEATS_AT + s.seats - 2] = 1
    out[SIDE_B] = s.side_b
    if s.seat != NONE:
        out[DECIDES + (int(s.seat) - seat) % s.seats] = 1
    out[ACTIVE + (s.active - seat) % s.seats] = 1
    out[FIRST + (s.first - seat) % s.seats] = 1
    out[ROUNDS] = s.rounds_done
    out[CYCLES_AT] = s.cycles_done
    out[EXCHANGED] = s.traded
    out[EXCHANGED + 1] = s.workers_trained
    out[EXCHANGED + 2] = s.builders_trained


@compiled
def show_agenda(s: State, seat: int, out: ObservationRow) -> None:
    """Write what is pending. F-15: that another seat has looked at both its tiles is hidden."""
    depth = int(s.agenda.depth)
    if s.agenda.kinds[depth - 1] == Frame.KEEP and s.seat != seat:
        depth -= 1
    for at in range(depth):
        out[AGENDA + at] = s.agenda.kinds[at]
        out[DETAILS + at] = s.agenda.first[at]
        second = int(s.agenda.second[at])
        out[DETAILS + DEPTH + at] = (second - seat) % s.seats if s.agenda.kinds[at] == Frame.LAY else second
    top = depth - 1
    out[ASKED + int(s.agenda.kinds[top])] = 1
    mark_one(out, ABOUT, s.agenda.first[top])
    if s.agenda.kinds[top] == Frame.GAIN:
        for bonus in range(BONUSES):
            out[BARRED + bonus] = s.agenda.second[top] >> bonus & 1


@compiled
def show_board(f: Facts, s: State, out: ObservationRow) -> None:
    """Write what all seats share."""
    for cycle in range(CYCLES):
        card = s.cards[cycle]
        if card != NONE:
            out[TASKS + 2 * cycle * TRAJAN_CARDS + int(f.card_build[card])] = 1
            out[TASKS + (2 * cycle + 1) * TRAJAN_CARDS + int(f.card_collect[card])] = 1
    write_row(out, STOCK, s.singles)
    write_row(out, STOCK + COLOURS, s.doubles)
    for colour in range(EAGLE + 1):
        mark_equal(out, MOSAIC + colour * PLACES, s.mosaic, colour)
    for place in range(PLACES):
        area = s.areas[place]
        in_area = area != NONE
        # No branch: where there is no area, the first one is read and multiplied by zero.
        out[AREA_FREE + place] = s.area_free[area * in_area] * in_area
        out[AREA_TAKEN + place] = s.area_taken[area * in_area] * in_area


@compiled
def show_taking(me: Player, out: ObservationRow) -> None:
    """F-15: write what the observer has taken, which only the observer knows."""
    for card in range(CARDS):
        mark_one(out, TAKEN_SQUARES + card * SQUARES, me.take_squares[card])
        write_row(out, TAKEN_FACES + card * FACE_COLUMNS, FACE_CODES[1 + me.take_faces[card]])
        out[TAKEN + 2 * card] = me.done[card]
        out[TAKEN + 2 * card + 1] = me.take_tribunes[card]
    write_row(out, KEEPS, FACE_CODES[1 + me.keeps])
    write_row(out, FIRST_ENVOY, FACE_CODES[1 + me.first_envoy])


@compiled
def show_player(s: State, player: Player, seat: int, step: int, out: ObservationRow) -> None:
    """Write what the seat that sits `step` seats to the left of the observer has."""
    write_points(out, POINTS + 2 * step, player.points)
    write_row(out, RESOURCES_AT + step * RESOURCES, player.resources)
    out[SHIP + step] = player.ship
    out[SLIDER + step * POSITIONS + int(player.slider)] = 1
    out[REVERSE + step] = player.reverse
    out[NEWCOMER + step] = player.newcomer
    for track in range(TRACKS):
        out[TRACKS_AT + (step * TRACKS + track) * (HOME + 1) + int(player.tracks[track])] = 1
    for row in range(ROWS):
        for space in range(2):
            owner = player.rows[row, space]
            out[CITIZENS + (step * ROWS + row) * 2 + space] = owner != NONE
            out[FOREIGN + (step * ROWS + row) * 2 + space] = owner != NONE and owner != seat
    write_row(out, PAID + step * ROWS, player.active)
    mark_equal(out, ENVOYS + step * PLACES, s.envoys, seat)


@compiled
def show_colonia(player: Player, step: int, out: ObservationRow) -> None:
    """Write a seat's colonia."""
    mark_equal(out, COVERED + step * SQUARES, player.covered, Cover.FACE_DOWN)
    for corner in range(CORNERS):
        write_row(out, OPEN + (step * CORNERS + corner) * FACE_COLUMNS, FACE_CODES[1 + player.open_faces[corner]])
        mark_one(out, CRANES + (step * CORNERS + corner) * COLOURS, player.cranes[corner])
    for square in range(SQUARES):
        building = int(player.buildings[square])
        if building != NONE:
            out[BUILT + (step * BUILDINGS + building) * SQUARES + square] = 1
    write_row(out, SCORED + step * CORNERS, player.scored)


@compiled
def show_streets(f: Facts, s: State, seat: int, step: int, out: ObservationRow) -> None:
    """F-08: write which streets the street cards mean on a seat's board."""
    left = STREETS_LEFT + step * STREETS
    shown = STREETS_SHOWN + step * CARDS * STREETS
    if s.side_b == 0:
        write_row(out, left, s.streets)
    else:
        for street in range(STREETS):
            out[left + int(f.side_b[seat, street])] = s.streets[street]
    for card in range(CARDS):
        street = int(s.shown[card])
        if street != NONE:
            out[shown + card * STREETS + (int(f.side_b[seat, street]) if s.side_b == 1 else street)] = 1


@compiled
def show_tiles(player: Player, step: int, out: ObservationRow) -> None:
    """F-90, F-91: write a seat's tiles as far as the observer knows them, and the sum of the unknown ones."""
    write_long_row(out, BESIDE + step * FACES, player.beside)
    out[SHOWN + 2 * step] = player.own_shown
    out[SHOWN + 2 * step + 1] = player.passed_shown
    unseen = UNSEEN + step * FACES
    write_long_row(out, unseen, player.bag)
    own = int(player.own)
    passed = int(player.passed)
    one = int(player.opened[0])
    other = int(player.opened[1])
    if step > 0:
        put_one_more(out, unseen, int(player.first_envoy))
        for card in range(CARDS):
            square = player.take_squares[card]
            if square != NONE and player.covered[square] == Cover.FACE_DOWN:
                out[unseen + int(player.take_faces[card])] += 1  # F-15: as if it still lay there
        if player.own_shown == 0 and own != NONE:
            out[HIDDEN + 2 * step] = 1
            out[unseen + own] += 1
            own = NONE
        if player.passed_shown == 0 and passed != NONE:
            if step > 1:
                out[HIDDEN + 2 * step + 1] = 1
                out[unseen + passed] += 1
                passed = NONE
            elif one == passed:  # the observer got it from the left neighbour and knows where it is
                one = NONE
            elif other == passed:
                other = NONE
        if one == NONE:
            one = other
            other = NONE
        put_one_less(out, unseen, one)
        put_one_less(out, unseen, other)
    write_row(out, OWN + step * FACE_COLUMNS, FACE_CODES[1 + own])
    write_row(out, PASSED + step * FACE_COLUMNS, FACE_CODES[1 + passed])
    write_row(out, SURMISED + step * CARDS * FACE_COLUMNS, FACE_CODES[1 + one])
    write_row(out, SURMISED + (step * CARDS + 1) * FACE_COLUMNS, FACE_CODES[1 + other])


@compiled
def put_one_more(out: ObservationRow, at: int, which: int) -> None:
    """Add one to the count of a face, unless it is NONE."""
    if which != NONE:
        out[at + which] += 1


@compiled
def put_one_less(out: ObservationRow, at: int, which: int) -> None:
    """Subtract one from the count of a face, unless it is NONE."""
    if which != NONE:
        out[at + which] -= 1
