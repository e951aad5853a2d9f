"""A server killed at any moment has stored every acknowledged order exactly once."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest

import grognard
from tests.server.harness import BASIC

NURSERY = """
import json, os, sys
import grognard.server.app, grognard.server.run, alembic.command
for line in sys.stdin:
    child = os.fork()
    if not child:
        sys.exit(grognard.server.serve(**json.loads(line)))
    print(child, flush=True)
    print("ended", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""A process that has imported everything and forks servers, because importing takes most of a start."""


class Process:
    """A server in a separate process that can be restarted."""

    def __init__(self, data: Path) -> None:
        self.options = {"data": str(data), "port": 0, "workers": 1}
        self.nursery = subprocess.Popen(
            [sys.executable, "-c", NURSERY],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.start()

    def start(self) -> None:
        assert self.nursery.stdin is not None
        print(json.dumps(self.options), file=self.nursery.stdin, flush=True)
        words = f"{self._line()} {self._line()}".split()
        self.pid = int(next(word for word in words if word.isdigit()))
        self.url = next(word for word in words if word.startswith("http")).replace("localhost", "127.0.0.1")
        self.options["port"] = int(self.url.rpartition(":")[2])
        while True:
            try:
                httpx.get(f"{self.url}/health", verify=False)
                return
            except httpx.TransportError:
                time.sleep(0.005)

    def _line(self) -> str:
        assert self.nursery.stdout is not None
        line = self.nursery.stdout.readline()
        assert line, "the server did not start"
        return line

    def end(self, how: signal.Signals) -> int:
        os.kill(self.pid, how)
        return int(self._line().split()[1])

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.nursery.stdin is not None and self.nursery.stdout is not None
        self.nursery.stdin.close()
        self.nursery.stdout.close()
        self.nursery.kill()
        self.nursery.wait()


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
        stream = Stream(server.url, 1)
        client = threading.Thread(target=stream.run)
        client.start()
        time.sleep(0.2)
        assert server.end(signal.SIGTERM) == 0
        client.join()
        server.start()
        stream.compare()
        assert server.end(signal.SIGINT) == 0
