"""Every event of ships and landing craft in words."""

from __future__ import annotations

import pytest

from grognard.core.contract.events import Event
from grognard.games.ocs.definition import GAME
from grognard.games.ocs.model import sea_events as sea

TITLES = {"german": "German", "soviet": "Soviet"}
U, HERE = ("U",), ("08.07",)
SHOT = {"points": 8, "column": "column 8–11", "result": "DG"}
SENTENCES: list[tuple[Event, str]] = [
    (sea.Sailed(units=U, hexes=("08.07", "09.07")), "U sails 08.07-09.07"),
    (sea.ShipHit(units=U, hexes=HERE, lost=True), "U lost in 08.07"),
    (sea.ShipHit(units=U, hexes=HERE, lost=False, points=1), "U loses 1 point"),
    (sea.ShipHit(units=U, hexes=HERE, lost=False), "U damaged"),
    (sea.ShipDisorganized(units=U, hexes=HERE), "U DG in 08.07"),
    (sea.CargoLost(hexes=HERE, tokens=5), "1 SP 1T lost aboard in 08.07"),
    (sea.CraftArranged(units=("U", "V"), hexes=HERE), "U, V split in 08.07"),
    (sea.CraftArranged(units=U, hexes=HERE), "Landing craft combined as U in 08.07"),
    (sea.Embarked(units=U, hexes=HERE, craft="V", tokens=4), "U and 1 SP aboard V in 08.07"),
    (sea.Disembarked(units=U, hexes=HERE), "U unloaded in 08.07"),
    (
        sea.Salvo(hexes=HERE, target="U", steps=0, disorganized=True, **SHOT),  # type: ignore[arg-type]
        "Fire at U in 08.07 with 8 points, column 8–11: DG",
    ),
    (sea.NoGunsFound(hexes=HERE), "No coastal guns in 08.07: the fire is wasted"),
    (sea.SalvoForce(units=U), "Firing: U"),
    (sea.LandingBegun(units=U, hexes=HERE), "U to land in 08.07"),
    (
        sea.LandingRolled(hexes=HERE, modifier=-2, outcome="mixed", craft_lost=2, steps_lost=0),
        "Landing in 08.07, modifier -2: mixed, 2 points of landing craft lost",
    ),
    (sea.CameAshore(units=U, hexes=HERE), "U ashore in 08.07"),
    (sea.PortOpened(hexes=HERE), "LST port in 08.07"),
    (sea.Waded(units=U, hexes=HERE, to_sea=False), "U ashore in 08.07"),
    (sea.Waded(units=U, hexes=HERE, to_sea=True), "U at sea from 08.07"),
    (sea.PortLost(hexes=HERE), "LST port in 08.07 destroyed"),
    (sea.BeachYielded(hexes=HERE), "The defenders of 08.07 are destroyed as the landing goes in"),
    (
        sea.BeachLost(hexes=HERE),
        "Beach Assault on 08.07 failed: all attackers and their craft are lost",
    ),
]


@pytest.mark.parametrize(("event", "said"), SENTENCES, ids=[type(event).__name__ for event, _ in SENTENCES])
def test_events_as_sentences(event: Event, said: str) -> None:
    assert GAME.id == "ocs"  # its definition registers the sentences
    assert event.text.spoken(TITLES) == said


def test_all_events_are_covered() -> None:
    declared = {v for v in vars(sea).values() if isinstance(v, type) and issubclass(v, Event)}
    assert declared - {Event} <= {type(event) for event, _ in SENTENCES}
