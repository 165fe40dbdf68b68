"""Chance: a counter-based generator that lives in the record.

The n-th number of a key is a fixed function of key and n, so a seed and a list of actions reproduce a game on every
platform, interpreted or compiled, on the CPU or on CUDA. All products stay below 2**63: no mode ever overflows.
"""

from ulpia.kernel.compiled import compiled
from ulpia.kernel.layout import NONE, Row, Wide

WORD = 0xFFFFFFFF


class Chance:
    """A stream of random numbers."""

    high: Wide
    low: Wide
    """The key: 64 bits made from the seed, in two halves."""
    count: Wide
    """How many numbers were drawn. It grows exactly when something hidden is revealed or shuffled."""


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
    left = roll(chance, total)
    kind = 0
    while left >= bag[kind]:
        left -= bag[kind]
        kind += 1
    bag[kind] -= 1
    return kind
