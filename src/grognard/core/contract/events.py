"""Events: what happened, in order, as facts. Sentences about them are made at the edge.

A game declares its events as subclasses with fields of their own, and registers a sentence for each:

    class Moved(Event, frozen=True, kw_only=True):
        kind: str = "moved"
        entered: bool = False

    @sentence.register
    def _(event: Moved) -> Text:
        return Text("{units} moves {hexes}", units=event.units, hexes=event.hexes)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch

import msgspec

from grognard.core.contract.text import Text

SPECTATOR = ""
"""The side of somebody who only watches."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened.

    Until every event is a class of its own, `says` may hold a sentence whose gaps the other fields fill.

    >>> str(Event("moved", "{units} moves {hexes}", units=("SA",), hexes=("0801", "0701")))
    'SA moves 0801-0701'
    """

    kind: str = ""
    says: str = ""
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

    @property
    def text(self) -> Text:
        """The event as a sentence."""
        return sentence(self)

    def __str__(self) -> str:
        return str(sentence(self))


@singledispatch
def sentence(event: Event) -> Text:
    """Put an event into words."""
    if not event.says:
        raise NotImplementedError(f"there is no sentence for {type(event).__name__}")
    return Text(
        event.says,
        side=event.side,
        units=event.units,
        hexes=event.hexes,
        hex=event.hexes[0] if event.hexes else "",
        hex_to=event.hexes[-1] if event.hexes else "",
        to=event.hexes[-1] if event.hexes else "",
        dice=" ".join(map(str, event.dice)),
        note=event.note,
    )


def seen_by(events: Iterable[Event], side: str) -> list[Event]:
    """The events one side (`SPECTATOR`: somebody who only watches) may know of."""
    return [event for event in events if not event.only or side in event.only]
