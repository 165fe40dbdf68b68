"""Chance: a counter-based random generator that lives in the state record.

The n-th number of a key is a fixed function of key and n, so a seed and a list of actions reproduce a game on every
platform, interpreted or compiled, on the CPU or on CUDA. All products stay below 2**63: no mode ever overflows.

Rules call `roll` and `draw` only. In a state with `ExplicitChance`, the caller supplies their outcomes (chance nodes in
OpenSpiel). Rules are compiled separately for each type of record, so the test costs nothing for ordinary `Chance`.
"""

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any

import numpy as np

from ulpia.engine.jit import compiled
from ulpia.engine.layout import (
    NONE,
    Points,
    Row,
    Wide,
    cells,
    layout,
)

WORD = 0xFFFFFFFF
PLAYER_STREAM = 0x7A3D9F1E00000000
"""XORed to a game's seed for the stream of its random players, so that they do not draw from the game's stream."""
MAX_SCRIPT = 256
"""Most outcomes that can be supplied between two decisions."""
MAX_KINDS = 160
"""Most kinds of outcomes that one roll or draw can have."""


class ChanceScript:
    """Outcomes that the caller supplies, and a description of the first one that is missing."""

    length: Points
    """How many outcomes are supplied."""
    used: Points
    """How many of them have been used."""
    kinds: Points
    """How many kinds of outcomes the first missing one can have; 0 while none is missing."""
    outcomes: Annotated[Row, cells(MAX_SCRIPT, of=np.int16)]
    weights: Annotated[Row, cells(MAX_KINDS, of=np.int16)]
    """Relative probabilities of the kinds."""


class Chance:
    """A stream of random numbers."""

    high: Wide
    low: Wide
    """The key: 64 bits made from the seed, in two halves."""
    count: Wide
    """How many numbers were drawn. It grows exactly when something hidden is revealed or shuffled."""
    script: Annotated[Sequence[ChanceScript], cells(0, of=ChanceScript)]
    """Empty: it takes no space."""


class ExplicitChance(Chance):
    """Chance whose outcomes the caller supplies. The stream is not used."""

    script: Annotated[Sequence[ChanceScript], cells(1, of=ChanceScript)]


CHANCE_TYPE = layout(Chance)
EXPLICIT_CHANCE_TYPE = layout(ExplicitChance)


@cache  # Numba recognises the same dtype object at once; comparing two equal ones takes longer than a decision
def explicit_chance_type(state_type: np.dtype[Any]) -> np.dtype[Any]:
    """Return the type of a state with explicit chance. It begins with the same bytes as the given type."""
    fields: Any = state_type.fields
    start = fields["chance"][1]
    assert start + CHANCE_TYPE.itemsize == state_type.itemsize, "chance must be the last field of a state"
    names = list(fields)
    whole = {
        "names": names,
        "formats": [EXPLICIT_CHANCE_TYPE if name == "chance" else fields[name][0] for name in names],
        "offsets": [fields[name][1] for name in names],
        "itemsize": start + EXPLICIT_CHANCE_TYPE.itemsize,
    }
    explicit: np.dtype[Any] = np.dtype((np.record, np.dtype(whole, align=True)))  # type: ignore[call-overload]
    return explicit


@compiled
def mix(x: int) -> int:
    """Hash 32 bits (a multiply-xorshift hash whose two multipliers fit 31 bits)."""
    x ^= x >> 16
    x = (x * 0x21F0AAAD) & WORD
    x ^= x >> 15
    x = (x * 0x735A2D97) & WORD
    return x ^ (x >> 15)


@compiled
def start_chance(chance: Chance, seed: int) -> None:
    """Begin the stream of a seed (0 <= seed < 2**63)."""
    low = mix((seed & WORD) ^ 0x5BD1E995)
    chance.low = low
    chance.high = mix(mix((seed >> 32) & WORD) ^ mix(low ^ 0x1B873593))
    chance.count = 0


@compiled
def roll(chance: Chance, sides: int) -> int:
    """Return one of 0 .. sides-1, all equally likely (to one part in 2**32 per side)."""
    if len(chance.script) > 0:
        return scripted_roll(chance.script[0], sides)
    x = mix((int(chance.low) + int(chance.count)) & WORD)
    x = mix(x ^ int(chance.high))
    chance.count += 1
    return (x * int(sides)) >> 32


@compiled
def draw(chance: Chance, bag: Row) -> int:
    """Take one piece at random out of a bag that holds bag[kind] pieces of each kind; NONE if it is empty."""
    total = 0
    for kind in range(len(bag)):
        total += bag[kind]
    if total == 0:
        return NONE
    kind = 0
    if len(chance.script) > 0:
        kind = scripted_draw(chance.script[0], bag)
    else:
        left = roll(chance, total)
        while left >= bag[kind]:
            left -= bag[kind]
            kind += 1
    bag[kind] -= 1
    return kind


@compiled
def next_outcome(script: ChanceScript) -> int:
    """Return the next supplied outcome; NONE if it is missing."""
    if script.used == script.length:
        return NONE
    script.used += 1
    return int(script.outcomes[script.used - 1])


@compiled
def scripted_roll(script: ChanceScript, sides: int) -> int:
    """Return the supplied outcome of a roll. If it is missing, describe it in the script and return 0."""
    if sides == 1:
        return 0
    side = next_outcome(script)
    if side != NONE:
        return side
    if script.kinds == 0:
        script.kinds = sides
        for each in range(min(sides, MAX_KINDS)):
            script.weights[each] = 1
    return 0


@compiled
def scripted_draw(script: ChanceScript, bag: Row) -> int:
    """Return the supplied kind of piece from a bag that is not empty. If it is missing, describe it in the script."""
    first, last = NONE, NONE
    for kind in range(len(bag)):
        if bag[kind] > 0:
            first = kind if first == NONE else first
            last = kind
    if first == last:
        return first
    kind = next_outcome(script)
    if kind != NONE:
        return kind
    if script.kinds == 0:
        script.kinds = len(bag)
        for each in range(min(len(bag), MAX_KINDS)):
            script.weights[each] = bag[each]
    return first
