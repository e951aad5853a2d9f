"""States: everything that changes in play. Small, flat, cheap to copy, plain to save."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable
from functools import lru_cache
from typing import ClassVar, Self, TypeAlias, TypeVar

import msgspec

from grognard.core.contract.decisions import Question
from grognard.core.contract.scenario import Scenario
from grognard.core.files.decoding_errors import reworded
from grognard.core.files.toml_shape import TypeForm, faults

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
    others and are neither saved nor hashed. Those named in `columns` are lists or dicts that a copy must own.
    """

    derived: ClassVar[tuple[str, ...]] = ("scenario",)
    columns: ClassVar[tuple[str, ...]] = ("questions", "at")

    scenario: Scenario
    """Each game narrows it to its own."""
    turn: int = 1
    phase_index: int = msgspec.field(default=0, name="step")
    """The current phase, as a place in the turn's sequence of play."""
    questions: list[Question] = msgspec.field(default_factory=list, name="stack")
    """Open questions that interrupt the phase; the last one is asked first."""
    at: list[int] = []
    """For each counter the hex it is in, or a negative number for a place off the map."""
    result: Result | None = None

    def copy(self) -> Self:
        """Return an independent copy that shares only what is read-only."""
        copied = copy.copy(self)
        for name in self.columns:
            setattr(copied, name, getattr(self, name).copy())
        return copied

    def __eq__(self, other: object) -> bool:
        """Return whether everything that is saved is equal; what is derived does not count."""
        if type(other) is not type(self):
            return NotImplemented
        here, there = self.scenario, other.scenario
        if here is not there and (here.id, here.options) != (there.id, there.options):
            return False
        return all(
            getattr(self, name) == getattr(other, name)
            for name in self.__struct_fields__
            if name not in self.derived
        )

    __hash__ = None  # type: ignore[assignment]

    def plain(self) -> PlainState:
        """Return the state as plain values by their saved names, without what can be derived."""
        return {
            saved: msgspec.to_builtins(getattr(self, name))
            for name, saved in zip(self.__struct_fields__, self.__struct_encode_fields__, strict=True)
            if name not in self.derived
        }

    @property
    def digest(self) -> str:
        """A short hash of everything that matters."""
        text = msgspec.json.encode(self.plain(), order="deterministic")
        return hashlib.sha256(text).hexdigest()[:12]


S = TypeVar("S", bound=State)


@lru_cache
def _saved(kind: type[State]) -> dict[str, msgspec.structs.FieldInfo]:
    """The saved fields by their saved names (looking them up costs more than converting)."""
    return {
        field.encode_name: field for field in msgspec.structs.fields(kind) if field.name not in kind.derived
    }


def fields_from_plain(kind: type[State], plain: PlainState) -> dict[str, object]:
    """Return the typed fields of a saved state, for the game to complete with what is derived."""
    saved = _saved(kind)
    unknown = set(plain) - set(saved)
    if unknown:
        raise msgspec.ValidationError(f"unknown field {sorted(unknown)[0]!r}")
    return {saved[key].name: _converted(key, value, saved[key].type) for key, value in plain.items()}


def _converted(key: str, value: object, kind: TypeForm) -> object:
    """Return a saved value with its type; the error of a wrong one names the key and what is allowed."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        where, reason = next(faults(value, kind), None) or reworded(error)
        raise msgspec.ValidationError(f"{'.'.join(map(str, (key, *where)))} {reason}") from None


def state_from_plain(kind: type[S], scenario: Scenario, plain: PlainState) -> S:
    """Return a saved state of a kind that derives nothing but its scenario."""
    make: Callable[..., S] = kind
    return make(scenario=scenario, **fields_from_plain(kind, plain))


def ask(state: State, question: Question) -> None:
    """Put a question on top of the stack."""
    state.questions.append(question)
