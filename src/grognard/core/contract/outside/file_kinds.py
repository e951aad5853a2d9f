"""Kinds of data files that only one game has, so that code that knows no game can check them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from grognard.core.contract.counters import Counter
from grognard.core.contract.scenario import counter_file
from grognard.core.english import plural


@dataclass(frozen=True, kw_only=True)
class FileKind:
    """A kind of file: how to recognise it and how to check it."""

    title: str
    """Its name, such as ``chart file``."""
    signs: frozenset[str]
    """Keys at the top level of every such file."""
    folders: tuple[Path, ...]
    """The folders that contain them."""
    check: Callable[[Path], str]
    """Reads a file and returns a summary of its contents; raises `BadFile`."""


def counter_files(kind: type[Counter], *folders: Path) -> FileKind:
    """Return the file kind for a game's counters."""

    def check(path: Path) -> str:
        return plural(len(counter_file(path, kind).counter), "counter")

    return FileKind(title="counter file", signs=frozenset({"counter"}), folders=folders, check=check)


def chart_files(read: Callable[[Path], object], *folders: Path, signs: str) -> FileKind:
    """Return the file kind for charts, recognised by some of their keys."""

    def check(path: Path) -> str:
        read(path)
        return "all keys are known"

    return FileKind(title="chart file", signs=frozenset(signs.split()), folders=folders, check=check)
