"""What events tell: who, which units, where, which dice, by which rule, and whether it is final.

Whole events are compared, so that clients, records and computer players can rely on every field.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Dice
from grognard.core.testing import rule
from grognard.games.afcent import events as afcent
from grognard.games.afcent import rules
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.afcent.movement import active_stack
from grognard.games.afcent.turn import sequence
from grognard.games.kit import events as kit
from grognard.games.nuremberg import events as nuremberg
from tests.rules.nuremberg.battlefield import Battlefield
from tests.rules.nuremberg.campaign import Campaign
from tests.rules.nuremberg.order_helpers import Manoeuvre, Places, all_in


def captured(side: str, label: str, city: str) -> kit.CityCaptured:
    """The event of a city that changed control."""
    return kit.CityCaptured(side=side, hexes=(label,), city=city, rule="3.0-switch")


def only(events: Sequence[Event], kind: type[Event]) -> list[Event]:
    """Return the events of a class."""
    return [event for event in events if isinstance(event, kind)]


# -- air superiority and electronic warfare --------------------------------------------------------


def air_roll(side: str, dice: tuple[int, ...], total: int, bonus: int = 0, rule: str = "5.0-day") -> Event:
    return afcent.SuperiorityRolled(
        side=side, dice=dice, contest="air", total=total, bonus=bonus, rule=rule, final=True
    )


def ew_roll(side: str, dice: tuple[int, ...], total: int, bonus: int = 0, rule: str = "6.1-roll") -> Event:
    return afcent.SuperiorityRolled(
        side=side, dice=dice, contest="ew", total=total, bonus=bonus, rule=rule, final=True
    )


@rule("nuremberg", "5.0-day", "5.0-tie", "5.0-markers")
def test_air_superiority_by_day_with_a_tie() -> None:
    war = Campaign("air", 2)
    assert war.play("roll", 1, 2, 3, 1, 2, 3, 1, 2, 3, 4, 4, 1) == [
        air_roll("pact", (1, 2, 3), 6),
        air_roll("nato", (1, 2, 3), 6),
        kit.AirTied(rule="5.0-tie"),
        air_roll("pact", (1, 2, 3), 6),
        air_roll("nato", (4, 4, 1), 9),
        afcent.AirSuperiority(side="nato", markers=3, rule="5.0-markers"),
    ]
    assert (war.state.sky, war.state.to_place, war.state.rolled) == (NATO, 3, True)
    assert war.play("air 2424") == [kit.AirpowerPlaced(side="nato", hexes=("2424",), rule="5.1-any")]
    assert (war.state.to_place, war.state.markers) == (2, 1 << war.hex("2424"))


@rule("nuremberg", "5.0-night", "5.0-night-bonus")
def test_air_superiority_by_night_with_a_bonus() -> None:
    war = Campaign("air", 3)
    war.state.sky = PACT
    assert war.play("roll", 6, 2, 4, 1, 5) == [
        air_roll("pact", (6, 2, 4), 10, 2, "5.0-night"),
        air_roll("nato", (1, 5), 6, rule="5.0-night"),
        afcent.AirSuperiority(side="pact", markers=4, rule="5.0-markers"),
    ]


@rule("nuremberg", "12.3-air", "12.3-ew")
def test_superiority_on_turn_one() -> None:
    war = Campaign("air", 1)
    assert war.play("roll", 2) == [
        air_roll("pact", (2,), 2, rule="4.4"),
        afcent.AirSuperiority(side="pact", markers=2, rule="5.0-markers"),
    ]
    war = Campaign("ew", 1)
    assert war.play("roll", 3) == [
        ew_roll("pact", (3,), 3, rule="4.4"),
        afcent.EwSuperiority(side="pact", markers=3, rule="6.1-markers"),
    ]


@rule("nuremberg", "6.1-roll", "6.1-markers", "6.2-place", "6.5-remove")
def test_electronic_warfare() -> None:
    at = {"us-1a-1-35a": "2424", "us-1a-2-37a": "2424", "us-2c-1": "2120"}
    war = Campaign("ew", 2, at=at)
    war.state.sky, war.state.markers, war.state.ether = NATO, 1 << war.hex("2020"), PACT
    assert war.play("roll", 6, 5, 4, 3, 3) == [
        ew_roll("pact", (6, 5, 4), 13, 2),
        ew_roll("nato", (3, 3), 6),
        afcent.EwSuperiority(side="pact", markers=7, rule="6.1-markers"),
    ]
    assert war.play("jam 2424") == [
        afcent.EwPlaced(side="pact", units=("us-1a-1-35a", "us-1a-2-37a"), hexes=("2424",), rule="6.2-place")
    ]
    assert war.play("clear 2020") == [afcent.AirpowerRemoved(side="pact", hexes=("2020",), rule="6.5-remove")]
    assert (war.state.to_place, war.state.markers) == (5, 0)


@rule("nuremberg", "6.1-tie")
def test_electronic_warfare_tied() -> None:
    war = Campaign("ew", 2)
    assert war.play("roll", 3, 3, 4, 2) == [
        ew_roll("pact", (3, 3), 6),
        ew_roll("nato", (4, 2), 6),
        afcent.EwSuperiority(rule="6.1-tie"),
    ]
    assert war.now[2] == "movement", "there is nothing to place"


@rule("nuremberg", "10.10-first", "10.10-again")
@pytest.mark.parametrize(("turn", "case"), [(3, "10.10-first"), (4, "10.10-again")])
def test_refugees(turn: int, case: str) -> None:
    war = Campaign("refugees", turn)
    war.state.refugees = 1 << war.hex("2020")
    assert war.play("roll", 1, 2) == [
        afcent.RefugeesRolled(side="pact", dice=(1, 2), markers=3, rule=case, final=True)
    ]
    assert (war.state.refugees, war.state.to_place) == (0, 3)
    assert war.play("refugees 2424") == [
        afcent.RefugeesPlaced(side="pact", hexes=("2424",), rule="10.10-first")
    ]
    assert (war.state.refugees, war.state.to_place) == (1 << war.hex("2424"), 2)


# -- the sequence of play --------------------------------------------------------------------------


@rule("nuremberg", "4.1-declare")
def test_declarations() -> None:
    war = Campaign("pact declare", 2, at={"su-103g": "airborne"})
    assert war.play("declare fight recall") == [
        kit.OrderDeclared(side="pact", fight_first=True, rule="4.1-declare"),
        nuremberg.DropDecided(
            side="pact", units=("su-103g",), cancelled=True, rule="R-NUR-28", only=("pact",)
        ),
    ]
    assert war.play("declare move") == [kit.OrderDeclared(side="nato", fight_first=False, rule="4.1-declare")]
    war = Campaign("pact declare", 2, at={"su-103g": "airborne"})
    assert war.play("declare move")[1:] == [
        nuremberg.DropDecided(
            side="pact", units=("su-103g",), cancelled=False, rule="R-NUR-28", only=("pact",)
        )
    ]


@rule("nuremberg", "4.2")
@pytest.mark.parametrize(
    ("phase", "name", "title"),
    [
        ("air", "air", "Air Superiority Phase"),
        ("ew", "ew", "Electronic Warfare Phase"),
        ("movement", "movement", ""),
        ("combat", "combat", ""),
    ],
)
def test_end_of_a_phase(phase: str, name: str, title: str) -> None:
    war = Campaign(f"pact {phase}", 2)
    war.state.rolled, war.state.sky, war.state.ether = True, NATO, NATO
    side = "nato" if phase in ("air", "ew") else "pact"
    assert war.play("end")[0] == kit.PhaseEnded(side=side, phase=name, title=title)


@rule("nuremberg", "4.3", "4.6-day")
@pytest.mark.parametrize(("turn", "time"), [(2, "PM"), (3, "night"), (4, "AM"), (12, "night")])
def test_begin_of_a_turn(turn: int, time: str) -> None:
    war = Campaign("admin", turn - 1)
    war.state.phase_index -= 1
    war.state.fight_first = [True, True]
    war.state.surged = war.state.landed = 1
    events: list[Event] = []
    sequence.next_phase(war.state, Dice(1), events)
    assert events == [kit.TurnBegan(turn=turn, date=time, rule="4.3")]
    assert (war.state.fight_first, war.state.surged, war.state.landed) == ([False, False], 0, 0)
    assert war.now == (turn, "pact", "declare")


@rule("nuremberg", "4.0-order")
def test_begin_of_the_first_turn() -> None:
    war = Campaign()
    war.play("draw", 1)
    war.play("arrive 4")
    war.play("primary 2732")
    assert war.play("secondary 1942")[1:] == [
        nuremberg.DropPlanned(side="pact", rule="12.1.4.3"),
        kit.TurnBegan(turn=1, date="AM", rule="4.0-order"),
    ]


@rule("nuremberg", "12.5.1-concede")
@pytest.mark.parametrize(("side", "winner", "title"), [("pact", "nato", "NATO"), ("nato", "pact", "Pact")])
def test_concession(side: str, winner: str, title: str) -> None:
    war = Campaign("pact movement", 2)
    events = rules.apply(war.state, side, Order("concede"), Dice(1))
    assert events == [kit.Conceded(side=side, winner=winner, title=f"{title} victory", rule="12.5.1-concede")]
    assert war.state.result is not None
    assert (war.state.result.winner, war.state.result.rule) == (winner, "12.5.1-concede")


@rule("nuremberg", "7.1-excess")
def test_overstack_at_the_end_of_movement() -> None:
    war = Campaign("nato movement", 2, at={"us-1a-1-35a": "2424", "wg-4pg-101": "2424"})
    war.state.stopped = war.bit("us-1a-1-35a", "wg-4pg-101")
    assert war.play("end") == [afcent.Overstacked(hexes=("2424",), rule="7.1-excess")]
    assert war.now == (2, "nato", "lose")
    assert {*war.special("us-1a-1-35a"), *war.special("wg-4pg-101")} == {
        "lose us-1a-1-35a",
        "lose wg-4pg-101",
    }
    assert war.play("lose wg-4pg-101") == [
        kit.Eliminated(units=("wg-4pg-101",), hexes=("2424",), rule="11.9-choice")
    ]


# -- support markers -------------------------------------------------------------------------------


@rule("nuremberg", "4.7-count", "4.7-pact")
def test_artillery_lost_to_attrition() -> None:
    lost = {"su-39g-117": "lost", "su-39g-120": "lost", "su-39g-172": "lost"}
    war = Campaign("admin", 2, at={**lost, "su-a1": "available", "us-a1": "available"})
    assert war.enter("admin")[0] == afcent.ArtilleryLost(
        side="pact", units=("su-a1",), nation="Soviet", rule="4.7-count"
    )
    assert war.where("us-a1") == "available"


@rule("nuremberg", "4.7.1")
def test_helicopter_attrition() -> None:
    war = Campaign("admin", 2, at={"su-h1": "used", "us-h1": "used"}, helicopter_attrition=True)
    war.enter("admin")
    assert only(war.play("roll", 6, 5), afcent.HelicopterChecked) == [
        afcent.HelicopterChecked(
            side="pact", units=("su-h1",), dice=(6,), lost=True, rule="4.7.1", final=True
        ),
        afcent.HelicopterChecked(
            side="nato", units=("us-h1",), dice=(5,), lost=False, rule="4.7.1", final=True
        ),
    ]
    assert (war.where("su-h1"), war.where("us-h1")) == ("lost", "available")


@rule("nuremberg", "4.8-roll", "4.8-nato", "4.8-late")
def test_artillery_ammunition() -> None:
    war = Campaign("admin", 9, at={"su-a1": "used", "su-a2": "used", "us-a1": "used"}, ammunition=True)
    war.enter("admin")
    assert only(war.play("roll", 4, 3), afcent.AmmunitionRolled) == [
        afcent.AmmunitionRolled(
            side="pact", units=("su-a1", "su-a2"), dice=(4,), returns=None, rule="4.8-roll", final=True
        ),
        afcent.AmmunitionRolled(
            side="nato", units=("us-a1",), dice=(3,), returns=11, rule="4.8-roll", final=True
        ),
    ]
    assert (war.where("su-a1"), war.where("us-a1")) == ("lost", "coming")


@rule("nuremberg", "9.0-markers", "12.1.1-turn")
def test_support_arrives_with_the_player_turn() -> None:
    war = Campaign("nato movement", 2, at={"us-a5": "coming", "us-a8": "coming", "us-a6": "coming"})
    assert war.enter("nato movement") == [
        afcent.SupportArrived(side="nato", units=("us-a5", "us-a6"), rule="9.0-markers")
    ]
    assert (war.where("us-a5"), war.where("us-a8")) == ("available", "coming")


@rule("nuremberg", "11.4-before", "11.4-secret", "11.4-drm")
def test_support_is_pledged_and_revealed() -> None:
    field = Battlefield(t1="0605", t2="0605", w2="0505", w3="0505")
    field.ready("su-a1", "wg-a1")
    assert field.play("attack 0505 t1,t2") == [
        afcent.Attacked(side="pact", units=("t1", "t2"), hexes=("0505",), rule="11.2-many")
    ]
    assert field.play("commit su-a1", by="pact") == [
        afcent.SupportPledged(side="pact", units=("su-a1",), rule="11.4-secret", only=("pact",)),
        afcent.SupportDecided(side="pact"),
    ]
    assert field.play("commit wg-a1", 4, by="nato")[:3] == [
        afcent.SupportCommitted(side="pact", units=("su-a1",), rule="11.4-drm", final=True),
        afcent.SupportCommitted(side="nato", units=("wg-a1",), rule="11.4-drm", final=True),
        afcent.BattleFought(
            side="pact",
            units=("t1", "t2"),
            hexes=("0505",),
            dice=(4,),
            odds="2:1",
            drm=2,
            result="EX",
            rule="11.9-EX",
            final=True,
        ),
    ]
    assert (field.where("su-a1"), field.where("wg-a1")) == ("used", "used")


@rule("nuremberg", "11.4-secret")
def test_the_attackers_support_is_revealed_first() -> None:
    field = Battlefield("nato", u1="0605", m4="0505")
    field.ready("su-a1", "us-a1")
    field.play("attack 0505 u1")
    field.play("commit su-a1", by="pact")
    revealed = only(field.play("commit us-a1", 1, by="nato"), afcent.SupportCommitted)
    assert [event.side for event in revealed] == ["nato", "pact"]


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


# -- setup [12.1] ----------------------------------------------------------------------------------


@rule("nuremberg", "12.1", "12.1.4.2", "12.1.4.2.a")
def test_setup_orders() -> None:
    war = Campaign(setup="free")
    assert war.play("place us-1a-1-35a,us-1a-2-37a 1920") == [
        nuremberg.Placed(side="nato", units=("us-1a-1-35a", "us-1a-2-37a"), hexes=("1920",))
    ]
    assert war.play("lift us-1a-1-35a") == [nuremberg.TakenBack(side="nato", units=("us-1a-1-35a",))]
    assert war.play("fill") == [nuremberg.RestPlaced(side="nato", count=52)]
    assert war.play("end") == [kit.SetupEnded(side="nato")]
    war.play("draw", 1)
    for order in ("arrive 5", "primary 2732", "secondary 1942"):
        war.play(order)
    assert war.play("withhold su-119t") == [
        nuremberg.Withheld(side="pact", units=("su-119t",), country="East Germany")
    ]
    assert war.play("withhold-south cz-9t-m") == [
        nuremberg.Withheld(side="pact", units=("cz-9t-m",), country="Czechoslovakia")
    ]
    units = war.scenario.units_of[PACT].bit_count()
    assert war.play("fill") == [nuremberg.RestPlaced(side="pact", count=units - 3)]  # nor the 103G
    assert war.play("end")[0] == kit.SetupEnded(side="pact")


@rule("nuremberg", "12.1.4.1.a", "12.1.4.1.b")
@pytest.mark.parametrize(
    ("number", "word", "title"),
    [(1, "northern", "Northern Pincer"), (2, "southern", "Southern Pincer"), (3, "block", "Strategic Block")],
)
def test_attack_order(number: int, word: str, title: str) -> None:
    told = nuremberg.AttackOrderReceived
    assert Campaign().play("draw", number) == [
        told(side="pact", rule="12.1.4.1.a", final=True),
        told(side="pact", title=title, rule="12.1.4.1.b", only=("pact",), final=True),
    ]
    assert Campaign(attack_order="chosen").play(f"choose {word}") == [
        told(side="pact", rule="12.1.4.1.a"),
        told(side="pact", title=title, rule="12.1.4.1.b", only=("pact",)),
    ]


@rule("nuremberg", "12.1.4.3")
def test_drop_plan() -> None:
    war, written = Campaign(), nuremberg.DropPlanWritten
    war.play("draw", 1)
    assert war.play("arrive 5") == [written(side="pact", line="arrive", turn=5, only=("pact",))]
    assert war.play("primary 2732") == [written(side="pact", line="primary", hexes=("2732",), only=("pact",))]
    assert war.play("secondary 1942")[0] == written(
        side="pact", line="secondary", hexes=("1942",), only=("pact",)
    )


# -- the drop of the 103G [12.4.1] -----------------------------------------------------------------


def drop(sky: int = PACT, **at: str) -> tuple[Campaign, list[Event]]:
    """The Pact begins to move on the turn of the drop in 3538 or 1942."""
    places = {id_.replace("_", "-"): where for id_, where in at.items()}
    war = Campaign("pact movement", 2, at={"su-103g": "airborne", **places})
    war.state.plan, war.state.sky = [2, war.hex("3538"), war.hex("1942")], sky
    return war, war.enter("pact movement")


REVEALED = nuremberg.DropRevealed(
    side="pact", units=("su-103g",), hexes=("3538", "1942"), rule="12.4.1.a", final=True
)


@rule("nuremberg", "12.4.1.a", "12.4.1.d", "12.4.1.g")
def test_drop_and_its_dice() -> None:
    war, events = drop()
    assert events == [REVEALED]

    def rolled(die: int, result: str, case: str) -> Event:
        return nuremberg.DropRolled(
            side="pact", units=("su-103g",), hexes=("3538",), dice=(die,), modified=die, result=result,
            rule=case, final=True,
        )  # fmt: skip

    assert war.play("drop 3538", 6, 2) == [
        rolled(6, "disrupted, second table", "12.4.1.d"),
        rolled(2, "reduced", "12.4.1.g"),
    ]
    war, _ = drop()
    (landed,) = war.play("drop 1942", 1)
    assert isinstance(landed, nuremberg.DropRolled)
    assert (landed.hexes, landed.dice, landed.modified, landed.result) == (("1942",), (1,), 5, "intact")


@rule("nuremberg", "12.4.1.c", "5.3-drop")
def test_cancelled_and_eliminated_drops() -> None:
    """[R-NUR-27, R-NUR-29]"""
    cancelled = nuremberg.DropCancelled
    _, events = drop(sky=NATO)
    assert events == [
        REVEALED,
        cancelled(side="pact", units=("su-103g",), cause="no air superiority", rule="R-NUR-27"),
    ]
    _, events = drop(su_119t="3538", wg_g_wei="1942")
    assert events == [
        REVEALED,
        cancelled(side="pact", units=("su-103g",), cause="hexes occupied", rule="R-NUR-29"),
    ]
    _, events = drop(us_2c_1="3538", wg_g_wei="1942")
    assert events == [
        REVEALED,
        nuremberg.DropAnnihilated(side="pact", units=("su-103g",), rule="12.4.1.c"),
    ]


# -- entering, landing and leaving -----------------------------------------------------------------


@rule("nuremberg", "12.4.2-26l", "12.4.2-wg")
def test_landings() -> None:
    war = Campaign("nato movement", 2, at={"wg-26l-261": "airborne"})
    war.state.sky = NATO
    (field,) = [order.split()[2] for order in war.special("wg-26l-261")][:1]
    assert war.play(f"land wg-26l-261 {field}") == [
        nuremberg.Landed(side="nato", units=("wg-26l-261",), hexes=(field,), rule="12.4.2-26l")
    ]
    war = Campaign("arrivals", 1, at={"wg-51v": "coming", "wg-52v": "coming"})
    assert war.play("land wg-51v 2732") == [
        nuremberg.Landed(side="nato", units=("wg-51v",), hexes=("2732",), rule="12.4.2-wg")
    ]


@rule("nuremberg", "12.4.2-wg.a")
def test_home_guard_without_a_city() -> None:
    """[R-NUR-33]"""
    war = Campaign("arrivals", 1, at={"wg-51v": "coming", "wg-52v": "coming"})
    war.state.red = war.scenario.grid.all
    assert war.enter("arrivals")[0] == nuremberg.NoLandingCity(
        side="nato", units=("wg-51v", "wg-52v"), rule="R-NUR-33"
    )
    assert (war.where("wg-51v"), war.where("wg-52v")) == ("lost", "lost")


@rule("nuremberg", "9.0-phase", "10.9-declare")
@pytest.mark.parametrize(("verb", "column"), [("enter", False), ("enter-column", True)])
def test_entry(verb: str, column: bool) -> None:
    war = Campaign("pact movement", 2, at={"su-39g-117": "withheld", "su-39g-120": "withheld"})
    assert war.play(f"{verb} su-39g-117,su-39g-120 4240") == [
        nuremberg.Entered(
            side="pact", units=("su-39g-117", "su-39g-120"), hexes=("4240",), column=column, rule="9.0-phase"
        )
    ]


@rule("nuremberg", "10.6.1-when.a", "10.6.1-a", "3.0-switch")
def test_entry_by_air_rolls_attrition() -> None:
    war = Campaign("pact movement", 2, at={"su-900h": "withheld", "us-2c-1": "4239"})
    assert war.play("enter su-900h 4240", 4) == [
        nuremberg.Entered(side="pact", units=("su-900h",), hexes=("4240",), rule="9.0-phase"),
        afcent.FlightAttrition(
            side="pact", units=("su-900h",), hexes=("4240",), dice=(4,), drm=1, lost=False, rule="10.6.1-b",
            final=True,
        ),
    ]  # fmt: skip


@rule("nuremberg", "12.5.2-exit")
def test_exit() -> None:
    war = Campaign("pact movement", 2, at={"su-39g-117": "1901", "su-39g-120": "1901"})
    war.state.began = war.state.at[: war.scenario.unit_count]
    assert war.play("exit su-39g-117,su-39g-120") == [
        nuremberg.Exited(side="pact", units=("su-39g-117", "su-39g-120"), hexes=("1901",), rule="12.5.2-exit")
    ]


# -- dice ------------------------------------------------------------------------------------------


def purposes(war: Campaign | Battlefield | Manoeuvre, side: str, order: str, *dice: int) -> list[str]:
    """Give an order with dice; return what each die was rolled for."""
    rolled = Dice(1, by_hand=True)
    rolled.script(dice)
    rules.apply(war.state, side, war.scenario.notation.parse(order), rolled)
    return [roll.purpose for roll in rolled.log]


def test_dice_are_logged_with_their_purpose() -> None:
    assert purposes(Campaign("air", 1), "pact", "roll", 1) == ["Pact air superiority"]
    war = Campaign("ew", 2)
    war.state.ether = NATO
    assert purposes(war, "pact", "roll", 1, 1, 2, 2, 2) == [
        *["Pact electronic warfare"] * 2,
        *["NATO electronic warfare"] * 2,
        "NATO electronic warfare, bonus",
    ]
    assert purposes(Campaign("refugees", 3), "pact", "roll", 1, 1) == ["refugees", "refugees"]
    assert purposes(Battlefield(m1="0605", w2="0505"), "pact", "attack 0505 m1", 1) == ["battle"]
    assert purposes(Campaign(), "pact", "draw", 1) == ["the attack order"]
    war, _ = drop()
    assert purposes(war, "pact", "drop 3538", 6, 1) == [
        "drop of the 103rd Guards",
        "103rd Guards, second table",
    ]
