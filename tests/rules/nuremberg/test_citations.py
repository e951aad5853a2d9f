"""Every rule and ruling that the code and the data of Objective Nuremberg cite exists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.core.citations import coverage
from grognard.core.rulebook import load_rulebook

ROOT = Path(__file__).parents[3]
GAMES = ROOT / "src/grognard/games"
FILES = sorted(path for name in ("afcent", "nuremberg") for path in (GAMES / name).rglob("*.py"))
RULEBOOK = load_rulebook(GAMES / "nuremberg/data/rules.toml", "nuremberg")
RULINGS = set(re.findall(r"^\*\*(R-\w+-\d+) ", (ROOT / "docs/rulings.md").read_text("utf-8"), re.MULTILINE))
ID = re.compile(r"[1-9]\d*(\.\d+)+(\.[a-z])?(-\w+)*(\.[a-z])?|R-[A-Z]+-\d+")
by_path = pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(GAMES).as_posix())


def reasons(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the rule ids that players are told: string constants that are nothing but an id."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ID.fullmatch(node.value):
            yield node.lineno, node.value


def references(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the ids in square brackets in comments; they may name a section or begin a range."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        for inside in re.findall(r"\[([^\[\]]*)\]", line):
            ids = (id_.partition("–")[0] for id_ in re.split("[,;] ", inside))
            yield from ((number, id_) for id_ in ids if ID.fullmatch(id_))


@by_path
def test_rules_given_as_reasons_exist(path: Path) -> None:
    for line, id_ in reasons(path):
        assert id_ in RULEBOOK.rules or id_ in RULINGS, f"{path.name}, line {line}: there is no rule {id_}"


@by_path
def test_rules_in_docstrings_and_comments_exist(path: Path) -> None:
    for line, id_ in references(path):
        assert id_ in RULINGS or RULEBOOK.find(id_), f"{path.name}, line {line}: there is no rule {id_}"


@pytest.mark.parametrize("name", ["afcent/data/tables.toml", "nuremberg/data/exclusive.toml"])
def test_rules_in_charts_exist(name: str) -> None:
    text = (GAMES / name).read_text("utf-8")
    cited = {id_ for inside in re.findall(r"\[([^\[\]\"]*)\]", text) for id_ in re.split("[,;] ", inside)}
    for id_ in filter(ID.fullmatch, cited):
        assert id_ in RULINGS or RULEBOOK.find(id_), id_


def test_verbs_and_options_cite_existing_rules() -> None:
    cited = re.findall(r'\brule = "(.+?)"', (GAMES / "nuremberg/data/game.toml").read_text("utf-8"))
    assert len(cited) > 40
    assert [id_ for id_ in cited if id_ not in RULEBOOK.rules and id_ not in RULINGS] == []


def test_every_testable_rule_has_a_test() -> None:
    found = coverage(RULEBOOK, ROOT / "tests")
    assert [case.id for case in found.missing] == []
    assert found.unknown == []
    assert found.total == 336
