"""Cases 18.1c and 18.4e: DUKWs ashore and at sea, and Destroyers in ports."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path

import pytest

from grognard.core.dice import Dice
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs.logistics.transports import handling
from grognard.games.ocs.model.charts import SCALE
from grognard.games.ocs.model.combat_events import TransportsCaptured
from grognard.games.ocs.model.files import Placed
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.sea_events import LandingRolled, Waded
from grognard.games.ocs.model.state import AWAY, from_plain
from grognard.games.ocs.sea.losses import strike
from grognard.games.ocs.turn import sequence
from tests.rules.ocs.airfield import MORE, Airfield, ship_row, written
from tests.rules.ocs.field import GERMAN, SOVIET, event_of, varied
from tests.rules.ocs.seaside import CRAFT, LANDINGS, PORTS, Seaside, coast

# -- ashore ----------------------------------------------------------------------------------------------


@rule("ocs", "18.4e.1", "18.4e.2", "18.4e-A")
def test_a_dukw_goes_ashore_by_a_landing_roll_and_drives_on() -> None:
    field = Seaside(g_dukw1="17.02 2 6T")
    assert field.refused("wade g-dukw1") == "18.5.1"  # at sea
    field.give("sail g-dukw1 17.02-17.03")
    events = field.give("wade g-dukw1", 3, 3)
    assert event_of(events, LandingRolled).outcome == "success"
    assert event_of(events, Waded).units == ("g-dukw-truck1", "g-dukw-truck2")
    assert field.state.at[field.unit("g-dukw1")] == AWAY
    assert [field.state.tokens[field.unit(f"g-dukw-truck{n}")] for n in (1, 2)] == [4, 2]
    assert field.left("g-dukw-truck1") == 21  # 24, less 3 for a sea hex
    field.give("move g-dukw-truck1,g-dukw-truck2 17.03-17.04")
    assert field.at("g-dukw-truck1") == "17.04" and field.left("g-dukw-truck1") < 21
    again = from_plain(field.scenario, field.state.plain())
    assert again == field.state and again.digest == field.state.digest
    field.sound()


@rule("ocs", "18.4e-A")
@pytest.mark.parametrize(("dice", "outcome", "points"), [((1, 2), "mixed", 1), ((1, 1), "failure", 1)])
def test_a_bad_roll_costs_points_and_their_supply(dice: tuple[int, int], outcome: str, points: int) -> None:
    field = Seaside(g_dukw1="17.03 2 8T")
    events = field.give("wade g-dukw1", *dice)
    assert event_of(events, LandingRolled).outcome == outcome
    assert len(event_of(events, Waded).units) == points
    assert field.state.ledger[GERMAN] == 4
    field.sound()


@rule("ocs", "18.4e-A", "18.4e-C")
def test_units_aboard_land_by_the_same_roll_which_ends_the_move() -> None:
    field = Seaside(g_dukw1="17.03 2 4T", g_coy1="g-dukw1")
    field.give("wade g-dukw1")
    assert field.state.beaching == field.bit("g-dukw1", "g-coy1")
    assert field.refused("sail g-dukw1 17.03-17.02") == "18.5a"
    events = field.give("ashore", 3, 3)
    assert len([event for event in events if isinstance(event, LandingRolled)]) == 1
    assert field.at("g-coy1") == field.at("g-dukw-truck1") == "17.03"
    assert field.refused("move g-dukw-truck1 17.03-17.04") == "6.1f.2"
    field.sound()


@rule("ocs", "18.4e.2")
def test_back_to_sea_with_a_third_of_the_mp_and_without_a_roll() -> None:
    field = Seaside(g_dukw_truck1="17.04", g_dukw_truck2="17.04")
    field.load(field.unit("g-dukw-truck1"), 3)
    assert field.refused("wade g-dukw-truck1") == "18.4e.2"  # inland
    field.give("move g-dukw-truck1,g-dukw-truck2 17.04-17.03")
    left = field.left("g-dukw-truck1")
    assert "wade g-dukw-truck1,g-dukw-truck2" in field.offered("g-dukw-truck1", "wade")
    events = field.give("wade g-dukw-truck1,g-dukw-truck2")
    assert event_of(events, Waded).to_sea
    craft = field.unit("g-dukw1")
    assert (field.points("g-dukw1"), field.state.tokens[craft], field.at("g-dukw1")) == (2, 3, "17.03")
    assert field.state.spent[craft] == (8 - int(left // 3)) * SCALE
    field.give("sail g-dukw1 17.03-17.02")
    field.sound()


@rule("ocs", "18.4e.3", "18.4e.2")
@pytest.mark.parametrize(("phase", "player"), [("reaction", 1), ("exploitation", 0)])
def test_ashore_it_moves_in_the_movement_phase_only(phase: str, player: int) -> None:
    field = Seaside(phase, player, g_dukw_truck1="17.03", g_dukw1="17.02 1")
    assert not field.offered("g-dukw-truck1", "move") and not field.offered("g-dukw-truck1", "wade")
    assert field.offered("g-dukw1", "sail")  # at sea it moves in all three


@rule("ocs", "18.4e-C", "18.4e.1")
def test_ashore_it_is_a_truck_that_carries_supply_only() -> None:
    field = Seaside(g_dukw_truck1="17.04", g_rgt1="17.04")
    field.supply("17.04", 4)
    truck = field.unit("g-dukw-truck1")
    assert handling(field.scenario, truck) == 2 * SCALE
    field.give("load g-dukw-truck1 4")
    assert field.left("g-dukw-truck1") == 22 and field.state.tokens[truck] == 4
    assert not field.scenario.trucks & 1 << truck  # neither rebuilt nor among the trucks of the schedule
    enemy = Seaside("movement", 1, g_dukw_truck1="17.04", s_tk1="17.05")
    enemy.state.filled |= enemy.bit("s-tk1")
    events = enemy.give("move s-tk1 17.05-17.04", 6)
    assert event_of(events, TransportsCaptured).transport == "trucks"


# -- Destroyers in ports -----------------------------------------------------------------------------------


@lru_cache
def channel() -> OcsScenario:
    """A coast where Destroyers can enter ports."""
    sound, damaged = (6, 2, 1, 1, False), (3, 2, 1, 1, False)
    boat = ship_row("g-z1", "german", "ship", sound, damaged, 0).replace("planes = 0", "destroyer = true")
    large = ship_row("g-bc", "german", "ship", (30, 5, 2, 4, False), (15, 5, 1, 4, True), 0)
    words = {"generic = { dumps = 20, bases = 2,": CRAFT}
    scenario = written(Path(tempfile.mkdtemp()), MORE + PORTS, boat + large, words, LANDINGS)
    return varied(scenario, destroyers_in_ports=True)


@rule("ocs", "18.1c.4")
def test_destroyers_enter_ports_where_the_scenario_says_so() -> None:
    field = Airfield(scenario=channel(), g_z1="17.02", g_bc="17.01")
    assert "sail g-z1 17.02-16.02" in field.offered("g-z1", "sail")
    assert "sail g-bc 17.01-16.02" not in field.offered("g-bc", "sail")
    assert field.refused("sail g-z1 17.02-20.03") == "18.1c.1"  # an enemy port
    field.give("sail g-z1 17.02-16.02")
    assert field.at("g-z1") == "16.02" and not field.state.dg
    field.give("sail g-z1 16.02-17.02")
    usual = Airfield(scenario=varied(channel(), destroyers_in_ports=False), g_z1="17.02")
    assert usual.refused("sail g-z1 17.02-16.02") == "18.1c.1"


@rule("ocs", "18.1c.4")
@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_large_ships_in_port_of_either_side_begin_disorganized(side: int) -> None:
    base = varied(coast(), destroyers_in_ports=True, weather="normal", first="german", phases=("movement",))
    ship, hex_ = (("g-bb", "16.02"), ("s-ca", "20.03"))[side]
    scenario = varied(base, setup=(Placed(hex_, (ship,)),))
    state = sequence.setup(scenario, Dice(1))
    assert state.dg >> scenario.index[ship] & 1
    sea = varied(base, setup=(Placed(("17.01", "20.01")[side], (ship,)),))
    assert not sequence.setup(sea, Dice(1)).dg


@rule("ocs", "18.1c.4")
def test_large_ships_in_port_are_always_disorganized() -> None:
    field = Airfield("clean-up", scenario=channel(), g_z1="16.02", g_bc="16.02")
    sequence._clean_up(field.state)
    assert field.state.dg == field.bit("g-bc")
    strike(field.state, field.unit("g-bc"), 0, True, field.dice())
    assert field.state.lost[field.unit("g-bc")] == 1  # another DG is a loss
    changed(field.state)
