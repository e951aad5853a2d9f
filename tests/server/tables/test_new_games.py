"""New games from records and from a point in another game."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.core.play.record import write_record
from grognard.core.play.verify_dice import verify
from grognard.games import definition_of
from tests.server.harness import BASIC, Server, Table


def play_locally(*, to_the_end: bool = False) -> grognard.Game:
    """Return a game in which dice have been rolled."""
    game = grognard.new(BASIC, seed="7")
    source = random.Random(3)
    while not game.over and (to_the_end or sum(bool(entry.dice) for entry in game.history) < 2):
        game.play(source.choice(list(game.orders())))
    return game


def bring_in(server: Server, text: str, **more: object) -> Table:
    return Table(server, server.http, {"text": text, **more}, "/api/records")


def test_record_of_a_finished_game_can_be_verified(server: Server) -> None:
    table = server.table()
    now = table.play_on(10_000)
    text = table.get("/record").text
    assert verify(text, definition_of) == []
    assert f"commitment: {table.made['commitment']}" in text and f"seed: {now['seed']}" in text
    assert grognard.loads(text).result is not None


def test_record_of_a_running_game_has_no_seed(server: Server) -> None:
    table = server.table()
    table.play_on(30)
    answer = table.get("/record")
    assert answer.headers["content-type"].startswith("text/plain")
    assert "seed:" not in answer.text and table.made["commitment"] in answer.text
    assert len(grognard.loads(answer.text).history) == 30


def test_continue_a_record(server: Server) -> None:
    game = play_locally()
    table = bring_in(server, write_record(game.record()), name="by mail")
    now = table.now("us")
    assert now["number"] == len(game.history) and now["dice"] == "chosen" and now["name"] == "by mail"
    assert now["commitment"] == game.dice.commitment
    assert [played["order"] for played in table.get("/log").json()["played"]] == [
        e.order for e in game.history
    ]
    table.play_on(10_000)
    assert verify(table.get("/record").text, definition_of) == []


def test_record_without_a_seed_continues_with_a_new_one(server: Server) -> None:
    game = play_locally()
    table = bring_in(server, write_record(game.record(with_seed=False)))
    assert table.now()["dice"] == "secret"
    table.play_on(10_000)
    server.tables.in_memory.pop(table.id)
    assert table.now()["over"]
    problems = verify(table.get("/record").text, definition_of)
    assert len(problems) == 1 and problems[0].startswith("dice not drawn from the seed")


def test_record_with_real_dice_continues_with_server_dice(server: Server) -> None:
    game = grognard.new(BASIC, by_hand=True)
    source = random.Random(3)
    for _ in range(30):
        game.dice.script([source.randint(1, 6) for _ in range(4)])
        game.play(source.choice(list(game.orders())))
        game.dice.scripted.clear()
    table = bring_in(server, write_record(game.record()))
    assert table.now()["number"] == 30
    assert table.play_on(5)["number"] == 35


def test_finished_record_can_be_viewed(server: Server) -> None:
    table = bring_in(server, write_record(play_locally(to_the_end=True).record()))
    assert table.now()["over"] and table.get("/at/5", **{"as": "us"}).status_code == 200


@pytest.mark.parametrize(
    "text",
    ["", "nonsense", "grognard record 1\nscenario: none/none\n", "grognard record 99\n", "[" * 50_000],
    ids=["empty", "nonsense", "no scenario", "too new", "deep"],
)
def test_invalid_record_is_refused(server: Server, text: str) -> None:
    answer = server.http.post("/api/records", json={"text": text})
    assert answer.status_code == 400 and answer.json()["error"].startswith("invalid record: ")


def test_forged_record_is_refused_with_its_line(server: Server) -> None:
    text = write_record(play_locally().record()).replace("1 soviet move", "1 soviet end", 1)
    answer = server.http.post("/api/records", json={"text": text})
    assert answer.status_code == 400 and "(line " in answer.json()["error"]


def test_fork_is_a_new_game_with_other_dice(server: Server) -> None:
    table = server.table()
    table.play_on(40)
    made = table.post(
        "/fork", "us", at=20, name="what if", players={"soviet": {"kind": "computer", "level": "random"}}
    )
    assert made.status_code == 201 and set(made.json()["seats"]) == {"us"}
    fork = made.json()
    assert fork["commitment"] != table.made["commitment"]
    log = server.http.get(f"/api/games/{fork['game']}/log").json()["played"]
    assert log[:20] == table.get("/log").json()["played"][:20]
    assert (
        server.http.get(f"/api/games/{fork['game']}/at/20").json()["view"]
        == table.get("/at/20").json()["view"]
    )
    assert table.now()["number"] == 40


def test_no_fork_from_a_future_order(server: Server, table: Table) -> None:
    assert table.post("/fork", "us", at=1).status_code == 400
    assert table.post("/fork", "us", at=0, seats=["wrong"]).status_code == 401


def test_large_record_is_refused(server: Server) -> None:
    answer = server.http.post("/api/records", json={"text": "x" * 3_000_000})
    assert answer.status_code == 413
