"""Facts of a scenario computed before play: the value of cities, and distances to them."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.hexes.cost_waves import flood_waves
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.sww3.model.scenario import SOVIET, Sww3Scenario
from grognard.games.sww3.model.state import empty
from grognard.games.sww3.movement.step_costs import ways
from grognard.games.sww3.turn import victory

ALL = 12.0
"""Total value of the cities of one aim of a short scenario, in campaign VP."""
SURPLUS = 0.35
"""Share of that for cities beyond the number needed."""
VITAL = 14.0
"""Extra value of the city that a VP victory requires [Pincher 4.4]."""
HOLY = 3.0
"""Extra value of a city that ends the game together with another [Sandown 4.7]."""
OIL = 8.0
"""Extra value of an oil city: all of them win the game [Sandown 4.5]."""
GATE = (10.0, 2.0)
"""Value of a road entry of the USSR to either side: the Soviets lose without any [Sandown 4.9]."""
BANK = 1.5
"""Value of a Suez Canal hex on the last turn [Sandown 4.8]."""
FAR = 80
"""MP beyond which distances are ignored."""
HALFWAY = 5.0
"""MP at which a city attracts a quarter as much as next to it."""


class MapFacts:
    """Values and distances of a scenario."""

    def __init__(self, scenario: Sww3Scenario) -> None:
        self.worth = _worths(scenario)
        """Value of each city in a campaign; in a short scenario it depends on which are held."""
        self.needs = [(need.count, bits(victory.wanted(scenario, need))) for need in scenario.file.victory]
        cities = dict.fromkeys(hex_ for _, hexes in self.needs for hex_ in hexes) or self.worth
        self.banks = _banks(scenario)
        self.gates = _gates(scenario)
        self.draws: dict[Hex, list[float]] = {}
        """For each objective city, how strongly it attracts in every hex."""
        fresh = empty(scenario)
        for goal in cities:
            number = scenario.theatre_at(goal)
            scale = scenario.theatres[number].scale
            field = [0.0] * scenario.grid.size
            prices = ways(fresh, number, SOVIET, False)
            for spent, wave in enumerate(flood_waves(scenario.grid, goal, FAR * scale, prices)):
                force = (1 + spent / scale / HALFWAY) ** -2
                for hex_ in bits(wave):
                    field[hex_] = force
            self.draws[goal] = field

    def worths(self, red: HexSet) -> dict[Hex, float]:
        """Return the value of every city in campaign VP, given those under Soviet control."""
        if not self.needs:
            return self.worth
        found: dict[Hex, float] = {}
        for count, hexes in self.needs:
            held = sum(red >> hex_ & 1 for hex_ in hexes)
            each = ALL / (count * len(hexes)) ** 0.5
            for hex_ in hexes:
                spare = held - (red >> hex_ & 1) >= count
                found[hex_] = found.get(hex_, 0.0) + (SURPLUS * each if spare else each)
        return found


@lru_cache(maxsize=16)
def map_facts(scenario: Sww3Scenario) -> MapFacts:
    """Return the map facts of a scenario."""
    return MapFacts(scenario)


def _worths(scenario: Sww3Scenario) -> dict[Hex, float]:
    """Return the value of the objective cities of a campaign [4.3-4.7]."""
    if scenario.file.victory:
        return {}
    found = {hex_: float(points) for hex_, points in victory.worth(scenario).items()}
    for theatre in scenario.theatres:
        chart = theatre.charts["victory"]
        vital = chart.get("must_control")
        if vital:
            found[theatre.board.places[vital].hex] += VITAL
        for number in chart.get("end_times", ()):
            found[theatre.hex(number)] += HOLY
        for hex_ in bits(theatre.oil_cities):
            found[hex_] += OIL
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
