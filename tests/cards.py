"""Battle events without their cards, for tests that compare whole events; `test_outcomes` tests the cards."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.core.contract.events import Event
from grognard.games.kit.events import Fought


def without_cards(events: Sequence[Event]) -> list[Event]:
    """Return events, those of battles without the facts on their cards."""
    return [replace(event, battle=None) if isinstance(event, Fought) else event for event in events]
