"""Many spectators of one game: who comes and goes is not told to all of them each time."""

from __future__ import annotations

import asyncio
import json

import pytest

import grognard
from grognard.server.storage.games import Seat, StoredGame
from grognard.server.tables import table as tables
from grognard.server.tables.table import Table
from tests.server.harness import BASIC


class Spectator:
    """A connection that counts what it is told about others."""

    side, account, session = "", None, ""

    def __init__(self) -> None:
        self.heard: list[int] = []

    def send(self, message: str) -> None:
        found = json.loads(message)
        if found["type"] == "presence":
            self.heard.append(found["watchers"])

    def leave(self) -> None:
        """Do nothing."""


def test_a_crowd_is_not_told_of_everybody_who_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "PRESENCE_EVERY", 0.01)

    async def scene() -> list[Spectator]:
        game = grognard.new(BASIC, seed=1)
        seats = {side: Seat(side, "human") for side in game.sides}
        table = Table(StoredGame(id="1", record=game.record(), chosen=True, name="", seats=seats), game)
        crowd = [Spectator() for _ in range(200)]
        for one in crowd:
            table.connections.add(one)
            table.send_presence()
        while crowd[0].heard[-1] < 200:
            await asyncio.sleep(0.01)
        return crowd

    crowd = asyncio.run(scene())
    assert sum(len(one.heard) for one in crowd) < 1_000, "not 200 times 200"
    assert all(one.heard[-1] == 200 for one in crowd)
