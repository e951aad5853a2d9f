"""Every rule and ruling that the code and the data of Strike Force One cite exists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.core.rulebook import load_rulebook

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "src/grognard/games/strike_force_one"
FILES = sorted(FOLDER.rglob("*.py"))
RULEBOOK = load_rulebook(FOLDER / "data/rules.toml", "sfo")
RULINGS = set(re.findall(r"^\*\*(R-\w+-\d+) ", (ROOT / "docs/rulings.md").read_text("utf-8"), re.MULTILINE))
ID = re.compile(r"\d+(\.\d+)?-(all|basic|advanced|advexp|expert|chart|table)(-\w+)*|R-[A-Z]+-\d+")
by_path = pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(FOLDER).as_posix())


def reasons(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the rule ids that players are told: string constants that are nothing but an id."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ID.fullmatch(node.value):
            yield node.lineno, node.value


def references(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the ids in square brackets in docstrings and comments; they may name a section."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        for inside in re.findall(r"\[([^\[\]]*)\]", line):
            yield from ((number, id_) for id_ in inside.split(", ") if ID.fullmatch(id_))


@by_path
def test_rules_given_as_reasons_exist(path: Path) -> None:
    for line, id_ in reasons(path):
        assert id_ in RULEBOOK.rules or id_ in RULINGS, f"{path.name}, line {line}: there is no rule {id_}"


@by_path
def test_rules_in_docstrings_and_comments_exist(path: Path) -> None:
    for line, id_ in references(path):
        assert id_ in RULINGS or RULEBOOK.find(id_), f"{path.name}, line {line}: there is no rule {id_}"


@pytest.mark.parametrize("name", ["game", "tables", "scenarios/expert-engagement"])
def test_rules_in_data_exist(name: str) -> None:
    text = (FOLDER / f"data/{name}.toml").read_text("utf-8")
    cited = re.findall(r'\brule = "(.+?)"', text)
    assert cited
    assert [id_ for id_ in cited if id_ not in RULEBOOK.rules and id_ not in RULINGS] == []
