"""Two sides that decide at the same time do not wait for each other or see each other's orders."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.games.strike_force_one import rules
from tests.server.harness import Server, Table

MOVE = "move SA 0701"


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let both sides decide all the time with secret orders, as with simultaneous commitments."""
    true_check, true_apply, true_choices = rules.check, rules.apply, rules.choices

    def to_act(state: Any) -> tuple[str, ...]:
        return () if state.result else ("soviet", "us")

    def own(side: str) -> str:
        return "soviet" if side == "us" else side

    def apply(state: Any, side: str, order: Any, dice: Any) -> Any:
        events = true_apply(state, own(side), order, dice)
        return [msgspec.structs.replace(event, only=(side,)) for event in events]

    monkeypatch.setattr(rules, "to_act", to_act)
    monkeypatch.setattr(rules, "check", lambda state, side, order: true_check(state, own(side), order))
    monkeypatch.setattr(rules, "choices", lambda state, side: true_choices(state, own(side)))
    monkeypatch.setattr(rules, "apply", apply)


def test_order_based_on_an_earlier_number_is_accepted(server: Server, table: Table, at_once: None) -> None:
    table.give(MOVE, "soviet", 0)
    table.give("move SB 0407", "us", 1)
    late = table.post("/orders", "soviet", order="move SE 0808", expect=1, undone=0)
    assert late.status_code == 200 and late.json()["number"] == 3
    told = [played["order"].partition(" ")[0] for played in table.get("/log", "us").json()["played"]]
    assert told == ["", "move", ""]


def test_second_order_for_the_same_decision_is_stale(server: Server, table: Table, at_once: None) -> None:
    table.give(MOVE, "soviet", 0)
    table.give("move SB 0407", "us", 1)
    again = table.post("/orders", "us", order="move SE 0808", expect=1, undone=0)
    assert again.status_code == 409


def test_order_from_before_an_undo_is_stale(server: Server, table: Table, at_once: None) -> None:
    table.give(MOVE, "soviet", 0)
    table.give("move SB 0407", "us", 1)
    assert table.post("/undo", "us", expect=2).status_code == 200
    table.give("move SB 0407", "us", 1)
    assert table.post("/orders", "soviet", order="move SE 0808", expect=1, undone=0).status_code == 409
    assert table.post("/orders", "soviet", order="move SE 0808", expect=1).status_code == 409
    assert table.post("/orders", "soviet", order="move SE 0808", expect=1, undone=1).status_code == 200


def test_side_without_a_decision_must_be_up_to_date(table: Table) -> None:
    table.give(MOVE, "soviet", 0)
    assert table.post("/orders", "soviet", order="move SE 0808", expect=0, undone=0).status_code == 409
    assert table.post("/orders", "us", order="end", expect=0, undone=0).status_code == 409
