"""The orders that a computer player gives in a phase reach the clients together."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

import grognard
from grognard.server.storage.games import Seat, StoredGame
from grognard.server.tables import table as tables
from grognard.server.tables.seeing import see_all
from grognard.server.tables.table import Table
from tests.server.harness import BASIC


class Watcher:
    """A connection that notes the numbers of the orders it receives."""

    side, account, session = "us", None, ""

    def __init__(self) -> None:
        self.told: list[int] = []

    def send(self, message: str) -> None:
        found = json.loads(message)
        if found["type"] == "played":
            self.told.append(found["number"])

    def leave(self) -> None:
        """Do nothing."""


class Scene:
    """A game against the computer with one client that watches."""

    def __init__(self) -> None:
        game = grognard.new(BASIC, seed=1)
        seats = {"soviet": Seat("soviet", "computer", level="random"), "us": Seat("us", "human")}
        record = game.record()
        self.table = Table(StoredGame(id="1", record=record, chosen=True, name="", seats=seats), game)
        self.watcher = Watcher()
        self.table.connections.add(self.watcher)

    def play(self, order: str = "") -> None:
        """Carry out an order, by default a random one with a unit."""
        game = self.table.game.copy()
        decision = game.choices()
        assert decision is not None
        actor = decision.actors()[0]
        game.play(order or random.Random(1).choice(decision.orders(actor)))
        self.table.game = game
        seen = see_all(game, {"us"})
        now = {side: self.table.assemble(side, found) for side, found in seen.items()}
        self.table.send_played(len(game.history), now)


def test_orders_of_a_phase_arrive_when_it_ends() -> None:
    async def scene() -> None:
        new = Scene()
        new.play()
        new.play()
        before = list(new.watcher.told)
        new.play()
        assert new.watcher.told == before, "the computer goes on"
        new.play("end")
        assert new.watcher.told == [1, 2, 3, 4]

    asyncio.run(scene())


def test_orders_are_not_held_back_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "LONGEST_HELD", 0.0)

    async def scene() -> None:
        new = Scene()
        for _ in range(3):
            new.play()
        for _ in range(1000):
            if new.watcher.told == [1, 2, 3]:
                return
            await asyncio.sleep(0.01)
        raise AssertionError(new.watcher.told)

    asyncio.run(scene())


def test_other_messages_do_not_overtake_orders() -> None:
    async def scene() -> None:
        new = Scene()
        for _ in range(3):
            new.play()
        new.table.send_presence()
        assert new.watcher.told == [1, 2, 3]

    asyncio.run(scene())
