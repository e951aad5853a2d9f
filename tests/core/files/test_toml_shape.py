"""Errors in values name the key, the reason and the allowed values."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import msgspec
import pytest

from grognard.core.errors import BadFile
from grognard.core.files.files import parse_as
from grognard.core.files.toml_shape import closed, did_you_mean, each, faults, many, named

NAME = {"name": ""}


class Inner(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    mode: Literal["combat", "move"] = "combat"
    first_turn: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1


class Outer(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    inner: Inner = Inner()
    several: tuple[Inner, ...] = ()
    pair: tuple[int, int] = (0, 0)
    by_name: dict[str, float] = {}
    setup: Literal["marks"] | dict[str, str] = "marks"
    only: dict[Literal["red", "blue"], bool] = {}
    maybe: Inner | None = None
    some: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)] = ("x",)


class Tolerant(msgspec.Struct):
    name: str


def inline(value: Any) -> str:
    """Return a value as TOML on one line."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {inline(item)}' for key, item in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(inline, value))}]"
    return json.dumps(value)


@pytest.mark.parametrize(
    ("values", "where", "reason"),
    [
        ({}, ("name",), "missing"),
        ({"name": 3}, ("name",), "must be text in quotes, not 3"),
        ({**NAME, "inn": {}}, ("inn",), 'unknown key; did you mean "inner"?'),
        ({**NAME, "nmae": "y"}, ("nmae",), 'unknown key; did you mean "name"?'),  # though it is there
        ({**NAME, "inner": 3}, ("inner",), "must be a table, not 3"),
        ({**NAME, "inner": {"mode": "mvoe"}}, ("inner", "mode"),
         'must be one of combat, move, not "mvoe"; did you mean "move"?'),
        ({**NAME, "inner": {"first_turn": 3}}, ("inner", "first_turn"),
         'unknown key; did you mean "first-turn"?'),
        ({**NAME, "inner": {"first-turn": 12}}, ("inner", "first-turn"),
         "must be a whole number from 1 to 9, not 12"),
        ({**NAME, "inner": {"first-turn": True}}, ("inner", "first-turn"),
         "must be a whole number from 1 to 9, not true"),
        ({**NAME, "several": [{}, {"mode": 3}]}, ("several", 1, "mode"),
         "must be one of combat, move, not 3"),
        ({**NAME, "several": {}}, ("several",), "must be a list, not {}"),
        ({**NAME, "pair": [1]}, ("pair",), "must be a list of 2 values, not [1]"),
        ({**NAME, "pair": [1, "x"]}, ("pair", 1), 'must be a whole number, not "x"'),
        ({**NAME, "by_name": {"a": "x"}}, ("by_name", "a"), 'must be a number, not "x"'),
        ({**NAME, "setup": {"SA": 101}}, ("setup", "SA"), "must be text in quotes, not 101"),
        ({**NAME, "setup": "mraks"}, ("setup",),
         'must be one of marks, not "mraks"; did you mean "marks"?'),
        ({**NAME, "setup": 3}, ("setup",), "must be one of marks or a table, not 3"),
        ({**NAME, "only": {"bleu": True}}, ("only", "bleu"), 'unknown key; did you mean "blue"?'),
        ({**NAME, "maybe": {"mode": "x"}}, ("maybe", "mode"), 'must be one of combat, move, not "x"'),
        ({**NAME, "some": []}, ("some",), "must be a list of at least 1"),
        ({**NAME, "zzz": 1}, ("zzz",),
         "unknown key; known: inner, several, pair, by_name, setup, only, maybe, some"),
    ],
)  # fmt: skip
def test_faults(values: dict[str, Any], where: tuple[str | int, ...], reason: str) -> None:
    assert next(faults(values, Outer)) == (where, reason)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(values, Outer)
    with pytest.raises(BadFile) as error:
        parse_as("".join(f"{key} = {inline(value)}\n" for key, value in values.items()), "some.toml", Outer)
    assert error.value.reason.endswith(f": {reason}")


def test_valid_values_have_no_faults() -> None:
    values = {
        "name": "x",
        "inner": {"mode": "move"},
        "pair": [1, 2],
        "by_name": {"a": 1, "b": 1.5},
        "setup": {"a": "b"},
    }
    assert not list(faults(values, Outer))
    assert not list(faults({"name": "x", "more": 1}, Tolerant)), "only headers are read like this"


def test_shapes_of_charts() -> None:
    shape = closed(each(int, "low high"), {"rows": many(named(str))}, maybe={"title": str})
    assert not list(faults({"low": 1, "high": 2, "rows": [{"a": "b"}]}, shape))
    assert [*faults({"low": 1, "hihg": 2, "rows": []}, shape)] == [
        (("hihg",), 'unknown key; did you mean "high"?'),
        (("high",), "missing"),
    ]


def test_unknown_name_lists_all_known() -> None:
    assert did_you_mean("x", []) == "there are none"
    assert did_you_mean("tnak", ["tank", "gun"]) == 'did you mean "tank"?'


def test_quoted_values_are_short() -> None:
    (fault,) = faults({"name": ["line\n" * 50]}, Tolerant)
    assert len(fault.reason) < 80 and "\n" not in fault.reason
    (fault,) = faults({"name": 10**5000}, Tolerant)
    assert fault.reason == "must be text in quotes, not such a number"
