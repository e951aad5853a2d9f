"""Views: units, markers, boxes and standings as a side may see them; see also `hidden_information`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.view import (
    BoxRole,
    BoxView,
    Losses,
    ObjectiveView,
    Standing,
    UnitView,
    View,
    boxes,
)
from grognard.core.english import plural
from grognard.core.hexes.grid import HexSet, bits, mask_of
from grognard.games.afcent.interface.choices import phase, phases, sentence_for, to_act
from grognard.games.afcent.interface.hidden_information import known_to
from grognard.games.afcent.markers import airpower
from grognard.games.afcent.model.scenario import NATO, NO_SIDE, PACT, AfcentScenario
from grognard.games.afcent.model.state import AWAY, LOST, PLACES, AfcentState, controlled
from grognard.games.kit.views import Moment, common_view, flags_by_counter, marker_view, unit_view

FLAGS = ("fought", "attacked", "disrupted", "landed")
"""Sets of units in the state that are shown as flags."""
_NAMES = {number: name for name, number in PLACES.items()}
_SHOWN: dict[str, tuple[str, BoxRole]] = {
    "ready": ("To set up", "waiting"),
    "available": ("Available support", "off-map"),
    "used": ("Used support", "off-map"),
    "withheld": ("Entering from East Germany", "waiting"),
    "withheld-south": ("Entering from Czechoslovakia", "waiting"),
    "coming": ("Reinforcements", "waiting"),
    "airborne": ("Waiting to land", "waiting"),
    "recalled": ("Drop cancelled", "withdrawn"),
    "exited": ("Exited", "withdrawn"),
    "lost": ("Eliminated", "eliminated"),
}
"""Off-map boxes in display order."""


def view(state: AfcentState, side: str) -> View:
    """Return the state as a side or a spectator may see it."""
    return common_view(
        state,
        side,
        Moment(
            phase(state),
            phases(state),
            to_act(state),
            sentence_for(state, side).spoken(state.scenario.titles),
        ),
        units=(*_counters(state, state.at), *_markers(state)),
        boxes=_boxes(state.scenario, state.at),
        objectives=_objectives(state),
        standings=_standings(state, side),
        losses=_losses(state),
        known=known_to(state, side),
    )


def place_name(scenario: AfcentScenario, where: int) -> str:
    """Return a hex number, or the name of a place off the map."""
    return scenario.grid.label(where) if where >= 0 else _NAMES[where]


def areas(state: AfcentState, side: str) -> dict[str, HexSet]:
    """Return the hexes a side controls and those in range of its airpower [3.0, 5.2]."""
    number = state.scenario.side_index[side]
    return {
        "control": controlled(state, number) & state.scenario.land,
        "air": airpower.enemy_air(state, 1 - number),
    }


# -- counters --------------------------------------------------------------------------------------


def _counters(state: AfcentState, at: list[int]) -> Iterator[UnitView]:
    """List every unit and support marker with its flags."""
    flagged = flags_by_counter([("moved", _moved(state)), *((flag, getattr(state, flag)) for flag in FLAGS)])
    for c, level in enumerate(state.ew):
        if level:
            flagged.setdefault(c, []).append("EW")
    weak = state.disrupted
    for c, where in enumerate(at):
        if where != AWAY:
            yield _counter(state.scenario, c, where, bool(weak >> c & 1), tuple(flagged.get(c, ())))


def _moved(state: AfcentState) -> CounterSet:
    """Return the units of the phasing side that have moved or cannot move further."""
    if state.phase != "movement":
        return 0
    spent = sum(1 << c for c, points in enumerate(state.spent) if points)
    return (spent | state.stopped) & state.scenario.units_of[state.side]


@lru_cache(maxsize=20_000)
def _counter(scenario: AfcentScenario, c: int, where: int, weak: bool, flags: tuple[str, ...]) -> UnitView:
    """Return the view of a counter, cached because most do not change from order to order."""
    counter = scenario.counters[c]
    factor = scenario.weak_factor[c] if weak else scenario.factor[c]
    values = () if counter.marker else (factor,)
    factors = f"({factor})" if values and scenario.defence_only >> c & 1 else ""
    return unit_view(counter, place_name(scenario, where), scenario.called[c], values, flags, factors=factors)


def _markers(state: AfcentState) -> Iterator[UnitView]:
    """List the airpower, EW and refugee markers on the map [5.1, 6.2, 10.10]."""
    scenario = state.scenario
    for hex_ in bits(state.markers):
        yield marker_view(scenario, "air", "Air", "Airpower", state.sky, hex_)
    jammed = {  # all units of a stack alike [6.2-stack]
        state.at[c]: level for c, level in enumerate(state.ew) if level and state.at[c] >= 0
    }
    for side in (PACT, NATO):
        for hex_ in bits(state.held[side] & mask_of(jammed)):
            level = jammed[hex_]
            label = "EW" if level == 1 else f"EW {level}"
            yield marker_view(scenario, "ew", label, plural(level, "EW marker"), 1 - side, hex_)
    for hex_ in bits(state.refugees):
        yield marker_view(scenario, "refugees", "Refugees", "Refugees", NO_SIDE, hex_)


def _boxes(scenario: AfcentScenario, at: list[int]) -> tuple[BoxView, ...]:
    """Return the off-map boxes; eliminated markers are not shown."""
    waiting_units = [
        AWAY if where == LOST and scenario.counters[c].marker else where for c, where in enumerate(at)
    ]
    return boxes(scenario, waiting_units, PLACES, _SHOWN)


# -- standings -------------------------------------------------------------------------------------


def _objectives(state: AfcentState) -> tuple[ObjectiveView, ...]:
    """List the hexes that may count for victory, with the side that controls them [12.5.2]."""
    scenario = state.scenario
    return tuple(
        ObjectiveView(
            scenario.grid.label(hex_),
            scenario.named.get(hex_, scenario.grid.label(hex_)),
            scenario.sides[PACT if state.red >> hex_ & 1 else NATO],
        )
        for hex_ in bits(scenario.exclusive.objectives(state))
    )


def _standings(state: AfcentState, side: str) -> tuple[Standing, ...]:
    """List the progress towards victory that the side knows, and who has superiority."""
    scenario = state.scenario
    knows = state.result is not None or side == scenario.sides[PACT]
    lines = list(scenario.exclusive.standings_of(state, knows))
    for what, holder in (("Air superiority", state.sky), ("Electronic warfare", state.ether)):
        if holder != NO_SIDE:
            lines.append(Standing(kind="fact", label=what, side=scenario.sides[holder]))
    return tuple(lines)


def _losses(state: AfcentState) -> tuple[Losses, ...]:
    """Count the eliminated units of each side; a disrupted unit has lost no step."""
    lost = state.here.get(LOST, 0)
    counts = [(lost & units).bit_count() for units in state.scenario.units_of]
    return tuple(Losses(name, n, n) for name, n in zip(state.scenario.sides, counts, strict=True))
