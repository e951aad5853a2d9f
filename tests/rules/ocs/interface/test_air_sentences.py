"""Every event of air missions and bases in words."""

from __future__ import annotations

import pytest

from grognard.core.contract.events import Event
from grognard.games.ocs.definition import GAME
from grognard.games.ocs.model import air_events as air

TITLES = {"german": "German", "soviet": "Soviet"}
U, HERE = ("U",), ("08.07",)
FOUGHT = {"attacker": "U", "defender": "V", "modified": 9}
SENTENCES: list[tuple[Event, str]] = [
    (
        air.MissionFlown(side="german", units=U, hexes=HERE, mission="sweep", planes=2),
        "German Fighter Sweep to 08.07: 2 air units, U on top",
    ),
    (air.MissionForce(units=("U", "V")), "Mission aircraft: U, V"),
    (air.PlaneLoss(units=U, eliminated=False), "U loses a step"),
    (
        air.PlanesChecked(hexes=HERE, least=5, losses=1),
        "Planes at 08.07 checked, step loss on 5 or more: 1 loss",
    ),
    (
        air.PlanesCaught(hexes=HERE, planes=2, losses=2),
        "2 air units at the captured base in 08.07: 2 step losses",
    ),
    (air.PlanesAborted(units=("U", "V")), "U, V abort"),
    (
        air.DogFight(units=("U", "V"), outcome="defender", loss=True, **FOUGHT),  # type: ignore[arg-type]
        "U against V: 9, V aborts, with a step loss",
    ),
    (air.Intercepted(units=U), "U intercepts"),
    (air.FlakFired(points=3, hit=False), "Flak of 3 points: no effect"),
    (air.FlakFired(points=3, hit=True, aborted=2), "Flak of 3 points: a step loss, 2 planes aborted"),
    (air.BaseRelocated(hexes=("08.07", "08.08")), "Air base moved from 08.07 to 08.08"),
    (air.PlanesReturned(units=U, base="08.07", active=False), "U at 08.07, Inactive"),
    (air.PlanesRefitted(units=U, base="08.07"), "U refitted at 08.07"),
    (
        air.Trainbusted(hexes=HERE, points=9, result="*(6)", placed=True),
        "Trainbusting in 08.07 with 9 points: *(6), marker placed",
    ),
    (air.BaseChanged(hexes=HERE, level=2), "Air base in 08.07 is now level 2"),
    (air.BaseChanged(hexes=HERE, level=0), "Air strip in 08.07"),
    (air.GlidersBuilt(hexes=HERE, points=2), "2 Glider Points built at 08.07"),
    (air.CargoLost(units=U), "U lost with the planes"),
    (air.CargoLost(tokens=1), "1 token of supply lost with the planes"),
    (air.CargoLanded(units=U, hexes=HERE, tokens=2), "U and 2 tokens unloaded in 08.07"),
    (air.CargoLanded(hexes=HERE, tokens=2), "2 tokens unloaded in 08.07"),
    (
        air.CargoDropped(hexes=HERE, needed=6, landed=1, lost=0, tokens=2, lost_tokens=1),
        "Drop in 08.07, 6 or more needed: 1 unit landed, 2 tokens landed, 1 token lost",
    ),
    (air.DropPlanned(units=U, hexes=HERE, turn=3), "Drop of U in 08.07 planned for turn 3"),
    (air.DropPlanned(units=U, turn=4), "Drop of U planned for turn 4"),
    (air.DropPlanned(units=U, turn=0), "Drop Plan of U cancelled"),
    (air.PlanesStoodDown(units=U), "U Inactive: the base holds no more Active planes"),
]


@pytest.mark.parametrize(("event", "said"), SENTENCES, ids=[type(event).__name__ for event, _ in SENTENCES])
def test_events_as_sentences(event: Event, said: str) -> None:
    assert GAME.id == "ocs"  # its definition registers the sentences
    assert event.text.spoken(TITLES) == said


def test_all_events_are_covered() -> None:
    declared = {v for v in vars(air).values() if isinstance(v, type) and issubclass(v, Event)}
    assert declared - {Event} <= {type(event) for event, _ in SENTENCES}
