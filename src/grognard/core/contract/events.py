"""Events: what happened, in order, as facts. Sentences about them are made at the edge.

A game declares its events as classes with fields of their own, and registers one sentence for each:

    class Moved(Event, frozen=True, kw_only=True, tag="moved"):
        entered: bool = False

    @sentence.register
    def _(event: Moved) -> Text:
        return Text("{units} moves {hexes}", units=event.units, hexes=event.hexes)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

import msgspec

from grognard.core.text import Text

SPECTATOR = ""
"""The side of somebody who only watches."""


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", tag="event"):
    """One thing that happened; what every event may say."""

    side: str = ""
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    rule: str = ""
    only: tuple[str, ...] = ()
    """The sides that may know of it; everybody when empty.

    With `SPECTATOR` among them it is what the others hear in place of something that is secret.
    """
    final: bool = False
    """Whether dice or a reveal were in it, so that it cannot be undone."""

    @property
    def kind(self) -> str:
        """The kind of event, for clients and for rules about who may know of it."""
        return str(self.__struct_config__.tag)

    @property
    def text(self) -> Text:
        """The event as a sentence."""
        return sentence(self)

    def __str__(self) -> str:
        return str(sentence(self))


@singledispatch
def sentence(event: Event) -> Text:
    """Put an event into words."""
    raise NotImplementedError(f"there is no sentence for {type(event).__name__}")


def seen_by(events: Sequence[Event], side: str) -> list[Event]:
    """Return the events that a side (`SPECTATOR`: somebody who only watches) may know of."""
    return [event for event in events if not event.only or side in event.only]
