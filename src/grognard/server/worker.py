"""``grognard worker``: a process that does the jobs of the servers on a PostgreSQL database."""

from __future__ import annotations

import asyncio
import logging
import signal

from sqlalchemy.exc import SQLAlchemyError

from grognard.core.errors import GrognardError
from grognard.server.app import share_work, use_packs
from grognard.server.run import set_up_logs, settings_from
from grognard.server.settings import Settings
from grognard.server.storage.database import is_shared, open_database, unusable
from grognard.server.tables.registry import Tables
from grognard.server.types_in_use import build_types

log = logging.getLogger("grognard.server")


def work(**options: object) -> int:
    """Do jobs until stopped by Ctrl-C or SIGTERM."""
    settings = settings_from(options)
    set_up_logs()
    use_packs(settings)
    build_types()
    asyncio.run(_work(settings))
    return 0


async def _work(settings: Settings) -> None:
    engine = open_database(settings.database_url)
    if not is_shared(engine):
        raise GrognardError("workers need a PostgreSQL database; on SQLite the server does everything itself")
    tables = Tables(settings, engine)
    assert tables.others is not None
    tables.others.kind = "worker"
    share_work(tables)
    try:
        await tables.start()
    except (SQLAlchemyError, OSError) as error:
        raise unusable(engine, error) from None
    stopped = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    log.info("worker open process=%s slots=%d", tables.others.process, settings.workers)
    print(f"Grognard worker {tables.others.process} is running (press Ctrl-C to stop)", flush=True)
    await stopped.wait()
    await tables.stop()
    await engine.dispose()
    log.info("closed")
