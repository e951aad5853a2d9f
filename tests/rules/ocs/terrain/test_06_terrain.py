"""Chapter 6.2: MP costs of terrain, hexsides, roads, bridges and weather."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.core.hexes.cost_waves import price_of
from grognard.core.testing import rule
from grognard.games.ocs.model.charts import LEG, TRACK, TRUCK, Hexside
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.terrain.step_costs import enterable_steps, ground, step_costs
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import practice, varied
from tests.rules.ocs.order_helpers import Manoeuvre

SCENARIO = practice()
GRID = SCENARIO.grid


def price(
    mobility: int,
    from_: str,
    to: str,
    weather: str = "normal",
    *,
    roads: bool = True,
    scenario: OcsScenario = SCENARIO,
) -> float | None:
    """Return the MP cost of a step; None if MP cannot pay for it."""
    way = GRID.direction(GRID.hex(from_), GRID.hex(to))
    assert way is not None
    ways = step_costs(scenario, mobility, SCENARIO.conditions.index(weather), roads=roads)
    found = price_of(ways, way, GRID.hex(to))
    return None if found is None else found / 4


def possible(mobility: int, from_: str, to: str) -> bool:
    """Return whether a step is possible at any cost."""
    way = GRID.direction(GRID.hex(from_), GRID.hex(to))
    assert way is not None
    return bool(enterable_steps(SCENARIO, mobility, 0)[way] >> GRID.hex(to) & 1)


@rule("ocs", "6.2.1", "6.1a")
def test_unit_needs_the_whole_cost_of_a_hex() -> None:
    field = Manoeuvre(g_stug="12.08 r").fuelled()  # 2 points
    field.give("move g-stug 12.08-12.09")  # light woods, 1
    assert field.left("g-stug") == 1
    assert field.refused("move g-stug 12.09-13.10") == "6.2.1"  # woods, 3


@rule("ocs", "6.2.2", "3.1a.1")
@pytest.mark.parametrize(("mobility", "points"), [(LEG, 2), (TRUCK, 4), (TRACK, 3)])
def test_costs_depend_on_the_mobility_type(mobility: int, points: float) -> None:
    assert price(mobility, "06.07", "06.06") == points  # woods
    assert SCENARIO.charts.terrain["woods"].move == (2, 4, 3)


@rule("ocs", "6.2.3", "6.2a.1")
@pytest.mark.parametrize(
    ("from_", "to", "points"),
    [("10.07", "11.08", 0.5), ("05.03", "06.02", 1.5), ("06.11", "07.12", 1.5), ("05.05", "06.05", 2)],
)
def test_roads_and_railways_have_their_own_costs(from_: str, to: str, points: float) -> None:
    field = Manoeuvre(g_hq=f"{from_} m").fuelled()
    step = price(TRUCK, from_, to)
    assert step == (points if points < 1 or from_ == "05.05" else 1)  # open ground is cheaper than a railway
    assert field.cost("g-hq", to) == step


@rule("ocs", "6.2a.1", "6.2b.2")
def test_a_road_ignores_the_terrain_and_the_river_it_crosses() -> None:
    assert price(TRUCK, "10.04", "10.03", roads=False) == 1 + 6
    assert price(TRUCK, "10.04", "10.03") == 0.5
    assert price(TRUCK, "13.08", "14.07") == 0.5  # a major city, by road


@rule("ocs", "6.2a.1")
def test_only_the_sides_that_a_road_crosses_count() -> None:
    assert price(TRACK, "10.06", "10.05") == 0.5
    assert price(TRACK, "10.06", "11.06") == 1


@rule("ocs", "6.2a.2")
def test_all_roads_and_railways_of_a_hex_are_linked() -> None:
    field = Manoeuvre(g_pz1="09.08 m").fuelled()
    assert field.cost("g-pz1", "10.06") == 1  # along one road to 10.07, and from there along the other


@rule("ocs", "6.2b.1")
@pytest.mark.parametrize(("mobility", "points"), [(LEG, 1 + 2), (TRUCK, 1 + 6), (TRACK, 1 + 4)])
def test_hexside_adds_to_the_cost_of_the_hex(mobility: int, points: float) -> None:
    assert price(mobility, "08.03", "08.04") == points
    assert price(mobility, "08.04", "08.03") == points


@rule("ocs", "6.2b.3", "13.8b.2", "13.8b.3")
def test_an_engineer_bridges_rivers_into_and_out_of_its_hex() -> None:
    def spent(**engineer: Any) -> float:
        field = Manoeuvre(g_tb="08.03 m", **engineer).fuelled()
        field.give("move g-tb 08.03-08.04-08.05")
        return 14 - field.left("g-tb")

    assert spent() == 1 + 4 + 1
    assert spent(g_eng="08.03") == spent(g_hq="08.04") == 2
    assert spent(g_eng="08.03 m") == spent(g_eng="07.03") == 6


@rule("ocs", "6.2b.3", "13.8b.1")
def test_bridge_makes_a_major_river_crossable() -> None:
    bridged = Manoeuvre(g_tb="15.11 m", g_eng="16.10").fuelled()
    bridged.give("move g-tb 15.11-16.10-17.10")
    assert bridged.left("g-tb") == 14 - 5 - 1
    assert Manoeuvre(g_tb="15.11 m").fuelled().refused("move g-tb 15.11-16.10-17.10") == "6.2c.1"


@rule("ocs", "6.2b.3", "13.8b.6")
def test_an_engineer_leaves_by_its_own_bridge_after_changing_mode() -> None:
    field = Manoeuvre(g_hq="15.11").fuelled()
    field.give("mode g-hq move")
    assert field.check("move g-hq 15.11-16.10-17.10") is None
    assert Manoeuvre(g_hq="15.11 m").fuelled().refused("move g-hq 15.11-16.10-17.10") == "6.2c.1"


@rule("ocs", "6.2c.1")
def test_prohibited_hexes_and_hexsides_are_open_only_by_road() -> None:
    assert not possible(TRUCK, "03.09", "03.10")
    assert possible(LEG, "03.09", "03.10")
    assert not possible(TRACK, "15.11", "16.10")
    assert possible(LEG, "15.11", "16.10")
    assert price(LEG, "15.11", "16.10") is None  # it takes the whole allowance
    assert possible(TRACK, "15.12", "16.11")  # the railway crosses the river there
    field = Manoeuvre(g_tb="15.11 m").fuelled()
    assert field.refused("move g-tb 15.11-16.10-17.10") == "6.2c.1"


@rule("ocs", "6.2d.1")
def test_most_expensive_terrain_of_a_hex_counts() -> None:
    def with_hills(*symbols: str) -> OcsScenario:
        twin = varied(SCENARIO)
        hill = 1 << SCENARIO.hex("16.05")
        twin.symbols = {id_: hexes | hill * (id_ in symbols) for id_, hexes in SCENARIO.symbols.items()}
        return twin

    assert price(TRUCK, "16.06", "16.05") == 3
    assert price(TRUCK, "16.06", "16.05", scenario=with_hills("woods", "light-woods")) == 4
    assert price(TRUCK, "16.06", "16.05", scenario=with_hills("light-woods", "minor-city")) == 3
    assert price(TRUCK, "16.06", "16.05", scenario=with_hills("swamp")) is None


@rule("ocs", "6.2d.1", "6.2d.2")
def test_village_does_not_change_the_cost() -> None:
    assert SCENARIO.charts.terrain["village"].move is None
    assert price(TRUCK, "08.04", "07.04") == 1
    assert price(TRUCK, "10.07", "11.08", roads=False) == 1  # Dorf, a village in the open


@rule("ocs", "17.0c", "6.2.2")
@pytest.mark.parametrize(
    ("ground", "truck", "track", "road"),
    [("normal", 1, 1, 0.5), ("deep-snow", 2, 1.5, 0.5), ("thaw", 2, 1, 0.5), ("mud", 3, 2, 1)],
)
def test_ground_condition_changes_costs(ground: str, truck: float, track: float, road: float) -> None:
    assert price(TRUCK, "08.04", "08.05", ground) == truck
    assert price(TRACK, "08.04", "08.05", ground) == track
    assert price(TRUCK, "10.07", "11.08", ground) == road


@rule("ocs", "6.2c.1", "17.0c")
def test_frozen_rivers_and_swamps_can_be_crossed() -> None:
    assert price(TRUCK, "15.11", "16.10", "frost") == 1 + 5
    assert price(TRUCK, "03.09", "03.10", "frost") == 3
    assert price(LEG, "15.11", "16.10", "thaw") == 1 + 1
    assert price(TRUCK, "15.11", "16.10", "thaw") is None


@rule("ocs", "6.2d.4")
def test_of_two_waters_on_a_hexside_the_cheapest_counts() -> None:
    twin = varied(SCENARIO)
    here = ground(twin)
    here.sides["minor-river"] = tuple(
        a | b for a, b in zip(here.sides["minor-river"], here.sides["major-river"], strict=True)
    )
    assert price(TRUCK, "15.11", "16.10") is None
    assert price(TRUCK, "15.11", "16.10", scenario=twin) == 1 + 6
    assert price(LEG, "15.11", "16.10", scenario=twin) == 1 + 2


@rule("ocs", "6.2d.3")
def test_water_along_a_hexside_with_land_on_it_is_ignored() -> None:
    """A board marks such a side as shore beside the water it names."""
    twin = varied(SCENARIO)
    shores = {**SCENARIO.charts.hexside, "shore": Hexside()}
    twin.charts = msgspec.structs.replace(SCENARIO.charts, hexside=shores)
    here = ground(twin)
    here.sides["shore"] = here.sides["major-river"]
    assert price(TRUCK, "15.11", "16.10") is None
    assert price(TRUCK, "15.11", "16.10", scenario=twin) == 1


@rule("ocs", "6.2d.5")
def test_a_river_counts_for_the_sides_it_covers_and_no_others() -> None:
    assert price(TRUCK, "08.03", "08.04") == 7
    assert price(TRUCK, "07.04", "08.04") == 1  # the river ends at their corner


@rule("ocs", "6.2c.2")
def test_unit_that_could_only_retreat_across_prohibited_terrain_is_eliminated() -> None:
    field = Battlefield("combat", g_inf1="15.10", g_inf2="17.10", g_inf3="16.09", s_tb="16.10")
    field.put("g-rgt1", "16.11")
    field.put("g-rgt2", "17.11")
    field.fight("attack 16.10 g-inf2", "AL1/Do1")
    assert field.at("s-tb") == ""  # the river is closed to tracks
