"""Sessions, email addresses, blocks, reports, quotas, and the version of a game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and tables."""
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("version", sa.Integer(), nullable=False, server_default="0"))
        games.add_column(sa.Column("client", sa.String(length=64), nullable=False, server_default=""))
        games.add_column(sa.Column("size", sa.Integer(), nullable=False, server_default="0"))
        games.add_column(sa.Column("broken", sa.String(length=300), nullable=False, server_default=""))
        games.add_column(sa.Column("attempts", sa.Integer(), nullable=False, server_default="0"))
        games.create_index("ix_games_client", ["client"])
        games.create_index("ix_games_updated", ["updated"])
    with op.batch_alter_table("accounts") as accounts:
        accounts.add_column(sa.Column("email", sa.String(length=254), nullable=False, server_default=""))
        accounts.add_column(sa.Column("disabled", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("notify") as notify:
        notify.add_column(sa.Column("sent", sa.Float(), nullable=False, server_default="0"))
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_sessions_account")),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_sessions")),
    )
    op.create_index("ix_sessions_account", "sessions", ["account"])
    op.create_table(
        "addresses",
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        sa.Column("refused", sa.Boolean(), nullable=False),
        sa.Column("asked", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("email", name=op.f("pk_addresses")),
    )
    op.create_table(
        "blocks",
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("blocked", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_blocks_account")),
        sa.ForeignKeyConstraint(["blocked"], ["accounts.id"], name=op.f("fk_blocks_blocked")),
        sa.PrimaryKeyConstraint("account", "blocked", name=op.f("pk_blocks")),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_reports_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index("ix_reports_closed", "reports", ["closed"])
    op.create_table(
        "checks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_checks")),
    )
    op.execute("insert into checks (id, at) values (1, 0)")


def downgrade() -> None:
    """Undo the upgrade."""
    for table in ("checks", "reports", "blocks", "addresses", "sessions"):
        op.drop_table(table)
    with op.batch_alter_table("notify") as notify:
        notify.drop_column("sent")
    with op.batch_alter_table("accounts") as accounts:
        accounts.drop_column("email")
        accounts.drop_column("disabled")
    with op.batch_alter_table("games") as games:
        games.drop_index("ix_games_client")
        games.drop_index("ix_games_updated")
        for column in ("version", "client", "size", "broken", "attempts"):
            games.drop_column(column)
