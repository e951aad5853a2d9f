"""The facts of events in movement and combat.

Whole events are compared, so that clients, records and computer players can rely on every field.
"""

from __future__ import annotations

import pytest

from grognard.core.contract.events import Event
from grognard.core.testing import rule
from grognard.games.afcent import events as afcent
from grognard.games.afcent.model.scenario import PACT
from grognard.games.afcent.movement import active_stack
from grognard.games.kit import events as kit
from tests.rules.nuremberg.battlefield import Battlefield
from tests.rules.nuremberg.event_helpers import captured, only
from tests.rules.nuremberg.order_helpers import Manoeuvre, Places, all_in

# -- movement --------------------------------------------------------------------------------------


@rule("nuremberg", "10.0-mp", "3.0-switch")
def test_moves_and_captured_cities() -> None:
    field = Manoeuvre(t1="0303", t2="0303")
    assert field.play("move t1,t2 0303-0203-0103") == [
        afcent.Moved(side="pact", units=("t1", "t2"), hexes=("0303", "0203", "0103")),
        captured("pact", "0203", "Feldau"),
    ]
    field = Manoeuvre(t1="0303")
    assert field.play("column t1 0303-0403-0503") == [
        afcent.Moved(side="pact", units=("t1",), hexes=("0303", "0403", "0503"), column=True)
    ]


@rule("nuremberg", "3.0-switch")
def test_a_city_is_captured_only_from_the_enemy() -> None:
    field = Manoeuvre("nato", u1="0303")
    assert only(field.play("move u1 0303-0203"), kit.CityCaptured) == []
    field = Manoeuvre("nato", u1="0303")
    field.state.red |= 1 << field.hex("0203")
    assert only(field.play("move u1 0303-0203"), kit.CityCaptured) == [captured("nato", "0203", "Feldau")]
    assert not field.state.red >> field.hex("0203") & 1


@rule("nuremberg", "3.0-switch")
def test_a_city_may_have_no_name() -> None:
    field = Manoeuvre(t1="0505")
    assert active_stack.captured(field.state, PACT, 1 << field.hex("0505")) == [captured("pact", "0505", "")]


@rule("nuremberg", "10.6.1-a", "10.6.1-b")
@pytest.mark.parametrize(("die", "lost", "case"), [(5, True, "10.6.1-a"), (4, False, "10.6.1-b")])
def test_flight_and_attrition(die: int, lost: bool, case: str) -> None:
    field = Manoeuvre(h1="0505", u1="0705")
    assert field.play("fly h1 0505-0605", die) == [
        afcent.Flew(side="pact", units=("h1",), hexes=("0505", "0605")),
        afcent.FlightAttrition(
            side="pact", units=("h1",), hexes=("0605",), dice=(die,), drm=1, lost=lost, rule=case, final=True
        ),
    ]


@rule("nuremberg", "3.0-switch", "10.6.1-when.b")
@pytest.mark.parametrize(("side", "unit"), [("pact", "h1"), ("nato", "fh")])
def test_landing_captures_an_enemy_city(side: str, unit: str) -> None:
    """And only an enemy city."""
    for enemy in (True, False):
        at: Places = {unit: "0303"}
        field = Manoeuvre(side, **at)
        field.state.red = field.scenario.grid.all if enemy == (side == "nato") else 0
        events = field.play(f"fly {unit} 0203", 3)
        assert events[1:] == [
            afcent.FlightAttrition(
                side=side, units=(unit,), hexes=("0203",), dice=(3,), drm=2, lost=False, rule="10.6.1-b",
                final=True,
            ),
            *([captured(side, "0203", "Feldau")] if enemy else []),
        ]  # fmt: skip


@rule("nuremberg", "3.0-switch", "10.6.1-a")
def test_a_flight_that_is_lost_captures_nothing() -> None:
    field = Manoeuvre(h1="0303")
    assert only(field.play("fly h1 0203", 6), kit.CityCaptured) == []
    assert not field.state.red >> field.hex("0203") & 1


@rule("nuremberg", "6.3-heli-one")
def test_range_of_a_jammed_flight() -> None:
    field = Manoeuvre(jammed={"0505": 1}, **all_in("0505", "h1", "h2"))
    assert field.play("fly h1,h2", 2, 3, 6, 6) == [
        afcent.FlightRangeRolled(
            side="pact", units=("h1",), dice=(2, 3), range=5, rule="6.3-heli-one", final=True
        ),
        afcent.FlightRangeRolled(
            side="pact", units=("h2",), dice=(6, 6), range=12, rule="6.3-heli-one", final=True
        ),
    ]


# -- combat ----------------------------------------------------------------------------------------


def fought(side: str, units: tuple[str, ...], die: int, odds: str, drm: int, result: str, case: str) -> Event:
    """A battle for 0505."""
    return afcent.BattleFought(
        side=side, units=units, hexes=("0505",), dice=(die,) if die else (), odds=odds, drm=drm,
        result=result, rule=case, final=bool(die),
    )  # fmt: skip


@rule("nuremberg", "11.9-DR-one", "11.10-empty")
def test_retreat_and_advance() -> None:
    field = Battlefield(m1="0605", m2="0605", w2="0505", w3="0505")
    assert field.play("attack 0505 m1,m2", 3) == [
        fought("pact", ("m1", "m2"), 3, "1:1", 0, "DR", "11.9-DR-one")
    ]
    assert field.play("retreat 0405") == [
        kit.Retreated(side="nato", units=("w2", "w3"), hexes=("0505", "0405"), rule="11.9-DR-one")
    ]
    assert field.play("advance m1,m2") == [
        kit.Advanced(side="pact", units=("m1",), hexes=("0605", "0505"), rule="11.10-empty"),
        kit.Advanced(side="pact", units=("m2",), hexes=("0605", "0505"), rule="11.10-empty"),
    ]


@rule("nuremberg", "11.6-high", "13.1-low", "11.9-AE", "11.9-AL", "11.9-DE")
def test_battles_beyond_the_table_roll_no_die() -> None:
    field = Battlefield(big="0605", t1="0606", m3="0604", w4="0505", g1="0405")
    assert field.play("attack 0505 big,t1,m3")[:2] == [
        fought("pact", ("t1", "m3", "big"), 0, "20:1", 4, "DE", "11.9-DE"),
        kit.Eliminated(units=("w4",), hexes=("0505",), rule="11.9-DE"),
    ]
    field = Battlefield(h1="0605", u1="0505", u2="0505", u5="0505")
    assert field.play("attack 0505 h1") == [
        fought("pact", ("h1",), 0, "1:10", 0, "AE", "11.9-AE"),
        kit.Eliminated(units=("h1",), hexes=("0605",), rule="11.9-AE"),
    ]


@rule("nuremberg", "11.9-choice", "11.10-nato")
def test_losses_and_a_declined_advance() -> None:
    field = Battlefield("nato", w1="0605", w2="0605", m4="0505")
    field.jam("0505", 9)
    assert field.play("attack 0505 w1,w2", 6)[1:] == [
        kit.Eliminated(units=("m4",), hexes=("0505",), rule="11.9-choice")
    ]
    assert field.play("stay") == [kit.AdvanceDeclined(side="nato")]


@rule("nuremberg", "11.0-static-retreat", "11.9-DR-none")
def test_static_and_trapped_units() -> None:
    field = Battlefield(m1="0605", m2="0605", w2="0505", g1="0505", e2="0604", m3="0606", c2="0504",
                        t1="0506", e3="0405")  # fmt: skip
    events = field.play("attack 0505 m1,m2", 3)
    assert events[1:] == [
        kit.Eliminated(units=("g1",), hexes=("0505",), rule="11.0-static-retreat"),
        kit.NoRetreat(hexes=("0505",), rule="11.9-DR-none"),
        kit.Eliminated(units=("w2",), hexes=("0505",), rule="11.9-DR-none"),
    ]


@rule("nuremberg", "11.12-move", "11.12-momentum", "11.11-now")
def test_probe_and_declined_momentum() -> None:
    field = Battlefield(m1="0605", m2="0605", w2="0606")
    assert field.play("probe 0505 m1,m2") == [
        kit.Probed(side="pact", units=("m1", "m2"), hexes=("0505",), rule="11.12-move")
    ]
    assert field.asked == ("pact", "momentum")
    assert field.play("pass") == [afcent.MomentumDeclined(side="pact")]


@rule("nuremberg", "11.11-who")
def test_momentum_attack_names_its_rule() -> None:
    field = Battlefield(m1="0605", w2="0606")
    field.ready("wg-a1")
    field.play("probe 0505 m1")
    assert field.play("attack 0606 m1") == [
        afcent.Attacked(side="pact", units=("m1",), hexes=("0606",), rule="11.11-who")
    ]


@rule("nuremberg", "3.0-switch")
@pytest.mark.parametrize("enemy", [True, False])
def test_probe_and_retreat_capture_enemy_cities(enemy: bool) -> None:
    """And only enemy cities."""
    for side, prober, near in (("pact", "m1", "u4"), ("nato", "u4", "m1")):
        at: Places = {prober: "0303", near: "0304"}
        field = Battlefield(side, **at)
        field.state.red = field.scenario.grid.all if enemy == (side == "nato") else 0
        events = field.play(f"probe 0203 {prober}")
        assert events[1:] == ([captured(side, "0203", "Feldau")] if enemy else [])
    field = Battlefield(m1="0406", m2="0406", w2="0306", w3="0306")
    field.state.red |= 1 << field.hex("0206") if enemy else 0
    field.play("attack 0306 m1,m2", 3)
    events = field.play("retreat 0206")
    assert only(events, kit.CityCaptured) == ([captured("nato", "0206", "Waldstein")] if enemy else [])
