"""What one pair of eyes knows, and what it can imagine.   F-15, F-90, F-91.

`see` builds a record from nothing: public fields by name, then what the viewer alone knows. `view` and `imagine` know
that record and nothing else, so neither can leak: equal views give equal imagined states. While tiles are being taken,
a seat looks to the others as if it had not begun; imagining a seat that has finished lets it take at random.
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
from ulpia.engine.layout import Grid, Index, Options, byte_mask, cells, layout
from ulpia.engine.rng import (
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
"""What lies open, and what can be counted: street cards to come are contents without an order."""
PUBLIC_BYTES = byte_mask(STATE, PUBLIC)

FIRST_ENVOY, OWN, PASSED = range(3)


class Seen:
    """A table through one pair of eyes."""

    table: State
    """Public fields and what the viewer knows besides; other tiles are NONE, other bags are empty."""
    viewer: Index
    hidden: Annotated[Grid, cells(SEATS, 3)]
    """hidden[seat]: 1 where the seat has a first envoy, an own tile, a passed tile that the viewer does not know."""
    pool: Annotated[Grid, cells(SEATS, FACES)]
    """What those tiles and the face-down ones of a seat are, all together; less what `guess` names."""
    guess: Annotated[Grid, cells(SEATS, CARDS)]
    """Faces, taken from corners this round, that are known to be among the hidden own and passed tile."""


SEEN = layout(Seen)


def see(states: npt.NDArray[Any], viewer: int) -> npt.NDArray[Any]:
    """Look at tables (an array of states) with the eyes of a seat, or of a passer-by."""
    seen = np.zeros(len(states), SEEN)
    raw = np.ascontiguousarray(states).view(np.uint8).reshape(len(states), -1)
    seen["table"] = (raw & PUBLIC_BYTES).view(STATE)[:, 0]
    seen["viewer"] = viewer
    remember(states, viewer, seen)
    return seen


@entry_point
def remember(states: npt.NDArray[Any], viewer: int, seen: npt.NDArray[Any]) -> None:
    """Add what the viewer alone knows, and the contents of what it does not."""
    for at in range(len(states)):
        s = states[at]
        sight = seen[at]
        if pending(s) == Frame.KEEP and s.seat != viewer:
            pop(sight.table)  # F-15: how far another has come is not seen
        for seat in range(s.seats):
            if seat == viewer:
                know(s.players[seat], sight.table.players[seat])
            else:
                is_receiver = viewer != NONE and (viewer + 1) % s.seats == seat
                surmise(s.players[seat], sight, seat, is_receiver)


@compiled
def know(truth: Player, mine: Player) -> None:
    """A seat knows all its own tiles but those nobody knows."""
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
def surmise(truth: Player, sight: Seen, seat: int, is_receiver: bool) -> None:
    """Of another seat only what was shown; the rest goes into its pool."""
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
            pool[truth.take_faces[card]] += 1  # F-15: as if it lay there still
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
    settle_guess(sight, seat, other)


@compiled
def settle_guess(sight: Seen, seat: int, other: Player) -> None:
    """A receiver knows whether a tile from a corner came along; what is left to guess leaves the pool."""
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


@entry_point
def imagine(
    f: Facts, seen: Seen, seed: int, states: npt.NDArray[Any], dice: Chance, legal: Options, silent: EventLog
) -> None:
    """Write into states[0] a table that looks the same: everything hidden drawn anew, and chance itself."""
    states[0] = seen.table
    s = states[0]
    start_chance(dice, seed)
    start_chance(s.chance, (seed ^ 0x2545F4914F6CDD1D) & 0x7FFFFFFFFFFFFFFF)
    for seat in range(s.seats):
        if seat != seen.viewer:
            draw_hidden(seen, seat, s.players[seat], dice)
    imagine_takings(f, s, seen.viewer, dice, legal, silent)


@compiled
def imagine_into(
    f: Facts, seen: Seen, seed: int, states: npt.NDArray[Any], dice: Chance, legal: Options, silent: EventLog
) -> None:
    """The same, asked as every game is asked."""
    imagine(f, seen, seed, states, dice, legal, silent)


@compiled
def draw_hidden(seen: Seen, seat: int, player: Player, dice: Chance) -> None:
    """F-90, F-91: tiles from a corner go to one of the places where they can be; the others come from the pool."""
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
    """F-15: the others who have taken tiles took some that they were allowed to, nobody knows which."""
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
