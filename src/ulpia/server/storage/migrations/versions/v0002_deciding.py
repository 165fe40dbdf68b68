"""Store who decides, so that a list of games can show it without replaying them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column; it is empty in older games until their next action."""
    op.add_column("games", sa.Column("deciding", sa.Integer))
