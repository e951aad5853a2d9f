"""Open and migrate the database, configured so that commits are durable."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from grognard.core.errors import GrognardError

if TYPE_CHECKING:
    from alembic.config import Config

_MIGRATION_KEY = 7_201_944_087
"""The key of the advisory lock for migrations."""
MIGRATIONS = Path(__file__).parent.parent / "migrations"


def open_database(url: str) -> AsyncEngine:
    """Return an engine for a database, without connecting yet."""
    place = make_url(url)
    if place.get_backend_name() != "sqlite":
        return create_async_engine(place, pool_size=10, pool_pre_ping=True)
    if place.database:
        _keep_private(Path(place.database))
    engine = create_async_engine(place, connect_args={"timeout": 30})
    event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    return engine


def is_shared(engine: AsyncEngine) -> bool:
    """Return whether several processes may use the database at once."""
    return engine.dialect.name == "postgresql"


def _keep_private(path: Path) -> None:
    """Let only this user read a SQLite file, as it holds secrets; SQLite's other files follow its mode."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        path.chmod(0o600)
    except OSError as error:
        raise GrognardError(f"cannot use the database {path}: {error.strerror}") from None


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
    """Migrate the tables to the newest version; raise `GrognardError` if the database cannot be used."""
    sqlite = engine.dialect.name == "sqlite"
    try:
        async with engine.connect() as connection:
            if sqlite:  # SQLite alters a table by replacing it, which breaks foreign keys meanwhile
                await connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
            await connection.run_sync(_migrate)
            await connection.commit()
            if sqlite:
                await connection.exec_driver_sql("PRAGMA foreign_keys=ON")
    except (SQLAlchemyError, OSError) as error:
        raise unusable(engine, error) from None


def _migrate(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":  # several servers may start at once
        connection.execute(text(f"select pg_advisory_xact_lock({_MIGRATION_KEY})"))
    found = revision(connection)
    if found is not None and found > newest():
        raise GrognardError(
            f"the database was written by a newer version of Grognard ({found}; this one knows {newest()}); "
            "install that version, or restore a backup made before the upgrade"
        )
    if found != newest():
        upgrade(connection)


def unusable(engine: AsyncEngine, error: Exception) -> GrognardError:
    """Return the message for a database that is damaged or does not answer."""
    lines = str(getattr(error, "orig", None) or error).splitlines()
    place = engine.url.render_as_string(hide_password=True)
    return GrognardError(f"cannot use the database {place}: {lines[0] if lines else type(error).__name__}")


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
