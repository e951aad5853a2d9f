"""Players for tests of batches, in a separate module because worker processes import it."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

from grognard.ai.players import Chooser
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.view import View
from grognard.core.dice import LooseDice
from grognard.sim.study import PlayerSpec


class Careless:
    """Gives random legal orders."""

    def __init__(self, seed: int) -> None:
        self.source = random.Random(seed)

    def choose(self, definition: AnyGame, scenario: Scenario, view: View) -> Order:
        state = definition.imagine(view, scenario, LooseDice(self.source))
        decision = definition.choices(state, view.side)
        assert decision is not None
        return self.source.choice(decision.orders(self.source.choice(decision.actors())))


class Cheat:
    """Ends its phases until turn 2, then gives an illegal order."""

    def choose(self, definition: AnyGame, scenario: Scenario, view: View) -> Order:
        return Order("end") if view.turn < 2 else Order("move", units=("SA",), path=("<b>",))


class Failing:
    """Raises an error instead of giving an order."""

    def choose(self, definition: AnyGame, scenario: Scenario, view: View) -> Order:
        raise RuntimeError("cannot <decide> & will not")


def careless(spec: PlayerSpec, seed: int) -> Chooser:
    return Careless(seed)


def cheat(spec: PlayerSpec, seed: int) -> Chooser:
    return Cheat() if spec.kind == "cheat" else Careless(seed)


def failing(spec: PlayerSpec, seed: int) -> Chooser:
    return Failing()


def deadly(spec: PlayerSpec, seed: int) -> Chooser:
    """Kill the process in one game of five."""
    if seed % 5 == 0:
        os._exit(3)
    return Careless(seed)


def deadly_once(spec: PlayerSpec, seed: int) -> Chooser:
    """Kill the process only once; `GROGNARD_TEST_FLAG` names the file that records it."""
    flag = Path(os.environ["GROGNARD_TEST_FLAG"])
    if seed % 5 == 0 and not flag.exists():
        flag.touch()
        os._exit(3)
    return Careless(seed)


class Hanging(Careless):
    """Waits to be killed where `GROGNARD_TEST_HANG` names a file, after having written it."""

    def choose(self, definition: AnyGame, scenario: Scenario, view: View) -> Order:
        if flag := os.environ.get("GROGNARD_TEST_HANG"):
            Path(flag).touch()
            time.sleep(600)
        return super().choose(definition, scenario, view)


def hanging(spec: PlayerSpec, seed: int) -> Chooser:
    return Hanging(seed)
