"""What a bot sees: units with a strength, objectives and distances, read from a view."""

from __future__ import annotations

from grognard.core.contract.scenario import Scenario
from grognard.core.contract.view import UnitView, View, side_of_phase
from grognard.core.hexes.grid import Hex, HexSet, mask_of

FAR = 999
"""A distance beyond all others."""
NO_FIGHTERS = frozenset({"hq", "artillery", "supply", "transport", "truck", "rail", "port"})
"""Kinds of units that neither attack nor hold a place."""


class Ground:
    """The units and objectives of both sides."""

    def __init__(self, scenario: Scenario, view: View) -> None:
        grid = self.grid = scenario.board.grid
        self.side = view.side
        self.last = view.turn >= view.turns and not _enemy_follows(scenario, view)
        """Whether the enemy does not move again."""
        self.strength: dict[str, int] = {}
        self.at: dict[str, Hex] = {}
        """Own units on the map."""
        self.strikes: dict[str, HexSet] = {}
        """Where each own unit can go and still attack."""
        self.fighters: set[str] = set()
        """Own units that can fight."""
        self.enemies: dict[Hex, int] = {}
        """Strength of the enemy by hex."""
        self.force: dict[Hex, int] = {}
        """Own strength by hex."""
        for unit in view.units:
            self._note(unit, grid.find(unit.at))
        found = [(grid.find(goal.hex), goal.held_by) for goal in view.objectives]
        self.mine = [hex_ for hex_, holder in found if hex_ is not None and holder == view.side]
        self.theirs = [hex_ for hex_, holder in found if hex_ is not None and holder != view.side]

    def _note(self, unit: UnitView, hex_: Hex | None) -> None:
        if unit.marker or not unit.side or unit.aboard:
            return
        fights = unit.kind not in NO_FIGHTERS
        strength = self.strength[unit.id] = (unit.values or (0,))[0] if fights else 1
        if hex_ is None:
            return
        if unit.side != self.side:
            self.enemies[hex_] = self.enemies.get(hex_, 0) + strength
            return
        self.at[unit.id] = hex_
        self.force[hex_] = self.force.get(hex_, 0) + strength
        if fights:
            self.fighters.add(unit.id)

    @property
    def empty(self) -> list[Hex]:
        """Objectives of the enemy without a unit."""
        return [hex_ for hex_ in self.theirs if hex_ not in self.enemies]

    def far(self, hex_: Hex, others: list[Hex]) -> int:
        """Return the distance to the nearest of some hexes."""
        return min((self.grid.distance(hex_, other) for other in others), default=FAR)

    def threat(self, hex_: Hex, within: int) -> int:
        """Return the strength of the enemy within a distance."""
        return sum(s for at, s in self.enemies.items() if self.grid.distance(at, hex_) <= within)

    def around(self, hex_: Hex) -> HexSet:
        """Return the adjacent hexes."""
        return self.grid.spread(mask_of([hex_])) & ~mask_of([hex_])

    def balance(self) -> float:
        """Return own strength and objectives less those of the enemy."""
        units = sum(self.force.values()) - sum(self.enemies.values())
        size = max(1.0, sum(self.strength.values()) / max(1, len(self.strength)))
        return units + 3 * size * (len(self.mine) - len(self.theirs))


def _enemy_follows(scenario: Scenario, view: View) -> bool:
    """Return whether an enemy has a phase of its own later in this turn."""
    phases = [*view.phases]
    rest = phases[phases.index(view.phase) + 1 :] if view.phase in phases else []
    return any(side_of_phase(phase, scenario.sides) not in ("", view.side) for phase in rest)
