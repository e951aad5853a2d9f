"""The facts of events in movement: side, units, hexes, dice, rule, who may know, whether final."""

from __future__ import annotations

from grognard.core.testing import rule
from grognard.games.ocs.model.combat_events import (
    Eliminated,
    FirstPlayerSet,
    InitiativeRolled,
    ModeChanged,
    MovementFinished,
    RegimentAbsorbed,
    RegimentDetached,
    ReserveModeLost,
    ReservesReleased,
    StratModeLost,
)
from grognard.games.ocs.model.supply_events import (
    HedgehogChanged,
    Loaded,
    OrderGiven,
    PortChanged,
    RailConverted,
    Railed,
    Redacted,
    Shipped,
    SupplyMoved,
    TopChosen,
    Unloaded,
)
from grognard.games.ocs.turn import initiative
from grognard.games.ocs.units.detachments import absorb
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.event_helpers import OTHERS, OWN, shown, without_payments
from tests.rules.ocs.field import practice, varied
from tests.rules.ocs.order_helpers import Manoeuvre, at

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
