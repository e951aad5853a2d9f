"""The facts of events of supply: side, units, hexes, dice, rule, who may know, and whether they are final."""

from __future__ import annotations

import pytest

from grognard.core.testing import rule
from grognard.games.ocs.model.combat_events import (
    Barraged,
    Loss,
    Reduced,
    TransportPrepared,
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
    OutOfSupply,
    Rebuilt,
    Redacted,
    ReinforcementsDue,
    ReplacementsRolled,
    StocksRestored,
    StoresArrived,
    SupplyDelivered,
    SupplyDraw,
    SupplyPaid,
    SupplyRolled,
    UnitsArrived,
    Withdrawn,
)
from grognard.games.ocs.supply.payment import kind_of
from grognard.games.ocs.turn import sequence
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.event_helpers import OTHERS, OWN, shown, without_payments
from tests.rules.ocs.field import GERMAN
from tests.rules.ocs.logistics.test_13_reinforcements import expecting
from tests.rules.ocs.model.test_00_map_and_setup import set_up
from tests.rules.ocs.order_helpers import Manoeuvre
from tests.rules.ocs.supply_board import Depot

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
