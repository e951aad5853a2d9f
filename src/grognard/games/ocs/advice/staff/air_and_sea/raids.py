"""Advice on bombing facilities: air bases with the planes there, ports, and traffic.

Values are in strength, as for other missions.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from grognard.core.contract.orders import Order
from grognard.core.dice import every_roll
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.ocs.advice.staff.aims import AIM
from grognard.games.ocs.advice.staff.air_and_sea.flights import PLANE_STEP, WORTH_FLYING, Flights, Found
from grognard.games.ocs.air.bases import active_over
from grognard.games.ocs.air.planes import open_rated, values
from grognard.games.ocs.combat.barrage import AIR_BASE, facility_at
from grognard.games.ocs.combat.barrage_table import column_of, plane_loss_chance, roll_facility_barrage
from grognard.games.ocs.flights import orders
from grognard.games.ocs.model.charts import LEG, series_tables
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import units_at
from grognard.games.ocs.terrain.ports import capacity

ON_THE_GROUND = 0.5
"""Value of a step of a plane at a base, as a share of a step in flight: it cannot fly again soon."""
LEVEL = 0.3
"""Value of a level of an air base."""
HARBOUR = 0.02
"""Value of a hit on a port for each token that it takes."""
TRAFFIC = 0.04
"""Value of a Trainbusting marker for each point of enemy mobile strength around it."""
NEAR = 3
"""Distance of traffic that a Trainbusting marker hinders, in hexes."""


class Raids:
    """The raids that the air force of a side could fly in a Barrage Segment."""

    def __init__(self, flights: Flights) -> None:
        self.flights, self.state, self.side = flights, flights.state, flights.side
        self.scenario = flights.scenario
        self.open = flights.state.phase in orders.AIR_BARRAGE and bool(flights.bombers)
        self.most: int = series_tables()["air_missions"]["most_aircraft"]

    def _groups(self, hex_: Hex, most: int) -> Iterator[tuple[int, ...]]:
        """Yield groups of bombers that reach a hex, the best ones first in each."""
        reach, state = self.flights.reach, self.state
        planes = [c for c in bits(self.flights.bombers) if reach[c] >> hex_ & 1]
        planes.sort(key=lambda c: (-values(state, c).barrage, c))
        for count in range(1, min(len(planes), most) + 1):
            yield tuple(planes[:count])

    # -- bases and ports -----------------------------------------------------------------------------

    def best_raid(self) -> Found | None:
        """Return the best barrage of an air base or port, or None. Goals of a scenario come first."""
        if not self.open or self.flights.aims.goals:
            return None
        best: Found | None = None
        for hex_, word in sorted(self._targets()):
            for group in self._groups(hex_, self.most):
                points = sum(values(self.state, c).barrage for c in group)
                through, risk = self.flights.outlook(self.flights.mission("barrage", hex_, group))
                worth = self._damage(hex_, word, points) * through - risk - self.flights.spent(group)
                order = Order("barrage", self.scenario.label(hex_), self.flights.ids(group), words=(word,))
                if worth > WORTH_FLYING and (best is None or worth > best[0]):
                    if not orders.check_air_barrage(self.state, self.side, order):
                        best = worth, order
        return best

    def _targets(self) -> set[tuple[Hex, str]]:
        """Return the bases and ports in range that no Fighters defend: sweeps go first."""
        state, near = self.state, set[tuple[Hex, str]]()
        for plane in bits(self.flights.bombers):
            near |= {(hex_, words[0]) for hex_, words in orders.targets(state, self.side, plane) if words}
        return {
            (hex_, word)
            for hex_, word in near
            if not state.barraged >> hex_ & 1
            and not open_rated(state, active_over(state, hex_, 1 - self.side))
        }

    def _damage(self, hex_: Hex, word: str, points: int) -> float:
        """Return the value of what bombs destroy on average, if they get through."""
        state, hits = self.state, _hits(points)
        place = facility_at(state, hex_, 1 - self.side, word)
        if place < 0:
            return 0.0
        if word != AIR_BASE:
            return hits * HARBOUR * capacity(state, place)
        planes = sum(host == place for host in state.host)
        lost = ON_THE_GROUND * PLANE_STEP * planes * float(plane_loss_chance(points))
        return lost + (LEVEL * hits if state.level[place] > 1 else 0.0)

    # -- Trainbusting --------------------------------------------------------------------------------

    def best_trainbust(self) -> Found | None:
        """Return the best Trainbusting mission, or None: where a goal asks for it, else on traffic."""
        if not self.open:
            return None
        asked = self.flights.aims.bust_hexes()
        best: Found | None = None
        for hex_ in bits(asked or self._roads()):
            traffic = AIM if asked else TRAFFIC * self._traffic(hex_)
            for group in self._groups(hex_, self.most if asked else 2):
                order = Order("trainbust", self.scenario.label(hex_), self.flights.ids(group))
                points = sum(values(self.state, c).barrage for c in group)
                through, risk = self.flights.outlook(self.flights.mission("trainbust", hex_, group))
                worth = traffic * _busted(points) * through - risk - self.flights.spent(group)
                if worth > WORTH_FLYING and (best is None or worth > best[0]):
                    if not orders.check_trainbust(self.state, self.side, order):
                        best = worth, order
        return best

    def _roads(self) -> HexSet:
        """Return hexes next to the enemy on a railway or road in reach of a bomber."""
        state, near = self.state, 0
        for plane in bits(self.flights.bombers):
            near |= self.flights.reach[plane]
        front = self.scenario.grid.spread(state.held[1 - self.side])
        found = near & self.scenario.ground & front & _lines(self.scenario)
        return found & ~(state.barraged | state.busted[self.side] | state.held[self.side])

    def _traffic(self, hex_: Hex) -> float:
        """Return the enemy strength on wheels or tracks around a hex."""
        state, situation, found = self.state, self.flights.situation, 0.0
        for place in bits(self.scenario.grid.within(hex_, NEAR) & situation.enemy):
            for unit in bits(units_at(state, place, 1 - self.side)):
                if self.scenario.mobility[unit][1] != LEG:
                    found += situation.worth(unit)
        return found


@lru_cache(maxsize=32)
def _lines(scenario: OcsScenario) -> HexSet:
    """Return the hexes on a road or railway."""
    return mask_of(hex_ for chains in scenario.board.lines.values() for chain in chains for hex_ in chain)


@lru_cache(maxsize=64)
def _hits(points: int) -> float:
    """Return the hits that bombs score on a facility on average [10.0c]."""
    rolls = every_roll(partial(roll_facility_barrage, column_of("facility", points)))
    return sum(roll.probability * roll.result[0] for roll in rolls)


@lru_cache(maxsize=64)
def _busted(points: int) -> float:
    """Return the chance that bombs place a Trainbusting marker [10.0c-C.1]."""
    codes = series_tables()["facility"]["codes"]
    rolls = every_roll(partial(roll_facility_barrage, column_of("facility", points)))
    return sum(roll.probability for roll in rolls if codes[roll.result[1]]["star"])
