"""Every event of Strike Force One in words."""

from __future__ import annotations

import inspect

import pytest

from grognard.core.contract.events import Event, sentence
from grognard.core.text import HexNames, UnitNames
from grognard.games.strike_force_one import events

TITLES = {"soviet": "Soviet", "us": "US"}
ONE, TWO = ("SA",), ("SA", "SB")
SPOT, PATH = ("0101",), ("0101", "0102")
SENTENCES = [
    (events.Moved(units=ONE, hexes=PATH), "SA moves 0101-0102"),
    (events.Moved(units=ONE, hexes=PATH, entered=True), "SA enters the map at 0101-0102"),
    (
        events.BattleFought(
            units=ONE, hexes=SPOT, dice=(3,), measure="attackers", value=1, result="AR", effect="AR"
        ),
        "SA attacks 0101, 1 attacker, die 3: AR, attackers retreat one hex",
    ),
    (
        events.BattleFought(
            units=TWO, hexes=SPOT, dice=(2, 5), measure="difference", value=2, result="DE", effect="DE-all"
        ),
        "SA, SB attack 0101, difference +2, dice 2 and 5: DE, all defenders eliminated",
    ),
    (events.Returned(units=ONE), "SA could not enter and returns to the eliminated units"),
    (events.Recovered(units=ONE), "SA recovers from disruption"),
    (events.Recovered(units=TWO), "SA, SB recover from disruption"),
    (events.Swapped(units=TWO), "SA replaces SB in a replacement box"),
    (events.EventRolled(side="us", dice=(1, 4), event="air"), "US event (1 4): Air support"),
    (events.EventChosen(side="us", event="friction"), "US player chooses Friction"),
    (events.NoEffect(), "No effect"),
    (events.NoEffect(cause="no losses"), "No effect: no unit has been eliminated"),
    (events.NoEffect(cause="no enemy on map"), "No effect: no enemy unit is on the map"),
    (events.NoEffect(units=ONE, cause="already arrived"), "No effect: SA has already arrived"),
    (events.Arrived(units=ONE), "SA arrives at the map edge"),
    (events.Arrived(units=ONE, towns=2), "The Soviets hold 2 towns: SA arrives at the western edge"),
    (events.Replaced(units=ONE), "SA returns to the map edge as a replacement"),
    (events.Replaced(units=TWO), "SA, SB return to the map edge as replacements"),
    (events.Disrupted(units=ONE), "SA is disrupted"),
    (events.SupportPlaced(units=ONE, hexes=SPOT), "SA is placed in 0101"),
]


@pytest.mark.parametrize(("event", "words"), SENTENCES, ids=lambda value: type(value).__name__)
def test_event_sentence(event: Event, words: str) -> None:
    assert event.text.spoken(TITLES) == words


@pytest.mark.parametrize("event", [event for event, _ in SENTENCES], ids=lambda event: type(event).__name__)
def test_units_and_hexes_are_typed_gaps(event: Event) -> None:
    units = {id_ for part in event.text.parts if isinstance(part, UnitNames) for id_ in part.ids}
    hexes = {label for part in event.text.parts if isinstance(part, HexNames) for label in part.labels}
    assert (units, hexes) == (set(event.units), set(event.hexes))


def test_every_event_has_a_sentence() -> None:
    kinds = {
        kind
        for kind in vars(events).values()
        if inspect.isclass(kind) and issubclass(kind, Event) and kind.__module__ == events.__name__
    }
    assert {type(event) for event, _ in SENTENCES} == kinds
    assert all(sentence.dispatch(kind).__module__ != "grognard.core.contract.events" for kind in kinds)
