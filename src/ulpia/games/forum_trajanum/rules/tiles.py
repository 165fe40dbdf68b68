"""Colonia tiles: their squares, their faces, and what using one gives.   F-22 to F-24."""

import numpy as np

from ulpia.core.constants import NONE
from ulpia.engine.agenda import push
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.rng import draw
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.constants import CITIZEN, CORNER_SQUARES, CORNERS, UPGRADE, Cover, Frame
from ulpia.games.forum_trajanum.events import Event
from ulpia.games.forum_trajanum.rules.facts import Facts
from ulpia.games.forum_trajanum.rules.state import Player, State
from ulpia.games.forum_trajanum.rules.supply import gain, upgrade

FACE_SYMBOLS = np.array(names.PAIRS)
SQUARE_OF_CORNER = np.array(CORNER_SQUARES)


@compiled
def corner_at(square: int) -> int:
    """Return the corner at a square, NONE if it is no corner."""
    for corner in range(CORNERS):
        if SQUARE_OF_CORNER[corner] == square:
            return corner
    return NONE


@compiled
def look_at(s: State, me: Player, square: int) -> int:
    """Return the face of the tile on a square; a face-down one is drawn now (F-90)."""
    if me.covered[square] == Cover.OPEN:
        return me.open_faces[corner_at(square)]
    return draw(s.chance, me.bag)


@compiled
def clear_square(me: Player, square: int) -> None:
    """Remove the tile; on a corner this uncovers the crane."""
    if me.covered[square] == Cover.OPEN:
        me.open_faces[corner_at(square)] = NONE
    me.covered[square] = Cover.NOTHING


@compiled
def has_space(me: Player, kind: int) -> bool:
    """F-23: a row of the class has a free space."""
    return me.rows[2 * kind, 1] == NONE or me.rows[2 * kind + 1, 1] == NONE


@compiled
def can_be_laid(me: Player, face: int) -> bool:
    """F-23: the tile is a citizen with a free space."""
    return face >= CITIZEN and has_space(me, face - CITIZEN)


@compiled
def use_tile(f: Facts, s: State, seat: int, face: int, owner: int, log: EventLog) -> bool:
    """F-22, F-23: gain what the tile shows. Tell whether it goes to a citizen row, which the seat is asked for next."""
    if face < CITIZEN:
        for at in range(2):
            symbol = FACE_SYMBOLS[face, at]
            if symbol == UPGRADE:
                upgrade(f, s, seat, log)
            else:
                gain(s, seat, symbol, 1, log)
        return False
    if not can_be_laid(s.players[seat], face):
        emit(log, Event.NO_SPACE, seat, face, 0, 0)
        return False
    push(s, Frame.LAY, face - CITIZEN, owner)
    return True
