"""The history of a game: one step for each order, with its events and the situation after it."""

from __future__ import annotations

import msgspec

from grognard.core.contract.events import SPECTATOR, Event, seen_by
from grognard.core.play.record import Entry


class Step(msgspec.Struct, frozen=True):
    """An order that was carried out, its events, and the situation after it."""

    entry: Entry
    events: tuple[Event, ...]
    turn: int
    phase: str
    waiting_for: tuple[str, ...]
    """The sides that must decide after it."""

    @property
    def side(self) -> str:
        """The side that gave the order."""
        return self.entry.side

    @property
    def order(self) -> str:
        """The order as text."""
        return self.entry.order

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice rolled for it."""
        return self.entry.dice

    def visible_to(self, side: str, *, over: bool) -> Step:
        """Return the step as a side (``""``: a spectator) may see it.

        A secret order has neither text nor dice. When the game is over, everything is visible.
        """
        if over:
            return msgspec.structs.replace(
                self, events=tuple(event for event in self.events if SPECTATOR not in event.only)
            )
        seen = tuple(seen_by(self.events, side))
        if self.side == side or (seen and len(seen) == len(self.events)):
            return msgspec.structs.replace(self, events=seen)
        return msgspec.structs.replace(self, entry=Entry(self.side, ""), events=seen)
