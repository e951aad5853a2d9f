"""Plans for moving combat units: toward objectives, together, in supply, and into attacks that pay."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.ocs.advice.staff import attacks
from grognard.games.ocs.advice.staff.plan import Plan
from grognard.games.ocs.advice.staff.situation import Situation
from grognard.games.ocs.combat import overrun
from grognard.games.ocs.model.state import size_now
from grognard.games.ocs.movement import moves
from grognard.games.ocs.movement.reach import common_goals
from grognard.games.ocs.supply import fuel
from grognard.games.ocs.units import active_stack
from grognard.games.ocs.units.modes import mode_word

CONTACT = 5
"""Maximum distance from the enemy for Combat Mode."""
REMOTE = 14
"""Minimum distance from the enemy for Strat Mode, less one."""
UNSUPPLIED = 6.0
"""Value of trace supply, in hexes."""
ALONE = 1.5
"""Weight of a stronger adjacent enemy."""
THREATENED = 12
"""Distance from the enemy below which objectives need a garrison, in hexes."""
GUARD = 2.5
"""Strength that counts as a garrison; an HQ or artillery alone does not."""
GARRISON = 6.0
"""Value of keeping a unit in an objective, in hexes."""
WORTH_FUEL = 1.0
"""Minimum gain of a move that costs fuel."""
WORTH_IT = 0.3
"""Minimum gain of any other move."""
ODDS = 0.9
"""Value of each point of odds against an adjacent enemy, up to 4:1."""
BOLD = 0.5
"""Minimum gain of an overrun."""


class Movement:
    """Moves the combat units of a side in one segment."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.side, self.scenario = plan, plan.side, plan.scenario
        self.situation = Situation(plan.state, plan.side)
        self.done: CounterSet = 0

    def fighters(self) -> CounterSet:
        """Return combat units that can still move, without HQs, artillery and replacements."""
        scenario = self.scenario
        found = moves.movable(self.plan.state, self.side) & scenario.combat_units & ~self.done
        return found & ~(scenario.hqs | scenario.guns | scenario.pax | scenario.eq | scenario.rail_repair)

    # -- groups --------------------------------------------------------------------------------------

    def groups(self, units: CounterSet) -> list[tuple[int, ...]]:
        """Group units of the same hex and mobility type, those near the enemy first."""
        state, scenario = self.plan.state, self.scenario
        found: dict[tuple[Hex, int, int], list[int]] = {}
        for unit in bits(units):
            mobility = scenario.mobility[unit][state.turned >> unit & 1]
            alone = unit if scenario.multistep >> unit & 1 else -1
            found.setdefault((state.at[unit], mobility, alone), []).append(unit)
        order = sorted(found, key=lambda key: (self.situation.enemy_distance[key[0]], key))
        return [tuple(found[key]) for key in order]

    def move_all(self, units: CounterSet) -> None:
        """Move each group to a better hex, and overrun where that pays."""
        for group in self.groups(units):
            self.done |= mask_of(group)
            self._change_mode(group)
            moving = self._leave_guard(group)
            self._go(moving)
            self._overrun(moving)

    def _leave_guard(self, group: tuple[int, ...]) -> tuple[int, ...]:
        """Return a group without the weakest unit that can hold its hex, if that is worth holding."""
        situation, here = self.situation, self.plan.state.at[group[0]]
        near = 0 <= situation.enemy_distance[here] < THREATENED
        if len(group) < 2 or here not in situation.guarded or not near:
            return group
        if situation.mass(here, mask_of(group)) >= GUARD:
            return group
        able = [unit for unit in group if situation.worth(unit) >= GUARD]
        guard = min(able or group, key=lambda unit: (situation.worth(unit), unit))
        return tuple(unit for unit in group if unit != guard)

    # -- modes ---------------------------------------------------------------------------------------

    def _change_mode(self, group: tuple[int, ...]) -> None:
        state = self.plan.state
        if state.phase != "movement":
            return
        near = self.situation.enemy_distance[state.at[group[0]]]
        wanted = "combat" if near <= CONTACT else "strat" if near > REMOTE else "move"
        for unit in group:
            if mode_word(self.plan.state, unit) != wanted:
                name = self.scenario.names[unit]
                if not self.plan.give(Order("mode", units=name, words=(wanted,))) and wanted == "strat":
                    self.plan.give(Order("mode", units=name, words=("move",)))

    # -- where ---------------------------------------------------------------------------------------

    def _go(self, group: tuple[int, ...]) -> None:
        state = self.plan.state
        if not all(moves.movable(state, self.side) >> unit & 1 for unit in group):
            return
        needs_fuel = bool(fuel.must_pay(state, mask_of(group)))
        if moves.check_fuel(state, mask_of(group)):
            return
        there = common_goals(state, group) if len(group) > 1 else moves.destinations(state, group[0])
        best = self._best(group, there)
        if best is None:
            return
        gain, goal = best
        if gain > (WORTH_FUEL if needs_fuel else WORTH_IT):
            ids = tuple(self.scenario.counter_ids[unit] for unit in group)
            if self.plan.give(Order("move", units=ids, path=moves.path_to(state, group, goal))):
                self.situation = Situation(self.plan.state, self.side)

    def _best(self, group: tuple[int, ...], there: HexSet) -> tuple[float, Hex] | None:
        state, here = self.plan.state, self.plan.state.at[group[0]]
        stay = self._score(group, here) + self._bond(group, here)
        best: tuple[float, Hex] | None = None
        for goal in bits(there):
            if goal == here:
                continue
            gain = self._score(group, goal) - stay
            if best is None or gain > best[0]:
                best = gain, goal
        return best if state.at[group[0]] >= 0 else None

    def _score(self, group: tuple[int, ...], hex_: Hex) -> float:
        """Evaluate a hex for a group."""
        situation, moved = self.situation, mask_of(group)
        size = sum(size_now(self.plan.state, unit) for unit in group)
        if situation.stacked_size(hex_, moved) + size > situation.full:
            return -99.0
        strength = sum(situation.worth(unit) for unit in group) + situation.mass(hex_, moved)
        score = -situation.goal_distance[hex_]
        if not all(situation.trace_of(unit) >> hex_ & 1 for unit in group):
            score -= UNSUPPLIED
        near = self.scenario.grid.around[hex_] & situation.enemy
        if near:
            score += max(self._odds(group, hex_, target) for target in bits(near)) * ODDS
            score -= ALONE * min(max(situation.threat(hex_) / max(strength, 0.5) - 1.0, 0.0), 4.0)
        if (
            hex_ in situation.guarded
            and situation.enemy_distance[hex_] < THREATENED
            and situation.mass(hex_, moved) < GUARD
        ):
            score += GARRISON
        return score

    def _odds(self, group: tuple[int, ...], from_: Hex, target: Hex) -> float:
        """Return the odds against a hex with all adjacent friendly units and this group, at most 4."""
        situation, moved = self.situation, mask_of(group)
        around = self.scenario.grid.around[target] & situation.own & ~(1 << from_)
        force = sum(situation.mass(place, moved) for place in bits(around)) + situation.mass(from_, moved)
        force += sum(situation.worth(unit) for unit in group)
        return min(force / situation.defence(target), 4.0)

    def _bond(self, group: tuple[int, ...], here: Hex) -> float:
        """Return the value of staying: more in an objective without another garrison."""
        situation = self.situation
        if (
            here in situation.guarded
            and not situation.mass(here, mask_of(group))
            and situation.enemy_distance[here] < THREATENED
        ):
            return 0.0 if situation.enemy_distance[here] > 1 else 1.0
        return 0.0

    # -- overruns ------------------------------------------------------------------------------------

    def _overrun(self, group: tuple[int, ...]) -> None:
        """Overrun an adjacent enemy where that pays."""
        best = self._best_overrun(self.plan, group)
        if best and best[0] > BOLD:
            self.plan.give(best[1])

    def _best_overrun(self, plan: Plan, group: tuple[int, ...]) -> tuple[float, Order] | None:
        state = plan.state
        able = overrun.able(state, self.side)
        runners = [unit for unit in group if able >> unit & 1]
        if not runners or active_stack.mp_left(state, runners[0]) < overrun.overrun_cost(self.scenario):
            return None
        situation = Situation(state, self.side)
        lead = max(runners, key=lambda unit: (self.scenario.ar[unit], -situation.step_value(unit)))
        found = [
            (attacks.value(situation, order, running=True) - attacks.TOKEN * len(order.units), order)
            for order in overrun.overrun_orders(state, self.side, lead)
        ]
        return max(found, key=lambda one: one[0], default=None)

    def strike(self, units: CounterSet) -> bool:
        """Move a group adjacent to an enemy and overrun it, where that pays best; return whether it does."""
        ids = self.scenario.counter_ids
        for group in self.groups(units & moves.movable(self.plan.state, self.side)):
            near = common_goals(self.plan.state, group) & self.scenario.grid.spread(self.situation.enemy)
            best: tuple[float, list[Order]] | None = None
            for goal in bits(near):
                tried = self.plan.copy()
                path = moves.path_to(self.plan.state, group, goal)
                way = Order("move", units=tuple(ids[u] for u in group), path=path)
                found = self._best_overrun(tried, group) if tried.give(way) else None
                if found and found[0] > BOLD and (best is None or found[0] > best[0]):
                    best = found[0], [way, found[1]]
            if best:
                return all(self.plan.give(order) for order in best[1])
        return False

    # -- reserves ------------------------------------------------------------------------------------

    def hold_back(self) -> None:
        """Put mobile units that have not moved into Reserve, as far as markers last."""
        state, scenario = self.plan.state, self.scenario
        for unit in bits(moves.movable(state, self.side) & scenario.combat_units):
            if scenario.counters[unit].category == "other" or scenario.hqs >> unit & 1:
                continue
            if 2 <= self.situation.enemy_distance[state.at[unit]] <= 8 and not self.plan.state.spent[unit]:
                self.plan.give(Order("mode", units=scenario.names[unit], words=("reserve",)))
