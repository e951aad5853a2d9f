"""WebSockets: welcome, updates, orders, questions and reconnection."""

from __future__ import annotations

import asyncio
import json
from types import MappingProxyType

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from grognard.server.http.websocket import SocketConnection
from tests.server.harness import Live, Server, Table, until


def test_welcome_has_the_current_game(server: Server, table: Table) -> None:
    with server.live(table.id, table.seats["soviet"]) as live:
        greeting = live.next()
        assert greeting["type"] == "welcome" and greeting["missed"] == []
        assert greeting["now"] == {**table.now("soviet"), "players": greeting["now"]["players"]}
        presence = live.next()
        assert presence["type"] == "presence" and presence["players"]["soviet"]["present"]
        assert presence["watchers"] == 0


def test_all_connections_receive_an_order(server: Server, table: Table) -> None:
    with (
        server.live(table.id, table.seats["soviet"]) as mine,
        server.live(table.id, table.seats["us"]) as other,
        server.live(table.id) as watcher,
    ):
        for live in (mine, other, watcher):
            live.hear("welcome")
        mine.say("order", id=7, order="move SA 0701", expect=0)
        for live, side in ((mine, "soviet"), (other, "us"), (watcher, "")):
            played = live.hear("played")
            assert (played["number"], played["side"], played["order"]) == (1, "soviet", "move SA 0801-0701")
            assert played["events"][0]["text"] == "SA moves 0801-0701"
            assert played["now"]["side"] == side and played["now"]["number"] == 1
            assert (played["turn"], played["phase"]) == (1, "soviet movement")
        assert mine.next() == {"type": "accepted", "id": 7, "number": 1}


def test_orders_over_http_are_sent_to_websockets(server: Server, table: Table) -> None:
    with server.live(table.id) as watcher:
        watcher.hear("welcome")
        table.give("move SA 0701", "soviet", 0)
        assert watcher.hear("played")["number"] == 1
        table.post("/undo", "soviet", expect=1)
        assert watcher.hear("undone")["now"]["number"] == 0


def test_illegal_and_stale_orders_change_nothing(server: Server, table: Table) -> None:
    with server.live(table.id, table.seats["soviet"]) as live:
        refused = live.ask("order", order="move SA 0101", expect=0)
        assert refused["type"] == "refused" and refused["refusal"]["rule"] == "8-all-afford"
        stale = live.ask("order", order="move SA 0701", expect=3)
        assert stale["type"] == "stale" and stale["now"]["number"] == 0
    with server.live(table.id, table.seats["us"]) as other:
        assert other.ask("order", order="move SA 0701", expect=0)["type"] == "refused"
    with server.live(table.id) as watcher:
        assert "spectators" in watcher.ask("order", order="move SA 0701", expect=0)["error"]
    assert table.now()["number"] == 0


def test_questions(server: Server, table: Table) -> None:
    with server.live(table.id, table.seats["soviet"]) as live:
        answer = live.question("reach", units=["SA"])
        assert answer["type"] == "answer" and answer["answer"]["costs"]["0701"] == 1
        assert live.question("preview", order="move SA 0101")["type"] == "refused"
        assert live.question("weather")["type"] == "error"


def test_undo_takeback_and_chat(server: Server, table: Table) -> None:
    with (
        server.live(table.id, table.seats["soviet"]) as mine,
        server.live(table.id, table.seats["us"]) as other,
    ):
        other.hear("welcome")
        mine.ask("order", order="move SA 0701", expect=0)
        assert mine.ask("undo", expect=1)["type"] == "accepted"
        assert other.hear("undone")["now"]["undone"] == 1
        mine.ask("order", order="move SA 0701", expect=0)
        assert other.ask("request_undo", to=0)["type"] == "accepted"
        assert mine.hear("undo_requested")["request"] == {"side": "us", "to": 0, "agreed": ["us"]}
        mine.ask("request_undo", answer=True)
        assert other.hear("undone")["now"]["number"] == 0
        mine.say("chat", text="<b>well played</b>")
        said = other.hear("chat")
        assert said["side"] == "soviet" and said["text"] == "<b>well played</b>"


def test_reconnecting_client_receives_what_it_missed(server: Server, table: Table) -> None:
    table.play_on(6)
    with server.live(table.id, table.seats["us"], since=4) as live:
        missed = live.hear("welcome")["missed"]
        assert [played["number"] for played in missed] == [5, 6]
    with server.live(table.id, table.seats["us"], since=4, undone=0) as live:
        assert len(live.hear("welcome")["missed"]) == 2
    table.post("/request-undo", "us", to=5)
    table.post("/request-undo", "soviet", answer=True)
    with server.live(table.id, table.seats["us"], since=4, undone=0) as live:
        assert [played["number"] for played in live.hear("welcome")["missed"]] == [1, 2, 3, 4, 5]


def test_presence(server: Server, table: Table) -> None:
    with server.live(table.id, table.seats["us"]) as live:
        live.hear("presence")
        with server.live(table.id, table.seats["soviet"]):
            assert live.hear("presence")["players"]["soviet"]["present"]
        assert not live.hear("presence")["players"]["soviet"]["present"]
        with server.live(table.id):
            assert live.hear("presence")["watchers"] == 1
    until(lambda: not table.now()["players"]["us"]["present"])


def test_second_hello_changes_the_seat(server: Server, table: Table) -> None:
    with server.live(table.id, table.seats["soviet"]) as live:
        live.hear("welcome")
        assert live.ask("hello", seat=table.seats["us"])["now"]["side"] == "us"
        assert live.ask("order", order="move SA 0701", expect=0)["type"] == "refused"
        assert live.ask("hello", seat=None)["now"]["side"] == ""


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "nonsense",
        "[]",
        "7",
        "{" * 3000,
        b"\xff\xfe",
        '{"type": 3}',
        '{"type": "dance"}',
        '{"type": "order"}',
        '{"type": "order", "order": "move SA 0701", "expect": "0"}',
        '{"type": "order", "order": 1, "expect": 0}',
        '{"type": "order", "order": "move SA 0701", "expect": 0, "side": "us"}',
        '{"type": "hello", "seat": "wrong"}',
        '{"type": "hello", "since": -1}',
        '{"type": "ask", "question": {"what": []}}',
        '{"id": {}, "type": "undo", "expect": 0}',
    ],
    ids=range(16),
)
def test_invalid_message_is_reported_and_the_connection_stays(
    server: Server, table: Table, raw: str | bytes
) -> None:
    with server.live(table.id, table.seats["soviet"]) as live:
        live.hear("presence")
        live.socket.send(raw)
        assert live.next()["type"] == "error"
        assert live.question("every")["type"] == "answer"
    assert table.now()["number"] == 0


def test_messages_before_hello_are_refused(server: Server, table: Table) -> None:
    with connect(f"ws://127.0.0.1:{server.port}/api/games/{table.id}/live") as socket:
        live = Live(socket)
        assert live.ask("order", order="move SA 0701", expect=0)["error"] == "send a hello message first"


def test_unknown_game_closes_the_connection(server: Server) -> None:
    with connect(f"ws://127.0.0.1:{server.port}/api/games/nothing/live") as socket:
        assert json.loads(socket.recv())["error"] == "no such game"
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=5)


def test_large_message_closes_the_connection(server: Server, table: Table) -> None:
    with server.live(table.id, table.seats["soviet"]) as live:
        live.hear("welcome")
        live.socket.send("x" * 70_000)
        with pytest.raises(ConnectionClosed, match="1009"):
            while True:
                live.socket.recv(timeout=5)
    assert table.now()["number"] == 0


def test_thinking_message(server: Server) -> None:
    table = server.table(players={"us": {"kind": "computer", "level": "greedy"}})
    with server.live(table.id, table.seats["soviet"]) as live:
        live.hear("welcome")
        live.say("order", order="end", expect=0)
        live.say("order", order="end", expect=1)
        thinking = live.hear("thinking")
        assert thinking["side"] == "us" and thinking["since"] > 0
        assert live.hear("played")["side"] == "us"


def test_slow_client_is_disconnected() -> None:
    class Socket:
        closed = 0
        scope = MappingProxyType({"headers": ()})

        async def send_text(self, _: str) -> None:
            raise AssertionError("nothing more is sent")

        async def close(self, code: int, reason: str) -> None:
            self.closed = code

    async def scene() -> None:
        socket = Socket()
        connection = SocketConnection(socket)  # type: ignore[arg-type]
        for _ in range(257):
            connection.send("news")
        await connection.deliver()
        assert socket.closed == 1013

    asyncio.run(scene())


def test_thinking_ends_with_the_computer_turn(server: Server) -> None:
    table = server.table(players={"us": {"kind": "computer", "level": "random"}})
    table.give("end", "soviet", 0)
    with server.live(table.id, table.seats["soviet"]) as live:
        live.hear("welcome")
        live.say("order", order="end", expect=1)
        while (now := live.hear("played")["now"])["view"]["to_act"] != ["soviet"]:
            pass
        assert now["thinking"] == ""
