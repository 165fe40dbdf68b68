"""Random names and secrets: ids of tables, tokens of seats and owners, invitations, seeds. Only digests are stored."""

import hashlib
import re
import secrets

TABLE_BYTES = 9
TOKEN_BYTES = 32
OWNER_TOKEN = re.compile(r"[\w-]{43}|[\w-]{32}", re.ASCII)
"""32 random bytes as base64url; earlier versions made owner tokens of 24 bytes."""
MIN_DIFFERENT_CHARACTERS = 12
"""Of 10**12 random owner tokens less than one has fewer."""


def new_table() -> str:
    """Return an id for a table. It is not secret, but cannot be found by counting."""
    return secrets.token_urlsafe(TABLE_BYTES)


def new_token() -> str:
    """Return a token for a seat or an owner, or an invitation."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def is_owner_token(text: str) -> bool:
    """Whether a text has the form of an owner token and looks random, so that nobody chooses one like "AAAA..."."""
    return bool(OWNER_TOKEN.fullmatch(text)) and len(set(text)) >= MIN_DIFFERENT_CHARACTERS


def digest(token: str) -> str:
    """Return what is stored of a token. It has 256 random bits, so a slow digest would gain nothing."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_seed() -> int:
    """Return a key of the generator as the seed of a match. Nobody at the table knows it before the game is over."""
    return secrets.randbits(256)
