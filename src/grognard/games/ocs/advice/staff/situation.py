"""The situation as a side sees it: distances, objectives, strengths and threats."""

from __future__ import annotations

from functools import cached_property, lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.intentions import PLAIN, Intention
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.kit.states import on_map
from grognard.games.ocs.advice.staff.numbers import numbers
from grognard.games.ocs.combat.strength import printed_strength
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import OcsState, steps_left, units_at
from grognard.games.ocs.supply.sources import source_ports
from grognard.games.ocs.supply.trace import trace_hexes_of, trace_hexes_of_some
from grognard.games.ocs.turn.victory import controlled
from grognard.games.ocs.units import stacking

FAR = 60
"""Upper bound of distances, in hexes."""
GOAL = 10.0
"""Victory points assumed for a hex named by a goal of the scenario."""
LIFELINE = 3.0
"""Victory points assumed for a port that is a supply source."""


def distances(scenario: OcsScenario, goals: HexSet) -> list[int]:
    """Return the distance of each hex to the nearest of some hexes over land."""
    return list(_distances(scenario, goals))


@lru_cache(maxsize=32)
def _walls(scenario: OcsScenario) -> dict[Hex, HexSet]:
    """Return for hexes at a prohibited hexside the hexes on its other side."""
    board, found = scenario.board, dict[Hex, HexSet]()
    closed = [id_ for id_, side in scenario.charts.hexside.items() if side.move[0] == "P"]
    for id_ in closed:
        for hex_, _ in board.hexsides.get(id_, ()):
            for other in bits(scenario.grid.around[hex_]):
                if board.has_side(id_, hex_, other):
                    found[hex_] = found.get(hex_, 0) | 1 << other
                    found[other] = found.get(other, 0) | 1 << hex_
    return found


@lru_cache(maxsize=256)
def _distances(scenario: OcsScenario, goals: HexSet) -> tuple[int, ...]:
    found = [FAR] * scenario.grid.size
    walls = _walls(scenario)
    reached = layer = goals & scenario.ground
    steps = 0
    while layer and steps < FAR:
        for hex_ in bits(layer):
            found[hex_] = steps
        ahead = scenario.grid.spread(layer) & scenario.ground & ~reached
        for hex_, walled in walls.items():
            if ahead >> hex_ & 1 and not scenario.grid.around[hex_] & ~walled & layer:
                ahead &= ~(1 << hex_)
        layer = ahead
        reached |= layer
        steps += 1
    return tuple(found)


def objectives(scenario: OcsScenario) -> dict[Hex, float]:
    """Return the objectives of a scenario with their values."""
    return dict(_objectives(scenario))


@lru_cache(maxsize=32)
def _objectives(scenario: OcsScenario) -> tuple[tuple[Hex, float], ...]:
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


def _with_open_ports(state: OcsState) -> OcsState:
    """Return a state in which the LST ports of this phase are open."""
    if not state.opening:
        return state
    later = state.copy()
    later.opening = 0
    changed(later)
    return later


class Situation:
    """Facts about a state that the advisor of a side uses."""

    def __init__(self, state: OcsState, side: int, intention: Intention = PLAIN) -> None:
        self.state, self.side, self.scenario = state, side, state.scenario
        self.intention, self.numbers = intention, numbers(intention)
        self.own, self.enemy = state.held[side], state.held[1 - side]
        self.full = stacking.stacking_limit(self.scenario)
        """The stacking limit, in quarters of an RE [4.8]."""
        self.enemy_distance = distances(self.scenario, self.enemy)
        """Distance of each hex to the nearest enemy combat unit."""
        self.trace: HexSet = trace_hexes_of_some(_with_open_ports(state), side)
        """Hexes in trace supply, counting the ports that open in the next phase [18.4f-E]."""
        self._traces: dict[tuple[str, int], HexSet] = {}
        self.objectives = objectives(self.scenario)
        for label in intention.effort:
            hex_ = self.scenario.hex(label)
            self.objectives[hex_] = self.objectives.get(hex_, 0.0) * self.numbers.effort
        self.targets = {hex_: worth for hex_, worth in self.objectives.items() if not self._holds(hex_)}
        """Objectives that the side does not control."""
        self.guarded = {hex_: worth for hex_, worth in self.objectives.items() if self._holds(hex_)}
        """Objectives that the side controls, and the ports through which it is supplied."""
        for hex_ in bits(source_ports(_with_open_ports(state), side)):
            self.guarded[hex_] = max(self.guarded.get(hex_, 0.0), LIFELINE)

    @cached_property
    def own_distance(self) -> list[int]:
        """Distance of each hex to the nearest friendly combat unit."""
        return distances(self.scenario, self.own)

    def trace_of(self, unit: int) -> HexSet:
        """Return the hexes in trace supply for a unit: not all HQs serve all units [13.1d, SR-4]."""
        counter = self.scenario.counters[unit]
        key = counter.nation, self.scenario.formation_of[unit]
        if key not in self._traces:
            self._traces[key] = trace_hexes_of(_with_open_ports(self.state), unit)
        return self._traces[key]

    @cached_property
    def untraced(self) -> CounterSet:
        """Combat units of the side on the map without trace supply."""
        own = on_map(self.state, self.scenario.combat_units & self.scenario.of_side[self.side])
        return mask_of(c for c in bits(own) if not self.trace_of(c) >> self.state.at[c] & 1)

    def _holds(self, hex_: Hex) -> bool:
        return bool(controlled(self.state, self.side) >> hex_ & 1)

    @cached_property
    def goal_distance(self) -> list[float]:
        """Weighted distance of each hex to targets and enemies; less is better."""
        far = [
            [steps - self.numbers.any_enemy for steps in self.enemy_distance],
            [float(FAR)] * self.scenario.grid.size,
        ]
        for hex_, worth in self.targets.items():
            less = self.numbers.town * worth
            far.append([steps - less for steps in distances(self.scenario, 1 << hex_)])
        return list(map(min, *far))

    # -- prices --------------------------------------------------------------------------------------

    @cached_property
    def _waning(self) -> float:
        """Factor on prices; lower on the last turn, if the intention uses up what would be wasted."""
        last = self.state.turn >= self.scenario.turns
        return self.numbers.last_price if last and self.intention.specials else 1.0

    @property
    def token(self) -> float:
        """The price of a token of supply."""
        return self.numbers.token * self._waning

    @property
    def good(self) -> float:
        """The least gain of an attack."""
        return self.numbers.good * self._waning

    @property
    def own_price(self) -> float:
        """The price of an own step in an attack, relative to its value."""
        return self.numbers.own_step * (self._waning if self.intention.guards == "none" else 1.0)

    def left_open(self, units: CounterSet) -> float:
        """Return the points of guarded objectives near enemies that would be empty without these units."""
        if self.intention.guards == "none":
            return 0.0
        hexes = {self.state.at[unit] for unit in bits(units)} & self.guarded.keys()
        return sum(
            self.guarded[hex_]
            for hex_ in hexes
            if self.enemy_distance[hex_] < self.numbers.threatened and not self.mass(hex_, units)
        )

    # -- strengths -----------------------------------------------------------------------------------

    def defence(self, hex_: Hex) -> float:
        """Return the approximate enemy strength in a hex."""
        return sum(self.worth(unit) for unit in bits(units_at(self.state, hex_, 1 - self.side))) or 1.0

    def worth(self, unit: int) -> float:
        """Return the strength of a unit on the face that is up, at least 1; half if DG."""
        strength = max(float(printed_strength(self.state, unit)), 1.0)
        return strength / 2 if self.state.dg >> unit & 1 else strength

    def step_value(self, unit: int) -> float:
        """Return the value of a step of a unit, by its best strength and Action Rating."""
        face = self.scenario.faces[unit][0]
        whole = max(face.strength, face.barrage / 3, 2.0) * (1 + self.scenario.ar[unit] / 5)
        return whole / self.scenario.steps[unit]

    def threat(self, hex_: Hex) -> float:
        """Return the enemy strength adjacent to a hex."""
        near = self.scenario.grid.around[hex_] & self.enemy
        return sum(self.defence(place) for place in bits(near))

    def mass(self, hex_: Hex, besides: CounterSet = 0) -> float:
        """Return the friendly strength in a hex."""
        units = units_at(self.state, hex_, self.side) & ~besides
        return sum(self.worth(unit) for unit in bits(units))

    def stacked_size(self, hex_: Hex, besides: CounterSet = 0) -> int:
        """Return the size of the friendly stack in a hex, in quarters of an RE."""
        return stacking.size_of(self.state, units_at(self.state, hex_, self.side) & ~besides)

    def steps(self, units: CounterSet) -> int:
        """Return the steps of some units."""
        return sum(steps_left(self.state, unit) for unit in bits(units))
