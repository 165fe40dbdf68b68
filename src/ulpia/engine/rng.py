"""Chance: the keyed cryptographic generator ChaCha8, kept in the state record.

The n-th number of a key is a fixed function of key and n, so a key and a list of actions reproduce a game on every
platform, interpreted or compiled, on the CPU or on CUDA. Whoever sees any of the numbers, but not the key, can compute
none of the others. All arithmetic is on numbers below 2**63: no mode ever overflows.

The algorithm is ChaCha with 8 rounds, a key of 256 bits and a block counter of 64 bits (Bernstein, 2008). The stream
number stands where the published algorithm has its nonce. A seed below 2**63 is a key whose other bits are zero.

Rules call `roll` and `draw` only. In a state with `ExplicitChance`, the caller supplies their outcomes (chance nodes in
OpenSpiel). Rules are compiled separately for each type of record, so the test costs nothing for ordinary `Chance`.
"""

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from ulpia.engine.jit import compiled, inlined
from ulpia.engine.layout import NONE, Points, Row, between, cells, layout

WORD = 0xFFFFFFFF
HIGHEST_COUNT = 2**40
"""No game draws nearly as many numbers."""
KEY_WORDS = 8
BLOCK_WORDS = 16
DOUBLE_ROUNDS = 4

GAME, PLAYERS, IMAGINED_GAME, IMAGINING, SEARCH, SELF_PLAY = range(6)
"""Streams: numbers of one seed for different purposes are independent of each other."""

C0, C1, C2, C3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574
"""The constants of ChaCha: the words “expand 32-byte k”."""
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

    count: Annotated[int, between(0, HIGHEST_COUNT, of=np.int64)]
    """How many numbers were drawn. It grows exactly when something hidden is revealed or shuffled."""
    key: Annotated[Row, cells(KEY_WORDS, of=np.uint32)]
    stream: Annotated[int, between(0, SELF_PLAY, of=np.uint32)]
    buffer: Annotated[Row, cells(BLOCK_WORDS, of=np.uint32)]
    """The block of numbers that the last one was taken from; zeros before the first."""
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


def key_of(seed: int) -> npt.NDArray[np.uint32]:
    """Return a seed (0 <= seed < 2**256) as the words of a key."""
    return np.frombuffer(seed.to_bytes(4 * KEY_WORDS, "little"), np.dtype("<u4")).astype(np.uint32)


@compiled
def start_chance(chance: Chance, seed: int, stream: int) -> None:
    """Begin a stream of a seed (0 <= seed < 2**63)."""
    for word in range(KEY_WORDS):
        chance.key[word] = 0
    chance.key[0] = seed & WORD
    chance.key[1] = seed >> 32
    rewind(chance, stream)


@compiled
def start_chance_with_key(chance: Chance, key: Row) -> None:
    """Begin the stream GAME of a key."""
    for word in range(KEY_WORDS):
        chance.key[word] = key[word]
    rewind(chance, GAME)


@compiled
def rewind(chance: Chance, stream: int) -> None:
    """Go to the beginning of a stream."""
    chance.stream = stream
    chance.count = 0
    for word in range(BLOCK_WORDS):
        chance.buffer[word] = 0


@compiled
def word_of(words: Row, at: int) -> int:
    """Return a word as a signed number of 64 bits: mixed with unsigned ones, Numba would compute in floats."""
    return int(np.int64(words[at]))


@inlined
def rotate(x: int, bits: int) -> int:
    """Rotate a word to the left."""
    return ((x << bits) | (x >> (32 - bits))) & WORD


@inlined
def quarter_round(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Mix four words, as ChaCha does it."""
    a = (a + b) & WORD
    d = rotate(d ^ a, 16)
    c = (c + d) & WORD
    b = rotate(b ^ c, 12)
    a = (a + b) & WORD
    d = rotate(d ^ a, 8)
    c = (c + d) & WORD
    b = rotate(b ^ c, 7)
    return a, b, c, d


@compiled
def fill_buffer(chance: Chance) -> None:
    """Compute the block of numbers that the next one belongs to. (Single variables stay in registers.)"""
    key, buffer = chance.key, chance.buffer
    low = (chance.count // BLOCK_WORDS) & WORD
    high = (chance.count // BLOCK_WORDS) >> 32
    stream = int(np.int64(chance.stream))
    x0, x1, x2, x3 = C0, C1, C2, C3
    x4, x5, x6, x7 = word_of(key, 0), word_of(key, 1), word_of(key, 2), word_of(key, 3)
    x8, x9, x10, x11 = word_of(key, 4), word_of(key, 5), word_of(key, 6), word_of(key, 7)
    x12, x13, x14, x15 = low, high, stream, 0
    for _ in range(
        DOUBLE_ROUNDS + (chance.count >> 62)
    ):  # always so many; the compiler cannot know, and unrolls nothing
        x0, x4, x8, x12 = quarter_round(x0, x4, x8, x12)
        x1, x5, x9, x13 = quarter_round(x1, x5, x9, x13)
        x2, x6, x10, x14 = quarter_round(x2, x6, x10, x14)
        x3, x7, x11, x15 = quarter_round(x3, x7, x11, x15)
        x0, x5, x10, x15 = quarter_round(x0, x5, x10, x15)
        x1, x6, x11, x12 = quarter_round(x1, x6, x11, x12)
        x2, x7, x8, x13 = quarter_round(x2, x7, x8, x13)
        x3, x4, x9, x14 = quarter_round(x3, x4, x9, x14)
    buffer[0], buffer[1] = (x0 + C0) & WORD, (x1 + C1) & WORD
    buffer[2], buffer[3] = (x2 + C2) & WORD, (x3 + C3) & WORD
    buffer[4], buffer[5] = (x4 + word_of(key, 0)) & WORD, (x5 + word_of(key, 1)) & WORD
    buffer[6], buffer[7] = (x6 + word_of(key, 2)) & WORD, (x7 + word_of(key, 3)) & WORD
    buffer[8], buffer[9] = (x8 + word_of(key, 4)) & WORD, (x9 + word_of(key, 5)) & WORD
    buffer[10], buffer[11] = (x10 + word_of(key, 6)) & WORD, (x11 + word_of(key, 7)) & WORD
    buffer[12], buffer[13] = (x12 + low) & WORD, (x13 + high) & WORD
    buffer[14], buffer[15] = (x14 + stream) & WORD, x15


@compiled
def roll(chance: Chance, sides: int) -> int:
    """Return one of 0 .. sides-1, all equally likely (to one part in 2**32 per side)."""
    if len(chance.script) > 0:
        return scripted_roll(chance.script[0], sides)
    at = chance.count % BLOCK_WORDS
    if at == 0:
        fill_buffer(chance)
    chance.count += 1
    return (word_of(chance.buffer, at) * int(sides)) >> 32


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
