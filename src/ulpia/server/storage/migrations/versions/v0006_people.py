"""Tables that wait for invited people, and that lead to another one; players who leave; games ended by agreement."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the columns. Tables that are there wait for nobody."""
    op.add_column("games", sa.Column("gathers", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("successor", sa.String(24)))
    op.add_column("games", sa.Column("standing", sa.Text))
    op.add_column("seats", sa.Column("departed", sa.BigInteger))
    op.add_column("seats", sa.Column("ends", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "hidden_games",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("owner", "game"),
    )
