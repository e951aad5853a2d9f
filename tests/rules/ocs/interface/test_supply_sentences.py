"""The sentences of events about supply, logistics and fog of war."""

from __future__ import annotations

import pytest

from grognard.core.contract.events import Event
from grognard.core.text import HexNames, SideName, UnitNames
from grognard.games.ocs.interface import sentences
from grognard.games.ocs.model import supply_events as events
from grognard.games.ocs.model.supply_events import SupplyDraw

TITLES = {"german": "German", "soviet": "Soviet"}
ONE, TWO, HERE, ROUTE = ("g-a",), ("g-a", "g-b"), ("07.03",), ("04.02", "05.02", "07.03")

SPOKEN: list[tuple[Event, str]] = [
    (events.Redacted(stands_for="moved", side="german", hexes=ROUTE), "German units move 04.02-05.02-07.03"),
    (
        events.Redacted(stands_for="railed", side="german", hexes=ROUTE),
        "German units move by rail from 04.02 to 07.03",
    ),
    (
        events.Redacted(stands_for="shipped", side="soviet", hexes=ROUTE),
        "Soviet units move by sea from 04.02 to 07.03",
    ),
    (events.Redacted(stands_for="shipped", side="soviet", hexes=HERE), "Soviet units move by sea to 07.03"),
    (
        events.Redacted(stands_for="resolve", side="german", hexes=HERE),
        "German unit in 07.03 is called on to surrender",
    ),
    (events.CraftWithdrawn(side="soviet", points=3), "Soviet: 3 points of landing craft withdrawn"),
    (events.Shipped(units=TWO, hexes=HERE, box="g-hq"), "g-a, g-b move by sea from g-hq to 07.03"),
    (events.Redacted(stands_for="recon", side="german", hexes=HERE), "German units reconnoitre 07.03"),
    (events.Redacted(stands_for="sailed", side="soviet", hexes=ROUTE), "Soviet ships sail 04.02-05.02-07.03"),
    (
        events.Redacted(stands_for="disembarked", side="soviet", hexes=HERE),
        "Soviet landing craft unload in 07.03",
    ),
    (
        events.Redacted(stands_for="landing", side="soviet", hexes=HERE),
        "Soviet landing craft close in on 07.03",
    ),
    (
        events.Redacted(stands_for="waded", side="soviet", hexes=HERE),
        "Soviet DUKWs switch between land and sea in 07.03",
    ),
    (events.Redacted(stands_for="released", side="soviet"), "Soviet player releases Reserves"),
    (events.Redacted(stands_for="lost", side="soviet", hexes=HERE), "Soviet unit eliminated in 07.03"),
    (events.Redacted(stands_for="blown", side="german", hexes=HERE), "German dump blown in 07.03"),
    (
        events.Redacted(stands_for="breakout", side="german", hexes=HERE),
        "German units in 07.03 try to break out",
    ),
    (
        events.Redacted(stands_for="disorganized", side="german", hexes=HERE),
        "German units in 07.03 are disorganized",
    ),
    (events.OrderGiven(order="mode g-a move"), "Ordered: mode g-a move"),
    (events.TopChosen(units=ONE, hexes=HERE), "g-a is on top of its stack in 07.03"),
    (
        events.SupplyPaid(
            purpose="fuel",
            consumers=TWO,
            draws=(SupplyDraw(5, "dump", "07.03", "g-hq"), SupplyDraw(1, "truck", "08.03")),
        ),
        "Fuel for g-a, g-b: 1 SP 1T from the dump in 07.03 through g-hq; 1T from the truck in 08.03",
    ),
    (
        events.SupplyPaid(purpose="combat supply", stocks=TWO),
        "Combat supply: internal stocks of g-a, g-b",
    ),
    (events.DumpBlown(destroyed=6, ordered=8, hexes=HERE), "Dump blown in 07.03: 1 SP 2T of 2 SP destroyed"),
    (events.AttritionRolled(steps=1, hexes=HERE), "Attrition in 07.03: 1 step lost"),
    (
        events.BreakoutRolled(turns=0, units=ONE, hexes=HERE),
        "g-a eliminated in 07.03: breakout failed",
    ),
    (events.BreakoutRolled(turns=3, units=ONE, hexes=HERE), "g-a in 07.03 breaks out and returns in 3 turns"),
    (events.ExtenderMade(units=TWO, hexes=HERE), "g-a, g-b become an Extender in 07.03"),
    (
        events.ExtenderFolded(units=TWO, hexes=HERE),
        "The Extender g-a, g-b in 07.03 becomes transports again",
    ),
    (events.ExtenderCollapsed(units=TWO, hexes=HERE), "The Extender g-a, g-b collapses to 07.03"),
    (events.StocksRestored(level="Low", units=ONE), "Internal stocks of g-a are now Low"),
    (events.OutOfSupply(units=ONE, hexes=HERE), "g-a is Out of Supply in 07.03"),
    (events.BackInSupply(units=TWO, hexes=HERE), "g-a, g-b are back in supply in 07.03"),
    (events.SupplyRolled(tokens=9, side="german"), "German player receives 2 SP 1T"),
    (
        events.ReplacementsRolled(pax=2, trucks=1, side="soviet"),
        "Soviet player receives 2 Pax, 1 truck",
    ),
    (events.ReplacementsRolled(side="soviet"), "Soviet player receives no replacements"),
    (events.ReinforcementsDue(count=1, side="german"), "German player: 1 reinforcement due"),
    (events.UnitsArrived(units=TWO, hexes=HERE), "g-a, g-b enter in 07.03"),
    (
        events.StoresArrived(tokens=4, trucks=1, wagons=2, hexes=HERE),
        "1 SP, 1 Truck Point, 2 Wagon Points placed in 07.03",
    ),
    (events.StoresLost(), "Supply and transports cannot enter the map and are lost"),
    (events.SupplyDelivered(tokens=8, hexes=HERE), "2 SP placed in 07.03"),
    (events.Forfeited(units=ONE), "g-a out of the game: no way to enter the map"),
    (events.Forfeited(), "Supply cannot enter the map and is lost"),
    (events.Withdrawn(units=ONE), "g-a withdrawn"),
    (events.Refilled(units=ONE), "g-a: back to full strength"),
    (events.Rebuilt(pax=1, eq=2, units=ONE, hexes=HERE), "g-a rebuilt in 07.03 for 1 Pax and 2 Eq"),
    (events.Consolidated(merged=True, units=TWO, hexes=HERE), "g-a, g-b are consolidated in 07.03"),
    (events.Consolidated(merged=False, units=TWO, hexes=HERE), "g-b replaces g-a in 07.03"),
    (events.BoxPassed(units=ONE), "g-a leaves the map"),
    (events.BoxPassed(units=TWO, hexes=HERE), "g-a, g-b return to the map in 07.03"),
    (events.Railed(units=ONE, hexes=ROUTE), "g-a moves by rail from 04.02 to 07.03"),
    (events.Shipped(units=TWO, hexes=ROUTE), "g-a, g-b move by sea from 04.02 to 07.03"),
    (events.SupplyMoved(tokens=8, by="sea", hexes=ROUTE), "2 SP moved by sea from 04.02 to 07.03"),
    (events.Loaded(tokens=3, units=ONE, hexes=HERE), "g-a loads 3T in 07.03"),
    (events.Unloaded(tokens=4, units=ONE, hexes=HERE), "g-a unloads 1 SP in 07.03"),
    (events.RailConverted(hexes=ROUTE), "Railway converted in 04.02-05.02-07.03"),
    (events.HedgehogChanged(level=2, hexes=HERE), "Hedgehog in 07.03 is now level 2"),
    (events.HedgehogChanged(level=0, hexes=HERE), "Hedgehog removed in 07.03"),
    (events.PortChanged(hits=1, hexes=HERE), "Port in 07.03 now has 1 hit"),
]


@pytest.mark.parametrize(("event", "spoken"), SPOKEN, ids=lambda value: getattr(value, "kind", ""))
def test_sentence(event: Event, spoken: str) -> None:
    assert event.text.spoken(TITLES) == spoken


def test_every_event_class_has_a_tested_sentence() -> None:
    classes = {
        value for value in vars(events).values() if isinstance(value, type) and issubclass(value, Event)
    }
    assert classes - {Event} == {type(event) for event, _ in SPOKEN}


def test_every_redacted_kind_has_a_tested_sentence() -> None:
    tested = {event.kind for event, _ in SPOKEN if isinstance(event, events.Redacted)}
    assert tested == set(sentences.supply.REDACTED)


@pytest.mark.parametrize(("event", "spoken"), SPOKEN, ids=lambda value: getattr(value, "kind", ""))
def test_units_hexes_and_sides_are_typed(event: Event, spoken: str) -> None:
    parts = event.text.parts
    assert {id_ for part in parts if isinstance(part, UnitNames) for id_ in part.ids} >= set(event.units)
    named = {label for part in parts if isinstance(part, HexNames) for label in part.labels}
    assert named <= {*event.hexes, "07.03", "08.03"}
    assert not any(part.id not in TITLES for part in parts if isinstance(part, SideName))
