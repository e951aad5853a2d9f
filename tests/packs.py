"""Packs for tests: files of a pack by name, written to a folder or a zip file."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from grognard.core import packs

HEADER = 'id = "river-raids"\ngame = "strike-force-one"\ntitle = "River raids"\n'
RAID = """\
title = "Night crossing"
summary = "Two companies against one."
level = "basic"
first = "soviet"
turns = 3
victory = "towns"
options = ["six-turns"]

[setup]
SA = "0801"
SB = "0802"
X = "0405"
"""
CRISIS = """\
scenario = "strike-force-one/river-raids:night-crossing"
title = "Crisis at the bridge"
summary = "One move is left."
turn = 3
[at]
SA = "0505"
X = "0405"
"""
FILES = {
    "pack.toml": HEADER,
    "scenarios/night-crossing.toml": RAID,
    "positions/crisis.toml": CRISIS,
    "README.md": "Not data.",
}


def write_folder(folder: Path, files: Mapping[str, str] = FILES) -> Path:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def write_zip(path: Path, files: Mapping[str, str] = FILES) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


@contextmanager
def no_packs(monkeypatch: pytest.MonkeyPatch, cache: Path) -> Iterator[None]:
    """No packs in use at first, none left afterwards, and zip files unpacked to a folder of the test."""
    monkeypatch.setenv(packs.VARIABLE, "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    packs._opened.cache_clear()
    yield
    packs._opened.cache_clear()
