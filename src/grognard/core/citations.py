"""Find citations of rules: the functions that implement a rule and the tests that prove it."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import msgspec

from grognard.core.rulebook import Rule, Rulebook


class Citation(msgspec.Struct, frozen=True):
    """A test that cites the rule it proves."""

    game: str
    rule: str
    test: str


def citations(tests: Path) -> list[Citation]:
    """Return every ``@rule(game, id, …)`` on tests that run (not on skipped tests or expected failures)."""
    found = []
    for path in sorted(tests.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in () if any(map(_stops_file, tree.body)) else _running(tree):
            calls = [d for d in node.decorator_list if isinstance(d, ast.Call)]
            for call in calls:
                if isinstance(call.func, ast.Name) and call.func.id == "rule":
                    game, *ids = [a.value for a in call.args if isinstance(a, ast.Constant)]
                    found += [
                        Citation(
                            str(game), str(i), f"{path.relative_to(tests.parent).as_posix()}::{node.name}"
                        )
                        for i in ids
                    ]
    return found


def _stops(mark: ast.expr) -> bool:
    """Return whether a mark excludes a test: ``pytest.mark.skip``, ``xfail(...)``, …"""
    name = ast.unparse(mark.func if isinstance(mark, ast.Call) else mark)
    return name.rpartition(".")[2] in ("skip", "skipif", "xfail", "slow")


def _stops_file(node: ast.stmt) -> bool:
    """Return whether a statement skips its file: ``pytestmark = pytest.mark.skip``, ``pytest.skip(…)``."""
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
        marks = node.value.elts if isinstance(node.value, (ast.List, ast.Tuple)) else [node.value]
        return any(map(_stops, marks))
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and _stops(node.value)


def _running(node: ast.Module | ast.ClassDef) -> Iterator[ast.FunctionDef]:
    """Yield the tests of a file or class that run."""
    for inner in node.body:
        if isinstance(inner, (ast.FunctionDef, ast.ClassDef)) and not any(map(_stops, inner.decorator_list)):
            if isinstance(inner, ast.ClassDef):
                yield from _running(inner)
            elif inner.name.startswith("test"):
                yield inner


class Coverage(msgspec.Struct, frozen=True):
    """The testable cases with and without a test, and the citations of unknown rules."""

    covered: dict[str, list[str]]
    missing: list[Rule]
    unknown: list[Citation]
    later: dict[str, list[Rule]] = {}
    """Cases without a test in modules that cannot be played yet, by module."""

    @property
    def total(self) -> int:
        """Number of testable cases."""
        return len(self.covered) + len(self.missing)


def coverage(catalogue: Rulebook, tests: Path) -> Coverage:
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


# -- code that cites -------------------------------------------------------------------------------


class Source(msgspec.Struct, frozen=True):
    """A function, class or table of a game that cites a rule."""

    file: str
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}  {self.name}"


_BRACKETS = re.compile(r"\[([^\[\]]+)\]")
_BOOK = re.compile(r"([A-Z][a-z]+) (?=\d)")
_RANGE = re.compile(r"(\d+)\.(\d+)[–-]\1\.(\d+)")


def code_citing(
    rules: Iterable[str], folders: Iterable[Path], root: Path, others: Collection[str] = ()
) -> list[Source]:
    """Return the functions below some folders that cite one of the rules in a string, docstring or comment.

    A citation outside a function belongs to its class, to the name of the table, or to the module. One such
    as ``[Pincher 10.4]`` names its book; it does not count if that is one of the `others`.
    """
    wanted, unwanted = frozenset(rules), frozenset(others)
    found: list[Source] = []
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            file = _shown(path, root)
            parts = _citing_parts(path, unwanted)
            found += [Source(file, line, name) for line, name, cited in parts if cited & wanted]
    return found


@lru_cache(maxsize=1000)
def _citing_parts(path: Path, others: frozenset[str]) -> list[tuple[int, str, frozenset[str]]]:
    """Return the line and name of every part of a file, and what it cites."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    return [
        (node.lineno, name, frozenset(_cited_by(node, lines, others)))
        for node, name in _named_parts(ast.parse(text), path.stem)
    ]


def data_citing(
    rules: Iterable[str], folders: Iterable[Path], root: Path, others: Collection[str] = ()
) -> list[Source]:
    """Return the lines of charts, tables and scenarios below some folders that cite one of the rules.

    Charts that are named after one of the `others`, such as ``tables-sandown.toml``, do not count.
    """
    wanted = frozenset(rules)
    found: list[Source] = []
    for folder in folders:
        for path in sorted(folder.rglob("*.toml")):
            if not path.name.startswith("rules") and not {*path.stem.split("-")} & {*others}:
                for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                    cited = {*re.findall(r'"([^"]*)"', line), *_in_brackets(line.partition("#")[2], others)}
                    if cited & wanted:
                        found.append(Source(_shown(path, root), number, line.strip()[:60]))
    return found


def _shown(path: Path, root: Path) -> str:
    """Return a path as seen from the root; in full if it is elsewhere, as in a game of another package."""
    return (path.relative_to(root) if path.is_relative_to(root) else path).as_posix()


def section_of(id_: str) -> str:
    """Return the section that a case belongs to.

    >>> section_of("12.18-three"), section_of("9.12.1"), section_of("13.3a.1")
    ('12.18', '9.12', '13.3a')
    """
    section, dash, _ = id_.partition("-")
    return section if dash else id_.rpartition(".")[0] or id_


def _named_parts(
    tree: ast.Module | ast.ClassDef, name: str, within: str = ""
) -> Iterator[tuple[ast.stmt, str]]:
    """Yield the docstring, functions, methods, classes without methods, and tables of a module.

    The string after a table or field belongs to it.
    """
    for number, node in enumerate(tree.body):
        match node:
            case ast.Expr(value=ast.Constant(value=str())) if number == 0:
                yield node, name
            case ast.ClassDef() if any(isinstance(inner, ast.FunctionDef) for inner in node.body):
                yield from _named_parts(node, node.name, f"{node.name}.")
            case ast.FunctionDef() | ast.ClassDef():
                yield node, f"{within}{node.name}"
            case ast.Assign(targets=[table, *_]) | ast.AnnAssign(target=table):
                match tree.body[number + 1 : number + 2]:
                    case [ast.Expr(value=ast.Constant(value=str())) as text]:
                        node.end_lineno = text.end_lineno
                yield node, within + ast.unparse(table).strip("()")


def _cited_by(node: ast.stmt, lines: list[str], others: Collection[str]) -> Iterator[str]:
    """Yield what a node cites: its strings, and what is in brackets in a docstring or comment."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            yield inner.value
    yield from _in_brackets("\n".join(lines[node.lineno - 1 : node.end_lineno]), others)


def _in_brackets(text: str, others: Collection[str] = ()) -> Iterator[str]:
    """Yield the ids cited in brackets, except those of other books.

    >>> [*_in_brackets("Rebuild [Pincher 10.6, 10.7; Sandown 10.8-no]. Change modes [5.7–5.9].", {"sandown"})]
    ['10.6', '10.7', '5.7', '5.8', '5.9']
    """
    for inside in _BRACKETS.findall(text):
        book = ""
        for part in re.split("[,;]", inside):
            named = _BOOK.match(part.strip())
            book = named[1].lower() if named else book
            id_ = part.strip()[named.end() if named else 0 :]
            if book in others:
                continue
            if found := _RANGE.fullmatch(id_):
                yield from (f"{found[1]}.{n}" for n in range(int(found[2]), int(found[3]) + 1))
            else:
                yield id_
