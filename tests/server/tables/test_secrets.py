"""A side does not learn secrets: not from views, events and records, nor from queries.

Strike Force One has no secrets, so these tests use a variant with invisible enemy units.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests import fog as fog_of_war
from tests.server.harness import Server, Table


@pytest.fixture
def fog(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make moves secret and enemy units invisible."""
    fog_of_war.descend(monkeypatch.setattr)


def units_in(now: dict[str, Any]) -> set[str]:
    return {unit["side"] for unit in now["view"]["units"]}


def test_no_response_contains_the_state_or_the_seed(server: Server, table: Table) -> None:
    table.play_on(10)
    seed = server.tables.in_memory[table.id].stored.record.seed
    assert seed
    for side in ("soviet", "us", ""):
        for call in ("", "/log", "/at/3", "/record", "/chat"):
            text = table.get(call, side).text
            assert '"known"' not in text and seed not in text
            assert table.seats["us"] not in text


def test_side_sees_only_its_own_units(server: Server, table: Table, fog: None) -> None:
    assert units_in(table.now("soviet")) == {"soviet"} and units_in(table.now("us")) == {"us"}
    assert units_in(table.now()) == set()
    table.give("move SA 0701", "soviet", 0)
    assert units_in(table.get("/at/1", "us").json()) == {"us"}


def test_secret_orders_are_not_sent_to_others(server: Server, table: Table, fog: None) -> None:
    with (
        server.live(table.id, table.seats["soviet"]) as mine,
        server.live(table.id, table.seats["us"]) as other,
        server.live(table.id) as watcher,
    ):
        for live in (mine, other, watcher):
            live.hear("welcome")
        mine.say("order", order="move SA 0701", expect=0)
        assert mine.hear("played")["order"] == "move SA 0801-0701"
        for live in (other, watcher):
            told = live.hear("played")
            assert (
                told["order"] == "" and told["events"] == [] and "0701" not in json.dumps(told["now"]["view"])
            )
    assert table.get("/log", "soviet").json()["played"][0]["order"] == "move SA 0801-0701"
    assert table.get("/log", "us").json()["played"][0]["order"] == ""
    with server.live(table.id, table.seats["us"], since=0) as back:
        assert back.hear("welcome")["missed"][0]["order"] == ""


def test_queries_use_only_what_a_side_knows(server: Server, table: Table, fog: None) -> None:
    assert table.ask("soviet", "overlay", name="zoc", side="us")["hexes"] == []
    assert table.ask("soviet", "overlay", name="threat", side="us")["hexes"] == []
    assert table.ask("us", "overlay", name="zoc", side="us")["hexes"] != []
    assert table.ask("", "reach", units=["SA"])["costs"] == {}
    assert table.ask("soviet", "reach", units=["SA"])["costs"] != {}


def test_record_and_fork_need_all_seats(server: Server, table: Table, fog: None) -> None:
    table.give("move SA 0701", "soviet", 0)
    assert table.get("/record", "us").status_code == 403
    assert table.get("/record").status_code == 403
    assert table.post("/fork", "us", at=1).status_code == 403
    both = table.post("/fork", "us", at=1, seats=[table.seats["soviet"]])
    assert both.status_code == 201
    alone = server.table(players={"us": {"kind": "computer", "level": "random"}})
    alone.give("move SA 0701", "soviet", 0)
    assert alone.get("/record", "soviet").status_code == 403  # the computer has secrets, too
    assert alone.get("/record").status_code == 403
    assert alone.post("/fork", "soviet", at=1).status_code == 403


def test_notes_are_private(table: Table) -> None:
    assert table.put("/notes", "us", text="attack at dawn").status_code == 200
    assert table.get("/notes", "us").json() == {"text": "attack at dawn"}
    assert table.get("/notes", "soviet").json() == {"text": ""}
    assert table.get("/notes").status_code == 403
    assert table.put("/notes", text="x").status_code == 403
    table.put("/notes", "us", text="")
    assert table.get("/notes", "us").json() == {"text": ""}


def test_only_players_can_post_and_all_can_read(table: Table) -> None:
    assert table.post("/chat", text="hello").status_code == 403
    assert table.post("/chat", "us", text="").status_code == 400
    assert table.post("/chat", "us", text="hello").status_code == 200
    said = table.get("/chat").json()["said"]
    assert [(entry["side"], entry["text"]) for entry in said] == [("us", "hello")]
