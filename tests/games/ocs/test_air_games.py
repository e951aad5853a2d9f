"""Whole games with aircraft: at random and by the computer player, sound after every order."""

from __future__ import annotations

import random
import tempfile
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import cast

import pytest

from grognard.ai.planner import PlannerPlayer
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.orders import Order
from grognard.core.dice import LooseDice
from grognard.core.hexes.grid import bits
from grognard.core.play.game import Game
from grognard.core.testing import rule
from grognard.games import definition_of
from grognard.games.ocs.interface import imagine
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import HOSTED, OcsState
from tests.rules.ocs.air.test_14_transport import UNITS
from tests.rules.ocs.airfield import MORE, written

AIR = (
    "sweep",
    "hip-shoot",
    "trainbust",
    "airlift",
    "drop",
    "transfer",
    "refit",
    "pave",
    "plough",
    "consolidate",
)
"""Verbs of chapters 14 and 15, besides barrages."""
FULL = MORE.replace(
    'units = ["g-109", "g-87"]', 'units = ["g-109", "g-87", "g-109b", "g-88", "g-53"]'
).replace('units = ["s-yak", "s-il2"]', 'units = ["s-yak", "s-il2", "s-pe2"]')


@lru_cache
def flying() -> AnyGame:
    """The practice board with aircraft as the only scenario of the game."""
    scenario: OcsScenario = written(Path(tempfile.mkdtemp()), FULL, UNITS)
    return replace(definition_of("ocs"), scenarios=lambda name, options: scenario)


def eager(game: Game, source: random.Random) -> Order:
    """Return a random legal order, air orders first and the end of a phase seldom."""
    decision = game.choices()
    assert decision is not None
    orders = [*decision.all()] if len(game.state.questions) else []
    if orders:
        return source.choice(orders)
    state = cast(OcsState, game.state)
    planes = bits(state.scenario.planes)
    found = [o for c in planes for o in decision.orders(state.scenario.counter_ids[c])]
    if found and source.random() < 0.8:
        verb = source.choice(sorted({order.verb for order in found}))
        return source.choice([order for order in found if order.verb == verb])
    if source.random() < 0.5:
        ends = [o for o in decision.orders("") if o.verb == "end"]
        if ends:
            return ends[0]
    return decision.random_order(source)


def steps(state: OcsState) -> int:
    """Return the steps of all planes that ever were in play."""
    planes = bits(state.scenario.planes)
    return sum(2 - state.lost[c] if state.at[c] == HOSTED else 0 for c in planes)


def look_around(game: Game) -> None:
    """Check what both sides see, and that a guess at the rest is sound."""
    state = cast(OcsState, game.state)
    for side in game.sides:
        view = game.view(side)
        guess = imagine.imagine(view, state.scenario, LooseDice(random.Random(1)))
        found = [fault for fault in game.definition.violations(guess) if "tokens" not in fault]
        assert found == [], f"{side} in {game.phase}"
        scheduled = [c for c in bits(state.scenario.planes) if state.at[c] == HOSTED]
        assert all(guess.at[c] == HOSTED for c in scheduled)


@rule("ocs", "14.1a.1", "14.2a.2", "14.2f-F")
@pytest.mark.parametrize("seed", range(6))
def test_random_games_with_aircraft_are_sound(seed: int) -> None:
    game, source, verbs = Game(flying(), "practice", seed=seed), random.Random(seed), set[str]()
    before = steps(cast(OcsState, game.state))
    for number in range(160):
        if game.over:
            break
        order = eager(game, source)
        assert game.check(order) is None, str(order)
        game.play(order)
        verbs.add(order.verb)
        state = cast(OcsState, game.state)
        assert game.definition.violations(state) == [], f"after {order}"
        now = steps(state)
        if order.verb not in ("rebuild", "arrive", "consolidate"):
            assert now <= before, f"{order} made planes"
        before = now
        assert game.definition.from_plain(game.scenario, state.plain()).plain() == state.plain()
        if number % 10 == 0:
            look_around(game)
    assert verbs & set(AIR)


@pytest.mark.parametrize("seed", range(2))
def test_the_computer_player_plays_with_aircraft(seed: int) -> None:
    game, verbs = Game(flying(), "practice", seed=seed), set[str]()
    players = {side: PlannerPlayer(seed) for side in game.sides}
    for _ in range(150):
        if game.to_act is None:
            break
        side = game.to_act
        order = players[side].choose(game.definition, game.scenario, game.view(side))
        game.play(order, side)
        verbs.add(order.verb)
        assert game.definition.violations(cast(OcsState, game.state)) == [], f"after {order}"
    assert verbs >= {"barrage", "refit", "sweep", "home"}
