"""Explanations of orders and of supply: each line with its number and its case."""

from __future__ import annotations

import pytest

from grognard.core.contract.explanation import Explanation
from grognard.core.testing import rule
from grognard.games.ocs import rules
from grognard.games.ocs.interface import supply_report
from grognard.games.ocs.model.files import Arrival
from grognard.games.ocs.model.state import remove
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import GERMAN, SOVIET
from tests.rules.ocs.logistics.test_13_reinforcements import expecting, opened
from tests.rules.ocs.order_helpers import Manoeuvre, at
from tests.rules.ocs.supply_board import Depot

TOO_FAR = (
    "too far; the nearest source is 01.07 (supply source), 17 hexes away; "
    "use an HQ in Combat Mode, a railway or an Extender"
)


def said(explanation: Explanation) -> list[tuple[str, str, str]]:
    """Return label, value and case of every line."""
    return [(line.label, line.value, line.rule) for line in explanation.lines]


def preview(field: Manoeuvre, order: str) -> Explanation:
    """Return the explanation of an order, which must be legal."""
    assert field.check(order) is None
    return rules.preview(field.state, field.order(order))


def report_field() -> Depot:
    """Return a position in which an HQ throws supply to three units and a regiment is cut off."""
    field = Depot("movement", g_hq2="04.05", **at("14.05", "g-tb", "g-art1", "g-pz1"), g_rgt1="03.05")
    field.put("g-rgt2", "18.09 o")
    field.put("s-rgt1", "17.09")
    field.supply("01.05", 9)
    field.mark("low", "g-tb")
    return field


@rule("ocs", "9.7a", "9.11d.1", "9.4e.1", "16.0d.1")
def test_explanation_of_combat() -> None:
    field = Battlefield("combat", g_pz1="08.09", g_inf1="08.09 *", s_tb="09.10 d", s_rgt1="09.10")
    field.supply("08.08", 8)
    field.state.level[field.generic("hedgehogs", "09.10", SOVIET)[0]] = 2
    shown = preview(field, "attack 09.10 g-pz1,g-inf1")
    assert (shown.title, shown.total) == ("attack on 09.10", "3:1, +3")
    assert said(shown) == [
        ("combat supply", "3T from the dump in 08.08", "9.2-2"),
        ("1st infantry division", "14", "5.2.4"),
        ("  steps lost", "x1/2", "9.11d.1"),
        ("1. tank battalion", "8", "5.2.4"),
        ("  open, anti-tank effects", "x3/2", "9.4e.1"),
        ("total attack", "19", "4.2.1"),
        ("1. infantry regiment", "4", "5.2.4"),
        ("tank brigade", "7", "5.2.4"),
        ("  disorganized", "x1/2", "5.10b-A"),
        ("total defence", "7.5", "4.2.1"),
        ("odds in open terrain", "3:1", "9.7a"),
        ("Action Rating, 1. tank battalion", "+5", "9.6.1"),
        ("Action Rating, 1. infantry regiment", "-2", "9.6.1"),
        ("hedgehog, combat roll", "-2", "16.0d.1"),
        ("hedgehog, Surprise roll", "-1", "16.0d.2"),
    ]


@rule("ocs", "12.5b.2", "9.4.1")
def test_explanation_of_overrun() -> None:
    field = Battlefield("movement", g_tb="08.09", s_rgt1="09.10")
    field.supply("08.08", 8)
    shown = preview(field, "overrun 09.10 g-tb")
    assert (shown.title, shown.total) == ("overrun on 09.10", "4:1, +1")
    assert said(shown) == [
        ("fuel", "1T from the dump in 08.08", "12.5b.2"),
        ("combat supply", "1T from the dump in 08.08", "9.2-2"),
        ("tank brigade", "7", "5.2.4"),
        ("  open", "x2", "9.4.1"),
        ("total attack", "14", "4.2.1"),
        ("1. infantry regiment", "4", "5.2.4"),
        ("total defence", "4", "4.2.1"),
        ("odds in open terrain", "4:1", "9.7a"),
        ("Action Rating, tank brigade", "+3", "9.6.1"),
        ("Action Rating, 1. infantry regiment", "-2", "9.6.1"),
    ]


@rule("ocs", "10.1b.1", "13.4.1")
def test_explanation_of_barrage() -> None:
    field = Battlefield("barrage", g_art1="08.09", s_inf1="09.10")
    field.supply("08.09", 8)
    shown = preview(field, "barrage 09.10 g-art1")
    assert (shown.title, shown.total) == ("barrage of 09.10", "16 points, column 12 or more")
    assert said(shown) == [
        ("artillery regiment", "16", "13.4.1"),
        ("combat supply", "3T from the dump in 08.09", "10.1b.1"),
    ]
    assert shown.outcomes == pytest.approx(
        {
            "no effect": 0.277778,
            "disorganized": 0.569444,
            "1/2, 1 step lost, disorganized": 0.125,
            "1, 1 step lost, disorganized": 0.027778,
        },
        abs=1e-6,
    )


@rule("ocs", "6.1a", "6.1b.1", "6.1e.1", "12.5c.1")
def test_explanation_of_moves() -> None:
    field = Manoeuvre(g_stug="07.03 m", g_rgt1="07.03 m")
    field.supply("07.03", 8)
    shown = preview(field, "move g-stug 07.03-07.04-07.05")
    assert (shown.title, shown.total) == ("move g-stug 07.03-07.04-07.05", "2 MP")
    assert said(shown) == [
        ("07.04", "1", "6.1a"),
        ("07.05", "1", "6.1a"),
        ("MP of assault gun battalion", "12", "6.1b.1"),
        ("fuel", "1T from the dump in 07.03 Bravo", "12.5c.1"),
    ]
    shown = preview(field, "move g-stug,g-rgt1 07.03-07.04-07.05")
    assert (shown.title, shown.total) == ("move g-stug,g-rgt1 07.03-07.04-07.05", "2 MP")
    assert said(shown) == [
        ("assault gun battalion to 07.05", "2", "6.1e.1"),
        ("MP of assault gun battalion", "12", "6.1b.1"),
        ("1. infantry regiment to 07.05", "2", "6.1e.1"),
        ("MP of 1. infantry regiment", "8", "6.1b.1"),
        ("fuel", "1T from the dump in 07.03 Bravo", "12.5c.1"),
    ]


@rule("ocs", "6.1c.1")
def test_explanation_of_minimum_move() -> None:
    field = Manoeuvre(g_stug="06.05 r")
    field.supply("06.05", 4)
    shown = preview(field, "move g-stug 06.05-06.06")
    assert (shown.title, shown.total) == ("move g-stug 06.05-06.06", "2 MP")
    assert said(shown) == [
        ("assault gun battalion: minimum move of 1 hex", "2", "6.1c.1"),
        ("fuel", "1T from the dump in 06.05", "12.5c.1"),
    ]


@rule("ocs", "12.5c-A.1", "12.5c-B", "12.5c-C")
def test_explanation_of_fuel() -> None:
    field = Depot("movement", g_hq="04.05", g_tb="06.05", g_pz1="04.05", g_pz2="04.05")
    field.supply("04.05", 12)
    shown = preview(field, "fuel g-tb")
    assert (shown.title, shown.total) == ("fuel g-tb", "1T, for this phase")
    assert said(shown) == [
        ("from the dump in 04.05", "1T", "12.5c.1"),
        ("fuel for tank brigade", "", "12.5c.1"),
    ]
    shown = preview(field, "fuel-hq g-hq")
    assert (shown.title, shown.total) == ("fuel-hq g-hq", "1 SP, until your next Clean Up Phase")
    assert said(shown) == [
        ("from the dump in 04.05", "1 SP", "12.5c.1"),
        ("fuel for german corps HQ", "", "12.5c.1"),
        ("fuel for tank brigade", "", "12.5c.1"),
    ]
    shown = preview(field, "fuel-formation g-pz1")
    assert (shown.title, shown.total) == ("fuel-formation g-pz1", "1 SP, until your next Clean Up Phase")
    assert said(shown) == [
        ("from the dump in 04.05", "1 SP", "12.5c.1"),
        ("fuel for 1. tank battalion", "", "12.5c.1"),
        ("fuel for 2. tank battalion", "", "12.5c.1"),
    ]


@rule("ocs", "4.7a", "13.3b.1")
def test_explanation_of_rail() -> None:
    field = Manoeuvre(g_rgt1="07.03 m", g_sec="04.02")
    field.supply("07.03", 8)
    shown = preview(field, "rail g-rgt1 07.03-04.02")
    assert (shown.title, shown.total) == ("rail g-rgt1 07.03-04.02", "1 Rail Cap")
    assert said(shown) == [
        ("size of the cargo", "1", "4.7a"),
        ("Rail Cap left afterwards", "3", "13.3b.1"),
    ]
    shown = preview(field, "freight 07.03-04.02 6")
    assert (shown.title, shown.total) == ("freight 07.03-04.02 6", "1.5 Rail Cap")
    assert said(shown) == [
        ("size of the cargo", "1.5", "4.7a"),
        ("Rail Cap left afterwards", "2.5", "13.3b.1"),
    ]


@rule("ocs", "19.0f-E")
def test_explanation_of_shipping() -> None:
    field = Manoeuvre(g_rgt1="10.02 m", g_port_1002="10.02", g_port_0202="02.02")
    field.supply("10.02", 8)
    shown = preview(field, "ship g-rgt1 10.02-02.02")
    assert (shown.title, shown.total) == ("ship g-rgt1 10.02-02.02", "1 Sea Cap")
    assert said(shown) == [
        ("Sea Cap left afterwards", "1", "19.0f-E"),
    ]
    shown = preview(field, "ship-supply 10.02-02.02 2")
    assert (shown.title, shown.total) == ("ship-supply 10.02-02.02 2", "0.5 Sea Cap")
    assert said(shown) == [
        ("Sea Cap left afterwards", "1.5", "19.0f-E"),
    ]


@rule("ocs", "12.11a.1", "12.11a.3")
def test_explanation_of_blowing_dumps() -> None:
    field = Manoeuvre()
    field.supply("08.09", 9)
    shown = preview(field, "blow 08.09 8")
    assert (shown.title, shown.total) == ("blow 08.09 8", "one die for the part destroyed")
    assert said(shown) == [
        ("supply in the hex", "2 SP 1T", "12.11a.1"),
        ("supply to blow", "2 SP", "12.11a.3"),
    ]
    assert shown.outcomes == pytest.approx(
        {"2T": 0.166667, "1 SP": 0.333333, "1 SP 2T": 0.333333, "2 SP": 0.166667}, abs=1e-6
    )


@rule("ocs", "12.8e.2", "12.8e.7")
def test_explanation_of_breakout() -> None:
    field = Depot("breakout", g_rgt1="15.05", g_rgt2="15.05", g_sec="04.07")
    field.state.traced &= ~field.bit("g-rgt2")
    shown = preview(field, "breakout g-rgt1")
    assert (shown.title, shown.total) == ("breakout g-rgt1", "50%")
    assert said(shown) == [
        ("minimum roll to succeed", "5", "12.8e.7"),
        ("first turn without trace supply", "+1", "12.8e.2"),
    ]
    assert shown.outcomes == pytest.approx({"breaks out": 0.5, "eliminated": 0.5}, abs=1e-6)
    shown = preview(field, "breakout g-rgt2")
    assert (shown.title, shown.total) == ("breakout g-rgt2", "33%")
    assert said(shown) == [
        ("minimum roll to succeed", "5", "12.8e.7"),
    ]
    assert shown.outcomes == pytest.approx({"breaks out": 0.333333, "eliminated": 0.666667}, abs=1e-6)


@rule("ocs", "12.10e.1")
def test_explanation_of_recovery() -> None:
    field = Depot("supply", **at("04.07", "g-rgt1", "g-inf1"))
    field.mark("low", "g-rgt1", "g-inf1")
    field.supply("04.07", 4)
    field.feed()
    shown = preview(field, "recover g-rgt1")
    assert (shown.title, shown.total) == ("recover g-rgt1", "1 SP in all")
    assert said(shown) == [
        ("from the dump in 04.07", "1 SP", "12.10e.1"),
        ("1. infantry regiment", "2T, full", "12.10e.1"),
        ("1st infantry division", "0T of 1 SP 2T", "12.10e.1"),
    ]


@rule("ocs", "12.6c.1", "12.6d.2")
def test_explanation_of_feeding() -> None:
    field = Depot("supply", g_rgt1="15.05", g_inf1="15.06")
    field.supply("15.05", 8)
    field.feed()
    shown = preview(field, "eat 15.05")
    assert (shown.title, shown.total) == ("eat 15.05", "1T more")
    assert said(shown) == [
        ("from the dump in 15.05", "1T", "12.6c.1"),
    ]
    shown = preview(field, "starve 15.06")
    assert (shown.title, shown.total) == ("starve 15.06", "1 unit Out of Supply, subject to attrition")
    assert said(shown) == []


@rule("ocs", "16.0b.2")
def test_explanation_of_works() -> None:
    field = Manoeuvre(g_rgt1="08.09", g_eng="10.02")
    field.supply("08.09", 8)
    field.supply("10.02", 8)
    field.state.level[field.put("g-port-1002", "10.02")] = 1
    shown = preview(field, "dig 08.09 g-rgt1")
    assert (shown.title, shown.total) == ("Hedgehog level in 08.09", "2 SP")
    assert said(shown) == [
        ("from the dump in 08.09", "2 SP", "12.3.1"),
    ]
    shown = preview(field, "mend 10.02 g-eng")
    assert (shown.title, shown.total) == ("Repair of the port in 10.02", "1 SP")
    assert said(shown) == [
        ("from the dump in 10.02", "1 SP", "12.3.1"),
    ]


@rule("ocs", "13.5a.2")
def test_explanation_of_rebuilding() -> None:
    field = Manoeuvre("reinforcement", g_hq="07.03")
    field.generic("pax", "07.03", count=4)
    field.generic("eq", "07.03", count=2)
    remove(field.state, field.unit("g-pz1"))
    shown = preview(field, "rebuild g-pz1 07.03")
    assert (shown.title, shown.total) == ("Rebuild 1. tank battalion", "2 Eq")
    assert said(shown) == [
        ("Pax in 07.03 Bravo", "4", "13.5a.2"),
        ("Eq in 07.03 Bravo", "2", "13.5a.2"),
    ]


@rule("ocs", "13.6.1", "2.1.6")
def test_explanation_of_reinforcements() -> None:
    field = opened(expecting(Arrival(2, ("G-WEST",), units=("g-inf1", "g-rgt1"))))
    shown = preview(field, "arrive")
    assert (shown.title, shown.total) == ("arrive", "2 units")
    assert said(shown) == [
        ("1st infantry division", "01.03", "13.6.1"),
        ("1. infantry regiment", "01.03", "13.6.1"),
        ("new supply", "2 SP in 01.03", "2.1.6"),
        ("new supply", "2 SP in 01.12", "2.1.6"),
    ]


@rule("ocs", "6.0.1")
def test_explanation_of_the_end_of_a_phase() -> None:
    field = report_field()
    shown = preview(field, "end")
    assert (shown.title, shown.total) == ("Before you end the movement phase", "check these first")
    assert said(shown) == [
        ("units that can still move", "6", "6.0.1"),
        ("of these, units that need fuel", "4", "12.5a.1"),
        ("Reserve markers left", "3", "5.4a.1"),
        ("Rail Cap left", "4", "13.3b.1"),
        ("Sea Cap left", "2", "19.0f.1"),
        ("Attack-Capable units in Combat Mode adjacent to enemies", "1", "9.1b"),
        ("units without trace supply", "1", "12.6d.1"),
        ("units with internal stocks Low or Exhausted", "1", "12.10.1"),
        (
            f"2. infantry regiment in 18.09: {TOO_FAR}",
            "Out",
            "12.6d.1",
        ),
    ]


@rule("ocs", "12.6.2", "12.6d.1", "12.3a.1", "12.3b.1", "12.4.1", "12.4.2")
@pytest.mark.parametrize(
    ("unit", "total", "lines"),
    [
        (
            "g-tb",
            "in trace supply; 2 SP 1T in reach",
            [
                ("Trace: german army HQ in 04.05 throws it from 01.07 (supply source)", "yes", "12.6.2"),
                ("Dump in 01.05, thrown by german army HQ", "2 SP 1T", "12.3b.1"),
                ("To move: fuel 1T from the dump in 01.05 through german army HQ", "1T", "12.5c-C"),
                ("To attack: 1T from the dump in 01.05 through german army HQ", "1T", "12.4.1"),
                ("To defend its hex: 2T from the dump in 01.05 through german army HQ", "2T", "12.4.2"),
                ("Internal stocks: Low; to restore them in the Supply Phase", "2T", "12.10e.1"),
            ],
        ),
        (
            "g-art1",
            "in trace supply; 2 SP 1T in reach",
            [
                ("Trace: german army HQ in 04.05 throws it from 01.07 (supply source)", "yes", "12.6.2"),
                ("Dump in 01.05, thrown by german army HQ", "2 SP 1T", "12.3b.1"),
                ("To move: fuel 1T from the dump in 01.05 through german army HQ", "1T", "12.5c-C"),
                ("To defend its hex: 2T from the dump in 01.05 through german army HQ", "2T", "12.4.2"),
                ("To fire: 3T from the dump in 01.05 through german army HQ", "3T", "10.1b.1"),
                ("Internal stocks, for two combats", "full", "12.10.1"),
            ],
        ),
        (
            "g-rgt1",
            "in trace supply; 2 SP 1T in reach",
            [
                ("Trace: draws directly from 01.07 (supply source)", "yes", "12.6.2"),
                ("Dump in 01.05, drawn directly", "2 SP 1T", "12.3a.1"),
                ("To move: leg mobility, no fuel needed", "0T", "12.5a.1"),
                ("To attack: 1T from the dump in 01.05", "1T", "12.4.1"),
                ("To defend it: 1T from the dump in 01.05", "1T", "12.4.2"),
                ("Internal stocks, for two combats", "full", "12.10.1"),
            ],
        ),
        (
            "g-rgt2",
            "NO trace supply, marked Out of Supply; no dump in reach",
            [
                (
                    f"Trace: {TOO_FAR}",
                    "no",
                    "12.6d.1",
                ),
                ("No dump within 5 truck MP, nor in reach of an HQ that throws here", "0T", "12.3a.1"),
                ("To move: leg mobility, no fuel needed", "0T", "12.5a.1"),
                ("To attack: internal stocks of 2. infantry regiment", "0T", "12.4.1"),
                ("To defend it: internal stocks of 2. infantry regiment", "0T", "12.4.2"),
                ("Internal stocks, for two combats", "full", "12.10.1"),
            ],
        ),
        (
            "g-hq2",
            "in trace supply; 2 SP 1T in reach",
            [
                ("Trace: draws directly from 01.07 (supply source)", "yes", "12.6.2"),
                ("Dump in 01.05, drawn directly", "2 SP 1T", "12.3a.1"),
                ("To move: fuel 1T from the dump in 01.05", "1T", "12.5c-C"),
                ("To fuel itself and 2 independent units until Clean Up", "1 SP", "12.5c-B"),
                ("To defend it: 1T from the dump in 01.05", "1T", "12.4.2"),
                ("Internal stocks, for two combats", "full", "12.10.1"),
            ],
        ),
        (
            "g-pz1",
            "in trace supply; 2 SP 1T in reach",
            [
                ("Trace: german army HQ in 04.05 throws it from 01.07 (supply source)", "yes", "12.6.2"),
                ("Dump in 01.05, thrown by german army HQ", "2 SP 1T", "12.3b.1"),
                ("To move: fuel 1T from the dump in 01.05 through german army HQ", "1T", "12.5c-C"),
                ("To fuel its formation (1 unit from one source) until Clean Up", "1 SP", "12.5c-A.1"),
                ("To attack: 1T from the dump in 01.05 through german army HQ", "1T", "12.4.1"),
                ("To defend its hex: 2T from the dump in 01.05 through german army HQ", "2T", "12.4.2"),
                ("Internal stocks, for two combats", "full", "12.10.1"),
            ],
        ),
    ],
)
def test_supply_report_of_a_unit(unit: str, total: str, lines: list[tuple[str, str, str]]) -> None:
    shown = rules.explain(report_field().state, unit)
    assert (said(shown), shown.total) == (lines, total)


@rule("ocs", "12.1b", "12.3a.1", "12.3b.1")
def test_supply_report_of_a_dump() -> None:
    field = report_field()
    shown = supply_report.dump_of(field.state, field.hex("01.05"), GERMAN)
    assert (shown.title, shown.total) == ("Supply in 01.05", "2 SP 1T (9 tokens, 4 per SP)")
    assert said(shown) == [
        ("Supply dump", "2 SP 1T", "12.1b"),
        ("german army HQ draws directly", "", "12.3a.1"),
        ("1. infantry regiment draws directly", "", "12.3a.1"),
        ("german army HQ throws to 1. tank battalion, tank brigade, artillery regiment", "", "12.3b.1"),
    ]


@rule("ocs", "12.6d.1")
def test_report_of_units_without_trace_supply() -> None:
    shown = supply_report.units_without_trace(report_field().state, GERMAN)
    assert (shown.title, shown.total) == ("Units without trace supply", "1 unit")
    assert said(shown) == [
        (
            f"2. infantry regiment in 18.09: {TOO_FAR}",
            "Out",
            "12.6d.1",
        ),
    ]
