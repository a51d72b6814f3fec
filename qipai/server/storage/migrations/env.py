"""Runs the migrations on the connection that `database.migrate` hands over."""

from alembic import context

from qipai.server.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
context.run_migrations()
