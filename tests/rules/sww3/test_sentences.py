"""Every event of the family in words."""

from __future__ import annotations

import inspect

import pytest

import grognard.games.sww3.sentences  # noqa: F401 - registers the sentences of events
from grognard.core.contract.events import Event, sentence
from grognard.core.text import HexNames, SideName, UnitNames, Words
from grognard.games.sww3 import events, rules
from tests.rules.sww3.field import Field

TITLES = {"soviet": "Soviet", "nato": "NATO"}
ONE, TWO = ("a",), ("a", "b")
SPOT, PATH = ("0101",), ("0101", "0102")
SENTENCES = [
    (events.UnitsPlaced(units=ONE, hexes=SPOT), "a is set up in 0101"),
    (events.UnitsPlaced(units=TWO, hexes=SPOT), "a, b are set up in 0101"),
    (events.SetupFilled(side="nato", count=1), "NATO player sets up 1 unit as in the ready-made setup"),
    (events.UnitHeldBack(units=ONE), "a is held in reserve"),
    (events.UnitTakenBack(units=ONE), "a is taken back"),
    (events.DivisionsDrawn(side="soviet", units=TWO), "Soviet player draws a, b"),
    (
        events.DivisionSwapped(units=TWO, target=41),
        "a is exchanged for b; the Soviets now need more than 41 VP",
    ),
    (events.TheatreClosed(theatre="Europe", reason="lost"), "Play ends in Europe: lost"),
    (
        events.AirSuperiorityRolled(side="soviet", dice=(3, 4), bonus=2),
        "Soviet player rolls 3 + 4 + 2 for air superiority",
    ),
    (
        events.AirSuperiorityRolled(side="nato", dice=(6,), bonus=0),
        "NATO player rolls 6 for air superiority",
    ),
    (events.AirSuperiorityRolled(side="nato", bonus=0), "NATO player has no dice for air superiority"),
    (events.AirSuperiority(side="nato", markers=1), "NATO player has air superiority: 1 airpower marker"),
    (
        events.AirSuperiority(side="nato", markers=2, theatre="Europe"),
        "NATO player has air superiority in Europe: 2 airpower markers",
    ),
    (events.AerialSupplyPlaced(side="nato", hexes=SPOT), "NATO player supplies 0101 by air"),
    (events.CountryJoined(country="Austria"), "Austria enters the war"),
    (
        events.ReinforcementsDrawn(pool="Turkish units", dice=(1, 2), units=TWO),
        "Turkish units: roll 1 + 2, a, b",
    ),
    (
        events.ReinforcementsDrawn(pool="Turkish units", dice=(1,)),
        "Turkish units: roll 1, no reinforcements",
    ),
    (events.FleetRolled(units=ONE, dice=(2,), arrived=True), "a: die 2, available"),
    (events.FleetRolled(dice=(5,), arrived=False), "Naval airpower: die 5, not yet available"),
    (events.ReinforcementsReturned(units=ONE), "a returns to the pool"),
    (events.ReinforcementsReturned(units=TWO), "a, b return to the pool"),
    (events.ReinforcementPlaced(units=ONE, hexes=SPOT), "a arrives in 0101"),
    (events.UnitDiverted(units=ONE), "a is diverted to the Mid-East"),
    (events.DivisionRebuilt(units=TWO), "b is eliminated to rebuild a"),
    (
        events.SecondFormationCalled(units=TWO, theatre="Europe", target=42),
        "a, b called for Europe; the Soviets now need more than 42 VP there",
    ),
    (events.Dropped(units=ONE, hexes=SPOT), "a drops into 0101"),
    (events.Moved(units=ONE, hexes=PATH), "a moves 0101-0102"),
    (events.Moved(units=TWO, hexes=PATH, by="column"), "a, b move in column 0101-0102"),
    (events.Moved(units=ONE, hexes=PATH, by="sea"), "a moves by sea 0101-0102"),
    (events.Moved(units=ONE, hexes=PATH, entered=True), "a enters the map at 0101-0102"),
    (events.ReservesCommitted(units=ONE), "a will enter the map in this phase"),
    (events.DikesBlown(side="nato"), "NATO player blows the dikes: the polders are flooded"),
    (
        events.BattleFought(units=ONE, hexes=SPOT, dice=(4,), odds="3:1", result="DR"),
        "a attacks 0101, 3:1, die 4: DR, the defender retreats",
    ),
    (
        events.BattleFought(units=TWO, hexes=SPOT, odds="7:1", result="DR"),
        "a, b attack 0101, 7:1, no die: DR, the defender retreats",
    ),
    (
        events.BattleFought(units=ONE, hexes=SPOT, odds="", result="spent"),
        "a attacks 0101, no attackers left: no effect",
    ),
    (events.UnitRevealed(units=ONE, hexes=SPOT, attack=3, defence=2), "a in 0101 is revealed as 3-2"),
    (
        events.UnitRevealed(units=ONE, hexes=SPOT, attack=0, defence=0),
        "a in 0101 is revealed as 0-0 and removed",
    ),
    (events.Reduced(units=ONE, hexes=SPOT), "a is reduced in 0101"),
    (events.BloodbathStopped(side="soviet"), "Soviet player ends the bloodbath"),
    (
        events.AtomicAttackDeclared(side="soviet", hexes=SPOT),
        "Soviet player declares an atomic attack on 0101",
    ),
    (
        events.AtomicAttack(side="nato", hexes=SPOT, dice=(3, 4), terrain="city", modifier=-4, steps=3),
        "NATO player makes an atomic attack on 0101, 3 + 4 - 4 for city: 3 steps",
    ),
    (events.PrestigeLost(loss=3, left=20), "US prestige falls by 3 to 20"),
]
KINDS = [
    kind
    for kind in vars(events).values()
    if inspect.isclass(kind) and issubclass(kind, Event) and kind.__module__ == events.__name__
]


@pytest.mark.parametrize(("event", "words"), SENTENCES, ids=lambda value: type(value).__name__)
def test_event_sentence(event: Event, words: str) -> None:
    assert event.text.spoken(TITLES) == words


@pytest.mark.parametrize(("event", "words"), SENTENCES, ids=lambda value: type(value).__name__)
def test_units_hexes_and_sides_are_typed_gaps(event: Event, words: str) -> None:
    gaps = [part for part in event.text.parts if isinstance(part, UnitNames | HexNames | SideName)]
    named = {id_ for part in gaps if isinstance(part, UnitNames) for id_ in part.ids}
    hexes = {label for part in gaps if isinstance(part, HexNames) for label in part.labels}
    assert named == set(event.units) and hexes == set(event.hexes)


def test_every_event_has_a_sentence() -> None:
    assert {type(event) for event, _ in SENTENCES} == set(KINDS)
    assert all(sentence.dispatch(kind).__module__ != "grognard.core.contract.events" for kind in KINDS)


def test_refusals_name_units_and_hexes_in_typed_gaps() -> None:
    field = Field("pincher", t1="0504", u1="0505")
    refusal = rules.check(field.state, "soviet", field.order("attack 0808 t1"))
    assert refusal is not None and refusal.text.parts == (Words("no enemy unit is in "), HexNames(("0808",)))
    refusal = rules.check(field.state, "soviet", field.order("attack 0505 u1"))
    assert refusal is not None and refusal.text.parts[0] == UnitNames(("u1",))


def test_prompts_name_hexes_in_typed_gaps() -> None:
    field = Field("pincher", t1="0504", t2="0504", u1="0505")
    field.play("attack 0505 t1,t2", 5)
    side, _ = field.asked
    assert HexNames(("0505",)) in field.choices(side).sentence().parts
