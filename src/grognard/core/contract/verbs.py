"""The kinds of orders of a game as data: what each is called, which rule allows it, and what it takes.

An order has four slots (see `orders`): a target hex, units, a path and words. A game's file declares for
every verb which of them it uses. Everything that builds, reads or offers orders asks this.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Literal

import msgspec

from grognard.core.contract.orders import Order

Gravity = Literal["ordinary", "final", "decisive"]
"""`final`: cannot be undone. `decisive`: changes the whole game, so a client asks for confirmation."""


class HexArgument(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The hex that an order is about."""

    optional: bool = False
    anywhere: bool = False
    """Whether it may be another hex than those offered: only those that matter are."""

    def misfit(self, target: str) -> str:
        """Return why this cannot be the target, or an empty string."""
        return "" if target or self.optional else "it names no hex"


class UnitsArgument(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The counters that an order is given to or is about."""

    least: int = 1
    most: int = 1
    """At most this many; 0: any number."""
    leader: bool = False
    """Whether the counter named first leads the others."""

    def misfit(self, units: tuple[str, ...]) -> str:
        """Return why these cannot be the counters, or an empty string."""
        if len(units) < self.least:
            return f"it names {len(units)} counters, not {self.least}"
        return f"it names more than {self.most} counters" if self.most and len(units) > self.most else ""


class PathArgument(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The hexes along which something moves, or only the one where it ends."""

    optional: bool = False
    start: bool = False
    """Whether both ends must be named, start and goal."""

    def misfit(self, path: tuple[str, ...]) -> str:
        """Return why this cannot be the path, or an empty string."""
        if not path:
            return "" if self.optional else "it names no path"
        return "its path names only one end" if self.start and len(path) == 1 else ""


class WordArgument(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A word after the counters and hexes."""

    name: str
    kind: Literal["choice", "amount", "counter", "text"]
    """One of `choices`, a whole number, the id of a counter, or anything else."""
    optional: bool = False
    several: bool = False
    """Whether there may be more than one of them."""
    choices: dict[str, str] = {}
    """The labels of the words to choose from; the one of ``""`` is shown where the word is left out."""
    counts: str = ""
    """What an amount counts, in the singular."""

    def accepts(self, word: str, counters: Container[str]) -> bool:
        """Return whether a word can be meant."""
        match self.kind:
            case "choice":
                return word in self.choices
            case "amount":
                return word.isdecimal()
            case "counter":
                return word in counters
            case "text":
                return True


class Arguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a verb takes, slot by slot; a slot that is not declared stays empty."""

    target: HexArgument | None = None
    units: UnitsArgument | None = None
    path: PathArgument | None = None
    words: tuple[WordArgument, ...] = ()

    @property
    def only_words(self) -> bool:
        """Whether the verb is followed by words alone."""
        return bool(self.words) and self.target is None and self.units is None and self.path is None

    def misfit(self, order: Order, counters: Container[str]) -> str:
        """Return what in an order does not fit the declaration, or an empty string.

        An order that fits may still be illegal: only the rules know that.

        >>> takes = Arguments(target=HexArgument(), units=UnitsArgument(most=0))
        >>> takes.misfit(Order("attack", target="0506", units=("SA", "SB")), ("SA", "SB"))
        ''
        >>> takes.misfit(Order("attack", units=("SA",)), ("SA", "SB"))
        'it names no hex'
        """
        return (
            (self.target.misfit(order.target) if self.target else order.target and "it takes no hex")
            or (self.units.misfit(order.units) if self.units else "it takes no counters" * bool(order.units))
            or (self.path.misfit(order.path) if self.path else "it takes no path" * bool(order.path))
            or self._misfit_words(order.words, counters)
        )

    def _misfit_words(self, words: tuple[str, ...], counters: Container[str]) -> str:
        left, missing = list(self.words), [one for one in self.words if not one.optional]
        for word in words:
            found = next((one for one in left if one.accepts(word, counters)), None)
            if found is None:
                return f"{word!r} is not one of its words"
            if not found.several:
                left.remove(found)
            if found in missing:
                missing.remove(found)
        return f"{missing[0].name} is missing" if missing else ""


class Verb(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A kind of order."""

    label: str
    """What a button says."""
    summary: str
    """What it does, in a sentence."""
    rule: str
    """The case of the game's rules that allows it."""
    group: str
    """What it belongs to, such as movement or combat: to sort orders by."""
    example: str
    """What it looks like when typed; for help only."""
    gravity: Gravity = "ordinary"
    takes: Arguments = Arguments()
    needs_mode_button: bool = False
    """Whether a player chooses it before its hex: shown on the map at once it would hide other orders."""
