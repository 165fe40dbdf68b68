"""Random padding of messages, so that their sizes say nothing about what is in them.

Messages are compressed, and what other players choose (names, chat) is compressed together with one's own hand: a text
that repeats something of the hand makes the message a few bytes shorter. An eavesdropper who plays at the same table
could so try out hands. JSON may end with blanks, so a random number of random blanks hides these few bytes.
"""

import secrets

MOST_BLANKS = 255
"""A blank is one of four characters, so that four of them are about a byte after compression."""
BLANKS = bytes.maketrans(bytes(range(256)), b" \t\n\r" * 64)


def padding() -> bytes:
    """Return 0 to 255 random blanks."""
    return secrets.token_bytes(secrets.randbelow(MOST_BLANKS + 1)).translate(BLANKS)
