"""A checksum chain in the journal, digests of states, seeds of any size, a row to try writes on."""

import sqlalchemy as sa
from alembic import op

from ulpia.server.storage import chain

revision = "0005"
down_revision = "0003"

FIRST_RELEASE = "0.1.0"
"""The release that played every game of earlier schemas."""


def upgrade() -> None:
    """Add the columns and compute the digests of the rows that are there.

    SQLite cannot change the type of a column, and would round a large seed in a column of integers: the seeds move to
    a new column.
    """
    op.add_column("games", sa.Column("seed_text", sa.Text, nullable=False, server_default=""))
    op.execute("update games set seed_text = cast(seed as text)")
    op.drop_column("games", "seed")
    op.alter_column("games", "seed_text", new_column_name="seed")
    op.add_column("games", sa.Column("release", sa.String(40), nullable=False, server_default=FIRST_RELEASE))
    op.add_column("games", sa.Column("layout", sa.String(32)))
    op.add_column("games", sa.Column("setup", sa.String(16)))
    op.add_column("games", sa.Column("length", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("tip", sa.String(32), nullable=False, server_default=""))
    op.add_column("games", sa.Column("match_digest", sa.String(16)))
    op.add_column("games", sa.Column("digest", sa.String(32), nullable=False, server_default=""))
    op.add_column("journal", sa.Column("state", sa.String(16)))
    op.add_column("journal", sa.Column("digest", sa.String(32), nullable=False, server_default=""))
    op.create_table(
        "layouts", sa.Column("id", sa.String(32), primary_key=True), sa.Column("fields", sa.Text, nullable=False)
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("padding", sa.Text, nullable=False),
    )
    _compute_digests(op.get_bind())


def _compute_digests(connection: sa.Connection) -> None:
    games = sa.table("games", *(sa.column(name) for name in (*chain.HEAD, "length", "tip", "digest")))
    journal = sa.table("journal", *(sa.column(name) for name in (*chain.CONTENT, "digest")))
    set_row = (
        sa.update(journal)
        .where(journal.c.game == sa.bindparam("of"), journal.c.position == sa.bindparam("at"))
        .values(digest=sa.bindparam("link"))
    )
    for head in connection.execute(sa.select(*(games.c[name] for name in chain.HEAD))).all():
        tip = chain.first_link([getattr(head, name) for name in chain.IDENTITY])
        content = sa.select(*(journal.c[name] for name in chain.CONTENT)).where(journal.c.game == head.id)
        links: list[dict[str, object]] = []
        for row in connection.execute(content.order_by(journal.c.position)):
            tip = chain.next_link(tip, list(row))
            links.append({"of": head.id, "at": row.position, "link": tip})
        if links:
            connection.execute(set_row, links)
        written = {"length": len(links), "tip": tip, "digest": chain.digest(list(head))}
        connection.execute(sa.update(games).where(games.c.id == head.id).values(written))
