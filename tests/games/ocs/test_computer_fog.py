"""The computer knows what its side may see: with aircraft and ships, the same view gives the same order."""

from __future__ import annotations

import random
from pathlib import Path
from typing import cast

import pytest

import grognard
from grognard.ai.planner import PlannerPlayer
from grognard.core.contract.decisions import Question
from grognard.core.contract.orders import Order
from grognard.core.dice import LooseDice
from grognard.core.hexes.grid import bits
from grognard.core.play.game import Game
from grognard.core.testing import assert_no_leak, rule
from grognard.games.ocs.interface import views
from grognard.games.ocs.interface.imagine import imagine
from grognard.games.ocs.interface.legality import check
from grognard.games.ocs.model.state import OcsState, put
from tests.rules.ocs.field import GERMAN
from tests.rules.ocs.seaside import FLEET, Seaside, coastal_files

AT_CARRIER = Order("barrage", "20.01", ("g-dd",), words=("ship",))
SCENARIOS = ["drill-9-air-combat", "drill-12-beach-assault", "gela"]


def imagined(game: Game, side: str, seed: int) -> OcsState:
    """Return a state that looks like the game to a side, with other secrets."""
    dice = LooseDice(random.Random(seed))
    return cast(OcsState, game.definition.imagine(game.view(side), game.scenario, dice))


@rule("ocs", "4.9a.1", "4.9d")
@pytest.mark.parametrize("name", SCENARIOS)
def test_the_computer_gives_the_same_order_if_only_secrets_differ(name: str) -> None:
    game = grognard.new(f"ocs/{name}", seed=2)
    players = {side: PlannerPlayer(side) for side in game.sides}
    for number in range(120):
        if game.to_act is None:
            break
        side = game.to_act
        if number % 8 == 0:
            twin = imagined(game, side, number)
            assert_no_leak(game.definition, game.state, twin, side)
            views = (game.view(side), game.definition.view(twin, side))
            plan = players[side].plan
            one, other = (
                PlannerPlayer(number, plan).choose(game.definition, game.scenario, view) for view in views
            )
            assert one == other
        order = players[side].choose(game.definition, game.scenario, game.view(side))
        assert game.check(order, side) is None, str(order)
        game.play(order, side)


@rule("ocs", "18.3g-C.1", "4.9a.1")
def test_no_coastal_guns_are_guessed_as_targets() -> None:
    """Otherwise players would be offered fire at guns that are not there."""
    game = grognard.new("ocs/gela", seed=1)
    scenario = cast(OcsState, game.state).scenario
    guns = scenario.those(lambda c: c.coastal)
    seen = {unit.id for unit in game.view("allied").units}
    for seed in range(3):
        state = imagined(game, "allied", seed)
        placed = {scenario.counter_ids[c] for c in bits(guns) if state.at[c] >= 0}
        assert placed <= seen


@rule("ocs", "18.3c.3")
def test_no_more_ships_are_guessed_where_the_firer_sees_them_all() -> None:
    game = grognard.new("ocs/husky", seed=1)
    state = cast(OcsState, game.state)
    scenario = state.scenario
    fleet = [c for c in bits(scenario.ships & scenario.of_side[0]) if state.at[c] >= 0]
    where = state.at[fleet[0]]
    state.questions.append(Question("aim", 1, (scenario.index["i-glic"],), where, (0,)))
    real = {c for c in fleet if state.at[c] == where}
    for seed in range(5):
        guess = imagined(game, "axis", seed)
        assert {c for c in fleet if guess.at[c] == where} == real


@rule("ocs", "18.3c.2", "18.3c.3")
def test_the_firer_remembers_all_ships_where_he_has_fired() -> None:
    """Otherwise he would fire again at a ship that he has only guessed below the one he has aimed at."""
    game = grognard.new("ocs/husky", seed=1)
    state = cast(OcsState, game.state)
    scenario = state.scenario
    fleet = [c for c in bits(scenario.ships & scenario.of_side[0]) if state.at[c] >= 0]
    where = state.at[fleet[0]]
    put(state, fleet[-1], where)
    real = {c for c in fleet if state.at[c] == where}
    state.targeted |= 1 << max(real)
    assert {scenario.counter_ids[c] for c in real} <= {unit.id for unit in game.view("axis").units}
    for seed in range(5):
        guess = imagined(game, "axis", seed)
        assert {c for c in fleet if guess.at[c] == where} == real


@rule("ocs", "18.2d.1")
def test_what_screens_a_carrier_shows(tmp_path: Path) -> None:
    """Whether ships may fire at a carrier must not depend on what lies below the ships that show."""
    scenario = coastal_files(tmp_path, FLEET.replace('"s-dd"', '"s-dd", "s-cv2"'))
    field = Seaside("movement-barrage", GERMAN, scenario, s_cv2="20.01", s_ca="20.01", g_dd="18.01")
    assert [unit.id for unit in views.view(field.state, "german").units if unit.at == "20.01"] == ["s-ca"]
    put(field.state, field.unit("s-ca"), field.hex("15.01"))
    put(field.state, field.unit("s-dd"), field.hex("15.01"))
    for seed in range(10):
        guess = imagine(views.view(field.state, "german"), scenario, LooseDice(random.Random(seed)))
        assert check(guess, "german", AT_CARRIER) is None
