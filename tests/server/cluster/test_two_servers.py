"""Two servers on one PostgreSQL database serve the same games: the database decides."""

from __future__ import annotations

import random
import threading
from pathlib import Path

from tests.server.harness import Server, Table

Two = tuple[Server, Server]


def test_both_servers_play_one_game(servers: Two) -> None:
    table = servers[0].table()
    on = [table, table.on(servers[1])]
    source = random.Random(3)
    now = on[0].now()
    while not now["over"] and now["number"] < 40:
        one, other = on[now["number"] % 2], on[1 - now["number"] % 2]
        now = one.play_on(1, source)
        assert other.now()["number"] == now["number"]  # at once, not later
    assert on[0].get("/log").json() == on[1].get("/log").json()


def test_only_one_of_two_orders_at_once_is_carried_out(servers: Two) -> None:
    table = servers[0].table()
    twin = table.on(servers[1])
    assert table.now()["number"] == twin.now()["number"] == 0
    answers: list[tuple[str, int, int]] = []

    def give(on: Table, order: str) -> None:
        answer = on.give(order, "soviet", 0)
        answers.append((order, answer.status_code, answer.json()["number"]))

    moves = [(table, "move SA 0701"), (twin, "move SB 0707")] * 3
    threads = [threading.Thread(target=give, args=move) for move in moves]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(status for _, status, _ in answers) == [200, 409, 409, 409, 409, 409]
    assert {number for *_, number in answers} == {1}
    [winner] = [order for order, status, _ in answers if status == 200]
    for on in (table, twin):
        assert [played["order"][:7] for played in on.get("/log").json()["played"]] == [winner[:7]]


def test_undo_on_one_server_is_seen_by_the_other(servers: Two) -> None:
    """One server undoes an order that the other remembers, and then both give another."""
    table = servers[0].table()
    twin = table.on(servers[1])
    assert table.give("move SA 0701", "soviet", 0).status_code == 200
    assert twin.now()["number"] == 1
    assert table.post("/undo", "soviet", expect=1).status_code == 200
    assert twin.give("move SB 0707", "soviet", 1).status_code == 409
    assert twin.give("move SB 0707", "soviet", 0).status_code == 200
    assert table.give("move SA 0701", "soviet", 0).status_code == 409
    assert table.give("move SA 0701", "soviet", 1).status_code == 200
    assert table.get("/log").json() == twin.get("/log").json()
    assert table.now()["undone"] == twin.now()["undone"] == 1


def test_players_hear_of_orders_given_at_the_other_server(servers: Two) -> None:
    table = servers[0].table()
    twin = table.on(servers[1])
    with servers[0].live(table.id, table.seats["us"]) as us, servers[1].live(table.id) as watcher:
        assert us.hear("welcome")["now"]["number"] == watcher.hear("welcome")["now"]["number"] == 0
        assert twin.give("move SA 0701", "soviet", 0).status_code == 200
        played = us.hear("played")
        assert (played["number"], played["now"]["number"], played["now"]["side"]) == (1, 1, "us")
        assert watcher.hear("played")["number"] == 1
        assert table.post("/undo", "soviet", expect=1).status_code == 200
        assert watcher.hear("welcome")["now"]["undone"] == 1
        assert us.hear("undone")["now"]["number"] == 0


def test_claimed_seat_is_closed_at_all_servers(servers: Two) -> None:
    table = servers[0].table()
    twin = table.on(servers[1])
    with servers[1].live(table.id, table.seats["us"]) as live:
        assert live.hear("welcome")["now"]["side"] == "us"
        claimed = table.post("/claim", "us").json()["secret"]
        while True:  # until the connection is closed
            try:
                live.next()
            except Exception as error:
                assert "1013" in str(error)
                break
    assert twin.get(side="us").status_code == 401
    twin.seats = {**twin.seats, "us": claimed}
    assert twin.now("us")["side"] == "us"


def test_deleted_game_is_gone_everywhere(servers: Two) -> None:
    table = servers[0].table()
    twin = table.on(servers[1])
    assert twin.now()["number"] == 0
    servers[0].run(servers[0].tables.delete([table.id]))
    assert table.get().status_code == twin.get().status_code == 404


def test_metrics_tell_of_the_queue_and_of_all_processes(database: str, tmp_path: Path) -> None:
    with Server(tmp_path, database=database, metrics=("127.0.0.1",)) as server:
        text = server.client().get("/metrics").text
    assert 'grognard_processes{kind="server"}' in text and 'grognard_queue_age_seconds{kind="clock"}' in text
    assert "grognard_database_up 1" in text
