"""Dice: the choices of random players, from a fast generator.

What is hidden in a game comes from `rng`, whose numbers nobody can compute. Random players hide nothing, and random
games choose at every decision, so their choices come from a hash of seed and count: the same everywhere, but not
secret. A few of them are enough to compute the others.
"""

from ulpia.engine.jit import compiled
from ulpia.engine.layout import Wide, layout

WORD = 0xFFFFFFFF


class Dice:
    """A stream of choices."""

    low: Wide
    high: Wide
    count: Wide
    """How many choices were made."""


DICE_TYPE = layout(Dice)


@compiled
def mix(x: int) -> int:
    """Hash 32 bits (a multiply-xorshift hash whose two multipliers fit 31 bits)."""
    x ^= x >> 16
    x = (x * 0x21F0AAAD) & WORD
    x ^= x >> 15
    x = (x * 0x735A2D97) & WORD
    return x ^ (x >> 15)


@compiled
def start_dice(dice: Dice, seed: int) -> None:
    """Begin the stream of a seed (0 <= seed < 2**63)."""
    low = mix((seed & WORD) ^ 0x5BD1E995)
    dice.low = low
    dice.high = mix(mix((seed >> 32) & WORD) ^ mix(low ^ 0x1B873593))
    dice.count = 0


@compiled
def choose(dice: Dice, options: int) -> int:
    """Return one of 0 .. options-1, all equally likely (to one part in 2**32 per option)."""
    x = mix((int(dice.low) + int(dice.count)) & WORD)
    x = mix(x ^ int(dice.high))
    dice.count += 1
    return (x * int(options)) >> 32
