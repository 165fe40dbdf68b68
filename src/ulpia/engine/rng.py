"""Chance: a counter-based generator that lives in the record.

The n-th number of a key is a fixed function of key and n, so a seed and a list of actions reproduce a game on every
platform, interpreted or compiled, on the CPU or on CUDA. All products stay below 2**63: no mode ever overflows.

Chance can also be told what comes (`ToldChance`), for whoever wants to decide it. Rules are compiled for one kind of
record at a time, so what asks whether it is told costs nothing where it is not.
"""

from collections.abc import Sequence
from typing import Annotated

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
LONGEST_SCRIPT = 256
MOST_KINDS = 160
"""Outcomes that can be told between two decisions, and kinds that one of them can be of."""


class Told:
    """What comes, as far as it was told, and what must be told next."""

    known: Points
    used: Points
    """Outcomes that were told, and those of them that have come."""
    kinds: Points
    """How many kinds of outcomes there are for the first that was not told; 0 as long as there is none."""
    script: Annotated[Row, cells(LONGEST_SCRIPT, of=np.int16)]
    weights: Annotated[Row, cells(MOST_KINDS, of=np.int16)]
    """How likely each kind is, beside the others."""


class Chance:
    """A stream of random numbers."""

    high: Wide
    low: Wide
    """The key: 64 bits made from the seed, in two halves."""
    count: Wide
    """How many numbers were drawn. It grows exactly when something hidden is revealed or shuffled."""
    told: Annotated[Sequence[Told], cells(0, of=Told)]
    """Nothing: it takes no space."""


CHANCE_TYPE = layout(Chance)


class ToldChance(Chance):
    """The same, told what comes; the stream is not used."""

    told: Annotated[Sequence[Told], cells(1, of=Told)]


@compiled
def mix(x: int) -> int:
    """Scatter 32 bits (a multiply-xorshift hash whose two multipliers fit 31 bits)."""
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
    """Draw one of 0 .. sides-1, all equally likely (to one part in 2**32 per side)."""
    if len(chance.told) > 0:
        return told_side(chance.told[0], sides)
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
    if len(chance.told) > 0:
        kind = told_piece(chance.told[0], bag)
    else:
        left = roll(chance, total)
        while left >= bag[kind]:
            left -= bag[kind]
            kind += 1
    bag[kind] -= 1
    return kind


@compiled
def next_told(told: Told) -> int:
    """The next outcome that was told; NONE if there is none."""
    if told.used == told.known:
        return NONE
    told.used += 1
    return int(told.script[told.used - 1])


@compiled
def told_side(told: Told, sides: int) -> int:
    """One of 0 .. sides-1, as told; if it was not, that is noted, and everything goes on with 0."""
    if sides == 1:
        return 0
    side = next_told(told)
    if side != NONE:
        return side
    if told.kinds == 0:
        told.kinds = sides
        for each in range(min(sides, MOST_KINDS)):
            told.weights[each] = 1
    return 0


@compiled
def told_piece(told: Told, bag: Row) -> int:
    """A kind of piece in a bag that is not empty, as told; if it was not, that is noted."""
    first, last = NONE, NONE
    for kind in range(len(bag)):
        if bag[kind] > 0:
            first = kind if first == NONE else first
            last = kind
    if first == last:
        return first
    kind = next_told(told)
    if kind != NONE:
        return kind
    if told.kinds == 0:
        told.kinds = len(bag)
        for each in range(min(len(bag), MOST_KINDS)):
            told.weights[each] = bag[each]
    return first
