"""Players at a server, and the orders that they give."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from typing import Any

import grognard

SCENARIO = "strike-force-one/basic"
Row = tuple[str, float, str]
Script = tuple[str, list[tuple[str, str]]]
"""The seed of a game, and its orders with their sides."""


def percentile(figures: Sequence[float], share: float) -> float:
    """Return a percentile; `share` is from 0 to 1."""
    return sorted(figures)[min(len(figures) - 1, int(len(figures) * share))]


def script(number: int, scenario: str = SCENARIO, most: int = 1_000) -> Script:
    """Play a game at random, and return its seed and its orders."""
    seed = f"bench {number}"
    game = grognard.new(scenario, seed=seed)
    source = random.Random(number)
    while not game.over and len(game.history) < most:
        side = game.waiting_for[0]
        decision = game.choices(side)
        assert decision is not None
        game.play(decision.random_order(source), side)
    return seed, [(entry.side, entry.order) for entry in game.history]


class Seat:
    """A connected player."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self.socket:
            kind = message[:30]
            if '"played"' not in kind and '"presence"' not in kind:  # these are no replies
                self.answers.put_nowait(json.loads(message))

    async def ask(self, **fields: Any) -> dict[str, Any]:
        """Send a message and wait for the reply."""
        await self.socket.send(json.dumps(fields))
        return await self.answers.get()

    async def leave(self) -> None:
        """Disconnect."""
        self.reader.cancel()
        await self.socket.close()


async def sit_down(url: str, client: Any, scenario: str, seed: str) -> tuple[str, dict[str, Seat]]:
    """Start a game and take all its seats; return its id and the players."""
    from websockets.asyncio.client import connect

    made = (await client.post("/api/games", json={"scenario": scenario, "seed": seed})).json()
    seats = {}
    for side, secret in made["seats"].items():
        live = f"{url.replace('http', 'ws')}/api/games/{made['game']}/live"
        seats[side] = Seat(await connect(live, compression=None, max_size=None))
        await seats[side].ask(type="hello", seat=secret)
    return made["game"], seats
