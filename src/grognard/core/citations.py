"""Find citations of rules: the functions that implement a rule and the tests that prove it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
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


def code_citing(rules: Iterable[str], folders: Iterable[Path], root: Path) -> list[Source]:
    """Return the functions below some folders that cite one of the rules in a string, docstring or comment.

    A citation outside a function belongs to its class, or to the name of the table.
    """
    wanted = frozenset(rules)
    found: list[Source] = []
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            lines, file = text.splitlines(), path.relative_to(root).as_posix()
            found += [
                Source(file, node.lineno, name)
                for node, name in _named_parts(ast.parse(text))
                if _cites(node, lines, wanted)
            ]
    return found


def data_citing(rules: Iterable[str], folders: Iterable[Path], root: Path) -> list[Source]:
    """Return the lines of charts, tables and scenarios below some folders that cite one of the rules."""
    quoted = {f'"{id_}"' for id_ in rules}
    found: list[Source] = []
    for folder in folders:
        for path in sorted(folder.rglob("*.toml")):
            if not path.name.startswith("rules"):
                lines = enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
                file = path.relative_to(root).as_posix()
                found += [
                    Source(file, n, line.strip()[:60]) for n, line in lines if any(q in line for q in quoted)
                ]
    return found


def section_of(id_: str) -> str:
    """Return the section that a case belongs to.

    >>> section_of("12.18-three"), section_of("9.12.1"), section_of("13.3a.1")
    ('12.18', '9.12', '13.3a')
    """
    section, dash, _ = id_.partition("-")
    return section if dash else id_.rpartition(".")[0] or id_


def _named_parts(tree: ast.Module | ast.ClassDef, within: str = "") -> Iterator[tuple[ast.stmt, str]]:
    """Yield the functions, methods, classes without methods, and tables of a module."""
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name) if any(isinstance(inner, ast.FunctionDef) for inner in node.body):
                yield from _named_parts(node, f"{name}.")
            case (
                ast.FunctionDef(name=name)
                | ast.ClassDef(name=name)
                | ast.Assign(targets=[ast.Name(id=name), *_])
                | ast.AnnAssign(target=ast.Name(id=name))
            ):
                yield node, f"{within}{name}"


def _cites(node: ast.stmt, lines: list[str], wanted: frozenset[str]) -> bool:
    """Return whether a node cites a wanted rule, as a string or in brackets in a docstring or comment."""
    strings = (inner.value for inner in ast.walk(node) if isinstance(inner, ast.Constant))
    if any(value in wanted for value in strings if isinstance(value, str)):
        return True
    text = "\n".join(lines[node.lineno - 1 : node.end_lineno])
    return any(
        part.strip() in wanted for inside in _BRACKETS.findall(text) for part in re.split("[,;]", inside)
    )
