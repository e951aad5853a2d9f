"""What takes long runs in worker processes: with a time limit, and given up when its client leaves."""

from __future__ import annotations

import sys
from pathlib import Path

import httpx
import pytest

from grognard.server import schema
from grognard.server.answers.answers import answered
from grognard.server.computer.pool import WorkerPool
from grognard.server.settings import Limits
from grognard.server.tables import loading
from grognard.server.tables.queries import takes_long
from grognard.server.tables.studying import looking_back
from tests.server.harness import Server, Table, until

LARGE = "ocs/drill-8-battle"
FAULTY = """
import os
from grognard.server.computer import worker
def fault(request):
    {}
worker.done = fault
worker.main()
"""
HANGING, DYING = FAULTY.format("while True: pass"), FAULTY.format("os._exit(9)")


def faulty(pool: WorkerPool, program: str) -> None:
    pool.command = (sys.executable, "-c", program)


def processes(pool: WorkerPool) -> set[int]:
    return {process.pid for process in pool._all}


def test_questions_of_a_large_game_are_answered_elsewhere_and_alike(server: Server) -> None:
    table = server.table(scenario=LARGE)
    game = server.tables.in_memory[table.id].game.copy()
    (side, *_) = game.waiting_for
    orders = table.ask(side, "every")["orders"]
    assert processes(server.tables.visitors.questions)
    mine = answered(game, side, schema.AskEvery())
    assert isinstance(mine, schema.EveryAnswer)
    assert [order["text"] for order in orders] == [order.text for order in mine.orders]
    hexes = table.ask("", "overlay", name="threat", side=side)["hexes"]
    theirs = answered(game, "", schema.AskOverlay("threat", side))
    assert isinstance(theirs, schema.OverlayAnswer) and hexes == theirs.hexes
    refused = table.post("/ask", side, what="preview", order="move nobody 01.01")
    assert refused.status_code == 422 and refused.json()["reason"]
    wrong = table.post("/ask", side, what="overlay", name="threat", side="mars")
    assert wrong.status_code == 400 and "no side 'mars'" in wrong.json()["error"]
    with server.live(table.id, table.seats[side]) as live:
        live.hear("welcome")
        assert live.question("every")["answer"]["orders"] == orders


def test_quick_questions_stay_here(server: Server, table: Table) -> None:
    small = server.tables.in_memory[table.id].game.scenario
    assert not takes_long(small, schema.AskEvery())
    large = server.tables.in_memory[server.table(scenario=LARGE).id].game.scenario
    assert takes_long(large, schema.AskPreview("x")) and takes_long(large, schema.AskOrders(["a"] * 200))
    assert not takes_long(large, schema.AskReach(["x"])) and not takes_long(large, schema.AskOrders(["a"]))


@pytest.mark.parametrize(
    ("program", "error"), [(HANGING, "take too long"), (DYING, "the rules fail")], ids=["hangs", "dies"]
)
def test_question_that_breaks_the_rules_harms_nobody(tmp_path: Path, program: str, error: str) -> None:
    with Server(tmp_path, question=2.0 if program == HANGING else 60.0) as server:
        table = server.table(scenario=LARGE)
        side = table.now()["view"]["to_act"][0]
        usual = server.tables.visitors.questions.command
        faulty(server.tables.visitors.questions, program)
        answer = table.post("/ask", side, what="every")
        assert answer.status_code == 503 and error in answer.json()["error"], answer.text
        assert not processes(server.tables.visitors.questions)
        assert table.ask(side, "reach", units=[table.now(side)["decision"]["actors"][0]])
        server.tables.visitors.questions.command = usual
        if program == DYING:
            assert table.ask(side, "every")["orders"]


def test_question_is_given_up_when_its_client_leaves(tmp_path: Path) -> None:
    with Server(tmp_path, question=600.0) as server:
        table = server.table(scenario=LARGE)
        side = table.now()["view"]["to_act"][0]
        pool = server.tables.visitors.questions
        server.tables.visitors._prepared.add(LARGE)  # nobody's client would wait for that
        faulty(pool, HANGING)
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(
                f"{server.url}/api/games/{table.id}/ask",
                headers=table.headers(side),
                json={"what": "every"},
                timeout=httpx.Timeout(60, read=0.5),
                verify=False,
            )
        until(lambda: not pool.busy and not processes(pool), wait=60)
        with server.live(table.id, table.seats[side]) as live:
            live.hear("welcome")
            live.say("ask", id=1, question={"what": "every"})
            live.say("ask", id=2, question={"what": "every"})
            until(lambda: pool.busy, wait=60)
        until(lambda: not pool.busy and not processes(pool), wait=60)


def test_time_in_another_process_is_charged(tmp_path: Path) -> None:
    limits = Limits(compute=0.001, compute_burst=0.2, local=1.0)
    with Server(tmp_path, limits=limits) as server:
        table = server.table(scenario=LARGE)
        statuses: list[int] = []
        while 429 not in statuses and len(statuses) < 200:
            asked = table.post("/ask", "", what="overlay", name="threat", side="soviet")
            statuses.append(asked.status_code)
        assert statuses[-1] == 429, "the server itself has computed next to nothing"


# -- long games ----------------------------------------------------------------------------------------


@pytest.fixture
def short_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (loading, looking_back):
        monkeypatch.setattr(module, "LONG", 3)


def test_long_games_are_replayed_elsewhere(tmp_path: Path, short_is_long: None) -> None:
    with Server(tmp_path) as server:
        table = server.table()
        table.play_on(12)
        before = table.get("/log").json(), table.now("us")
    with Server(tmp_path) as server:
        again = table.on(server)
        assert (again.get("/log").json(), again.now("us")) == before
        assert processes(server.tables.visitors.replays)
        past = [again.get(f"/at/{number}").json() for number in (9, 5, 10)]
        assert [now["number"] for now in past] == [9, 5, 10]
        forked = again.post("/fork", "soviet", at=6, seats=[again.seats["us"]])
        assert forked.status_code == 201, forked.text
        assert (
            server.http.get(f"/api/games/{forked.json()['game']}").json()["view"]
            == again.get("/at/6").json()["view"]
        )
        record = again.get("/record").text
        uploaded = server.http.post("/api/records", json={"text": record})
        assert uploaded.status_code == 201, uploaded.text


def test_long_game_whose_rules_fail_elsewhere_is_set_aside(tmp_path: Path, short_is_long: None) -> None:
    with Server(tmp_path) as server:
        table = server.table()
        table.play_on(6)
    with Server(tmp_path) as server:
        faulty(server.tables.visitors.replays, DYING)
        again = table.on(server)
        for _ in range(loading.MAX_ATTEMPTS):
            answer = again.get()
            assert answer.status_code == 410 and "damaged" in answer.json()["error"]
        assert "set aside: the rules fail in it" in again.get().json()["error"]
        assert server.table().now()["number"] == 0


# -- frozen games --------------------------------------------------------------------------------------


def frozen_bytes(server: Server) -> int:
    return server.tables.loading.frozen.size


def test_idle_games_are_frozen_and_come_back(tmp_path: Path) -> None:
    with Server(tmp_path, limits=Limits(tables=1)) as server:
        games = [server.table() for _ in range(4)]
        for table in games:
            table.play_on(5)
        before = [(table.get("/log").json(), table.now("soviet")) for table in games]
        server.tables.evict()
        server.run(server.tables.loading.frozen.freeze_all())
        assert len(server.tables.in_memory) == 1 and len(server.tables.loading.frozen) == 3
        assert 0 < frozen_bytes(server) < 3 * 10_000
        assert [(table.get("/log").json(), table.now("soviet")) for table in games] == before
        table = games[0]
        if table.now("soviet")["can_undo"]:
            assert table.post("/undo", "soviet", expect=5).status_code == 200
        assert table.play_on(2)["number"] >= 6


def test_frozen_games_are_bounded_and_deleted(tmp_path: Path) -> None:
    with Server(tmp_path, limits=Limits(tables=1, frozen=2_000)) as server:
        games = [server.table() for _ in range(8)]
        server.tables.evict()
        server.run(server.tables.loading.frozen.freeze_all())
        assert 0 < len(server.tables.loading.frozen) < 7 and frozen_bytes(server) <= 2_000
        last = next(reversed(server.tables.loading.frozen._frozen))
        server.run(server.tables.delete([last]))
        assert last not in server.tables.loading.frozen._frozen
        assert server.http.get(f"/api/games/{last}").status_code == 404
        assert all(table.now()["number"] == 0 for table in games if table.id != last)
