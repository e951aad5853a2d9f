"""Views: the state as one side may see it, in words that any client can draw without knowing the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from grognard.core.contract.scenario import OptionValue, Scenario
from grognard.core.contract.state import PlainState, Result


class UnitView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter as this side sees it."""

    id: str
    side: str
    label: str
    kind: str
    at: str
    """Hex number, or the name of a box."""
    title: str = ""
    nation: str = ""
    """Of the scenario's nations the one it is printed like."""
    size: str = ""
    factors: str = ""
    steps: int = 1
    marker: bool = False
    under: bool = False
    """Whether it lies under the units of its hex, as supply and works do; other markers lie on them."""
    flags: tuple[str, ...] = ()
    """What differs from fresh: ``moved``, ``disrupted``, …"""


class BoxView(msgspec.Struct, frozen=True):
    """A place beside the map: pool, edge, track box."""

    id: str
    title: str
    side: str
    units: tuple[str, ...]


class ObjectiveView(msgspec.Struct, frozen=True):
    """A place that counts for victory and who holds it."""

    hex: str
    name: str
    held_by: str
    worth: str = ""


class View(msgspec.Struct, frozen=True):
    """Everything one side (or a spectator, side ``""``) may know now."""

    scenario: str
    options: dict[str, OptionValue]
    side: str
    turn: int
    turns: int
    phase: str
    phases: tuple[str, ...]
    to_act: tuple[str, ...]
    asked: str
    """The open question in a plain sentence."""
    units: tuple[UnitView, ...]
    boxes: tuple[BoxView, ...]
    objectives: tuple[ObjectiveView, ...]
    score: tuple[tuple[str, str], ...]
    """Victory state in words, line by line."""
    result: Result | None
    known: PlainState
    """The state's own columns with everything this side may not know left out."""


def boxes(
    scenario: Scenario, at: Sequence[int], places: Mapping[str, int], titles: Mapping[str, str]
) -> tuple[BoxView, ...]:
    """What lies beside the map by place, in the order of the titles, and by side.

    Empty boxes and places without a title are not shown.
    """
    inside: dict[tuple[int, int], list[str]] = {}
    for c, where in enumerate(at):
        if where < 0:
            inside.setdefault((where, scenario.side_of[c]), []).append(scenario.counters[c].id)
    return tuple(
        BoxView(f"{name} {place}", title, name, tuple(inside[places[place], side]))
        for place, title in titles.items()
        for side, name in enumerate(scenario.sides)
        if (places[place], side) in inside
    )
