"""Two servers, two workers and PostgreSQL, any of them killed at any moment.

Nothing is lost, doubled or rolled again. Clients go to either server, as behind a reverse proxy. They play
against each other and against computers, and undo orders. Whatever was acknowledged stays, and what happened
once never happens otherwise.
"""

from __future__ import annotations

import contextlib
import random
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from grognard.core.play.verify_dice import verify
from grognard.games import definition_of
from tests.server.harness import BASIC
from tests.server.postgres import Cluster, cluster
from tests.server.processes import Process

PATIENCE = 120.0
"""Seconds that a client tries for an answer, on a busy machine."""
ORDERS_BETWEEN = 6
"""Orders that are acknowledged between two kills, at least."""
NO_ANSWER = (0, 429, 502, 503)
COMPUTER = {"kind": "computer", "level": "random"}
SEATINGS: list[dict[str, Any]] = [
    {},
    {"us": COMPUTER},
    {"soviet": COMPUTER},
    {"us": COMPUTER, "soviet": COMPUTER},
]


class Player:
    """A client that plays all human seats of a game, one game after the other."""

    def __init__(self, servers: Sequence[Process], players: dict[str, Any], number: int) -> None:
        self.servers, self.players, self.source = servers, players, random.Random(number)
        self.client = httpx.Client(verify=False, timeout=20)
        self.acknowledged = self.undone_orders = self.by_computers = self.finished = 0
        self.stopping = False
        self.problem = ""

    def run(self) -> None:
        try:
            while not self.stopping:
                self.play_game()
        except Exception as error:
            self.problem = f"{type(error).__name__}: {error}"
        finally:
            self.client.close()

    # -- calls -------------------------------------------------------------------------------------------

    def once(self, method: str, path: str, side: str = "", **body: Any) -> tuple[int, Any]:
        """Call one of the servers; the status is 0 if there is no answer."""
        headers = {"authorization": f"Bearer {self.seats[side]}"} if side else {}
        try:
            url = self.source.choice(self.servers).url
            answer = self.client.request(method, url + path, headers=headers, json=body or None)
        except httpx.TransportError:
            return 0, None
        text = "record" in path
        return answer.status_code, answer.text if text or answer.status_code >= 500 else answer.json()

    def surely(self, method: str, path: str, side: str = "", **body: Any) -> Any:
        """Call until there is an answer."""
        end = time.monotonic() + PATIENCE
        while True:
            status, found = self.once(method, path, side, **body)
            if status not in NO_ANSWER:
                assert status < 300, f"{method} {path}: {status} {found}"
                return found
            assert time.monotonic() < end, f"no answer to {method} {path}"
            time.sleep(0.05)

    # -- playing -----------------------------------------------------------------------------------------

    def play_game(self) -> None:
        made = self.surely("POST", "/api/games", scenario=BASIC, players=self.players)
        self.path, self.seats = f"/api/games/{made['game']}", made["seats"]
        self.known: list[Any] = []
        self.undone = 0
        self.open_undo = 0
        """The order that may have been undone: there was no answer."""
        quiet_until = time.monotonic() + PATIENCE
        while True:
            now = self.look()
            if now["over"]:
                break
            due = [side for side in now["view"]["to_act"] if side in self.seats]
            if due and len(self.known) == now["number"]:
                self.act(due[0], now["number"])
            if due or len(self.known) != self.seen:
                quiet_until = time.monotonic() + PATIENCE
                continue
            assert time.monotonic() < quiet_until, "the computer does not move"
            time.sleep(0.02)
        problems = verify(self.surely("GET", f"{self.path}/record"), definition_of)
        assert not problems, problems
        self.finished += 1
        self.by_computers += sum(played["side"] not in self.seats for played in self.known)

    def look(self) -> Any:
        """Compare what the servers say with what is known."""
        self.seen = len(self.known)
        side = next(iter(self.seats), "")
        while True:
            now = self.surely("GET", self.path, side)
            if self.open_undo and now["undone"] == self.undone + 1:  # done, but its answer was lost
                self.note_undo(self.open_undo)
            assert now["undone"] == self.undone, "something was undone by nobody"
            log = self.surely("GET", f"{self.path}/log", side)["played"]
            if not self.open_undo or len(log) >= len(self.known):
                break
        assert [played["number"] for played in log] == list(range(1, len(log) + 1)), "a gap"
        assert log[: len(self.known)] == self.known, "something was lost or rolled again"
        self.known = log
        return now

    def act(self, side: str, number: int) -> None:
        """Give an order, or undo one."""
        now = self.surely("GET", self.path, side)
        if now["number"] == number and now["can_undo"] and self.source.random() < 0.2:
            self.undo(side, number)
            return
        status, found = self.once("POST", f"{self.path}/ask", side, what="every")
        if status != 200:
            return
        order = self.source.choice(found["orders"])["text"]
        status, found = self.once("POST", f"{self.path}/orders", side, order=order, expect=number)
        assert status in (200, 409, *NO_ANSWER), f"{order}: {status} {found}"
        if status == 200:
            assert found["number"] == number + 1
            self.open_undo = 0
            self.look()
            given = self.known[number]
            assert (given["side"], given["order"].split()[:2]) == (side, order.split()[:2]), "not my order"
            self.acknowledged += 1

    def undo(self, side: str, number: int) -> None:
        status, found = self.once("POST", f"{self.path}/undo", side, expect=number)
        assert status in (200, 409, *NO_ANSWER), f"undo: {status} {found}"
        if status == 200:
            self.note_undo(number)
        elif status != 409:
            self.open_undo = number

    def note_undo(self, number: int) -> None:
        self.undone += 1
        self.undone_orders += 1
        self.known = self.known[: number - 1]
        self.open_undo = 0


class Machines:
    """Everything that runs, and can be killed."""

    def __init__(self, database: Cluster, data: Path, stack: contextlib.ExitStack) -> None:
        self.database = database
        options: dict[str, Any] = {"database": database.url, "lease": 1.0, "seconds": 0.02}
        options["limits"] = {"local": 10_000.0}
        self.servers = [stack.enter_context(Process(data, "server", **options, workers=0)) for _ in range(2)]
        self.servers[0].wait()  # it creates the tables
        self.workers = [stack.enter_context(Process(data, "worker", **options)) for _ in range(2)]

    def start_ended(self) -> None:
        """Start again what ended by itself, because it started without a database."""
        for process in (*self.servers, *self.workers):
            process.start_if_ended()

    def kill_one(self, source: random.Random) -> str:
        """Kill something and start it again."""
        self.start_ended()
        if source.random() < 0.05:
            self.database.kill()
            return "database"
        victim = source.choice([*self.servers, *self.workers])
        victim.end(signal.SIGKILL)
        time.sleep(source.uniform(0.0, 0.3))
        victim.start()
        return "server" if victim in self.servers else "worker"


@contextlib.contextmanager
def machines(data: Path) -> Iterator[Machines]:
    with cluster() as database, contextlib.ExitStack() as stack:
        yield Machines(database, data, stack)


def wait_for_orders(players: Sequence[Player], number: int) -> None:
    """Wait until players have given some more orders, so that every kill is under load."""
    wanted = sum(player.acknowledged for player in players) + number
    end = time.monotonic() + PATIENCE
    while sum(player.acknowledged for player in players) < wanted:
        if any(player.problem for player in players):
            return
        assert time.monotonic() < end, "no orders are acknowledged any more"
        time.sleep(0.01)


def kill_any(data: Path, times: int, source: random.Random) -> list[Player]:
    """Kill processes under load, then let all games end."""
    with machines(data) as everything:
        players = [Player(everything.servers, seating, n) for n, seating in enumerate(SEATINGS)]
        threads = [threading.Thread(target=player.run) for player in players]
        for thread in threads:
            thread.start()
        killed: list[str] = []
        while len(killed) < times and not any(player.problem for player in players):
            wait_for_orders(players, ORDERS_BETWEEN)  # else most kills would hit servers that are starting
            time.sleep(source.uniform(0.0, 0.2))
            killed.append(everything.kill_one(source))
        for player in players:
            player.stopping = True
        while any(thread.is_alive() for thread in threads):
            everything.start_ended()
            time.sleep(0.1)
        assert [player.problem for player in players] == [""] * len(players)
    return players


def test_nothing_is_lost_with_any_process(tmp_path: Path) -> None:
    players = kill_any(tmp_path, 5, random.Random(1))
    assert all(player.finished for player in players)
    assert sum(player.acknowledged for player in players) > 50
    assert sum(player.by_computers for player in players) > 50
    assert sum(player.undone_orders for player in players) > 0


@pytest.mark.slow
@pytest.mark.timeout(3_600)
def test_nothing_is_lost_in_two_hundred_kills(tmp_path: Path) -> None:
    players = kill_any(tmp_path, 200, random.Random(2))
    assert all(player.finished for player in players)
    assert sum(player.acknowledged for player in players) > 1_000
