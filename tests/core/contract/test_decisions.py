"""Decisions: who can act, then the orders of each."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import pytest

from grognard.core.contract.decisions import NO_ACTOR, Decision, each_once
from grognard.core.contract.orders import Order
from grognard.core.errors import GrognardError


def decision(**orders: list[Order]) -> Decision:
    """Return a decision whose counters have these orders; `nobody` means no counter."""
    table = {NO_ACTOR if actor == "nobody" else actor: listed for actor, listed in orders.items()}
    return Decision("red", "movement", lambda: "Move.", lambda: list(table), table.__getitem__)


def test_counter_without_orders_is_skipped() -> None:
    asked = decision(A=[], B=[], C=[Order("move", units=("C",), path=("0101",))])
    assert {str(asked.random_order(random.Random(seed))) for seed in range(20)} == {"move C 0101"}


def test_decision_without_orders_is_an_error() -> None:
    with pytest.raises(GrognardError, match="red must decide"):
        decision(A=[], B=[]).random_order(random.Random(1))


def test_long_list_does_not_crowd_out_other_verbs() -> None:
    strikes = [Order("strike", target=f"{number:04}") for number in range(500)]
    asked = decision(nobody=[*strikes, Order("end")])
    source = random.Random(1)
    verbs = Counter(asked.random_order(source).verb for _ in range(400))
    assert 150 < verbs["end"] < 250


def test_orders_of_a_verb_are_equally_likely() -> None:
    asked = decision(A=[Order("move", units=("A",), path=(f"010{n}",)) for n in range(4)])
    source = random.Random(2)
    seen = Counter(str(asked.random_order(source)) for _ in range(800))
    assert len(seen) == 4
    assert min(seen.values()) > 150


def test_orders_are_listed_lazily() -> None:
    listed: list[str] = []

    def orders(actor: str) -> list[Order]:
        listed.append(actor)
        return [Order("hold", units=("shared",)), Order("hold", units=(actor,))]

    actors = ["a", "b", "c"]
    decision = Decision(
        "red", "x", lambda: "?", lambda: actors, orders, lambda: each_once(map(orders, actors))
    )
    first = list(islice(decision.all(), 3))
    assert listed == ["a", "b"]
    assert [order.units for order in first] == [("shared",), ("a",), ("b",)]
    assert [order.units for order in decision.all()] == [("shared",), ("a",), ("b",), ("c",)]
