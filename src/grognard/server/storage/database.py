"""Open and migrate the database, configured so that commits are durable."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent.parent / "migrations"


def open_database(url: str) -> AsyncEngine:
    """Return an engine for a database, without connecting yet."""
    place = make_url(url)
    if place.get_backend_name() != "sqlite":
        return create_async_engine(place, pool_size=10, pool_pre_ping=True)
    if place.database:
        Path(place.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(place, connect_args={"timeout": 30})
    event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    return engine


def embedded(engine: AsyncEngine) -> Engine | None:
    """Return a synchronous engine for the same SQLite file; None for another database."""
    if engine.dialect.name != "sqlite":
        return None
    plain = create_engine(engine.url.set(drivername="sqlite"), connect_args={"timeout": 30})
    event.listen(plain, "connect", _set_up_sqlite)
    return plain


def _set_up_sqlite(connection: Any, _: object) -> None:
    """Configure SQLite so that readers never wait for the writer and commits are on disk when they return."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
    # a damaged text must not make the other rows of a query unreadable
    getattr(connection, "driver_connection", connection).text_factory = _text


def _text(raw: bytes) -> str:
    return raw.decode(errors="replace")


async def migrate(engine: AsyncEngine) -> None:
    """Migrate the tables to the newest version."""
    async with engine.begin() as connection:
        if await connection.run_sync(revision) != newest():
            await connection.run_sync(upgrade)


def revision(connection: Connection) -> str | None:
    """Return the migration version of a database; None if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("select version_num from alembic_version")).scalar()
    return None if found is None else str(found)


def newest() -> str:
    """Return the newest migration version (without Alembic, which is slow to import)."""
    names = sorted(path.name for path in (MIGRATIONS / "versions").glob("v[0-9]*.py"))
    return names[-1][1:5]


def alembic_config(connection: Connection | None = None) -> Config:
    """Return Alembic's configuration: the folder of migrations and the connection."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    if connection is not None:
        config.attributes["connection"] = connection
    return config


def upgrade(connection: Connection) -> None:
    """Run all pending migrations."""
    from alembic import command

    command.upgrade(alembic_config(connection), "head")
