"""Plans for moving combat units: toward objectives, together, in supply, and into attacks that pay."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.kit.advice.danger import assign
from grognard.games.ocs.advice.staff import attacks, objectives
from grognard.games.ocs.advice.staff.plan import Plan
from grognard.games.ocs.advice.staff.situation import Situation
from grognard.games.ocs.combat import overrun
from grognard.games.ocs.model.state import size_now, units_at
from grognard.games.ocs.movement import moves
from grognard.games.ocs.movement.reach import common_goals
from grognard.games.ocs.supply import fuel
from grognard.games.ocs.units import active_stack, stacking
from grognard.games.ocs.units.modes import mode_word


class Movement:
    """Moves the combat units of a side in one segment."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.side, self.scenario = plan, plan.side, plan.scenario
        self.situation = Situation(plan.state, plan.side, plan.intention)
        self.numbers = self.situation.numbers
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

    # -- guards and raids ----------------------------------------------------------------------------

    def garrison(self) -> None:
        """Keep a garrison in each objective that the intention guards, then bring what is missing."""
        wanted = objectives.guarded(self.situation)
        for bring in (False, True):
            for hex_, strength in wanted:
                self._garrison(hex_, strength, bring)

    def _garrison(self, hex_: Hex, wanted: float, bring: bool) -> None:
        there, fighters = units_at(self.plan.state, hex_, self.side), self.fighters()
        able = [u for u in bits(fighters) if there >> u & 1 or (bring and self._reaches(u) >> hex_ & 1)]
        have = self.situation.mass(hex_, mask_of(able) | (there & ~self.scenario.combat_units))
        for unit in sorted(able, key=lambda u: (not there >> u & 1, self.situation.worth(u), u)):
            if have >= wanted:
                break
            if there >> unit & 1 or self._walk((unit,), hex_):
                self.done |= 1 << unit
                have += self.situation.worth(unit)

    def raid(self) -> None:
        """Enter the enemy's empty objectives, as many as possible."""
        raids, last = self.plan.intention.raids, self.plan.state.turn >= self.scenario.turns
        if raids == "none" or (raids == "last" and not last):
            return
        targets = objectives.open_targets(self.situation)
        if not targets:
            return
        able = sorted(bits(self.fighters()), key=lambda unit: (self.situation.worth(unit), unit))
        for target, unit in assign({unit: self._reaches(unit) for unit in able}, targets).items():
            if self._walk((unit,), target):
                self.done |= 1 << unit

    def _reaches(self, unit: int) -> HexSet:
        """Return where a unit could go now and fits."""
        state = self.plan.state
        if not moves.movable(state, self.side) >> unit & 1 or moves.check_fuel(state, 1 << unit):
            return 0
        there = moves.destinations(state, unit)
        return mask_of(hex_ for hex_ in bits(there & self._wanted) if stacking.fits(state, hex_, 1 << unit))

    @property
    def _wanted(self) -> HexSet:
        return mask_of(self.situation.objectives)

    def _walk(self, group: tuple[int, ...], goal: Hex) -> bool:
        """Move units of one hex together; return whether they did."""
        ids = tuple(self.scenario.counter_ids[unit] for unit in group)
        path = moves.path_to(self.plan.state, group, goal)
        if not self.plan.give(Order("move", units=ids, path=path)):
            return False
        self.situation = Situation(self.plan.state, self.side, self.plan.intention)
        return True

    def _leave_guard(self, group: tuple[int, ...]) -> tuple[int, ...]:
        """Return a group without the weakest unit that can hold its hex, if that is worth holding."""
        situation, here = self.situation, self.plan.state.at[group[0]]
        near = 0 <= situation.enemy_distance[here] < self.numbers.threatened
        if len(group) < 2 or here not in situation.guarded or not near:
            return group
        if situation.mass(here, mask_of(group)) >= self.numbers.guard:
            return group
        able = [unit for unit in group if situation.worth(unit) >= self.numbers.guard]
        guard = min(able or group, key=lambda unit: (situation.worth(unit), unit))
        return tuple(unit for unit in group if unit != guard)

    # -- modes ---------------------------------------------------------------------------------------

    def _change_mode(self, group: tuple[int, ...]) -> None:
        state = self.plan.state
        if state.phase != "movement":
            return
        near = self.situation.enemy_distance[state.at[group[0]]]
        wanted = (
            "combat" if near <= self.numbers.contact else "strat" if near > self.numbers.remote else "move"
        )
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
        if gain > (self.numbers.worth_fuel if needs_fuel else self.numbers.worth_it):
            self._walk(group, goal)

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
            score -= self.numbers.unsupplied
        near = self.scenario.grid.around[hex_] & situation.enemy
        if near:
            score += max(self._odds(group, hex_, target) for target in bits(near)) * self.numbers.odds
            score -= self.numbers.alone * min(
                max(situation.threat(hex_) / max(strength, 0.5) - 1.0, 0.0), 4.0
            )
        if (
            hex_ in situation.guarded
            and situation.enemy_distance[hex_] < self.numbers.threatened
            and situation.mass(hex_, moved) < self.numbers.guard
        ):
            score += self.numbers.garrison
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
            and situation.enemy_distance[here] < self.numbers.threatened
        ):
            return 0.0 if situation.enemy_distance[here] > 1 else 1.0
        return 0.0

    # -- overruns ------------------------------------------------------------------------------------

    def _overrun(self, group: tuple[int, ...]) -> None:
        """Overrun an adjacent enemy where that pays."""
        best = self._best_overrun(self.plan, group)
        if best and best[0] > self.numbers.bold:
            self.plan.give(best[1])

    def _best_overrun(self, plan: Plan, group: tuple[int, ...]) -> tuple[float, Order] | None:
        state = plan.state
        able = overrun.able(state, self.side)
        runners = [unit for unit in group if able >> unit & 1]
        if not runners or active_stack.mp_left(state, runners[0]) < overrun.overrun_cost(self.scenario):
            return None
        situation = Situation(state, self.side, self.plan.intention)
        lead = max(runners, key=lambda unit: (self.scenario.ar[unit], -situation.step_value(unit)))
        found = [
            (attacks.value(situation, order, running=True) - situation.token * len(order.units), order)
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
                if found and found[0] > self.numbers.bold and (best is None or found[0] > best[0]):
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
