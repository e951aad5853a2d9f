"""Helpers for tests that compare whole events."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.games.ocs.interface.event_visibility import visible_events
from grognard.games.ocs.model.supply_events import (
    SupplyPaid,
)
from tests.rules.ocs.field import Field

OWN = ("german",)
OTHERS = ("soviet", "")
"""Who learns of a German event without its units: the enemy and spectators."""


def without_payments(events: Iterable[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, SupplyPaid)]


def shown(field: Field, events: list[Event]) -> list[Event]:
    """Return what the sides learn of events that follow the end of a phase."""
    return visible_events(field.state, "german", Order("end"), events)
