"""Facts of a scenario computed before play: the value of cities, and distances to them."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.hexes.cost_waves import flood_waves
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.sww3.advice.staff.numbers import Numbers
from grognard.games.sww3.model.scenario import SOVIET, Sww3Scenario
from grognard.games.sww3.model.state import empty
from grognard.games.sww3.movement.step_costs import ways
from grognard.games.sww3.turn import victory


class MapFacts:
    """Values and distances of a scenario."""

    def __init__(self, scenario: Sww3Scenario, numbers: Numbers) -> None:
        self.numbers, self.size = numbers, scenario.grid.size
        self.worth = _worths(scenario, numbers)
        """Value of each city in a campaign; in a short scenario it depends on which are held."""
        self.needs = [(need.count, bits(victory.wanted(scenario, need))) for need in scenario.file.victory]
        cities = dict.fromkeys(hex_ for _, hexes in self.needs for hex_ in hexes) or self.worth
        self.banks = _banks(scenario)
        self.gates = _gates(scenario)
        self.draws: dict[Hex, list[float]] = {}
        """For each objective city, how strongly it attracts in every hex."""
        for goal in cities:
            self.draws[goal] = _draw(scenario, goal, numbers.far, numbers.halfway)

    def worths(self, red: HexSet) -> dict[Hex, float]:
        """Return the value of every city in campaign VP, given those under Soviet control."""
        if not self.needs:
            return self.worth
        found: dict[Hex, float] = {}
        for count, hexes in self.needs:
            held = sum(red >> hex_ & 1 for hex_ in hexes)
            each = self.numbers.all / (count * len(hexes)) ** 0.5
            for hex_ in hexes:
                spare = held - (red >> hex_ & 1) >= count
                found[hex_] = found.get(hex_, 0.0) + (self.numbers.surplus * each if spare else each)
        return found


@lru_cache(maxsize=64)
def map_facts(scenario: Sww3Scenario, numbers: Numbers) -> MapFacts:
    """Return the map facts of a scenario."""
    return MapFacts(scenario, numbers)


@lru_cache(maxsize=128)
def attraction(facts: MapFacts, cities: tuple[tuple[Hex, float], ...]) -> list[float]:
    """Return how strongly some cities together attract in every hex, each with its weight."""
    if not cities:
        return [0.0] * facts.size
    fields = [[weight * part for part in facts.draws[goal]] for goal, weight in cities]
    return [sum(parts) for parts in zip(*fields, strict=True)]


@lru_cache(maxsize=512)
def _draw(scenario: Sww3Scenario, goal: Hex, far: int, halfway: float) -> list[float]:
    """Return how strongly a city attracts in every hex, up to some MP."""
    number = scenario.theatre_at(goal)
    scale = scenario.theatres[number].scale
    field = [0.0] * scenario.grid.size
    prices = ways(empty(scenario), number, SOVIET, False)
    for spent, wave in enumerate(flood_waves(scenario.grid, goal, far * scale, prices)):
        force = (1 + spent / scale / halfway) ** -2
        for hex_ in bits(wave):
            field[hex_] = force
    return field


def _worths(scenario: Sww3Scenario, numbers: Numbers) -> dict[Hex, float]:
    """Return the value of the objective cities of a campaign [4.3-4.7]."""
    if scenario.file.victory:
        return {}
    found = {hex_: float(points) for hex_, points in victory.worth(scenario).items()}
    for theatre in scenario.theatres:
        chart = theatre.charts["victory"]
        vital = chart.get("must_control")
        if vital:
            found[theatre.board.places[vital].hex] += numbers.vital
        for number in chart.get("end_times", ()):
            found[theatre.hex(number)] += numbers.holy
        for hex_ in bits(theatre.oil_cities):
            found[hex_] += numbers.oil
    return found


def _banks(scenario: Sww3Scenario) -> int:
    """Return the Suez Canal hexes, which win the game at its end [Sandown 4.8]."""
    mask = 0
    if not scenario.file.victory:
        for theatre in scenario.theatres:
            for first, last in theatre.charts["victory"].get("canal", ()):
                mask |= theatre.span(first, last)
    return mask


def _gates(scenario: Sww3Scenario) -> list[Hex]:
    """Return the road entries of the USSR [Sandown 4.9]."""
    if scenario.file.victory:
        return []
    return [
        theatre.hex(number)
        for theatre in scenario.theatres
        for number in theatre.charts["victory"].get("allied_entries", ())
    ]
