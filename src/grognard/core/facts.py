"""Facts derived from a state, and the one way in which they are kept up to date.

A fact is stored with what it was found from, its *reads*. As long as they compare equal, the fact holds; no
function that changes the state has to know about it. A fact found again with an equal value stays the same
object, so facts that read it hold as well: a move that does not alter a zone of control keeps them valid.

What is read must not change in place: an integer, a tuple, a frozen value, another fact, or a *stamp*. A
stamp stands for a column: a function that changes the column replaces its stamp. No two stamps
are equal, so a copy and its original never reach the same stamp with different columns.

Where nearly every order changes what is read, a fact belongs in the `cache`, which holds until the next
change.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Protocol, TypeAlias, TypeVar, cast

Fact = TypeVar("Fact")

Cache: TypeAlias = dict[Hashable, Any]
"""Results computed since the last change of a state; the function that keeps one knows its type."""

Kept: TypeAlias = dict[Hashable, tuple[object, Any]]
"""Facts by name, each with what it was found from. Facts never change, so copies of a state share them."""


class Stamp:
    """Stands for the current content of a column; equal only to itself.

    A stamp of places can remember which hexes the last changes touched, as a set of bits. Then a fact about a
    large board is made from its last value and a few hexes (see `keep_up`).
    """

    __slots__ = ("_age", "_earlier", "_touched")

    def __init__(self, earlier: Stamp | None = None, touched: int = 0) -> None:
        """Replace an `earlier` stamp after a change that touched some hexes."""
        self._touched = touched
        self._age: int = earlier._age + 1 if earlier else 0
        self._earlier = earlier
        if self._age > _MEMORY:  # a stamp must not keep a whole game in memory
            self._age, self._earlier = 0, None

    def touched_since(self, then: Stamp) -> int | None:
        """Return the hexes touched since another stamp was current; None if that is forgotten."""
        now: Stamp | None = self
        found = 0
        while now is not None:
            if now is then:
                return found
            found |= now._touched
            now = now._earlier
        return None


_MEMORY = 64
"""Maximum number of changes that a stamp remembers."""


class Caching(Protocol):
    """A state with a cache."""

    cache: Cache


class Keeping(Protocol):
    """A state with facts that outlive a change."""

    kept: Kept


class Notes(dict[Hashable, Any]):
    """Answers that hold as long as the reads of the notes do: keep them empty, and fill them on demand.

    Notes are equal only to themselves, so that facts can read them.
    """

    __slots__ = ()
    __hash__ = object.__hash__  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other


def changed(state: Caching) -> None:
    """Clear the cache after a change of the state."""
    if state.cache:
        state.cache = {}


def keep_up(state: Keeping, key: Hashable, reads: object, update: Callable[[Fact | None], Fact]) -> Fact:
    """Return a fact that is made from its last value, or None, when something that it reads has changed.

    The result must be the same as if it were made from nothing.
    """
    known = state.kept.get(key)
    if known is not None and known[0] == reads:
        return cast("Fact", known[1])
    found = update(known and known[1])
    state.kept[key] = reads, found
    return found


def keep(state: Keeping, key: Hashable, reads: object, find: Callable[[], Fact]) -> Fact:
    """Return a fact, found again only if something that it was found from has changed since.

    `reads` is everything that it depends on. Nothing else is compared, so a forgotten part would silently
    give a wrong answer: a test compares the orders of random games with those of states rebuilt from their
    plain form. The fact itself must never be changed.
    """
    known = state.kept.get(key)
    if known is None:
        found = find()
    elif known[0] == reads:
        return cast("Fact", known[1])
    else:
        found = find()
        if found == known[1]:
            found = known[1]
    state.kept[key] = reads, found
    return found
