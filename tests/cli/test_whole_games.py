"""A simulated player finishes every scenario at the prompt with orders listed by ``?``."""

from __future__ import annotations

import os
import random
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

import grognard
from grognard.ai import KINDS
from grognard.games import game_file

SCENARIOS = game_file("strike-force-one").scenarios
GAMES = [(scenario, kind) for scenario in SCENARIOS for kind in KINDS]
SAMPLE = [(scenario, KINDS[number % len(KINDS)]) for number, scenario in enumerate(SCENARIOS)]
ENOUGH_MOVES = 4
"""Number of moves in a phase after which the player ends it."""
PATIENCE = 60


class Person:
    """A simulated player who types into the command."""

    def __init__(self, side: str, seed: int, *words: str) -> None:
        self.prompt = f"{side}> "
        self.random = random.Random(seed)
        command = [sys.executable, "-m", "grognard", "play", *words]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT)
        self.moves = 0

    def read(self) -> str:
        """Return the output until the next prompt or the end."""
        assert self.process.stdout is not None
        handle, seen, end = self.process.stdout.fileno(), b"", time.monotonic() + PATIENCE
        while not seen.decode("utf-8", "ignore").endswith((self.prompt, "[y/N] ", "[Y/n] ")):
            assert time.monotonic() < end, seen.decode()[-2000:]
            if select.select([handle], [], [], 1)[0]:
                more = os.read(handle, 65536)
                if not more:
                    break
                seen += more
        return seen.decode()

    def type(self, line: str) -> str:
        """Type a line and return the output."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()
        return self.read()

    def choose(self, offered: str) -> str:
        """Choose one of the listed orders: attacks first, and the end of the phase after some moves."""
        orders = []
        for row in offered.splitlines()[1:-1]:  # without the echo and the prompt
            head, *tails = re.split(r"\s{2,}", re.sub(r" … \(\d+\)", "", row.strip()))
            orders += [f"{head} {tail}" for tail in tails] or [head]
        attacks = [order for order in orders if order.startswith("attack")]
        self.moves += 1
        if "end" in orders and not attacks and self.moves > ENOUGH_MOVES:
            self.moves = 0
            return "end"
        return self.random.choice(attacks or orders)

    def play(self) -> str:
        """Play to the end of the game and return the whole output."""
        screen = self.read()
        while self.process.poll() is None and screen.endswith(self.prompt):
            order = self.choose(self.type("?"))
            said = self.type(order)
            assert "Illegal order" not in said and "Traceback" not in said, f"{order}: {said}"
            screen += said
        return screen


def play_through(scenario: str, kind: str) -> None:
    number = GAMES.index((scenario, kind))
    mine, other = ("soviet", "us") if number % 2 else ("us", "soviet")
    words = [f"sfo/{scenario}", f"--{mine}", "human", f"--{other}", kind, "--seconds", "0.01"]
    person = Person(mine, number, *words, "--seed", str(number), "--record", "game.record")
    try:
        screen = person.play()
        assert person.process.wait(PATIENCE) == 0
    finally:
        person.process.kill()
        person.process.communicate()
    game = grognard.load("game.record")
    assert game.result is not None
    told = " ".join(screen.split())
    assert f"{game.result.title}: {game.result.reason}" in told
    assert "Record: game.record" in told
    assert max(map(len, screen.splitlines())) <= 80
    assert {entry.side for entry in game.history} == {mine, other}


@pytest.mark.parametrize(("scenario", "kind"), SAMPLE)
def test_human_finishes_each_scenario(here: Path, scenario: str, kind: str) -> None:
    play_through(scenario, kind)


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "kind"), GAMES)
def test_human_finishes_against_each_opponent(here: Path, scenario: str, kind: str) -> None:
    play_through(scenario, kind)
