"""Levels: every game can be played at each of them, and what weaker ones overlook is never illegal."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.ai import LEVELS, player
from grognard.ai.fallback import plain_order
from grognard.ai.levels import DEFAULT, LevelPlayer, level
from grognard.ai.oversights import Oversights
from grognard.ai.planner import PlannerPlayer
from grognard.core.contract.orders import Order
from grognard.games import game_ids, scenario_files

NAMES = [one.id for one in LEVELS]
GAMES = [
    "strike-force-one/basic",
    "nuremberg/border-battle",
    "sandown/tabriz-and-erzurum",
    "ocs/drill-8-battle",
]


def test_one_level_is_suggested() -> None:
    assert NAMES == ["recruit", "regular", "veteran", "general"] and DEFAULT in NAMES
    assert all(one.title and one.says.endswith(".") for one in LEVELS)
    times = [one.time for one in LEVELS]
    assert times == sorted(times), "a higher level never thinks for less time"
    assert level("commander") is None


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scenario", GAMES)
def test_each_level_plays_each_kind_of_game(scenario: str, name: str) -> None:
    game = grognard.new(scenario, seed=5)
    players = {side: player(name, seed=n, iterations=2) for n, side in enumerate(game.sides)}
    while game.to_act and len(game.history) < 30:
        side = game.to_act
        order = players[side].choose(game.definition, game.scenario, game.view(side))
        assert game.check(order, side) is None, str(order)
        assert players[side].why
        game.play(order, side)


def test_a_new_player_takes_over_in_the_middle_of_a_turn() -> None:
    """The server makes a new player for each order; it keeps to what the last one decided."""
    game, plan, kept = grognard.new("sandown/tabriz-and-erzurum", seed=3), tuple[str, ...](), set[str]()
    while game.view().phase_side in ("", game.sides[0]) and game.turn == 1 and len(game.history) < 60:
        side = game.to_act
        assert side is not None
        chooser = player("veteran", seed=1, iterations=4, plan=plan if side == game.sides[0] else ())
        assert isinstance(chooser, LevelPlayer)
        game.play(chooser.choose(game.definition, game.scenario, game.view(side)), side)
        if side == game.sides[0]:
            plan = chooser.plan
            kept |= {text for text in plan[:1] if text.startswith("{")}
    assert len(kept) == 1, "it thinks once in a turn"


def test_oversights_forget_units_and_keep_the_end_of_the_phase() -> None:
    orders = [Order("move", units=(name,)) for name in "ABCDEFGH"] + [Order("end")]
    kept = Oversights(0.5, 1).forget(orders)
    assert kept[-1] == Order("end") and 1 < len(kept) < len(orders)
    assert Oversights(0.0, 1).forget(orders) == orders


def test_a_recruit_moves_fewer_units_than_the_staff_advises() -> None:
    game = grognard.new("nuremberg/border-battle", seed=2)
    while (decision := game.choices(side := game.to_act or "")) and decision.kind != "movement":
        game.play(PlannerPlayer(0).choose(game.definition, game.scenario, game.view(side)), side)
    careful, careless = PlannerPlayer(0), PlannerPlayer(0, oversights=Oversights(0.5, 1))
    for chooser in (careful, careless):
        chooser.choose(game.definition, game.scenario, game.view(side))
    assert len(careless.plan) < len(careful.plan)


@pytest.mark.parametrize("game_id", game_ids())
def test_a_plain_order_is_legal_and_the_same_every_time(game_id: str) -> None:
    name = next(iter(scenario_files(game_id)))
    game = grognard.new(f"{game_id}/{name}", seed=1)
    source = random.Random(1)
    for _ in range(6):
        side = game.to_act
        if side is None:
            break
        view = game.view(side)
        order = plain_order(game.definition, game.scenario, view)
        assert game.check(order, side) is None
        assert order == plain_order(game.definition, game.scenario, view)
        other = plain_order(game.definition, game.scenario, view, refused=str(order))
        decision = game.choices(side)
        assert decision is not None
        assert other != order or len({*map(str, decision.all())}) == 1
        game.play(decision.random_order(source), side)
