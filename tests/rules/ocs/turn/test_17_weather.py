"""Chapter 17 and 14.1f: the tables of the weather by turn and die, and what they change."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.core.testing import rule
from grognard.games.ocs.arrivals import reinforcements
from grognard.games.ocs.model.charts import ByTurn
from grognard.games.ocs.model.combat_events import FlyingWeather, GroundWeather, SeaWeather
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.supply_events import ReplacementsRolled, SupplyRolled
from grognard.games.ocs.terrain import weather
from tests.rules.ocs.airfield import Airfield, flying
from tests.rules.ocs.field import GERMAN, Field, practice, varied
from tests.rules.ocs.seaside import Seaside, coast

TITLES = {"frost": "Frost", "deep-snow": "Deep snow", "thaw": "Thaw", "mud": "Mud"}


@rule("ocs", "17.0a", "2.3.1")
@pytest.mark.parametrize(
    ("turn", "die", "condition"),
    [
        (1, 3, "frost"), (1, 4, "deep-snow"), (3, 4, "deep-snow"), (4, 4, "frost"), (4, 5, "deep-snow"),
        (6, 6, "deep-snow"), (7, 5, "deep-snow"), (7, 6, "thaw"), (8, 3, "frost"), (9, 4, "thaw"),
        (10, 5, "thaw"), (12, 6, "mud"), (13, 1, "frost"), (14, 2, "thaw"), (15, 2, "thaw"), (16, 3, "mud"),
    ],
)  # fmt: skip
def test_ground_conditions_by_turn_and_die(turn: int, die: int, condition: str) -> None:
    field = Field(turn=turn, scenario=varied(practice(), weather=""))
    dice = field.dice(die)
    assert weather.begin(field.state, dice) == [
        GroundWeather(condition=TITLES[condition], dice=(die,), rule="17.0a", final=True)
    ]
    assert field.scenario.conditions[field.state.ground] == condition and not dice.scripted


@rule("ocs", "14.1f.1")
@pytest.mark.parametrize(
    ("turn", "die", "flight"),
    [
        (1, 2, "none"), (6, 3, "limited"), (6, 4, "limited"), (6, 5, "normal"), (7, 1, "none"),
        (7, 2, "limited"), (12, 3, "limited"), (12, 4, "normal"), (13, 2, "none"), (16, 5, "normal"),
    ],
)  # fmt: skip
def test_flying_weather_by_turn_and_die(turn: int, die: int, flight: str) -> None:
    field = Airfield(scenario=varied(flying(), weather=""))
    field.state.turn = turn
    ground, flown = weather.begin(field.state, field.dice(1, die))
    assert isinstance(ground, GroundWeather)
    assert flown == FlyingWeather(flight=flight, dice=(die,), rule="14.1f.1", final=True)
    assert weather.FLIGHT[field.state.flight] == flight


@rule("ocs", "14.1f.1")
def test_flying_weather_that_the_scenario_fixes_is_told_when_it_changes() -> None:
    field = Airfield(scenario=varied(flying(), weather="mud", flight="limited"))
    field.state.turn = 9
    mud = GroundWeather(condition="Mud", rule="17.0a")
    assert weather.begin(field.state, field.dice()) == [mud, FlyingWeather(flight="limited", rule="14.1f.1")]
    assert field.scenario.conditions[field.state.ground] == "mud" and field.state.flight == 1
    assert weather.begin(field.state, field.dice()) == []
    rolled = Airfield(scenario=varied(flying(), weather="", flight="none"))
    told = weather.begin(rolled.state, rolled.dice(1))
    assert told[1:] == [FlyingWeather(flight="none", rule="14.1f.1")] and rolled.state.flight == 0


def with_swell(scenario: OcsScenario) -> OcsScenario:
    """A game with a table for the state of the sea."""
    twin = varied(scenario, weather="", flight="normal")
    rows = (ByTurn((2, 5), {"calm": (1, 4), "swell": (5, 6)}),)
    table = msgspec.structs.replace(twin.charts.weather, sea=rows)
    twin.charts = msgspec.structs.replace(twin.charts, weather=table)
    return twin


@rule("ocs", "17.0a")
@pytest.mark.parametrize(
    ("turn", "dice", "swell"),
    [(1, (1,), None), (2, (1, 4), False), (5, (1, 5), True), (5, (1, 6), True), (6, (1,), None)],
)
def test_the_state_of_the_sea_by_turn_and_die(turn: int, dice: tuple[int, ...], swell: bool | None) -> None:
    field = Seaside("movement", 0, with_swell(coast()))
    field.state.turn, field.state.swell = turn, int(swell is False)
    rolled = [SeaWeather(swell=swell, dice=dice[1:], rule="17.0a", final=True)] if swell is not None else []
    assert weather.begin(field.state, field.dice(*dice))[1:] == rolled
    assert field.state.swell == int(bool(swell))
    ashore = Field(turn=turn, scenario=with_swell(practice()))
    assert len(weather.begin(ashore.state, ashore.dice(1))) == 1  # no ships, no roll


@rule("ocs", "2.1.6", "17.0a")
@pytest.mark.parametrize(
    ("dice", "points", "in_mud"),
    [
        ((1, 1), 4, 4), ((1, 2), 4, 4), ((1, 3), 5, 4), ((1, 4), 5, 4), ((2, 4), 7, 5), ((4, 4), 7, 5),
        ((4, 5), 8, 7), ((5, 5), 8, 7), ((5, 6), 10, 8), ((6, 6), 10, 8),
    ],
)  # fmt: skip
def test_new_supply_by_roll_and_ground(dice: tuple[int, int], points: int, in_mud: int) -> None:
    for condition, found in (("frost", points), ("mud", in_mud)):
        field = Field("reinforcement", turn=3)
        field.state.ground = field.scenario.conditions.index(condition)
        event = reinforcements.begin(field.state, field.dice(*dice, 1, 1))[0]
        told: dict[str, Any] = {"side": "german", "rule": "2.1.6", "final": True}
        assert event == SupplyRolled(tokens=4 * found, dice=dice, **told)
        assert field.state.incoming[GERMAN] == 4 * found


@rule("ocs", "2.1.6", "13.5.1")
def test_a_side_without_tables_rolls_for_nothing() -> None:
    scenario = varied(practice())
    supply = msgspec.structs.replace(scenario.charts.supply, sides={})
    scenario.charts = msgspec.structs.replace(scenario.charts, supply=supply, replacements={})
    field = Field("reinforcement", scenario=scenario)
    assert reinforcements.begin(field.state, field.dice()) == []
    late = Field("reinforcement", turn=17)  # after the last row for supply
    (event,) = reinforcements.begin(late.state, late.dice(1, 1))
    assert isinstance(event, ReplacementsRolled)
