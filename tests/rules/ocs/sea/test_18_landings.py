"""Chapters 18.4f and 18.5: landings on the Amphibious Landing Table, and LST ports."""

from __future__ import annotations

import tempfile
from pathlib import Path

import msgspec
import pytest

from grognard.core.contract.orders import Order
from grognard.core.dice import Dice
from grognard.core.testing import rule
from grognard.games.ocs.fleet.convoys import arrive, due
from grognard.games.ocs.fleet.landing_table import groups, modifiers, row
from grognard.games.ocs.fleet.landings import chances, preview_land
from grognard.games.ocs.interface.views import view
from grognard.games.ocs.logistics import port_arrivals
from grognard.games.ocs.model.charts import Landing
from grognard.games.ocs.model.combat_events import DumpCaptured
from grognard.games.ocs.model.sea_events import LandingRolled, PortLost, PortOpened
from grognard.games.ocs.model.state import AWAY, DEAD, HOSTED, put
from grognard.games.ocs.supply.sources import source_ports
from grognard.games.ocs.terrain.ports import capacity
from grognard.games.ocs.turn import sequence
from grognard.games.ocs.turn.sequence import setup
from tests.rules.ocs.field import GERMAN, SOVIET, event_of, varied
from tests.rules.ocs.seaside import FLEET, Seaside, coastal_files

# -- who can land ------------------------------------------------------------------------------------


@rule("ocs", "18.5.1", "18.5a", "18.5c", "5.5d", "5.6c", "18.5d.1")
def test_who_can_land_where() -> None:
    field = Seaside(g_lc1="17.02 3", g_rgt1="g-lc1", g_rgt2="g-lc1 m", s_inf1="18.03")
    assert field.refused("land g-rgt1") == "18.5.1"  # at sea
    field.give("sail g-lc1 17.02-17.03")
    field.state.dg |= field.bit("g-rgt1")
    assert field.refused("land g-rgt1") == "18.5c"
    field.state.dg = 0
    field.give("land g-rgt1")
    assert field.refused("sail g-lc1 17.03-17.02") == "18.5a"
    field.give("land g-rgt2")  # Move Mode, from the same craft
    assert field.state.beaching == field.bit("g-rgt1", "g-rgt2")
    late = Seaside("exploitation", g_lc1="17.03 3", g_rgt1="g-lc1")
    assert late.refused("land g-rgt1") in ("18.5d.1", "2.1.3")


@rule("ocs", "18.5e.1")
def test_transports_and_supply_do_not_land_over_beaches() -> None:
    field = Seaside(g_lc1="17.03 3 4T", g_truck1="g-lc1")
    assert field.refused("land g-truck1") == "18.5e.1"
    assert not field.offered("g-lc1", "disembark")


@rule("ocs", "18.5g.2", "18.4f-E")
def test_units_beyond_the_port_capacity_land_by_the_table() -> None:
    field = Seaside(g_lc1="16.02 6", g_inf4="g-lc1", g_rgt1="g-lc1")
    assert row(field.state, GERMAN, field.hex("16.02")) == "port"
    field.give("disembark g-inf4")
    assert field.refused("disembark g-rgt1") == "18.5a"
    two = Seaside(g_lc1="16.02 4", g_inf4="g-lc1", g_lc2="16.02 1", g_rgt1="g-lc2")
    two.give("disembark g-inf4")
    assert two.refused("disembark g-rgt1") == "19.0a.2"
    two.give("land g-rgt1")
    two.give("ashore", 2, 2)
    assert two.at("g-rgt1") == "16.02"


# -- the roll ----------------------------------------------------------------------------------------


@rule("ocs", "18.5f.1", "18.5h.1", "18.5h.2", "4.7d.5", "12.5a.3", "18.5f-D", "18.5b")
def test_a_landing_ashore_and_inland() -> None:
    field = Seaside(g_lc1="17.03 3", g_rgt1="g-lc1 m", g_lc2="15.02 4", g_pz1="g-lc2 m")
    field.give("land g-rgt1")
    field.give("land g-pz1")
    events = field.give("ashore", 3, 3, 3, 3)
    assert [event.outcome for event in events if isinstance(event, LandingRolled)] == ["success"] * 2
    assert (field.at("g-rgt1"), field.at("g-pz1")) == ("17.03", "15.02")
    assert field.left("g-rgt1") == 4  # half of 8
    assert field.left("g-pz1") == 7
    field.give("move g-pz1 15.02-15.03")  # no fuel is paid
    assert field.state.ledger[GERMAN] == 0
    assert field.refused("sail g-lc1 17.03-17.02") == "18.5a"


@rule("ocs", "18.5f-C", "18.4d")
def test_losses_of_a_landing() -> None:
    field = Seaside(g_lc1="17.03 3", g_inf1="g-lc1")
    field.give("land g-inf1")
    event = event_of(field.give("ashore", 1, 2), LandingRolled)
    assert (event.outcome, event.craft_lost, event.steps_lost) == ("mixed", 2, 0)
    assert field.points("g-lc1") == 1 and field.at("g-inf1") == "17.03"
    field = Seaside(g_lc1="17.03 4", g_inf4="g-lc1")
    field.give("land g-inf4")
    event = event_of(field.give("ashore", 1, 1), LandingRolled)
    assert (event.outcome, event.craft_lost, event.steps_lost) == ("failure", 2, 2)
    assert field.state.lost[field.unit("g-inf4")] == 2


@rule("ocs", "18.5f-A", "18.5f.1")
def test_chances_of_a_landing() -> None:
    field = Seaside(g_lc1="17.03 3", g_rgt1="g-lc1")
    odds = chances(field.state, GERMAN, field.hex("17.03"))
    assert odds["success"] == pytest.approx(30 / 36) and odds["failure"] == pytest.approx(1 / 36)
    field.put("s-inf1", "18.03")
    odds = chances(field.state, GERMAN, field.hex("17.03"))
    assert odds["success"] == pytest.approx(21 / 36)
    field.state.dg |= field.bit("s-inf1")
    field.put("s-coast", "18.05")
    assert [line.value for line in modifiers(field.state, GERMAN, field.hex("17.03"))] == [-1, -1]
    shown = preview_land(field.state, Order("land", units=("g-rgt1",)))
    assert sum(shown.outcomes.values()) == pytest.approx(1)


@rule("ocs", "18.5f-B")
def test_groups_of_three_regiments() -> None:
    field = Seaside(g_lc1="17.03 9", g_inf4="g-lc1", g_rgt1="g-lc1", g_rgt2="g-lc1", g_sec="g-lc1")
    units = field.bit("g-inf4", "g-rgt1", "g-rgt2", "g-sec")
    assert sorted(map(field.ids, groups(field.state, units)), key=len) == [
        {"g-inf4"},
        {"g-rgt1", "g-rgt2", "g-sec"},
    ]
    for id_ in ("g-inf4", "g-rgt1", "g-rgt2", "g-sec"):
        field.give(f"land {id_}")
    assert field.refused("ashore 17.03 g-rgt1,g-inf4") == "18.5f-B"
    assert field.refused("ashore 17.03 g-rgt1") == "18.5f-B"  # leaves more rolls than needed
    field.give("ashore 17.03 g-rgt1,g-rgt2,g-sec", 3, 4)
    field.give("ashore", 3, 4)
    assert not field.state.beaching


@rule("ocs", "18.5f-E", "4.8c-A")
def test_what_lies_on_the_beach_is_captured_after_the_roll() -> None:
    field = Seaside(g_lc1="17.02 3", g_rgt1="g-lc1", g_hq="g-lc1")
    field.supply("17.03", 4, SOVIET)
    field.give("sail g-lc1 17.02-17.03")
    assert field.refused("land g-hq") == "4.4c.1"
    field.give("land g-rgt1")
    events = field.give("ashore", 3, 3, 6)
    kinds = [type(event) for event in events]
    assert kinds.index(LandingRolled) < kinds.index(DumpCaptured)


@rule("ocs", "18.5f.1")
def test_landings_are_rolled_when_the_phase_ends() -> None:
    field = Seaside(g_lc1="17.03 3", g_rgt1="g-lc1")
    field.give("land g-rgt1")
    sequence.end_phase(field.state, field.dice(3, 3))
    assert field.at("g-rgt1") == "17.03"


def test_passengers_are_hidden_from_the_enemy() -> None:
    field = Seaside(g_lc1="17.03 3 4T", g_rgt1="g-lc1")
    other = Seaside(g_lc1="17.03 3", g_sec="g-lc1")
    field.give("land g-rgt1")
    other.give("land g-sec")
    assert view(field.state, "soviet") == view(other.state, "soviet")
    assert "g-rgt1" in {unit.id for unit in view(field.state, "german").units}


# -- LST ports ---------------------------------------------------------------------------------------


@rule("ocs", "18.4f.1", "18.4f-C", "18.4f-D", "18.4f-E", "3.3c.7")
def test_an_lst_becomes_a_port() -> None:
    field = Seaside(g_lst1="17.03 2", g_rgt1="g-lst1")
    assert field.refused("deploy g-rgt1") == "18.1e"
    field.give("deploy g-lst1")
    events = field.give("ashore", 3, 3)
    event_of(events, PortOpened)
    assert field.at("g-rgt1") == "17.03" and field.state.at[field.unit("g-lst1")] == AWAY
    port, hex_ = field.unit("g-lst-port1"), field.hex("17.03")
    assert capacity(field.state, port) == 0 and not source_ports(field.state, GERMAN) >> hex_ & 1
    assert row(field.state, GERMAN, hex_) != "port"
    field.go_to("supply")
    sequence._begin_phase(field.state, field.dice(), [])
    assert capacity(field.state, port) == 4 and source_ports(field.state, GERMAN) >> hex_ & 1
    assert port_arrivals.room(field.state, GERMAN, hex_) == 4
    assert row(field.state, GERMAN, hex_) == "port"
    field.go_to("movement")
    assert not field.offered("g-lst-port1")


@rule("ocs", "18.4f.1", "18.5e.1")
def test_an_lst_lost_in_landing_is_no_port_and_supply_stays_aboard() -> None:
    field = Seaside(g_lst1="17.03 1", g_lst2="15.02 2 4T")
    assert field.refused("deploy g-lst2") == "18.5e.1"
    field.give("deploy g-lst1")
    field.give("ashore", 1, 2)
    assert field.state.at[field.unit("g-lst-port1")] == AWAY


@rule("ocs", "18.4f-F")
def test_no_second_port_in_a_hex() -> None:
    field = Seaside(g_lst1="16.02 2", g_lst2="17.03 1", g_lst3="17.03 1")
    assert field.refused("deploy g-lst1") == "18.4f-F"
    field.give("deploy g-lst2")
    assert field.refused("deploy g-lst3") == "18.4f-F"


@rule("ocs", "18.4f-A", "18.4f-B")
def test_only_enemy_units_destroy_an_lst_port() -> None:
    field = Seaside("movement", 1, g_lst_port1="17.03", s_inf1="17.04 m", s_ca="18.01")
    field.go_to("movement-barrage", 1)
    assert field.refused("barrage 17.03 s-ca port") == "10.0c.1"
    field.go_to("movement", 1)
    field.fuelled()
    events = field.give("move s-inf1 17.04-17.03")
    event_of(events, PortLost)
    assert field.state.at[field.unit("g-lst-port1")] == AWAY
    assert not any(field.state.at[c] == field.hex("17.03") for c in (field.unit("g-port-1602"),))
    own = Seaside(g_lst_port1="17.03", g_eng="17.03")
    assert own.refused("wreck 17.03 g-eng") == "18.4f-B"


@rule("ocs", "10.0b.1")
def test_passengers_do_not_spot() -> None:
    field = Seaside("movement-barrage", g_lc1="17.03 3", g_rgt1="g-lc1", s_inf1="18.03")
    assert field.state.at[field.unit("g-rgt1")] == HOSTED and not field.state.held[GERMAN]


@rule("ocs", "18.4a", "3.4.3", "13.6.1")
def test_convoys_arrive_loaded() -> None:
    """A convoy is at sea from the start, or in its turn; beside its hex if the enemy is there."""
    scenario = coastal_files(Path(tempfile.mkdtemp()), FLEET.replace("turn = 1", "turn = 2"))
    state = setup(scenario, Dice(1))
    state.turn, craft = 2, scenario.index["g-lc1"]
    assert state.at[craft] == AWAY
    put(state, scenario.index["s-dd"], scenario.hex("17.02"))
    arrive(state, due(state, GERMAN))
    assert scenario.grid.distance(state.at[craft], scenario.hex("17.02")) == 1
    assert (state.level[craft], state.tokens[craft]) == (4, 8)
    assert state.host[scenario.index["g-tb"]] == craft
    assert due(state, SOVIET) == ()


@rule("ocs", "18.5f-C", "18.5f-B")
def test_units_lost_with_the_craft_of_another_group_do_not_land() -> None:
    field = Seaside(g_lc1="17.03 2", g_lc2="17.03 2", g_inf1="g-lc2 *", g_rgt1="g-lc1", g_rgt2="g-lc1")
    field.give("land g-inf1,g-rgt1,g-rgt2")
    field.give("ashore", 1, 2, 1, 1)  # mixed for the first group: both points of the first craft
    assert field.points("g-lc1") == 0
    landed, lost = field.unit("g-rgt1"), field.unit("g-rgt2")
    assert (field.state.at[landed], field.state.at[lost]) == (field.hex("17.03"), DEAD)
    assert not field.state.beaching
    field.sound()


@rule("ocs", "18.5f.1")
def test_lines_of_the_later_table_hold_only_where_the_charts_say_so() -> None:
    field = Seaside(g_lc1="17.03 3", g_rgt1="g-lc1", g_sec="g-lc1", g_dd="17.01", s_inf1="18.03")
    hex_, units = field.hex("17.03"), field.bit("g-rgt1")

    def found(units: int) -> dict[str, int]:
        return {line.label: line.value for line in modifiers(field.state, GERMAN, hex_, units)}

    assert found(units) == {"enemy unit adjacent": -2}
    scenario = varied(field.scenario)
    charts = msgspec.structs.replace(scenario.charts, landing=Landing(later=True))
    marines = [msgspec.structs.replace(c, marine=c.id == "g-rgt1") for c in scenario.counters]
    scenario.charts, scenario.counters = charts, tuple(marines)
    field.state.scenario = field.scenario = scenario
    assert found(units) == {
        "enemy unit adjacent": -2, "ships in support": 1, "enemy ZOC": -1, "commandos or marines only": 1,
    }  # fmt: skip
    assert "commandos or marines only" not in found(field.bit("g-rgt1", "g-sec"))
    put(field.state, field.unit("g-dd"), field.hex("20.01"))  # out of range
    assert "ships in support" not in found(units)
    field.give("land g-rgt1")
    event = event_of(field.give("ashore", 3, 4), LandingRolled)
    assert event.modifier == -2 - 1 + 1
