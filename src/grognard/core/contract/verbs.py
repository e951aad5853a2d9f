"""The verbs of a game as data: the label of each, the rule that allows it, and its arguments.

An order has four slots (see `orders`): a target hex, units, a path and words. A game's file declares for
every verb which of them it uses. All code that builds, parses or offers orders uses these declarations.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Literal

import msgspec

from grognard.core.contract.orders import Order

Gravity = Literal["ordinary", "final", "decisive"]
"""`final`: cannot be undone. `decisive`: may decide the game, so clients ask for confirmation."""


class HexArgument(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The hex that an order is about."""

    optional: bool = False
    anywhere: bool = False
    """Whether other hexes than those offered are legal; only relevant ones are offered."""

    def misfit(self, target: str) -> str:
        """Return what is wrong with the target, or an empty string."""
        return "" if target or self.optional else "it names no hex"


class UnitsArgument(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The counters that an order is given to or is about."""

    least: int = 1
    most: int = 1
    """Maximum number; 0 means any number."""
    leader: bool = False
    """Whether the first counter leads the others."""

    def misfit(self, units: tuple[str, ...]) -> str:
        """Return what is wrong with the counters, or an empty string."""
        if len(units) < self.least:
            return f"it names {len(units)} counters, not {self.least}"
        return f"it names more than {self.most} counters" if self.most and len(units) > self.most else ""


class PathArgument(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The hexes of a move, or only its last hex."""

    optional: bool = False
    start: bool = False
    """Whether both start and goal must be named."""

    def misfit(self, path: tuple[str, ...]) -> str:
        """Return what is wrong with the path, or an empty string."""
        if not path:
            return "" if self.optional else "it names no path"
        return "its path names only one end" if self.start and len(path) == 1 else ""


class WordArgument(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A word after the counters and hexes."""

    name: str
    kind: Literal["choice", "amount", "counter", "text"]
    """One of `choices`, a whole number, the id of a counter, or any text."""
    optional: bool = False
    several: bool = False
    """Whether it may be repeated."""
    choices: dict[str, str] = {}
    """The words to choose from, with labels; the label of ``""`` is shown if the word is left out."""
    counts: str = ""
    """Noun for what an amount counts, in the singular."""

    def accepts(self, word: str, counters: Container[str]) -> bool:
        """Return whether a word is allowed."""
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
    """The arguments of a verb by slot; a slot that is not declared must be empty."""

    target: HexArgument | None = None
    units: UnitsArgument | None = None
    path: PathArgument | None = None
    words: tuple[WordArgument, ...] = ()

    @property
    def only_words(self) -> bool:
        """Whether the verb takes words only."""
        return bool(self.words) and self.target is None and self.units is None and self.path is None

    def misfit(self, order: Order, counters: Container[str]) -> str:
        """Return what is wrong with the arguments of an order, or an empty string.

        An order with correct arguments may still be illegal under the rules.

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
    """Label of its button."""
    summary: str
    """What it does, in a sentence."""
    rule: str
    """The rule that allows it."""
    group: str
    """Group for sorting orders, such as movement or combat."""
    example: str
    """Example of a typed order, for help."""
    gravity: Gravity = "ordinary"
    takes: Arguments = Arguments()
    needs_mode_button: bool = False
    """Whether a player chooses it before its hex, because showing it on the map would hide other orders."""
