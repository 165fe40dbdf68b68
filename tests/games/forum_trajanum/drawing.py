"""Positions for tests, drawn as text.

    table = draw('''
        seats 2
        forum: BBG. / BEGO
        envoys: 0 a1, 1 c1
        streets: row 2, column c
        0 colonia: O##..O / ##T... / #L.#T. / #T.bb. / ###T.. / O....O
        0 open: a1 patrician, f1 money money
        0 resources: builder 2, blue, assistant, tribune 2
        0 citizens: patrician 1, patrician 1 of 1, merchant 2
        0 own: builder blue
        pending: turn 0
    ''')
    table.play("use own")

A colonia is drawn row by row: # a tile face down, O one face up, . uncovered, T a temple (which may also be drawn as a
dot), L library, B basilica, M market, C column, and b g r o a structure of that colour. What is not drawn is bare: no
tiles anywhere, nothing built, no resources, no envoys, no forum, cranes in the order blue, green, red, orange, full
stock. A colonia with face-down tiles has all 31 faces in its bag unless `0 bag:` is drawn. Citizens are own tiles
unless "of SEAT" says whose; they are active unless `0 inactive:` names their row. `round: 4` is the last of a cycle:
paying and scoring follow its turns. Frames to draw as pending:

    take               every seat takes, from the starting player (seat 0) on
    turn N             seat N begins its turn; the others have had theirs, or not, as clockwise from seat 0
    build, use, extra_build, uncover, worker, ...     a question to seat 0, with the rest of its turn beneath
    envoy blue|eagle|any     gain N     premium library     lay patrician     reward column|blue     first_reward blue
    paying             citizens are paid and the cycle is scored
    score              the cycle is scored
"""

from typing import Any

import ulpia
from tests.support.drawn import Drawn, clear_agenda, listed, push
from ulpia.core.constants import NONE
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.constants import (
    ANY_COLOUR,
    CORNER_SQUARES,
    EAGLE,
    GREY,
    HOME,
    ROUNDS_IN_CYCLE,
    Cover,
    Frame,
)
from ulpia.games.forum_trajanum.rules.forum import find_areas

BUILDING_LETTERS = "LBMCbgro"
COVERS = {"#": Cover.FACE_DOWN, "O": Cover.OPEN}
ENVOY_COLOURS = {**{name: at for at, name in enumerate(names.COLOURS)}, "eagle": EAGLE, "any": ANY_COLOUR}


def draw(text: str, **options: Any) -> Drawn:
    """Draw a position."""
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    seats = int(lines[0].removeprefix("seats ")) if lines[0].startswith("seats") else 2
    match = ulpia.new("forum_trajanum", seats=seats, seed=1, setup="dealt", **options)
    table = Drawn(match)
    facts = match.components.facts
    make_bare(table.s, facts, seats)
    pending = "turn 0"
    for line in lines:
        if line.startswith("seats"):
            continue
        place, _, what = line.partition(":")
        what = what.strip()
        if place == "pending":
            pending = what
        elif place[0].isdigit():
            draw_player(table.s, facts, int(place[0]), place[1:].strip(), what)
        else:
            draw_board(table.s, place, what)
    count_areas(table.s)
    set_pending(table.s, pending)
    return table.go_on()


def make_bare(s: Any, f: Any, seats: int) -> None:
    s.first = s.active = s.seat = 0
    s.turns, s.rounds_done, s.cycles_done = 1, 0, 0
    s.streets[...] = f.street_copies
    s.shown[...] = (0, names.SIDE)
    s.cards[...] = NONE
    s.singles[...], s.doubles[...] = f.singles, f.doubles
    for field in ("mosaic", "envoys", "areas"):
        s[field][...] = NONE
    s.area_free[...] = s.area_taken[...] = 0
    s.traded = s.workers_trained = s.builders_trained = 0
    for seat in range(seats):
        player = s.players[seat]
        newcomer = int(player.newcomer)
        for field in player.dtype.names:
            player[field] = 0
        player.newcomer = newcomer
        for field in ("open_faces", "buildings", "rows", "opened", "take_squares", "take_faces"):
            player[field][...] = NONE
        for field in ("own", "passed", "keeps", "first_envoy"):
            player[field] = NONE
        player.cranes[...] = range(4)


def face_of(text: str) -> int:
    """Find a face by its name, its two symbols in any order."""
    if text in names.FACES:
        return names.FACES.index(text)
    return names.FACES.index(" ".join(reversed(text.split())))


def counted(what: str) -> list[tuple[str, int]]:
    """Count things: "builder 2, blue" is two builders and a blue worker."""
    parts = [part.rpartition(" ") for part in listed(what)]
    return [(name, int(count)) if count.isdigit() else (f"{name} {count}".strip(), 1) for name, _, count in parts]


def draw_player(s: Any, f: Any, seat: int, place: str, what: str) -> None:
    player = s.players[seat]
    if place == "colonia":
        draw_colonia(player, f, what)
    elif place == "open":
        for part in listed(what):
            square, _, face = part.partition(" ")
            player.open_faces[names.CORNERS.index(square)] = face_of(face)
            player.covered[names.SQUARES.index(square)] = Cover.OPEN
    elif place == "joined":
        for part in listed(what):
            one, other = (names.SQUARES.index(square) for square in part.split())
            player.joined[one], player.joined[other] = (1, 3) if other == one + 1 else (2, 4)
    elif place in ("bag", "beside"):
        player[place][...] = 0
        for part in listed(what):
            player[place][face_of(part)] += 1
    elif place == "cranes":
        player.cranes[...] = [names.COLOURS.index(colour) for colour in what.split()]
    elif place == "scored":
        for square in listed(what):
            player.scored[names.CORNERS.index(square)] = 1
    elif place == "resources":
        for name, count in counted(what):
            player.resources[names.RESOURCES.index(name)] = count
    elif place == "citizens":
        for part in listed(what):
            row, _, owner = part.partition(" of ")
            number = names.CITIZEN_ROWS.index(row)
            player.rows[number, 0 if player.rows[number, 0] == NONE else 1] = int(owner) if owner else seat
            player.active[number] = 1
            player.reverse |= int(row == "merchant 1")
    elif place == "inactive":
        for row in listed(what):
            player.active[names.CITIZEN_ROWS.index(row)] = 0
    elif place == "tracks":
        for part in listed(what):
            track, at = part.split()
            player.tracks[names.TRACKS.index(track)] = HOME if at == "home" else int(at)
    elif place in ("own", "passed", "first_envoy"):
        player[place] = face_of(what)
    elif place == "opened":
        for card, face in enumerate(listed(what)):
            player.opened[card] = face_of(face)
    elif place in ("slider", "reverse", "ship", "points", "left_game"):
        player[place] = int(what)
        if place == "points":
            player.sources[0] = int(what)
    else:
        raise ValueError(place)


def draw_colonia(player: Any, f: Any, what: str) -> None:
    rows = listed(what, "/")
    assert [len(row) for row in rows] == [names.SIDE] * names.SIDE, rows
    for square, sign in enumerate("".join(rows)):
        player.covered[square] = COVERS.get(sign, Cover.NOTHING)
        if sign in BUILDING_LETTERS:
            assert not f.is_temple[square], names.SQUARES[square]
            assert square not in CORNER_SQUARES, names.SQUARES[square]
            player.buildings[square] = BUILDING_LETTERS.index(sign)
        elif sign == "T":
            assert f.is_temple[square], names.SQUARES[square]
        elif sign == "O":
            player.open_faces[CORNER_SQUARES.index(square)] = face_of("builder builder")
    if "#" in what:
        player.bag[...] = f.tiles


def draw_board(s: Any, place: str, what: str) -> None:
    if place == "forum":
        for row, letters in enumerate(listed(what, "/")):
            for column, letter in enumerate(letters):
                if letter != ".":
                    s.mosaic[row * names.FORUM_COLUMNS + column] = (names.COLOUR_LETTERS + "E").index(letter)
    elif place == "envoys":
        for part in listed(what):
            seat, *squares = part.split()
            for square in squares:
                s.envoys[names.FORUM_SQUARES.index(square)] = int(seat)
    elif place == "streets":
        s.shown[...] = [names.STREETS.index(street) for street in listed(what)]
        for street in s.shown:
            s.streets[street] -= 1
    elif place == "street bag":
        s.streets[...] = 0
        for street in listed(what):
            s.streets[names.STREETS.index(street)] += 1
    elif place == "card":
        s.cards[s.cycles_done] = int(what)
    elif place == "cycle":
        s.cycles_done = int(what) - 1
        s.rounds_done = ROUNDS_IN_CYCLE * int(s.cycles_done)
    elif place == "round":
        s.rounds_done = int(what) - 1
        s.cycles_done = (int(what) - 1) // ROUNDS_IN_CYCLE
    elif place in ("singles", "doubles"):
        for colour, count in counted(what):
            s[place][names.COLOURS.index(colour)] = count
    elif place in ("first", "side_b", "traded", "workers_trained", "builders_trained"):
        s[place] = int(what)
    else:
        raise ValueError(place)


def count_areas(s: Any) -> None:
    """Number the areas of the forum as the rules do, then count the envoys in them."""
    find_areas.py_func(s) if hasattr(find_areas, "py_func") else find_areas(s)
    for place, seat in enumerate(s.envoys):
        if seat != NONE and s.areas[place] != NONE:
            s.area_free[s.areas[place]] -= 1
            s.area_taken[s.areas[place]] += 1


def set_pending(s: Any, text: str) -> None:
    """Set the agenda: the next question, with what follows beneath it."""
    clear_agenda(s)
    kind, _, about = text.partition(" ")
    push(s, Frame.OVER)
    push(s, Frame.BEGIN_ROUND)
    last_of_cycle = s.rounds_done % ROUNDS_IN_CYCLE == ROUNDS_IN_CYCLE - 1
    if kind == "score" or kind == "paying":
        s.rounds_done = ROUNDS_IN_CYCLE * (int(s.cycles_done) + 1)
        push(s, Frame.SCORE)
        if kind == "paying":
            push(s, Frame.PAYING)
        return
    if last_of_cycle:
        push(s, Frame.SCORE)
        push(s, Frame.PAYING)
    if kind == "take":
        push(s, Frame.TURNS)
        push(s, Frame.PASS_ON)
        push(s, Frame.TAKE)
        return
    for seat in range(int(s.seats)):
        s.players[seat].own_shown = s.players[seat].passed_shown = 0
    if kind == "turn":
        push(s, Frame.TURNS, (int(about) - int(s.first)) % int(s.seats))
        return
    push(s, Frame.TURNS, 1)
    if kind not in ("build", "use"):
        push(s, Frame.BUILD, 1)
    if kind == "use":
        push(s, Frame.BUILD, 0)
        push(s, Frame.STOW)
    if kind == "use" or kind == "build":
        s.players[0].own_shown = s.players[1].passed_shown = 1
    push(s, Frame[kind.upper()], *details(kind, about))


def details(kind: str, about: str) -> tuple[int, ...]:
    """Return the details of a drawn frame."""
    if kind == "envoy":
        return (ENVOY_COLOURS[about],)
    if kind == "gain":
        return (int(about or 1),)
    if kind == "premium":
        return (names.TRACKS.index(about),)
    if kind == "lay":
        return (names.CLASSES.index(about), 0)
    if kind == "reward":
        return (names.GREY.index(about) if about in names.GREY else GREY + names.COLOURS.index(about),)
    if kind == "first_reward":
        return (names.COLOURS.index(about),)
    return ()
