"""The book of a family of games: the intentions that did best in each scenario, as data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import msgspec

from grognard.core.contract.intentions import Intention
from grognard.core.contract.outside.file_kinds import FileKind
from grognard.core.english import plural
from grognard.core.files.files import read_as


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The intentions of one side in one scenario, the best first."""

    scenario: str
    """Its id, such as ``pincher/race-to-the-rhine``; ``*`` for one that has none."""
    side: str
    """Its id; ``*`` for a side that has none."""
    intention: tuple[Intention, ...]


class BookFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of intentions, made with ``grognard tune``."""

    chapter: tuple[Chapter, ...]


@lru_cache
def read_book(path: Path) -> Mapping[tuple[str, str], tuple[Intention, ...]]:
    """Return the intentions of a file, by scenario and side."""
    return {
        (chapter.scenario, chapter.side): chapter.intention for chapter in read_as(path, BookFile).chapter
    }


def book_files(*folders: Path) -> FileKind:
    """Return the file kind of books."""

    def check(path: Path) -> str:
        return plural(len(read_as(path, BookFile).chapter), "chapter")

    return FileKind(title="book of intentions", signs=frozenset({"chapter"}), folders=folders, check=check)


def from_book(path: Path, scenario: str, side: str) -> tuple[Intention, ...]:
    """Return the intentions of a side in a scenario; those for every other scenario if it has none."""
    book = read_book(path)
    chapters = ((scenario, side), (scenario, "*"), ("*", side), ("*", "*"))
    return next(book[chapter] for chapter in chapters if chapter in book)
