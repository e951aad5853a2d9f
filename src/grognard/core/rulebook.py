"""The rules catalogue of a game: every case with its id, title and one sentence in our own words."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from grognard.core.files.files import bad_key, read_as
from grognard.core.files.toml_shape import did_you_mean


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One case of a rulebook."""

    id: str
    title: str
    says: str
    kind: str
    testable: bool
    module: str = ""
    """The module of a large game that it belongs to."""
    levels: tuple[str, ...] = ()
    """The levels of difficulty at which it is in play; all if empty."""
    option: str = ""
    """The option with which it is in play; empty if it always is."""
    untested: str = ""
    """Why a case that is not testable has no test; empty where there is nothing to test."""


class Rulebook:
    """All cases of one game's rules, in the rulebook's order."""

    def __init__(
        self,
        short: str,
        rules: Iterable[Rule],
        elsewhere: Iterable[str] = (),
        not_yet: Iterable[str] = (),
        chapters: Mapping[str, str] | None = None,
    ) -> None:
        self.short = short
        """The name by which tests cite it."""
        self.rules = {rule.id: rule for rule in rules}
        self.elsewhere = frozenset(elsewhere)
        """Cases that belong to another catalogue and are proved there."""
        self.not_yet = tuple(not_yet)
        """Modules of the rules that cannot be played yet."""
        self.chapters = dict(chapters or {})
        """Titles of the chapters, by what the ids of their cases begin with."""

    @property
    def own(self) -> list[Rule]:
        """The cases to be proved in this catalogue."""
        return [rule for rule in self.rules.values() if rule.id not in self.elsewhere]

    def find(self, id_: str) -> list[Rule]:
        """Return the case with this id, or every case of the section with this id."""
        return [r for r in self.rules.values() if r.id == id_ or r.id.startswith((f"{id_}-", f"{id_}."))]

    def says(self, id_: str) -> str:
        """Return the sentence of a case; empty for an unknown id."""
        return self.rules[id_].says if id_ in self.rules else ""

    def search(self, words: str) -> list[Rule]:
        """Return the cases whose id, title or sentence contains all the words."""
        wanted = words.lower().split()
        return [
            r for r in self.rules.values() if all(w in f"{r.id} {r.title} {r.says}".lower() for w in wanted)
        ]


class Include(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another file whose cases belong to a catalogue too."""

    rules: str
    """The file, relative to the one that includes it."""
    book: str = ""
    """Name of the book, if several are included; put before the text of cases in which the books differ."""


class RulesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """``rules.toml``: the cases of a rulebook."""

    chapters: dict[str, str] = {}
    """Titles of the chapters, by what the ids of their cases begin with."""
    rule: tuple[Rule, ...] = ()
    include: tuple[Include, ...] = ()
    not_yet: tuple[str, ...] = ()
    """Modules that cannot be played yet."""


class Scope(NamedTuple):
    """What the cases of a game can be limited to: its levels of difficulty and its options."""

    levels: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


def load_rulebook(
    path: Path, short: str, scope: Scope | None = None, within: tuple[Path, ...] = ()
) -> Rulebook:
    """Read a catalogue file: the cases of included books, its own, then those of other included files.

    Its own cases may name only levels and options of `scope`, if one is given.
    """
    file = read_as(path, RulesFile)
    ids: set[str] = set()
    for number, rule in enumerate(file.rule):
        if rule.id in ids:
            raise bad_key(path, ("rule", number, "id"), f"case {rule.id} is listed twice")
        ids.add(rule.id)
        if scope:
            _check_scope(path, number, rule, scope)
    read = {}
    for number, include in enumerate(file.include):
        other = (path.parent / include.rules).resolve()
        if not other.is_file() or other in (path.resolve(), *within):
            raise bad_key(path, ("include", number, "rules"), f"cannot include {include.rules!r}")
        read[include] = load_rulebook(other, short, within=(*within, path.resolve()))
    books = {include.book: catalogue for include, catalogue in read.items() if include.book}
    before = _joined(books)
    after = [rule for include in file.include if not include.book for rule in read[include].rules.values()]
    for chapter in file.chapters:
        if not any(_in_chapter(rule.id, chapter) for rule in file.rule):
            raise bad_key(path, ("chapters", chapter), f"no case belongs to chapter {chapter}")
    chapters = {id_: title for book in read.values() for id_, title in book.chapters.items()} | file.chapters
    elsewhere = [rule.id for rule in (*before, *after)]
    return Rulebook(short, [*before, *file.rule, *after], elsewhere, file.not_yet, chapters)


def _in_chapter(id_: str, chapter: str) -> bool:
    """Return whether a case belongs to a chapter: 12.5a and 12-all belong to 12, fig6 belongs to fig."""
    rest = id_.removeprefix(chapter)
    return rest != id_ and not (chapter[-1:].isdigit() and rest[:1].isdigit())


def _check_scope(path: Path, number: int, rule: Rule, scope: Scope) -> None:
    for key, named, known in (
        ("levels", rule.levels, scope.levels),
        ("option", (rule.option,) if rule.option else (), scope.options),
    ):
        for one in named:
            if one not in known:
                reason = f"unknown {key.removesuffix('s')} {one!r}; {did_you_mean(one, known)}"
                raise bad_key(path, ("rule", number, key), reason)


def _joined(books: Mapping[str, Rulebook]) -> list[Rule]:
    """Merge the cases of several books in order; where the books differ, quote each."""
    ids = dict.fromkeys(id_ for book in books.values() for id_ in book.rules)
    found = []
    for id_ in sorted(ids, key=_section):
        known = {name: book.rules[id_] for name, book in books.items() if id_ in book.rules}
        first, *more = known.values()
        if len(known) < len(books) or any(rule.says != first.says for rule in more):
            titles = " / ".join(dict.fromkeys(rule.title for rule in known.values()))
            says = " ".join(f"{name}: {rule.says}" for name, rule in known.items())
            first = msgspec.structs.replace(first, title=titles, says=says)
        found.append(first)
    return found


def _section(id_: str) -> list[int]:
    """Return the numbers of a case as a sort key: 9.2 before 9.18-count, ids without a number last."""
    return [int(number) for number in re.findall(r"\d+", id_.partition("-")[0])] or [sys.maxsize]


@lru_cache
def game_rulebook(folder: Path, short: str, scope: Scope) -> Rulebook:
    """Return the rulebook in a game's data folder, cached; empty if the game has none."""
    path = folder / "rules.toml"
    return load_rulebook(path, short, scope) if path.exists() else Rulebook(short, ())
