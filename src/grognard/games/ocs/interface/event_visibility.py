"""What everybody hears of what happens, and what only the owner of the units does [4.9].

Modules tell everything; here it is decided by the kind of an event what the other side may know of it.
"""

from __future__ import annotations

import msgspec

from grognard.core.contract.events import SPECTATOR, Event
from grognard.core.contract.orders import Order
from grognard.games.ocs.model.state import OcsState

OPEN = (
    "advanced", "attack", "attrition", "barrage", "battle", "captured", "converted", "ended", "exploit",
    "first", "loss", "odds", "over", "port", "repls", "retreated", "rolled", "supply", "surprise", "turn",
    "weather", "works",
)  # fmt: skip
"""Heard by everybody as they are: dice are rolled in the open [4.9e], strengths and results told [4.9b]."""
OTHERWISE = {
    "blown": "a {side} dump is blown in {hex}",
    "breakout": "{side} units in {hex} try to break out",
    "disorganized": "{side} units in {hex} are disorganized",
    "lost": "{side} loses a unit in {hex}",
    "moved": "{side} units move {hexes}",
    "railed": "{side} units go by rail from {hex} to {to}",
    "released": "{side} releases Reserves",
    "shipped": "{side} units go by sea from {hex} to {to}",
}
"""What the others hear of events that name units or amounts."""
SILENT = (
    "absorbed", "arrived", "collapsed", "consolidated", "delivered", "detached", "displaced", "done", "due",
    "extended", "folded", "force", "freight", "in-supply", "loaded", "mode", "named", "out-of-supply", "paid",
    "passed", "placed", "rebuilt", "reduced", "restocked", "top", "unloaded", "withdrawn",
)  # fmt: skip
"""Of these they hear nothing, as of any kind that stands nowhere here."""


def told(state: OcsState, side: str, order: Order, events: list[Event]) -> list[Event]:
    """The events of an order, those with secrets in them kept from the other side."""
    found = []
    for event in events:
        if event.only or event.kind in OPEN:
            found.append(event)
            continue
        found.append(msgspec.structs.replace(event, only=(event.side,)))
        if event.kind in OTHERWISE:
            found.append(_paraphrase(state, event))
    if order.units and not any(event.only for event in found):
        found.append(Event("named", "ordered: {note}", side=side, note=str(order), only=(side,)))
    return found


def _paraphrase(state: OcsState, event: Event) -> Event:
    """An event as those hear it who may not know which units are meant."""
    sides = state.scenario.sides
    others = (*(side for side in sides if side != event.side), SPECTATOR)
    says = OTHERWISE[event.kind].replace("{side}", state.scenario.titles[event.side])
    return Event(
        event.kind, says, event.side, hexes=event.hexes, dice=event.dice, rule=event.rule, only=others,
        final=event.final,
    )  # fmt: skip
