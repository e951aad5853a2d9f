"""Orders: what a player says. One frozen value, with a text notation that parses back exactly.

The notation is always ``verb [target] [units] [path] [words]``: a hex before the units is the target,
hexes after them are a path:
``move SA 0801-0701``, ``attack 0506 SA,SB``, ``retreat Z 0406``, ``choose air``, ``end``.
"""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from operator import attrgetter, eq
from typing import TYPE_CHECKING, overload

import msgspec

from grognard.core.errors import Unreadable
from grognard.core.hexes.grid import Hex, HexGrid, HexSet, bits, nth

if TYPE_CHECKING:
    from grognard.core.contract.verbs import Verb


class Order(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One order, in the words of the edges: counter ids and hex numbers.

    >>> str(Order("attack", target="0506", units=("SA", "SB")))
    'attack 0506 SA,SB'
    >>> str(Order("move", units=("SA",), path=("0801", "0701")))
    'move SA 0801-0701'
    """

    verb: str
    target: str = ""
    units: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = [self.verb]
        if self.target:
            parts.append(self.target)
        if self.units:
            parts.append(",".join(self.units))
        if self.path:
            parts.append("-".join(self.path))
        parts.extend(self.words)
        return " ".join(parts)


class OrderPerHex(Sequence[Order]):
    """One order for each hex of a set, created only on access.

    On a large board a unit has hundreds of moves, and a player who picks one at random needs only that one.
    The set itself may be a function that is called on first use.

    >>> moves = OrderPerHex(0b10110, lambda hex_: Order("move", units=("SA",), path=(f"010{hex_}",)))
    >>> len(moves), str(moves[2]), [str(order) for order in moves][0]
    (3, 'move SA 0104', 'move SA 0101')
    """

    __slots__ = ("_hexes", "write")

    def __init__(self, hexes: HexSet | Callable[[], HexSet], write: Callable[[Hex], Order]) -> None:
        self._hexes = hexes
        self.write = write

    @property
    def hexes(self) -> HexSet:
        """The hexes for which there is an order."""
        if not isinstance(self._hexes, int):
            self._hexes = self._hexes()
        return self._hexes

    def __len__(self) -> int:
        return self.hexes.bit_count()

    def __iter__(self) -> Iterator[Order]:
        return map(self.write, bits(self.hexes))

    @overload
    def __getitem__(self, place: int) -> Order: ...
    @overload
    def __getitem__(self, place: slice) -> list[Order]: ...
    def __getitem__(self, place: int | slice) -> Order | list[Order]:
        if isinstance(place, slice):
            return list(self)[place]
        return self.write(nth(self.hexes, place if place >= 0 else place + len(self)))


class JoinedOrders(Sequence[Order]):
    """Several lists of orders, one after the other; each order is created only on access.

    >>> moves = OrderPerHex(0b110, lambda hex_: Order("move", units=("SA",), path=(f"010{hex_}",)))
    >>> orders = JoinedOrders([moves, [Order("end")]])
    >>> len(orders), str(orders[1]), orders[-1] == Order("end"), orders == [*moves, Order("end")]
    (3, 'move SA 0102', True, True)
    """

    __slots__ = ("_length", "_parts")

    def __init__(self, parts: Iterable[Sequence[Order]]) -> None:
        self._parts = list(parts)
        self._length = sum(map(len, self._parts))

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Order]:
        return chain.from_iterable(self._parts)

    @overload
    def __getitem__(self, place: int) -> Order: ...
    @overload
    def __getitem__(self, place: slice) -> list[Order]: ...
    def __getitem__(self, place: int | slice) -> Order | list[Order]:
        if isinstance(place, slice):
            return [self[number] for number in range(*place.indices(self._length))]
        number = place if place >= 0 else place + self._length
        for part in self._parts:
            if 0 <= number < len(part):
                return part[number]
            number -= len(part)
        raise IndexError(place)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(other) == self._length and all(map(eq, self, other))

    __hash__ = None  # type: ignore[assignment]  # as for a list

    def __repr__(self) -> str:
        return repr(list(self))


Orders = dict[str, Sequence[Order]]
"""Orders of an actor by verb; every verb has at least one."""


def by_verb(orders: Iterable[Order]) -> Orders:
    """Return orders by verb, verbs in the order of their first appearance.

    >>> list(by_verb([Order("move", units=("SA",)), Order("end"), Order("move", units=("SB",))]))
    ['move', 'end']
    """
    found: dict[str, list[Order]] = {}
    for verb, some in groupby(orders, _VERB):
        found.setdefault(verb, []).extend(some)
    return dict(found)


_VERB = attrgetter("verb")


MAX_LENGTH = 4_000
"""Maximum number of characters of an order."""
_MAX_QUOTED = 60
"""Maximum number of characters of an order that a message repeats."""


class Notation:
    """Reads orders for one scenario: its verbs, counters and hex numbers."""

    def __init__(
        self,
        grid: HexGrid,
        counters: Mapping[str, str],
        verbs: Mapping[str, Verb],
        places: Mapping[str, Hex] | None = None,
    ) -> None:
        """`counters` maps id to label, and `places` the names of places to their hexes; all can be typed."""
        self.grid = grid
        self.verbs = verbs
        self._places = {_spelling(name): grid.label(hex_) for name, hex_ in (places or {}).items()}
        self._place_words = max((len(name.split()) for name in places or ()), default=0)
        self._ids = {id_.casefold(): id_ for id_ in counters}
        self._shortest_hex = min((len(label) for label in grid.labels if label), default=0)
        self._shown: dict[str, list[str]] = {}
        """Which counters show a label; several may show the same."""
        for id_, label in counters.items():
            if label not in counters:
                self._shown.setdefault(label, []).append(id_)

    def parse(self, text: str) -> Order:
        """The order a text stands for, or `Unreadable` with what was understood and what not."""
        if len(text) > MAX_LENGTH:
            raise Unreadable(f"an order can have at most {MAX_LENGTH} characters, not {len(text)}")
        tokens = self._with_places(",".join(part.strip() for part in text.split(",")).split())
        if not tokens:
            raise Unreadable("nothing was said; try: " + ", ".join(self.verbs))
        verb = tokens[0].lower()
        if verb not in self.verbs:
            raise Unreadable(f"{_quoted(tokens[0])} is not an order here{self._near(verb, self.verbs)}")
        takes = self.verbs[verb].takes
        if takes.only_words:  # even where a word is also the name of a counter
            return Order(verb, words=tuple(tokens[1:]))
        counts = any(word.kind == "amount" for word in takes.words)
        only_as_words = takes.units is None and any(word.kind == "counter" for word in takes.words)
        target = ""
        units: tuple[str, ...] = ()
        path: tuple[str, ...] = ()
        words: list[str] = []
        for token in tokens[1:]:
            if words or ((target or units or path) and counts and self._is_amount(token)):
                words.append(token)
                continue
            hexes = () if self._is_id(token) else self._hexes(token)
            named = () if only_as_words else self._named(token)
            if hexes and not units and not target and len(hexes) == 1:
                target = hexes[0]
            elif hexes and not path:
                path = hexes
            elif named and not units and not path:
                units = named
            elif self._looks_like_hex(token) and not hexes:
                raise Unreadable(f"{_quoted(text)}: there is no hex {self._bad_hex(token)} on this board")
            else:
                words.append(token)
        return Order(verb, target, units, path, tuple(words))

    def explain_words(self, order: Order) -> str:
        """What to say about words an order has no use for."""
        understood = _quoted(str(Order(order.verb, order.target, order.units, order.path)))
        return (
            f"understood {understood}, but not "
            f"{_quoted(' '.join(order.words))}{self._near(order.words[0], self._ids.values())}; "
            f"an order of this kind reads: {self.verbs[order.verb].example}"
        )

    def counter(self, name: str) -> str | None:
        """Return the id of a counter by its id, in upper or lower case, or by the label printed on it."""
        shown = self._shown.get(name, [])
        if len(shown) > 1:
            raise Unreadable(f"{name!r} may mean {' or '.join(shown)}: say which")
        return shown[0] if shown else self._ids.get(name.casefold())

    def hex(self, name: str) -> str | None:
        """Return the number of a hex by its number or by the name of the place in it, however spelt."""
        number = name.strip().upper()
        return number if self.grid.find(number) is not None else self._places.get(_spelling(name))

    def no_counter(self, name: str) -> str:
        """Return the message for the name of a counter that does not exist."""
        return f"there is no counter {name!r}{self._near(name, self._ids.values())}"

    def _with_places(self, tokens: list[str]) -> list[str]:
        """Put hex numbers for the names of places, unless a name is also a word of the verb."""
        verb = self.verbs.get(tokens[0].lower()) if tokens else None
        if verb is None or not self._places:
            return tokens
        words = {choice for word in verb.takes.words for choice in word.choices}
        found = tokens[:1]
        place = 1
        while place < len(tokens):
            token = tokens[place]
            known = token in self._shown or token.casefold() in self._ids or token in words
            for count in range(min(self._place_words, len(tokens) - place), 0, -1):
                label = self._places.get(_spelling(" ".join(tokens[place : place + count])))
                if label is not None and (count > 1 or not known):
                    found.append(label)
                    place += count
                    break
            else:
                found.append(token)
                place += 1
        return found

    def _hexes(self, token: str) -> tuple[str, ...]:
        """Return the hexes of a path; the name of a place may contain hyphens itself."""
        names = token.split("-")
        found: list[str] = []
        while names:
            for count in range(len(names) if self._places else 1, 0, -1):
                label = self.hex("-".join(names[:count]))
                if label is not None:
                    found.append(label)
                    del names[:count]
                    break
            else:
                return ()
        return tuple(found)

    def _is_id(self, token: str) -> bool:
        """Whether a token is the exact id of a counter, even if a place has the same name in other case."""
        return self._ids.get(token.casefold()) == token and self.grid.find(token) is None

    def _named(self, token: str) -> tuple[str, ...]:
        ids: list[str] = []
        for word in token.split(","):
            id_ = self.counter(word)
            if id_ is None:
                return ()
            ids.append(id_)
        return tuple(ids)

    def _looks_like_hex(self, token: str) -> bool:
        return all(part[-2:].isdigit() for part in token.split("-"))

    def _is_amount(self, token: str) -> bool:
        """Whether a number is too short to be that of a hex."""
        return token.isdigit() and len(token) < self._shortest_hex

    def _bad_hex(self, token: str) -> str:
        bad = next((p for p in token.split("-") if self.grid.find(p.upper()) is None), token)
        return bad[:_MAX_QUOTED]

    @staticmethod
    def _near(word: str, known: Iterable[str]) -> str:
        if len(word) > _MAX_QUOTED:
            return ""
        close = difflib.get_close_matches(word, list(known), n=3, cutoff=0.5)
        return f" (did you mean {' or '.join(close)}?)" if close else ""


def _quoted(text: str) -> str:
    """Return a text in quotes for a message, cut if it is long."""
    return repr(text if len(text) <= _MAX_QUOTED else f"{text[:_MAX_QUOTED]}…")


def _spelling(name: str) -> str:
    """Return a name without case, accents, spaces and hyphens, to compare names however they are spelt.

    >>> _spelling("Saint-Étienne"), _spelling("bad windsheim")
    ('saintetienne', 'badwindsheim')
    """
    return "".join(c for c in unicodedata.normalize("NFKD", name).casefold() if c.isalnum())


def order_from_json(plain: object) -> Order:
    """An order from its JSON form; `Unreadable` when it is not one."""
    try:
        return msgspec.convert(plain, Order)
    except msgspec.ValidationError:
        shape = '{"verb": "move", "units": ["SA"], "path": ["0801", "0701"]}'
        raise Unreadable(f"this is not an order; an order reads {shape}") from None
