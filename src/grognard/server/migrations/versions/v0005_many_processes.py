"""Jobs, processes and who is connected to them; the plans of computer players."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables and the column."""
    op.create_table(
        "jobs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=False),
        sa.Column("client", sa.String(length=64), nullable=False),
        sa.Column("due", sa.Float(), nullable=False),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("taken", sa.String(length=40), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
        sa.UniqueConstraint("kind", "game", "side", name=op.f("uq_jobs_kind")),
    )
    op.create_index("ix_jobs_due", "jobs", ["due"])
    op.create_table(
        "processes",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("seen", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_processes")),
    )
    op.create_table(
        "presence",
        sa.Column("process", sa.String(length=40), nullable=False),
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("process", "game", "side", name=op.f("pk_presence")),
    )
    op.create_index("ix_presence_game", "presence", ["game"])
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("plan", sa.JSON(), nullable=False, server_default="[]"))


def downgrade() -> None:
    """Undo the upgrade."""
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("plan")
    for table in ("presence", "processes", "jobs"):
        op.drop_table(table)
