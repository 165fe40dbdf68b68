"""Random names and secrets: ids of tables, tokens of seats and owners, seeds. Only digests of tokens are stored."""

import hashlib
import secrets

TABLE_BYTES = 9
TOKEN_BYTES = 24
TOKEN_LENGTH = 32
"""The length of a token as text."""


def new_table() -> str:
    """Return an id for a table. It is not secret, but cannot be found by counting."""
    return secrets.token_urlsafe(TABLE_BYTES)


def new_token() -> str:
    """Return a token for a seat or an owner."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def digest(token: str) -> str:
    """Return what is stored of a token. It has 192 random bits, so a slow digest would gain nothing."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_seed() -> int:
    """Return a key of the generator as the seed of a match. Nobody at the table knows it before the game is over."""
    return secrets.randbits(256)
