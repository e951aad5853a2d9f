"""Objective Nuremberg on the server: both sides commit support at the same time."""

from __future__ import annotations

import json
from typing import Any

import pytest

from grognard.core.play.game import Game
from grognard.core.play.record import write_record
from tests.games.nuremberg.moments import ATTACK, moment
from tests.server.harness import Server, Table, until

PLEDGE = "commit su-a1,su-h1"


def table_of(server: Server, game: Game, **players: Any) -> Table:
    """Return a table that continues a game."""
    wanted = {"text": write_record(game.record()), "players": players}
    return Table(server, server.http, wanted, "/api/records")


@pytest.fixture
def battle(server: Server) -> Table:
    """A battle that waits for the support of both sides."""
    game = moment("pact combat")
    game.play(ATTACK)
    return table_of(server, game)


def secret_of(told: Any) -> bool:
    """Return whether a message hides the Pact's commitment."""
    text = json.dumps(told)
    return "su-a1" not in text.replace('"id": "su-a1"', "") and PLEDGE not in text


def pledged(table: Table, side: str) -> str:
    """Return the last order as a side sees it."""
    return str(table.get("/log", side).json()["played"][-1]["order"])


def test_both_sides_decide_at_the_same_time(battle: Table) -> None:
    for side in ("pact", "nato"):
        now = battle.now(side)
        assert now["view"]["to_act"] == ["pact", "nato"]
        assert now["decision"]["must"] and now["decision"]["kind"] == "commit"
    assert battle.now()["decision"] is None
    assert battle.now()["view"]["asked"] == "Both players choose support for the battle in 2104."


def test_simultaneous_orders_are_revealed_together(server: Server, battle: Table) -> None:
    """NATO's order refers to the situation before the Pact's order."""
    with (
        server.live(battle.id, battle.seats["pact"]) as pact,
        server.live(battle.id, battle.seats["nato"]) as nato,
        server.live(battle.id) as watcher,
    ):
        for live in (pact, nato, watcher):
            live.hear("welcome")
        pact.say("order", order=PLEDGE, expect=1, undone=0)
        assert pact.hear("played")["order"] == PLEDGE
        for live in (nato, watcher):
            told = live.hear("played")
            assert told["order"] == "" and secret_of(told["events"])
            assert [event["text"] for event in told["events"]] == ["Pact player has chosen support"]
            assert told["now"]["view"]["to_act"] == ["nato"]
        nato.say("order", order="commit us-a1", expect=1, undone=0)
        for live in (pact, nato, watcher):
            told = live.hear("played")
            assert told["order"] == "commit us-a1"
            texts = " ".join(event["text"] for event in told["events"])
            assert "commits su-a1, su-h1" in texts and "commits us-a1" in texts


def test_commitment_is_not_revealed(battle: Table) -> None:
    battle.give(PLEDGE, "pact")
    assert pledged(battle, "pact") == PLEDGE and pledged(battle, "nato") == pledged(battle, "") == ""
    for side in ("nato", ""):
        for call in ("", "/at/2", "/log", "/chat"):
            answer = battle.get(call, side)
            assert answer.status_code == 200 and PLEDGE not in answer.text
            assert "su-a1, su-h1" not in answer.text
        assert battle.get("/record", side).status_code == 403
        assert battle.post("/fork", side, at=2).status_code == 403
    assert battle.get("/record", "pact").status_code == 403, "it is NATO's record, too"
    odds = battle.ask("nato", "preview", order="commit us-a1")
    assert not any(line["label"] == "Pact artillery" for line in odds["lines"])


def test_commitment_can_be_undone_until_revealed(battle: Table) -> None:
    battle.give(PLEDGE, "pact")
    assert battle.now("pact")["can_undo"] and not battle.now("nato")["can_undo"]
    assert battle.post("/undo", "nato", expect=2).status_code == 403
    assert battle.post("/undo", "pact", expect=2).status_code == 200
    assert battle.now("nato")["view"]["to_act"] == ["pact", "nato"]
    battle.give("commit", "nato")
    battle.give("commit su-a1", "pact")
    assert not battle.now("pact")["can_undo"] and not battle.now("nato")["can_undo"]


def test_no_second_commitment(battle: Table) -> None:
    battle.give(PLEDGE, "pact")
    again = battle.give("commit su-a2", "pact")
    assert again.status_code == 422, again.text
    assert "the NATO player must act first" in again.text, again.text


@pytest.mark.parametrize("side", ["pact", "nato"])
def test_computer_commits_without_seeing_the_human_commitment(server: Server, side: str) -> None:
    game = moment("pact combat")
    game.play(ATTACK)
    computer = {"kind": "computer", "level": "greedy"}
    table = table_of(server, game, **{side: computer})
    person = "nato" if side == "pact" else "pact"
    now = until(lambda: (n := table.now(person))["number"] > 1 and n)
    assert now["view"]["to_act"] == [person]
    assert table.get("/log", person).json()["played"][-1]["order"] == ""
    assert table.give("commit", person).status_code == 200
    played = table.get("/log", person).json()["played"]
    (fought,) = [event for order in played for event in order["events"] if event["kind"] == "battle"]
    assert fought["hexes"] == ["2104"] and fought["details"]["odds"]


def test_attack_order_and_plan_are_visible_only_to_the_pact(server: Server) -> None:
    table = server.table(scenario="nuremberg/campaign", options={"attack-order": "chosen"})
    for order in ("choose southern", "arrive 7", "primary 2732", "secondary 1942", "declare move recall"):
        assert table.give(order, "pact").status_code == 200
    assert "Southern Pincer" in table.get(side="pact").text
    for side in ("nato", ""):
        for call in ("", "/log", "/at/5"):
            text = table.get(call, side).text
            assert "Southern" not in text and "recall" not in text and "turn 7" not in text
        assert {played["order"] for played in table.get("/log", side).json()["played"]} == {""}
    assert table.get("/record", "pact").status_code == 403
