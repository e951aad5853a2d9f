"""Every event of play with all its facts: who, what, where, which dice, which rule, and whether it is final.

An event is final if it involved dice or revealed something, so that it cannot be undone.
"""

from __future__ import annotations

import pytest

from grognard.core.testing import rule
from grognard.games.kit.events import (
    Advanced,
    AdvanceDeclined,
    AirpowerPlaced,
    AirTied,
    CityCaptured,
    Conceded,
    Eliminated,
    GameOver,
    NoRetreat,
    OrderDeclared,
    PhaseEnded,
    Probed,
    Retreated,
    SetupEnded,
    TurnBegan,
)
from grognard.games.sww3.events import (
    AerialSupplyPlaced,
    AirSuperiority,
    AirSuperiorityRolled,
    AtomicAttack,
    AtomicAttackDeclared,
    BattleFought,
    BloodbathStopped,
    CountryJoined,
    DikesBlown,
    DivisionRebuilt,
    DivisionsDrawn,
    DivisionSwapped,
    Dropped,
    FleetRolled,
    Moved,
    PrestigeLost,
    Reduced,
    ReinforcementPlaced,
    ReinforcementsDrawn,
    ReinforcementsReturned,
    ReservesCommitted,
    SecondFormationCalled,
    SetupFilled,
    TheatreClosed,
    UnitDiverted,
    UnitHeldBack,
    UnitRevealed,
    UnitsPlaced,
    UnitTakenBack,
)
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.turn import victory
from tests.rules.sww3.field import BOTH, Field, Places
from tests.rules.sww3.parade import Parade
from tests.rules.sww3.wars import War

RING: Places = {"t1": "0504", "t2": "0604", "t3": "0605", "m1": "0506", "m2": "0405", "m3": "0404"}
"""All around 0505."""

# -- combat ----------------------------------------------------------------------------------------


def fought(units: str, die: int, odds: str, result: str, case: str, where: str = "0505") -> BattleFought:
    """A Soviet battle; without a die it is not final."""
    return BattleFought(
        side="soviet",
        units=tuple(units.split(",")),
        hexes=(where,),
        dice=(die,) if die else (),
        odds=odds,
        result=result,
        rule=case,
        final=bool(die),
    )


@rule("pincher", "12.20-AL1", "2.11-flip")
@rule("sandown", "12.20-AL1", "2.11-flip")
@BOTH
def test_battle_and_step_loss(game: str) -> None:
    f = Field(game, t1="0504", u1="0505")
    assert f.play("attack 0505 t1", 6) == [
        fought("t1", 6, "1:1", "AL1", "12.20-AL1"),
        Reduced(units=("t1",), hexes=("0504",), rule="2.11-flip"),
    ]


@rule("pincher", "12.20-AL1", "2.11-dead")
@rule("sandown", "12.20-AL1", "2.11-dead")
@BOTH
def test_elimination(game: str) -> None:
    f = Field(game, p1="0504", u3="0505")
    assert f.play("attack 0505 p1", 6)[1] == Eliminated(units=("p1",), hexes=("0504",), rule="2.11-dead")


@rule("pincher", "12.20-DR-move", "12.22-empty")
@rule("sandown", "12.20-DR-move", "12.22-empty")
@BOTH
def test_retreat_and_advance(game: str) -> None:
    f = Field(game, t1="0504", t2="0504", u1="0505")
    assert f.play("attack 0505 t1,t2", 3) == [fought("t1,t2", 3, "2:1", "DR", "12.20-DR-move")]
    assert f.play("retreat 0506") == [
        Retreated(side="allied", units=("u1",), hexes=("0505", "0506"), rule="12.20-DR-move")
    ]
    assert f.play("advance t2") == [
        Advanced(side="soviet", units=("t2",), hexes=("0504", "0505"), rule="12.22-empty")
    ]
    assert f.play("stay") == [AdvanceDeclined(side="soviet")]


@rule("pincher", "12.20-DR-ezoc-loss")
@rule("sandown", "12.20-DR-ezoc-loss")
@BOTH
def test_retreat_into_an_enemy_zone(game: str) -> None:
    around = {**RING, "m1": "0507"}  # 0506 is empty, but next to 0507
    f = Field(game, u1="0505", **around)
    assert f.play("attack 0505 t1,t2", 3)[1:] == [
        Retreated(side="allied", units=("u1",), hexes=("0505", "0506"), rule="12.20-DR-move"),
        Reduced(units=("u1",), hexes=("0506",), rule="2.11-flip"),
    ]


@rule("pincher", "12.20-DR-none")
@rule("sandown", "12.20-DR-none")
@BOTH
def test_no_retreat(game: str) -> None:
    f = Field(game, u1="0505", **RING)
    assert f.play("attack 0505 t1,t2", 3) == [
        fought("t1,t2", 3, "2:1", "DR", "12.20-DR-move"),
        NoRetreat(hexes=("0505",), rule="12.20-DR-none"),
        Reduced(units=("u1",), hexes=("0505",), rule="2.11-flip"),
    ]


@rule("pincher", "12.9-high", "12.19")
@rule("sandown", "12.9-high", "12.19")
@BOTH
def test_battle_without_a_die(game: str) -> None:
    f = Field(game, s26="0504", u3="0505")
    assert f.play("attack 0505 s26") == [
        fought("s26", 0, "8:1", "DE", "12.20-DE-one"),
        Eliminated(units=("u3",), hexes=("0505",), rule="2.11-dead"),
    ]


@rule("pincher", "12.20-BB-both", "12.20-BB-escalate")
@rule("sandown", "12.20-BB-both", "12.20-BB-escalate")
@BOTH
def test_bloodbath(game: str) -> None:
    f = Field(game, t1="0504", t2="0504", u3="0505", u4="0505")
    assert f.play("attack 0505 t1,t2", 4) == [fought("t1,t2", 4, "2:1", "BB", "12.20-BB-both")]
    assert f.play("lose t2") == [Reduced(units=("t2",), hexes=("0504",), rule="2.11-flip")]
    assert f.play("lose u3") == [Eliminated(units=("u3",), hexes=("0505",), rule="2.11-dead")]
    assert f.play("stop") == [BloodbathStopped(side="soviet")]


@rule("pincher", "12.23-move")
@rule("sandown", "12.23-move")
@BOTH
def test_probe_into_a_city(game: str) -> None:
    f = Field(game, t1="0504", u1="0603")
    assert f.play("probe 0503 t1") == [
        Probed(side="soviet", units=("t1",), hexes=("0503",), rule="12.23-move"),
        CityCaptured(side="soviet", hexes=("0503",), city="Steinau"),
    ]


@rule("pincher", "3.10-switch", "12.23-move")
@BOTH
def test_only_an_enemy_city_is_captured(game: str) -> None:
    f = Field(game, "allied combat", u1="0504", t1="0603")
    probed = Probed(side="allied", units=("u1",), hexes=("0503",), rule="12.23-move")
    assert f.play("probe 0503 u1") == [probed]  # it was Allied
    f = Field(game, "allied combat", u1="0504", t1="0603")
    f.state.red |= 1 << f.hex("0503")
    captured = CityCaptured(side="allied", hexes=("0503",), city="Steinau")
    assert f.play("probe 0503 u1") == [probed, captured]
    f = Field(game, "allied combat", u1="0504", t1="0603")
    f.state.red |= 1 << f.hex("0503")
    f.nuke("0503")  # a nuked city is none
    assert f.play("probe 0503 u1") == [probed]


@rule("pincher", "3.10-switch", "12.22-empty")
@BOTH
def test_advance_and_retreat_into_a_city(game: str) -> None:
    f = Field(game, s26="0504", u3="0503")
    assert f.play("attack 0503 s26", 1)[-1] == Eliminated(units=("u3",), hexes=("0503",), rule="2.11-dead")
    assert f.play("advance s26") == [
        Advanced(side="soviet", units=("s26",), hexes=("0504", "0503"), rule="12.22-empty"),
        CityCaptured(side="soviet", hexes=("0503",), city="Steinau"),
    ]
    f = Field(game, t1="0505", t2="0505", u1="0504")
    f.state.red |= 1 << f.hex("0503")
    f.play("attack 0504 t1,t2", 3)
    assert f.play("retreat 0503") == [
        Retreated(side="allied", units=("u1",), hexes=("0504", "0503"), rule="12.20-DR-move"),
        CityCaptured(side="allied", hexes=("0503",), city="Steinau"),
    ]


@rule("pincher", "10.4-reveal", "10.4-zero")
def test_revealed_groupements() -> None:
    f = Field("pincher", s26="0504", w1="0505", w2="0505")
    assert f.play("attack 0505 s26", 1, 3)[:2] == [
        UnitRevealed(units=("w1",), hexes=("0505",), attack=0, defence=0, rule="10.4-zero", final=True),
        UnitRevealed(units=("w2",), hexes=("0505",), attack=3, defence=3, rule="10.4-reveal", final=True),
    ]


@rule("sandown", "10.9-reveal", "10.9-zero")
def test_revealed_second_formation() -> None:
    f = Field("sandown", n1="0504", n2="0504", u1="0505")
    events = f.play("attack 0505 n1,n2", 1, 1)
    assert events == [
        UnitRevealed(units=("n1",), hexes=("0504",), attack=0, defence=0, rule="10.9-zero", final=True),
        UnitRevealed(units=("n2",), hexes=("0504",), attack=0, defence=0, rule="10.9-zero", final=True),
        fought("n1,n2", 0, "", "spent", "R-SWW-24"),
    ]


def test_battle_without_defenders_left() -> None:
    """[R-SWW-24]"""
    f = Field("pincher", t1="0504", w1="0505")
    assert f.play("attack 0505 t1", 1)[1] == fought("t1", 0, "", "empty", "R-SWW-24")


# -- atomic attacks --------------------------------------------------------------------------------


@rule("pincher", "13.5", "13.9-table")
@rule("sandown", "13.5", "13.9-table")
@BOTH
def test_allied_atomic_attack(game: str) -> None:
    f = Field(game, "allied movement", turn=2, t1="0505")
    off = f.scenario.theatres[0].charts["atomic"]["clear"]
    start = f.state.prestige
    assert f.play("strike 0505", 2, 2, 6) == [
        AtomicAttack(
            side="allied",
            hexes=("0505",),
            dice=(2, 2),
            terrain="clear",
            modifier=off,
            steps=4 + off,
            rule="13.5",
            final=True,
        ),
        PrestigeLost(dice=(6,), loss=3, left=start - 3, rule="13.9-table", final=True),
        Reduced(units=("t1",), hexes=("0505",), rule="2.11-flip"),
        Eliminated(units=("t1",), hexes=("0505",), rule="2.11-dead"),
    ]


@rule("pincher", "13.4-tie")
@rule("sandown", "13.4-tie")
@BOTH
def test_declared_atomic_attack(game: str) -> None:
    f = Field(game, "allied movement", turn=2, u1="0505")
    assert f.play("strike 0505", by="soviet") == [
        AtomicAttackDeclared(side="soviet", hexes=("0505",), rule="13.4-tie", final=True)
    ]


# -- movement --------------------------------------------------------------------------------------


@rule("pincher", "3.10-switch", "11.16-double")
def test_moves_by_land_and_in_column() -> None:
    p = Parade("pincher", t1="0702", t2="1103")
    assert p.play("move t1 0702-0603") == [
        Moved(units=("t1",), hexes=("0702", "0603")),
        CityCaptured(side="soviet", hexes=("0603",), city="Furt"),
    ]
    assert p.play("column t2 1103-1104") == [Moved(units=("t2",), hexes=("1103", "1104"), by="column")]


@rule("pincher", "10.3-enter")
def test_reserves_declared_and_entering() -> None:
    war = War("pincher", "soviet movement", 2, at={"su-4gt": "reserve"})
    assert war.play("commit su-4gt") == [ReservesCommitted(side="soviet", units=("su-4gt",), rule="R-PIN-31")]
    assert war.play("enter su-4gt 5736") == [Moved(units=("su-4gt",), hexes=("5736",), entered=True)]


@rule("pincher", "11.19-ports")
def test_sea_move() -> None:
    p = Parade("pincher", "allied movement", u1="0202")
    assert p.play("sea u1 0202-0204") == [
        Moved(units=("u1",), hexes=("0202", "0204"), by="sea", rule="11.19-ports")
    ]


@rule("pincher", "3.2-neutral")
def test_neutral_country_enters_the_war() -> None:
    p = Parade("pincher", t1="0605", s1="0506")
    (_, joined) = p.play("move t1 0605-0406")
    assert joined == CountryJoined(side="allied", country="Switzerland", rule="3.2-neutral")


@rule("pincher", "11.11-blow")
def test_dikes() -> None:
    p = Parade("pincher", "allied movement", u1="0202")
    assert p.play("flood") == [DikesBlown(side="allied", rule="11.11-blow")]


@rule("pincher", "9.18-effect")
@rule("sandown", "9.17-effect")
@pytest.mark.parametrize(("game", "case"), [("pincher", "9.18-effect"), ("sandown", "9.17-effect")])
def test_aerial_supply(game: str, case: str) -> None:
    p = Parade(game, t1="0505")
    p.state.air, p.state.aerial_left = [SOVIET], [1]
    assert p.play("supply 0505") == [AerialSupplyPlaced(side="soviet", hexes=("0505",), rule=case)]


@rule("pincher", "10.2-hex", "3.2-neutral")
def test_drop() -> None:
    p = Parade("pincher", p1="airborne")
    p.state.air, p.state.aerial_left = [SOVIET], [1]
    assert p.play("drop 0406 p1") == [
        CountryJoined(side="allied", country="Switzerland", rule="3.2-neutral"),
        Dropped(side="soviet", units=("p1",), hexes=("0406",), rule="10.2-hex"),
    ]


# -- air superiority -------------------------------------------------------------------------------


@rule("pincher", "6.1-roll", "6.1-tie", "6.1-markers", "6.2-any", "6.4-soviet")
def test_air_phase() -> None:
    war = War("pincher", turn=2)

    def rolled(side: str, die: int) -> AirSuperiorityRolled:
        return AirSuperiorityRolled(side=side, dice=(die,), bonus=0, rule="6.1-roll", final=True)

    assert war.play("roll", 2, 2, 4, 2) == [
        rolled("soviet", 2),
        rolled("nato", 2),
        AirTied(rule="6.1-tie"),
        rolled("soviet", 4),
        rolled("nato", 2),
        AirSuperiority(side="soviet", markers=2, rule="6.1-markers"),
    ]
    bern, far = war.city("Bern"), war.far_hex()
    assert war.play(f"air {bern}") == [
        AirpowerPlaced(side="soviet", hexes=(bern,), rule="6.2-any"),
        CountryJoined(side="nato", country="Switzerland", rule="3.2-neutral"),
    ]
    assert war.play(f"air {far}") == [AirpowerPlaced(side="soviet", hexes=(far,), rule="6.2-any")]


# -- phases and turns ------------------------------------------------------------------------------


@rule("pincher", "5.3-declare", "5.4-next")
@rule("sandown", "5.3-declare", "5.4-next")
@BOTH
def test_declarations_phases_and_turns(game: str) -> None:
    war = War(game, "soviet declare", 3)
    assert war.play("declare fight") == [OrderDeclared(side="soviet", fight_first=True, rule="5.3-declare")]
    assert war.play("end") == [PhaseEnded(side="soviet", phase="combat")]
    assert war.play("end") == [PhaseEnded(side="soviet", phase="movement")]
    assert war.play("declare move") == [
        OrderDeclared(side=war.scenario.sides[ALLIED], fight_first=False, rule="5.3-declare")
    ]
    events = war.pass_to("air superiority", turn=4)
    assert events[-1] == TurnBegan(turn=4, rule="5.4-next")


@rule("pincher", "4.2-concede")
def test_concession() -> None:
    war = War("pincher", "soviet movement", 2)
    assert war.play("concede", by="nato") == [
        Conceded(side="nato", winner="soviet", title="Communist victory", rule="4.2-concede")
    ]
    assert war.state.result is not None and war.state.result.reason == "NATO concedes"


@rule("sandown", "4.9")
def test_victory() -> None:
    war = War("sandown", turn=4)
    war.seize(ALLIED, ["5245", "5948"])
    war.state.phase_index = len(war.scenario.sequence) - 2
    assert victory.check_victory(war.state, "phase") == [
        GameOver(
            winner="un",
            title="UN victory",
            reason="the road entries of the USSR are lost",
            rule="4.9",
        )
    ]


def test_closed_map() -> None:
    """[R-GC-01]"""
    war = War("grand", turn=4)
    war.seize(ALLIED, ["M5245", "M5948"])
    war.state.phase_index = len(war.scenario.sequence) - 2
    assert victory.check_victory(war.state, "phase") == [
        TheatreClosed(theatre="the Mid-East", reason="the road entries of the USSR are lost", rule="R-GC-01")
    ]


# -- reinforcements --------------------------------------------------------------------------------


@rule("pincher", "10.4-roll", "10.4-place", "10.5-roll", "10.8-return")
def test_pincher_reinforcements() -> None:
    war = War(
        "pincher",
        "nato combat",
        2,
        at={"fr-g1": "mobilization", "fr-g2": "mobilization", "us-r29": "overseas", "us-r65": "overseas"},
    )
    events = war.play("end", 3, 2, 1)

    def drawn(pool: str, dice: tuple[int, ...], *units: str, case: str) -> ReinforcementsDrawn:
        return ReinforcementsDrawn(side="nato", pool=pool, units=units, dice=dice, rule=case, final=True)

    assert events[1:] == [
        drawn("French groupements", (3,), "fr-g2", case="10.4-roll"),
        drawn("West German groupements", (1,), case="10.4-roll"),
    ]
    paris = war.city("Paris")
    assert war.play(f"land fr-g2 {paris}") == [
        ReinforcementPlaced(side="nato", units=("fr-g2",), hexes=(paris,), rule="10.4-place")
    ]
    assert war.play("end", 3, 1, 2, 1) == [
        PhaseEnded(side="nato", phase="mobilization"),
        drawn("units from overseas", (3, 1), "us-r65", "us-r29", case="10.5-roll"),
    ]
    assert war.play("end")[:2] == [
        PhaseEnded(side="nato", phase="reinforcement"),
        ReinforcementsReturned(units=("us-r29", "us-r65"), rule="10.8-return"),
    ]
    assert {war.where("us-r29"), war.where("us-r65")} == {"overseas"}


@rule("sandown", "10.4-roll", "10.5-roll", "10.7-one")
def test_sandown_reinforcements() -> None:
    war = War(
        "sandown",
        "un combat",
        2,
        at={"trk-5": "mobilization", "us-r29": "overseas", "usmc-2": "waiting"},
    )
    events = war.play("end", 2, 1, 2, 1, 2, 4)

    def drawn(pool: str, die: int, unit: str, case: str) -> ReinforcementsDrawn:
        return ReinforcementsDrawn(side="un", pool=pool, units=(unit,), dice=(die,), rule=case, final=True)

    assert events[1:] == [
        drawn("Turkish units", 2, "trk-5", "10.4-roll"),
        drawn("units from overseas", 2, "us-r29", "10.5-roll"),
        FleetRolled(side="un", units=("usmc-2",), dice=(2,), arrived=False, rule="10.7-one", final=True),
        FleetRolled(side="un", dice=(4,), arrived=False, rule="10.7-one", final=True),
    ]


@rule("grand", "14.6-divert")
def test_diverted_unit() -> None:
    war = War("grand", "allied reinforcement", 2, at={"us-r29": "arriving"})
    assert war.play("divert us-r29") == [UnitDiverted(side="allied", units=("us-r29",), rule="14.6-divert")]


@rule("pincher", "10.6-cost")
def test_rebuilt_division() -> None:
    war = War("pincher", "nato movement", 2, at={"us-1": "4016*", "us-r29": "4016"})
    assert war.play("augment us-1,us-r29") == [
        DivisionRebuilt(side="nato", units=("us-1", "us-r29"), hexes=("4016",), rule="10.6-cost")
    ]


@rule("sandown", "10.9-vp", "10.9-place")
def test_second_formation() -> None:
    war = War("sandown", "soviet movement", 5, at={})
    divisions = [c.id for c in war.scenario.counters if "second" in c.tags]
    for unit in divisions[:3]:
        war.put(unit, "second")
    target = war.state.target[0]
    assert war.play("second 2", 3, 1) == [
        SecondFormationCalled(
            side="soviet",
            units=(divisions[2], divisions[0]),
            theatre="the Mid-East",
            target=target + 2,
            rule="10.9-vp",
            final=True,
        )
    ]
    city = war.cities("ussr")[0]
    assert war.play(f"land {divisions[0]} {city}") == [
        ReinforcementPlaced(side="soviet", units=(divisions[0],), hexes=(city,), rule="10.9-place")
    ]


# -- setup -----------------------------------------------------------------------------------------


@rule("pincher", "3.1-control", "3.7-pool", "5.1-order")
def test_pincher_setup() -> None:
    war = War("pincher", options={"setup": "free"})
    hex_ = next(order.path[0] for order in war.choices("nato").orders("us-1") if order.verb == "place")
    assert war.play(f"place us-1 {hex_}") == [UnitsPlaced(side="nato", units=("us-1",), hexes=(hex_,))]
    assert war.play("lift us-1") == [UnitTakenBack(side="nato", units=("us-1",))]
    count = len([id_ for id_ in war.units(where="ready") if war.scenario.side_of[war.scenario.index[id_]]])
    assert war.play("fill") == [SetupFilled(side="nato", count=count)]
    assert war.play("end") == [SetupEnded(side="nato")]
    held = next(order.units for order in war.choices("soviet").all() if order.verb == "hold")
    assert war.play(f"hold {held[0]}") == [UnitHeldBack(side="soviet", units=held, rule="3.7-pool")]
    war.play("fill")
    assert war.play("end") == [SetupEnded(side="soviet"), TurnBegan(turn=1, rule="5.1-order")]


@rule("sandown", "3.4-draw", "3.4-swap", "3.6-pool", "4.4")
def test_sandown_setup() -> None:
    war = War("sandown", options={"setup": "free"})
    war.play("fill")
    war.play("end")
    bag = war.units(where="bag")
    assert war.play("draw", *[1] * 33) == [
        DivisionsDrawn(side="soviet", units=tuple(bag[:33]), rule="3.4-draw", final=True)
    ]
    target = war.state.target[0]
    out, in_ = war.units(where="ready")[0], war.units(where="bag")[0]
    assert war.play(f"swap {out},{in_}") == [
        DivisionSwapped(side="soviet", units=(out, in_), target=target + 1, rule="4.4")
    ]
    held = next(order.units for order in war.choices("soviet").all() if order.verb == "hold")
    (event,) = war.play(f"hold {held[0]}")
    assert event == UnitHeldBack(side="soviet", units=held, rule="3.6-pool")
