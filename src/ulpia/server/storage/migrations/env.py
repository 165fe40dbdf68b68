"""The script that Alembic runs. `upgrade` supplies the connection."""

from alembic import context

from ulpia.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
