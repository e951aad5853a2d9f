"""The drills can be won as their lessons say, but not by passing."""

from __future__ import annotations

import pytest

from grognard.core.play.game import Game
from grognard.games import definition_of
from grognard.games.kit.states import on_map
from grognard.games.ocs.definition import GAME
from grognard.games.ocs.model.state import OcsState

TANKS = "g-lah-pz1,g-lah-pz2,g-lah-stg"
DRILLS = {
    "drill-1-modes": (
        "german", 1, [
            "mode g-333 move", "move g-333 20.16-34.16", "mode g-3m1 move", "move g-3m1 29.13-33.13", "end",
            "mode g-333 combat", "mode g-3m1 reserve", "end",
        ],
    ),
    "drill-2-overrun": (
        "german", 3, [
            f"move {TANKS} 33.13-32.13", f"overrun 31.13 {TANKS}", f"move {TANKS} 31.13-30.12",
            f"overrun 29.13 {TANKS}", "end",
        ],
    ),
    "drill-3-combat": ("german", 1, ["attack 28.17 g-15,g-335,g-stg2", "end"]),
    "drill-4-barrage": (
        "german", 1, [
            "barrage 32.16 g-lah-art,g-a70", "end", "attack 32.16 g-lah-pz1,g-lah-pz2,g-lah-pg1", "end",
            "fuel-formation g-lah-pz1", "move g-lah-pz1,g-lah-pz2 32.16-28.17", "end",
        ],
    ),
    "drill-5-fuel": (
        "german", 1, [
            "fuel-formation g-11pz-pz1", "fuel-hq g-hq-xl",
            "mode g-11pz-pg1,g-11pz-pg2,g-11pz-eng,g-11pz-art move",
            "move g-11pz-pg1,g-11pz-pg2,g-11pz-eng,g-11pz-art 33.13-28.17",
            "move g-11pz-pz1,g-11pz-rec 33.13-28.17", "move g-stg1 35.12-34.16", "move g-stg2 36.11-34.16",
            "move g-stg3 38.12-34.16", "mode g-a70 move", "move g-a70 35.12-34.14", "mode g-e48 move",
            "move g-e48 36.11-34.14", "end",
        ],
    ),
    "drill-6-trace": (
        "soviet", 1, [
            "convert s-rr1 34.22-33.19", "move s-truck1,s-truck2 34.23-28.17", "extend s-truck1,s-truck2",
            "end",
        ],
    ),
    "drill-7-reserves": (
        "german", 2, [
            "release g-6pz-pz1,g-stg1", "move g-6pz-pz1,g-stg1 27.17-25.17",
            "overrun 24.17 g-6pz-pz1,g-stg1", "end", f"release {TANKS}", f"move {TANKS} 34.16-30.19",
            f"overrun 30.20 {TANKS}", "end",
        ],
    ),
    "drill-9-air-combat": (
        "german", 7, ["sweep 30.20 ga-109a", "sweep 30.20 ga-109d", "end", "barrage 32.16 ga-87c", "end"],
    ),
    "drill-10-air-barrage": (
        "german", 1, [
            "hip-shoot 31.13 ga-87a", "hip-shoot 31.13 ga-87d", "end", "barrage 32.16 ga-87c,ga-88",
            "trainbust 31.19 ga-111a", "trainbust 30.19 ga-111b", "end",
        ],
    ),
    "drill-11-air-bases": (
        "german", 1, ["refit ga-111a", "end", "transfer ga-109a,ga-87c 34.14", "end", "refit ga-87c", "end"],
    ),
    "drill-12-beach-assault": (
        "allied", 1, [
            "sail al-lc2 33.07-34.10", "land u-18", "sail al-lc1 31.08-32.10", "sail ns-sav 31.08-32.09",
            "ashore", "end", "barrage 32.11 ns-sav", "end", "assault 32.11 u-rng1,u-16,u-26", "end",
        ],
    ),
    "drill-13-beach-supply": (
        "allied", 1, [
            "sail al-lc1 27.09-27.12", "mend 27.12 u-540", "disembark al-lc1 4", "sail al-lst1 29.08-29.12",
            "deploy al-lst1", "ashore", "end", "disembark al-lc1 4", "sail al-lc2 29.08-29.12",
            "disembark al-lc2 4", "end",
        ],
    ),
}  # fmt: skip
"""For each drill its side, a seed with good dice, and the orders of the lesson."""


def idle(game: Game) -> str:
    """Return the order of a passive player: end the phase, or give the first answer."""
    return str(next(iter(game.orders()))) if ocs_state(game).questions else "end"


def ocs_state(game: Game) -> OcsState:
    assert isinstance(game.state, OcsState)
    return game.state


def played(name: str, side: str, seed: int, orders: list[str]) -> Game:
    """A drill played to its end. Questions are answered as they come, only eating is a choice of the lesson.

    The other side is idle, and so is this one after its orders.
    """
    game, left = Game(definition_of("ocs"), name, seed=seed), list(orders)
    while not game.over:
        asked = ocs_state(game).questions and not (left and left[0].startswith("eat"))
        mine = game.to_act == side and left and not asked
        game.play(left.pop(0) if mine else idle(game))
    assert not left, f"not needed: {left}"
    return game


@pytest.mark.parametrize("name", DRILLS)
def test_a_drill_is_won_as_its_lesson_says(name: str) -> None:
    side, seed, orders = DRILLS[name]
    game = played(name, side, seed, orders)
    assert game.result is not None
    assert (game.result.winner, game.result.reason) == (side, "all goals are met")


@pytest.mark.parametrize("name", DRILLS)
def test_a_drill_is_lost_by_doing_nothing(name: str) -> None:
    side, seed, _ = DRILLS[name]
    result = played(name, side, seed, []).result
    assert result is not None and result.winner not in (side, "")
    assert result.reason.startswith("not achieved")


@pytest.mark.parametrize("name", DRILLS)
def test_lesson_orders_match_the_tested_ones(name: str) -> None:
    """A lesson quotes orders; each must be one that the test above gives."""
    steps = GAME.scenarios(name, {}).file.steps
    quoted = [text for step in steps for text in step.split("`")[1::2] if " " in text]
    assert quoted
    for text in quoted:
        assert text in DRILLS[name][2], text


def test_drills_have_a_lesson_and_goals_or_points() -> None:
    names = [name for name in GAME.scenarios("practice", {}).game.scenarios if name.startswith("drill-")]
    assert len(names) == 13
    for name in names:
        file = GAME.scenarios(name, {}).file
        assert "**Goal**" in file.lesson and file.lesson.startswith("**"), name
        assert file.victory.goals or file.victory.points_for, name


def test_the_fuel_of_the_fifth_drill_is_just_enough() -> None:
    game = played("drill-5-fuel", *DRILLS["drill-5-fuel"])
    assert ocs_state(game).ledger == [0, 0]


def test_one_by_one_there_is_not_enough_fuel() -> None:
    state = ocs_state(Game(definition_of("ocs"), "drill-5-fuel", seed=1))
    scenario = state.scenario
    marching = scenario.of_side[0] & scenario.combat_units & ~scenario.hqs
    assert on_map(state, marching).bit_count() == 11
    assert state.ledger[0] == 8


def test_small_battle_starts_complete_and_undecided() -> None:
    game = Game(definition_of("ocs"), "drill-8-battle", seed=1)
    state = ocs_state(game)
    scenario = state.scenario
    for side in (0, 1):
        units = scenario.of_side[side] & scenario.combat_units & ~scenario.breakdowns
        assert on_map(state, units) == units
    while not game.over:
        game.play(idle(game))
    assert game.result is not None
    assert game.result.reason == "5 points for German"
