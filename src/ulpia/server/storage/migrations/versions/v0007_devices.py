"""Browsers that belong to one person, and the links and recovery codes with which they come together."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the tables. Every browser that is known so far stays a person of its own."""
    op.create_table(
        "devices",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("signed_out", sa.BigInteger),
    )
    op.create_index("devices_by_person", "devices", ["person"])
    op.create_table(
        "device_links",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("key", sa.String(64)),
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id")),
        sa.Column("seat", sa.Integer),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
        sa.Column("withdrawn", sa.BigInteger),
    )
    op.create_index("device_links_by_key", "device_links", ["key"])
    op.create_index("device_links_by_seat", "device_links", ["game", "seat"])
