"""One shared server for all tests that do not need their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.harness import Server, Table


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def server(shared_server: Server) -> Iterator[Server]:
    yield shared_server
    shared_server.http.cookies.clear()  # log out: limits of accounts must not add up over tests


@pytest.fixture
def table(server: Server) -> Table:
    """A new game between two humans."""
    return server.table()
