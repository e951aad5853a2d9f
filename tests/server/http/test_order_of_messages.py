"""The guaranteed order of socket messages."""

from __future__ import annotations

import contextlib
import json
import random
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from grognard.server import schema
from grognard.server.answers import answers
from tests.server.harness import Plain, Server, Table, until


class SlowReach:
    """A query that waits for a signal."""

    def __init__(self, reach: Any) -> None:
        self.began, self.go_on = threading.Event(), threading.Event()
        self._reach = reach

    def __call__(self, *args: Any) -> Any:
        self.began.set()
        assert self.go_on.wait(10)
        return self._reach(*args)


@pytest.fixture
def slow_reach(monkeypatch: pytest.MonkeyPatch) -> SlowReach:
    slow = SlowReach(answers._reach)
    monkeypatch.setattr(answers, "_reach", slow)
    return slow


def test_welcome_comes_first_and_no_order_is_missing(server: Server) -> None:
    """Clients join while orders are being placed, and stay until the end."""
    table, last = server.table(seed="3"), 36
    players = table.on(server)

    def join(number: int) -> list[Plain]:
        side = ("us", "soviet", "")[number % 3]
        with server.live(table.id, table.seats.get(side), since=0) as live:
            messages = [live.next()]
            while messages[-1].get("now", {}).get("number") != last:
                messages.append(live.next())
        return messages

    source = random.Random(3)
    with ThreadPoolExecutor(12) as pool:
        joining = []
        for number in range(12):
            joining.append(pool.submit(join, number))
            assert players.play_on(last // 12, source)["number"] == (number + 1) * last // 12
        found = [client.result() for client in joining]
    for messages in found:
        assert messages[0]["type"] == "welcome"
        numbers = [played["number"] for played in messages[0]["missed"]]
        assert messages[0]["now"]["number"] == len(numbers)
        numbers += [message["number"] for message in messages if message["type"] == "played"]
        assert numbers == list(range(1, last + 1))
        assert all(m["now"]["number"] == m["number"] for m in messages if m["type"] == "played")
    assert any(len(messages) > last // 2 for messages in found)


def test_played_comes_before_accepted(server: Server, table: Table) -> None:
    with server.live(table.id, table.seats["soviet"], since=0) as live:
        assert live.next()["type"] == "welcome"
        for number, order in enumerate(("move SA 0701", "move SB 0707", "move SV 0802"), start=1):
            live.say("order", id=number, order=order, expect=number - 1)
        seen = [live.next() for _ in range(7)]
        order_of = [(m["type"], m["number"]) for m in seen if m["type"] in ("played", "accepted")]
        assert order_of == [(kind, number) for number in (1, 2, 3) for kind in ("played", "accepted")]


def test_numbers_continue_after_an_undo(server: Server, table: Table) -> None:
    with server.live(table.id, table.seats["us"]) as live:
        assert live.next()["type"] == "welcome"
        table.give("move SA 0701", "soviet", 0)
        table.post("/undo", "soviet", expect=1)
        table.give("move SB 0707", "soviet", 0)
        kinds = ("played", "undone")
        news = [live.hear(*kinds) for _ in range(3)]
        assert [(m["type"], m["now"]["number"]) for m in news] == [
            ("played", 1),
            ("undone", 0),
            ("played", 1),
        ]


def test_welcome_after_another_program_changed_the_game(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        table = server.table()
        with server.live(table.id, since=0) as live:
            assert live.hear("welcome")["now"]["number"] == 0
            row = (table.id, 1, "soviet", "move SA 0801-0701", "[]", 0, 0.0)
            with contextlib.closing(sqlite3.connect(tmp_path / "grognard.sqlite3")) as database:
                database.execute("insert into entries values (?, ?, ?, ?, ?, ?, ?)", row)
                database.commit()
            assert table.give("move SB 0707", "soviet", 0).status_code == 409
            again = live.hear("welcome", "played")
            assert again["type"] == "welcome" and again["now"]["number"] == 1
            assert [played["number"] for played in again["missed"]] == [1]
            assert table.give("move SB 0707", "soviet", 1).status_code == 200
            assert live.hear("welcome", "played")["number"] == 2


def test_every_message_is_one_of_the_union(server: Server) -> None:
    """Decode everything from the socket with the published types."""
    table = server.table(players={"us": {"kind": "computer", "level": "random"}})
    raw: list[Any] = []
    with server.live(table.id, table.seats["soviet"], since=0) as live:
        for question in (
            {"what": "orders", "actors": ["SA", "SB"]},
            {"what": "every"},
            {"what": "reach", "units": ["SA"]},
            {"what": "path", "order": "move SA 0701"},
            {"what": "preview", "order": "move SA 0701"},
            {"what": "check", "order": "move SA 0101"},
            {"what": "why", "units": ["SA"], "hex": "0101"},
            {"what": "overlay", "name": "zoc", "side": "us"},
        ):
            live.say("ask", question=question)
        live.say("order", order="move SA 0101", expect=0)
        live.say("order", order="move SA 0701", expect=5)
        live.say("order", order="move SA 0701", expect=0)
        live.say("undo", expect=1)
        live.say("chat", text="hello")
        live.say("order", order="end", expect=0)
        live.say("request_undo", to=0)
        live.say("order", order="end", expect=0)
        live.say("order", order="end", expect=1)
        seen: set[str] = set()
        answered: set[str] = set()
        wanted = {get_tag(kind) for kind in get_args(schema.FromServer)} - {
            "undo_requested",
            "error",
            "match",
        }
        while seen != wanted or len(answered) < 8:
            raw.append(live.socket.recv(timeout=10))
            message = msgspec.json.decode(raw[-1], type=schema.FromServer)
            seen.add(json.loads(raw[-1])["type"])
            if isinstance(message, schema.AnswerMessage):
                answered.add(json.loads(raw[-1])["answer"]["what"])
    assert msgspec.to_builtins(message) == json.loads(raw[-1])


def get_tag(kind: type[msgspec.Struct]) -> Any:
    return kind.__struct_config__.tag


def test_updates_arrive_during_a_slow_query(server: Server, table: Table, slow_reach: SlowReach) -> None:
    """Rules do not run in the event loop, so others are served meanwhile."""
    with server.live(table.id, table.seats["soviet"]) as asking, server.live(table.id) as watcher:
        asking.hear("presence")
        watcher.hear("welcome")
        asking.say("ask", id=1, question={"what": "reach", "units": ["SA"]})
        assert slow_reach.began.wait(10)
        assert server.http.get("/health").status_code == 200
        assert table.give("move SA 0701", "soviet", 0).status_code == 200
        assert watcher.hear("played")["number"] == 1
        assert asking.hear("played", "answer")["type"] == "played"
        slow_reach.go_on.set()
        answer = asking.hear("answer")
        assert answer["id"] == 1 and "0701" in answer["answer"]["costs"], (
            "as the game stood when it was asked"
        )


def test_leaving_client_does_not_disturb_the_next_query(
    server: Server, table: Table, slow_reach: SlowReach
) -> None:
    with server.live(table.id, table.seats["soviet"]) as asking:
        asking.hear("presence")
        asking.say("ask", id=1, question={"what": "reach", "units": ["SA"]})
        assert slow_reach.began.wait(10)
    slow_reach.go_on.set()
    assert until(lambda: table.ask("soviet", "reach", units=["SA"])["costs"])
