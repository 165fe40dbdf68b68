"""People say whether hints are fine with them."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Nobody has agreed before being asked."""
    op.add_column("seats", sa.Column("hints", sa.Integer, nullable=False, server_default="0"))
