"""Every event of the series and of Objective Nuremberg in words."""

from __future__ import annotations

import inspect
from types import ModuleType

import pytest

from grognard.core.contract.events import Event, sentence
from grognard.core.text import HexNames, UnitNames
from grognard.games.afcent import events
from grognard.games.nuremberg import events as exclusive

TITLES = {"pact": "Pact", "nato": "NATO"}
ONE, TWO = ("a",), ("a", "b")
SPOT, PATH = ("0101",), ("0101", "0102")
SENTENCES = [
    (
        events.SuperiorityRolled(side="nato", dice=(1, 2, 3), contest="air", total=6),
        "NATO player rolls 1 2 3 for air superiority: 6",
    ),
    (
        events.SuperiorityRolled(side="pact", dice=(4, 5, 3), contest="ew", total=11, bonus=2),
        "Pact player rolls 4 5 3 for electronic warfare superiority, with +2 for superiority last turn: 11",
    ),
    (events.AirSuperiority(side="nato", markers=1), "NATO player has air superiority: 1 airpower marker"),
    (
        events.EwSuperiority(side="nato", markers=2),
        "NATO player has electronic warfare superiority: 2 EW markers",
    ),
    (events.EwSuperiority(), "Electronic warfare tied: neither side has superiority"),
    (events.EwPlaced(units=TWO, hexes=SPOT), "EW marker placed in 0101"),
    (events.AirpowerRemoved(hexes=SPOT), "Airpower marker removed from 0101"),
    (events.ArtilleryLost(units=TWO, nation="Soviet"), "Soviet losses cost 2 artillery markers"),
    (events.HelicopterChecked(units=ONE, dice=(6,), lost=True), "a rolls 6 for attrition: eliminated"),
    (events.HelicopterChecked(units=ONE, dice=(5,), lost=False), "a rolls 5 for attrition: no loss"),
    (
        events.AmmunitionRolled(side="pact", units=TWO, dice=(3,), returns=7),
        "Pact player rolls 3 for ammunition: 2 artillery markers back on turn 7",
    ),
    (
        events.AmmunitionRolled(side="pact", units=ONE, dice=(6,), returns=None),
        "Pact player rolls 6 for ammunition: 1 artillery marker out of ammunition for the rest of the game",
    ),
    (events.SupportArrived(side="nato", units=TWO), "NATO player receives 2 support markers"),
    (events.SupportPledged(side="nato", units=TWO), "You commit a, b"),
    (events.SupportPledged(side="nato"), "You commit no support"),
    (events.SupportDecided(side="nato"), "NATO player has chosen support"),
    (events.SupportCommitted(side="nato", units=TWO), "NATO player commits a, b"),
    (events.Moved(units=ONE, hexes=PATH), "a moves 0101-0102"),
    (events.Moved(units=TWO, hexes=PATH, column=True), "a, b move 0101-0102 in column"),
    (events.Flew(units=ONE, hexes=PATH), "a flies 0101-0102"),
    (events.Flew(units=TWO, hexes=PATH), "a, b fly 0101-0102"),
    (events.FlightRangeRolled(units=ONE, dice=(2, 3), range=5), "a rolls 2 3: it can fly 5 hexes"),
    (
        events.FlightAttrition(units=ONE, hexes=SPOT, dice=(5,), drm=2, lost=True),
        "a rolls 5 +2 in 0101: shot down",
    ),
    (
        events.FlightAttrition(units=ONE, hexes=SPOT, dice=(1,), drm=0, lost=False),
        "a rolls 1 in 0101: no loss",
    ),
    (events.Overstacked(hexes=SPOT), "0101 is over the stacking limit"),
    (events.RefugeesRolled(side="pact", dice=(2, 3), markers=5), "Pact player rolls 2 3: 5 refugee markers"),
    (events.RefugeesPlaced(hexes=SPOT), "Refugee marker placed in 0101"),
    (events.Attacked(units=ONE, hexes=SPOT), "a attacks 0101"),
    (events.Attacked(units=TWO, hexes=SPOT), "a, b attack 0101"),
    (
        events.BattleFought(units=TWO, hexes=SPOT, dice=(4,), odds="3:1", drm=-1, result="DR"),
        "a, b attack 0101 at 3:1, -1, die 4: DR, defender retreats",
    ),
    (
        events.BattleFought(units=ONE, hexes=SPOT, odds="14:1", drm=2, result="DE"),
        "a attacks 0101 at 14:1, no roll: DE, all defenders eliminated",
    ),
    (events.MomentumDeclined(side="pact"), "Pact player makes no momentum attack"),
    (exclusive.Placed(units=TWO, hexes=SPOT), "a, b are set up in 0101"),
    (
        exclusive.Withheld(units=ONE, country="East Germany"),
        "a is withheld and will enter from East Germany",
    ),
    (exclusive.TakenBack(units=ONE), "a is taken back"),
    (exclusive.RestPlaced(side="nato", count=1), "NATO player sets up 1 unit as in the ready-made setup"),
    (exclusive.AttackOrderReceived(side="pact"), "Pact player has received an attack order"),
    (
        exclusive.AttackOrderReceived(side="pact", title="Strategic Block"),
        "Your attack order: Strategic Block",
    ),
    (exclusive.DropPlanWritten(side="pact", line="arrive", turn=5), "Drop turn: 5"),
    (exclusive.DropPlanWritten(side="pact", line="secondary", hexes=SPOT), "Second drop hex: 0101"),
    (exclusive.DropPlanned(side="pact"), "Pact player has planned the drop of the 103rd Guards"),
    (
        exclusive.DropRevealed(units=ONE, hexes=PATH),
        "a drops this turn; its drop hexes are 0101 and 0102",
    ),
    (
        exclusive.DropCancelled(units=ONE, cause="hexes occupied"),
        "The drop of a is cancelled: both drop hexes are occupied",
    ),
    (exclusive.DropAnnihilated(units=ONE), "NATO units occupy both drop hexes: a is eliminated"),
    (exclusive.DropDecided(units=ONE, cancelled=True), "The drop of a is cancelled"),
    (exclusive.DropDecided(units=ONE, cancelled=False), "The drop of a remains planned"),
    (
        exclusive.DropRolled(units=ONE, hexes=SPOT, dice=(3,), modified=5, result="reduced"),
        "a drops in 0101, die 3 +2: reduced",
    ),
    (
        exclusive.DropRolled(units=ONE, hexes=SPOT, dice=(3,), modified=3, result="intact"),
        "a drops in 0101, die 3: intact",
    ),
    (exclusive.Landed(units=ONE, hexes=SPOT), "a lands in 0101"),
    (exclusive.NoLandingCity(units=TWO), "No city is available: a, b are eliminated"),
    (exclusive.Entered(units=ONE, hexes=SPOT), "a enters in 0101"),
    (exclusive.Entered(units=TWO, hexes=SPOT, column=True), "a, b enter in 0101 in column"),
    (exclusive.Exited(units=TWO, hexes=SPOT), "a, b exit the map at 0101"),
]


def event_classes(module: ModuleType) -> set[type[Event]]:
    """Return the events that a module defines."""
    return {
        kind
        for kind in vars(module).values()
        if inspect.isclass(kind) and issubclass(kind, Event) and kind.__module__ == module.__name__
    }


@pytest.mark.parametrize(("event", "words"), SENTENCES, ids=lambda value: type(value).__name__)
def test_event_sentence(event: Event, words: str) -> None:
    assert event.text.spoken(TITLES) == words


@pytest.mark.parametrize("event", [event for event, _ in SENTENCES], ids=lambda event: type(event).__name__)
def test_units_and_hexes_are_typed_gaps(event: Event) -> None:
    units = {id_ for part in event.text.parts if isinstance(part, UnitNames) for id_ in part.ids}
    hexes = {label for part in event.text.parts if isinstance(part, HexNames) for label in part.labels}
    assert units <= set(event.units)
    assert hexes == set(event.hexes)


def test_every_event_has_a_sentence() -> None:
    kinds = event_classes(events) | event_classes(exclusive)
    assert {type(event) for event, _ in SENTENCES} == kinds
    assert all(sentence.dispatch(kind).__module__ != "grognard.core.contract.events" for kind in kinds)
