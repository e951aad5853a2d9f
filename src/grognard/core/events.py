"""Events: what happened, in order, for people, logs and animations."""

from __future__ import annotations

import msgspec

SPECTATOR = ""
"""The side of somebody who only watches."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened; `says` is a sentence whose gaps the other fields fill.

    >>> str(Event("moved", "{units} moves {hexes}", units=("SA",), hexes=("0801", "0701")))
    'SA moves 0801-0701'
    """

    kind: str
    says: str
    side: str = ""
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    rule: str = ""
    note: str = ""
    only: tuple[str, ...] = ()
    """The sides that may know of it; everybody when empty.

    With `SPECTATOR` among them it is what the others hear in place of something that is secret.
    """
    final: bool = False
    """Whether dice or a reveal were in it, so that nobody may undo past it."""

    def __str__(self) -> str:
        return self.says.format(
            side=self.side,
            units=", ".join(self.units),
            hexes="-".join(self.hexes),
            hex=self.hexes[0] if self.hexes else "",
            to=self.hexes[-1] if self.hexes else "",
            dice=" ".join(map(str, self.dice)),
            note=self.note,
        )


def seen_by(events: list[Event], side: str) -> list[Event]:
    """The events one side (`SPECTATOR`: somebody who only watches) may know of."""
    return [event for event in events if not event.only or side in event.only]
