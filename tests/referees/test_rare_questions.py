"""What random players seldom come to: Beach Assaults, Air Combat, Flak, and Trainbusting Zones."""

from __future__ import annotations

import random
from typing import Any

import pytest

import grognard
from grognard.ai import player
from grognard.core.facts import changed
from tests.referees.air_sea import games as air_sea
from tests.referees.air_sea.events import Witness
from tests.referees.air_sea.position import Theatre, read_position
from tests.referees.ocs import games as ocs
from tests.referees.ocs.position import Theatre as LandTheatre
from tests.referees.tally import Tally

OFF_GELA = ("sail al-lc2 33.07-34.10", "land u-18", "sail al-lc1 31.08-32.10", "ashore", "end", "end")


def agree(tally: Tally, *questions: str) -> None:
    """Assert that the referee and the program agree, and that some questions were asked."""
    assert not tally.disagreements, tally.report()
    assert [question for question in questions if not tally.compared[question]] == []


@pytest.mark.parametrize("seed", [1, 2])
def test_beach_assaults(seed: int) -> None:
    game: Any = grognard.new("ocs/drill-12-beach-assault", seed=seed)
    for order in OFF_GELA:
        game.play(order)
    assert game.phase == "allied combat"
    tally, source = Tally(), random.Random(seed)
    for _ in range(5):
        theatre = Theatre("drill-12-beach-assault", [])
        air_sea.compare(game, read_position(game, theatre), source, tally)
    agree(tally, "Beach Assault", "strength of a Beach Assault")


def test_missions_of_the_computer() -> None:
    tally, source = Tally(), random.Random(2)
    for name in ("drill-9-air-combat", "drill-10-air-barrage"):
        game: Any = grognard.new(f"ocs/{name}", seed=2)
        theatre = Theatre(name, [])
        players = {side: player("planner", seed=side) for side in game.sides}
        while not game.over:
            before, side = read_position(game, theatre), game.to_act
            if game.turn:
                air_sea.compare(game, before, source, tally)
            order = players[side].choose(game.definition, game.scenario, game.view(side))
            events = game.play(order, side)
            spent = sum(before.tokens.values()) - sum(game.state.tokens)
            Witness(before, tally, spent).hear(side, order, events)
    agree(tally, "range", "Air Combat", "Air Combat loss", "Patrol Zone", "Flak Points", "Flak loss")
    agree(tally, "air barrage result", "Trainbusting result")


@pytest.mark.parametrize("number", [1, 3])
def test_movement_in_trainbusting_zones(number: int) -> None:
    source = random.Random(number)
    game: Any = grognard.new("ocs/counterstroke", {"air": True}, seed=number)
    theatre = LandTheatre("counterstroke", True)
    while game.state.phase != "movement":
        ends = game.to_act and game.check("end") is None
        game.play("end" if ends else game.choices(game.to_act).random_order(source))
    tally, state = Tally(), game.state
    near = [hex_ for hex_, there in state.here.items() if there]
    for _ in range(3):
        enemy = 1 - game.sides.index(game.to_act)
        state.busted[enemy] = sum(1 << hex_ for hex_ in source.sample(near, 12))
        changed(state)
        ocs.compare_movement(game, ocs.read(game, theatre), source, tally, f"counterstroke {number}")
    agree(tally, "reach with Trainbusting Zones")
