"""Sentences with typed gaps: the units, hexes and sides in them, for each client to name in its own way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import TypeAlias

import msgspec

Argument: TypeAlias = str | int | float | Sequence[str]
"""What fills a gap: an id, a number, words, or several ids."""


class Words(msgspec.Struct, frozen=True, tag_field="kind", tag="words"):
    """Plain words."""

    text: str

    def __str__(self) -> str:
        return self.text


class UnitNames(msgspec.Struct, frozen=True, tag_field="kind", tag="units"):
    """Units by their ids."""

    ids: tuple[str, ...]

    def __str__(self) -> str:
        return ", ".join(self.ids)


class HexNames(msgspec.Struct, frozen=True, tag_field="kind", tag="hexes"):
    """Hexes by their numbers: a path where several follow each other."""

    labels: tuple[str, ...]

    def __str__(self) -> str:
        return "-".join(self.labels)


class SideName(msgspec.Struct, frozen=True, tag_field="kind", tag="side"):
    """A side by its id."""

    id: str

    def __str__(self) -> str:
        return self.id


Part: TypeAlias = Words | UnitNames | HexNames | SideName


class Text:
    """A sentence whose gaps say what they name, so that nobody has to read it to find out.

    A gap whose name begins with ``unit`` takes unit ids, with ``hex`` hex numbers, with ``side`` the id of a
    side; any other takes words or a number. Without arguments the template is taken as it is.

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
        """Words and what they are about, in order."""
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
        """The sentence with sides by their titles; words at its beginning get a capital, ids stay.

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
    """A template as words, each with the gap that follows: its name, format and conversion."""
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
    """A sentence as a text; a plain one has no gaps."""
    return sentence if isinstance(sentence, Text) else Text(sentence)
