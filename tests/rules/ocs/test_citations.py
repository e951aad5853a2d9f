"""Every rule that the code cites has its sentence, and every ruling it names is in the rulings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.core.contract.scenario import load_game_file
from grognard.core.rulebook import load_rulebook

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "src/grognard/games/ocs"
FILES = sorted(FOLDER.rglob("*.py"))
CASES = load_rulebook(FOLDER / "data/rules.toml", "ocs").rules
OPTIONS = load_game_file(FOLDER / "data").options
RULINGS = set(re.findall(r"^\*\*(R-\w+-\d+) ", (ROOT / "docs/rulings.md").read_text("utf-8"), re.MULTILINE))
ID = re.compile(r"[1-9]\d*\.\d+[a-z]?(-\w+)*(\.\d+)?|R-OCS-\d+|I+V?\.[A-Z](\.\d)?")


def reasons(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the rule ids that players see: whole string constants of the code."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ID.fullmatch(node.value):
            yield node.lineno, node.value


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_every_cited_case_exists(path: Path) -> None:
    for line, id_ in reasons(path):
        assert id_ in CASES or id_ in RULINGS or id_ in OPTIONS, (
            f"{path.name}, line {line}: there is no case {id_}"
        )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_every_cited_ruling_exists(path: Path) -> None:
    for id_ in re.findall(r"R-OCS-\d+", path.read_text("utf-8")):
        assert id_ in RULINGS, f"{path.name}: there is no ruling {id_}"
