"""Views: units, markers, off-map boxes, objectives and score.

Nothing is hidden: untried units and draws are not decided before they are revealed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grognard.core.contract.view import BoxRole, Losses, ObjectiveView, Standing, UnitView, View, boxes
from grognard.core.hexes.grid import HexSet, bits
from grognard.games.kit.views import Moment, common_view, flags_by_counter, marker_view, prompt, unit_view
from grognard.games.sww3.interface.choices import choices, phase, phases, to_act
from grognard.games.sww3.model.scenario import ALLIED, SOVIET, Sww3Scenario
from grognard.games.sww3.model.state import AWAY, LOST, PLACES, Sww3State, units_at
from grognard.games.sww3.support import airpower, supply
from grognard.games.sww3.turn import victory

FLAGS = ("moved", "committed", "fought", "attacked", "disrupted", "dropped", "sailed")
"""Columns of the state that are shown on units."""
UNSUPPLIED = "out of supply"
_NAMES = {number: name for name, number in PLACES.items()}
_SHOWN: dict[str, tuple[str, BoxRole]] = {
    "ready": ("To set up", "waiting"),
    "reserve": ("Reserve, enters at the map edge", "waiting"),
    "airborne": ("Airborne divisions", "waiting"),
    "overseas": ("Overseas pool", "waiting"),
    "mobilization": ("To be mobilized", "waiting"),
    "arriving": ("Arriving now", "waiting"),
    "second": ("Second formation", "waiting"),
    "waiting": ("At sea", "waiting"),
    "bag": ("Not assigned", "off-map"),
    "diverted": ("On the way to the Mid-East", "waiting"),
    "lost": ("Eliminated", "eliminated"),
}
"""The off-map boxes in display order."""


def view(state: Sww3State, side: str) -> View:
    """Return the view, which is the same for both sides and spectators."""
    acting = to_act(state)
    asked = prompt(state, choices(state, acting[0]) if acting else None)
    return common_view(
        state,
        side,
        Moment(phase(state), phases(state), acting, asked),
        units=(*_units(state), *_markers(state)),
        boxes=boxes(state.scenario, state.at, PLACES, _SHOWN),
        objectives=_objectives(state),
        standings=_standings(state),
        losses=_losses(state),
        known=state.plain(),
    )


def place_name(scenario: Sww3Scenario, where: int) -> str:
    """Return a hex number, or the name of a place off the map."""
    return scenario.grid.label(where) if where >= 0 else _NAMES[where]


def areas(state: Sww3State, side: str) -> dict[str, HexSet]:
    """Return the hexes a side controls, and those in range of its airpower [3.10, 6.3]."""
    scenario = state.scenario
    number = scenario.side_index[side]
    red = state.red & scenario.land
    return {
        "control": red if number == SOVIET else scenario.land & ~red & ~state.neutral,
        "air": airpower.enemy_air(state, 1 - number),
    }


# -- counters --------------------------------------------------------------------------------------


def _units(state: Sww3State) -> Iterator[UnitView]:
    """Yield every unit in the game with its flags."""
    scenario = state.scenario
    flagged = flags_by_counter((flag, getattr(state, flag)) for flag in FLAGS)
    if state.turn and state.result is None:
        for c in bits(supply.unsupplied(state)):
            flagged.setdefault(c, []).append(UNSUPPLIED)
    at, steps, face = state.at, state.steps, state.face
    for c in range(scenario.unit_count):
        where = at[c]
        if where != AWAY:
            yield _unit(scenario, c, where, steps[c], face[c], tuple(flagged.get(c, ())))


@lru_cache(maxsize=20_000)
def _unit(
    scenario: Sww3Scenario, c: int, where: int, steps: int, face: int, flags: tuple[str, ...]
) -> UnitView:
    """Return the view of a unit; cached, because few change with an order."""
    counter = scenario.counters[c]
    shown = steps or counter.steps  # an eliminated unit is shown at full strength
    place, title, movement = place_name(scenario, where), scenario.called[c], scenario.movement[c][shown]
    if face < 0:
        return unit_view(counter, place, title, (), flags, factors=f"?-?-{movement}", steps=shown)
    values = (scenario.attack[face][shown], scenario.defence[face][shown], movement)
    return unit_view(counter, place, title, values, flags, steps=shown)


def _markers(state: Sww3State) -> Iterator[UnitView]:
    """Yield the airpower, aerial supply and blast markers on the map [6.2, 9.18, 13.8]."""
    scenario = state.scenario
    for hex_ in bits(state.markers):
        side = state.air[scenario.theatre_at(hex_)]
        yield marker_view(scenario, "air", "Air", "Airpower", side, hex_)
    for hex_ in bits(state.aerial):
        side = SOVIET if state.held[SOVIET] >> hex_ & 1 else ALLIED
        yield marker_view(scenario, "aerial-supply", "Supply", "Aerial supply", side, hex_)
    for hex_ in bits(state.nuked):
        yield marker_view(scenario, "blast", "Blast", "Atomic blast", -1, hex_)


# -- objectives and score --------------------------------------------------------------------------


def _objectives(state: Sww3State) -> tuple[ObjectiveView, ...]:
    """Return the objective cities, who controls them, and their VP [4.3]."""
    scenario = state.scenario
    red = state.red
    return tuple(
        [
            _objective(scenario, hex_, worth, SOVIET if red >> hex_ & 1 else ALLIED)
            for hex_, worth in _worths(scenario).items()
        ]
    )


@lru_cache(maxsize=4_000)
def _objective(scenario: Sww3Scenario, hex_: int, worth: str, holder: int) -> ObjectiveView:
    return ObjectiveView(scenario.grid.label(hex_), _name(scenario, hex_), scenario.sides[holder], worth)


@lru_cache(maxsize=64)
def _worths(scenario: Sww3Scenario) -> dict[int, str]:
    """Return the VP of every objective city, as text."""
    if scenario.file.victory:
        return {hex_: "" for need in scenario.file.victory for hex_ in bits(victory.wanted(scenario, need))}
    return {hex_: f"{worth} VP" for hex_, worth in victory.worth(scenario).items()}


def _name(scenario: Sww3Scenario, hex_: int) -> str:
    return scenario.theatres[scenario.theatre_at(hex_)].named.get(hex_, scenario.grid.label(hex_))


def _standings(state: Sww3State) -> Iterator[Standing]:
    """Goals or points, air superiority, prestige and atomic attacks, line by line."""
    scenario = state.scenario
    soviet = scenario.sides[SOVIET]
    title = scenario.titles[soviet]
    for need in scenario.file.victory:
        held = victory.held(state, need)
        label, met = f"{title}: {need.says}", held >= need.count
        yield Standing(kind="goal", label=label, side=soviet, value=held, target=need.count, met=met)
    for number, theatre in enumerate(scenario.theatres):
        part = theatre.charts["title"] if len(scenario.theatres) > 1 else ""
        where = f" in {part}" if part else ""
        if not scenario.file.victory:
            have, need_ = victory.points(state, number), state.target[number] + 1
            yield Standing(
                kind="points",
                label=f"{title} points{where}",
                side=soviet,
                part=part,
                value=have,
                target=need_,
                met=have >= need_,
            )
        if state.air[number] >= 0:
            holder = scenario.sides[state.air[number]]
            yield Standing(kind="fact", label=f"Air superiority{where}", side=holder, part=part)
    yield Standing(kind="fact", label="US prestige", value=state.prestige)
    for side, count in zip(scenario.sides, state.strikes, strict=True):
        if count:
            label = f"{scenario.titles[side]} atomic attacks this turn"
            yield Standing(kind="fact", label=label, side=side, value=count)


def _losses(state: Sww3State) -> tuple[Losses, ...]:
    """Units in the pool of the eliminated, and steps lost by them and by units that still fight [2.11]."""
    scenario, steps, full = state.scenario, state.steps, state.scenario.full
    found = []
    for side, units in zip(scenario.sides, scenario.units_of, strict=True):
        dead = units_at(state, LOST) & units
        alive = units & ~(dead | units_at(state, AWAY))
        weakened = sum([full[c] - steps[c] for c in bits(alive)])
        found.append(Losses(side, dead.bit_count(), weakened + sum([full[c] for c in bits(dead)])))
    return tuple(found)
