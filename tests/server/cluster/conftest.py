"""Several servers on one PostgreSQL database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.harness import Server
from tests.server.postgres import postgres


@pytest.fixture(scope="session")
def database() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture(scope="session")
def servers(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two servers, as a reverse proxy would use them."""
    data = tmp_path_factory.mktemp("servers")
    with Server(data, database=database) as one, Server(data, database=database) as two:
        yield one, two
