"""Helpers for tests that compare whole events."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.contract.events import Event
from grognard.games.kit import events as kit


def captured(side: str, label: str, city: str) -> kit.CityCaptured:
    """The event of a city that changed control."""
    return kit.CityCaptured(side=side, hexes=(label,), city=city, rule="3.0-switch")


def only(events: Sequence[Event], kind: type[Event]) -> list[Event]:
    """Return the events of a class."""
    return [event for event in events if isinstance(event, kind)]
