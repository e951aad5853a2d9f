"""Plans for the goals of a drill that name units: fuel them, move them, change their modes."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import HexSet, bits, mask_of
from grognard.games.kit.states import on_map
from grognard.games.ocs.advice.staff.plan import Plan
from grognard.games.ocs.combat.strength import stacks
from grognard.games.ocs.model.files import Goal
from grognard.games.ocs.movement import moves
from grognard.games.ocs.supply import fuel
from grognard.games.ocs.turn import victory
from grognard.games.ocs.units import stacking
from grognard.games.ocs.units.modes import mode_of, mode_word

FAST = ("combat", "move", "strat")
"""Modes in which a unit is tried for a goal, the slowest first: a unit in Combat Mode is of more use."""
WORTH_SHARING = 3
"""Minimum number of units for which fuel for all, at 4T, beats fuel for each, at 1T."""


class Errands:
    """Carries out goals such as "the 11th Panzer Division is in Barvenkovo" in a Movement Phase."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.scenario = plan, plan.scenario
        goals = [
            goal
            for goal in self.scenario.file.victory.goals
            if goal.units and victory.side_of(self.scenario, goal) == plan.side
        ]
        self.reach = [(self._units(goal), goal) for goal in goals if goal.kind == "reach"]
        self.modes = [(self._units(goal), goal) for goal in goals if goal.kind == "mode"]
        self.units: CounterSet = mask_of(u for units, _ in self.reach + self.modes for u in bits(units))
        """The units that a goal names; they do nothing else."""

    def _units(self, goal: Goal) -> CounterSet:
        return on_map(self.plan.state, victory.units_of(self.scenario, goal))

    @property
    def open_goals(self) -> list[str]:
        """What is left to do, as players read it."""
        goals = [goal for _, goal in self.reach + self.modes]
        return [goal.says for goal in goals if not victory.is_met(self.plan.state, goal)]

    def run(self) -> None:
        """Plan the orders for all goals."""
        travellers = [
            (units & ~self._arrived(units, goal), self.scenario.hexes(goal.hexes))
            for units, goal in self.reach
        ]
        self._share_fuel(mask_of(unit for units, _ in travellers for unit in bits(units)))
        for units, hexes in travellers:
            for stack in stacks(self.plan.state, units).values():
                for unit in bits(stack):
                    self.go(unit, hexes)
        for units, goal in self.modes:
            for unit in bits(units):
                aims = [aim for named, aim in self.reach if named >> unit & 1]
                if all(self._arrived(1 << unit, aim) for aim in aims):
                    self._change(unit, goal.mode)

    def _arrived(self, units: CounterSet, goal: Goal) -> CounterSet:
        hexes = self.scenario.hexes(goal.hexes)
        return mask_of(unit for unit in bits(units) if hexes >> self.plan.state.at[unit] & 1)

    def _share_fuel(self, units: CounterSet) -> None:
        """Fuel formations, and through HQs the independent units, where that is cheaper [12.5c]."""
        for verb, givers in (("fuel-formation", units), ("fuel-hq", self.scenario.hqs)):
            for giver in bits(givers & self.scenario.of_side[self.plan.side]):
                before = fuel.must_pay(self.plan.state, units)
                trial = self.plan.copy()
                if trial.give(Order(verb, units=self.scenario.names[giver])):
                    fueled = before & ~fuel.must_pay(trial.state, units)
                    if fueled.bit_count() >= WORTH_SHARING:
                        self.plan.give(trial.orders[-1])

    def go(self, unit: int, hexes: HexSet) -> None:
        """Bring a unit to one of some hexes, or as near as it comes, in the slowest mode that will do."""
        best: tuple[int, Plan] | None = None
        for mode in FAST:
            trial = self.plan.copy()
            name = self.scenario.names[unit]
            change = Order("mode", units=name, words=(mode,))
            if mode_word(trial.state, unit) != mode and not trial.give(change):
                continue
            reach = moves.destinations(trial.state, unit)
            there = [hex_ for hex_ in bits(reach) if stacking.fits(trial.state, hex_, 1 << unit)]
            if not there:
                continue
            far = self.scenario.grid.distance
            away, goal = min((min(far(hex_, end) for end in bits(hexes)), hex_) for hex_ in there)
            path = moves.path_to(trial.state, (unit,), goal)
            if trial.give(Order("move", units=name, path=path)) and (best is None or away < best[0]):
                best = away, trial
        if best is not None:
            for order in best[1].orders[len(self.plan.orders) :]:
                self.plan.give(order)

    def _change(self, unit: int, mode: str) -> None:
        if mode_of(self.plan.state, unit) != mode:
            self.plan.give(Order("mode", units=self.scenario.names[unit], words=(mode,)))
