"""What a viewer knows of a table, and how the rest is imagined.   F-15, F-90, F-91.

`see` starts from zeros, copies the public fields by name and adds what the viewer alone knows. The view and `imagine`
get that record and nothing else, so neither can leak a secret: equal records give equal imagined states. While tiles
are being taken, another seat looks as if it had not begun; `imagine` lets a seat that has finished take at random.
"""

from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from ulpia.core.constants import NONE
from ulpia.engine.agenda import (
    change_detail,
    detail_a,
    pending,
    pop,
    push,
)
from ulpia.engine.event_log import EventLog
from ulpia.engine.jit import compiled, entry_point
from ulpia.engine.layout import Grid, Index, Options, byte_mask, bytes_of, cells, layout
from ulpia.engine.rng import (
    IMAGINED_GAME,
    IMAGINING,
    Chance,
    draw,
    roll,
    start_chance,
)
from ulpia.games.forum_trajanum.constants import CARDS, FACES, SEATS, Cover, Frame
from ulpia.games.forum_trajanum.rules.facts import Facts
from ulpia.games.forum_trajanum.rules.setup import seat_after
from ulpia.games.forum_trajanum.rules.state import STATE, Player, State
from ulpia.games.forum_trajanum.rules.steps.taking import (
    keep_options,
    play_keep,
    play_take,
    take_options,
)

PUBLIC = (
    *("seats", "side_b", "first", "seat", "active", "turns", "rounds_done", "cycles_done"),
    *("streets", "shown", "cards", "singles", "doubles"),
    *("mosaic", "envoys", "areas", "area_free", "area_taken"),
    *("traded", "workers_trained", "builders_trained", "agenda"),
    *("players.covered", "players.open_faces", "players.buildings", "players.joined"),
    *("players.cranes", "players.scored", "players.resources", "players.rows", "players.active"),
    *("players.tracks", "players.slider", "players.reverse", "players.ship", "players.beside"),
    *("players.left_game", "players.newcomer", "players.own_shown", "players.passed_shown", "players.opened"),
    *("players.points", "players.sources"),
)
"""Fields that lie open or can be counted: the street cards to come have contents but no order."""
PUBLIC_BYTES = byte_mask(STATE, PUBLIC)

FIRST_ENVOY, OWN, PASSED = range(3)


class Seen:
    """A table as one viewer knows it."""

    table: State
    """Public fields and the viewer's own knowledge; unknown tiles are NONE, the bags of other seats are empty."""
    viewer: Index
    hidden: Annotated[Grid, cells(SEATS, 3)]
    """hidden[seat]: 1 where the seat has a first envoy, an own tile, a passed tile that the viewer does not know."""
    pool: Annotated[Grid, cells(SEATS, FACES)]
    """All hidden and face-down tiles of a seat together, without those in `guess`."""
    guess: Annotated[Grid, cells(SEATS, CARDS)]
    """Faces taken from corners this round that must be the hidden own or passed tile, in an unknown order."""


SEEN = layout(Seen)
TABLE_BYTES = bytes_of(SEEN, "table")


def see(states: npt.NDArray[Any], viewer: int) -> npt.NDArray[Any]:
    """Return what a seat, or a spectator (NONE), knows of each table in an array of states."""
    seen = np.zeros(len(states), SEEN)
    raw = np.ascontiguousarray(states).view(np.uint8).reshape(len(states), -1)
    seen.view(np.uint8).reshape(len(states), -1)[:, TABLE_BYTES] = raw & PUBLIC_BYTES
    seen["viewer"] = viewer
    add_private_knowledge(states, viewer, seen)
    return seen


@entry_point
def add_private_knowledge(states: npt.NDArray[Any], viewer: int, seen: npt.NDArray[Any]) -> None:
    """Add the viewer's own knowledge, and the contents of what is hidden from it."""
    for at in range(len(states)):
        s = states[at]
        sight = seen[at]
        if pending(s) == Frame.KEEP and s.seat != viewer:
            pop(sight.table)  # F-15: how far another seat has come is hidden
        for seat in range(s.seats):
            if seat == viewer:
                copy_own_tiles(s.players[seat], sight.table.players[seat])
            else:
                is_receiver = viewer != NONE and (viewer + 1) % s.seats == seat
                hide_tiles(s.players[seat], sight, seat, is_receiver)


@compiled
def copy_own_tiles(truth: Player, mine: Player) -> None:
    """Copy what a seat knows of its own tiles: everything but the order of its bag."""
    for face in range(FACES):
        mine.bag[face] = truth.bag[face]
    mine.first_envoy = truth.first_envoy
    mine.own = truth.own
    mine.passed = truth.passed
    for card in range(CARDS):
        mine.done[card] = truth.done[card]
        mine.take_squares[card] = truth.take_squares[card]
        mine.take_faces[card] = truth.take_faces[card]
        mine.take_tribunes[card] = truth.take_tribunes[card]
    mine.keeps = truth.keeps


@compiled
def hide_tiles(truth: Player, sight: Seen, seat: int, is_receiver: bool) -> None:
    """Copy the shown tiles of another seat; the rest goes into its pool."""
    other = sight.table.players[seat]
    pool = sight.pool[seat]
    hidden = sight.hidden[seat]
    for face in range(FACES):
        pool[face] = truth.bag[face]
    for card in range(CARDS):
        other.take_squares[card] = NONE
        other.take_faces[card] = NONE
        square = truth.take_squares[card]
        if square != NONE and truth.covered[square] == Cover.FACE_DOWN:
            pool[truth.take_faces[card]] += 1  # F-15: as if it still lay there
        sight.guess[seat, card] = truth.opened[card]
    other.keeps = NONE
    other.first_envoy = NONE
    other.own = NONE
    other.passed = NONE
    if truth.first_envoy != NONE:
        hidden[FIRST_ENVOY] = 1
        pool[truth.first_envoy] += 1
    if truth.own != NONE and truth.own_shown == 1:
        other.own = truth.own
    elif truth.own != NONE:
        hidden[OWN] = 1
        pool[truth.own] += 1
    if truth.passed != NONE and (truth.passed_shown == 1 or is_receiver):
        other.passed = truth.passed
    elif truth.passed != NONE:
        hidden[PASSED] = 1
        pool[truth.passed] += 1
    narrow_guess(sight, seat, other)


@compiled
def narrow_guess(sight: Seen, seat: int, other: Player) -> None:
    """A receiver knows whether a corner tile was passed to it. Remaining guesses leave the pool."""
    guess = sight.guess[seat]
    if other.passed_shown == 0 and other.passed != NONE:
        if guess[0] == other.passed:
            guess[0] = NONE
        elif guess[1] == other.passed:
            guess[1] = NONE
    if guess[0] == NONE:
        guess[0] = guess[1]
        guess[1] = NONE
    for card in range(CARDS):
        if guess[card] != NONE:
            sight.pool[seat, guess[card]] -= 1


@compiled
def imagine_into(
    f: Facts, seen: Seen, seed: int, states: npt.NDArray[Any], dice: Chance, legal: Options, silent: EventLog
) -> None:
    """Write into states[0] a table with the same view: hidden tiles are redrawn, and the generator gets a new seed."""
    states[0] = seen.table
    s = states[0]
    start_chance(dice, seed, IMAGINING)
    start_chance(s.chance, seed, IMAGINED_GAME)
    for seat in range(s.seats):
        if seat != seen.viewer:
            draw_hidden(seen, seat, s.players[seat], dice)
    imagine_takings(f, s, seen.viewer, dice, legal, silent)


@compiled
def draw_hidden(seen: Seen, seat: int, player: Player, dice: Chance) -> None:
    """F-90, F-91: assign corner tiles to the places where they can be; draw the other hidden tiles from the pool."""
    for face in range(FACES):
        player.bag[face] = seen.pool[seat, face]
    hidden = seen.hidden[seat]
    guess = seen.guess[seat]
    if hidden[OWN] == 1 and hidden[PASSED] == 1:
        if roll(dice, 2) == 1:
            player.own = guess[0]
            player.passed = guess[1]
        else:
            player.own = guess[1]
            player.passed = guess[0]
    elif hidden[OWN] == 1:
        player.own = guess[0]
    elif hidden[PASSED] == 1:
        player.passed = guess[0]
    if hidden[OWN] == 1 and player.own == NONE:
        player.own = draw(dice, player.bag)
    if hidden[PASSED] == 1 and player.passed == NONE:
        player.passed = draw(dice, player.bag)
    if hidden[FIRST_ENVOY] == 1:
        player.first_envoy = draw(dice, player.bag)


@compiled
def imagine_takings(f: Facts, s: State, viewer: int, dice: Chance, legal: Options, silent: EventLog) -> None:
    """F-15: let the other seats that have finished take legal tiles at random."""
    keeping = pending(s) == Frame.KEEP
    if keeping:
        pop(s)
    if pending(s) == Frame.TAKE:
        seat = s.seat
        finished = detail_a(s)
        for step in range(finished):
            s.seat = seat_after(s, step)
            if s.seat != viewer:
                change_detail(s, step, 0)
                while pending(s) == Frame.KEEP or detail_a(s) == step:
                    if pending(s) == Frame.KEEP:
                        play_keep(s, legal[roll(dice, keep_options(s, legal))], silent)
                    else:
                        play_take(s, legal[roll(dice, take_options(f, s, legal))], silent)
        s.seat = seat
        change_detail(s, finished, 0)
    if keeping:
        push(s, Frame.KEEP, 0, 0)
