"""Every worked example of the series has a test."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[2]
EXAMPLES = 57
"""Worked examples of the series, by the numbers in the names and docstrings of tests."""


def test_every_example_has_a_test() -> None:
    found: set[int] = set()
    for folder in ("games/ocs", "rules/ocs"):
        for path in (TESTS / folder).rglob("test_*.py"):
            text = path.read_text(encoding="utf-8")
            found |= {int(number) for number in re.findall(r"def test_ex_(\d\d)_", text)}
            found |= {int(number) for number in re.findall(r"def test_ex_\d\d_and_(\d\d)_", text)}
            found |= {int(number) for number in re.findall(r"EX-OCS-(\d\d):", text)}
    assert sorted(found) == list(range(1, EXAMPLES + 1))
