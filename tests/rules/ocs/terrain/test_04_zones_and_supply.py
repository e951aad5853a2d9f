"""Chapters 4.5a, 4.7d and 4.8: effects of ZOCs on railways, ports and supply, and other counters in hexes."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs.interface.invariants import violations
from grognard.games.ocs.supply.sources import sources
from grognard.games.ocs.supply.trace import cargo_track
from grognard.games.ocs.terrain.ports import sea_capacity, trace_capacity
from grognard.games.ocs.units.modes import disorganize, mode_of
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import GERMAN, SOVIET, Field
from tests.rules.ocs.order_helpers import Manoeuvre


@rule("ocs", "4.5a", "4.5a-C")
def test_no_rail_movement_through_enemy_zoc_even_if_negated() -> None:
    free = Manoeuvre(g_rgt1="07.03 m", g_sec="04.02")
    assert free.check("rail g-rgt1 07.03-04.02") is None
    field = Manoeuvre(g_rgt1="07.03 m", g_sec="04.02", g_rgt2="05.03", s_inf1="05.04")
    assert field.refused("rail g-rgt1 07.03-04.02") in ("13.3e-1.1", "13.3e-2.1")
    field.give("done g-rgt2")
    assert field.refused("rail g-rgt1 07.03-04.02") in ("13.3e-1.1", "13.3e-2.1")
    assert "05.03" not in field.labels(cargo_track(field.state, GERMAN))


@rule("ocs", "4.5a-E")
def test_no_rail_conversion_in_enemy_zoc_even_if_negated() -> None:
    free = Manoeuvre(g_rail="04.02", g_sec="04.02", g_rgt1="05.03")
    free.state.wide |= sum(1 << free.hex(label) for label in ("05.03", "06.02", "07.03"))
    changed(free.state)
    assert free.check("convert g-rail 04.02-05.03") is None
    free.put("s-inf1", "05.04")
    free.give("done g-rgt1")
    assert free.refused("convert g-rail 04.02-05.03") == "13.3f-A"


@rule("ocs", "4.5a-F.1", "4.5a-G")
def test_port_in_negated_zoc_traces_supply_but_cannot_ship() -> None:
    def port(**more: Any) -> tuple[bool, bool, bool]:
        field = Field("supply", **more)
        counter = field.put("g-port-1002", "10.02")
        state = field.state
        return (
            bool(trace_capacity(state, counter)),
            bool(sea_capacity(state, counter)),
            "10.02" in field.labels(sources(state, GERMAN).primary),
        )

    assert port() == (True, True, True)
    assert port(s_inf1="10.03") == (False, False, False)
    assert port(s_inf1="10.03", g_rgt1="10.02") == (True, False, True)


@rule("ocs", "4.5c", "9.12e.1")
@pytest.mark.parametrize("friend", [False, True])
def test_retreat_into_zoc_disorganizes_even_with_friendly_units(friend: bool) -> None:
    field = Battlefield("combat", g_inf1="09.09", s_rgt1="09.10", g_inf2="11.11")
    if friend:
        field.put("s-rgt2", "10.10")
    field.fight("attack 09.10 g-inf1", "AL1/Do1")
    field.give("retreat s-rgt1 09.10-10.10")
    assert mode_of(field.state, field.unit("s-rgt1")) == "dg"


@rule("ocs", "4.7d.2", "19.0f-C")
def test_shipped_units_spend_no_mp_in_the_phase() -> None:
    field = Manoeuvre(g_rgt1="10.02 m", g_rgt2="10.03 m", g_sec="02.02")
    field.put("g-port-1002", "10.02")
    field.put("g-port-0202", "02.02")
    field.give("move g-rgt2 10.03-10.02")
    assert field.refused("ship g-rgt2 10.02-02.02") == "19.0f-C"  # it has moved
    field.give("ship g-rgt1 10.02-02.02")
    assert field.at("g-rgt1") == "02.02"
    assert not field.reach("g-rgt1")
    assert field.refused("move g-rgt1 02.02-02.03") == "4.7d.3"


@rule("ocs", "4.8.3")
@pytest.mark.parametrize("kind", ["hedgehogs", "port"])
def test_a_hex_holds_one_port_and_one_hedgehog(kind: str) -> None:
    field = Field(g_rgt1="10.02")
    for _ in range(2):
        if kind == "hedgehogs":
            field.state.level[field.generic("hedgehogs", "10.02")[0]] = 1
        else:
            field.put("g-port-1002" if not field.at("g-port-1002") else "s-port-1002", "10.02")
    assert violations(field.state)


@rule("ocs", "4.8.3")
def test_building_on_a_hedgehog_improves_it() -> None:
    field = Manoeuvre(g_rgt1="07.06")
    field.supply("07.06", 20)
    (hog,) = field.generic("hedgehogs", "07.06")
    field.state.level[hog] = 1
    field.give("dig 07.06 g-rgt1")
    assert field.state.level[hog] == 2
    assert field.ids(field.state.here[field.hex("07.06")] & field.scenario.hedgehogs) == {"g-hog1"}


@rule("ocs", "3.3c.4")
def test_only_its_owner_reduces_a_hedgehog() -> None:
    field = Manoeuvre(g_rgt1="07.06", s_rgt1="14.07")
    (own,), (other,) = field.generic("hedgehogs", "07.06"), field.generic("hedgehogs", "14.07", SOVIET)
    field.state.level[own] = field.state.level[other] = 2
    assert field.check("raze 14.07 g-rgt1") is not None
    field.give("raze 07.06 g-rgt1")
    assert (field.state.level[own], field.state.level[other]) == (1, 2)


@rule("ocs", "3.3c.2")
def test_ports_are_damaged_and_repaired() -> None:
    field = Manoeuvre(g_eng="10.02", g_rgt1="10.02")
    port = field.put("g-port-1002", "10.02")
    field.supply("10.02", 20)
    field.give("wreck 10.02 g-rgt1")
    assert field.state.level[port] == 1
    field.state.repaired = 0
    field.give("mend 10.02 g-eng")
    assert field.state.level[port] == 0


@rule("ocs", "4.8b-A.1", "5.10a.1")
def test_marker_covers_all_units_of_the_stack() -> None:
    field = Field(g_rgt1="07.06", g_pz1="07.06 m", g_hq="07.06", g_rgt2="07.05")
    disorganize(field.state, field.hex("07.06"), GERMAN)
    assert field.ids(field.state.dg) == {"g-rgt1", "g-pz1", "g-hq"}
    assert {mode_of(field.state, field.unit(id_)) for id_ in ("g-rgt1", "g-pz1", "g-hq")} == {"dg"}


@rule("ocs", "4.8b-A.2", "5.10c.1", "13.2b")
def test_units_never_have_impossible_status() -> None:
    field = Field(g_rgt1="07.06")
    field.supply("07.06", 4)
    (truck,) = field.generic("trucks", "07.06")
    disorganize(field.state, field.hex("07.06"), GERMAN)
    assert field.ids(field.state.dg) == {"g-rgt1"}
    assert mode_of(field.state, truck) == "move"


@rule("ocs", "4.8c-D")
def test_trains_pass_enemy_assets_but_cannot_unload_there() -> None:
    """Supply paths pass them too: see test_supply_path_blocked_by_enemy_combat_units_only."""
    field = Manoeuvre(g_rgt1="07.03 m", g_sec="03.03")
    field.generic("trucks", "05.03", SOVIET)  # the only track between the stations
    assert field.check("rail g-rgt1 07.03-04.02") is None
    field.generic("trucks", "04.02", SOVIET)
    assert field.check("rail g-rgt1 07.03-04.02") is not None
