"""What everybody hears of what happens, and what only the owner of the units does [4.9].

Modules tell everything; here it is decided by the kind of an event what the other side may know of it.
"""

from __future__ import annotations

import msgspec

from grognard.core.events import SPECTATOR, Event
from grognard.games.ocs.state import OcsState

OPEN = (
    "turn", "ended", "over", "first", "rolled", "weather", "works", "loss", "attack", "odds", "surprise",
    "battle", "retreated", "advanced", "exploit", "captured", "barrage",
)  # fmt: skip
"""Heard by everybody as they are: dice are rolled in the open [4.9e], works and results are seen."""
OTHERWISE = {
    "moved": "{side} units move {hexes}",
    "disorganized": "{side} units in {hex} are disorganized",
    "released": "{side} releases Reserves",
}
"""What the others hear of events that name units; of all other kinds they hear nothing."""


def told(state: OcsState, events: list[Event]) -> list[Event]:
    """The events of an order, those with secrets in them kept from the other side."""
    found = []
    for event in events:
        if event.only or event.kind in OPEN:
            found.append(event)
            continue
        found.append(msgspec.structs.replace(event, only=(event.side,)))
        if event.kind in OTHERWISE:
            found.append(_paraphrase(state, event))
    return found


def _paraphrase(state: OcsState, event: Event) -> Event:
    """An event as those hear it who may not know which units are meant."""
    sides = state.scenario.sides
    others = (*(side for side in sides if side != event.side), SPECTATOR)
    says = OTHERWISE[event.kind].replace("{side}", state.scenario.titles[event.side])
    return msgspec.structs.replace(event, says=says, units=(), note="", only=others)
