"""Chapter 19: ports and shipping."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs.combat.barrage import apply_barrage
from grognard.games.ocs.logistics import sea_transport
from grognard.games.ocs.model.files import Port, Span
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.supply import sources
from grognard.games.ocs.terrain.ports import capacity, sea_capacity, trace_capacity
from tests.rules.ocs.field import GERMAN, SOVIET, varied
from tests.rules.ocs.order_helpers import Manoeuvre
from tests.rules.ocs.supply_board import Depot, even

BIG, SMALL = "10.02", "02.02"
"""Two German ports, of 2 SP and of 1 SP."""


def coast(phase: str = "movement", scenario: OcsScenario | None = None, **at: Any) -> Depot:
    """The even board with both ports in German hands."""
    places = {"g_port_1002": BIG, "g_port_0202": SMALL, **at}
    return Depot(phase, scenario=scenario or even(), **places)


def port(f: Manoeuvre, hex_: str = BIG) -> int:
    """A port of the Germans."""
    return f.unit(f"g-port-{hex_.replace('.', '')}")


def with_port(**changes: Any) -> OcsScenario:
    """The even board with another large port."""
    base = even()
    ports = tuple(
        msgspec.structs.replace(one, **changes) if one.hex == BIG else one for one in base.file.port
    )
    return varied(base, port=ports)


# -- ports ----------------------------------------------------------------------------------------------


@rule("ocs", "19.0.1")
def test_entering_enemy_port_needs_attack_capable_unit() -> None:
    f = coast(player=0)
    assert capacity(f.state, port(f)) == 8
    f.put("s-rgt1", "11.03")
    f.put("s-sec", "11.03")  # defends only
    f.go_to("movement", 1)
    assert f.refused(f"move s-sec 11.03-{BIG}") == "4.4c.1"
    f.give(f"move s-rgt1 11.03-{BIG}")
    assert f.at("g-port-1002") == ""
    assert f.at("s-port-1002") == BIG


@rule("ocs", "19.0a.1")
def test_port_capacity_shared_by_loading_and_unloading() -> None:
    f = coast()
    f.supply(BIG, 20)
    f.supply(SMALL, 20)
    f.give(f"ship-supply {BIG}-{SMALL} 3")
    assert f.refused(f"ship-supply {BIG}-{SMALL} 2") == "19.0a.1"  # the small port has one token of room
    assert f.refused(f"ship-supply {SMALL}-{BIG} 2") == "19.0a.1"  # loading counts as unloading does
    f.give(f"ship-supply {SMALL}-{BIG} 1")
    assert f.state.reached[port(f, SMALL)] == 4


@rule("ocs", "19.0a.2", "19.0f-D")
def test_what_counts_against_port_capacity() -> None:
    f = coast(g_stug=f"{SMALL} m", g_rgt1=f"{SMALL} m")
    f.supply(SMALL, 8)
    f.generic("wagons", SMALL)
    f.give(f"ship g-stug {SMALL}-{BIG}")  # half an equivalent
    assert f.state.reached[port(f, SMALL)] == f.state.reached[port(f)] == 2
    f.give(f"ship-supply {SMALL}-{BIG} 2")
    assert f.refused(f"ship g-rgt1 {SMALL}-{BIG}").startswith("19.0a")
    assert f.refused(f"ship g-wagon1 {SMALL}-{BIG}") == "19.0f-D"
    assert f.refused(f"ship-supply {SMALL}-{BIG} 1") == "19.0a.1"


@rule("ocs", "19.0a.3")
def test_unused_port_takes_one_oversized_unit() -> None:
    rich = dict(even().file.sides)
    rich["german"] = msgspec.structs.replace(rich["german"], sea_cap=(Span(turns=(1, 9), points=9),))
    scenario = varied(even(), sides=rich)
    f = coast(scenario=scenario, g_inf1=f"{SMALL} m", g_inf2=f"{BIG} m", g_coy1=f"{SMALL} m")
    f.give(f"ship g-inf1 {SMALL}-{BIG}")  # three equivalents at ports of one and two
    assert f.at("g-inf1") == BIG
    assert f.refused(f"ship g-coy1 {SMALL}-{BIG}") == "19.0a.3"
    busy = coast(scenario=scenario, g_inf1=f"{SMALL} m", g_coy1=f"{SMALL} m", g_rgt1=f"{SMALL} m")
    busy.give(f"ship g-coy1 {SMALL}-{BIG}")
    assert busy.refused(f"ship g-inf1 {SMALL}-{BIG}") == "19.0a.3"  # it has done something else
    pair = coast(scenario=scenario, g_inf1=f"{SMALL} m", g_rgt1=f"{SMALL} m")
    assert pair.refused(f"ship g-inf1,g-rgt1 {SMALL}-{BIG}") == "19.0f-D"
    dead = coast(scenario=with_port(capacity=0), g_rgt1=f"{SMALL} m")
    assert dead.refused(f"ship g-rgt1 {SMALL}-{BIG}") == "19.0f-F"  # no capacity at all


@rule("ocs", "19.0a.4", "19.0a.5", "4.5a-F.1", "4.5a-G", "19.0f-F")
def test_enemy_zoc_closes_port_and_negation_opens_trace() -> None:
    f = coast("supply", s_rgt1="10.03")
    assert (trace_capacity(f.state, port(f)), sea_capacity(f.state, port(f))) == (0, 0)
    assert not sources.source_ports(f.state, GERMAN)
    f.put("g-rgt1", BIG)
    assert (trace_capacity(f.state, port(f)), sea_capacity(f.state, port(f))) == (8, 0)
    assert f.labels(sources.source_ports(f.state, GERMAN)) == {BIG}
    f.put("s-rgt1", "20.10")  # gone: all is open at once
    assert sea_capacity(f.state, port(f)) == 8


@rule("ocs", "19.0f-F", "4.5a-G")
def test_no_shipping_in_enemy_zoc() -> None:
    f = coast(g_rgt1=f"{SMALL} m", g_rgt2=BIG, s_rgt1="10.03")
    f.supply(SMALL, 4)
    f.give("done g-rgt2")
    assert f.refused(f"ship g-rgt1 {SMALL}-{BIG}") == "19.0f-F"
    assert f.refused(f"ship-supply {SMALL}-{BIG} 1") == "19.0f-F"
    assert not f.offered("g-rgt1", "ship")
    assert not sea_transport.ship_supply_orders(f.state, GERMAN)


@rule("ocs", "4.5a-F.2")
def test_zoc_negation_ruling_for_ports() -> None:
    f = coast("supply", scenario=even(rulings=("4.5a-F.2",)), s_rgt1="10.03", g_rgt1=BIG)
    assert trace_capacity(f.state, port(f)) == 0


@rule("ocs", "19.0a.6")
def test_sea_approaches_do_not_close_port() -> None:
    f = coast("supply", s_hq="10.01", s_art1="11.02")  # beside it, but without ZOCs
    assert sea_capacity(f.state, port(f)) == trace_capacity(f.state, port(f)) == 8


# -- hits -----------------------------------------------------------------------------------------------


@rule("ocs", "19.0b.1")
@pytest.mark.parametrize(("hits", "big", "small"), [(0, 8, 4), (1, 6, 3), (2, 5, 2), (3, 3, 2), (4, 2, 1)])
def test_port_hits_reduce_capacity(hits: int, big: int, small: int) -> None:
    f = coast()
    for hex_ in (BIG, SMALL):
        f.state.level[port(f, hex_)] = hits
    assert (capacity(f.state, port(f)), capacity(f.state, port(f, SMALL))) == (big, small)


@rule("ocs", "19.0b.2")
def test_port_has_at_most_four_hits() -> None:
    f = coast(g_eng=BIG)
    f.state.level[port(f)] = 4
    assert f.refused(f"wreck {BIG} g-eng") == "19.0b.2"
    g = Depot("barrage", player=1, g_port_1002=BIG, s_art1="10.04", s_rgt1="10.04")
    g.state.level[port(g)] = 3
    g.supply("10.04", 20, SOVIET)
    g.state.scenario = g.scenario
    for _ in range(2):
        g.state.fired = g.state.barraged = 0
        apply_barrage(g.state, SOVIET, g.order(f"barrage {BIG} s-art1 port"), g.dice(6, 6, 6, 6))
    assert g.state.level[port(g)] == 4


@rule("ocs", "19.0b.3")
def test_port_with_own_damage_track() -> None:
    f = coast(scenario=with_port(track=(4, 3, 2.5, 1.5, 0.75)))
    found = []
    for hits in range(5):
        f.state.level[port(f)] = hits
        found.append(capacity(f.state, port(f)))
    assert found == [16, 12, 10, 6, 3]


@rule("ocs", "19.0c")
def test_units_damage_own_port_once_per_turn() -> None:
    f = coast(g_rgt1=BIG, g_rgt2=BIG)
    f.give(f"wreck {BIG} g-rgt1")
    assert f.state.level[port(f)] == 1
    assert f.refused(f"wreck {BIG} g-rgt2") == "19.0c"
    assert f.refused(f"move g-rgt1 {BIG}-11.03")  # it stays where it is
    assert coast(g_stug=BIG).refused(f"wreck {BIG} g-stug")  # half an equivalent
    assert coast(g_rgt1=f"{BIG} m").refused(f"wreck {BIG} g-rgt1")
    moved = coast(g_rgt1="10.03", g_sec=SMALL)
    moved.give(f"move g-rgt1 10.03-{BIG}")
    assert moved.refused(f"wreck {BIG} g-rgt1")
    away = coast(g_eng="10.04", g_rgt1="10.04")
    assert away.refused(f"wreck {BIG} g-rgt1")
    away.give(f"wreck {BIG} g-eng")  # engineers work two hexes away
    late = coast("exploitation", g_rgt1=f"{BIG} e")
    assert sea_transport.check_wreck(late.state, GERMAN, late.order(f"wreck {BIG} g-rgt1")) is not None


@rule("ocs", "19.0d")
def test_engineer_repairs_port_hit_for_one_sp() -> None:
    f = coast(g_eng=BIG, g_hq="10.04", g_rgt1=BIG)
    f.state.level[port(f)] = 3
    assert f.refused(f"mend {BIG} g-eng") == "19.0d"  # no supply
    f.supply(BIG, 12)
    assert f.refused(f"mend {BIG} g-rgt1") == "19.0d"
    f.give(f"mend {BIG} g-eng")
    assert (f.state.level[port(f)], f.tokens(BIG)) == (2, 8)
    assert f.refused(f"mend {BIG} g-hq") == "19.0d"  # one hit in a phase
    f.state.repaired = 0
    changed(f.state)
    f.give(f"mend {BIG} g-hq")
    assert f.state.level[port(f)] == 1


# -- trace ----------------------------------------------------------------------------------------------


@rule("ocs", "19.0e.1")
def test_source_ports_by_scenario() -> None:
    f = coast("supply", g_rgt1="13.02")
    assert f.labels(sources.source_ports(f.state, GERMAN)) == {BIG}
    assert f.traced() == {"g-rgt1"}
    g = coast("supply", scenario=with_port(source_for=()), g_rgt1="13.02")
    assert g.traced() == set()
    h = Depot("supply", s_port_1002=BIG)  # captured: it is no source for the other side
    assert not sources.source_ports(h.state, SOVIET)


@rule("ocs", "19.0e.2")
def test_source_port_below_one_sp_does_not_work() -> None:
    f = coast("supply", g_rgt1="13.02")
    for hits, works in ((0, True), (1, True), (2, True), (3, False), (4, False)):  # 8, 6, 5, 3, 2 tokens
        f.state.level[port(f)] = hits
        changed(f.state)
        assert (f.traced() == {"g-rgt1"}) == works


@rule("ocs", "19.0e.2")
def test_source_port_of_exactly_one_sp_works() -> None:
    f = coast("supply", scenario=with_port(capacity=1), g_rgt1="13.02")
    assert trace_capacity(f.state, port(f)) == 4 and f.traced() == {"g-rgt1"}
    g = coast("supply", scenario=with_port(capacity=0.75), g_rgt1="13.02")
    assert trace_capacity(g.state, port(g)) == 3 and g.traced() == set()


# -- shipping -------------------------------------------------------------------------------------------


@rule("ocs", "19.0f.1")
def test_sea_cap_moves_units_between_ports() -> None:
    f = coast(g_rgt1=f"{SMALL} m")
    assert f.offered("g-rgt1", "ship") == {f"ship g-rgt1 {SMALL}-{BIG}"}
    f.give(f"ship g-rgt1 {SMALL}-{BIG}")
    assert f.at("g-rgt1") == BIG
    inland = coast(g_rgt1="05.05 m")
    assert inland.refused(f"ship g-rgt1 05.05-{BIG}") == "19.0f.1"
    lost = Depot("movement", g_port_1002=BIG, s_port_0202=SMALL, g_rgt1=f"{BIG} m")
    assert lost.refused(f"ship g-rgt1 {BIG}-{SMALL}") == "19.0f.1"


@rule("ocs", "19.0f.1")
def test_sea_cap_limited_to_ports() -> None:
    sides = dict(even().file.sides)
    cap = (Span(turns=(1, 9), points=9, ports=(BIG,)),)
    sides["german"] = msgspec.structs.replace(sides["german"], sea_cap=cap)
    f = coast(scenario=varied(even(), sides=sides), g_rgt1=f"{SMALL} m")
    assert f.refused(f"ship g-rgt1 {SMALL}-{BIG}") == "19.0f.1"


@rule("ocs", "19.0f-A")
@pytest.mark.parametrize("marks", ["", "r", "mr", "ms", "md", "d"])
def test_shipping_needs_move_mode(marks: str) -> None:
    f = coast(g_rgt1=f"{SMALL} {marks}")
    assert f.refused(f"ship g-rgt1 {SMALL}-{BIG}") == "19.0f-A"


@rule("ocs", "19.0f-B")
@pytest.mark.parametrize("phase", ["reaction", "exploitation", "combat"])
def test_sea_cap_only_in_movement_phase(phase: str) -> None:
    f = coast(phase, g_rgt1=f"{SMALL} m")
    f.supply(SMALL, 4)
    for check, order in (
        (sea_transport.check_ship, f"ship g-rgt1 {SMALL}-{BIG}"),
        (sea_transport.check_ship_supply, f"ship-supply {SMALL}-{BIG} 4"),
    ):
        refused = check(f.state, GERMAN, f.order(order))
        assert refused is not None and refused.rule == "19.0f-B"


@rule("ocs", "19.0f-C")
def test_shipped_unit_cannot_move() -> None:
    f = coast(g_rgt1=f"{SMALL} m", g_rgt2="02.03 m")
    f.give(f"move g-rgt2 02.03-{SMALL}")
    assert f.refused(f"ship g-rgt2 {SMALL}-{BIG}") == "19.0f-C"
    f.give(f"ship g-rgt1 {SMALL}-{BIG}")
    assert f.refused(f"move g-rgt1 {BIG}-11.03") == "4.7d.3"
    assert f.refused(f"ship g-rgt1 {BIG}-{SMALL}") == "19.0f-C"


@rule("ocs", "19.0f-E")
def test_sea_cap_per_point_of_cargo() -> None:
    f = coast(g_sec=f"{BIG} m", g_rgt1=f"{BIG} m")  # a security regiment walks six points: half its size
    f.supply(BIG, 8)
    f.give(f"ship g-sec {BIG}-{SMALL}")
    assert sea_transport.sea_left(f.state, GERMAN) == 24  # of two points, in sixteenths
    f.give(f"ship-supply {BIG}-{SMALL} 2")
    assert sea_transport.sea_left(f.state, GERMAN) == 16
    poor = dict(even().file.sides)
    poor["german"] = msgspec.structs.replace(poor["german"], sea_cap=(Span(turns=(1, 9), points=0.5),))
    g = coast(scenario=varied(even(), sides=poor), g_rgt1=f"{BIG} m")
    g.supply(BIG, 8)
    assert g.refused(f"ship g-rgt1 {BIG}-{SMALL}") == "19.0f-E"
    assert g.refused(f"ship-supply {BIG}-{SMALL} 3") == "19.0f-E"
    g.give(f"ship-supply {BIG}-{SMALL} 2")


def test_ports_of_practice_scenario() -> None:
    assert [(one.hex, one.capacity) for one in even().file.port] == [(BIG, 2), (SMALL, 1)]
    assert all(isinstance(one, Port) for one in even().file.port)
