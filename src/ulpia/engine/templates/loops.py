"""Compiled loops of one game: one action of a match, random games, random games with checked invariants.

`bind` gives this source the functions of a game that are named in REQUIRES (`ulpia.engine.rules.RuleFunctions`).
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ulpia.engine.batch_types import Array, PlayoutBuffers, PlayoutGames
from ulpia.engine.dice import choose, start_dice
from ulpia.engine.event_log import EventLog
from ulpia.engine.jit import compiled, entry_point
from ulpia.engine.layout import Options
from ulpia.engine.play_requests import DEAL, LIST_ONLY
from ulpia.engine.rng import GAME, roll, start_chance, start_chance_with_key

if TYPE_CHECKING:
    begin: Any
    settle: Any
    options: Callable[..., int]
    apply: Any
    is_setting_up: Any
    may_skip: Any
    audit: Any
    recount_action: Any
    recount_settling: Any
    standing: Any
    imagine_into: Any

REQUIRES = (
    "begin",
    "settle",
    "options",
    "apply",
    "is_setting_up",
    "may_skip",
    "audit",
    "recount_action",
    "recount_settling",
    "standing",
    "imagine_into",
)

GAMES, DECISIONS, REAL_DECISIONS, FAULTY_SEED, FAULTY_DECISION, FAULT, DETAIL = range(7)
"""Counters of a tally: games, decisions, decisions with more than one option; then where and how a check failed."""
TALLY = 7


@entry_point
def play(f: Any, s: Any, request: int, log: EventLog, legal: Options) -> int:
    """Carry out an action (or another request) and everything that leaves no choice.

    List the next options in `legal` and return how many there are; 0 when the game is over. Each function of the game
    is called in one place only, because the compiler copies it into every place.
    """
    action = request
    while True:
        if action >= 0:
            apply(f, s, action, log)
        if request != LIST_ONLY:
            settle(f, s, log)
        n = options(f, s, legal)
        if n == 0 or request == LIST_ONLY:
            return n
        if n == 1 and may_skip(s):
            action = legal[0]
        elif request == DEAL and is_setting_up(s):
            action = legal[roll(s.chance, n)]
        else:
            return n


@entry_point
def start(f: Any, s: Any, seats: int, setup_flags: int, key: Array, log: Any) -> None:
    """Write a new game into a blank state."""
    start_chance_with_key(s.chance, key)
    begin(f, s, seats, setup_flags, log)


@entry_point
def imagine(f: Any, seen: Any, seed: int, states: Array, dice: Any, legal: Options, log: Any) -> None:
    """Write into states[0] a state that looks like `seen`; everything hidden is drawn again."""
    imagine_into(f, seen, seed, states, dice, legal, log)


@entry_point
def standings(states: Array, out: Any) -> None:
    """One number for each seat of states[0]: a higher one is a better place, equal ones share it."""
    s = states[0]
    for seat in range(s.seats):
        out[seat] = standing(s, seat)


@entry_point
def find_fault(f: Any, states: Array, out: Array) -> None:
    """Test every invariant of some states; write the first fault, or 0, and which state has it."""
    for at in range(len(states)):
        out[0] = audit(f, states[at])
        if out[0] != 0:
            out[1] = at
            return


@entry_point
def playouts(f: Any, buffers: PlayoutBuffers, requested: PlayoutGames) -> None:
    """Play complete random games."""
    states, dice, legal, log, tally = buffers
    seats, setup_flags, seed, games = requested
    s = states[0]
    for game in range(games):
        states[0] = states[1]
        start_chance(s.chance, seed + game, GAME)
        start_dice(dice, seed + game)
        begin(f, s, seats, setup_flags, log)
        decisions = 0
        real_decisions = 0
        while True:  # each function is called in one place only, as in `play`
            settle(f, s, log)
            n = options(f, s, legal)
            if n == 0:
                break
            decisions += 1
            choice = 0
            if n > 1:
                real_decisions += 1
                choice = choose(dice, n)
            apply(f, s, legal[choice], log)
        tally[GAMES] += 1
        tally[DECISIONS] += decisions
        tally[REAL_DECISIONS] += real_decisions


NO_FAULT, BAD_STATE, BAD_POINTS, BAD_SETTLING, BAD_ORDER, NO_OPTIONS, ENDLESS, LOG_FULL = range(8)
FAULTS = (None, "state", "points", "settling", "order", "no options", "endless", "event log full")
LONGEST_GAME = 30_000
"""In decisions; far more than any game can have."""


@compiled
def fault_in_options(legal: Options, n: int, over: bool) -> int:
    """Check that options are listed in ascending order, and that there are some before the end."""
    if n == 0 and not over:
        return NO_OPTIONS
    for at in range(1, n):
        if legal[at - 1] >= legal[at]:
            return BAD_ORDER
    return NO_FAULT


@entry_point
def check(f: Any, buffers: PlayoutBuffers, requested: PlayoutGames) -> int:
    """Play random games and test every invariant after every decision. Return the first fault."""
    states, dice, legal, log, tally = buffers
    seats, setup_flags, seed, games = requested
    s = states[0]
    for game in range(games):
        states[0] = states[1]
        start_chance(s.chance, seed + game, GAME)
        start_dice(dice, seed + game)
        log[0, 0] = 0
        begin(f, s, seats, setup_flags, log)
        settle(f, s, log)
        decisions = 0
        while True:
            tally[FAULTY_SEED] = seed + game
            tally[FAULTY_DECISION] = decisions
            tally[DETAIL] = audit(f, s)
            if tally[DETAIL] != 0:
                return BAD_STATE
            n = options(f, s, legal)
            fault = fault_in_options(legal, n, s.seat < 0)
            if fault != NO_FAULT:
                return fault
            if n == 0:
                break
            if log[0, 0] + 1 >= log.shape[0]:
                return LOG_FULL
            log[0, 0] = 0
            states[2] = s
            action = legal[choose(dice, n) if n > 1 else 0]
            apply(f, s, action, log)
            if not recount_action(f, states[2], s, action):
                return BAD_POINTS
            states[3] = s
            settle(f, s, log)
            if not recount_settling(f, states[3], s):
                return BAD_SETTLING
            decisions += 1
            if decisions > LONGEST_GAME:
                return ENDLESS
        tally[GAMES] += 1
        tally[DECISIONS] += decisions
    return NO_FAULT
