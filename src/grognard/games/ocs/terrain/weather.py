"""Chapter 17: the weather of a turn, rolled once for both sides, and each side's ground condition."""

from __future__ import annotations

from grognard.core.contract.events import Event
from grognard.core.dice import Roller
from grognard.games.kit.states import changed
from grognard.games.ocs.model.charts import ByTurn
from grognard.games.ocs.model.combat_events import FlyingWeather, GroundWeather
from grognard.games.ocs.model.state import OcsState

FLIGHT = ("none", "limited", "normal")
"""Flying weather as charts name it, by the number in `state.flight`."""


def begin(state: OcsState, dice: Roller) -> list[Event]:
    """Roll for the weather of both player turns [2.3, 17.0]."""
    scenario, table = state.scenario, state.scenario.charts.weather
    fixed = scenario.file.weather
    if fixed:
        return _set_ground(state, fixed)
    events: list[Event] = []
    row = row_of(table.ground, state.turn)
    if row:
        rolled = tuple(dice.roll("weather") for _ in range(table.dice))
        events += _set_ground(state, result_of(row, sum(rolled)), rolled)
    row = row_of(table.flight, state.turn)
    if row and scenario.file.base:
        rolled = tuple(dice.roll("flying weather") for _ in range(table.dice))
        state.flight = FLIGHT.index(result_of(row, sum(rolled)))
        events.append(FlyingWeather(flight=FLIGHT[state.flight], dice=rolled, rule="14.1f.1", final=True))
    return events


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
