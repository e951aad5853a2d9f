"""Case 4.9: which side learns of which events.

The rules report every event in full. This module decides by kind what the enemy and spectators learn of it:
everything, a `Redacted` event without units and amounts, or nothing.
"""

from __future__ import annotations

import msgspec

from grognard.core.contract.events import SPECTATOR, Event
from grognard.core.contract.orders import Order
from grognard.games.ocs.interface.sentences.supply import REDACTED
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.model.supply_events import OrderGiven, Redacted

PUBLIC = frozenset({
    "advanced", "attack", "attrition", "barrage", "battle", "captured", "converted", "ended", "exploit",
    "first", "loss", "odds", "over", "port", "rating", "repls", "retreated", "rolled", "supply", "surprise",
    "turn", "weather", "works", "mission", "aborted", "dogfight", "intercepted", "flak", "checked",
    "trainbusted", "caught", "base", "dropped", "hit", "ship-dg", "salvo", "alt", "lst-port", "lst-lost",
    "yielded", "repulsed", "relocated", "no-guns",
})  # fmt: skip
"""Both sides learn of these in full: dice are open [4.9e], strengths and results announced [4.9b]."""
SECRET = frozenset({
    "absorbed", "arrived", "collapsed", "consolidated", "delivered", "detached", "displaced", "done", "due",
    "extended", "folded", "force", "forfeited", "freight", "in-supply", "loaded", "mode", "named",
    "out-of-supply", "paid", "passed", "placed", "rebuilt", "reduced", "restocked", "top", "unloaded",
    "withdrawn", "returned", "refitted", "stood-down", "gliders", "cargo-landed", "cargo-lost", "planned",
    "cargo", "craft", "embarked", "gunners", "ashore", "craft-left", "refilled",
})  # fmt: skip
"""The enemy learns nothing of these. All other kinds are redacted."""


def visible_events(state: OcsState, side: str, order: Order, events: list[Event]) -> list[Event]:
    """Limit the events of an order to the sides that may know of them, and add redacted ones for others."""
    found: list[Event] = []
    for event in events:
        if event.only or event.kind in PUBLIC:
            found.append(event)
            continue
        found.append(msgspec.structs.replace(event, only=(event.side,)))
        if event.kind not in SECRET:
            found.append(redacted(state, event))
    if order.units and not any(event.only for event in found):
        found.append(OrderGiven(order=str(order), side=side, only=(side,)))
    return found


def redacted(state: OcsState, event: Event) -> Redacted:
    """Return an event as the enemy and spectators learn of it: its kind, side and hexes, but no units."""
    if event.kind not in REDACTED:
        raise LookupError(f"no side is said to learn of events of kind {event.kind!r}")
    others = (*(side for side in state.scenario.sides if side != event.side), SPECTATOR)
    return Redacted(
        stands_for=event.kind,
        side=event.side,
        hexes=event.hexes,
        dice=event.dice,
        rule=event.rule,
        final=event.final,
        only=others,
    )
