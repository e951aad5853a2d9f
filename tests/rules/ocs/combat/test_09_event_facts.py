"""The facts of events in combat: side, units, hexes, dice, rule, who may know, and whether they are final."""

from __future__ import annotations

from grognard.core.testing import rule
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.combat_events import (
    Advanced,
    AttackDeclared,
    AttackForce,
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
    Loss,
    Moved,
    RatingAnnounced,
    Reduced,
    Retreated,
    SurpriseRolled,
    TransportsCaptured,
)
from grognard.games.ocs.model.supply_events import (
    ExtenderCollapsed,
    ExtenderFolded,
    ExtenderMade,
    OrderGiven,
    Redacted,
    SupplyDraw,
    SupplyPaid,
)
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.event_helpers import OTHERS, OWN
from tests.rules.ocs.field import SOVIET
from tests.rules.ocs.supply_board import Depot, even, with_extenders

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
