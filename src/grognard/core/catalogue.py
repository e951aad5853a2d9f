"""The rules catalogue of a game: every case with its id, title and one sentence in our own words."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

import msgspec

from grognard.core.errors import BadFile
from grognard.core.files import read_toml


class Rule(msgspec.Struct, frozen=True):
    """One case of a rulebook."""

    id: str
    title: str
    says: str
    kind: str
    testable: bool
    module: str = ""
    """The part of a large game that it belongs to."""


class Catalogue:
    """All cases of one game's rules, in the rulebook's order."""

    def __init__(
        self, short: str, rules: Iterable[Rule], elsewhere: Iterable[str] = (), not_yet: Iterable[str] = ()
    ) -> None:
        self.short = short
        """The name tests cite it by."""
        self.rules = {rule.id: rule for rule in rules}
        self.elsewhere = frozenset(elsewhere)
        """Cases that belong to another catalogue and are proved there."""
        self.not_yet = tuple(not_yet)
        """Modules of the rules that cannot be played yet."""

    @property
    def own(self) -> list[Rule]:
        """The cases that are to be proved here."""
        return [rule for rule in self.rules.values() if rule.id not in self.elsewhere]

    def find(self, id_: str) -> list[Rule]:
        """The case with this id, and every case of that section."""
        return [r for r in self.rules.values() if r.id == id_ or r.id.startswith((f"{id_}-", f"{id_}."))]

    def says(self, id_: str) -> str:
        """The sentence of a case; empty for an id that is not in the catalogue."""
        return self.rules[id_].says if id_ in self.rules else ""

    def search(self, words: str) -> list[Rule]:
        """Cases whose title or sentence holds all the words."""
        wanted = words.lower().split()
        return [
            r for r in self.rules.values() if all(w in f"{r.id} {r.title} {r.says}".lower() for w in wanted)
        ]


class Include(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another file whose cases a catalogue has too."""

    rules: str
    """The file, seen from the one that includes it."""
    book: str = ""
    """The book it holds, where there are several: a case that not all of them have alike says whose it is."""


def load_catalogue(path: Path, short: str) -> Catalogue:
    """Read a catalogue file: the books it includes, its own cases, and what else it includes."""
    found = read_toml(path)
    try:
        own = msgspec.convert(found.get("rule", []), list[Rule])
        includes = msgspec.convert(found.get("include", []), list[Include])
        not_yet = msgspec.convert(found.get("not-yet", []), list[str])
    except msgspec.ValidationError as error:
        raise BadFile(path, f"not a rules catalogue: {error}") from None
    read = {include: load_catalogue(path.parent / include.rules, short) for include in includes}
    books = {include.book: catalogue for include, catalogue in read.items() if include.book}
    before = _joined(books)
    after = [rule for include in includes if not include.book for rule in read[include].rules.values()]
    return Catalogue(short, [*before, *own, *after], [rule.id for rule in (*before, *after)], not_yet)


def _joined(books: Mapping[str, Catalogue]) -> list[Rule]:
    """The cases of several books in one order; where they differ, what each of them says."""
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
    """The numbers of a case, to sort by: 9.2 comes before 9.18-count, and what has none at the end."""
    return [int(number) for number in re.findall(r"\d+", id_.partition("-")[0])] or [sys.maxsize]


class Citation(msgspec.Struct, frozen=True):
    """A test that says which rule it proves."""

    game: str
    rule: str
    test: str


def citations(tests: Path) -> list[Citation]:
    """Every ``@rule(game, id, …)`` on a test that really runs (skipped or expected failures do not count)."""
    found = []
    for path in sorted(tests.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in () if any(map(_stops_file, tree.body)) else _running(tree):
            calls = [d for d in node.decorator_list if isinstance(d, ast.Call)]
            for call in calls:
                if isinstance(call.func, ast.Name) and call.func.id == "rule":
                    game, *ids = [a.value for a in call.args if isinstance(a, ast.Constant)]
                    found += [Citation(str(game), str(i), f"{path.name}::{node.name}") for i in ids]
    return found


def _stops(mark: ast.expr) -> bool:
    """Whether a mark keeps a test from running: ``pytest.mark.skip``, ``xfail(...)``, …"""
    name = ast.unparse(mark.func if isinstance(mark, ast.Call) else mark)
    return name.rpartition(".")[2] in ("skip", "skipif", "xfail", "slow")


def _stops_file(node: ast.stmt) -> bool:
    """``pytestmark = pytest.mark.skip`` or ``pytest.skip(…)`` for a whole file."""
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
        marks = node.value.elts if isinstance(node.value, (ast.List, ast.Tuple)) else [node.value]
        return any(map(_stops, marks))
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and _stops(node.value)


def _running(node: ast.Module | ast.ClassDef) -> Iterator[ast.FunctionDef]:
    """The tests of a file or class that run."""
    for inner in node.body:
        if isinstance(inner, (ast.FunctionDef, ast.ClassDef)) and not any(map(_stops, inner.decorator_list)):
            if isinstance(inner, ast.ClassDef):
                yield from _running(inner)
            elif inner.name.startswith("test"):
                yield inner


class Coverage(msgspec.Struct, frozen=True):
    """Which testable cases have a test, and what is wrong with the citations."""

    covered: dict[str, list[str]]
    missing: list[Rule]
    unknown: list[Citation]
    later: dict[str, list[Rule]] = {}
    """By module the cases without a test that cannot be played yet."""

    @property
    def total(self) -> int:
        """How many cases can be tested."""
        return len(self.covered) + len(self.missing)


def coverage(catalogue: Catalogue, tests: Path) -> Coverage:
    """Compare the catalogue with the tests that cite it."""
    mine = [c for c in citations(tests) if c.game == catalogue.short]
    by_rule: dict[str, list[str]] = {}
    for citation in mine:
        by_rule.setdefault(citation.rule, []).append(citation.test)
    testable = [rule for rule in catalogue.own if rule.testable]
    without = [rule for rule in testable if rule.id not in by_rule]
    return Coverage(
        {r.id: by_rule[r.id] for r in testable if r.id in by_rule},
        [r for r in without if r.module not in catalogue.not_yet],
        [c for c in mine if c.rule not in catalogue.rules],
        {module: [r for r in without if r.module == module] for module in catalogue.not_yet},
    )


def catalogue_in(folder: Path, short: str) -> Callable[[], Catalogue]:
    """The catalogue in a game's data folder, read when first asked for."""
    return lru_cache(lambda: load_catalogue(folder / "rules.toml", short))
