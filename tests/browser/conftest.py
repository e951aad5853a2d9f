"""A real server with the built client, and a browser for the tests of this folder."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.driving import Screens
from tests.browser.served import FOGGY, Served, build_client, serving

CHROMIUM = shutil.which("chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser on a busy machine may be too slow: a test gets a second chance, and the summary shows it."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def chromium() -> str:
    if CHROMIUM is None:
        pytest.skip("chromium is not installed (on Debian: apt install chromium)")
    return CHROMIUM


@pytest.fixture(scope="session")
def client(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The client as the server gives it out, never older than its source."""
    build_client(tmp_path_factory.getbasetemp().parent / "client.lock")


@pytest.fixture(scope="session")
def address(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server is: one process for all tests that leave it alone."""
    with serving(tmp_path_factory.mktemp("served")) as served:
        yield served.url


@pytest.fixture(scope="module")  # not longer: it holds the thread's event loop, which other tests need
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


def opened(browser: Browser, address: str) -> Iterator[Screens]:
    shots = os.environ.get("GROGNARD_SHOTS")
    screens = Screens(browser, address, Path(shots) if shots else None)
    yield screens
    screens.close()
    assert screens.complaints == []


@pytest.fixture
def screens(browser: Browser, address: str) -> Iterator[Screens]:
    """Opens screens, each in a browser of its own; no page may have complained in the end."""
    yield from opened(browser, address)


@pytest.fixture
def own_server(client: None, tmp_path: Path) -> Iterator[Served]:
    """A server of the test's own, which it may kill and start again."""
    with serving(tmp_path) as served:
        yield served


@pytest.fixture
def screens_of_own_server(browser: Browser, own_server: Served) -> Iterator[Screens]:
    yield from opened(browser, own_server.url)


@pytest.fixture
def foggy_screens(browser: Browser, client: None, tmp_path: Path) -> Iterator[Screens]:
    """Screens at a server whose game has secrets."""
    with serving(tmp_path, FOGGY) as served:
        yield from opened(browser, served.url)
