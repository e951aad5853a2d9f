"""Two sides that must decide at the same time: neither waits for the other, and neither hears of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.games.strike_force_one import rules
from tests.server.harness import Server, Table

MOVE = "move SA 0701"


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both sides must decide all the time, and orders are secret: as with simultaneous commitments."""
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


def test_an_order_thought_of_meanwhile_counts(server: Server, table: Table, at_once: None) -> None:
    table.give(MOVE, "soviet", 0)
    table.give("move SB 0407", "us", 1)
    late = table.post("/orders", "soviet", order="move SE 0808", expect=1, undone=0)
    assert late.status_code == 200 and late.json()["number"] == 3
    told = [played["order"].partition(" ")[0] for played in table.get("/log", "us").json()["played"]]
    assert told == ["", "move", ""]


def test_nobody_gives_two_orders_for_one_question(server: Server, table: Table, at_once: None) -> None:
    table.give(MOVE, "soviet", 0)
    table.give("move SB 0407", "us", 1)
    again = table.post("/orders", "us", order="move SE 0808", expect=1, undone=0)
    assert again.status_code == 409


def test_what_was_taken_back_is_not_answered(server: Server, table: Table, at_once: None) -> None:
    table.give(MOVE, "soviet", 0)
    table.give("move SB 0407", "us", 1)
    assert table.post("/undo", "us", expect=2).status_code == 200
    table.give("move SB 0407", "us", 1)
    assert table.post("/orders", "soviet", order="move SE 0808", expect=1, undone=0).status_code == 409
    assert table.post("/orders", "soviet", order="move SE 0808", expect=1).status_code == 409
    assert table.post("/orders", "soviet", order="move SE 0808", expect=1, undone=1).status_code == 200


def test_who_is_not_asked_must_know_how_the_game_stands(table: Table) -> None:
    table.give(MOVE, "soviet", 0)
    assert table.post("/orders", "soviet", order="move SE 0808", expect=0, undone=0).status_code == 409
    assert table.post("/orders", "us", order="end", expect=0, undone=0).status_code == 409
