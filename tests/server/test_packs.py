"""A server that offers the scenarios of a pack."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.server.library import game_library
from tests.packs import RAID, no_packs, write_folder, write_zip
from tests.server.harness import Server

SCENARIO = "strike-force-one/river-raids:night-crossing"


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    with no_packs(monkeypatch, tmp_path / "cache"):
        game_library.catalogue.cache_clear()
        game_library.board_entry.cache_clear()
        yield
    game_library.catalogue.cache_clear()
    game_library.board_entry.cache_clear()


def test_the_scenarios_of_a_pack_are_in_the_catalogue(tmp_path: Path) -> None:
    pack = str(write_zip(tmp_path / "raids.zip"))
    with Server(tmp_path / "data", packs=(pack,)) as server:
        games = server.http.get("/api/catalogue").json()["games"]
        scenarios = {entry["id"]: entry for entry in games[0]["scenarios"]}
        assert scenarios[SCENARIO]["pack"] == "River raids"
        assert scenarios["strike-force-one/river-raids:crisis"]["title"] == "Crisis at the bridge"
        assert scenarios["strike-force-one/basic"]["pack"] == ""
        board = server.http.get(f"/api/boards/{SCENARIO}")
        assert [unit["id"] for unit in board.json()["opening"]] == ["SA", "SB", "X"]
        assert board.json()["marks"] == {"soviet": {"SA": "0801", "SB": "0802"}, "us": {"X": "0405"}}


def test_a_game_of_a_pack_is_played_with_the_computer_and_kept(tmp_path: Path) -> None:
    pack = str(write_zip(tmp_path / "raids.zip"))
    with Server(tmp_path / "data", packs=(pack,)) as server:
        table = server.table(scenario=SCENARIO, players={"us": {"kind": "computer", "level": "greedy"}})
        with server.live(table.id, table.seats["soviet"]) as live:
            live.hear("welcome")
            for number, order in enumerate(("move SA 0801-0701", "end", "end")):
                assert live.ask("order", order=order, expect=number)["type"] == "accepted"
            while live.hear("played")["side"] != "us":
                pass
    with Server(tmp_path / "data", packs=(pack,)) as server, server.live(table.id) as live:
        assert live.hear("welcome")["now"]["number"] >= 4


def test_a_position_of_a_pack_is_played(tmp_path: Path) -> None:
    pack = str(write_folder(tmp_path / "raids"))
    with Server(tmp_path / "data", packs=(pack,)) as server:
        table = server.table(scenario="strike-force-one/river-raids:crisis")
    with Server(tmp_path / "data", packs=(pack,)) as server, server.live(table.id) as live:
        now = live.hear("welcome")["now"]
        assert (now["view"]["turn"], now["scenario"]) == (3, SCENARIO)


def test_a_game_of_a_changed_pack_is_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "raids")
    with Server(tmp_path / "data", packs=(str(folder),)) as server:
        table = server.table(scenario=SCENARIO)
    scenario = folder / "scenarios/night-crossing.toml"
    scenario.write_text(RAID.replace("turns = 3", "turns = 4"))
    with Server(tmp_path / "data", packs=(str(folder),)) as server:
        answer = server.http.get(f"/api/games/{table.id}")
        assert answer.status_code == 410
        assert "played with version" in answer.text
        assert str(tmp_path) not in answer.text
    scenario.write_text(RAID)
    with Server(tmp_path / "data", packs=(str(folder),)) as server:
        assert server.http.get(f"/api/games/{table.id}").status_code == 200


def test_an_unknown_pack_is_refused_without_a_path_of_the_server(tmp_path: Path) -> None:
    bad = write_folder(tmp_path / "bad", {"pack.toml": "id = 1"})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GROGNARD_PACKS", str(bad))
        with Server(tmp_path / "data") as server:
            answer = server.http.post("/api/games", json={"scenario": "strike-force-one/other:raid"})
    assert answer.status_code == 400
    assert "has no pack 'other' in use" in answer.text
    assert str(tmp_path) not in answer.text
