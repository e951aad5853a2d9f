"""Sentences with typed gaps for units, hexes and sides, so that each client can name these in its own way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import TypeAlias

import msgspec

Argument: TypeAlias = str | int | float | Sequence[str]
"""Value of a gap: an id, a number, words, or several ids."""


class Words(msgspec.Struct, frozen=True, tag_field="kind", tag="words"):
    """Plain words."""

    text: str

    def __str__(self) -> str:
        return self.text


class UnitNames(msgspec.Struct, frozen=True, tag_field="kind", tag="units"):
    """References to units."""

    ids: tuple[str, ...]

    def __str__(self) -> str:
        return ", ".join(self.ids)


class HexNames(msgspec.Struct, frozen=True, tag_field="kind", tag="hexes"):
    """References to hexes; several form a path."""

    labels: tuple[str, ...]

    def __str__(self) -> str:
        return "-".join(self.labels)


class SideName(msgspec.Struct, frozen=True, tag_field="kind", tag="side"):
    """Reference to a side."""

    id: str

    def __str__(self) -> str:
        return self.id


Part: TypeAlias = Words | UnitNames | HexNames | SideName


class Text:
    """A sentence with typed gaps.

    A gap whose name begins with ``unit`` takes unit ids, ``hex`` takes hex numbers and ``side`` takes the id
    of a side. Any other gap takes words or a number. Without arguments the template is used as it is.

    >>> text = Text("{units} must stop in {hex}", units=("SA", "SB"), hex="0505")
    >>> str(text)
    'SA, SB must stop in 0505'
    >>> text.parts[0], text.parts[1]
    (UnitNames(ids=('SA', 'SB')), Words(text=' must stop in '))
    """

    __slots__ = ("arguments", "template")

    def __init__(self, template: str, /, **arguments: Argument) -> None:
        self.template = template
        self.arguments = arguments

    @property
    def parts(self) -> tuple[Part, ...]:
        """The words and references of the sentence, in order."""
        if not self.arguments:
            return (Words(self.template),)
        found: list[Part] = []
        for words, name, spec, conversion in _pieces(self.template):
            if words:
                found.append(Words(words))
            if name:
                found.append(_part(name, self.arguments[name], spec, conversion))
        return tuple(found)

    def spoken(self, titles: Mapping[str, str]) -> str:
        """Return the sentence with the titles of sides; capitalise its first word unless that is an id.

        >>> Text("{side} player moves {unit}", side="us", unit="B").spoken({"us": "American"})
        'American player moves B'
        """
        first, *rest = (
            titles.get(part.id, part.id) if isinstance(part, SideName) else str(part) for part in self.parts
        )
        if isinstance(self.parts[0], Words):
            first = first[:1].upper() + first[1:]
        return "".join([first, *rest])

    def __str__(self) -> str:
        return "".join(map(str, self.parts)) if self.arguments else self.template

    def __repr__(self) -> str:
        return f"Text({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, Text | str) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))


@lru_cache(1024)
def _pieces(template: str) -> tuple[tuple[str, str, str, str], ...]:
    """Split a template into words, each with the name, format and conversion of the gap that follows."""
    return tuple(
        (words, name or "", spec or "", how or "") for words, name, spec, how in Formatter().parse(template)
    )


def _part(name: str, value: Argument, spec: str, conversion: str) -> Part:
    if isinstance(value, str | int | float):
        if name.startswith("unit"):
            return UnitNames((str(value),))
        if name.startswith("hex"):
            return HexNames((str(value),))
        if name.startswith("side"):
            return SideName(str(value))
        return Words(format(repr(value) if conversion == "r" else value, spec))
    return HexNames(tuple(value)) if name.startswith("hex") else UnitNames(tuple(value))


def as_text(sentence: str | Text) -> Text:
    """Return a sentence as a `Text`; a string has no gaps."""
    return sentence if isinstance(sentence, Text) else Text(sentence)
