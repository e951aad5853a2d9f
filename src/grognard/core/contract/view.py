"""Views: the state as one side may see it, in a form that any client can draw without knowing the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from grognard.core.contract.explanation import Stage
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
    """The scenario's nation in whose colours it is printed."""
    size: str = ""
    factors: str = ""
    """What is printed at its foot: ``4-3-6``, ``(5)``."""
    values: tuple[int, ...] = ()
    """The numbers among its factors, in their order."""
    steps: int = 1
    marker: bool = False
    under: bool = False
    """Whether it goes below the units in its hex, as supply and fortifications do, instead of on top."""
    aboard: str = ""
    """The counter that carries it or that it is based at."""
    flags: tuple[str, ...] = ()
    """Current status: ``moved``, ``disrupted``, …"""


BoxRole = Literal["eliminated", "withdrawn", "waiting", "off-map"]
"""Whether the units in a box are eliminated, withdrawn, yet to enter, or just off the map."""


class BoxView(msgspec.Struct, frozen=True):
    """An off-map box: pool, edge, track box."""

    id: str
    title: str
    side: str
    units: tuple[str, ...]
    role: BoxRole = "off-map"


class ObjectiveView(msgspec.Struct, frozen=True):
    """A victory objective and the side that holds it."""

    hex: str
    name: str
    held_by: str
    worth: str = ""


class Standing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the current standing: victory points, a goal, or another fact (see `standing_text`)."""

    kind: Literal["points", "goal", "fact"]
    label: str
    """Label shown before the value."""
    side: str = ""
    """The side that has the points or goal, or that the fact names."""
    part: str = ""
    """The part of the game that is scored separately, such as one of two maps."""
    value: int | None = None
    """Points scored, progress towards a goal, or the number of a fact."""
    target: int | None = None
    """The value needed."""
    met: bool | None = None
    """Whether the target or goal is reached; None if there is none or the viewer may not know."""
    unit: str = ""
    """Unit of the value, written after it: ``VP``."""
    turn: int = 0
    hexes: tuple[str, ...] = ()


def standing_text(standing: Standing, titles: Mapping[str, str]) -> str:
    """Return the text after the label of a standing.

    >>> standing_text(Standing(kind="goal", label="Towns", value=1, target=2, met=False), {})
    '1 of 2 needed'
    >>> standing_text(Standing(kind="points", label="US", side="us", value=3, unit="VP"), {})
    '3 VP'
    >>> standing_text(Standing(kind="fact", label="Air superiority", side="us"), {"us": "US"})
    'US'
    """
    if standing.value is not None:
        number = f"{standing.value} {standing.unit}".rstrip()
        return number if standing.target is None else f"{number} of {standing.target} needed"
    if standing.kind == "goal":
        return {None: "not known yet", True: "done", False: "open"}[standing.met]
    if standing.turn:
        return ", ".join((f"turn {standing.turn}", *standing.hexes))
    return titles.get(standing.side, standing.side)


class Losses(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a side has lost so far."""

    side: str
    units: int
    """Units eliminated and not rebuilt."""
    steps: int | None = None
    """Steps lost, including those of eliminated units; None if the viewer may not know."""


class ProcedureView(msgspec.Struct, frozen=True, kw_only=True):
    """A current procedure of several stages, such as an air mission."""

    title: str
    side: str
    """The side that began it."""
    stages: tuple[Stage, ...]
    current: int
    """The index of the stage that is next."""
    units: tuple[str, ...] = ()
    """The counters that carry it out, as far as the viewer may know."""
    hex: str = ""
    """The hex it is about."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Everything one side (or a spectator, side ``""``) may know now."""

    scenario: str
    options: dict[str, OptionValue]
    side: str
    turn: int
    turns: int
    phase: str
    """The id of the current phase: a side and a name, or a name alone, as in `phases`."""
    phase_side: str = ""
    """The side whose phase it is; empty if it belongs to all sides."""
    phase_name: str = ""
    """The phase without its side."""
    phases: tuple[str, ...]
    to_act: tuple[str, ...]
    asked: str
    """The prompt of the current decision."""
    units: tuple[UnitView, ...]
    boxes: tuple[BoxView, ...]
    objectives: tuple[ObjectiveView, ...]
    standings: tuple[Standing, ...] = ()
    """Points, goals and other facts that show who is winning."""
    losses: tuple[Losses, ...] = ()
    """Losses of each side, as far as the viewer may know them."""
    procedure: ProcedureView | None = None
    result: Result | None
    known: PlainState
    """The columns of the state without anything that this side may not know."""


def side_of_phase(phase: str, sides: Iterable[str]) -> str:
    """Return the side in the id of a phase; empty if the phase belongs to all.

    >>> side_of_phase("soviet movement", ("soviet", "us")), side_of_phase("weather", ("soviet", "us"))
    ('soviet', '')
    """
    return next((side for side in sides if phase.startswith(f"{side} ")), "")


def boxes(
    scenario: Scenario,
    at: Sequence[int],
    places: Mapping[str, int],
    shown: Mapping[str, tuple[str, BoxRole]],
) -> tuple[BoxView, ...]:
    """Return the off-map boxes by place, in the order of `shown` (titles and roles), and by side.

    Empty boxes and places without a title are left out.
    """
    wanted = {places[place] for place in shown}
    inside: dict[tuple[int, int], list[str]] = {}
    for c, where in enumerate(at):
        if where in wanted:
            inside.setdefault((where, scenario.side_of[c]), []).append(scenario.counter_ids[c])
    return tuple(
        BoxView(f"{name} {place}", title, name, tuple(inside[places[place], side]), role)
        for place, (title, role) in shown.items()
        for side, name in enumerate(scenario.sides)
        if (places[place], side) in inside
    )
