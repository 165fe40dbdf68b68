"""The database schema. The migrations lead to it from every earlier version; a test compares the two.

A game is its header and its journal. The journal only grows: a row is an action, or `UNDO`, which takes back the last
action that still counts. So nothing acknowledged is ever deleted, one primary key prevents actions and undos alike from
being written twice for one position, and a dispute can be settled afterwards. Digests chain the rows (`chain`).

A person holds a seat by a token. The creator of a table gets invitations to the seats of friends; the first browser
that redeems an invitation takes the seat and gets a token of its own.
"""

import time

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

UNDO = -1
"""The number of a journal row that takes back the last action that still counts."""

metadata = MetaData()
"""Times are milliseconds since 1970; digests are 64 hexadecimal digits."""

games = Table(
    "games",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("settings", Text, nullable=False),
    Column("components", String(64), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("pace", Integer, nullable=False),
    Column("owner", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("finished", BigInteger),
    Column("outcome", Text),
    Column("deciding", Integer),
    Column("seed", Text, nullable=False, server_default=""),
    Column("release", String(40), nullable=False, server_default="0.1.0"),
    Column("layout", String(32)),
    Column("setup", String(16)),
    Column("length", Integer, nullable=False, server_default="0"),
    Column("tip", String(32), nullable=False, server_default=""),
    Column("match_digest", String(16)),
    Column("digest", String(32), nullable=False, server_default=""),
    Column("gathers", Integer, nullable=False, server_default="0"),
    Column("successor", String(24)),
    Column("standing", Text),
    Column("changes", Integer, nullable=False, server_default="0"),
    Column("driver", String(24)),
    Index("games_by_owner", "owner"),
)
"""`seed` is a decimal number of up to 78 digits. `rules`, `components` and `release` say what the game was last played
under. `layout` names the fields that digests of its states cover (`layouts.id`), `setup` is the digest of its first
state, `match_digest` identifies its newest position as a transcript does; all three are null in games from before
schema 0005. `length`, `tip` and `digest` belong to the chain. `gathers`: the game begins when all invited people are
there. `successor` is the table at which the same people play again. `standing` is how a game stood that ended by
agreement; such a game has the time in `finished`, and no `outcome`. `changes` counts changes of everything but the
journal, so that each server notices those of others; `driver` is the server that plays the computers."""

journal = Table(
    "journal",
    metadata,
    Column("game", String(24), ForeignKey("games.id"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("state", String(16)),
    Column("digest", String(32), nullable=False, server_default=""),
    PrimaryKeyConstraint("game", "position"),
)
"""`state` is the digest of the state after the row; null in rows from before schema 0005."""

layouts = Table(
    "layouts",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("fields", Text, nullable=False),
)
"""The fields that digests of states cover, one a line. The id is the digest of the fields."""

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("padding", Text, nullable=False),
)
"""One row that is written to see whether writing works."""

seats = Table(
    "seats",
    metadata,
    Column("game", String(24), ForeignKey("games.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(12), nullable=False),
    Column("agent", String(40)),
    Column("name", Text, nullable=False),
    Column("owner", String(64)),
    Column("hints", Integer, nullable=False, server_default="0"),
    Column("taken", BigInteger),
    Column("departed", BigInteger),
    Column("ends", Integer, nullable=False, server_default="0"),
    PrimaryKeyConstraint("game", "seat"),
    Index("seats_by_owner", "owner"),
)
"""`owner` without `taken`: the seat is kept for this player, who played the game before at another table. `departed` is
when the player left the game; `ends` whether the player agrees to end it."""

seat_tokens = Table(
    "seat_tokens",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("game", String(24), ForeignKey("games.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("revoked", BigInteger),
    Column("shared", Integer, nullable=False, server_default="0"),
    Index("seat_tokens_by_seat", "game", "seat"),
)
"""`shared`: a token of an older table, whose creator knows it too. It needs the owner token of the player."""

invitations = Table(
    "invitations",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("game", String(24), ForeignKey("games.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("redeemed", BigInteger),
    Column("withdrawn", BigInteger),
    Index("invitations_by_seat", "game", "seat"),
)

hidden_games = Table(
    "hidden_games",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("game", String(24), ForeignKey("games.id"), nullable=False),
    Column("made", BigInteger, nullable=False),
    PrimaryKeyConstraint("owner", "game"),
)
"""Games that players deleted from the list of their own games."""

chat = Table(
    "chat",
    metadata,
    Column("game", String(24), ForeignKey("games.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("said", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    PrimaryKeyConstraint("game", "number"),
)

notices = Table(
    "notices",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("game", String(24), ForeignKey("games.id"), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("agent", String(40)),
    Column("made", BigInteger, nullable=False),
    Index("notices_by_game", "game", "number"),
)

servers = Table(
    "servers",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("until", BigInteger, nullable=False),
)
"""The servers on this database. One that has not said so until `until`, by the clock of the database, is gone."""

presence = Table(
    "presence",
    metadata,
    Column("server", String(24), nullable=False),
    Column("game", String(24), ForeignKey("games.id"), nullable=False),
    Column("viewers", Text, nullable=False),
    PrimaryKeyConstraint("server", "game"),
    Index("presence_by_game", "game"),
)
"""Who is connected to a table at which server: a JSON list of seats, with null for a spectator."""


def now() -> int:
    """Return the milliseconds since 1970."""
    return time.time_ns() // 1_000_000
