"""The numbers of a staff: one frozen value read from a file, scaled by an intention."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias, TypeVar

import msgspec

from grognard.core.contract.intentions import Intention
from grognard.core.errors import GrognardError

N = TypeVar("N", bound=msgspec.Struct)
Number: TypeAlias = "float | tuple[Number, ...]"


def numbers_of(stock: N, intention: Intention) -> N:
    """Return the numbers of a staff as an intention scales them.

    Whole numbers stay whole, and both numbers of a pair are scaled.
    """
    return _scaled(stock, tuple(sorted(intention.scale.items()))) if intention.scale else stock


@lru_cache(maxsize=256)
def _scaled(stock: N, scale: tuple[tuple[str, float], ...]) -> N:
    known = set(stock.__struct_fields__)
    for name, _ in scale:
        if name not in known:
            raise GrognardError(f"the staff has no number {name!r}")
    return msgspec.structs.replace(stock, **{name: _times(getattr(stock, name), by) for name, by in scale})


def _times(value: Number, by: float) -> Number:
    if isinstance(value, tuple):
        return tuple(_times(part, by) for part in value)
    return round(value * by) if isinstance(value, int) else value * by
