"""What a staff knows of a scenario before it is played: what cities are worth, and how far everything is."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.hexes.cost_waves import flood_waves
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.sww3.model.scenario import SOVIET, Sww3Scenario
from grognard.games.sww3.model.state import empty
from grognard.games.sww3.movement.step_costs import ways
from grognard.games.sww3.turn import victory

ALL = 12.0
"""What all the cities of one aim of a short scenario are worth together, in points of a campaign."""
SURPLUS = 0.35
"""What is left of that for a city beyond the number that is asked for."""
VITAL = 14.0
"""What a city is worth beyond its points without which no points win [Pincher 4.4]."""
HOLY = 3.0
"""What a city is worth beyond its points that ends the game with another one [Sandown 4.7]."""
OIL = 8.0
"""What an oil city is worth beyond its points: all of them win, the shortest way to victory [Sandown 4.5]."""
GATE = (10.0, 2.0)
"""What a road entry of the USSR is worth to either side: the Soviets lose without any [Sandown 4.9]."""
BANK = 1.5
"""What a hex of the Suez Canal is worth on the last turn [Sandown 4.8]."""
FAR = 80
"""Movement points beyond which nobody looks."""
HALFWAY = 5.0
"""Movement points at which a city draws a quarter of what it draws next to it."""


class Atlas:
    """Worths and distances of a scenario."""

    def __init__(self, scenario: Sww3Scenario) -> None:
        self.worth = _worths(scenario)
        """What each city is worth in a campaign; in a short scenario that depends on which are held."""
        self.needs = [(need.count, bits(victory.wanted(scenario, need))) for need in scenario.file.victory]
        cities = dict.fromkeys(hex_ for _, hexes in self.needs for hex_ in hexes) or self.worth
        self.banks = _banks(scenario)
        self.gates = _gates(scenario)
        self.draws: dict[Hex, list[float]] = {}
        """For each city that counts how strongly it draws in every hex."""
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
        """What every city is worth, in points of a campaign, with those in Soviet hands as given."""
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
def atlas(scenario: Sww3Scenario) -> Atlas:
    """The atlas of a scenario, drawn once."""
    return Atlas(scenario)


def _worths(scenario: Sww3Scenario) -> dict[Hex, float]:
    """The cities that count in a campaign, each in points [4.3-4.7]."""
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
    """Hexes that win the game at its end, whoever holds the rest [Sandown 4.8]."""
    mask = 0
    if not scenario.file.victory:
        for theatre in scenario.theatres:
            for first, last in theatre.charts["victory"].get("canal", ()):
                mask |= theatre.span(first, last)
    return mask


def _gates(scenario: Sww3Scenario) -> list[Hex]:
    """The road entries of the USSR [Sandown 4.9]."""
    if scenario.file.victory:
        return []
    return [
        theatre.hex(number)
        for theatre in scenario.theatres
        for number in theatre.charts["victory"].get("allied_entries", ())
    ]
