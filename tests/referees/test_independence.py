"""A referee that used the code of the games would agree with their faults."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

FILES = sorted(Path(__file__).parent.glob("*.py"))
PURE = ("board.py", "sfo.py", "sww3.py")
"""Files that use nothing of the program at all, only its data."""


def imported(path: Path) -> set[str]:
    """Return the names of the modules that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.name))
def test_referees_import_no_rules(path: Path) -> None:
    assert not [name for name in imported(path) if name.startswith("grognard.games")]
    if path.name in PURE:
        assert not [name for name in imported(path) if name.startswith("grognard")]
