"""The line of every key, in every shipped file and in every form of TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.core.files.toml_lines import Where, key_lines, line_of, spelled

SHIPPED = sorted(Path(grognard.__file__).parent.rglob("*.toml"))
ODD = """\
a = 1
[b."x y".c]  # a [comment]
d.e = { f = [ # with ] in it
  1, "]", \"\"\"several
lines\"\"\", { g = 2 } ], h.i = 'x' }
[[q]]
z = '''
[not.a.table]
'''
[[q.r]]
s = 1
[[q]]
[q.t]
"u\\u0041\\t" = 2
"""


def ways(value: Any, where: Where = ()) -> Iterator[Where]:
    """Yield the paths to all values of a file."""
    if where:
        yield where
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from ways(item, (*where, key))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_line_of_every_key(path: Path) -> None:
    text = path.read_text("utf-8")
    lines, rows = key_lines(text), text.split("\n")
    assert set(lines) == set(ways(tomllib.loads(text)))
    for where, line in lines.items():
        if isinstance(where[-1], str):
            assert where[-1] in rows[line - 1]


def test_unusual_toml() -> None:
    lines = key_lines(ODD)
    assert set(lines) == set(ways(tomllib.loads(ODD)))
    deep = ("b", "x y", "c", "d", "e")
    assert [lines[(*deep, "f", n)] for n in range(4)] == [4, 4, 4, 5]
    assert lines[(*deep, "h", "i")] == 5
    assert (lines["q", 0], lines["q", 0, "r", 0, "s"], lines["q", 1], lines["q", 1, "t", "uA\t"]) == (
        6,
        11,
        12,
        14,
    )


@pytest.mark.parametrize(
    "text",
    [
        "a={b=1,c=2}\nd=3\n",
        "a={}\nd=3\n",
        "a={b={},c={e=1}}\nd=3\n",
        "a={b={c={e=1}},f=2}\nd=3\n",
        "a=[{},{b=1},{b=2}]\nd=3\n",
        "a=[[],[1],[[2],3]]\nd=3\n",
        "a={b=[],c='',e=0}\nd=3\n",
        "[a]\nb=1\n[[c]]\nd=3\n[[c]]\ne=1\n",
    ],
)
def test_keys_are_found_without_any_spaces(text: str) -> None:
    found, lines = key_lines(text), text.splitlines()
    assert {where for where in ways(tomllib.loads(text)) if isinstance(where[-1], str)} <= set(found)
    assert all(
        str(where[-1]) in lines[line - 1] for where, line in found.items() if isinstance(where[-1], str)
    )


def test_missing_key_has_the_line_of_its_table() -> None:
    assert line_of(ODD, ("q", 1, "t", "missing")) == 13
    assert line_of(ODD, ("missing",)) == 1


def test_spelled_paths() -> None:
    assert spelled(("victory", "goals", 0, "hexes")) == "victory.goals[0].hexes"
    assert spelled(("towns", "Kharkov East")) == 'towns."Kharkov East"'
    assert spelled(("a\nb",)) == '"a\\nb"'


def test_invalid_toml_returns_the_keys_found() -> None:
    assert key_lines("a = 1\nb = ") == {("a",): 1, ("b",): 2}
