"""What can happen, as data, and the one sentence for each. Common events come from the kit."""

from __future__ import annotations

from grognard.core.contract.events import Event, sentence
from grognard.core.text import Text


class Moved(Event, frozen=True, kw_only=True, tag="moved"):
    """A unit moved."""


class Fought(Event, frozen=True, kw_only=True, tag="battle"):
    """Units attacked a hex; `total` is the die with all modifiers [4.2]."""

    total: int
    result: str


@sentence.register
def _(event: Moved) -> Text:
    return Text("{unit} moves {hexes}", unit=event.units[0], hexes=event.hexes)


@sentence.register
def _(event: Fought) -> Text:
    text = "{units} attacks {hex}: rolled {die}, total {total}, {result}"
    if len(event.units) > 1:
        text = text.replace("attacks", "attack", 1)
    return Text(
        text, units=event.units, hex=event.hexes[0], die=event.dice[0], total=event.total, result=event.result
    )
