"""The checksum chain of a journal, so that a changed, missing or swapped row is noticed.

The chain of a game begins with a digest of what makes it this game: id, name, seats, seed and settings. The digest of
each row covers the digest before it and everything the row holds. The head stores the number of rows and the last
digest, so the end of a journal cannot vanish unnoticed. A second digest covers the whole head.

The digests have no key. They show damage and mistakes; they do not stop an operator who computes them again.
"""

import hashlib
import json
from collections.abc import Sequence

DIGITS = 32
"""Hexadecimal digits of a digest."""
IDENTITY = ("id", "game", "seats", "seed", "settings")
"""The columns of a head that never change. The chain begins with them."""
HEAD = (*IDENTITY, "components", "rules", "owner", "created", "release", "layout", "setup")
"""The columns that the digest of the head covers. Version and layout are rewritten when a game goes on under newer
rules."""
CONTENT = ("game", "position", "number", "seat", "made", "state")
"""The columns that the digest of a row covers, after the digest before it."""


def digest(values: Sequence[object]) -> str:
    """Return the digest of some values."""
    text = json.dumps(list(values), default=repr)
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def first_link(identity: Sequence[object]) -> str:
    """Return the digest that a chain begins with, from the values of `IDENTITY`."""
    return digest(["game", *identity])


def next_link(previous: str, content: Sequence[object]) -> str:
    """Return the digest of a row, from the digest before it and the values of `CONTENT`."""
    return digest([previous, *content])
