"""Chapters 9 and 11 on the board of the Mid-East: the places the rules name."""

from __future__ import annotations

import pytest

from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.sandown.definition import GAME
from grognard.games.sww3 import rules
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import Sww3State, empty
from grognard.games.sww3.movement.movement_limits import nation_limit
from grognard.games.sww3.support import supply
from tests.rules.sww3.wars import War


@pytest.fixture
def state() -> Sww3State:
    """An empty map on the second turn, the USSR in Soviet hands."""
    scenario = GAME.scenarios("campaign", {})
    found = empty(scenario)
    found.turn = 2
    found.red = scenario.theatres[0].region("ussr")
    changed(found)
    return found


def names(state: Sww3State, mask: int) -> set[str]:
    return set(state.scenario.grid.names(mask))


@rule("sandown", "9.16-edge")
def test_the_soviet_edge_runs_from_5245_to_7154(state: Sww3State) -> None:
    found = names(state, supply.sources(state, SOVIET, 0))
    assert {"5245", "5948"} <= found  # the road entries
    assert all("5245" <= label <= "7154" for label in found)
    grid = state.scenario.grid
    assert all(len(grid.adjacent[grid.hex(label)]) < 6 for label in found)  # on the edge of the map
    assert not supply.sources(state, SOVIET, 0) & ~state.scenario.theatres[0].region("ussr")


@rule("sandown", "9.15-roads")
def test_the_southern_roads_leave_the_map_at_6988_5788_and_2776(state: Sww3State) -> None:
    roads = supply.supply_sources(state.scenario, 0).roads
    assert names(state, roads) == {"6988", "5788", "2776"}
    board = state.scenario.board
    for hex_ in (state.scenario.grid.hex(label) for label in names(state, roads)):
        assert any(board.has_line("road", hex_, near) for near in state.scenario.grid.adjacent[hex_])


@rule("sandown", "9.15-ports", "11.19-ports")
def test_ports_on_the_black_and_caspian_seas_are_closed(state: Sww3State) -> None:
    theatre = state.scenario.theatres[0]
    closed = theatre.regions(("black-sea", "caspian-sea"))
    state.red = 0
    ports = supply.open_ports(state, 0)
    assert theatre.ports & closed
    assert not ports & closed
    assert ports == theatre.ports & ~closed
    for number in ("1374", "2360", "2370"):  # Suez, Famagusta, Tel Aviv
        assert ports >> state.scenario.grid.hex(number) & 1


@rule("sandown", "9.18-eilat")
def test_eilat_2176_is_a_port_on_the_coast(state: Sww3State) -> None:
    hex_ = state.scenario.grid.hex("2176")
    assert state.scenario.theatres[0].named[hex_] == "Eilat"
    assert supply.open_ports(state, 0) >> hex_ & 1
    assert supply.supplied(state, ALLIED) >> hex_ & 1
    state.nuked = 1 << hex_
    changed(state)
    assert not supply.open_ports(state, 0) >> hex_ & 1
    assert supply.supplied(state, ALLIED) >> hex_ & 1  # still a coast


@rule("sandown", "9.18", "9.19")
def test_coasts_are_divided_between_sides(state: Sww3State) -> None:
    here = supply.supply_sources(state.scenario, 0)
    assert here.soviet_coast
    assert here.allied_coast
    assert not here.soviet_coast & here.allied_coast
    batumi = state.scenario.board.places["Batumi"].hex
    assert here.soviet_coast >> batumi & 1


@rule("sandown", "11.20-table")
def test_limits_on_the_board_reach_one_hex_beyond_the_countries(state: Sww3State) -> None:
    scenario = state.scenario
    theatre, grid = scenario.theatres[0], scenario.grid
    countries = {
        "Egypt": ("egypt",), "Iran": ("iran",), "Iraq": ("iraq",), "Isrl": ("israel",), "Jrdn": ("jordan",),
        "Kwt": ("kuwait",), "Lbn": ("lebanon",), "Syria": ("syria",), "Trk": ("turkey", "ussr"),
    }  # fmt: skip
    for nation, own in countries.items():
        ground = theatre.regions(own)
        assert ground
        assert nation_limit(scenario, nation) == (ground | grid.spread(ground))


@rule("sandown", "9.2-trace")
def test_units_on_the_turkish_edge_are_supplied_by_a_line() -> None:
    edge = [f"11{row}" for row in range(44, 52)]
    war = War("sandown", "un movement", 2, at={"uk-1": "1145"})
    coast = war.theatre.regions(
        id_ for id_, region in war.scenario.board.regions.items() if "coast" in region.tags
    )
    inland = [label for label in edge if not coast >> war.hex(label) & 1]
    assert "1144" in inland
    for label in inland:
        war.put("uk-1", label)
        told = rules.explain(war.state, "uk-1")
        assert told.total == "in supply" and told.lines[-1].value == "yes"
        assert rules.supply(war.state, "un") >> war.hex(label) & 1
