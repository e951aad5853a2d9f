"""A real server with the built client, and a browser for the tests of this folder."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.driving import Screens

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "src" / "grognard" / "server" / "static" / "index.html"
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
PATIENCE = 60


@pytest.fixture(scope="session")
def chromium() -> str:
    if CHROMIUM is None:
        pytest.skip("chromium is not installed (on Debian: apt install chromium)")
    return CHROMIUM


@pytest.fixture(scope="session")
def client(chromium: str) -> Path:
    """The client as the server gives it out; built when it is not there yet."""
    if CLIENT.exists():
        return CLIENT
    npm = shutil.which("npm")
    assert npm, "the browser client is not built, and there is no npm to build it with"
    for command in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
        done = subprocess.run(
            [npm, "--prefix", str(ROOT / "web"), *command], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"npm {' '.join(command)} failed:\n{done.stdout}\n{done.stderr}"
    assert CLIENT.exists(), f"npm run build did not make {CLIENT.name}"
    return CLIENT


@pytest.fixture(scope="session")
def address(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server is: one process for all tests."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    folder = tmp_path_factory.mktemp("served")
    (folder / "server.toml").write_text("seconds = 0.1\n", encoding="utf-8")  # the computer thinks quickly
    command = [sys.executable, "-m", "grognard", "serve", "--port", str(port), "--data", str(folder / "data")]
    command += ["--settings", str(folder / "server.toml")]
    with (folder / "log").open("w+") as log, subprocess.Popen(command, stdout=log, stderr=log) as process:
        url = f"http://127.0.0.1:{port}"
        try:
            _await_health(url, process, folder / "log")
            yield url
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _await_health(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + PATIENCE
    with httpx.Client(verify=False) as http:
        while True:
            assert process.poll() is None, f"the server ended:\n{log.read_text()}"
            assert time.monotonic() < end, f"the server does not answer:\n{log.read_text()}"
            try:
                if http.get(f"{url}/health").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)


@pytest.fixture(scope="module")  # not longer: it holds the thread's event loop, which other tests need
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def screens(browser: Browser, address: str) -> Iterator[Screens]:
    """Opens screens, each in a browser of its own; no page may have complained in the end."""
    shots = os.environ.get("GROGNARD_SHOTS")
    screens = Screens(browser, address, Path(shots) if shots else None)
    yield screens
    screens.close()
    assert screens.complaints == []
