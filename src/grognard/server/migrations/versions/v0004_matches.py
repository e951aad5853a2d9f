"""Matches between players: open seats, clocks, results, ratings and vacations."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "matches",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("open", sa.String(length=200), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("settled", sa.Boolean(), nullable=False),
        sa.Column("deadline", sa.Float(), nullable=False),
        sa.Column("match", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_matches_game")),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_matches")),
    )
    op.create_index("ix_matches_deadline", "matches", ["deadline"])
    op.create_table(
        "results",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=False),
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("family", sa.String(length=60), nullable=False),
        sa.Column("scenario", sa.String(length=200), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_results_account")),
        sa.PrimaryKeyConstraint("game", "side", name=op.f("pk_results")),
    )
    op.create_index("ix_results_account", "results", ["account"])
    op.create_table(
        "ratings",
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("family", sa.String(length=60), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_ratings_account")),
        sa.PrimaryKeyConstraint("account", "family", name=op.f("pk_ratings")),
    )
    op.create_table(
        "vacations",
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("start", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_vacations_account")),
        sa.PrimaryKeyConstraint("account", "start", name=op.f("pk_vacations")),
    )


def downgrade() -> None:
    """Undo the upgrade."""
    for table in ("vacations", "ratings", "results", "matches"):
        op.drop_table(table)
