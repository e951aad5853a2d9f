"""Events: facts about what happened, in order. They are put into words only for display.

A game declares its events as classes with their own fields and registers one sentence for each:

    class Moved(Event, frozen=True, kw_only=True, tag="moved"):
        entered: bool = False

    @sentence.register
    def _(event: Moved) -> Text:
        return Text("{units} moves {hexes}", units=event.units, hexes=event.hexes)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import ClassVar, Literal

import msgspec

from grognard.core.contract.battles import Battle
from grognard.core.text import Text

SPECTATOR = ""
"""The side of a spectator."""

EventRole = Literal[
    "", "move", "arrival", "declared", "odds", "surprise", "battle", "barrage", "strike", "mission", "air",
    "flak", "retreat", "advance", "trapped", "loss", "step", "capture", "supply", "joined",
]  # fmt: skip
"""What an event means in the story of a turn, in every game.

Its units moved along its hexes, or entered the map; they fought for its first hex, bombarded it or struck it
with an atomic weapon; they retreated or advanced after combat, had no retreat, were eliminated or lost a
step; or its side took its first hex. A declared attack, odds and surprise come before a battle whose
result is another event. A mission flew to its first hex, planes fought there, or flak fired. Units ran out of
supply; the war itself changed. Empty for everything else.
"""


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", tag="event"):
    """One thing that happened, with the fields that every event may have."""

    _role: ClassVar[EventRole] = ""

    side: str = ""
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    rule: str = ""
    only: tuple[str, ...] = ()
    """The sides that may know of it; all if empty.

    If `SPECTATOR` is among them, the event replaces a secret one for everybody who may not know it.
    """
    final: bool = False
    """Whether it involved dice or revealed information, so that it cannot be undone."""

    @property
    def kind(self) -> str:
        """The kind of event, for clients and for rules about who may know it."""
        return str(self.__struct_config__.tag)

    @property
    def role(self) -> EventRole:
        """What the event means in the story of a turn."""
        return self._role

    @property
    def battle(self) -> Battle | None:
        """The facts of the battle, if it is one."""
        return None

    @property
    def text(self) -> Text:
        """The event as a sentence."""
        return sentence(self)

    def __str__(self) -> str:
        return str(sentence(self))


@singledispatch
def sentence(event: Event) -> Text:
    """Return the sentence for an event."""
    raise NotImplementedError(f"there is no sentence for {type(event).__name__}")


def seen_by(events: Sequence[Event], side: str) -> list[Event]:
    """Return the events that a side or `SPECTATOR` may know of."""
    return [event for event in events if not event.only or side in event.only]
