"""Many tables at once, each a decision further: what environments and batches run on. `bind` gives it a game's rules.

The globals a game gives: begin, play (of its loops), observe, standing, audit.

Everything comes as arrays, the printed figures too (an array of one): Python hands an array over in a tenth of the time
that a record takes.
"""

from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from ulpia.engine.jit import compiled, entry_point
from ulpia.engine.layout import NONE, Options
from ulpia.engine.rng import roll, start_chance

if TYPE_CHECKING:
    begin: Any
    play: Any
    observe: Any
    standing: Any
    audit: Any

Array = npt.NDArray[Any]

RESULT, POINTS = range(2)
"""Rewards: who won, at the end; or every change of one's points less the mean of the others'."""
GO_ON, LIST_ONLY = -1, -2  # as in loops.py
OTHER_STREAM = 0x7A3D9F1E00000000  # as in loops.py
NO_REASON = 0


@compiled
def show(facts: Array, s: Any, n: int, at: int, legal: Options, small: Array, scale: Array, shown: Any) -> None:
    """Write down what a table asks: whose decision it is, how many options, which, and what that seat knows."""
    seats, counts, listed, masks, seen = shown
    for option in range(counts[at]):
        masks[at, listed[at, option]] = 0
    for option in range(n):
        listed[at, option] = legal[option]
        masks[at, legal[option]] = 1
    counts[at] = n
    seats[at] = s.seat
    if seen.shape[1] > 0 and n > 0:
        observe(facts[0], s, s.seat, small)
        for i in range(seen.shape[1]):
            seen[at, i] = small[i] * scale[i]


@compiled
def reward(s: Any, at: int, kind: int, over: bool, points: Array, rewards: Array) -> None:
    """What each seat gets for what happened since it was last counted; it adds up to zero."""
    total = 0.0
    for seat in range(s.seats):
        gained = 0.0
        if kind == POINTS:
            gained = float(s.players[seat].points - points[at, seat])
        elif over:
            gained = share_of_victory(s, seat)
        points[at, seat] = s.players[seat].points
        rewards[at, seat] = gained
        total += gained
    for seat in range(s.seats):
        rewards[at, seat] -= (total - rewards[at, seat]) / (s.seats - 1)


@compiled
def share_of_victory(s: Any, seat: int) -> float:
    """1 for who won alone, a part of it for who shares the victory."""
    best = standing(s, seat)
    sharing = 1
    for other in range(s.seats):
        if other != seat:
            if standing(s, other) > best:
                return 0.0
            sharing += 1 if standing(s, other) == best else 0
    return 1.0 / sharing


@entry_point
def start(
    facts: Array,
    states: Array,
    blank: Array,
    seeds: Array,
    seats: int,
    setup_flags: int,
    request: int,
    silent: Array,
    legal: Options,
    small: Array,
    scale: Array,
    shown: Any,
    points: Array,
) -> None:
    """Begin a game at every table, each with its seed."""
    for at in range(len(states)):
        states[at] = blank[0]
        s = states[at]
        begin(facts[0], s, seats, setup_flags, seeds[at], silent)
        n = play(facts[0], s, request, silent, legal)
        for seat in range(seats):
            points[at, seat] = s.players[seat].points
        show(facts, s, n, at, legal, small, scale, shown)


@entry_point
def step(
    facts: Array,
    states: Array,
    blank: Array,
    seeds: Array,
    stride: int,
    setup_flags: int,
    request: int,
    silent: Array,
    legal: Options,
    small: Array,
    scale: Array,
    shown: Any,
    points: Array,
    actions: Array,
    kind: int,
    rewards: Array,
    done: Array,
) -> None:
    """Play one action at every table. Where a game ends, the next one begins at once, if there is a stride."""
    counts = shown[1]
    for at in range(len(states)):
        s = states[at]
        done[at] = False
        if counts[at] == 0:
            for seat in range(s.seats):
                rewards[at, seat] = 0
            continue
        action = actions[at]
        while True:  # `play` stands in one place only, because the compiler copies it into every place
            n = play(facts[0], s, action, silent, legal)
            if done[at]:
                for seat in range(s.seats):
                    points[at, seat] = s.players[seat].points
                break
            reward(s, at, kind, n == 0, points, rewards)
            done[at] = n == 0
            if n > 0 or stride == 0:
                break
            seats = s.seats
            seeds[at] += stride
            states[at] = blank[0]
            begin(facts[0], s, seats, setup_flags, seeds[at], silent)
            action = request
        show(facts, s, n, at, legal, small, scale, shown)


@entry_point
def step_one_seat(
    facts: Array,
    states: Array,
    blank: Array,
    seeds: Array,
    stride: int,
    setup_flags: int,
    request: int,
    silent: Array,
    legal: Options,
    small: Array,
    scale: Array,
    shown: Any,
    points: Array,
    actions: Array,
    kind: int,
    rewards: Array,
    done: Array,
    mine: Array,
    turn: int,
    dice: Array,
    gained: Array,
    ends: Any,
) -> None:
    """Play an action of my seat at every table; the others play at random until I decide again. NONE: begin anew.

    Where a game ends, its end is written down, and the next one begins at once, if there is a stride; my seat is then
    so many further. The others' dice are begun with every game, so that tables can be shared out among cores.
    """
    last_seen, last_points, victory = ends
    for at in range(len(states)):
        s = states[at]
        action = actions[at]
        is_new = action == NONE
        done[at] = False
        gained[at] = 0
        if shown[1][at] == 0 and not is_new:
            continue
        begins = is_new
        while True:
            if begins:
                states[at] = blank[0]
                begin(facts[0], s, rewards.shape[1], setup_flags, seeds[at], silent)
                start_chance(dice[at], seeds[at] ^ OTHER_STREAM)
                for seat in range(s.seats):
                    points[at, seat] = s.players[seat].points
                action = request
                begins = False
                is_new = True
            n = play(facts[0], s, action, silent, legal)
            if n > 0 and s.seat != mine[at]:
                action = legal[roll(dice[at], n)]
                continue
            if not is_new:
                reward(s, at, kind, n == 0, points, rewards)
                gained[at] = rewards[at, mine[at]]
            if n > 0:
                break
            done[at] = True
            victory[at] = share_of_victory(s, mine[at])
            for seat in range(s.seats):
                last_points[at, seat] = s.players[seat].points
            observe(facts[0], s, mine[at], small)
            for i in range(last_seen.shape[1]):
                last_seen[at, i] = small[i] * scale[i]
            if stride == 0:
                break
            seeds[at] += stride
            mine[at] = (mine[at] + turn) % s.seats
            begins = True
        show(facts, s, n, at, legal, small, scale, shown)


@entry_point
def relist(
    facts: Array,
    states: Array,
    silent: Array,
    legal: Options,
    small: Array,
    scale: Array,
    shown: Any,
    points: Array,
) -> None:
    """List the choices of tables that were put in."""
    for at in range(len(states)):
        s = states[at]
        n = play(facts[0], s, LIST_ONLY, silent, legal)
        for seat in range(s.seats):
            points[at, seat] = s.players[seat].points
        show(facts, s, n, at, legal, small, scale, shown)


@entry_point
def look(facts: Array, states: Array, seat: int, small: Array, scale: Array, seen: Array) -> None:
    """What one seat knows at each table."""
    for at in range(len(states)):
        observe(facts[0], states[at], seat, small)
        for i in range(seen.shape[1]):
            seen[at, i] = small[i] * scale[i]
