"""The `planner` player, made for large boards: it settles a whole phase at once, counter by counter.

Counters that stand together are tried together first, those nearest to the enemy before the others; attacks
are weighed by every way the dice can fall. The orders it has settled on are its plan, given one by one.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from grognard.ai.baselines import endings, imagined, odds
from grognard.ai.lookahead import Mind
from grognard.core.contract.decisions import NO_ACTOR, Decision
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import State
from grognard.core.contract.view import View
from grognard.core.dice import NoDice, Seed
from grognard.core.errors import NeedDice
from grognard.core.hexes.grid import HexGrid, bits

GAIN = 0.0005
"""A change of the score that is worth an order."""
PROMISING = 6
"""So many places are tried for a whole group, after all were tried for one of it."""
LARGEST = 3
"""Of the attacks on one hex, so many of the largest are weighed."""
CLOSER_LOOK = 5
"""So many uncertain orders that look best are weighed a second time."""
THROWS = 4
"""Pairs of opposite throws in a closer look."""
COARSE = 24
"""Up to so many places are all tried; of more, so many all over the map."""
PEAKS = 2
"""Around so many of the best of them others are tried,"""
AROUND = 2
"""so many hexes away."""
FAR = 99


class PlannerPlayer:
    """Plans a phase by trying out what each group and each counter can do."""

    def __init__(self, seed: Seed | None = None, plan: Sequence[str] = ()) -> None:
        """`plan` is what an earlier player of the same side meant to do next."""
        self.source = random.Random(seed)
        self.why = ""
        self.plan: tuple[str, ...] = tuple(plan)
        """When it was made, and the orders to be given next."""

    def choose(self, definition: AnyGame, scenario: Scenario, view: View) -> Order:
        """The next order of the plan, or the first of a new one."""
        state, decision = imagined(definition, scenario, view, self.source)
        moment = f"{view.side} {view.turn} {view.phase} {decision.kind}"
        order = self._planned(definition, scenario, state, decision, moment)
        if order is not None:
            self.why = f"{order}: as planned"
            return order
        orders, self.why = self._advised(definition, state, decision.side)
        if not orders:
            orders, self.why = Planning(Mind(definition, self.source), scenario, state, decision).settle()
        self.plan = (moment, *map(str, orders[1:]))
        return orders[0]

    def _advised(self, definition: AnyGame, state: State, side: str) -> tuple[list[Order], str]:
        """What the game's own staff advises, where it has one with an opinion."""
        orders, why = definition.advise(state, side)
        return (orders, why) if orders and definition.check(state, side, orders[0]) is None else ([], "")

    def _planned(
        self, definition: AnyGame, scenario: Scenario, state: State, decision: Decision, moment: str
    ) -> Order | None:
        """The next order of the plan that can be given, if it was made for this moment."""
        if not self.plan or self.plan[0] != moment or state.questions:
            return None
        for number, text in enumerate(self.plan[1:], start=1):
            order = scenario.notation.parse(text)
            if definition.check(state, decision.side, order) is None:
                self.plan = (moment, *self.plan[number + 1 :])
                return order
        self.plan = ()
        return None


class Planning:
    """One decision thought over."""

    def __init__(self, mind: Mind, scenario: Scenario, state: State, decision: Decision) -> None:
        self.mind, self.definition, self.scenario = mind, mind.definition, scenario
        self.state, self.decision, self.side = state, decision, decision.side
        self.now = self.definition.score(state, self.side)

    def settle(self) -> tuple[list[Order], str]:
        """What to do: the orders to give one after the other, at least one, and why the first."""
        decision = self.decision
        if decision.decline_order is not None:
            return self._break_in(decision.decline_order)
        actors = [actor for actor in decision.actors() if actor != NO_ACTOR]
        free = decision.orders(NO_ACTOR)
        ends = endings(self.state, decision)
        if self.state.questions or not actors:
            return self._best_of([*decision.all()])
        best = self._best_free([order for order in free if order not in ends])
        if best is not None:
            return best
        if self._rolls_dice(actors):
            return self._attack(ends)
        return self._march(actors)

    # -- single orders ------------------------------------------------------------------------------

    def _best_of(self, orders: list[Order]) -> tuple[list[Order], str]:
        """The best of a few orders."""
        if len(orders) == 1:
            return orders, f"{orders[0]}: the only order"
        ranked = self._ranked(orders)
        value, order = ranked[0]
        said = odds(self.definition, self.state, order)
        return [order], f"{order}: {said}score {value:+.2f}, against {ranked[1][0]:+.2f} for {ranked[1][1]}"

    def _ranked(self, orders: Iterable[Order]) -> list[tuple[float, Order]]:
        """Orders by what they are worth: all by a quick look, the best by a closer one."""
        quick = [(*self.mind.worth(self.state, self.side, order), order) for order in orders]
        quick.sort(key=lambda entry: -entry[0])
        looked = [
            (self._closely(order) if uncertain else value, order)
            for value, uncertain, order in quick[:CLOSER_LOOK]
        ]
        looked += [(value, order) for value, _, order in quick[CLOSER_LOOK:]]
        return sorted(looked, key=lambda entry: -entry[0])

    def _closely(self, order: Order) -> float:
        worths = [self.mind.worth(self.state, self.side, order)[0] for _ in range(THROWS)]
        return sum(worths) / THROWS

    def _best_free(self, orders: list[Order]) -> tuple[list[Order], str] | None:
        """An order that no counter gives, where it is better than doing without."""
        if not orders:
            return None
        value, order = self._ranked(orders)[0]
        if value <= self.now + GAIN:
            return None
        return [order], f"{order}: score {value:+.2f}, against {self.now:+.2f} without"

    def _break_in(self, decline_order: Order) -> tuple[list[Order], str]:
        others = [order for order in self.decision.all() if order.target or order.units or order.path]
        best = self._best_free(others)
        return best or ([decline_order], f"{decline_order}: nothing is worth it")

    def _rolls_dice(self, actors: list[str]) -> bool:
        """Whether what the counters do in this phase is a matter of dice."""
        for actor in actors:
            for order in self.decision.orders(actor)[:1]:
                try:
                    self.definition.apply(self.state.copy(), self.side, order, NoDice())
                except NeedDice:
                    return True
                return self.decision.kind == "combat"
        return False

    # -- attacks ------------------------------------------------------------------------------------

    def _attack(self, ends: list[Order]) -> tuple[list[Order], str]:
        """The best attack by every way its dice can fall; none when all are bad."""
        by_target: dict[tuple[str, str], list[Order]] = {}
        for order in self.decision.all():
            if order.units:
                by_target.setdefault((order.verb, order.target), []).append(order)
        weighed: list[tuple[float, Order]] = []
        for orders in by_target.values():
            orders.sort(key=lambda order: -len(order.units))
            weighed += [(self.mind.worth(self.state, self.side, o)[0], o) for o in orders[:LARGEST]]
        weighed.sort(key=lambda entry: -entry[0])
        exact = [(self.mind.expected(self.state, self.side, o), o) for _, o in weighed[:CLOSER_LOOK]]
        exact.sort(key=lambda entry: -entry[0])
        if exact and exact[0][0] > self.now + GAIN:
            value, order = exact[0]
            said = odds(self.definition, self.state, order)
            return [order], f"{order}: {said}score {value:+.2f}, against {self.now:+.2f} without"
        if ends:
            return ends[:1], f"{ends[0]}: no attack is worth it"
        return self._best_of([*self.decision.all()])

    # -- marches ------------------------------------------------------------------------------------

    def _march(self, actors: list[str]) -> tuple[list[Order], str]:
        """Orders for everybody who can do better than stay, group by group and then one by one."""
        plan: list[Order] = []
        for group in self._groups(actors):
            if len(group) > 1:
                plan += self._move_group(group)
        for group in self._groups(actors):
            for actor in group:
                plan += self._move_one(actor)
        plan += self._close()
        return plan, f"{plan[0]}: first of a plan of {len(plan)} orders, score {self.now:+.2f}"

    def _close(self) -> list[Order]:
        """The end of the phase, after what must be done before it can end."""
        orders: list[Order] = []
        for _ in self.scenario.counters:
            decision = self.definition.choices(self.state, self.side)
            if decision is None or self.state.questions:
                break
            ends = endings(self.state, decision)
            if ends:
                return [*orders, ends[0]]
            scored = self._scored(self.state, [*decision.all()])
            _, order, self.state = max(scored, key=lambda entry: entry[0])
            orders.append(order)
        return orders

    def _groups(self, actors: Sequence[str]) -> list[list[str]]:
        """Counters by the place they are in, those next to the enemy first."""
        index, at, grid = self.scenario.index, self.state.at, self.scenario.board.grid
        groups: dict[int, list[str]] = {}
        for actor in actors:
            groups.setdefault(at[index[actor]], []).append(actor)
        far = self._distance(grid)
        return [groups[place] for place in sorted(groups, key=lambda place: (far.get(place, FAR), place))]

    def _distance(self, grid: HexGrid) -> dict[int, int]:
        """Hexes to the nearest enemy zone of control."""
        enemies = [side for side in self.scenario.sides if side != self.side]
        reached = 0
        for side in enemies:
            reached |= self.definition.zoc(self.state, side)
        found: dict[int, int] = {}
        layer, steps = reached, 0
        while layer and steps < FAR:
            for hex_ in bits(layer):
                found[hex_] = steps
            wider = reached | grid.spread(reached)
            layer, reached, steps = wider & ~reached, wider, steps + 1
        return found

    def _options(self, state: State, actor: str) -> list[Order]:
        decision = self.definition.choices(state, self.side)
        return decision.orders(actor) if decision is not None and not state.questions else []

    def _after(self, state: State, order: Order) -> State | None:
        """The state after an order, once everybody who may break in has let it pass; None when dice roll."""
        twin = state.copy()
        try:
            self.definition.apply(twin, self.side, order, NoDice())
            self._wave_through(twin)
        except NeedDice:
            return None
        return twin

    def _wave_through(self, state: State) -> None:
        while state.questions and state.result is None:
            asked = self.definition.to_act(state)[0]
            decision = self.definition.choices(state, asked)
            if decision is None or decision.decline_order is None:
                return
            self.definition.apply(state, asked, decision.decline_order, NoDice())

    def _tried(self, state: State, orders: list[Order]) -> list[tuple[float, Order, State]]:
        """Orders with the score right after them, best first; only those that end well and roll no dice.

        Of many places some are tried all over the map, and then those around the best.
        """
        if len(orders) <= COARSE:
            return self._scored(state, orders)
        some = set(range(0, len(orders), -(-len(orders) // COARSE)))
        found = self._scored(state, [orders[number] for number in sorted(some)])
        grid = self.scenario.board.grid
        near = 0
        for _, order, _ in found[:PEAKS]:
            hex_ = grid.find(_goal(order))
            near |= grid.within(hex_, AROUND) if hex_ is not None else 0
        rest = [
            order for number, order in enumerate(orders) if number not in some and self._lies(order, near)
        ]
        return sorted(found + self._scored(state, rest), key=lambda entry: -entry[0])

    def _lies(self, order: Order, hexes: int) -> bool:
        hex_ = self.scenario.board.grid.find(_goal(order))
        return hex_ is not None and bool(hexes >> hex_ & 1)

    def _scored(self, state: State, orders: list[Order]) -> list[tuple[float, Order, State]]:
        found = []
        for order in orders:
            after = self._after(state, order)
            if after is not None and not after.questions:
                found.append((self.definition.score(after, self.side), order, after))
        found.sort(key=lambda entry: -entry[0])
        return found

    def _move_one(self, actor: str) -> list[Order]:
        tried = self._tried(self.state, self._options(self.state, actor))
        for value, order, after in tried[:PROMISING]:
            if value <= self.now + GAIN:
                break
            if self._fed(after, order):
                self.now, self.state = value, after
                return [order]
        return []

    def _fed(self, after: Any, order: Order) -> bool:
        """Whether an order leaves its counters in supply, or they had none before."""
        supplied = self.definition.supply_hexes(after, self.side)
        place = self.scenario.board.grid.find(_goal(order))
        if supplied is None or place is None or supplied >> place & 1:
            return True
        start = self.state.at[self.scenario.index[order.units[0]]] if order.units else -1
        return start >= 0 and not (self.definition.supply_hexes(self.state, self.side) or 0) >> start & 1

    def _move_group(self, group: list[str]) -> list[Order]:
        """The best place for all who stand together; where some cannot follow, they stay."""
        leader = group[0]
        tried = self._tried(self.state, self._options(self.state, leader))
        best: tuple[float, list[Order], State] | None = None
        for _, order, after in tried[:PROMISING]:
            if not self._fed(after, order):
                continue
            goal, orders, state = _goal(order), [order], after
            for actor in group[1:]:
                same = [other for other in self._options(state, actor) if _goal(other) == goal]
                further = self._after(state, same[0]) if same else None
                if further is not None and not further.questions:
                    orders.append(same[0])
                    state = further
            value = self.definition.score(state, self.side)
            if best is None or value > best[0]:
                best = value, orders, state
        if best is None or best[0] <= self.now + GAIN:
            return []
        self.now, orders, self.state = best
        return orders


def _goal(order: Order) -> str:
    return order.path[-1] if order.path else order.target
