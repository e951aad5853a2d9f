"""The database: opened, brought up to date, and set so that what is committed is on the disk."""

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
    """An engine for a database; nothing is read yet."""
    place = make_url(url)
    if place.get_backend_name() != "sqlite":
        return create_async_engine(place, pool_size=10, pool_pre_ping=True)
    if place.database:
        Path(place.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(place, connect_args={"timeout": 30})
    event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    return engine


def embedded(engine: AsyncEngine) -> Engine | None:
    """A plain engine for the same SQLite file; None for a database elsewhere."""
    if engine.dialect.name != "sqlite":
        return None
    plain = create_engine(engine.url.set(drivername="sqlite"), connect_args={"timeout": 30})
    event.listen(plain, "connect", _set_up_sqlite)
    return plain


def _set_up_sqlite(connection: Any, _: object) -> None:
    """Readers never wait for the writer, and a commit is on the disk when it returns."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


async def migrate(engine: AsyncEngine) -> None:
    """Bring the tables up to date."""
    async with engine.begin() as connection:
        if await connection.run_sync(revision) != newest():
            await connection.run_sync(upgrade)


def revision(connection: Connection) -> str | None:
    """The migration that a database has come to; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("select version_num from alembic_version")).scalar()
    return None if found is None else str(found)


def newest() -> str:
    """The last migration there is (Alembic would know too, but is slow to load)."""
    names = sorted(path.name for path in (MIGRATIONS / "versions").glob("v[0-9]*.py"))
    return names[-1][1:5]


def alembic_config(connection: Connection | None = None) -> Config:
    """Where Alembic finds the migrations, and the connection it is to use."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    if connection is not None:
        config.attributes["connection"] = connection
    return config


def upgrade(connection: Connection) -> None:
    """Carry out every migration that is still to come."""
    from alembic import command

    command.upgrade(alembic_config(connection), "head")
