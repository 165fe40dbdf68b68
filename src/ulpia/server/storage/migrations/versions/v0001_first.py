"""Games, journal, seats, links, chat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the first tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("components", sa.String(64), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("pace", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("finished", sa.BigInteger),
        sa.Column("outcome", sa.Text),
    )
    op.create_index("games_by_owner", "games", ["owner"])
    op.create_table(
        "journal",
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "position"),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("agent", sa.String(40)),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("owner", sa.String(64)),
        sa.PrimaryKeyConstraint("game", "seat"),
    )
    op.create_index("seats_by_owner", "seats", ["owner"])
    op.create_table(
        "links",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("revoked", sa.BigInteger),
    )
    op.create_index("links_by_seat", "links", ["game", "seat"])
    op.create_table(
        "chat",
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "number"),
    )
