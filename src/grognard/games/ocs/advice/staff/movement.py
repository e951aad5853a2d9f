"""Moves of combat units: towards what is worth having, together, in supply, and into attacks that pay."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.ocs.advice.staff import attacks
from grognard.games.ocs.advice.staff.plan import Plan
from grognard.games.ocs.advice.staff.situation import Picture
from grognard.games.ocs.combat import overrun
from grognard.games.ocs.model.state import size_now
from grognard.games.ocs.movement import moves
from grognard.games.ocs.movement.reach import common_goals
from grognard.games.ocs.supply import fuel
from grognard.games.ocs.units import active_stack
from grognard.games.ocs.units.modes import mode_word

CONTACT = 5
"""So near to the enemy units are in Combat Mode."""
REMOTE = 14
"""So far from the enemy they march in Strat Mode."""
UNSUPPLIED = 6.0
"""Hexes of way that it is worth to stay in trace."""
ALONE = 1.5
"""How much it matters that the enemy next door is stronger."""
GARRISON = 6.0
"""Hexes of way that it is worth to keep somebody in a town that counts."""
WORTH_FUEL = 1.0
"""A move that burns fuel must gain so much,"""
WORTH_IT = 0.3
"""another one so much."""
ODDS = 0.9
"""What a point of odds next to the enemy is worth, up to the fourth."""
BOLD = 0.5
"""What an overrun must gain to be tried."""


class March:
    """The movement of the combat units of a side in one segment."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.side, self.scenario = plan, plan.side, plan.scenario
        self.picture = Picture(plan.state, plan.side)
        self.done: CounterSet = 0

    def fighters(self) -> CounterSet:
        """Units that fight hand to hand and can still move."""
        scenario = self.scenario
        found = moves.movable(self.plan.state, self.side) & scenario.combat_units & ~self.done
        return found & ~(scenario.hqs | scenario.guns | scenario.pax | scenario.eq | scenario.rail_repair)

    def guns(self) -> CounterSet:
        """Artillery that can still move."""
        return moves.movable(self.plan.state, self.side) & self.scenario.guns & ~self.done

    # -- groups --------------------------------------------------------------------------------------

    def groups(self, units: CounterSet) -> list[tuple[int, ...]]:
        """Units that stand together and move alike, those near the enemy first."""
        state, scenario = self.plan.state, self.scenario
        found: dict[tuple[Hex, int, int], list[int]] = {}
        for unit in bits(units):
            mobility = scenario.mobility[unit][state.turned >> unit & 1]
            alone = unit if scenario.multistep >> unit & 1 else -1
            found.setdefault((state.at[unit], mobility, alone), []).append(unit)
        order = sorted(found, key=lambda key: (self.picture.far[key[0]], key))
        return [tuple(found[key]) for key in order]

    def march(self, units: CounterSet) -> None:
        """Everybody goes where it is better; overruns on the way that pay."""
        for group in self.groups(units):
            self.done |= mask_of(group)
            self._change_mode(group)
            self._go(group)
            self._overrun(group)

    # -- modes ---------------------------------------------------------------------------------------

    def _change_mode(self, group: tuple[int, ...]) -> None:
        state = self.plan.state
        if state.phase != "movement":
            return
        near = self.picture.far[state.at[group[0]]]
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
        thirst = bool(fuel.must_pay(state, mask_of(group)))
        if moves.check_fuel(state, mask_of(group)):
            return
        there = common_goals(state, group) if len(group) > 1 else moves.destinations(state, group[0])
        best = self._best(group, there)
        if best is None:
            return
        gain, goal = best
        if gain > (WORTH_FUEL if thirst else WORTH_IT):
            labels = self.scenario.grid.labels
            ids = tuple(self.scenario.counter_ids[unit] for unit in group)
            if self.plan.give(Order("move", units=ids, path=(labels[state.at[group[0]]], labels[goal]))):
                self.picture = Picture(self.plan.state, self.side)

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
        """How good it is for a group to be in a hex."""
        picture, moved = self.picture, mask_of(group)
        size = sum(size_now(self.plan.state, unit) for unit in group)
        if picture.crowd(hex_, moved) + size > picture.full:
            return -99.0
        strength = sum(picture.worth(unit) for unit in group) + picture.mass(hex_, moved)
        score = -picture.pull[hex_]
        if not picture.trace >> hex_ & 1:
            score -= UNSUPPLIED
        near = self.scenario.grid.around[hex_] & picture.enemy
        if near:
            score += max(self._odds(group, hex_, target) for target in bits(near)) * ODDS
            score -= ALONE * min(max(picture.menace(hex_) / max(strength, 0.5) - 1.0, 0.0), 4.0)
        if hex_ in picture.guarded and picture.far[hex_] < 12 and not picture.mass(hex_, moved):
            score += GARRISON
        return score

    def _odds(self, group: tuple[int, ...], from_: Hex, target: Hex) -> float:
        """The odds against a hex with all that stand around it and this group, as far as they matter."""
        picture, moved = self.picture, mask_of(group)
        around = self.scenario.grid.around[target] & picture.own & ~(1 << from_)
        force = sum(picture.mass(place, moved) for place in bits(around)) + picture.mass(from_, moved)
        force += sum(picture.worth(unit) for unit in group)
        return min(force / picture.defence(target), 4.0)

    def _bond(self, group: tuple[int, ...], here: Hex) -> float:
        """What holds a group where it is: a town that nobody else keeps."""
        picture = self.picture
        if here in picture.guarded and not picture.mass(here, mask_of(group)) and picture.far[here] < 12:
            return 0.0 if picture.far[here] > 1 else 1.0
        return 0.0

    # -- overruns ------------------------------------------------------------------------------------

    def _overrun(self, group: tuple[int, ...]) -> None:
        """Overrun what stands in the way where that pays."""
        best = self._best_overrun(self.plan, group)
        if best and best[0] > BOLD:
            self.plan.give(best[1])

    def _best_overrun(self, plan: Plan, group: tuple[int, ...]) -> tuple[float, Order] | None:
        state = plan.state
        able = overrun.able(state, self.side)
        runners = [unit for unit in group if able >> unit & 1]
        if not runners or active_stack.mp_left(state, runners[0]) < overrun.overrun_cost(self.scenario):
            return None
        picture = Picture(state, self.side)
        lead = max(runners, key=lambda unit: (self.scenario.ar[unit], -picture.step_value(unit)))
        found = [
            (attacks.value(picture, order, running=True) - attacks.TOKEN * len(order.units), order)
            for order in overrun.overrun_orders(state, self.side, lead)
        ]
        return max(found, key=lambda one: one[0], default=None)

    def strike(self, units: CounterSet) -> bool:
        """Move a group next to an enemy whom it then overruns, where that pays best; whether it does."""
        labels, ids = self.scenario.grid.labels, self.scenario.counter_ids
        for group in self.groups(units & moves.movable(self.plan.state, self.side)):
            start = self.plan.state.at[group[0]]
            near = common_goals(self.plan.state, group) & self.scenario.grid.spread(self.picture.enemy)
            best: tuple[float, list[Order]] | None = None
            for goal in bits(near):
                tried = self.plan.twin()
                way = Order("move", units=tuple(ids[u] for u in group), path=(labels[start], labels[goal]))
                found = self._best_overrun(tried, group) if tried.give(way) else None
                if found and found[0] > BOLD and (best is None or found[0] > best[0]):
                    best = found[0], [way, found[1]]
            if best:
                return all(self.plan.give(order) for order in best[1])
        return False

    # -- reserves ------------------------------------------------------------------------------------

    def hold_back(self) -> None:
        """Mobile units that have not moved and are not in contact become Reserves as far as markers go."""
        state, scenario = self.plan.state, self.scenario
        for unit in bits(moves.movable(state, self.side) & scenario.combat_units):
            if scenario.counters[unit].category == "other" or scenario.hqs >> unit & 1:
                continue
            if 2 <= self.picture.far[state.at[unit]] <= 8 and not self.plan.state.spent[unit]:
                self.plan.give(Order("mode", units=scenario.names[unit], words=("reserve",)))
