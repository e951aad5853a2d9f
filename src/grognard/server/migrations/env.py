"""Alembic's entry point: runs the migrations on the given connection."""

from __future__ import annotations

from alembic import context

from grognard.server.storage.models import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
