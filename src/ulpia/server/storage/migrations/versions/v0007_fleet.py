"""Several servers on one database: who runs, who plays the computers of a table, who is connected where."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add columns and tables. No server runs while it happens."""
    op.add_column("games", sa.Column("changes", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("driver", sa.String(24)))
    op.create_table(
        "servers",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("server", sa.String(24), nullable=False),
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("viewers", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("server", "game"),
    )
    op.create_index("presence_by_game", "presence", ["game"])
