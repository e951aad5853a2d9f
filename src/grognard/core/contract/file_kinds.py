"""Kinds of data files that a game has of its own, so that a file can be checked without knowing the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from grognard.core.contract.counters import Counter
from grognard.core.contract.scenario import counter_file
from grognard.core.english import plural


@dataclass(frozen=True, kw_only=True)
class FileKind:
    """A kind of file: how to tell it, and how to check it."""

    title: str
    """What people call it, such as ``chart file``."""
    signs: frozenset[str]
    """Keys at the top of every such file."""
    folders: tuple[Path, ...]
    """Where the game keeps them."""
    check: Callable[[Path], str]
    """Reads a file and returns what it holds, in words; raises `BadFile`."""


def counter_files(kind: type[Counter], *folders: Path) -> FileKind:
    """Return the kind of file that holds a game's counters."""

    def check(path: Path) -> str:
        return plural(len(counter_file(path, kind).counter), "counter")

    return FileKind(title="counter file", signs=frozenset({"counter"}), folders=folders, check=check)


def chart_files(read: Callable[[Path], object], *folders: Path, signs: str) -> FileKind:
    """Return the kind of file that holds charts, told by some of their keys."""

    def check(path: Path) -> str:
        read(path)
        return "all keys are known"

    return FileKind(title="chart file", signs=frozenset(signs.split()), folders=folders, check=check)
