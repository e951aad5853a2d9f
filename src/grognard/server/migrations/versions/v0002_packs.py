"""Columns for games of scenarios in packs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the hash of the pack, and lengthen the scenario for the names of scenarios in packs."""
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("pack", sa.String(length=64), nullable=False, server_default=""))
        games.alter_column("scenario", existing_type=sa.String(length=100), type_=sa.String(length=200))


def downgrade() -> None:
    """Undo the upgrade."""
    with op.batch_alter_table("games") as games:
        games.alter_column("scenario", existing_type=sa.String(length=200), type_=sa.String(length=100))
        games.drop_column("pack")
