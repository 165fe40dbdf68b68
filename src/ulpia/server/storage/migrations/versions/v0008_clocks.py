"""Time controls: uptime, the clocks of games, holidays, and notifications to people who are not at the table."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the tables. Games that are there have no clock."""
    op.create_table(
        "uptime",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("wall", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "clocks",
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("allowance", sa.BigInteger, nullable=False),
        sa.Column("bank", sa.BigInteger, nullable=False),
        sa.Column("agent", sa.String(40), nullable=False),
        sa.Column("patience", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("stint", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("remaining", sa.BigInteger),
        sa.Column("standing_in", sa.Integer, nullable=False),
        sa.Column("paused", sa.Integer, nullable=False),
        sa.Column("back", sa.BigInteger),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_index("clocks_by_due", "clocks", ["due"])
    op.create_index("clocks_by_back", "clocks", ["back"])
    op.create_table(
        "clock_seats",
        sa.Column("game", sa.String(24), sa.ForeignKey("clocks.game"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("bank", sa.BigInteger, nullable=False),
        sa.Column("missed", sa.Integer, nullable=False),
        sa.Column("waits", sa.Integer, nullable=False),
        sa.Column("kept", sa.BigInteger),
        sa.PrimaryKeyConstraint("game", "seat"),
    )
    op.create_table(
        "holidays",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("begins", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("owner", "day"),
    )
    op.create_index("holidays_by_end", "holidays", ["ends"])
    op.create_table(
        "notifications",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("subject", sa.String(80), nullable=False, unique=True),
        sa.Column("due", sa.BigInteger),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("cancelled", sa.BigInteger),
        sa.Column("spread", sa.BigInteger),
    )
    op.create_index("notifications_by_due", "notifications", ["spread", "cancelled", "due"])
    op.create_index("notifications_by_game", "notifications", ["game", "seat"])
    op.create_table(
        "deliveries",
        sa.Column("notification", sa.Integer, sa.ForeignKey("notifications.id"), nullable=False),
        sa.Column("channel", sa.String(20), nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("claim", sa.String(24)),
        sa.Column("delivered", sa.BigInteger),
        sa.Column("failed", sa.Text),
        sa.PrimaryKeyConstraint("notification", "channel"),
    )
    op.create_index("deliveries_by_due", "deliveries", ["channel", "due"])
