"""States: everything that changes in play. Small, flat, cheap to copy, plain to save."""

from __future__ import annotations

import copy
import hashlib
from functools import lru_cache
from typing import Any, ClassVar, Self, TypeAlias

import msgspec

from grognard.core.contract.decisions import Frame
from grognard.core.contract.scenario import Scenario

PlainState: TypeAlias = dict[str, object]
"""A state as plain values by the names of its fields, as it is saved."""


class Result(msgspec.Struct, frozen=True):
    """How a game ended."""

    winner: str
    """The side that won; empty for a draw."""
    title: str
    """The degree of victory in words."""
    reason: str
    rule: str = ""

    def score(self, side: str) -> float:
        """What the end is worth to a side: 1 when it has won, -1 when it has lost, 0 for a draw."""
        return 0.0 if not self.winner else 1.0 if self.winner == side else -1.0


class State(msgspec.Struct, kw_only=True):
    """What every game's state has; games add flat columns indexed by counter or hex.

    `scenario` is the frozen part that all copies share. Fields named in `derived` can be rebuilt from the
    others and are neither saved nor hashed; fields named in `columns` are lists that a copy must own.
    """

    derived: ClassVar[tuple[str, ...]] = ("scenario",)
    columns: ClassVar[tuple[str, ...]] = ("stack", "at")

    scenario: Scenario
    """Each game narrows it to its own."""
    turn: int = 1
    step: int = 0
    """Which phase of the turn's sequence of play is under way."""
    stack: list[Frame] = []
    """Open decisions that interrupt the phase; the last one is asked first."""
    at: list[int] = []
    """For each counter the hex it is in, or a negative number for a place off the map."""
    result: Result | None = None

    def copy(self) -> Self:
        """An independent twin that shares only what is read-only."""
        twin = copy.copy(self)
        for name in self.columns:
            setattr(twin, name, getattr(self, name)[:])
        return twin

    def plain(self) -> PlainState:
        """The state as plain values, without what can be derived."""
        return {
            name: msgspec.to_builtins(getattr(self, name))
            for name in self.__struct_fields__
            if name not in self.derived
        }

    @property
    def digest(self) -> str:
        """A short hash of everything that matters."""
        text = msgspec.json.encode(self.plain(), order="deterministic")
        return hashlib.sha256(text).hexdigest()[:12]


@lru_cache
def _types(kind: type[State]) -> dict[str, Any]:
    """The type of every field (looking them up costs more than converting)."""
    return {field.name: field.type for field in msgspec.structs.fields(kind)}


def fields_from_plain(kind: type[State], plain: PlainState) -> dict[str, Any]:
    """The typed fields of a saved state (for the game to complete with what is derived)."""
    types = _types(kind)
    unknown = set(plain) - (set(types) - set(kind.derived))
    if unknown:
        raise msgspec.ValidationError(f"unknown field {sorted(unknown)[0]!r}")
    return {name: msgspec.convert(value, types[name]) for name, value in plain.items()}
