"""Separate invitations, which are redeemed once, from the tokens of seats; store when a seat was taken, and notices."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Turn links into tokens of seats.

    The creator of an older table was sent the tokens of all seats. Such a token is `shared`: it opens the seat only
    together with the owner token of the player who took the seat.
    """
    op.drop_index("links_by_seat", "links")
    op.rename_table("links", "seat_tokens")
    op.create_index("seat_tokens_by_seat", "seat_tokens", ["game", "seat"])
    op.add_column("seat_tokens", sa.Column("shared", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("taken", sa.BigInteger))
    op.create_table(
        "invitations",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("redeemed", sa.BigInteger),
        sa.Column("withdrawn", sa.BigInteger),
    )
    op.create_index("invitations_by_seat", "invitations", ["game", "seat"])
    op.create_table(
        "notices",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("game", sa.String(24), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("agent", sa.String(40)),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("notices_by_game", "notices", ["game", "number"])
    op.execute(
        "UPDATE seats SET taken = (SELECT created FROM games WHERE games.id = seats.game) WHERE owner IS NOT NULL"
    )
    op.execute(
        "UPDATE seat_tokens SET shared = 1 WHERE NOT EXISTS (SELECT 1 FROM seats JOIN games ON games.id = seats.game"
        " WHERE seats.game = seat_tokens.game AND seats.seat = seat_tokens.seat AND seats.owner = games.owner)"
    )
