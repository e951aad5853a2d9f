"""Chapter 17: the weather of a turn, rolled once for both sides, and each side's ground condition."""

from __future__ import annotations

from grognard.core.contract.events import Event
from grognard.core.dice import Roller
from grognard.core.facts import changed
from grognard.games.ocs.model.charts import ByTurn
from grognard.games.ocs.model.combat_events import FlyingWeather, GroundWeather, SeaWeather
from grognard.games.ocs.model.state import OcsState

FLIGHT = ("none", "limited", "normal")
"""Flying weather as charts name it, by the number in `state.flight`."""


def begin(state: OcsState, dice: Roller) -> list[Event]:
    """Roll for the weather of both player turns [2.3, 17.0]."""
    scenario, table = state.scenario, state.scenario.charts.weather
    fixed = scenario.file.weather
    if fixed:
        return _set_ground(state, fixed) + _fix_flight(state, scenario.file.flight or "normal")
    events: list[Event] = []
    row = row_of(table.ground, state.turn)
    if row:
        rolled = tuple(dice.roll("weather") for _ in range(table.dice))
        events += _set_ground(state, result_of(row, sum(rolled)), rolled)
    if scenario.planes and (scenario.file.flight or not table.flight):
        return events + _fix_flight(state, scenario.file.flight or "normal") + _roll_sea(state, dice)
    row = row_of(table.flight, state.turn)
    if row and (scenario.file.base or scenario.planes):
        rolled = tuple(dice.roll("flying weather") for _ in range(table.dice))
        state.flight = FLIGHT.index(result_of(row, sum(rolled)))
        events.append(FlyingWeather(flight=FLIGHT[state.flight], dice=rolled, rule="14.1f.1", final=True))
    return events + _roll_sea(state, dice)


def _fix_flight(state: OcsState, flight: str) -> list[Event]:
    """Set flying weather that is not rolled for; without aircraft it does not matter [R-OCS-244]."""
    was = state.flight
    state.flight = FLIGHT.index(flight) if state.scenario.planes else was
    if was == state.flight:
        return []
    return [FlyingWeather(flight=flight, rule="14.1f.1")]


def _roll_sea(state: OcsState, dice: Roller) -> list[Event]:
    """Roll for the state of the sea, in games with ships and a chart for it."""
    scenario, table = state.scenario, state.scenario.charts.weather
    row = row_of(table.sea, state.turn)
    if not row or not scenario.ships | scenario.craft:
        return []
    rolled = tuple(dice.roll("state of the sea") for _ in range(table.dice))
    state.swell = int(result_of(row, sum(rolled)) == "swell")
    return [SeaWeather(swell=bool(state.swell), dice=rolled, rule="17.0a", final=True)]


def missions_allowed(state: OcsState, side: int) -> bool:
    """Return whether the flying weather lets a side fly missions in this phase [14.1f, 14.1g].

    Interception, refit and returns to base are never limited.
    """
    phase = state.phase.removesuffix("-barrage")
    flight = state.scenario.charts.weather.flights[FLIGHT[state.flight]]
    return phase in flight.sides.get(state.scenario.sides[side], flight.phases)


def _set_ground(state: OcsState, condition: str, rolled: tuple[int, ...] = ()) -> list[Event]:
    """Set the ground condition [I.E, 17.0a]."""
    scenario = state.scenario
    was, state.ground = state.ground, scenario.conditions.index(condition)
    if not rolled and was == state.ground:
        return []
    changed(state)
    title = scenario.charts.weather.conditions[condition].title
    return [GroundWeather(condition=title, dice=rolled, rule="17.0a", final=bool(rolled))]


def row_of(table: tuple[ByTurn, ...], turn: int) -> ByTurn | None:
    """Return the row of a table for a turn, or None."""
    return next((row for row in table if row.turns[0] <= turn <= row.turns[1]), None)


def result_of(row: ByTurn, roll: int) -> str:
    """Return the result of a roll in a row."""
    return next(name for name, (low, high) in row.results.items() if low <= roll <= high)


def ground_of(state: OcsState, side: int) -> int:
    """Return the ground condition for a side; in most games it is the same for both [17.0b]."""
    scenario, ground = state.scenario, state.ground
    instead = scenario.charts.weather.conditions[scenario.conditions[ground]].instead
    other = instead.get(scenario.sides[side]) if instead else None
    return scenario.conditions.index(other) if other else ground
