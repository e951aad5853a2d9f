"""No message shows the words of the library that decodes values."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta

from grognard.core.errors import BadFile
from grognard.core.files import files
from grognard.core.files.decoding_errors import reworded
from grognard.core.files.files import parse_as
from grognard.core.files.toml_shape import faults


class Shape(msgspec.Struct, forbid_unknown_fields=True):
    even: Annotated[int, Meta(gt=0, multiple_of=2)] = 2
    share: Annotated[float, Meta(ge=0, lt=1)] = 0.5
    name: Annotated[str, Meta(min_length=2, max_length=4, pattern="^a")] = "aa"
    items: Annotated[list[int], Meta(max_length=2)] | None = None
    pair: tuple[int, str] = (1, "")
    by_name: dict[str, int] = {}
    maybe: int | None = None
    one_of: Literal["a", "b"] = "a"
    unlike: bool | str = True


WRONG: dict[str, tuple[str, str]] = {
    "even = 0": ("even", "must be a whole number divisible by 2 greater than 0, not 0"),
    "even = 3": ("even", "must be a whole number divisible by 2 greater than 0, not 3"),
    "even = 1.5": ("even", "must be a whole number"),
    "share = 1": ("share", "must be a number of at least 0 and less than 1, not 1"),
    "share = nan": ("share", "must be a number"),
    'name = "a"': ("name", "must be text in quotes of at least 2 and at most 4 characters that matches ^a"),
    'name = "bb"': ("name", "must be text in quotes"),
    "items = [1, 2, 3]": ("items", "must be a list of at most 2"),
    'items = [1, "x"]': ("items", "must be a whole number"),
    "pair = [1]": ("pair", "must be a list of 2 values"),
    'by_name = { k = "x" }': ("by_name.k", "must be a whole number"),
    'maybe = "x"': ("maybe", "must be a whole number, not"),
    'one_of = "c"': ("one_of", "must be one of a, b"),
    "unlike = 5": ("unlike", "must be"),
    "unlike = 2026-01-02": ("unlike", "must be"),
    "other = 1": ("other", "unknown key"),
}


@pytest.mark.parametrize("line", WRONG)
def test_message_names_line_key_and_what_is_expected(line: str) -> None:
    key, reason = WRONG[line]
    with pytest.raises(BadFile) as error:
        parse_as(f"# first\n{line}\n", "some.toml", Shape)
    assert error.value.line == 2
    assert key in error.value.reason and reason in error.value.reason
    assert "`" not in str(error.value) and "$" not in str(error.value)


@pytest.mark.parametrize("line", [line for line in WRONG if line != "share = nan"])
def test_last_resort_has_no_words_of_the_library(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If our own check finds nothing, the error of the library is reworded."""
    monkeypatch.setattr(files, "faults", lambda *_: iter(()))
    with pytest.raises(BadFile) as error:
        parse_as(f"# first\n{line}\n", "some.toml", Shape)
    message = str(error.value)
    assert message.startswith("some.toml") and ": " in message
    assert not any(word in message for word in ("`", "$", "Expected", "Object", "Invalid", " int", " str"))


MESSAGES = {
    b'{"by_name": {"k": "x"}}': "must be a whole number, not text",
    b'{"pair": [1]}': "must have exactly 2 values",
    b'{"items": [1, 2, 3]}': "must have at most 2 values",
    b'{"name": "a"}': "must have at least 2 characters",
    b'{"even": 0}': "must be a whole number, at least 1",
    b'{"one_of": "c"}': "'c' is not one of the allowed values",
    b'{"even": 1e999}': "the number is too large",
    b'{"even": ': "it ends too early",
    b"x": "not valid JSON",
    b'{"' + b"k" * 1000 + b'": 1}': "unknown key",
}


@pytest.mark.parametrize(("raw", "reason"), MESSAGES.items(), ids=list(MESSAGES.values()))
def test_reworded(raw: bytes, reason: str) -> None:
    with pytest.raises(msgspec.DecodeError) as error:
        msgspec.json.decode(raw, type=Shape)
    fault = reworded(error.value)
    assert fault.reason == reason and all(len(str(part)) <= 60 for part in fault.where)


def test_right_values_have_no_faults() -> None:
    plain = {"even": 2, "share": 0, "name": "abc", "items": [1], "maybe": None}
    assert not list(faults(plain, Shape))
    assert not list(faults(Path("x"), Path)) and list(faults(5, Path))
