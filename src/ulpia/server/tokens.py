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

CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Of recovery codes: 32 letters and digits without I, L, O and U."""
CODE_LENGTH, CODE_GROUP = 20, 4
"""20 letters have 100 random bits."""
MISREAD = str.maketrans("ILO", "110")


def new_table() -> str:
    """Return an id for a table. It is not secret, but cannot be found by counting."""
    return secrets.token_urlsafe(TABLE_BYTES)


def new_token() -> str:
    """Return a token for a seat or an owner, or an invitation."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_recovery_code() -> str:
    """Return a code that people write down: 20 letters and digits that nobody confuses, in groups of four."""
    letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    return "-".join(letters[at : at + CODE_GROUP] for at in range(0, CODE_LENGTH, CODE_GROUP))


def clean_code(text: str) -> str:
    """Return a link's secret as it is, and a recovery code as it was made, however people typed it."""
    letters = re.sub(r"[\s-]", "", text).upper().translate(MISREAD)
    if len(letters) != CODE_LENGTH or set(letters) - set(CODE_LETTERS):
        return text
    return "-".join(letters[at : at + CODE_GROUP] for at in range(0, CODE_LENGTH, CODE_GROUP))


def is_owner_token(text: str) -> bool:
    """Whether a text has the form of an owner token and looks random, so that nobody chooses one like "AAAA..."."""
    return bool(OWNER_TOKEN.fullmatch(text)) and len(set(text)) >= MIN_DIFFERENT_CHARACTERS


def digest(token: str) -> str:
    """Return what is stored of a token. It has 256 random bits, so a slow digest would gain nothing."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_seed() -> int:
    """Return a key of the generator as the seed of a match. Nobody at the table knows it before the game is over."""
    return secrets.randbits(256)
