"""Studying a game: hints, what-if branches, and the analysis of a finished game."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import grognard
from grognard.core.play.record import write_record
from grognard.server.computer.pool import WorkerPool
from grognard.server.storage.games import put_analysis
from grognard.server.tables.studying.what_if import imagined_game
from tests import fog as fog_of_war
from tests.server.harness import Server, Table

BASIC = Path(__file__).parents[2] / "fixtures" / "basic.record"


def finished(server: Server) -> Table:
    text = BASIC.read_text(encoding="utf-8")
    return Table(server, server.http, {"text": text}, "/api/records")


# -- analysis ------------------------------------------------------------------------------------------


def test_anyone_can_see_the_analysis_of_a_finished_game(server: Server) -> None:
    table = finished(server)
    answer = table.get("/analysis")
    assert answer.status_code == 200, answer.text
    found = answer.json()
    game = grognard.load(BASIC)
    assert found["scenario"] == game.scenario.id and found["orders"] == len(game.history)
    assert found["curve"][-1]["chance"] == (1.0 if game.result and game.result.winner == "soviet" else 0.0)
    assert found["turning_points"] and any(point["computer"] for point in found["turning_points"])


def test_analysis_is_computed_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished(server)
    first = table.get("/analysis").json()
    broken = WorkerPool(1, 60.0)
    broken.command = ("false",)
    monkeypatch.setattr(server.tables.analyses, "pool", broken)
    assert table.get("/analysis").json() == first
    picture = table.get("/analysis.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert ET.fromstring(picture.text).tag.endswith("svg")


def test_analysis_survives_a_restart_but_not_another_format(tmp_path: Path) -> None:
    with Server(tmp_path, analysis=1.0) as server:
        table = finished(server)
        first = table.get("/analysis").json()
    with Server(tmp_path, analysis=1.0) as server:
        works, broken = server.tables.analyses.pool, WorkerPool(1, 60.0)
        broken.command = ("false",)
        server.tables.analyses.pool = broken
        again = table.on(server)
        assert again.get("/analysis").json() == first
        server.run(server.tables.writer.write(put_analysis(table.id, '{"scenario": 1}')))
        assert again.get("/analysis").status_code == 503, "it is computed again"
        server.tables.analyses.pool = works
        assert again.get("/analysis").json()["orders"] == first["orders"]


def test_unfinished_game_is_not_analysed(server: Server, table: Table) -> None:
    for call in ("/analysis", "/analysis.svg"):
        answer = table.get(call, "soviet")
        assert answer.status_code == 403 and "over" in answer.json()["error"]


def test_failed_analysis_is_reported_and_can_be_retried(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished(server)
    broken = WorkerPool(1, 60.0)
    broken.command = ("false",)
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(server.tables.analyses, "pool", broken)
        answer = table.get("/analysis")
        assert answer.status_code == 503, answer.text
    assert table.get("/analysis").status_code == 200


# -- hints ---------------------------------------------------------------------------------------------


def test_hint_is_a_legal_order_with_a_reason(server: Server) -> None:
    table = server.table(players={"us": {"kind": "computer", "level": "greedy"}})
    answer = table.post("/hint", "soviet")
    assert answer.status_code == 200, answer.text
    hint = answer.json()
    assert hint["why"] and hint["number"] == 0
    assert table.ask("soviet", "check", order=hint["order"]["text"])["legal"]


def test_no_hints_in_a_game_with_other_players(server: Server, table: Table) -> None:
    assert table.post("/hint", "soviet").status_code == 403
    both = table.post("/hint", "soviet", seats=[table.seats["us"]])
    assert both.status_code == 200, both.text
    assert table.post("/hint").status_code == 403


def test_no_hint_without_a_decision(server: Server, table: Table) -> None:
    answer = table.post("/hint", "us", seats=[table.seats["soviet"]])
    assert answer.status_code == 400 and "no decision" in answer.json()["error"]


# -- what if -------------------------------------------------------------------------------------------


def branch_of(table: Table, side: str) -> Table:
    asking = table.server.client(headers=table.headers(side))
    branch = Table(table.server, asking, {}, f"/api/games/{table.id}/what-if")
    branch.http = table.http
    return branch


def test_branch_is_played_for_both_sides_and_changes_nothing(server: Server, table: Table) -> None:
    table.give("move SA 0701", "soviet", 0)
    before = table.now("soviet")
    branch = branch_of(table, "soviet")
    now = branch.now("soviet")
    assert set(branch.seats) == {"soviet", "us"} and now["number"] == 0
    assert now["view"]["units"] == before["view"]["units"]
    branch.play_on(12)
    assert table.now("soviet") == before
    server.tables.in_memory.pop(branch.id)
    assert branch.now("us")["number"] == 12


def test_branch_is_discarded_and_other_games_are_not(server: Server, table: Table) -> None:
    branch = branch_of(table, "soviet")
    assert branch.post("/discard").status_code == 403
    assert branch.post("/discard", "us").status_code == 200
    assert branch.get().status_code == 404
    assert table.post("/discard", "soviet").status_code == 403
    assert table.get().status_code == 200


def test_spectators_and_finished_games_have_no_branches(server: Server, table: Table) -> None:
    assert table.post("/what-if").status_code == 403
    over = finished(server)
    assert over.post("/what-if", "soviet").status_code == 400


def test_branch_reveals_nothing_hidden(server: Server, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the enemy is invisible, the branch has no enemy units, whichever side looks at it."""
    fog_of_war.descend(monkeypatch.setattr)
    branch = branch_of(table, "soviet")
    stored = server.tables.in_memory[branch.id].game.state
    scenario = stored.scenario
    for counter, side in enumerate(scenario.side_of):
        if scenario.sides[side] == "us":
            assert stored.at[counter] < 0


@pytest.mark.parametrize(
    "scenario", ["nuremberg/border-battle", "sandown/tabriz-and-erzurum", "ocs/drill-4-barrage"]
)
def test_imagined_games_of_other_families_can_be_stored(scenario: str) -> None:
    game = grognard.new(scenario, seed=3)
    side = game.to_act
    assert side is not None
    twin = imagined_game(game, side)
    again = grognard.loads(write_record(twin.record()))
    assert again.state == twin.state
    assert again.view(side).units == game.view(side).units
