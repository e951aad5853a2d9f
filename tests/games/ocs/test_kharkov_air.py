"""Kharkov and Counterstroke with both air forces, an option."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import grognard
from grognard.core.hexes.grid import bits
from grognard.games.ocs.air.bases import active_at, active_limit, hosts
from grognard.games.ocs.definition import GAME
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import COMING, GONE, HOSTED, OcsState, where

NAMES = ("kharkov", "counterstroke")
AIR = {"air": True}


def begun(name: str) -> OcsState:
    state = grognard.new(f"ocs/{name}", AIR, seed=1).state
    assert isinstance(state, OcsState)
    return state


def phases(scenario: OcsScenario) -> set[str]:
    return {step.phase for step in scenario.sequence}


@pytest.mark.parametrize("name", NAMES)
def test_the_option_adds_aircraft_and_their_phases(name: str) -> None:
    without, with_ = GAME.scenarios(name, {}), GAME.scenarios(name, AIR)
    assert not without.planes and not without.boxes and not without.flak
    assert "refit" not in phases(without) and "refit" in phases(with_)
    assert with_.boxes.bit_count() == 4 and len(with_.flak) == 6
    assert with_.side_data[0].hip_shoot == ("german",) and with_.side_data[1].hip_shoot == ()
    assert without.counter_ids == [id_ for id_ in with_.counter_ids if id_ in without.index]


@pytest.mark.parametrize(
    ("name", "german", "soviet", "later"), [("kharkov", 12, 8, 14), ("counterstroke", 17, 14, 0)]
)
def test_every_air_unit_has_a_base_with_room(name: str, german: int, soviet: int, later: int) -> None:
    state = begun(name)
    scenario = state.scenario
    coming = [plane for plane in bits(scenario.planes) if state.at[plane] == COMING]
    assert len(coming) == later
    for side, count in ((0, german), (1, soviet)):
        own = [plane for plane in bits(scenario.planes & scenario.of_side[side]) if plane not in coming]
        assert len(own) == count
        assert all(state.at[plane] == HOSTED for plane in own)
        for base in bits(hosts(state, side)):
            assert active_at(state, base).bit_count() <= active_limit(state, base)


def test_planes_arrive_later_and_leave() -> None:
    game = grognard.new("ocs/kharkov", AIR, seed=2)
    state = game.state
    assert isinstance(state, OcsState)
    index = game.scenario.index
    for _ in range(600):
        state = game.state
        assert isinstance(state, OcsState)
        if state.turn == 5:
            break
        decision = game.choices()
        assert decision is not None
        wanted = ("end", "first", "arrive", "stay", "starve")
        free = [order for order in decision.free_orders() if order.verb in wanted]
        game.play(free[0] if free else next(iter(decision.orders(next(iter(decision.actors()))))))
    for id_, lost in (("sa-288", 0), ("sa-pe2", 1), ("sa-la5", 1), ("sa-il4", 1)):
        assert state.at[index[id_]] == HOSTED and state.lost[index[id_]] == lost
    assert state.host[index["sa-288"]] == index["KANTEMIROVKA"] and where(state, index["sa-la5"]) >= 0
    assert state.at[index["ga-52b"]] == GONE and not game.definition.violations(state)


@pytest.mark.parametrize("name", NAMES)
def test_a_base_of_the_option_replaces_the_one_in_its_hex(name: str) -> None:
    hexes = [base.hex for base in GAME.scenarios(name, AIR).file.base]
    assert len(hexes) == len(set(hexes))


@pytest.mark.parametrize("name", NAMES)
def test_random_orders_keep_the_state_sound(name: str) -> None:
    source = random.Random(name)
    game = grognard.new(f"ocs/{name}", AIR, seed=3)
    for _ in range(60):
        decision = game.choices()
        assert decision is not None
        ends = [order for order in decision.free_orders() if order.verb == "end"]
        game.play(source.choice([*ends, decision.random_order(source), decision.random_order(source)]))
        assert not game.definition.violations(game.state)


def test_an_option_that_the_scenario_lacks_cannot_add_anything(tmp_path: Path) -> None:
    text = (GAME.data / "scenarios/practice.toml").read_text("utf-8")
    for path in ("game.toml", "practice.toml", "practice-units.toml"):
        (tmp_path / path).write_text((GAME.data / path).read_text("utf-8"), "utf-8")
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios/practice.toml").write_text(f"{text}\n[with-option.air]\n", "utf-8")
    with pytest.raises(grognard.GrognardError, match=r"with-option\.air: the scenario has no option 'air'"):
        OcsScenario(tmp_path, "practice", None)
