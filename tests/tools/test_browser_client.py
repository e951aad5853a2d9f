"""The browser client is built where it is missing or older than its source."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tools import browser_client
from tools.browser_client import CannotBuild, build_client, built_client, sources, up_to_date

SOURCES = ["src/deep/inside.ts", "src/app.css", "index.html", "package-lock.json", "vite.config.ts"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A checkout with a client that has just been built."""
    for path in (built_client(tmp_path), *(tmp_path / "web" / name for name in SOURCES)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        os.utime(path, (1_000, 1_000))
    return tmp_path


@pytest.fixture
def commands(root: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Record what npm is asked to do; building makes the client."""
    found: list[list[str]] = []

    def run(command: list[str]) -> None:
        found.append(command[3:])
        if command[-1] == "build":
            built_client(root).touch()

    monkeypatch.setattr(browser_client, "_run", run)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    return found


def test_sources_of_the_checkout_exist() -> None:
    assert all(path.exists() for path in sources()) and len(sources()) > 50


@pytest.mark.parametrize("source", SOURCES)
def test_a_newer_source_means_building_again(root: Path, source: str) -> None:
    assert up_to_date(root)
    os.utime(root / "web" / source, (1_001, 1_001))
    assert not up_to_date(root)
    os.utime(built_client(root), (1_002, 1_002))
    assert up_to_date(root)
    built_client(root).unlink()
    assert not up_to_date(root)


def test_a_ready_client_is_used(root: Path, commands: list[list[str]]) -> None:
    build_client(root)
    assert commands == []


def test_packages_are_installed_only_when_they_are_missing(root: Path, commands: list[list[str]]) -> None:
    built_client(root).unlink()
    build_client(root)
    assert [command[0] for command in commands] == ["ci", "run"]
    (root / "web" / "node_modules").mkdir()
    (root / "web" / "node_modules" / ".package-lock.json").touch()
    built_client(root).unlink()
    build_client(root)
    assert [command[0] for command in commands] == ["ci", "run", "run"]


def test_without_npm_an_older_client_is_used_but_a_missing_one_is_an_error(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    os.utime(root / "web" / "index.html", (1_001, 1_001))
    build_client(root)
    assert "using the browser client that is already built" in capsys.readouterr().err
    built_client(root).unlink()
    with pytest.raises(CannotBuild, match="Install Node 20"):
        build_client(root)
