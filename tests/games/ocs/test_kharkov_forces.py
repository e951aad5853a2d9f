"""The counters and scenarios of Kharkov 1943: values that match the charts, and legal setups."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from grognard.core.draw.symbols import drawings, marker, unit
from grognard.core.hexes.grid import bits
from grognard.games import ocs
from grognard.games.kit.states import on_map
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import COMING, OcsState, empty
from grognard.games.ocs.supply import trace
from grognard.games.ocs.turn import setup
from grognard.games.ocs.units import stacking

DATA = Path(ocs.__file__).parent / "data"
BOTH = pytest.mark.parametrize("name", ["kharkov", "counterstroke"])


@lru_cache
def scenario(name: str) -> OcsScenario:
    return OcsScenario(DATA, name, {})


def deployed(name: str) -> OcsState:
    state = empty(scenario(name))
    setup.deploy(state)
    state.turn = state.scenario.file.first_turn
    return state


# -- counters -------------------------------------------------------------------------------------


def test_every_unit_can_be_rebuilt_by_a_line_of_the_chart_or_never() -> None:
    game = scenario("kharkov")
    for counter in game.counters:
        if counter.rebuild:
            assert counter.rebuild in game.charts.rebuild, counter.id
        elif counter.combat and counter.kind != "breakdown":
            assert counter.no_rebuild, counter.id


def test_faces_are_those_of_the_series() -> None:
    """Battalions are half a regiment, a division as much as its steps; the Move side fights worse."""
    sizes = {"Co": 0.25, "Bn": 0.5, "Rgt": 1, "Bde": 1, "HQ": 1}
    game = scenario("kharkov")
    for counter in game.counters:
        if not counter.combat or counter.kind == "breakdown":
            continue
        assert counter.re == sizes.get(counter.size, counter.steps), counter.id
        assert counter.move.strength <= max(counter.combat.strength, 1), counter.id
        assert counter.move.ma > counter.combat.ma, counter.id
        assert 0 <= counter.ar <= 5, counter.id
        if counter.kind in ("artillery", "rocket-artillery"):
            assert counter.range and counter.combat.barrage > counter.move.barrage, counter.id
        if counter.kind == "hq":
            assert 12 >= counter.combat.throw > counter.move.throw > 0, counter.id  # 24 hexes of road


def test_formations_are_named_and_have_their_trucks() -> None:
    game = scenario("kharkov")
    assert set(game.formations) == {formation.id for formation in game.file.formation}
    with_trucks = {game.counters[c].formation for c in bits(game.organic)}
    assert set(game.formations) - with_trucks == {"6GCC", "1GCC", "8CC"}  # the cavalry has none


def test_every_kind_has_a_symbol_of_its_own() -> None:
    kinds = {counter.kind for counter in scenario("kharkov").counters}
    for kind in kinds - set(drawings()) - {"dump", "hedgehog", "air-base"}:
        assert "<text" not in unit(kind), kind
    for kind in ("dump", "hedgehog", "port", "air-base"):
        assert "<text" not in marker(kind), kind


# -- set-ups --------------------------------------------------------------------------------------


@BOTH
def test_setup_is_not_overstacked(name: str) -> None:
    state = deployed(name)
    for side in (0, 1):
        assert not state.scenario.grid.names(stacking.overstacked(state, side))


@BOTH
def test_units_set_up_in_hexes_their_side_controls(name: str) -> None:
    state = deployed(name)
    game = state.scenario
    soviet = game.hexes(game.file.second_holds)
    for side in (0, 1):
        for counter in bits(game.of_side[side]):
            hex_ = state.at[counter]
            assert hex_ < 0 or (soviet >> hex_ & 1) == side, game.counter_ids[counter]


@BOTH
@pytest.mark.parametrize("ground", ["frost", "thaw"])
def test_units_start_in_trace_supply(name: str, ground: str) -> None:
    state = deployed(name)
    game = state.scenario
    state.ground = game.conditions.index(ground)
    for side in (0, 1):
        units = on_map(state, game.of_side[side] & game.combat_units)
        assert not game.ids(units & ~trace.in_trace(state, side))


@BOTH
def test_every_unit_is_set_up_or_scheduled(name: str) -> None:
    state = deployed(name)
    game = state.scenario
    named = game.combat_units & ~(game.pax | game.eq | game.breakdowns) | game.organic
    lost = [game.counter_ids[c] for c in bits(named) if state.at[c] < 0 and state.at[c] != COMING]
    assert not lost


@BOTH
def test_reinforcements_arrive_in_time_at_a_source_of_their_side(name: str) -> None:
    game = scenario(name)
    sources = {source.id: source for source in game.file.source}
    for line in game.file.arrival:
        assert game.file.first_turn <= line.turn <= game.turns
        for place in line.at:
            source = sources[place]
            assert source.turns[0] <= line.turn <= source.turns[1], line
            assert all(game.counters[game.counter(id_)].side == source.side for id_ in line.units), line


@BOTH
def test_trucks_never_exceed_what_a_side_can_have(name: str) -> None:
    game = scenario(name)
    for side in game.sides:
        there = sum(placed.trucks for placed in game.file.setup if placed.side == side)
        later = sum(line.trucks for line in game.file.arrival if line.side == side)
        assert there + later <= game.file.sides[side].truck_limit


@BOTH
def test_towns_of_victory_are_on_the_board_and_in_play(name: str) -> None:
    game = scenario(name)
    for town in game.file.victory.towns:
        assert game.hexes((town,)), town


def test_campaign_points_match_the_design() -> None:
    """Towns the Soviets hold if they keep what they had on 18 March, with no losses counted."""
    game = scenario("kharkov")
    towns = game.file.victory.towns
    assert sum(towns.values()) == 68
    assert towns["Dnepropetrovsk"] == towns["Zaporozhe"] == 8


def test_charts_as_designed() -> None:
    charts = scenario("kharkov").charts
    assert charts.terrain["swamp"].frozen_move == (1, 3, 2)
    assert charts.hexside["major-river"].move == ("all", "P", "P")
    assert charts.weather.conditions["mud"].off_road_times == (1.5, 3, 2)
    for table in (charts.weather.ground, charts.weather.flight):
        for row in table:
            rolls = [roll for low, high in row.results.values() for roll in range(low, high + 1)]
            assert sorted(rolls) == [1, 2, 3, 4, 5, 6], row
    for rows in charts.replacements.values():
        assert [roll for row in rows for roll in range(row.roll[0], row.roll[1] + 1)] == list(range(2, 13))
    bands = [roll for low, high in charts.supply.bands for roll in range(low, high + 1)]
    assert bands == list(range(2, 13))
