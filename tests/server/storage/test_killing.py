"""A server killed at any moment has stored every acknowledged order exactly once."""

from __future__ import annotations

import random
import signal
import threading
import time
from pathlib import Path

import httpx
import pytest

import grognard
from tests.server.harness import BASIC
from tests.server.processes import Process


class Stream:
    """A client that gives one order after another and records which were acknowledged.

    It knows the seed, so it plays the same game locally and always has a legal order.
    """

    def __init__(self, url: str, number: int) -> None:
        self.url, self.source = url, random.Random(number)
        self.begin()

    def begin(self) -> None:
        self.game = grognard.new(BASIC, seed=str(self.source.random()))
        wanted = {"scenario": BASIC, "seed": str(self.game.dice.seed)}
        made = httpx.post(f"{self.url}/api/games", json=wanted, verify=False).json()
        self.id, self.seats = made["game"], made["seats"]
        self.acknowledged: list[str] = []
        self.in_flight = ""

    def run(self) -> None:
        with httpx.Client(base_url=self.url, verify=False) as client:
            try:
                while not self.game.over:
                    self._one_order(client)
            except httpx.TransportError:
                return

    def _one_order(self, client: httpx.Client) -> None:
        side = self.game.to_act
        assert side is not None
        self.in_flight = str(self.source.choice(list(self.game.orders())))
        said = {"order": self.in_flight, "expect": len(self.acknowledged)}
        headers = {"authorization": f"Bearer {self.seats[side]}"}
        answer = client.post(f"/api/games/{self.id}/orders", json=said, headers=headers)
        assert answer.status_code == 200, answer.text
        self._noted()

    def _noted(self) -> None:
        self.game.play(self.in_flight)
        self.acknowledged.append(self.game.history[-1].order)
        self.in_flight = ""

    def compare(self) -> None:
        """Compare the server's orders with the acknowledged ones."""
        log = httpx.get(f"{self.url}/api/games/{self.id}/log", verify=False).json()["played"]
        stored = [played["order"] for played in log]
        assert [played["number"] for played in log] == list(range(1, len(log) + 1))
        assert stored[: len(self.acknowledged)] == self.acknowledged
        further = stored[len(self.acknowledged) :]
        if further:  # stored, but the reply was lost
            assert self.in_flight and len(further) == 1
            self._noted()
            assert self.acknowledged == stored


def kill_repeatedly(data: Path, times: int, source: random.Random) -> int:
    """Kill a server repeatedly during a stream of orders; return the number of acknowledged orders."""
    acknowledged = 0
    with Process(data) as server:
        server.wait()
        streams = [Stream(server.url, number) for number in range(4)]
        for _ in range(times):
            before = sum(len(stream.acknowledged) for stream in streams)
            clients = [threading.Thread(target=stream.run) for stream in streams]
            for client in clients:
                client.start()
            time.sleep(source.uniform(0.0, 0.3))
            assert server.end(signal.SIGKILL) == -signal.SIGKILL
            for client in clients:
                client.join()
            server.start()
            server.wait()
            for stream in streams:
                stream.compare()
            acknowledged += sum(len(stream.acknowledged) for stream in streams) - before
            for stream in streams:
                if stream.game.over:
                    stream.begin()
        assert server.end(signal.SIGTERM) == 0
    return acknowledged


def test_no_acknowledged_order_is_lost(tmp_path: Path) -> None:
    assert kill_repeatedly(tmp_path, 8, random.Random(1)) > 0


@pytest.mark.slow
def test_no_acknowledged_order_is_lost_in_two_hundred_kills(tmp_path: Path) -> None:
    assert kill_repeatedly(tmp_path, 200, random.Random(2)) > 200


def test_server_finishes_pending_work_on_shutdown(tmp_path: Path) -> None:
    with Process(tmp_path) as server:
        server.wait()
        stream = Stream(server.url, 1)
        client = threading.Thread(target=stream.run)
        client.start()
        time.sleep(0.2)
        assert server.end(signal.SIGTERM) == 0
        client.join()
        server.start()
        server.wait()
        stream.compare()
        assert server.end(signal.SIGINT) == 0
