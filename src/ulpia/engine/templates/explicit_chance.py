"""Compiled state transitions whose chance outcomes the caller supplies.

Stateless: each call replays from the given state with all outcomes supplied since. `bind` gives this source a game's
functions: begin, play (of its bound `loops`).
"""

from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from ulpia.engine.batch_types import ExplicitRequest
from ulpia.engine.jit import entry_point
from ulpia.engine.layout import NONE, Options

if TYPE_CHECKING:
    begin: Any
    play: Any

REQUIRES = ("begin", "play")

Array = npt.NDArray[Any]

CHANCE_PLAYER, TERMINAL_PLAYER = -1, -4
"""Current player at a chance node and at the end of the game: OpenSpiel's numbers."""


@entry_point
def advance(facts: Array, states: Array, requested: ExplicitRequest, log: Array, legal: Options) -> tuple[int, int]:
    """Carry out a request in states[0]; with seats, begin a game first. Return the current player and its options.

    At a chance node, the second number is how many kinds of outcomes there are. The state is then of no use except for
    their weights.
    """
    script_length, seats, setup_flags, request = requested
    s = states[0]
    script = s.chance.script[0]
    script.length = script_length
    script.used = 0
    script.kinds = 0
    if seats > 0:
        begin(facts[0], s, seats, setup_flags, log)
    n = 0
    if script.kinds == 0:
        n = play(facts[0], s, request, log, legal)
    if script.kinds > 0:
        return CHANCE_PLAYER, script.kinds
    return TERMINAL_PLAYER if s.seat == NONE else s.seat, n
