"""Games know whose decision it is, so that a list of games can say so without replaying them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Unknown for games from before, until their next action."""
    op.add_column("games", sa.Column("deciding", sa.Integer))
