"""Text from outside is read in linear time: no pattern can backtrack far, and work grows with the length."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import grognard
from grognard.core.errors import GrognardError
from grognard.core.files.decoding_errors import reworded
from grognard.core.play.record import read_record
from grognard.server.people.mail import is_address

parser: Any = import_module("re._parser")
SOURCE = Path(grognard.__file__).parent
OUTSIDE = ("server", "core/play", "core/contract", "core/files/decoding_errors.py", "games")
"""What reads text from visitors. Other modules read files of this computer."""
REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")


def patterns() -> Iterator[tuple[str, str]]:
    """Yield the place and text of every regular expression in these modules."""
    for part in OUTSIDE:
        files = [SOURCE / part] if part.endswith(".py") else sorted((SOURCE / part).rglob("*.py"))
        for path in files:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                    continue
                if isinstance(node.func.value, ast.Name) and node.func.value.id == "re" and node.args:
                    first = node.args[0]
                    text = first.value if isinstance(first, ast.Constant) else None
                    assert isinstance(text, str), f"{path}:{node.lineno}: write the pattern out"
                    yield f"{path.relative_to(SOURCE)}:{node.lineno}", text


def unbounded(item: Any) -> bool:
    kind, value = str(item[0]), item[1]
    return kind in REPEATS and value[1] is parser.MAXREPEAT


def inside(item: Any) -> Iterator[Any]:
    """Yield the lists of items within an item."""
    kind, value = str(item[0]), item[1]
    if kind in REPEATS:
        yield list(value[2])
    elif kind in ("SUBPATTERN", "ATOMIC_GROUP"):
        yield list(value[-1] if kind == "SUBPATTERN" else value)
    elif kind == "BRANCH":
        yield from (list(branch) for branch in value[1])


def fault(items: list[Any], repeated: bool = False) -> str:
    """Return what is wrong with a pattern: repetition within, or directly after, repetition."""
    before = False
    for item in items:
        this = unbounded(item)
        if this and repeated:
            return "nested repetition"
        if this and before:
            return "adjacent repetition"
        for below in inside(item):
            if found := fault(below, repeated or this):
                return found
        before = this
    return ""


def test_patterns_have_no_nested_or_adjacent_repetition() -> None:
    found = {place: fault(list(parser.parse(text))) for place, text in patterns()}
    assert len(found) > 10
    assert not {place: what for place, what in found.items() if what}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (r"(a+)+", "nested repetition"),
        (r"\\s*\\s*,", "adjacent repetition"),
        (r"(?:a|b*)*", "nested repetition"),
        (r"a+b+", "adjacent repetition"),
        (r"a+,b+", ""),
    ],
)
def test_the_scan_finds_them(text: str, what: str) -> None:
    assert fault(list(parser.parse(text.replace("\\\\", "\\")))) == what


# -- growth ----------------------------------------------------------------------------------------------


def steps(work: Callable[[str], object], text: str) -> int:
    """Return how many lines of Python a function runs for a text, calls into C not counted."""
    count = 0

    def trace(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal count
        count += 1
        return trace

    sys.settrace(trace)
    try:
        work(text)
    except (GrognardError, ValueError):
        pass
    finally:
        sys.settrace(None)
    return count


GAME = grognard.new("strike-force-one/basic", seed=1)
HEAD = "grognard record 1\nscenario: strike-force-one/basic\n"
READERS: dict[str, Callable[[str], object]] = {
    "order": GAME.read,
    "line of a record": lambda text: read_record(f"{HEAD}1 soviet {text}\n"),
    "lines of a record": lambda text: read_record(HEAD + text.replace(" ", "\n")),
    "header of a record": lambda text: read_record(f"grognard record 1\n{text}: {text}\n"),
    "email address": is_address,
    "error message": lambda text: reworded(ValueError(text)),
}
PIECES = (
    " ", ",", ", ", "-", "[", "]", " [", "[4] ", " ~", "~0", "!", "1", "a ", "0101-", "@", "a@", ".", ":",
    "`", "$.",
)  # fmt: skip


@pytest.mark.parametrize("reader", READERS)
def test_steps_grow_no_faster_than_the_text(reader: str) -> None:
    for piece in PIECES:
        short = steps(READERS[reader], piece * 200)
        long = steps(READERS[reader], piece * 1_600)
        assert long <= 10 * short + 2_000, (piece, short, long)
