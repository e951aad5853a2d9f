"""Every event of movement, combat, barrage and the turn in words, with names as typed references."""

from __future__ import annotations

import pytest

from grognard.core.contract.events import Event
from grognard.core.text import HexNames, SideName, UnitNames
from grognard.games.kit.events import PhaseEnded
from grognard.games.ocs.definition import GAME
from grognard.games.ocs.model import combat_events
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
    FlyingWeather,
    GroundWeather,
    InitiativeRolled,
    Loss,
    ModeChanged,
    Moved,
    MovementCutShort,
    MovementFinished,
    RatingAnnounced,
    Reconnoitred,
    Reduced,
    RegimentAbsorbed,
    RegimentDetached,
    ReserveModeLost,
    ReservesReleased,
    Retreated,
    SeaWeather,
    StratModeLost,
    SurpriseRolled,
    Surrendered,
    TransportPrepared,
    TransportsCaptured,
    UnitsPlaced,
)

TITLES = {"german": "German", "soviet": "Soviet"}
U, UV = ("U",), ("U", "V")
HERE, PATH = ("08.07",), ("08.07", "09.07")

SENTENCES: list[tuple[Event, str]] = [
    (PhaseEnded(side="german", phase="movement", title="X Phase"), "German player ends the X Phase"),
    (GroundWeather(condition="Mud"), "Weather: Mud"),
    (FlyingWeather(flight="limited"), "Flying weather: limited"),
    (SeaWeather(swell=True), "State of the sea: swell"),
    (InitiativeRolled(side="german", total=9), "German player rolls 9 for initiative"),
    (FirstPlayerSet(side="soviet"), "Soviet player goes first"),
    (UnitsPlaced(units=UV, hexes=HERE), "U, V set up in 08.07"),
    (TransportPrepared(units=U, loaded=True), "U set up loaded"),
    (TransportPrepared(units=U, loaded=False), "U set up empty"),
    (Moved(units=U, hexes=PATH), "U moves 08.07-09.07"),
    (Moved(units=UV, hexes=PATH), "U, V move 08.07-09.07"),
    (MovementFinished(units=U), "U: movement finished for this phase"),
    (
        MovementCutShort(units=U, left="2.5"),
        "U: movement finished with 2.5 MP left, because others move",
    ),
    (ModeChanged(units=U, mode="strat"), "U changes to Strat Mode"),
    (ModeChanged(units=UV, mode="reserve-move"), "U, V change to Reserve Mode, Move side up"),
    (ReserveModeLost(units=UV), "U, V leave Reserve Mode"),
    (StratModeLost(units=U), "U leaves Strat Mode: no trace supply in its hex"),
    (ReservesReleased(units=UV), "U, V released from Reserve"),
    (Disorganized(side="german", units=U, hexes=HERE), "German units in 08.07 are disorganized"),
    (RegimentDetached(units=UV, hexes=HERE), "V detaches U in 08.07"),
    (RegimentAbsorbed(units=UV, hexes=HERE), "V absorbs U in 08.07"),
    (Loss(side="soviet", hexes=HERE), "Soviet player loses a step in 08.07"),
    (Loss(side="soviet", hexes=HERE, whole_unit=True), "Soviet player loses a unit in 08.07"),
    (Reduced(units=U, hexes=HERE), "U reduced in 08.07"),
    (Eliminated(units=U, hexes=HERE), "U eliminated in 08.07"),
    (Eliminated(units=U, hexes=HERE, overstacked=True), "U eliminated: 08.07 is overstacked"),
    (
        AttackDeclared(side="german", hexes=("14.07", "13.07", "13.08"), overrun=False),
        "German player attacks 14.07 from 13.07 and 13.08",
    ),
    (
        AttackDeclared(side="german", hexes=("14.07", "13.07"), overrun=True),
        "German player overruns 14.07 from 13.07",
    ),
    (RatingAnnounced(side="german", hexes=HERE, rating=4), "German player announces Action Rating 4"),
    (AttackForce(units=UV, leader="V"), "U, V attack, led by V"),
    (
        CombatOdds(
            hexes=HERE, attack=10.5, defence=4, terrain="very-close", odds="3:1", attack_rating=4,
            defence_rating=3, attack_anti_tank="light", defence_anti_tank="heavy", hedgehog=2,
        ),
        "Combat in 08.07: 10.5 to 4 in very close terrain, 3:1; Action Ratings 4 to 3; "
        "anti-tank effects light to heavy, hedgehog 2",
    ),
    (SurpriseRolled(surprise="", columns=0), "No Surprise"),
    (SurpriseRolled(surprise="attacker", columns=1), "Attacker Surprise: 1 column right"),
    (SurpriseRolled(surprise="defender", columns=-2), "Defender Surprise: 2 columns left"),
    (CombatResult(hexes=HERE, result="AL1/DL1o2"), "Result in 08.07: AL1/DL1o2"),
    (Exploitation(side="german", hexes=PATH), "German units in 08.07 and 09.07 enter Exploitation Mode"),
    (Retreated(side="soviet", hexes=PATH), "Soviet units retreat 08.07-09.07"),
    (Advanced(side="german", hexes=PATH), "German units advance 08.07-09.07"),
    (BarrageForce(units=U, hexes=HERE), "U fires at 08.07"),
    (
        Barraged(
            side="german", hexes=HERE, points=16, shifts=(("no spotter", -3),), column="column 3-4",
            result="1/2", steps=1, disorganized=True,
        ),
        "German player barrages 08.07: 16 points, no spotter -3, column 3-4: 1/2, 1 step lost, disorganized",
    ),
    (
        FacilityBarraged(side="german", hexes=HERE, facility="air-base", points=8, result="1", hits=1),
        "German player barrages the air base in 08.07: 8 points, 1 hit",
    ),
    (DumpCaptured(hexes=HERE, captured=3, destroyed=1), "Dump in 08.07: 3T captured, 1T destroyed"),
    (
        TransportsCaptured(
            hexes=HERE, transport="trucks", points=3, captured_points=1, tokens=4, captured_tokens=2
        ),
        "Trucks in 08.07: 1 of 3 Transport Points and 2T of 4T captured",
    ),
    (
        FacilityCaptured(side="german", hexes=HERE, facility="air-base"),
        "German player captures the air base in 08.07",
    ),
    (
        Reconnoitred(side="german", hexes=HERE, steps=4, armor=True, mech=False, anti_tank=True),
        "Recon of 08.07: 4 steps; armor, anti-tank",
    ),
    (
        Reconnoitred(side="german", hexes=HERE, steps=1, armor=False, mech=False, anti_tank=False),
        "Recon of 08.07: 1 step; no armor, mech or anti-tank units",
    ),
    (ExtenderCaught(side="soviet", hexes=HERE, collapses=True), "Soviet Extender in 08.07 collapses"),
    (
        ExtenderCaught(side="soviet", hexes=HERE, collapses=False),
        "Soviet Extender in 08.07 cannot collapse: no hex in trace supply is in range",
    ),
    (
        Surrendered(units=UV[:1], hexes=HERE, needed=3, gives_up=True),
        "U in 08.07 surrenders: needs 3 or less",
    ),
    (
        Surrendered(units=UV[:1], hexes=HERE, needed=3, gives_up=False),
        "U in 08.07 fights on: needs 3 or less",
    ),
    (Displaced(units=UV, hexes=PATH), "U, V are displaced 08.07-09.07"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "said"), SENTENCES, ids=lambda part: type(part).__name__)
def test_events_as_sentences(event: Event, said: str) -> None:
    assert GAME.id == "ocs"  # its definition registers the sentences
    assert event.text.spoken(TITLES) == said


def test_all_events_are_covered() -> None:
    declared = {
        value
        for value in vars(combat_events).values()
        if isinstance(value, type) and issubclass(value, Event)
    }
    assert declared - {Event} <= {type(event) for event, _ in SENTENCES}


def test_sentences_refer_to_units_hexes_and_sides() -> None:
    attack = AttackDeclared(side="german", hexes=("14.07", "13.07"), overrun=False)
    parts = attack.text.parts
    assert SideName("german") in parts and HexNames(("14.07",)) in parts and HexNames(("13.07",)) in parts
    assert UnitNames(("U", "V")) in AttackForce(units=UV, leader="V").text.parts
