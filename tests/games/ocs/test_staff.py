"""The advisor of computer players: its advice is legal, sensible and based on what the side may know."""

from __future__ import annotations

import random
from typing import cast

import pytest

from grognard.ai.planner import PlannerPlayer
from grognard.core.contract.intentions import Intention
from grognard.core.dice import LooseDice
from grognard.core.play.game import Game
from grognard.games import definition_of
from grognard.games.ocs import rules
from grognard.games.ocs.advice.staff.advisor import advise
from grognard.games.ocs.advice.staff.situation import Situation, distances
from grognard.games.ocs.interface import imagine
from grognard.games.ocs.model.state import OcsState, units_at


def battle(name: str, seed: str) -> Game:
    """Return a game played to its end by two planners, whose orders are all checked."""
    game = Game(definition_of("ocs"), name, seed=seed)
    players = {side: PlannerPlayer(seed) for side in game.sides}
    while game.to_act is not None:
        side = game.to_act
        game.play(players[side].choose(game.definition, game.scenario, game.view(side)), side)
    return game


def now(game: Game) -> OcsState:
    """Return the full state."""
    return cast(OcsState, game.state)


def imagined(game: Game) -> OcsState:
    """Return a state imagined by the side to act."""
    assert game.to_act is not None
    scenario = now(game).scenario
    state: OcsState = imagine.imagine(game.view(game.to_act), scenario, LooseDice(random.Random(1)))
    return state


@pytest.mark.parametrize("name", ["drill-3-combat", "drill-8-battle"])
def test_planners_finish_a_drill(name: str) -> None:
    assert battle(name, "3").result is not None


@pytest.mark.parametrize("name", ["drill-1-modes", "drill-5-fuel"])
def test_advice_meets_the_goals_of_a_drill(name: str) -> None:
    result = battle(name, "3").result
    assert result is not None and (result.winner, result.reason) == ("german", "all goals are met")


def test_advice_names_the_goal_and_shares_fuel() -> None:
    """Eleven units, 8T: a formation and an HQ are fueled, not single units [12.5c]."""
    game = Game(definition_of("ocs"), "drill-5-fuel", seed="3")
    orders, why = advise(now(game), "german")
    assert [str(order) for order in orders[:2]] == ["fuel-formation g-11pz-pz1", "fuel-hq g-hq-xl"]
    assert why == "first of a plan of 20 orders, so that the 11th Panzer Division is in Barvenkovo"


def pass_on(game: Game) -> None:
    """Answer a question, enter reinforcements, or end the phase."""
    if game.state.questions:
        game.play(next(iter(game.orders())), game.to_act)
    else:
        game.play("end" if game.check("end") is None else "arrive", game.to_act)


def test_first_advice_of_every_phase_is_legal() -> None:
    game = Game(definition_of("ocs"), "counterstroke", seed="1")
    seen: set[str] = set()
    while now(game).turn < 8 and game.to_act is not None:
        state = imagined(game)
        orders, why = advise(state, game.to_act)
        if orders:
            assert rules.check(state, game.to_act, orders[0]) is None, why
            seen.add(now(game).phase)
        pass_on(game)
    assert {"reinforcement", "movement", "exploitation", "combat"} <= seen


def test_advisor_releases_reserves_for_overrun() -> None:
    game = Game(definition_of("ocs"), "drill-7-reserves", seed="1")
    while now(game).phase != "reaction":
        game.play("end", game.to_act)
    orders, _ = advise(imagined(game), "german")
    assert [order.verb for order in orders][-2:] == ["move", "overrun"] and orders[0].verb == "release"
    assert orders[-1].target == "24.17"


def test_advisor_moves_supply_first() -> None:
    game = Game(definition_of("ocs"), "counterstroke", seed="1")
    while now(game).phase != "movement":
        pass_on(game)
    orders, _ = advise(imagined(game), "german")
    verbs = [order.verb for order in orders]
    assert "freight" in verbs and "move" in verbs and verbs.index("freight") < verbs.index("move")


def test_situation_targets_and_distances() -> None:
    game = Game(definition_of("ocs"), "counterstroke", seed="1")
    state = now(game)
    situation = Situation(state, 0)
    pavlograd = state.scenario.board.places["Pavlograd"].hex
    assert pavlograd in situation.targets and pavlograd not in situation.guarded
    assert distances(state.scenario, 1 << pavlograd)[pavlograd] == 0
    near = state.scenario.grid.neighbours[pavlograd][0]
    assert distances(state.scenario, 1 << pavlograd)[near] == 1


def test_an_objective_is_left_open_without_its_last_unit() -> None:
    """Units may attack from Dobropolye if one stays; without guards nobody has to."""
    state = now(Game(definition_of("ocs"), "drill-8-battle", seed=1))
    german = state.scenario.side_index["german"]
    dobropolye = state.scenario.hex("29.11")
    everybody = units_at(state, dobropolye, german)
    careful = Situation(state, german, Intention("guard", guards="all"))
    assert careful.left_open(everybody) == careful.guarded[dobropolye] == 1
    assert careful.left_open(everybody & (everybody - 1)) == 0
    assert Situation(state, german).left_open(everybody) == 0
