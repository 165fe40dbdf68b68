"""What cannot be guessed: names of tables, keys to seats, keys of owners. Only their digests are stored."""

import hashlib
import secrets

TABLE_BYTES = 9
TOKEN_BYTES = 24
LONGEST_TOKEN = 64
TOKEN_LENGTH = 32
"""How long a key is that we made."""


def new_table() -> str:
    """A name for a table: not secret, but not to be found by counting either."""
    return secrets.token_urlsafe(TABLE_BYTES)


def new_token() -> str:
    """A key to a seat, or of an owner."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def digest(token: str) -> str:
    """What is stored of a key. It has 192 random bits, so nothing is gained by making the digest slow."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_seed() -> int:
    """A seed for chance: nobody at the table knows it before the game is over."""
    return secrets.randbits(63)
