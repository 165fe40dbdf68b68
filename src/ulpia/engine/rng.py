"""Chance: the keyed cryptographic generator ChaCha8, kept in the state record.

The n-th number of a key is a fixed function of key and n, so a key and a list of actions reproduce a game on every
platform, interpreted or compiled, on the CPU or on CUDA. Numbers that were seen do not help to compute others without
the key. Compiled code computes in words of 32 bits, interpreted code in Python's numbers.

The algorithm is ChaCha with 8 rounds, a key of 256 bits and a block counter of 64 bits (Bernstein, 2008). The stream
number stands where the published algorithm has its nonce. A seed below 2**63 is a key whose other bits are zero.

Rules call `roll` and `draw` only. (Random players choose with `dice`, which is faster and hides nothing.) In a state
with `ExplicitChance`, the caller supplies the outcomes: chance nodes in OpenSpiel. Rules are compiled separately for
each type of record, so the test costs nothing for ordinary `Chance`.
"""

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from ulpia.engine.jit import compiled, compiled_or_python, inlined, never_inlined
from ulpia.engine.layout import NONE, Points, Row, between, cells, layout

WORD = 0xFFFFFFFF
HIGHEST_COUNT = 2**40
"""No game draws nearly as many numbers."""
KEY_WORDS = 8
BLOCK_WORDS = 16
DOUBLE_ROUNDS = 4

GAME, IMAGINED_GAME, IMAGINING, SEARCH, SELF_PLAY = range(5)
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
    stream: Annotated[int, between(0, SELF_PLAY, of=np.int64)]
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


def word_of_python(x: int) -> int:
    """Return the lowest 32 bits, where compiled code has a type for them."""
    return int(x) & WORD


word: Any = compiled_or_python(np.uint32, word_of_python)


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


@inlined
def rotate(x: int, bits: int) -> int:
    """Rotate a word to the left."""
    rotated: int = word(x << bits | x >> (32 - bits))
    return rotated


@inlined
def quarter_round(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Mix four words, as ChaCha does it."""
    a = word(a + b)
    d = rotate(d ^ a, 16)
    c = word(c + d)
    b = rotate(b ^ c, 12)
    a = word(a + b)
    d = rotate(d ^ a, 8)
    c = word(c + d)
    b = rotate(b ^ c, 7)
    return a, b, c, d


@compiled
def fill_buffer(chance: Chance) -> None:
    """Compute the block of numbers that the next one belongs to. (Single variables stay in registers.)"""
    never_inlined()  # it is long, and called from many places
    key, buffer = chance.key, chance.buffer
    low = word((chance.count // BLOCK_WORDS) & WORD)
    high = word((chance.count // BLOCK_WORDS) >> 32)
    stream = word(chance.stream)
    c0, c1, c2, c3 = word(C0), word(C1), word(C2), word(C3)
    k0, k1, k2, k3 = word(key[0]), word(key[1]), word(key[2]), word(key[3])
    k4, k5, k6, k7 = word(key[4]), word(key[5]), word(key[6]), word(key[7])
    x0, x1, x2, x3, x4, x5, x6, x7 = c0, c1, c2, c3, k0, k1, k2, k3
    x8, x9, x10, x11, x12, x13, x14, x15 = k4, k5, k6, k7, low, high, stream, word(0)
    for _ in range(DOUBLE_ROUNDS):
        x0, x4, x8, x12 = quarter_round(x0, x4, x8, x12)
        x1, x5, x9, x13 = quarter_round(x1, x5, x9, x13)
        x2, x6, x10, x14 = quarter_round(x2, x6, x10, x14)
        x3, x7, x11, x15 = quarter_round(x3, x7, x11, x15)
        x0, x5, x10, x15 = quarter_round(x0, x5, x10, x15)
        x1, x6, x11, x12 = quarter_round(x1, x6, x11, x12)
        x2, x7, x8, x13 = quarter_round(x2, x7, x8, x13)
        x3, x4, x9, x14 = quarter_round(x3, x4, x9, x14)
    buffer[0], buffer[1], buffer[2], buffer[3] = word(x0 + c0), word(x1 + c1), word(x2 + c2), word(x3 + c3)
    buffer[4], buffer[5], buffer[6], buffer[7] = word(x4 + k0), word(x5 + k1), word(x6 + k2), word(x7 + k3)
    buffer[8], buffer[9], buffer[10], buffer[11] = word(x8 + k4), word(x9 + k5), word(x10 + k6), word(x11 + k7)
    buffer[12], buffer[13], buffer[14], buffer[15] = word(x12 + low), word(x13 + high), word(x14 + stream), x15


@compiled
def roll(chance: Chance, sides: int) -> int:
    """Return one of 0 .. sides-1, all equally likely (to one part in 2**32 per side)."""
    if len(chance.script) > 0:
        return scripted_roll(chance.script[0], sides)
    at = chance.count % BLOCK_WORDS
    if at == 0:
        fill_buffer(chance)
    chance.count += 1
    return (int(np.int64(chance.buffer[at])) * int(sides)) >> 32


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
