"""What clients have used up on all servers, and the analyses of finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "allowances",
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("spent", sa.Float(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_allowances")),
    )
    op.create_index("ix_allowances_at", "allowances", ["at"])
    op.create_table(
        "analyses",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("analysis", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_analyses_game")),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_analyses")),
    )


def downgrade() -> None:
    """Undo the upgrade."""
    for table in ("analyses", "allowances"):
        op.drop_table(table)
