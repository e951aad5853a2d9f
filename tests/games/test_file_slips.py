"""Slips of the pen in any shipped file: it loads all the same, or `BadFile` names a file and a line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.slips import FILES

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def missed() -> dict[str, list[str]]:
    """By file the slips that were not reported as they should be."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.slips"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("file", [str(file) for file in FILES])
def test_slips_are_told_with_file_and_line(file: str, missed: dict[str, list[str]]) -> None:
    assert missed[file] == []
