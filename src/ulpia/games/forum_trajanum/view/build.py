"""A view: what was seen, in names and numbers that JSON can carry.   F-90, F-91.

Works on the record that `see` built, which holds nothing its viewer may not know.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ulpia.core.constants import NONE
from ulpia.engine.jit import entry_point
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.constants import (
    CORNER_SQUARES,
    CORNERS,
    CYCLES,
    GREY,
    HOME,
    ROUNDS_IN_CYCLE,
    SIDE,
    SQUARES,
    TRACK_END,
    Citizens,
    Cover,
    Frame,
    Joined,
)
from ulpia.games.forum_trajanum.rules.facts import POSITIONS, Facts
from ulpia.games.forum_trajanum.rules.knowledge import (
    FIRST_ENVOY,
    OWN,
    PASSED,
    Seen,
)
from ulpia.games.forum_trajanum.rules.scoring import (
    colonia_points,
    eagle_points,
    group_points,
    largest_group,
)
from ulpia.games.forum_trajanum.rules.tasks import collections, fulfilments
from ulpia.games.forum_trajanum.rules.tiles import SQUARE_OF_CORNER
from ulpia.games.forum_trajanum.text.sentences import question

COVERS = ("none", "face down", "open")
JOINED = tuple(None if side == Joined.NOWHERE else side.name.lower() for side in sorted(Joined))
HIDDEN = "hidden"
"""In place of a face that the viewer does not know."""
LARGEST_GROUP = 12
"""So many envoys the slider has numbers for."""
MOSAIC = (*names.COLOURS, "eagle")
FORECAST = ("cranes", "colonia", "envoys", "group", "eagles", "build", "collect")


def view(facts: np.record, record: np.record) -> dict[str, Any]:
    """Tell everything one pair of eyes knows."""
    f, seen = facts, record
    s = seen.table
    seats = range(s.seats)
    asked = question(s)
    cycle = min(s.cycles_done, CYCLES - 1)
    return {
        "game": "forum_trajanum",
        "viewer": _index(seen.viewer),
        "seats": len(seats),
        "side": "B" if s.side_b else "A",
        "newcomers": [seat for seat in seats if s.players[seat].newcomer],
        "first": s.first,
        "seat": _index(s.seat),
        "active": s.active,
        "question": None if asked is None else {"kind": asked.kind, "about": asked.about},
        "pending": _pending(s),
        "turn": s.turns,
        "cycle": cycle + 1,
        "round": min(s.rounds_done + 1, (cycle + 1) * ROUNDS_IN_CYCLE),
        "rounds": CYCLES * ROUNDS_IN_CYCLE,
        "over": asked is None,
        "streets": {
            "shown": [names.STREETS[street] for street in s.shown if street != NONE],
            "left": _counted(names.STREETS, s.streets),
        },
        "trajan_cards": [_card(f, card) for card in s.cards],
        "fragment": f.fragments[cycle],
        "fragments": list(f.fragments),
        "crane_points": f.crane_points[cycle],
        "crane_points_of_cycles": list(f.crane_points),
        "stock": {colour: _stock(f, s, number) for number, colour in enumerate(names.COLOURS)},
        "forum": _forum(s),
        "premiums": {
            track: list(names.PREMIUMS[at * TRACK_END : (at + 1) * TRACK_END]) for at, track in enumerate(names.TRACKS)
        },
        "row_bonuses": {row: names.ROW_BONUSES[bonus] for row, bonus in zip(names.CITIZEN_ROWS, f.row_bonus)},
        "area_points": f.area_points,
        "prestige": {"head": list(f.head), "next_cypress": list(f.next_cypress), "last": POSITIONS - 1},
        "exchanged": {
            "trades": s.traded,
            "workers": s.workers_trained,
            "builders": s.builders_trained,
        },
        "players": [_player(f, seen, seat) | {"forecast": _forecast(facts, record, seat)} for seat in seats],
    }


def active_citizens(player: Any) -> int:
    """All active citizens of a player (F-60: inactive ones count for nothing)."""
    return sum(_citizens_in(player, row) for row in range(len(names.CITIZEN_ROWS)))


@entry_point
def foresee(f: Facts, seen: Seen, seat: int, forecast: npt.NDArray[np.int64]) -> None:
    """F-70 to F-74: what a seat would score if the cycle ended as the table is now. Works on a copy of its own."""
    s = seen.table
    me = s.players[seat]
    cycle = min(int(s.cycles_done), CYCLES - 1)
    structures = 0
    for corner in range(CORNERS):
        if me.covered[SQUARE_OF_CORNER[corner]] == Cover.NOTHING and me.scored[corner] == 0:
            for square in range(SQUARES):
                structures += 1 if me.cranes[corner] != NONE and me.buildings[square] == GREY + me.cranes[corner] else 0
            me.scored[corner] = 1  # before the card, which may ask for scored cranes
    forecast[0] = structures * f.crane_points[cycle]
    forecast[1] = colonia_points(me)
    forecast[2] = largest_group(s, seat)
    forecast[3] = group_points(f, me, forecast[2])
    forecast[4] = eagle_points(s, seat)
    card = s.cards[cycle]
    if card != NONE:
        forecast[5] = fulfilments(f, me, f.card_build[card])
        forecast[6] = collections(me, f.card_collect[card])


def _index(number: int) -> int | None:
    return None if number == NONE else number


def _named(known: Sequence[str], number: int) -> str | None:
    return None if number == NONE else known[number]


def _counted(known: Sequence[str], counts: Any) -> dict[str, int]:
    return {name: count for name, count in zip(known, counts) if count}


def _pending(s: Any) -> list[list[str | int]]:
    frames = zip(s.agenda.kinds, s.agenda.first, s.agenda.second)
    return [[Frame(kind).name.lower(), a, b] for kind, a, b in frames if kind]


def _card(f: Any, card: int) -> dict[str, str] | None:
    if card == NONE:
        return None
    return {
        "build": names.BUILD_TASKS[f.card_build[card]],
        "collect": names.COLLECT_TASKS[f.card_collect[card]],
    }


def _stock(f: Any, s: Any, colour: int) -> dict[str, Any]:
    return {
        "structure": names.STRUCTURES[f.structure_of[colour]],
        "grey": names.GREY[f.grey_of[colour]],
        "singles": s.singles[colour],
        "doubles": s.doubles[colour],
    }


def _forum(s: Any) -> dict[str, Any]:
    squares: dict[str, Any] = {}
    areas: dict[int, dict[str, Any]] = {}
    for place, name in enumerate(names.FORUM_SQUARES):
        if s.mosaic[place] == NONE:
            continue
        colour, area = MOSAIC[s.mosaic[place]], _index(s.areas[place])
        squares[name] = {"colour": colour, "envoy": _index(s.envoys[place]), "area": area}
        if area is not None:
            if area not in areas:
                free, taken = s.area_free[area], s.area_taken[area]
                areas[area] = {"area": area, "colour": colour, "free": free, "taken": taken, "squares": []}
            areas[area]["squares"].append(name)
    return {"squares": squares, "areas": [areas[area] for area in sorted(areas)]}


def _player(f: Any, seen: Any, seat: int) -> dict[str, Any]:
    s, player = seen.table, seen.table.players[seat]
    is_own = seat == seen.viewer
    hidden = seen.hidden[seat]
    giver = (seat + 1) % s.seats
    passed = _face(seen.table.players[giver].passed, seen.hidden[giver][PASSED])
    known = player.opened if is_own else seen.guess[seat]
    return {
        "seat": seat,
        "points": player.points,
        "sources": dict(zip(names.SOURCES, player.sources)),
        "newcomer": bool(player.newcomer),
        "colonia": {name: _square(f, player, square) for square, name in enumerate(names.SQUARES)},
        "street_of": {card: names.STREETS[_street(f, s, seat, number)] for number, card in enumerate(names.STREETS)},
        "streets": [names.STREETS[_street(f, s, seat, card)] for card in s.shown if card != NONE],
        "resources": dict(zip(names.RESOURCES, player.resources)),
        "citizens": {name: _citizens(f, player, row) for row, name in enumerate(names.CITIZEN_ROWS)},
        "active_citizens": active_citizens(player),
        "tracks": {
            name: {"reached": min(at, TRACK_END), "home": bool(at == HOME)}
            for name, at in zip(names.TRACKS, player.tracks)
        },
        "prestige": _prestige(f, player),
        "ship": player.ship,
        "first_envoy": _face(player.first_envoy, hidden[FIRST_ENVOY]),
        "own": _face(player.own, hidden[OWN]),
        "passed": _face(player.passed, hidden[PASSED]),
        "received": passed,
        "opened": [names.FACES[face] for face in known if face != NONE],
        "taking": _taking(player) if is_own else None,
        "beside": _counted(names.FACES, player.beside),
        "left_game": player.left_game,
        "unseen": _counted(names.FACES, player.bag if is_own else seen.pool[seat]),
    }


def _face(face: int, is_hidden: int) -> str | None:
    return HIDDEN if is_hidden else _named(names.FACES, face)


def _square(f: Any, player: Any, square: int) -> dict[str, Any]:
    corner = CORNER_SQUARES.index(square) if square in CORNER_SQUARES else None
    shown: dict[str, Any] = {
        "cover": COVERS[player.covered[square]],
        "face": None if corner is None else _named(names.FACES, player.open_faces[corner]),
        "building": _named(names.BUILDINGS, player.buildings[square]),
        "joined": JOINED[player.joined[square]],
        "temple": bool(f.is_temple[square]),
        "crane": None,
    }
    if corner is not None and player.cranes[corner] != NONE:
        shown["crane"] = {
            "colour": names.COLOURS[player.cranes[corner]],
            "open": bool(player.covered[square] == Cover.NOTHING),
            "scored": bool(player.scored[corner]),
        }
    return shown


def _street(f: Any, s: Any, seat: int, card: int) -> int:
    """F-08: the street that a card means on this seat's board."""
    return f.side_b[seat][card] if s.side_b else card


def _citizens_in(player: Any, row: int) -> int:
    return sum(1 for owner in player.rows[row] if owner != NONE) if player.active[row] else 0


def _citizens(f: Any, player: Any, row: int) -> dict[str, Any]:
    kinds = {building for building in player.buildings[row * SIDE : (row + 1) * SIDE] if 0 <= building < GREY}
    return {
        "spaces": [_index(owner) for owner in player.rows[row]],
        "active": bool(player.active[row]),
        "different_grey": len(kinds),
        "multiplier": 1 + _citizens_in(player, row),
        "bonus": names.ROW_BONUSES[f.row_bonus[row]],
    }


def _prestige(f: Any, player: Any) -> dict[str, Any]:
    position = player.slider
    by_cypress = bool(player.active[Citizens.MERCHANT_I])
    after = f.next_cypress[position] if by_cypress else min(position + 1, POSITIONS - 1)
    offset = f.offset[player.reverse]
    return {
        "position": position,
        "reverse": bool(player.reverse),
        "head": f.head[position],
        "upgraded": {"position": after, "head": f.head[after]},
        "group_points": [max(0, envoys + position + offset) for envoys in range(1, LARGEST_GROUP + 1)],
    }


def _taking(player: Any) -> dict[str, Any]:
    """F-11: what the seat itself has taken for each street card so far."""
    return {
        card: {
            "done": bool(player.done[at]),
            "square": _named(names.SQUARES, player.take_squares[at]),
            "face": _named(names.FACES, player.take_faces[at]),
            "tribune": bool(player.take_tribunes[at]),
        }
        for at, card in enumerate(names.CARDS)
    } | {"keeps": _named(names.FACES, player.keeps)}


def _forecast(f: Any, seen: Any, seat: int) -> dict[str, int]:
    """What the seat would score now; for a Trajan card how often each task is fulfilled."""
    numbers = np.zeros(len(FORECAST), np.int64)
    foresee(f, seen.copy(), seat, numbers)
    return dict(zip(FORECAST, numbers.tolist()))
