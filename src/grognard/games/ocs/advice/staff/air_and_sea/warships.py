"""Plans for warships: into range of what will be attacked, or out of that of coastal guns."""

from __future__ import annotations

from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.ocs.advice.staff.air_and_sea.fleet import FleetTask
from grognard.games.ocs.fleet import sailing
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.sea import ships as hulls
from grognard.games.ocs.sea.waters import courses

FULL_FIRE = 24
"""Barrage points that one target is worth."""


class Warships(FleetTask):
    """Moves the ships with guns of a fleet."""

    def run(self) -> None:
        """Bring ships with guns into range of what will be attacked, and others out of danger."""
        scenario, state = self.scenario, self.state
        targets = self._targets()
        fire: dict[Hex, int] = {}
        watched = self.fleet.watched()
        fleet = sailing.able(state, self.side) & scenario.ships
        for ship in sorted(bits(fleet), key=lambda c: (-hulls.values(state, c).barrage, c)):
            goal = self._firing_place(ship, targets, fire, watched)
            if goal is not None:
                self.fleet.sail(ship, goal)
            elif watched >> self.state.at[ship] & 1:
                self._withdraw(ship, watched)

    def _targets(self) -> dict[Hex, float]:
        """Return the enemy hexes worth shelling: to be assaulted, attacked or next to a landing."""
        state, grid, found = self.state, self.scenario.grid, dict[Hex, float]()
        front = grid.spread(self.situation.own | self.fleet.taken)
        for hex_ in bits(self.situation.enemy):
            if not gunfire_matters(state, hex_, self.side):
                continue
            worth = 3.0 + self.fleet.assaults[hex_] if hex_ in self.fleet.assaults else 0.0
            if front >> hex_ & 1:
                worth += 1.0 + self.situation.objectives.get(hex_, 0.0)
            elif grid.spread(front) >> hex_ & 1:
                worth += 0.3
            if worth:
                found[hex_] = worth
        return found

    def _firing_place(
        self, ship: int, targets: dict[Hex, float], fire: dict[Hex, int], watched: HexSet
    ) -> Hex | None:
        """Return a sea hex from which a ship can shell the target that needs it most; None for none."""
        state, scenario = self.state, self.scenario
        face = hulls.values(state, ship)
        if not face.barrage or state.lost[ship]:
            return None
        ways = courses(state, self.side, False, state.at[ship], sailing.hexes_left(state, ship))
        best: tuple[float, Hex, Hex] | None = None
        for target, worth in targets.items():
            near = [h for h in ways if scenario.grid.distance(h, target) <= face.range]
            if not near:
                continue
            place = min(
                near, key=lambda h: (watched >> h & 1, -scenario.grid.distance(h, target), len(ways[h]), h)
            )
            value = worth * max(1 - fire.get(target, 0) / FULL_FIRE, 0.1) - (
                0.5 if watched >> place & 1 else 0.0
            )
            if best is None or value > best[0]:
                best = value, place, target
        if best is None:
            return None
        fire[best[2]] = fire.get(best[2], 0) + face.barrage
        here = state.at[ship]
        good = (
            scenario.grid.distance(here, best[2]) <= face.range
            and watched >> here & 1 <= watched >> best[1] & 1
        )
        return here if good else best[1]

    def _withdraw(self, ship: int, watched: HexSet) -> None:
        """Sail out of the range of coastal guns."""
        state = self.state
        ways = courses(state, self.side, False, state.at[ship], sailing.hexes_left(state, ship))
        safe = [h for h in ways if not watched >> h & 1]
        if safe:
            self.fleet.sail(ship, min(safe, key=lambda h: (len(ways[h]), h)))


def gunfire_matters(state: OcsState, hex_: Hex, side: int) -> bool:
    """Return whether a hex has enemy combat units that are not disorganized."""
    there = state.here.get(hex_, 0) & state.scenario.combat_units & state.scenario.of_side[1 - side]
    return bool(there & ~state.dg)
