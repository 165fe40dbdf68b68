"""Pickles of environments hold plain values in the place of spaces and generators of random numbers.

NumPy and Gymnasium can crash the interpreter while they read a damaged pickle of their own objects. Plain numbers are
checked instead, and spaces are built again.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from ulpia.core.errors import BadPickle
from ulpia.research.row import optional

if TYPE_CHECKING:
    from gymnasium.spaces import Space
else:
    Space = optional("gymnasium").Space

Plain = dict[str, Any]
GENERATORS, DRAWN = "random generators", "drawn from spaces"
"""Keys of a pickled environment, beside the names of its attributes."""


def plain_state(state: Plain) -> Plain:
    """Return attributes without spaces, and generators by their numbers; dictionaries may hold spaces too."""
    spaces = find_spaces(state)
    numbers = {name: numbers_of(value) for name, value in state.items() if is_usual(value)}
    drawn = {path: numbers_of(space.np_random) for path, space in spaces.items() if is_usual(space._np_random)}
    names = {name for name, _ in spaces} | numbers.keys()
    rest = {name: value for name, value in state.items() if name not in names}
    return rest | {GENERATORS: numbers, DRAWN: drawn}


def restore_state(state: Plain, built: Plain) -> Plain:
    """Return the attributes that `plain_state` was given; `built` are the spaces, built again."""
    try:
        numbers, drawn = state[GENERATORS].items(), state[DRAWN].items()
        rest = {name: value for name, value in state.items() if name not in (GENERATORS, DRAWN)}
        spaces = find_spaces(built)
        for path, given in drawn:
            spaces[path]._np_random = generator_of(given)
        return rest | built | {name: generator_of(given) for name, given in numbers}
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
        raise BadPickle(what="random numbers") from None


def find_spaces(state: Plain) -> dict[tuple[str, str], "Space[Any]"]:
    """Return all spaces by the name of their attribute, and by their key if it is a dictionary of spaces."""
    found: dict[tuple[str, str], Space[Any]] = {}
    for name, value in state.items():
        held = value if isinstance(value, dict) else {"": value}
        found |= {(name, key): space for key, space in held.items() if isinstance(space, Space)}
    return found


def is_usual(value: object) -> bool:
    """Return whether a value is a generator of the kind that NumPy makes by default."""
    return isinstance(value, np.random.Generator) and isinstance(value.bit_generator, np.random.PCG64)


def numbers_of(generator: np.random.Generator) -> Plain:
    """Return the numbers that make up a generator."""
    return dict(generator.bit_generator.state)


def generator_of(numbers: Any) -> np.random.Generator:
    """Return the generator that these numbers make up."""
    bits = np.random.PCG64(0)
    bits.state = numbers
    return np.random.Generator(bits)
