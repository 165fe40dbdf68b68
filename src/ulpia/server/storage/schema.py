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
    Index("games_by_owner", "owner"),
)
"""`seed` is a decimal number of up to 78 digits. `rules`, `components` and `release` say what the game was last played
under. `layout` names the fields that digests of its states cover (`layouts.id`), `setup` is the digest of its first
state, `match_digest` identifies its newest position as a transcript does; all three are null in games from before
schema 0005. `length`, `tip` and `digest` belong to the chain. `gathers`: the game begins when all invited people are
there. `successor` is the table at which the same people play again. `standing` is how a game stood that ended by
agreement; such a game has the time in `finished`, and no `outcome`."""

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

devices = Table(
    "devices",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("person", String(64), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("signed_out", BigInteger),
    Index("devices_by_person", "person"),
)
"""The browsers of people who play in more than one. `key` is the digest of the owner token of a browser; it also stands
in `games.owner` and `seats.owner`. `person` is the key of one of them, the same in all. A browser without a row is a
person of its own. A row stays when a browser is signed out: its games belong to the person."""

device_links = Table(
    "device_links",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("kind", String(12), nullable=False),
    Column("key", String(64)),
    Column("game", String(24), ForeignKey("games.id")),
    Column("seat", Integer),
    Column("made", BigInteger, nullable=False),
    Column("used", BigInteger),
    Column("withdrawn", BigInteger),
    Index("device_links_by_key", "key"),
    Index("device_links_by_seat", "game", "seat"),
)
"""`kind` is "games" (all games, once), "seat" (one seat, once) or "recovery" (all games, as often as it is needed).
`key` is the browser that made it; null if a token of the seat was enough."""

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

uptime = Table(
    "uptime",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("wall", BigInteger, nullable=False),
)
"""One row: the milliseconds during which a server was up (`storage.uptime`), and when that was written."""

clocks = Table(
    "clocks",
    metadata,
    Column("game", String(24), ForeignKey("games.id"), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("allowance", BigInteger, nullable=False),
    Column("bank", BigInteger, nullable=False),
    Column("agent", String(40), nullable=False),
    Column("patience", Integer, nullable=False),
    Column("seat", Integer),
    Column("stint", Integer, nullable=False),
    Column("due", BigInteger),
    Column("remaining", BigInteger),
    Column("standing_in", Integer, nullable=False),
    Column("paused", Integer, nullable=False),
    Column("back", BigInteger),
    Column("version", Integer, nullable=False),
    Index("clocks_by_due", "due"),
    Index("clocks_by_back", "back"),
)
"""The clocks of games with a time control (`clocks.game_clock`). `due` is uptime, `back` is a date. A server may change
a row only if it has the version that the server has read."""

clock_seats = Table(
    "clock_seats",
    metadata,
    Column("game", String(24), ForeignKey("clocks.game"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("bank", BigInteger, nullable=False),
    Column("missed", Integer, nullable=False),
    Column("waits", Integer, nullable=False),
    Column("kept", BigInteger),
    PrimaryKeyConstraint("game", "seat"),
)

holidays = Table(
    "holidays",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("day", String(10), nullable=False),
    Column("begins", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False),
    PrimaryKeyConstraint("owner", "day"),
    Index("holidays_by_end", "ends"),
)
"""Days such as 2026-12-24 on which the time of a player stands still, and when they begin and end where the player
lives."""

notifications = Table(
    "notifications",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person", String(64), nullable=False),
    Column("game", String(24), ForeignKey("games.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("subject", String(80), nullable=False, unique=True),
    Column("due", BigInteger),
    Column("created", BigInteger, nullable=False),
    Column("cancelled", BigInteger),
    Column("spread", BigInteger),
    Index("notifications_by_due", "spread", "cancelled", "due"),
    Index("notifications_by_game", "game", "seat"),
)
"""What people are to be told while they are not at the table. `due` is uptime, null while time stands still. `spread`
is when it was given to the channels, `cancelled` when it was moot before; both are dates."""

deliveries = Table(
    "deliveries",
    metadata,
    Column("notification", Integer, ForeignKey("notifications.id"), nullable=False),
    Column("channel", String(20), nullable=False),
    Column("due", BigInteger),
    Column("attempts", Integer, nullable=False),
    Column("claim", String(24)),
    Column("delivered", BigInteger),
    Column("failed", Text),
    PrimaryKeyConstraint("notification", "channel"),
    Index("deliveries_by_due", "channel", "due"),
)
"""A notification on its way through one channel. `due` is the uptime of the next attempt, or the end of the lease of
the server whose `claim` it is; null when it was delivered or given up. `failed` is why the last attempt failed."""


def now() -> int:
    """Return the milliseconds since 1970."""
    return time.time_ns() // 1_000_000
