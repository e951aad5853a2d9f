"""Bounds: the values that a saved state can have, and what is said of others."""

from __future__ import annotations

import pytest

from grognard.core.contract.outside.bounds import (
    MAX_QUESTIONS,
    MAX_WORDS,
    Between,
    Bound,
    Bounds,
    Pairs,
    Parts,
    Subset,
    Words,
    a_counter,
    a_hex,
    bounds_of_all_states,
    for_each,
    out_of_bounds,
    some_counters,
    some_hexes,
)
from grognard.games import definition_of

BASIC = definition_of("strike-force-one").scenarios("basic", {})
COUNTERS, SIZE = len(BASIC.counters), BASIC.board.grid.size


@pytest.mark.parametrize(
    ("bound", "value", "fault"),
    [
        (Between(1, 4), 1, ""),
        (Between(1, 4), 4, ""),
        (Between(1, 4), 0, "must be from 1 to 4"),
        (Between(1, 4), 5, "must be from 1 to 4"),
        (Between(1, 4), "five", ""),  # refused when it is converted
        (Between(1, 4), [1, 4, 2], ""),
        (Between(1, 4), [1, 4, 5], "must be from 1 to 4"),
        (Between(1, 4), [1] * 100, ""),
        (Between(1, 4, length=2), [1, 2], ""),
        (Between(1, 4, length=2), [1, 2, 3], "has more than 2 values"),
        (Subset(0b101, "hexes"), 0b101, ""),
        (Subset(0b101, "hexes"), 0, ""),
        (Subset(0b101, "hexes"), 0b010, "must be a set of hexes"),
        (Subset(0b101, "hexes"), 0b111, "must be a set of hexes"),
        (Subset(0b101, "hexes"), -1, "must be a set of hexes"),
        (Subset(0b101, "hexes"), None, ""),
        (Subset(0b101, "hexes"), [1, 4], ""),
        (Subset(0b101, "hexes"), [1, 2], "must be a set of hexes"),
        (Words(("a", "b")), "b", ""),
        (Words(("a", "b")), "c", "has an unknown value"),
        (Words(("a", "b")), ["a", "b"], ""),
        (Words(("a", "b")), ["a", "c"], "has an unknown value"),
        (Words(("a", "b")), [], ""),
        (Words(("a", "b")), 3, ""),
        (Words(), "x" * MAX_WORDS, ""),
        (Words(), "x" * (MAX_WORDS + 1), f"has more than {MAX_WORDS} characters"),
        (Parts({"n": Between(0, 1), "m": Between(5, 6)}), {"n": 1, "m": 5}, ""),
        (Parts({"n": Between(0, 1), "m": Between(5, 6)}), {"n": 1, "m": 4}, "m must be from 5 to 6"),
        (Parts({"n": Between(0, 1)}), [{"n": 1}, {"n": 2}], "n must be from 0 to 1"),
        (Parts({"n": Between(0, 1)}), {}, ""),
        (Parts({"n": Between(0, 1)}), None, ""),
        (Parts({}), [{}] * MAX_QUESTIONS, ""),
        (Parts({}), [{}] * (MAX_QUESTIONS + 1), f"has more than {MAX_QUESTIONS} values"),
        (Pairs((Between(0, 1), Between(5, 6)), 2), [[1, 5], [0, 6]], ""),
        (Pairs((Between(0, 1), Between(5, 6)), 2), [[1, 5], [0, 7]], "must be from 5 to 6"),
        (Pairs((Between(0, 1), Between(5, 6)), 2), [[1, 5]] * 3, "has more than 2 values"),
        (Pairs((Between(0, 1), Between(5, 6)), 4), [[1], "x", [1, 5, 9], [2, 5]], "must be from 0 to 1"),
        (Pairs((Between(0, 1),), 2), {"a": 9}, ""),
    ],
)
def test_bound_says_what_is_wrong_with_a_value(bound: Bound, value: object, fault: str) -> None:
    assert bound.fault(value) == fault


def test_bounds_of_counters_and_hexes_of_a_scenario() -> None:
    assert a_counter(BASIC) == Between(-1, COUNTERS - 1)
    assert a_hex(BASIC) == Between(-1, SIZE - 1)
    assert some_counters(BASIC) == Subset((1 << COUNTERS) - 1, "counters")
    assert some_counters(BASIC, 0b11) == Subset(0b11, "counters")
    assert some_counters(BASIC, 0) == Subset(0, "counters")
    assert some_hexes(BASIC) == Subset(BASIC.board.grid.all, "hexes")
    assert some_hexes(BASIC, 0) == Subset(0, "hexes")


def test_bounds_of_the_columns_that_every_game_has() -> None:
    bounds = bounds_of_all_states(BASIC, (-3, -1), 5, ("retreat", "advance"), highest=1000)
    question: Bounds = {
        "kind": Words(("retreat", "advance")),
        "side": Between(0, 1),
        "units": Between(0, COUNTERS - 1, length=COUNTERS),
        "hex": Between(-1, SIZE - 1),
        "data": Between(-1, 1000, length=max(COUNTERS, SIZE) + 2),
    }
    result: Bounds = {"winner": Words(("", "soviet", "us")), **for_each(Words(), "title reason rule")}
    assert bounds == {
        "turn": Between(0, BASIC.file.turns),
        "step": Between(0, 4),
        "at": Between(-3, SIZE - 1, length=COUNTERS),
        "stack": Parts(question),
        "result": Parts(result),
    }


def test_counters_are_on_the_map_in_a_game_without_boxes() -> None:
    bounds = bounds_of_all_states(BASIC, (), 5, ())
    assert bounds["at"] == Between(0, SIZE - 1, length=COUNTERS)
    stack = bounds["stack"]
    assert isinstance(stack, Parts)
    assert stack.fields["data"] == Between(-1, SIZE, length=SIZE + 2)


def test_first_impossible_column_is_named() -> None:
    bounds: Bounds = {"turn": Between(1, 4), "step": Between(0, 9), "air": Words(("us",))}
    assert out_of_bounds({"turn": 4, "step": 0, "air": "us"}, bounds) == ""
    assert out_of_bounds({"turn": 4, "step": 10, "air": "uk"}, bounds) == "step must be from 0 to 9"
    assert out_of_bounds({}, bounds) == ""
