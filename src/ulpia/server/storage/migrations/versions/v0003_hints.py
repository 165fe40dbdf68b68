"""Store whether players agree to hints."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column; nobody has agreed yet."""
    op.add_column("seats", sa.Column("hints", sa.Integer, nullable=False, server_default="0"))
