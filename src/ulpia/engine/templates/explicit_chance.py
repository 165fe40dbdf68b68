"""A game whose chance is told from outside. `bind` gives it a game's rules.

The globals a game gives: begin, play (of its loops).

Who asks keeps the table as it was and goes on from it once more with every outcome that was told since.
"""

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ulpia.engine.jit import entry_point
from ulpia.engine.layout import NONE, Options, layout
from ulpia.engine.rng import Chance, ToldChance

if TYPE_CHECKING:
    begin: Any
    play: Any

Array = npt.NDArray[Any]

CHANCE, OVER = -1, -4
"""Who decides where no seat does (the numbers are OpenSpiel's)."""
TOLD_CHANCE = layout(ToldChance)


@cache  # Numba knows a record type at once if it is the very same; to compare two takes longer than a decision
def told_type(state_type: np.dtype[Any]) -> np.dtype[Any]:
    """The same record with chance that is told. It begins with the same bytes."""
    fields: Any = state_type.fields
    start = fields["chance"][1]
    assert start + layout(Chance).itemsize == state_type.itemsize, "chance must be the last field of a state"
    names = list(fields)
    whole = {
        "names": names,
        "formats": [TOLD_CHANCE if name == "chance" else fields[name][0] for name in names],
        "offsets": [fields[name][1] for name in names],
        "itemsize": start + TOLD_CHANCE.itemsize,
    }
    told: np.dtype[Any] = np.dtype((np.record, np.dtype(whole, align=True)))  # type: ignore[call-overload]
    return told


@entry_point
def go_on(
    facts: Array, tables: Array, known: int, seats: int, setup_flags: int, request: int, log: Array, legal: Options
) -> tuple[int, int]:
    """Begin (if seats are given) and carry out a request. Return who decides, and among how many.

    If that is CHANCE, the table is good for nothing but the weights of what must be told.
    """
    s = tables[0]
    told = s.chance.told[0]
    told.known = known
    told.used = 0
    told.kinds = 0
    if seats > 0:
        begin(facts[0], s, seats, setup_flags, 0, log)
    n = 0
    if told.kinds == 0:
        n = play(facts[0], s, request, log, legal)
    if told.kinds > 0:
        return CHANCE, told.kinds
    return OVER if s.seat == NONE else s.seat, n
