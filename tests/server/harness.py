"""A real server in a thread, and clients for it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import threading
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import httpx
import uvicorn
from litestar import Litestar
from websockets.sync.client import ClientConnection, connect

from grognard.server.app import create_app
from grognard.server.run import config, listen
from grognard.server.settings import Settings
from grognard.server.tables.registry import Tables

BASIC = "strike-force-one/basic"
Plain = dict[str, Any]
T = TypeVar("T")


class Server:
    """A server on a free local port."""

    def __init__(self, data: Path, **options: Any) -> None:
        options.setdefault("seconds", 0.02)
        options.setdefault("workers", 1)
        given = Settings(data=data, port=0, **options)
        self.listener = listen(given)
        self.port: int = self.listener.getsockname()[1]
        self.app: Litestar = create_app(given)
        self.tables: Tables = self.app.state.tables
        self._clients: list[httpx.Client] = []
        self._server = uvicorn.Server(config(given, self.app))
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self.listener]}, daemon=True
        )

    def __enter__(self) -> Server:
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            time.sleep(0.005)
        return self

    def __exit__(self, *_: object) -> None:
        for client in self._clients:
            client.close()
        self._server.should_exit = True
        self._thread.join()
        self.listener.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self, **options: Any) -> httpx.Client:
        options.setdefault("verify", False)  # nothing is encrypted, and loading certificates is slow
        client = httpx.Client(base_url=self.url, timeout=60, **options)
        self._clients.append(client)
        return client

    @contextlib.contextmanager
    def live(self, game: str, seat: str | None = None, **hello: Any) -> Iterator[Live]:
        with connect(f"ws://127.0.0.1:{self.port}/api/games/{game}/live") as socket:
            live = Live(socket)
            live.say("hello", seat=seat, **hello)
            yield live

    def table(self, **wanted: Any) -> Table:
        """Return a new game."""
        return Table(self, self.http, wanted)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something in the server's event loop."""
        writing = self.tables.writer._task
        assert writing is not None
        return asyncio.run_coroutine_threadsafe(work, writing.get_loop()).result(60)

    @property
    def http(self) -> httpx.Client:
        """A shared client."""
        return self._clients[0] if self._clients else self.client()


class Live:
    """A WebSocket connection."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def say(self, type_: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": type_, **fields}))

    def next(self, wait: float = 10) -> Plain:
        message: Plain = json.loads(self.socket.recv(timeout=wait))
        return message

    def hear(self, *types: str) -> Plain:
        """Return the next message of these types, skipping others."""
        while True:
            message = self.next()
            if message["type"] in types:
                return message

    def ask(self, type_: str, **fields: Any) -> Plain:
        """Send a message and wait for its reply."""
        id_ = random.randrange(1 << 30)
        self.say(type_, id=id_, **fields)
        while True:
            message = self.next()
            if message.get("id") == id_:
                return message

    def question(self, what: str, **about: Any) -> Plain:
        """Ask a question about the game."""
        return self.ask("ask", question={"what": what, **about})


class Table:
    """A game on the server, with all its secrets."""

    def __init__(self, server: Server, client: httpx.Client, wanted: Plain, call: str = "/api/games") -> None:
        self.server = server
        self.http = client
        wanted = wanted if call != "/api/games" else {"scenario": BASIC, **wanted}
        answer = client.post(call, json=wanted)
        assert answer.status_code == 201, answer.text
        self.made: Plain = answer.json()
        self.id: str = self.made["game"]
        self.seats: dict[str, str] = self.made["seats"]

    def on(self, server: Server) -> Table:
        """Return the same game on another (or restarted) server, with a separate client."""
        copy = Table.__new__(Table)
        copy.__dict__.update(self.__dict__, server=server, http=server.client())
        return copy

    def headers(self, side: str) -> dict[str, str]:
        return {"authorization": f"Bearer {self.seats[side]}"} if side else {}

    def get(self, call: str = "", side: str = "", **params: Any) -> httpx.Response:
        return self.http.get(f"/api/games/{self.id}{call}", headers=self.headers(side), params=params)

    def post(self, call: str, who: str = "", /, **body: Any) -> httpx.Response:
        return self.http.post(f"/api/games/{self.id}{call}", headers=self.headers(who), json=body)

    def put(self, call: str, who: str = "", /, **body: Any) -> httpx.Response:
        return self.http.put(f"/api/games/{self.id}{call}", headers=self.headers(who), json=body)

    def now(self, side: str = "") -> Plain:
        answer = self.get(side=side)
        assert answer.status_code == 200, answer.text
        now: Plain = answer.json()
        return now

    def give(self, order: str, side: str, expect: int | None = None) -> httpx.Response:
        expect = self.now(side)["number"] if expect is None else expect
        return self.post("/orders", side, order=order, expect=expect)

    def ask(self, who: str, what: str, /, **more: Any) -> Plain:
        answer = self.post("/ask", who, what=what, **more)
        assert answer.status_code == 200, answer.text
        plain: Plain = answer.json()
        return plain

    def play_on(self, orders: int, source: random.Random | None = None) -> Plain:
        """Give random orders for the human sides, up to a number of orders or until the game is over."""
        source = source or random.Random(1)
        now = self.now()
        while orders and not now["over"]:
            due = [side for side in now["view"]["to_act"] if side in self.seats]
            if not due:
                time.sleep(0.005)
                now = self.now()
                continue
            choices = self.ask(due[0], "every")["orders"]
            answer = self.give(source.choice(choices)["text"], due[0], now["number"])
            assert answer.status_code == 200, answer.text
            now, orders = answer.json(), orders - 1
        return now


def from_address(address: str) -> httpx.HTTPTransport:
    """Return the transport of a client that the server sees at another address of this computer."""
    return httpx.HTTPTransport(local_address=address)


def until(check: Any, wait: float = 60.0) -> Any:
    """Wait until a check returns something true, and return it."""
    end = time.monotonic() + wait
    while time.monotonic() < end:
        found = check()
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError("timed out")
