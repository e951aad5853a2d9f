"""The situation as a side sees it: how far everything is, what is worth having, who threatens what."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.ocs.combat.strength import printed_strength
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import OcsState, steps_left, units_at
from grognard.games.ocs.supply.trace import trace_hexes
from grognard.games.ocs.turn.victory import controlled
from grognard.games.ocs.units import stacking

FAR = 60
"""Further away than anything matters."""
TOWN = 3.0
"""How many hexes of way a point of victory is worth."""
GOAL = 10.0
"""Points that a hex is worth which a goal of the scenario names."""
ANY_ENEMY = 2.0
"""What it is worth to go for enemy units where nothing else is asked for."""


def distances(scenario: OcsScenario, goals: HexSet) -> list[int]:
    """For each hex how far the nearest of some hexes is, over land, in steps."""
    return list(_distances(scenario, goals))


@lru_cache(maxsize=256)
def _distances(scenario: OcsScenario, goals: HexSet) -> tuple[int, ...]:
    found = [FAR] * scenario.grid.size
    reached = layer = goals & scenario.land
    steps = 0
    while layer and steps < FAR:
        for hex_ in bits(layer):
            found[hex_] = steps
        layer = scenario.grid.spread(layer) & scenario.land & ~reached
        reached |= layer
        steps += 1
    return tuple(found)


def prizes(scenario: OcsScenario) -> dict[Hex, float]:
    """The hexes that a scenario's victory asks for, with what each is worth."""
    return dict(_prizes(scenario))


@lru_cache(maxsize=32)
def _prizes(scenario: OcsScenario) -> tuple[tuple[Hex, float], ...]:
    victory = scenario.file.victory
    found: dict[Hex, float] = {}
    for name, points in victory.towns.items():
        for hex_ in bits(scenario.hexes((name,))):
            found[hex_] = found.get(hex_, 0.0) + points
    for goal in (*victory.goals, *victory.sudden):
        if goal.kind in ("hold", "reach", "supplied"):
            for hex_ in bits(scenario.hexes(goal.hexes)):
                found[hex_] = max(found.get(hex_, 0.0), GOAL)
    return tuple(found.items())


class Picture:
    """What the staff of a side has on its table."""

    def __init__(self, state: OcsState, side: int) -> None:
        self.state, self.side, self.scenario = state, side, state.scenario
        self.own, self.enemy = state.held[side], state.held[1 - side]
        self.full = stacking.stacking_limit(self.scenario)
        """What fits into a hex, in quarters of a regimental equivalent [4.8]."""
        self.far = distances(self.scenario, self.enemy)
        """Steps to the nearest enemy combat unit."""
        self.trace: HexSet = trace_hexes(state, side)
        self.prizes = prizes(self.scenario)
        self.targets = {hex_: worth for hex_, worth in self.prizes.items() if not self._holds(hex_)}
        """What is to be taken."""
        self.guarded = {hex_: worth for hex_, worth in self.prizes.items() if self._holds(hex_)}
        """What is to be kept."""
        self.pull = self._pulled()

    def _holds(self, hex_: Hex) -> bool:
        return bool(controlled(self.state, self.side) >> hex_ & 1)

    def _pulled(self) -> list[float]:
        """For each hex how far it is from where the side wants to be: less is better."""
        found = [float(FAR)] * self.scenario.grid.size
        for hex_, worth in self.targets.items():
            for place, steps in enumerate(distances(self.scenario, 1 << hex_)):
                found[place] = min(found[place], steps - TOWN * worth)
        for place, steps in enumerate(self.far):
            found[place] = min(found[place], steps - ANY_ENEMY)
        return found

    # -- strengths -----------------------------------------------------------------------------------

    def defence(self, hex_: Hex) -> float:
        """What the enemy in a hex is worth, roughly."""
        return sum(self.worth(unit) for unit in bits(units_at(self.state, hex_, 1 - self.side))) or 1.0

    def worth(self, unit: int) -> float:
        """The strength of a unit on the face that is up, disorganized half of it; an HQ or a gun a little."""
        strength = max(float(printed_strength(self.state, unit)), 1.0)
        return strength / 2 if self.state.dg >> unit & 1 else strength

    def step_value(self, unit: int) -> float:
        """What it costs to lose a step of a unit: its best strength and rating, shared by its steps."""
        face = self.scenario.faces[unit][0]
        whole = max(face.strength, face.barrage / 3, 2.0) * (1 + self.scenario.ar[unit] / 5)
        return whole / self.scenario.steps[unit]

    def menace(self, hex_: Hex) -> float:
        """The enemy strength next to a hex."""
        near = self.scenario.grid.around[hex_] & self.enemy
        return sum(self.defence(place) for place in bits(near))

    def mass(self, hex_: Hex, besides: CounterSet = 0) -> float:
        """The own strength in a hex."""
        units = units_at(self.state, hex_, self.side) & ~besides
        return sum(self.worth(unit) for unit in bits(units))

    def crowd(self, hex_: Hex, besides: CounterSet = 0) -> int:
        """The size of what stands in a hex, in quarters of a regimental equivalent."""
        return stacking.size_of(self.state, units_at(self.state, hex_, self.side) & ~besides)

    def steps(self, units: CounterSet) -> int:
        """The steps that some units have."""
        return sum(steps_left(self.state, unit) for unit in bits(units))
