"""A referee that used the code of the games would agree with their faults."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.py"))
PURE = ("board.py", "tally.py", "sfo", "sww3", "afcent", "ocs", "air_sea")
"""Files and folders that use nothing of the program at all, only its data; but `games.py` plays it."""


def imported(path: Path) -> set[str]:
    """Return the names of the modules that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HERE)))
def test_referees_import_no_rules(path: Path) -> None:
    assert not [name for name in imported(path) if name.startswith("grognard.games")]
    if path.relative_to(HERE).parts[0] in PURE and path.name != "games.py":
        assert not [name for name in imported(path) if name.startswith("grognard")]
