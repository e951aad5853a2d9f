"""Chapters 7, 9 and 11 on the board of Europe: the places the rules name."""

from __future__ import annotations

import pytest

from grognard.core.dice import Dice
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.pincher.definition import GAME
from grognard.games.sww3.model.scenario import ALLIED, SOVIET, Sww3Scenario
from grognard.games.sww3.model.state import Sww3State, put
from grognard.games.sww3.movement.movement_limits import allowance, nation_limit
from grognard.games.sww3.support import supply

BERLIN = ("bcb", "fcb", "usbc")


@pytest.fixture
def state() -> Sww3State:
    """The campaign as it starts, but on the second turn, when supply counts."""
    found = GAME.setup(GAME.scenarios("campaign", {}), Dice(1))
    found.turn = 2
    changed(found)
    return found


def names(scenario: Sww3Scenario, mask: int) -> set[str]:
    return set(scenario.grid.names(mask))


@rule("pincher", "9.17-edge")
def test_the_communist_edge_runs_from_5712_to_5743(state: Sww3State) -> None:
    scenario = state.scenario
    edge = {f"57{row:02}" for row in range(12, 44)}
    assert names(scenario, supply.supply_sources(scenario, 0).edge) <= edge
    working = supply.sources(state, SOVIET, 0)
    assert working
    assert names(scenario, working) <= edge
    assert not working & scenario.theatres[0].region("yugoslavia")  # not before it is taken
    taken = supply.supply_sources(scenario, 0).edge & scenario.theatres[0].region("yugoslavia")
    state.neutral, state.red = 0, state.red | taken
    changed(state)
    assert supply.sources(state, SOVIET, 0) & taken == taken


@rule("pincher", "9.16-italy")
def test_the_italian_edge_runs_from_3044_to_3644(state: Sww3State) -> None:
    scenario = state.scenario
    area, edge = supply.supply_sources(scenario, 0).only[0]
    assert area == scenario.theatres[0].region("italy")
    assert {"3044", "3244", "3444", "3644"} & names(scenario, scenario.land) <= names(scenario, edge)
    assert all(30 <= int(label[:2]) <= 36 and label[2:] in ("43", "44") for label in names(scenario, edge))
    assert edge & area == edge


@rule("pincher", "9.16-denmark")
def test_the_danish_sources_lie_north_of_the_kiel_canal(state: Sww3State) -> None:
    scenario = state.scenario
    area, own = supply.supply_sources(scenario, 0).only[1]
    assert names(scenario, own) == {"5103", "5204", "5303"}
    assert own & area == own
    for name in ("Hamburg", "Bremen", "Paris", "Berlin"):
        assert not area >> scenario.board.places[name].hex & 1
    assert area.bit_count() < 60


@rule("pincher", "9.15-ports")
def test_ports_are_cities_on_the_coast(state: Sww3State) -> None:
    scenario = state.scenario
    theatre = scenario.theatres[0]
    ports = {place.name for place in scenario.board.places.values() if theatre.ports >> place.hex & 1}
    assert {"Le Havre", "Marseille", "Genoa", "Trieste"} <= ports
    assert not ports & {"Paris", "Cologne", "Munich", "Milan", "Berlin"}
    assert theatre.ports & theatre.region("coast") == theatre.ports


@rule("pincher", "9.19", "11.20")
@pytest.mark.parametrize("id_", BERLIN)
def test_the_berlin_garrison_stands_in_5414_supplied_and_static(state: Sww3State, id_: str) -> None:
    scenario = state.scenario
    unit = scenario.index[id_]
    assert scenario.grid.label(state.at[unit]) == "5414"
    assert supply.in_supply(state, unit)
    assert allowance(state, unit) == 0
    other = scenario.index["us-2a"]
    put(state, other, state.at[unit])
    assert not supply.in_supply(state, other)


@rule("pincher", "11.21-table")
def test_limits_on_the_board_reach_one_hex_beyond_the_countries(state: Sww3State) -> None:
    scenario = state.scenario
    theatre, grid = scenario.theatres[0], scenario.grid
    for nations, countries in (
        (("HPA", "RPA", "Yg"), ("hungary", "romania", "yugoslavia")),
        (("Sw",), ("switzerland",)),
        (("It",), ("italy",)),
    ):
        ground = theatre.regions(countries)
        for nation in nations:
            assert nation_limit(scenario, nation) == (ground | grid.spread(ground))


@rule("pincher", "7.2-always")
def test_stacking_limit_applies_during_setup() -> None:
    scenario = GAME.scenarios("campaign", {"setup": "free"})
    state = GAME.setup(scenario, Dice(1))
    side = GAME.to_act(state)[0]
    decision = GAME.choices(state, side)
    assert decision is not None
    unit = next(actor for actor in decision.actors() if actor and scenario.full[scenario.index[actor]] == 2)
    order = next(order for order in decision.orders(unit) if order.verb == "place")
    hex_ = scenario.grid.hex(order.path[-1] if order.path else order.target)
    assert GAME.check(state, side, order) is None
    friends = [c for c in range(scenario.unit_count) if scenario.side_of[c] == scenario.side_index[side]]
    for other in [c for c in friends if scenario.full[c] == 2 and c != scenario.index[unit]][:5]:
        put(state, other, hex_)
    refusal = GAME.check(state, side, order)
    assert refusal is not None
    assert refusal.rule == "3.1-stacking"


def test_both_sides_are_supplied_where_they_start(state: Sww3State) -> None:
    """Only units surrounded near Berlin start out of supply."""
    scenario = state.scenario
    for side in (SOVIET, ALLIED):
        hungry = [
            scenario.counters[c].id
            for c in range(scenario.unit_count)
            if state.at[c] >= 0 and scenario.side_of[c] == side and not supply.in_supply(state, c)
        ]
        assert hungry == []
