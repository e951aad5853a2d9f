"""The facts of events: side, units, hexes, dice, the case, who may know, and whether dice were rolled."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.testing import rule
from grognard.games.ocs.interface.event_visibility import visible_events
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.combat_events import (
    Advanced,
    AttackDeclared,
    AttackForce,
    Barraged,
    BarrageForce,
    CombatOdds,
    CombatResult,
    Disorganized,
    Displaced,
    DumpCaptured,
    Eliminated,
    Exploitation,
    ExtenderCaught,
    FacilityBarraged,
    FacilityCaptured,
    FirstPlayerSet,
    InitiativeRolled,
    Loss,
    ModeChanged,
    Moved,
    MovementFinished,
    RatingAnnounced,
    Reduced,
    RegimentAbsorbed,
    RegimentDetached,
    ReserveModeLost,
    ReservesReleased,
    Retreated,
    StratModeLost,
    SurpriseRolled,
    TransportPrepared,
    TransportsCaptured,
    UnitsPlaced,
)
from grognard.games.ocs.model.files import Arrival, Placed, Withdrawal
from grognard.games.ocs.model.state import DEAD, GONE, remove
from grognard.games.ocs.model.supply_events import (
    AttritionRolled,
    BackInSupply,
    BreakoutRolled,
    Consolidated,
    DumpBlown,
    ExtenderCollapsed,
    ExtenderFolded,
    ExtenderMade,
    HedgehogChanged,
    Loaded,
    OrderGiven,
    OutOfSupply,
    PortChanged,
    RailConverted,
    Railed,
    Rebuilt,
    Redacted,
    ReinforcementsDue,
    ReplacementsRolled,
    Shipped,
    StocksRestored,
    StoresArrived,
    SupplyDelivered,
    SupplyDraw,
    SupplyMoved,
    SupplyPaid,
    SupplyRolled,
    TopChosen,
    UnitsArrived,
    Unloaded,
    Withdrawn,
)
from grognard.games.ocs.supply.payment import kind_of
from grognard.games.ocs.turn import initiative, sequence
from grognard.games.ocs.units.detachments import absorb
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import GERMAN, SOVIET, Field, practice, varied
from tests.rules.ocs.logistics.test_13_reinforcements import expecting
from tests.rules.ocs.model.test_00_map_and_setup import set_up
from tests.rules.ocs.order_helpers import Manoeuvre, at
from tests.rules.ocs.supply_board import Depot, even, with_extenders

OWN = ("german",)
OTHERS = ("soviet", "")
"""Who learns of a German event without its units: the enemy and spectators."""


def without_payments(events: Iterable[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, SupplyPaid)]


def shown(field: Field, events: list[Event]) -> list[Event]:
    """Return what the sides learn of events that follow the end of a phase."""
    return visible_events(field.state, "german", Order("end"), events)


# -- combat ----------------------------------------------------------------------------------------


@rule("ocs", "9.2-1", "9.2-2", "9.2-3", "9.6.2")
def test_events_of_an_attack() -> None:
    field = Battlefield("combat", g_inf1="08.09", g_rgt1="08.10", s_inf1="09.10")
    field.supply("08.09", 8)
    assert field.give("attack 09.10 g-inf1,g-rgt1") == [
        AttackDeclared(side="german", hexes=("09.10", "08.10", "08.09"), overrun=False, rule="9.2-1"),
        AttackForce(side="german", units=("g-inf1", "g-rgt1"), leader="g-inf1", rule="9.6.2", only=OWN),
        SupplyPaid(
            side="german",
            purpose="combat supply",
            consumers=(),
            draws=(SupplyDraw(tokens=4, holder="dump", hex="08.09", hq=""),),
            stocks=(),
            hexes=("08.09",),
            rule="9.2-2",
            only=OWN,
        ),
        RatingAnnounced(side="german", hexes=("09.10",), rating=3, rule="9.2-3"),
    ]


@rule("ocs", "9.7.1", "9.8.1", "9.9.1", "9.2-2")
def test_events_of_a_defence() -> None:
    field = Battlefield("combat", g_inf1="08.09", g_rgt1="08.10", s_inf1="09.10")
    field.state.level[field.generic("hedgehogs", "09.10", SOVIET)[0]] = 2
    field.give("attack 09.10 g-inf1,g-rgt1")
    table = series_tables()["combat"]
    result = table["results"][8][table["columns"]["open"].index("1:1") + 2]  # 10 + 1 - 2 is row 9
    assert field.give("defend s-inf1", 6, 6, 2, 5, 5) == [
        SupplyPaid(
            side="soviet",
            purpose="combat supply",
            consumers=(),
            draws=(),
            stocks=("s-inf1",),
            rule="9.2-2",
            only=("soviet",),
        ),
        CombatOdds(
            side="german",
            hexes=("09.10",),
            attack=18,
            defence=14,
            terrain="open",
            odds="1:1",
            attack_rating=3,
            defence_rating=2,
            attack_anti_tank="none",
            defence_anti_tank="heavy",
            hedgehog=2,
            rule="9.7.1",
        ),
        SurpriseRolled(
            side="german", dice=(6, 6, 2), surprise="attacker", columns=2, rule="9.8.1", final=True
        ),
        CombatResult(side="german", hexes=("09.10",), dice=(5, 5), result=result, rule="9.9.1", final=True),
    ]


@rule("ocs", "9.12.1", "9.12g.1", "5.10a.1")
def test_events_of_a_retreat_and_an_advance() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_inf1="09.10")
    field.fight("attack 09.10 g-inf1", "Ae4/DL1o2")
    where = ("11.11",)
    assert field.give("retreat s-inf1 09.10-10.10-11.11") == [
        Retreated(side="soviet", hexes=("09.10", "10.10", "11.11"), rule="9.12.1"),
        Disorganized(side="soviet", units=("s-inf1",), hexes=where, rule="5.10a.1", only=("soviet",)),
        Redacted(stands_for="disorganized", side="soviet", hexes=where, rule="5.10a.1", only=("german", "")),
    ]
    assert field.give("advance g-inf1") == [
        Advanced(side="german", hexes=("08.09", "09.10"), rule="9.12g.1"),
        OrderGiven(order="advance g-inf1", side="german", only=OWN),
    ]


@rule("ocs", "9.13.1", "9.11a")
def test_events_of_exploitation_and_elimination() -> None:
    field = Battlefield("combat", g_pz1="08.09", s_rgt1="09.10")
    assert field.fight("attack 09.10 g-pz1", "Ae4/DL1o2")[-3:] == [
        Exploitation(side="german", hexes=("08.09",), rule="9.13.1"),
        Loss(side="soviet", hexes=("09.10",), rule="9.11a"),
        Eliminated(side="soviet", units=("s-rgt1",), hexes=("09.10",), rule="9.11a", only=("soviet",)),
    ]


@rule("ocs", "8.0.1", "9.12g-D.1")
def test_events_of_an_overrun() -> None:
    field = Battlefield("movement", g_tb="08.09", s_rgt1="09.10").fuelled()
    first, *_ = field.give("overrun 09.10 g-tb")
    assert first == AttackDeclared(side="german", hexes=("09.10", "08.09"), overrun=True, rule="8.0.1")
    *_, last = field.give("defend s-rgt1", 6, 6, 6, 6, 6)
    assert last == Advanced(side="german", hexes=("08.09", "09.10"), rule="9.12g-D.1")


# -- barrage ---------------------------------------------------------------------------------------


@rule("ocs", "10.0.4", "10.1b.1", "9.11c.3")
def test_events_of_a_barrage() -> None:
    field = Battlefield("barrage", g_art1="08.09", s_inf1="09.10")
    field.supply("08.09", 8)
    paid, force, _, *rest = field.give("barrage 09.10 g-art1", 6, 6)
    assert paid == SupplyPaid(
        side="german",
        purpose="barrage",
        consumers=(),
        draws=(SupplyDraw(tokens=3, holder="dump", hex="08.09", hq=""),),
        stocks=(),
        hexes=("08.09",),
        rule="10.1b.1",
        only=OWN,
    )
    assert force == BarrageForce(side="german", units=("g-art1",), hexes=("09.10",), rule="10.0.4", only=OWN)
    assert rest[-2:] == [
        Loss(side="soviet", hexes=("09.10",), rule="9.11c.3", final=True),
        Reduced(side="soviet", units=("s-inf1",), hexes=("09.10",), rule="9.11c.3", only=("soviet",)),
    ]


@rule("ocs", "10.0c-B.1")
def test_events_of_a_barrage_on_a_port() -> None:
    field = Battlefield("barrage", g_art1="10.04", s_port_1002="10.02")
    field.supply("10.04", 8)
    *_, last = field.give("barrage 10.02 g-art1 port", 6)
    assert last == FacilityBarraged(
        side="german",
        hexes=("10.02",),
        dice=(6,),
        facility="port",
        points=16,
        result="1*(4)",
        hits=1,
        rule="10.0c-B.1",
        final=True,
    )


# -- captures --------------------------------------------------------------------------------------


@rule("ocs", "9.14b.1", "9.14c.1", "9.14c.4", "9.14e")
def test_events_of_captures() -> None:
    field = Battlefield("movement", g_moto="08.09").fuelled()
    field.generic("trucks", "09.10", SOVIET, 2, loaded=2)
    field.supply("09.10", 9, SOVIET)
    field.state.level[field.generic("hedgehogs", "09.10", SOVIET)[0]] = 2
    way = ("08.09", "09.10")
    assert field.give("move g-moto 08.09-09.10", 4, 5) == [
        Moved(side="german", units=("g-moto",), hexes=way, only=OWN),
        Redacted(stands_for="moved", side="german", hexes=way, only=OTHERS),
        TransportsCaptured(
            side="german",
            hexes=("09.10",),
            dice=(4,),
            transport="trucks",
            points=2,
            captured_points=1,
            tokens=4,
            captured_tokens=2,
            rule="9.14c.1",
            final=True,
        ),
        DumpCaptured(
            side="german", hexes=("09.10",), dice=(5,), captured=5, destroyed=4, rule="9.14b.1", final=True
        ),
        FacilityCaptured(side="german", hexes=("09.10",), facility="hedgehog", rule="9.14e"),
    ]
    assert field.give("displace 15.08 s-truck2") == [
        Displaced(
            side="soviet",
            units=("s-truck2",),
            hexes=("09.10", "15.08"),
            rule="9.14c.4",
            only=("soviet",),
        )
    ]


@rule("ocs", "9.14c.4")
def test_transports_are_displaced_one_by_one() -> None:
    """The tokens that they cannot carry go with the last of them."""
    field = Battlefield("movement", g_moto="08.09").fuelled()
    field.generic("trucks", "09.10", SOVIET, 3, loaded=4)
    field.give("move g-moto 08.09-09.10", 3)  # a quarter: 1 of 3 trucks, 3T of 12T
    field.give("displace 15.08 s-truck2")
    (question,) = field.state.questions
    assert (question.kind, question.side, question.hex) == ("displace", SOVIET, field.hex("09.10"))
    assert (question.units, question.data[0]) == ((field.unit("s-truck3"),), 10)
    assert field.refused("displace 20.07 s-truck3") == "9.14c.4"
    field.give("displace 14.08 s-truck3")
    assert (field.at("s-truck2"), field.at("s-truck3")) == ("15.08", "14.08")
    assert field.state.ledger == [3, 9]
    assert not field.asked()


@rule("ocs", "9.14h.1", "9.14c.2")
def test_events_of_captured_ports_and_wagons() -> None:
    field = Battlefield("movement", g_moto="10.04").fuelled()
    field.put("s-port-1002", "10.02")
    field.generic("wagons", "10.02", SOVIET)
    events = field.give("move g-moto 10.04-10.02", 6)
    assert events[-2:] == [
        TransportsCaptured(
            side="german",
            hexes=("10.02",),
            dice=(6,),
            transport="wagons",
            points=1,
            captured_points=1,
            tokens=0,
            captured_tokens=0,
            rule="9.14c.1",
            final=True,
        ),
        FacilityCaptured(side="german", hexes=("10.02",), facility="port", rule="9.14h.1"),
    ]


@rule("ocs", "9.14d.1", "9.14d.3", "12.7d.1")
def test_events_of_extenders() -> None:
    scenario = with_extenders(even(rail=True), 4)
    field = Depot("movement", scenario=scenario)
    field.generic("trucks", "11.03", count=2)
    pair = ("g-truck1", "g-truck2")
    made = field.give("extend g-truck1,g-truck2")
    assert [(type(e), e.side, e.units, e.hexes, e.rule, e.only) for e in made] == [
        (ExtenderMade, "german", pair, ("11.03",), "12.7d.1", OWN)
    ]
    field.state.spent = [0] * len(field.state.spent)
    folded = field.give("fold g-truck1")
    assert [(type(e), e.side, e.units, e.hexes, e.rule, e.only) for e in folded] == [
        (ExtenderFolded, "german", pair, ("11.03",), "12.7d.1", OWN)
    ]
    caught = Depot("movement", player=1, scenario=scenario, s_rgt1="12.03 m")
    caught.post("11.03")
    assert caught.give("move s-rgt1 12.03-11.03")[-1] == ExtenderCaught(
        side="german", hexes=("11.03",), collapses=True, rule="9.14d.1"
    )
    (collapsed,) = caught.give("collapse 07.03 g-truck1,g-truck2")
    assert isinstance(collapsed, ExtenderCollapsed)
    assert (collapsed.side, collapsed.units, collapsed.only) == ("german", pair, OWN)
    assert (collapsed.hexes[-1], collapsed.rule) == ("07.03", "9.14d.1")


# -- movement, modes, Breakdowns -------------------------------------------------------------------


@rule("ocs", "4.5b.2", "4.8b-C", "5.4.1", "5.7b.1")
def test_events_of_movement_and_modes() -> None:
    field = Manoeuvre(g_rgt1="08.08 m", g_rgt2="08.08 m", g_inf1="08.10")
    assert field.give("done g-rgt1") == [
        MovementFinished(side="german", units=("g-rgt1",), rule="4.5b.2", only=OWN)
    ]
    assert field.give("top g-rgt2") == [
        TopChosen(side="german", units=("g-rgt2",), hexes=("08.08",), rule="4.8b-C", only=OWN)
    ]
    assert field.give("mode g-inf1 reserve") == [
        ModeChanged(
            side="german", units=("g-inf1",), hexes=("08.10",), mode="reserve", rule="5.4.1", only=OWN
        )
    ]
    reserve = Manoeuvre("reaction", 1, g_rgt1="08.09 r")
    assert reserve.give("release g-rgt1") == [
        ReservesReleased(side="german", units=("g-rgt1",), rule="5.7b.1", only=OWN),
        Redacted(stands_for="released", side="german", rule="5.7b.1", only=OTHERS),
    ]


@rule("ocs", "5.7d.1", "5.8b.2")
def test_events_of_lost_modes() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_inf1="09.10 r")
    lost = [e for e in field.fight("attack 09.10 g-inf1", "AL1/Do1") if isinstance(e, ReserveModeLost)]
    assert lost == [ReserveModeLost(side="soviet", units=("s-inf1",), rule="5.7d.1", only=("soviet",))]
    strat = Manoeuvre(g_rgt1="18.03 ms")
    strat.state.switched = strat.bit("g-rgt1")
    lost_strat = [e for e in strat.give("end") if isinstance(e, StratModeLost)]
    assert lost_strat == [StratModeLost(side="german", units=("g-rgt1",), rule="5.8b.2", only=OWN)]


@rule("ocs", "20.0.2", "20.0d.1")
def test_events_of_breakdowns() -> None:
    field = Manoeuvre(g_inf1="08.10 m")
    both = ("g-german-brk1", "g-inf1")
    assert field.give("detach g-inf1") == [
        RegimentDetached(side="german", units=both, hexes=("08.10",), rule="20.0.2", only=OWN)
    ]
    assert shown(field, absorb(field.state)) == [
        RegimentAbsorbed(side="german", units=both, hexes=("08.10",), rule="20.0d.1", only=OWN)
    ]


@rule("ocs", "4.8a.2")
def test_events_of_overstacking() -> None:
    field = Manoeuvre(g_rgt1="07.05", **at("07.05", "g-inf1", "g-inf2", "g-inf4"))
    field.give("end")
    where = ("07.05",)
    assert field.give("lose g-rgt1")[:2] == [
        Eliminated(side="german", units=("g-rgt1",), hexes=where, overstacked=True, rule="4.8a.2", only=OWN),
        Redacted(stands_for="lost", side="german", hexes=where, rule="4.8a.2", only=OTHERS),
    ]


@rule("ocs", "2.3.2")
def test_events_of_the_initiative() -> None:
    field = Manoeuvre(turn=2, scenario=varied(practice(), initiative=True))
    assert initiative.begin(field.state, field.dice(5, 6, 2, 1)) == [
        InitiativeRolled(side="german", dice=(5, 6), total=11, rule="2.3.2", final=True),
        InitiativeRolled(side="soviet", dice=(2, 1), total=3, rule="2.3.2", final=True),
    ]
    assert field.give("second") == [FirstPlayerSet(side="soviet", rule="2.3.2")]


# -- transport -------------------------------------------------------------------------------------


@rule("ocs", "13.3e.1", "19.0f.1", "13.2f.1", "13.2f.3")
def test_events_of_transport() -> None:
    field = Manoeuvre(g_rgt1="07.03 m", g_sec="04.02")
    field.generic("trucks", "07.03")
    field.supply("07.03", 8)
    way = ("07.03", "06.02", "05.03", "04.02")
    assert field.give("rail g-rgt1 07.03-04.02") == [
        Railed(side="german", units=("g-rgt1",), hexes=way, rule="13.3e.1", only=OWN),
        Redacted(stands_for="railed", side="german", hexes=way, rule="13.3e.1", only=OTHERS),
    ]
    assert field.give("freight 07.03-04.02 3") == [
        SupplyMoved(tokens=3, by="rail", side="german", hexes=("07.03", "04.02"), rule="13.3e.1", only=OWN)
    ]
    field.put("g-rgt2", "07.03")
    (loaded,) = field.give("load g-truck1 2")
    assert isinstance(loaded, Loaded)
    assert (loaded.tokens, loaded.side, loaded.units) == (2, "german", ("g-truck1",))
    assert (loaded.hexes, loaded.only) == (("07.03",), OWN)
    (unloaded,) = field.give("unload g-truck1 1")
    assert isinstance(unloaded, Unloaded)
    assert (unloaded.tokens, unloaded.side, unloaded.units) == (1, "german", ("g-truck1",))
    assert (unloaded.hexes, unloaded.only) == (("07.03",), OWN)


@rule("ocs", "19.0f.1", "19.0c", "19.0d")
def test_events_of_ports() -> None:
    field = Manoeuvre(g_rgt1="02.02 m", g_rgt2="10.02", g_eng="02.02")
    for id_, hex_ in (("g-port-0202", "02.02"), ("g-port-1002", "10.02")):
        field.put(id_, hex_)
    way = ("02.02", "10.02")
    assert field.give("ship g-rgt1 02.02-10.02") == [
        Shipped(side="german", units=("g-rgt1",), hexes=way, rule="19.0f.1", only=OWN),
        Redacted(stands_for="shipped", side="german", hexes=way, rule="19.0f.1", only=OTHERS),
    ]
    assert field.give("wreck 10.02 g-rgt2") == [
        PortChanged(hits=1, side="german", hexes=("10.02",), rule="19.0c"),
        OrderGiven(order="wreck 10.02 g-rgt2", side="german", only=OWN),
    ]
    field.supply("02.02", 4)
    field.state.level[field.unit("g-port-0202")] = 1
    assert without_payments(field.give("mend 02.02 g-eng")) == [
        PortChanged(hits=0, side="german", hexes=("02.02",), rule="19.0d")
    ]
    shipping = Manoeuvre(g_port_0202="02.02", g_port_1002="10.02")
    shipping.supply("10.02", 4)
    assert shipping.give("ship-supply 10.02-02.02 1") == [
        SupplyMoved(tokens=1, by="sea", side="german", hexes=("10.02", "02.02"), rule="19.0f.1", only=OWN)
    ]


@rule("ocs", "16.0b.1", "16.0c.1", "13.3f-B")
def test_events_of_works_and_railways() -> None:
    field = Manoeuvre(g_rgt1="08.09", g_rgt2="08.09")
    field.supply("08.09", 8)
    where = ("08.09",)
    assert without_payments(field.give("dig 08.09 g-rgt1")) == [
        HedgehogChanged(level=1, side="german", hexes=where, rule="16.0b.1")
    ]
    field.state.dug = 0
    assert field.give("raze 08.09 g-rgt2")[0] == HedgehogChanged(
        level=0, side="german", hexes=where, rule="16.0c.1"
    )
    track = Manoeuvre(g_rail="04.02", g_sec="04.02")
    track.state.wide |= sum(1 << track.hex(label) for label in ("05.03", "06.02", "07.03"))
    events = [e for e in track.give("convert g-rail 04.02-05.03") if isinstance(e, RailConverted)]
    assert events == [RailConverted(side="german", hexes=("05.03",), rule="13.3f-B")]


# -- supply ----------------------------------------------------------------------------------------


@rule("ocs", "12.5c.1", "12.11a.4")
def test_events_of_fuel_and_dumps() -> None:
    field = Depot("movement", g_hq2="04.05", g_tb="14.05")
    field.supply("01.05", 8)
    assert field.give("fuel g-tb") == [
        SupplyPaid(
            side="german",
            purpose="fuel",
            consumers=("g-tb",),
            draws=(SupplyDraw(tokens=1, holder="dump", hex="01.05", hq="g-hq2"),),
            stocks=(),
            hexes=("01.05",),
            rule="12.5c.1",
            only=OWN,
        )
    ]
    where = ("01.05",)
    assert field.give("blow 01.05 6", 4) == [
        DumpBlown(
            destroyed=5,
            ordered=6,
            side="german",
            hexes=where,
            dice=(4,),
            rule="12.11a.4",
            only=OWN,
            final=True,
        ),
        Redacted(
            stands_for="blown",
            side="german",
            hexes=where,
            dice=(4,),
            rule="12.11a.4",
            only=OTHERS,
            final=True,
        ),
    ]


@rule("ocs", "12.8a.1", "12.8b.1", "12.8a.2", "12.10e.1")
def test_events_of_the_supply_phase() -> None:
    field = Depot("supply", g_inf1="15.05", g_rgt1="04.07 o")
    field.mark("exhausted", "g-rgt1")
    field.supply("04.07", 2)
    events = without_payments(shown(field, field.feed(3, 4)))
    where = ("15.05",)
    assert events == [
        StocksRestored(level="Low", side="german", units=("g-rgt1",), rule="12.10e.1", only=OWN),
        OutOfSupply(side="german", units=("g-inf1",), hexes=where, rule="12.8a.1", only=OWN),
        BackInSupply(side="german", units=("g-rgt1",), hexes=("04.07",), rule="12.8a.2", only=OWN),
        AttritionRolled(steps=1, side="german", hexes=where, dice=(3, 4), rule="12.8b.1", final=True),
        Loss(side="german", hexes=where, rule="12.8b.1"),
        Reduced(side="german", units=("g-inf1",), hexes=where, rule="12.8b.1", only=OWN),
    ]


@rule("ocs", "12.8e.6", "12.8e.7")
def test_events_of_breakouts() -> None:
    field = Depot("breakout", g_rgt1="15.05", g_rgt2="15.05")
    where = ("15.05",)
    for id_, dice, turns, cited in (("g-rgt1", (6, 3), 3, "12.8e.7"), ("g-rgt2", (1,), 0, "12.8e.6")):
        assert field.give(f"breakout {id_}", *dice)[:2] == [
            BreakoutRolled(
                turns=turns,
                side="german",
                units=(id_,),
                hexes=where,
                dice=dice,
                rule=cited,
                only=OWN,
                final=True,
            ),
            Redacted(
                stands_for="breakout",
                side="german",
                hexes=where,
                dice=dice,
                rule=cited,
                only=OTHERS,
                final=True,
            ),
        ]


# -- reinforcements --------------------------------------------------------------------------------


@rule("ocs", "2.1.6", "13.5.1", "13.6.1")
def test_events_of_reinforcements() -> None:
    field = expecting(
        Arrival(2, ("G-WEST",), units=("g-inf1",)),
        Arrival(2, ("08.07",), side="german", supply=2, trucks=1, wagons=2),
        withdrawal=(Withdrawal(2, units=("g-rgt2",)),),
        g_rgt2="08.08",
    )
    events = shown(field, sequence.begin(field.state, field.dice(3, 4, 4, 4)))
    assert events[-4:] == [
        ReinforcementsDue(count=1, side="german", rule="13.6.1", only=OWN),
        StoresArrived(tokens=8, trucks=1, wagons=2, side="german", hexes=("08.07",), rule="13.6.1", only=OWN),
        SupplyRolled(tokens=28, side="german", dice=(3, 4), rule="2.1.6", final=True),
        ReplacementsRolled(pax=1, eq=1, trucks=0, side="german", dice=(4, 4), rule="13.5.1", final=True),
    ]
    assert events[:-4] == [Withdrawn(side="german", units=("g-rgt2",), rule="13.6.1", only=OWN)]
    assert field.state.at[field.unit("g-rgt2")] == GONE
    assert field.give("arrive g-inf1 01.03 move") == [
        UnitsArrived(side="german", units=("g-inf1",), hexes=("01.03",), rule="13.6.1", only=OWN)
    ]
    assert field.give("deliver 01.03 2") == [
        SupplyDelivered(tokens=2, side="german", hexes=("01.03",), rule="2.1.6", only=OWN)
    ]


@rule("ocs", "13.5a-1.1", "13.9.1")
def test_events_of_rebuilding_and_consolidation() -> None:
    field = Manoeuvre("reinforcement", g_hq="07.03")
    field.generic("pax", "07.03", count=4)
    field.generic("eq", "07.03", count=2)
    remove(field.state, field.unit("g-pz1"))
    assert field.state.at[field.unit("g-pz1")] == DEAD
    assert field.give("rebuild g-pz1 07.03") == [
        Rebuilt(pax=0, eq=2, side="german", units=("g-pz1",), hexes=("07.03",), rule="13.5a-1.1", only=OWN)
    ]
    pair = Manoeuvre("reinforcement", g_inf1="07.03 **", g_inf2="07.03 **")
    (done,) = pair.give("consolidate g-inf1,g-inf2")
    assert isinstance(done, Consolidated)
    assert (done.side, done.units, done.hexes, done.only) == (
        "german",
        ("g-inf1", "g-inf2"),
        ("07.03",),
        OWN,
    )
    assert pair.state.ledger[GERMAN] == 0


# -- setup, barrages and holders of supply ---------------------------------------------------------


@rule("ocs", "IV.A.1", "IV.C.1")
def test_events_of_the_setup() -> None:
    field = set_up(Placed("08.07", ("g-org1", "g-inf1"), side="german", supply=3, within=1))
    where = ("08.07",)
    assert field.give("place g-inf1 08.07") == [
        UnitsPlaced(side="german", units=("g-inf1",), hexes=where, rule="IV.A.1", only=OWN)
    ]
    for verb, loaded in (("load", True), ("unload", False)):
        assert field.give(f"{verb} g-org1") == [
            TransportPrepared(side="german", units=("g-org1",), loaded=loaded, rule="IV.C.1", only=OWN)
        ]


@rule("ocs", "12.3.1")
@pytest.mark.parametrize(
    ("kind", "holder"), [("dumps", "dump"), ("trucks", "truck"), ("wagons", "wagon"), ("", "Organic Truck")]
)
def test_payments_name_the_kind_of_counter_that_held_the_supply(kind: str, holder: str) -> None:
    field = Depot("movement", g_tb="14.05")
    if kind == "dumps":
        field.supply("14.05", 4)
    elif kind:
        field.generic(kind, "14.05", loaded=4)
    else:
        field.put("g-org1", "14.05")
        field.load(field.unit("g-org1"), 4)
    holders = [number for number, tokens in enumerate(field.state.tokens) if tokens]
    assert [kind_of(field.scenario, number) for number in holders] == [holder]


@rule("ocs", "10.0.1")
def test_barrages_roll_dice_for_good() -> None:
    field = Battlefield("barrage", g_art1="08.09", s_inf1="09.10")
    field.supply("08.09", 8)
    (rolled,) = (event for event in field.give("barrage 09.10 g-art1", 6, 6) if isinstance(event, Barraged))
    assert (rolled.side, rolled.hexes, rolled.dice) == ("german", ("09.10",), (6, 6))
    assert rolled.final is True
