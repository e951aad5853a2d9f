"""Worked examples about supply, as golden tests [EX-OCS-31 to 39, 53]."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs.logistics import transports
from grognard.games.ocs.model.counters import Face
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.supply import combat_supply, fuel, payment, sources
from grognard.games.ocs.supply.payment import Draw, Payment, amount
from grognard.games.ocs.turn import sequence
from tests.rules.ocs.field import GERMAN, SOVIET, varied
from tests.rules.ocs.order_helpers import at
from tests.rules.ocs.supply_board import Depot, even, reprinted


@rule("ocs", "12.1a", "12.5c-C")
def test_ex_31_making_change_for_fuel() -> None:
    f = Depot("movement", g_tb="04.05")
    f.supply("04.05", 8)
    f.give("fuel g-tb")
    assert amount(f.tokens("04.05")) == "1 SP 3T"


@rule("ocs", "12.1a")
def test_ex_32_making_change_for_a_barrage() -> None:
    f = Depot("barrage", g_art2="04.05")
    dump = f.supply("04.05", 20)
    payment.pay(f.state, Payment((Draw(dump, 2),)), "barrage", "10.1b")
    assert amount(f.tokens("04.05")) == "4 SP 2T"


# -- EX-33: HQs at full stretch ---------------------------------------------------------------------------


def woods() -> OcsScenario:
    """Light woods everywhere, two truck points a hex; HQs that throw eleven points; railways."""
    throws = {id_: Face(throw=11, throw_mobility="truck", ma=4) for id_ in ("g-hq", "g-hq2")}
    return reprinted(even("light-woods", rail=True), throws)


def stretch(phase: str = "supply", **places: Any) -> Depot:
    """HQ A on the last hex of the railway, which only the HQ makes detrainable."""
    f = Depot(phase, scenario=woods(), **places)
    f.state.wide |= 1 << f.hex("07.03")
    changed(f.state)
    return f


@rule("ocs", "12.3b.1", "12.3c.1", "12.6a-2", "13.8c.1")
def test_ex_33_hq_makes_its_rail_hex_detrainable() -> None:
    f = stretch(g_hq="06.02", g_inf1="12.02")
    assert sources.sources(f.state, GERMAN).stations >> f.hex("06.02") & 1
    assert f.traced() == {"g-hq", "g-inf1"}  # a throw of eleven covers five hexes and the next
    f.put("g-inf1", "13.02")
    assert f.traced() == {"g-hq"}


@rule("ocs", "12.6.2", "12.6a-2", "12.3a.1")
def test_ex_33_second_hq_traces_to_it() -> None:
    f = stretch(g_hq="06.02", g_hq2="09.02", g_inf1="15.02")
    assert f.traced() == {"g-hq", "g-hq2", "g-inf1"}  # five points: two hexes and the next
    f.put("g-hq2", "10.02")
    f.put("g-inf1", "16.02")
    assert "g-inf1" not in f.traced()  # the first HQ throws trace to the second, which throws none on


@rule("ocs", "12.3a.1", "12.3c.1")
def test_ex_33_supply_adjacent_to_path() -> None:
    f = Depot("combat", scenario=woods(), g_hq2="09.08", g_inf1="15.08")
    f.supply("06.08", 4)  # three hexes from the HQ
    assert f.via("g-inf1", "06.08") == "g-hq2"
    f.put("g-hq2", "10.08")
    assert f.reaches("g-inf1") == set()


# -- EX-34: assault guns and a panzer division ------------------------------------------------------------


@rule("ocs", "12.5a.1", "12.5c-A.1", "12.5c-B", "12.5c-C", "12.5d.2", "12.5e.1")
def test_ex_34_fuel_for_assault_guns_and_a_panzer_division() -> None:
    guns = ("s-stug", "s-tb", "s-pak", "s-coy1", "s-coy2")
    f = Depot("reaction", **at("14.05 r", *guns, "s-tk1"), s_mech1="14.05 r", s_hq="16.05", s_hq2="15.06")
    f.supply("16.06", 40, SOVIET)
    for id_ in (*guns, "s-tk1", "s-mech1"):
        f.give(f"release {id_}")
    f.give("fuel-hq s-hq")
    f.give("fuel s-tk1")
    assert 40 - f.tokens("16.06", SOVIET) == 5  # a point and a token; the infantry walks
    assert f.price(*guns, "s-tk1", "s-mech1") == 0
    # the dear way: a token for each gun, and a point for the division
    dear = Depot("reaction", **at("14.05", *guns, "s-tk1", "s-mech1"), s_hq="16.05")
    dear.supply("16.06", 40, SOVIET)
    whole = fuel.formation_fuel(dear.state, dear.unit("s-tk1"))
    assert whole is not None
    assert whole.payment.tokens + (dear.price(*guns) or 0) == 9
    for phase in ("movement", "exploitation"):
        f.go_to(phase, 1)
        fuel.begin_segment(f.state)
        assert f.price(*guns, "s-hq", "s-hq2") == 0  # other HQs in range as well
        assert f.price("s-tk1") == 1
        assert f.price("s-mech1") == 0
    f.go_to("clean-up", 1)
    sequence._clean_up(f.state)
    assert f.price("s-stug") == 1


# -- EX-35 to 37: food and stocks -------------------------------------------------------------------------


@rule("ocs", "12.6c.1")
def test_ex_35_feeding_from_dumps() -> None:
    f = Depot("supply", **at("15.05", "g-inf1", "g-inf2", "g-stug"))  # 6.5 RE
    f.supply("15.05", 8)
    f.feed()
    f.give("eat 15.05")
    assert f.tokens("15.05") == 4


@rule("ocs", "12.10e.1", "12.10e.2", "12.10e-C.1", "12.10e-C.2")
@pytest.mark.parametrize(
    ("tokens", "unit", "before", "after"),
    [
        (1, "g-rgt1", "Low", "Low"),
        (2, "g-rgt1", "Low", "full"),
        (2, "g-rgt1", "Exhausted", "Low"),
        (2, "g-inf1", "Low", "Low"),
        (4, "g-rgt1", "Exhausted", "full"),
        (6, "g-inf1", "Low", "full"),
    ],
)
def test_ex_36_partial_recovery(tokens: int, unit: str, before: str, after: str) -> None:
    f = Depot("supply", **at("04.07", unit))
    f.mark(before.lower(), unit)
    f.supply("04.07", tokens)
    f.feed()
    assert (combat_supply.level(f.state, f.unit(unit)), f.tokens("04.07")) == (after, 0)


@rule("ocs", "12.10b", "12.10g.1", "12.10g.2", "12.10h")
def test_ex_37_mixing_stocks_and_supply() -> None:
    f = Depot("combat", **at("15.05", "g-rgt1", "g-rgt2", "g-tb"))
    f.supply("15.05", 1)
    paid = combat_supply.attack_supply(f.state, [f.unit(id_) for id_ in ("g-rgt1", "g-rgt2", "g-tb")])
    assert isinstance(paid, Payment)
    payment.pay(f.state, paid, "attack", "12.4")
    assert (f.tokens("15.05"), len(f.marked("low")), paid.wasted) == (0, 2, 0)
    g = Depot("combat", g_inf1="15.05")
    g.supply("15.05", 1)
    paid = combat_supply.attack_supply(g.state, [g.unit("g-inf1")])
    assert isinstance(paid, Payment)
    payment.pay(g.state, paid, "attack", "12.4")
    assert (g.tokens("15.05"), g.marked("low"), paid.wasted) == (0, {"g-inf1"}, 1)


# -- EX-38, 39, 53 ----------------------------------------------------------------------------------------


@rule("ocs", "12.11a.3", "12.11a.4")
def test_ex_38_blowing_a_dump() -> None:
    f = Depot("movement", g_rgt1="01.01")
    f.supply("10.05", 16)
    f.give("blow 10.05 12", 4)  # 75 %
    assert amount(16 - f.tokens("10.05")) == "2 SP 1T"
    assert amount(f.tokens("10.05")) == "1 SP 3T"


@rule("ocs", "13.2f.4", "4.1")
def test_ex_39_loading_a_truck() -> None:
    f = Depot("movement", g_rgt1="10.05")
    f.supply("10.05", 4)
    f.generic("trucks", "10.05")
    assert transports.handling(f.scenario, f.unit("g-truck1")) == 5 * 4
    f.give("load g-truck1 4")
    assert f.left("g-truck1") == 40


@rule("ocs", "19.0a.1")
def test_ex_53_a_small_port() -> None:
    base = even()
    ports = tuple(type(one)(hex=one.hex, capacity=0.25, owner="german") for one in base.file.port)
    f = Depot("movement", scenario=varied(base, port=ports), g_port_1002="10.02", g_port_0202="02.02")
    f.supply("10.02", 4)
    f.supply("02.02", 4)
    f.give("ship-supply 10.02-02.02 1")  # one port loads a token, the other unloads it
    assert f.refused("ship-supply 10.02-02.02 1") == "19.0a.1"
    assert f.refused("ship-supply 02.02-10.02 1") == "19.0a.1"
