"""The verbs of a game as data: the label of each, the rule that allows it, and its arguments.

An order has four slots (see `orders`): a target hex, units, a path and words. A game's file declares for
every verb which of them it uses. All code that builds, parses or offers orders uses these declarations.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Literal

import msgspec

from grognard.core.contract.orders import Order
from grognard.core.english import plural
from grognard.core.text import Text

ENDS_PHASE = "end"
"""The verb that ends a phase in every game."""
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
    """A word after the counters and hexes, such as ``unsupplied``, ``8`` or ``for:s-inf1``."""

    name: str
    kind: Literal["choice", "amount", "counter", "terrain"]
    """One of `choices`, a whole number, the id of a counter, or the id of a terrain."""
    optional: bool = False
    several: bool = False
    """Whether it may be repeated."""
    choices: dict[str, str] = {}
    """The words to choose from, with labels; the label of ``""`` is shown if the word is left out."""
    counts: str = ""
    """Noun for what an amount counts, in the singular."""
    label: str = ""
    """How a counter or terrain is said: ``paying from {unit}``, ``using {terrain} against {hex}``."""
    prefix: str = ""
    """What comes before it and a colon, such as ``for`` in ``for:s-inf1``."""
    per_hex: bool = False
    """Whether a hex and a colon come before it, as in ``14.07:village``."""
    after: str = ""
    """A word that it must come after."""

    def accepts(self, word: str, counters: Container[str], earlier: Sequence[str] = ()) -> bool:
        """Return whether a word is allowed after those before it."""
        where, value = self.split(word)
        if (self.after and self.after not in earlier) or bool(where) != (self.per_hex or bool(self.prefix)):
            return False
        if self.prefix and where != self.prefix:
            return False
        match self.kind:
            case "choice":
                return value in self.choices
            case "amount":
                return value.isdecimal()
            case "counter":
                return value in counters
            case "terrain":
                return bool(value)

    @staticmethod
    def split(word: str) -> tuple[str, str]:
        """Return what comes before the colon of a word, if it has one, and the rest."""
        where, _, value = word.rpartition(":")
        return where, value

    def said(self, values: Sequence[tuple[str, str]]) -> Text:
        """Return how it is said with these values, each after its hex or prefix.

        >>> pay = WordArgument("pay from", "counter", label="paying from {unit}", several=True)
        >>> str(pay.said([("", "g-dump1"), ("", "g-dump2")]))
        'paying from g-dump1, g-dump2'
        >>> ground = WordArgument("terrain", "terrain", label="using {terrain} against {hex}", per_hex=True)
        >>> str(ground.said([("14.07", "light-woods")]))
        'using light woods against 14.07'
        """
        (where, value), *_ = values
        match self.kind:
            case "choice":
                return Text(self.choices[value])
            case "amount":
                return Text(plural(int(value), self.counts) if self.counts else value)
            case "counter":
                return Text(self.label or "{unit}", unit=tuple(one for _, one in values))
            case "terrain":
                return Text(self.label or "{terrain}", terrain=value.replace("-", " "), hex=where)


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
        missing = [one for one in self.words if not one.optional]
        for word, found in self.declared(words, counters):
            if found is None:
                return f"{word!r} is not one of its words"
            if found in missing:
                missing.remove(found)
        return f"{missing[0].name} is missing" if missing else ""

    def declared(
        self, words: Sequence[str], counters: Container[str]
    ) -> list[tuple[str, WordArgument | None]]:
        """Return the words of an order, each with its declaration; None if it has none."""
        left, pairs = list(self.words), list[tuple[str, WordArgument | None]]()
        for number, word in enumerate(words):
            found = next((one for one in left if one.accepts(word, counters, words[:number])), None)
            if found is not None and not found.several:
                left.remove(found)
            pairs.append((word, found))
        return pairs

    def words_said(self, words: Sequence[str], counters: Container[str]) -> list[Text]:
        """Return the words of an order as players read them; neighbouring counters are said together.

        >>> takes = Arguments(words=(WordArgument("for", "counter", prefix="for", label="supplying {unit}"),))
        >>> [str(said) for said in takes.words_said(["for:SA"], ("SA", "SB"))]
        ['supplying SA']
        """
        found: list[Text] = []
        for declared, group in groupby(self.declared(words, counters), key=itemgetter(1)):
            values = [(word, WordArgument.split(word)) for word, _ in group]
            if declared is None:
                found += [Text(word) for word, _ in values]
            elif declared.kind == "counter":
                found.append(declared.said([value for _, value in values]))
            else:
                found += [declared.said([value]) for _, value in values]
        return found


class Leftover(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What players are reminded of if they end a phase while counters could still do something."""

    title: str
    note: str = ""
    """What happens to it."""
    lost: bool = False
    """Whether it is lost for good."""


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
    answers: dict[str, str] = {}
    """Labels of its button where it answers a question, by the kind of the question."""
    needs_mode_button: bool = False
    """Whether a player chooses it before its hex, because showing it on the map would hide other orders."""
    left: Leftover | None = None
    consequences: bool = False
    """Whether some orders of this verb change the war: clients preview each and ask for confirmation."""
