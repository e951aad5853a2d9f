"""Husky and its short scenarios played at random: sound after every order, savable, and nothing leaks."""

from __future__ import annotations

import random
from typing import cast

import pytest

from grognard.core.contract.orders import Order
from grognard.core.dice import LooseDice
from grognard.core.play.game import Game
from grognard.games import definition_of, game_file
from grognard.games.ocs.interface import imagine
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import HOSTED, READY, OcsState
from tests.games.ocs.test_husky_scenarios import NAMES

WANTED = frozenset(
    ["drop", "airlift", "ship", "land", "deploy", "ashore", "assault", "embark", "disembark", "attack"]
)
"""Verbs that a random player would seldom come to."""
HASTE = 0.05
"""How often the player ends a phase although he could go on."""


def eager(game: Game, source: random.Random) -> Order:
    """Return a random legal order, those of landings and drops first."""
    decision = game.choices()
    assert decision is not None
    if game.state.questions:
        return source.choice([*decision.all()])
    free = [*decision.orders("")]
    ends = [order for order in free if order.verb == "end"]
    if ends and source.random() < HASTE:
        return ends[0]
    state, side = cast(OcsState, game.state), game.to_act
    scenario = state.scenario
    own = [c for c, counter in enumerate(scenario.counters) if counter.side == side]
    ids = [scenario.counter_ids[c] for c in own if state.at[c] >= 0 or state.at[c] in (READY, HOSTED)]
    source.shuffle(ids)
    found = [order for order in free if order.verb not in ("end", "concede")]
    found += [order for id_ in ids[:12] for order in decision.orders(id_)]
    if not found:
        return decision.random_order(source)
    verbs = sorted({order.verb for order in found})
    rare = [verb for verb in verbs if verb in WANTED]
    verb = source.choice(rare if rare and source.random() < 0.6 else verbs)
    return source.choice([order for order in found if order.verb == verb])


def some_options(source: random.Random) -> dict[str, object]:
    """Return some optional rules."""
    known = {name: option for name, option in game_file("ocs").options.items() if not option.listed}
    chosen = source.sample(sorted(known), 3)
    return {name: known[name].choices[-1] if known[name].choices else True for name in chosen}


def look_around(game: Game) -> None:
    """Check what both sides see, and that a guess at the rest is sound."""
    scenario = cast(OcsScenario, game.scenario)
    for side in game.sides:
        guess = imagine.imagine(game.view(side), scenario, LooseDice(random.Random(1)))
        found = game.definition.violations(guess)
        assert [f for f in found if "tokens" not in f and "attrition" not in f] == [], f"{side}, {game.phase}"


def play(name: str, seed: int, orders: int, every: int) -> Game:
    """Play random orders and check every so many states."""
    source = random.Random(seed)
    game = Game(definition_of("ocs"), name, options=some_options(source), seed=seed)
    for number in range(orders):
        if game.over:
            break
        order = eager(game, source)
        assert game.check(order) is None, str(order)
        game.definition.preview(game.state, order)
        game.play(order)
        if number % every == 0:
            assert game.definition.violations(game.state) == [], f"after {order}"
            plain = game.state.plain()
            assert game.definition.from_plain(game.scenario, plain).plain() == plain
            look_around(game)
    return game


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", NAMES)
def test_random_openings_are_sound(name: str, seed: int) -> None:
    play(name, seed, 80, 10)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("name", [name for name in NAMES if name != "husky"])
def test_random_short_games_are_sound(name: str, seed: int) -> None:
    assert play(name, seed, 5_000, 3).over


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_random_campaigns_are_sound(seed: int) -> None:
    assert play("husky", seed, 20_000, 10).over
