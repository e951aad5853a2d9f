"""What can be downloaded while a game is played tells nobody what is to come."""

from __future__ import annotations

import json
from pathlib import Path

import grognard
from grognard.core.play.record import read_record
from tests.server.harness import Plain, Server, Table, until

EVERYWHERE = ("", "/log", "/record", "/chat", "/at/0", "/notify", "/notes")


def everything(table: Table, side: str) -> str:
    """All that a side (or a spectator) can download of a game."""
    texts = [table.get(call, side).text for call in EVERYWHERE]
    with table.server.live(table.id, table.seats.get(side)) as live:
        texts.append(json.dumps(live.hear("welcome")))
    return "\n".join(texts)


def test_seed_and_plans_stay_secret_until_the_end(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        computer: Plain = {"kind": "computer", "level": "veteran"}
        table = server.table(players={"soviet": computer})
        until(lambda: table.now()["view"]["to_act"] == ["us"], wait=120)
        inside = server.tables.in_memory[table.id]
        seed, plan = str(inside.stored.record.seed), inside.seats["soviet"].plan
        inside.seats["soviet"].plan = plan = (*plan, "first the bridge, then the town")
        inside.briefings["soviet"] = {1: "I mean to take the bridge."}
        for side in ("", "us"):
            found = everything(table, side)
            assert seed not in found
            assert not any(part in found for part in plan if len(part) > 12) and "I mean to" not in found
        record = read_record(table.get("/record", "us").text)
        assert record.seed is None and record.next_dice == () and record.commitment
        table.post("/resign", "us")
        assert table.now()["seed"] == seed


def test_record_under_way_gives_other_dice_than_the_game(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        table = server.table()
        table.play_on(5)
        text = table.get("/record", "us").text
        assert "seed:" not in text
        copies = [grognard.loads(text) for _ in range(8)]
        inside = server.tables.in_memory[table.id].game
        rolled = [[copy.dice.roll("test") for _ in range(12)] for copy in copies]
        again = inside.dice.copy()
        true = [again.roll("test") for _ in range(12)]
        assert true not in rolled
        uploaded = server.http.post("/api/records", json={"text": text}).json()
        assert uploaded["commitment"] != table.made["commitment"]


def test_chosen_seed_is_told_only_to_who_chose_it(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        table = server.table(seed="a seed of my own")
        table.play_on(3)
        for side in ("", "us", "soviet"):
            assert "a seed of my own" not in everything(table, side)


def test_simultaneous_and_hidden_orders_are_not_in_a_record_under_way(server: Server) -> None:
    table = server.table(scenario="nuremberg/border-battle")
    table.play_on(2)
    for side in ("", *table.seats):
        answer = table.get("/record", side)
        assert answer.status_code in (200, 403)
        if answer.status_code == 200:
            hidden = [p for p in table.get("/log").json()["played"] if not p["order"]]
            assert not hidden, "an order that spectators may not know is in a record that they can read"
        assert table.post("/fork", side, at=1).status_code == answer.status_code or answer.status_code == 200
