"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("key", name=op.f("uq_accounts_key")),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("scenario", sa.String(length=100), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seed", sa.String(length=100), nullable=False),
        sa.Column("chosen", sa.Boolean(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("start", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("updated", sa.Float(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("undone", sa.Integer(), nullable=False),
        sa.Column("waiting", sa.String(length=200), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("asked", sa.JSON(none_as_null=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
    )
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.create_index("ix_games_over", ["over"], unique=False)

    op.create_table(
        "entries",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=False),
        sa.Column("order", sa.Text(), nullable=False),
        sa.Column("dice", sa.JSON(), nullable=False),
        sa.Column("by_hand", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_entries_game")),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_entries")),
    )
    op.create_table(
        "messages",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_messages_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_messages")),
    )
    with op.batch_alter_table("messages", schema=None) as batch_op:
        batch_op.create_index("ix_messages_game", ["game"], unique=False)

    op.create_table(
        "notes",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_notes_game")),
        sa.PrimaryKeyConstraint("game", "side", name=op.f("pk_notes")),
    )
    op.create_table(
        "notify",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=False),
        sa.Column("webhook", sa.String(length=500), nullable=False),
        sa.Column("email", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_notify_game")),
        sa.PrimaryKeyConstraint("game", "side", name=op.f("pk_notify")),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("level", sa.String(length=40), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("account", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_seats_account")),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_seats_game")),
        sa.PrimaryKeyConstraint("game", "side", name=op.f("pk_seats")),
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index("ix_seats_account", ["account"], unique=False)


def downgrade() -> None:
    """Drop the tables."""
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index("ix_seats_account")

    op.drop_table("seats")
    op.drop_table("notify")
    op.drop_table("notes")
    with op.batch_alter_table("messages", schema=None) as batch_op:
        batch_op.drop_index("ix_messages_game")

    op.drop_table("messages")
    op.drop_table("entries")
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.drop_index("ix_games_over")

    op.drop_table("games")
    op.drop_table("accounts")
