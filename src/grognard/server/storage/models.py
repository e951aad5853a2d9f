"""The database tables, for SQLite and PostgreSQL. A change needs a migration; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    bindparam,
    false,
    insert,
    update,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _game(*, key: bool = True) -> Column[str]:
    return Column("game", String(16), ForeignKey("games.id"), primary_key=key, nullable=False)


games = Table(
    "games",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("scenario", String(200), nullable=False),
    Column("pack", String(64), nullable=False, server_default=""),  # the hash of the scenario's pack
    Column("options", JSON, nullable=False),
    Column("seed", String(100), nullable=False),  # secret until the game is over
    Column("chosen", Boolean, nullable=False),  # a player chose the seed, so the dice are not secret
    Column("commitment", String(64), nullable=False),
    Column("start", JSON(none_as_null=True)),  # a state other than the scenario's setup
    Column("tags", JSON, nullable=False),
    Column("name", String(100), nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("number", Integer, nullable=False),
    Column("undone", Integer, nullable=False),  # number of times orders were undone
    Column("waiting", String(200), nullable=False),  # the sides that must decide, separated by spaces
    Column("over", Boolean, nullable=False),
    Column("asked", JSON(none_as_null=True)),  # an open request for a takeback
    Column("version", Integer, nullable=False, server_default="0"),  # raised by every change of the game
    Column("client", String(64), nullable=False, server_default=""),  # who created it: the hash of an address
    Column("size", Integer, nullable=False, server_default="0"),  # approximate bytes when it was created
    Column("broken", String(300), nullable=False, server_default=""),  # why it was set aside; usually empty
    Column("attempts", Integer, nullable=False, server_default="0"),  # failed attempts to continue it
    Index("ix_games_over", "over"),
    Index("ix_games_client", "client"),
    Index("ix_games_updated", "updated"),
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("key", String(40), nullable=False, unique=True),  # the normalised name
    Column("password", String(200), nullable=False),
    Column("created", Float, nullable=False),
    Column("email", String(254), nullable=False, server_default=""),  # to reset the password
    Column("disabled", Boolean, nullable=False, server_default=false()),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),  # its hash
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False),
    Column("created", Float, nullable=False),
    Index("ix_sessions_account", "account"),
)

addresses = Table(  # email addresses that have been written to
    "addresses",
    metadata,
    Column("email", String(254), primary_key=True),
    Column("confirmed", Boolean, nullable=False),
    Column("refused", Boolean, nullable=False),  # its owner wants no email
    Column("asked", Float, nullable=False),  # when it was last asked to confirm, or for a new password
)

blocks = Table(
    "blocks",
    metadata,
    Column("account", Integer, ForeignKey("accounts.id"), primary_key=True),
    Column("blocked", Integer, ForeignKey("accounts.id"), primary_key=True),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    _game(key=False),
    Column("side", String(40), nullable=False),  # of the player who reports
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("closed", Boolean, nullable=False),
    Index("ix_reports_closed", "closed"),
)

seats = Table(
    "seats",
    metadata,
    _game(),
    Column("side", String(40), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("level", String(40), nullable=False),
    Column("secret", String(64), nullable=False),  # its hash; empty for a computer
    Column("account", Integer, ForeignKey("accounts.id")),
    Column("plan", JSON, nullable=False, server_default="[]"),  # of a computer player, after its last order
    Index("ix_seats_account", "account"),
)

entries = Table(
    "entries",
    metadata,
    _game(),
    Column("number", Integer, primary_key=True),  # unique within the game
    Column("side", String(40), nullable=False),
    Column("order", Text, nullable=False),
    Column("dice", JSON, nullable=False),
    Column("by_hand", Integer, nullable=False),
    Column("at", Float, nullable=False),
)

messages = Table(
    "messages",
    metadata,
    Column("id", Integer, primary_key=True),
    _game(key=False),
    Column("side", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Index("ix_messages_game", "game"),
)

notes = Table(
    "notes",
    metadata,
    _game(),
    Column("side", String(40), primary_key=True),
    Column("text", Text, nullable=False),
)

notify = Table(
    "notify",
    metadata,
    _game(),
    Column("side", String(40), primary_key=True),
    Column("webhook", String(500), nullable=False),
    Column("email", String(200), nullable=False),
    Column("sent", Float, nullable=False, server_default="0"),  # when the last notification was sent
)

matches = Table(  # what players agreed on besides the rules; a game without a row has the defaults
    "matches",
    metadata,
    _game(),
    Column("open", String(200), nullable=False),  # the sides open to any player, separated by spaces
    Column("listed", Boolean, nullable=False),  # whether it is in the list of games to watch
    Column("rated", Boolean, nullable=False),
    Column("settled", Boolean, nullable=False),  # whether its result has been rated
    Column("deadline", Float, nullable=False),  # when a clock runs out; 0 for never
    Column("match", JSON, nullable=False),  # `storage.matches.Match`
    Index("ix_matches_deadline", "deadline"),
)

results = Table(  # of rated games, which may have expired
    "results",
    metadata,
    Column("game", String(16), primary_key=True),
    Column("side", String(40), primary_key=True),
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False),
    Column("family", String(60), nullable=False),  # the id of the game, such as "pincher"
    Column("scenario", String(200), nullable=False),
    Column("score", Float, nullable=False),  # 1 for a win, 0.5 for a draw
    Column("rating", Integer, nullable=False),  # after the game
    Column("at", Float, nullable=False),
    Index("ix_results_account", "account"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("account", Integer, ForeignKey("accounts.id"), primary_key=True),
    Column("family", String(60), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
)

vacations = Table(
    "vacations",
    metadata,
    Column("account", Integer, ForeignKey("accounts.id"), primary_key=True),
    Column("start", Float, primary_key=True),
    Column("until", Float, nullable=False),
)

jobs = Table(  # the queue of jobs, on PostgreSQL; see `storage.jobs`
    "jobs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("game", String(16), nullable=False),
    Column("side", String(40), nullable=False),
    Column("client", String(64), nullable=False),  # for whom it is done: the hash of an address
    Column("due", Float, nullable=False),
    Column("wanted", Integer, nullable=False),  # how often it was asked for
    Column("taken", String(40), nullable=False),  # the process that does it
    Column("until", Float, nullable=False),  # when that process loses it
    Column("attempts", Integer, nullable=False),
    UniqueConstraint("kind", "game", "side"),
    Index("ix_jobs_due", "due"),
)

processes = Table(  # servers and workers on PostgreSQL; see `storage.presence`
    "processes",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("seen", Float, nullable=False),  # its last sign of life
)

presence = Table(  # how many clients are connected to a process
    "presence",
    metadata,
    Column("process", String(40), primary_key=True),
    Column("game", String(16), primary_key=True),
    Column("side", String(40), primary_key=True),  # empty for spectators
    Column("number", Integer, nullable=False),
    Index("ix_presence_game", "game"),
)

allowances = Table(  # what clients have used up on all servers, on PostgreSQL; see `storage.allowances`
    "allowances",
    metadata,
    Column("key", String(80), primary_key=True),  # the kind of limit, and the hash of an address or account
    Column("spent", Float, nullable=False),
    Column("at", Float, nullable=False),
    Index("ix_allowances_at", "at"),
)

analyses = Table(  # of finished games
    "analyses",
    metadata,
    _game(),
    Column("analysis", Text, nullable=False),
)

checks = Table(  # one row that the readiness check writes
    "checks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),
)

ADD_ENTRY = insert(entries)
MOVE_ON = (
    update(games)
    .where(games.c.id == bindparam("game"))
    .values(
        number=bindparam("new_number"),
        updated=bindparam("now"),
        waiting=bindparam("now_waiting"),
        over=bindparam("now_over"),
        version=games.c.version + 1,
    )
)
"""The two statements for every order; the writer executes them for many games at once."""
