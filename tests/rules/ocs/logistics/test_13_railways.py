"""Chapter 13: railways: control, detrainable hexes, cargo, gauges [13.3]."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs.logistics import rail_transport
from grognard.games.ocs.logistics.rail_conversion import check_convert
from grognard.games.ocs.model.files import Span
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.supply import sources
from grognard.games.ocs.supply import trace as supply_trace
from grognard.games.ocs.terrain import railways
from tests.rules.ocs.field import GERMAN, SOVIET, varied
from tests.rules.ocs.order_helpers import Manoeuvre, at
from tests.rules.ocs.supply_board import Depot, even

RAIL = even(rail=True)
"""Railways 01.03-07.03 and, of two tracks, 01.12-08.11 of the German gauge; 20.12-14.11 of the Soviet one.

Stations: 04.02, 07.03 and the port 02.02; 08.11; 17.12 and 14.11.
"""


def line(phase: str = "movement", scenario: OcsScenario = RAIL, **at: Any) -> Depot:
    """Units on the even board with railways; a German regiment makes the southern line his."""
    return Depot(phase, scenario=scenario, **{"g_sec": "08.04", **at})


def cargo(f: Manoeuvre, side: int = GERMAN) -> set[str]:
    """Where a side's cargo can entrain and detrain."""
    return f.labels(supply_trace.cargo_stations(f.state, side))


def used(f: Manoeuvre) -> float:
    """Rail Cap the German has used, in points."""
    return f.state.rail_used[GERMAN] / rail_transport.PARTS


# -- track ----------------------------------------------------------------------------------------------


@rule("ocs", "13.3.1")
def test_tracks_and_gauges_of_railways() -> None:
    f = line()
    lines = railways.railways(f.scenario)
    north, south = 1 << f.hex("01.12"), 1 << f.hex("01.03")
    assert railways.joined_to(f.scenario, north, lines.hexes, double=True) >> f.hex("08.11") & 1
    assert not railways.joined_to(f.scenario, south, lines.hexes, double=True) >> f.hex("07.03") & 1
    assert railways.joined_to(f.scenario, south, lines.hexes) >> f.hex("07.03") & 1
    assert f.labels(railways.own_gauge(f.state, SOVIET)) == {
        "20.12", "19.12", "18.11", "17.12", "16.11", "15.12", "14.11",
    }  # fmt: skip
    assert not railways.own_gauge(f.state, SOVIET) & railways.own_gauge(f.state, GERMAN)


@rule("ocs", "13.3d.1", "13.3f.1", "13.3e-2.2")
def test_side_uses_only_its_own_gauge() -> None:
    f = line(g_rgt1="16.09")
    f.state.wide = 0  # all is German gauge, but no German source is joined to the eastern line
    changed(f.state)
    assert sources.sources(f.state, SOVIET).stations == 0
    f = line(s_rgt1="13.09")
    assert cargo(f, SOVIET) == {"14.11", "17.12"}
    f.state.wide &= ~(1 << f.hex("15.12"))  # one hex converted: the railhead is at 16.11
    changed(f.state)
    assert f.labels(sources.sources(f.state, SOVIET).stations) == {"17.12"}
    assert "14.11" not in cargo(f, SOVIET)


def test_single_gauge_serves_both_sides() -> None:
    sides = {id_: msgspec.structs.replace(s, rail_gauge="standard") for id_, s in RAIL.file.sides.items()}
    f = line(scenario=varied(RAIL, sides=sides))
    assert (
        railways.own_gauge(f.state, SOVIET)
        == railways.own_gauge(f.state, GERMAN)
        == railways.railways(RAIL).hexes
    )


# -- detrainable hexes ----------------------------------------------------------------------------------


@rule("ocs", "13.3c.1")
def test_detrainable_hexes() -> None:
    f = line()
    assert cargo(f) == {"02.02", "04.02", "07.03"}
    f.put("g-hq", "05.03")
    assert "05.03" in cargo(f)
    f.put("g-eng", "06.02")  # only HQs can
    assert "06.02" not in cargo(f)
    f.state.turned |= f.bit("g-hq")  # no more Engineer-Capable
    changed(f.state)
    assert "05.03" not in cargo(f)


@rule("ocs", "13.3c.2", "13.3h.1", "13.3e-2.2")
def test_control_of_railways() -> None:
    f = line()
    assert f.labels(supply_trace.controlled(f.state, GERMAN)) == {
        "01.03", "02.02", "03.03", "04.02", "05.03", "06.02", "07.03",
    }  # fmt: skip
    assert "08.11" not in cargo(f)  # the northern line supplies no unit
    f.put("g-rgt1", "08.10")
    assert "08.11" in cargo(f)
    f.put("s-rgt1", "03.12")  # an enemy combat unit on it
    assert "08.11" not in cargo(f)
    assert not supply_trace.controlled(f.state, GERMAN) >> f.hex("05.12") & 1


@rule("ocs", "13.3h.2")
def test_rail_control_by_unit_off_the_line() -> None:
    f = line(g_sec="13.03")
    assert not railways.railways(f.scenario).hexes >> f.hex("13.03") & 1
    assert supply_trace.controlled(f.state, GERMAN) >> f.hex("07.03") & 1
    f.put("g-sec", "14.03")  # too far to be supplied by 07.03
    assert not supply_trace.controlled(f.state, GERMAN)


@rule("ocs", "13.3h.3", "13.3c.3", "4.5a-C")
def test_controlled_railway_in_enemy_zoc_is_closed() -> None:
    f = line(g_rgt1="04.04", s_rgt1="06.04")  # its ZOC lies on 06.03 and 05.04; not on the line
    assert "07.03" in cargo(f)
    f.put("s-rgt1", "06.03")  # its ZOC lies on 06.02 and 07.03
    assert supply_trace.controlled(f.state, GERMAN) >> f.hex("04.02") & 1
    assert cargo(f) == {"02.02", "04.02"}


@rule("ocs", "13.3c.5", "4.5a-C")
def test_zoc_negation_opens_railway_for_trace_only() -> None:
    f = line(phase="supply", g_sec="07.03", g_rgt1="06.02", g_rgt2="05.03", s_rgt1="06.03")
    trace = f.labels(sources.sources(f.state, GERMAN).stations)
    assert "07.03" in trace
    assert "07.03" not in cargo(f)


# -- cargo ----------------------------------------------------------------------------------------------


@rule("ocs", "13.3a.1")
def test_what_can_move_by_rail() -> None:
    f = line(g_rgt1="04.02 m")
    f.generic("trucks", "04.02", loaded=4)
    f.generic("hedgehogs", "04.02")
    f.supply("04.02", 4)
    f.give("rail g-rgt1 04.02-07.03")
    f.give("rail g-truck1 04.02-07.03")
    f.give("freight 04.02-07.03 4")
    assert f.tokens("07.03") == 8  # the load went with its truck
    assert f.refused("rail g-hog1 04.02-07.03") == "13.3a.1"


@rule("ocs", "13.3a.2")
def test_rail_cap_per_sp_or_re() -> None:
    near, far = line(g_rgt1="04.02 m"), line(g_rgt1="02.02 m")
    near.give("rail g-rgt1 04.02-07.03")
    far.give("rail g-rgt1 02.02-07.03")
    assert used(near) == used(far) == 1
    f = line()
    f.supply("04.02", 6)
    f.give("freight 04.02-07.03 6")
    assert used(f) == 1.5
    division = line(g_inf1="04.02 m")
    division.give("rail g-inf1 04.02-07.03")
    assert used(division) == 3
    truck = line()
    truck.generic("trucks", "04.02", loaded=4)
    truck.give("rail g-truck1 04.02-07.03")
    assert used(truck) == 1  # loaded or not


@rule("ocs", "13.3a.4")
def test_multi_track_line_halves_rail_cap() -> None:
    f = Depot("movement", scenario=RAIL, g_hq="04.11", g_rgt1="04.11 m")
    f.give("rail g-rgt1 04.11-08.11")
    assert used(f) == 0.5
    company = Depot("movement", scenario=RAIL, g_hq="04.11", g_coy1="04.11 m")
    company.give("rail g-coy1 04.11-08.11")
    assert used(company) == 0.125  # exact parts of a point


@rule("ocs", "14.8c.2", "14.8b.1", "13.3a.3")
def test_rail_cargo_through_a_trainbusting_zone_costs_double_once() -> None:
    f = Depot("movement", scenario=RAIL, g_hq="04.11", g_eng="04.02", g_rgt1="07.03")

    def price(from_: str, to: str) -> int:
        return rail_transport.rail_price(f.state, GERMAN, f.hex(from_), f.hex(to), 16)

    def busted(*hexes: str, by: int) -> None:
        f.state.busted = [0, 0]
        f.state.busted[by] = sum(1 << f.hex(hex_) for hex_ in hexes)
        changed(f.state)

    assert (price("04.02", "07.03"), price("04.11", "08.11")) == (16, 8)
    busted("07.03", "08.11", by=GERMAN)  # one's own markers cost nothing
    assert (price("04.02", "07.03"), price("04.11", "08.11")) == (16, 8)
    busted("07.04", "04.02", "08.11", by=1 - GERMAN)  # the ends count, and a hex next to a marker
    assert (price("04.02", "07.03"), price("04.11", "08.11")) == (32, 16)
    busted("10.09", by=1 - GERMAN)  # a zone elsewhere
    assert (price("04.02", "07.03"), price("04.11", "08.11")) == (16, 8)


@rule("ocs", "13.3b.1")
def test_rail_cap_by_turn() -> None:
    f = line(g_inf1="04.02 m", g_inf2="04.02 m", g_rgt1="04.02 m")
    f.give("rail g-inf1 04.02-07.03")
    assert f.refused("rail g-inf2 04.02-07.03") == "13.3b.1"  # one of four points is left
    f.give("rail g-rgt1 04.02-07.03")
    assert rail_transport.rail_left(f.state, GERMAN) == 0
    assert not f.offered("g-inf2", "rail")
    sides = dict(RAIL.file.sides)
    caps = (Span(turns=(1, 2), points=1), Span(turns=(4, 9), points=2))
    sides["german"] = msgspec.structs.replace(sides["german"], rail_cap=caps)
    g = line(scenario=varied(RAIL, sides=sides))
    for turn, points in ((1, 1), (3, 0), (4, 2)):  # nothing of turn 1 is left in turn 4
        g.state.turn = turn
        assert rail_transport.rail_left(g.state, GERMAN) == points * rail_transport.PARTS


@rule("ocs", "13.3b.2")
@pytest.mark.parametrize("phase", ["reaction", "exploitation", "combat", "reinforcement"])
def test_rail_cap_only_in_movement_phase(phase: str) -> None:
    f = line(phase=phase, g_rgt1="04.02 me")
    f.supply("04.02", 4)
    assert rail_transport.check_rail(f.state, GERMAN, f.order("rail g-rgt1 04.02-07.03")).rule == "13.3b.2"  # type: ignore[union-attr]
    assert rail_transport.check_freight(f.state, GERMAN, f.order("freight 04.02-07.03 4")).rule == "13.3b.2"  # type: ignore[union-attr]


@rule("ocs", "13.3e.1", "13.3e-3")
def test_rail_move_ends_movement() -> None:
    f = line(g_rgt1="04.02 m")
    f.give("rail g-rgt1 04.02-07.03")
    assert f.at("g-rgt1") == "07.03"
    assert f.refused("move g-rgt1 07.03-08.03") == "4.7d.3"
    assert f.refused("rail g-rgt1 07.03-04.02") == "4.7d.1"


@rule("ocs", "13.3e-1.1")
def test_entrain_in_detrainable_hex_without_zoc() -> None:
    f = line(g_rgt1="05.03 m")
    f.supply("05.03", 4)
    assert f.refused("rail g-rgt1 05.03-07.03") == "13.3e-1.1"
    assert f.refused("freight 05.03-07.03 4") == "13.3e-1.1"
    g = line(g_rgt1="04.02 m", g_rgt2="04.03", s_rgt1="04.01")  # a ZOC over 04.02, negated or not
    assert g.refused("rail g-rgt1 04.02-07.03") == "13.3e-1.1"


@rule("ocs", "13.3e-1.2")
@pytest.mark.parametrize("marks", ["", "mr", "ms", "md", "r", "d"])
def test_rail_move_needs_move_mode(marks: str) -> None:
    f = line(g_rgt1=f"04.02 {marks}")
    assert f.refused("rail g-rgt1 04.02-07.03") == "13.3e-1.2"


@rule("ocs", "13.3e-1.2")
def test_half_ma_may_be_spent_before_rail_move() -> None:
    f = line(g_rgt1="04.05 m", g_rgt2="04.07 m")  # eight points
    f.give("move g-rgt1 04.05-04.02")
    f.give("rail g-rgt1 04.02-07.03")
    f.give("move g-rgt2 04.07-04.02")
    assert f.refused("rail g-rgt2 04.02-07.03") == "13.3e-1.2"


@rule("ocs", "13.3e-1.3")
def test_reinforcements_and_new_supply_entrain_in_entry_hex() -> None:
    f = line(g_rgt1="01.03 m", g_rgt2="01.03 m")  # a railway at the edge of the map, no village
    f.state.arrived = f.bit("g-rgt1")
    f.supply("01.03", 4)
    f.give("rail g-rgt1 01.03-07.03")
    assert f.refused("rail g-rgt2 01.03-07.03") == "13.3e-1.1"  # one that was there before
    f.give("freight 01.03-07.03 4")
    assert f.tokens("07.03") == 4


@rule("ocs", "13.3e-2.1")
def test_rail_move_avoids_enemy_units_and_zocs() -> None:
    f = line(g_rgt1="04.02 m")
    assert f.check("rail g-rgt1 04.02-07.03") is None
    f.put("s-hq", "05.03")  # no ZOC, but a combat unit
    assert f.refused("rail g-rgt1 04.02-07.03").startswith("13.3e")
    f.put("s-hq", "20.01")
    f.put("s-rgt1", "05.04")  # its ZOC lies on 05.03
    assert f.refused("rail g-rgt1 04.02-07.03").startswith("13.3e")


@rule("ocs", "13.3e-3")
def test_detrain_in_detrainable_hex_without_zoc() -> None:
    f = line(g_rgt1="04.02 m", g_rgt2="08.05")
    f.supply("04.02", 4)
    assert f.refused("rail g-rgt1 04.02-06.02") == "13.3e-3"
    assert f.refused("freight 04.02-06.02 4") == "13.3e-3"
    f.put("s-rgt1", "07.02")
    assert f.refused("rail g-rgt1 04.02-07.03") == "13.3e-3"


@rule("ocs", "13.8c.2")
def test_hq_entrains_in_hex_it_makes_detrainable() -> None:
    f = line(g_hq="05.03")
    f.give("rail g-hq 05.03-07.03")
    assert f.at("g-hq") == "07.03"
    assert f.state.turned >> f.unit("g-hq") & 1
    assert "05.03" not in cargo(f)


# -- Rail Repair units ----------------------------------------------------------------------------------


def repair(**at: Any) -> Depot:
    """A Rail Repair unit of the Germans at the Soviet railhead."""
    return Depot("movement", scenario=RAIL, **{"g_rail": "14.10", **at})


@rule("ocs", "13.3f-B", "13.3d.2")
def test_only_rail_repair_units_convert_railways() -> None:
    f = repair(g_rgt1="14.10")
    before = f.left("g-rail")
    f.give("move g-rgt1 14.10-14.11")
    assert f.state.wide >> f.hex("14.11") & 1
    assert f.refused("convert g-rgt1 14.11-15.12") == "13.3f-B"
    f.give("move g-rail 14.10-14.11")
    assert f.state.wide >> f.hex("14.11") & 1  # a plain move leaves the rails alone
    g = repair(g_sec="14.11")
    g.give("convert g-rail 14.10-14.11")
    assert not g.state.wide >> g.hex("14.11") & 1
    assert g.left("g-rail") == before - 1  # a plain step, no more
    assert g.state.ledger == [0, 0]


@rule("ocs", "13.3f-A", "4.5a-E")
def test_no_conversion_in_enemy_zoc() -> None:
    f = repair(g_rail="14.11", s_rgt1="15.11", g_rgt1="15.12")  # negated by the regiment there
    assert f.refused("convert g-rail 14.11-15.12") == "13.3f-A"
    f.put("s-rgt1", "20.01")
    f.give("convert g-rail 14.11-15.12")


@rule("ocs", "13.3g-D.1")
def test_conversion_limit_per_phase() -> None:
    f = repair(g_rail="14.11")
    f.give("convert g-rail 14.11-15.12-16.11")
    f.give("convert g-rail 16.11-17.12-18.11")
    assert f.state.laid[f.unit("g-rail")] == 4
    assert f.state.relaid.bit_count() == 4
    assert f.refused("convert g-rail 18.11-19.12") == "13.3g-D.1"
    shaken = repair(g_rail="14.11 d")  # two points
    refusal = shaken.check("convert g-rail 14.11-15.12-16.11-17.12")
    assert refusal is not None and refusal.rule == "13.3g-D.1"
    assert refusal.reason == "g-rail can convert 2 more hexes this phase"
    shaken.give("convert g-rail 14.11-15.12-16.11")
    late = repair(g_rail="14.11 e")
    late.go_to("exploitation")
    refused = check_convert(late.state, GERMAN, late.order("convert g-rail 14.11-15.12"))
    assert refused is not None and refused.rule == "13.3g-D.1"


@rule("ocs", "13.3g-D.2")
@pytest.mark.parametrize(
    ("marks", "allowed"), [("", True), ("d", True), ("m", False), ("md", False), ("r", False)]
)
def test_conversion_needs_combat_mode_or_dg_combat_side(marks: str, allowed: bool) -> None:
    f = repair(g_rail=f"14.11 {marks}")
    refused = f.check("convert g-rail 14.11-15.12")
    assert (refused is None) == allowed
    if refused is not None:
        assert refused.rule == "13.3g-D.2"


@rule("ocs", "13.3g-A.1", "13.3g-B.1")
def test_rail_repair_unit_works_after_rail_move() -> None:
    f = repair(g_rail="02.02", g_sec="08.04")
    f.state.wide |= 1 << f.hex("07.03")
    f.put("g-zero", "06.02")
    changed(f.state)
    f.give("rail g-rail 02.02-06.02")
    assert f.left("g-rail") == 4
    f.give("convert g-rail 06.02-07.03")
    assert not f.state.wide >> f.hex("07.03") & 1
    assert f.left("g-rail") == 3
    f.give("move g-rail 07.03-09.03")


@rule("ocs", "13.3g-A.2")
def test_no_rail_move_on_newly_converted_railway() -> None:
    f = repair(g_rail="06.02", g_sec="08.04", g_rgt1="04.02 m")
    f.state.wide |= 1 << f.hex("07.03")
    changed(f.state)
    f.give("convert g-rail 06.02-07.03")
    assert f.refused("rail g-rail 07.03-04.02") == "13.3e-2.1"
    f.give("rail g-rgt1 04.02-07.03")  # others may


@rule("ocs", "13.3g-B.2", "13.3g-C")
def test_rail_repair_units_rail_move_in_combat_mode_anywhere() -> None:
    f = repair(g_rail="03.03", g_sec="08.04")
    f.give("rail g-rail 03.03-06.02")
    assert f.at("g-rail") == "06.02"
    assert not f.state.turned >> f.unit("g-rail") & 1


@rule("ocs", "13.3g-C", "13.3h.1", "13.3g-B.1")
def test_rail_repair_unit_reaches_empty_railhead_beyond_last_village() -> None:
    """Where it would have trace supply it controls the line itself; other cargo does not [R-OCS-157]."""
    f = repair(g_rail="02.02", g_rgt1="02.02 m", g_sec="04.02")
    f.state.wide |= 1 << f.hex("07.03")  # the railhead is at 06.02, two hexes beyond the village in 04.02
    changed(f.state)
    assert not supply_trace.controlled(f.state, GERMAN) >> f.hex("06.02") & 1
    assert f.refused("rail g-rgt1 02.02-06.02") == "13.3e-3"
    assert {"rail g-rail 02.02-05.03", "rail g-rail 02.02-06.02"} <= f.offered("g-rail", "rail")
    for where, rule_ in (("05.03", "13.3e-3"), ("05.02", "13.3e-3")):  # on the line, or its ZOC on it
        copied = repair(g_rail="02.02", g_sec="04.02", s_rgt1=where)
        assert copied.refused("rail g-rail 02.02-06.02") == rule_
    f.give("rail g-rail 02.02-06.02")
    f.give("convert g-rail 06.02-07.03")
    alone = repair(g_rail="08.11")  # the northern line supplies the unit itself, which is where it is
    assert alone.check("rail g-rail 08.11-05.12") is None


def test_listed_rail_orders_are_legal() -> None:
    f = Depot("movement", scenario=RAIL, **at("04.02", "g-hq", "g-sec"), g_rail="07.03", g_rgt1="04.02 m")
    f.supply("04.02", 6)
    f.state.wide |= 1 << f.hex("06.02")
    changed(f.state)
    for id_ in ("g-rgt1", "g-hq", "g-rail", "g-sec"):
        for order in f.offered(id_, "rail") | f.offered(id_, "convert"):
            assert f.check(order) is None
    assert f.offered("g-rgt1", "rail") == {"rail g-rgt1 04.02-02.02"}
    assert f.offered("g-rail", "convert") == {"convert g-rail 07.03-06.02"}
    assert {str(order) for order in rail_transport.freight_orders(f.state, GERMAN)} == {
        "freight 04.02-02.02 6"
    }
