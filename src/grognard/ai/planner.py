"""The `planner` player for large boards: plans a whole phase at once, counter by counter.

It first tries to move stacks together, those nearest to the enemy first. It evaluates attacks over all dice
combinations. It then gives the orders of its plan one by one.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from grognard.ai.baselines import ending_orders, imagined, odds
from grognard.ai.lookahead import Evaluator
from grognard.ai.oversights import Oversights
from grognard.ai.reasons import reason
from grognard.core.contract.decisions import NO_ACTOR, Decision
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.intentions import Intention
from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import State
from grognard.core.contract.view import View
from grognard.core.dice import NoDice, Seed
from grognard.core.errors import NeedDice
from grognard.core.hexes.grid import HexGrid, bits

GAIN = 0.0005
"""Minimum improvement of the score that justifies an order."""
MAX_GOALS = 6
"""Maximum number of destinations to try for a whole stack, the best for its first counter."""
MAX_ATTACKS = 3
"""Maximum number of attacks on one hex to evaluate, largest first."""
CLOSER_LOOK = 5
"""Number of top uncertain orders to evaluate twice."""
ROLL_PAIRS = 4
"""Pairs of opposite rolls in the second evaluation."""
COARSE = 24
"""Maximum number of destinations to try all; of more, this many evenly spaced ones."""
PEAKS = 2
"""Number of best destinations whose surroundings are tried too."""
AROUND = 2
"""Distance in hexes of the surroundings."""
FAR = 99
"""Distance to the enemy if there is none nearby."""


class PlannerPlayer:
    """Plans a phase by trying the orders of each stack and each counter."""

    def __init__(
        self,
        seed: Seed | None = None,
        plan: Sequence[str] = (),
        intention: Intention | None = None,
        oversights: Oversights | None = None,
    ) -> None:
        """`plan` is the plan of a previous player of the same side; `intention` is what it keeps to."""
        self.intention = intention
        self.oversights = oversights
        self.source = random.Random(seed)
        self.why = ""
        self.plan: tuple[str, ...] = tuple(plan)
        """The moment it was made for, and the orders to give next."""

    def choose(self, definition: AnyGame, scenario: Scenario, view: View) -> Order:
        """Return the next order of the plan, or the first order of a new one."""
        state, decision = imagined(definition, scenario, view, self.source)
        moment = f"{view.side} {view.turn} {view.phase} {decision.kind}"
        order = self._planned(definition, scenario, state, decision, moment)
        if order is not None:
            self.why = reason(scenario, view, order)
            return order
        orders, self.why = self._advised(definition, state, decision.side)
        if not orders:
            evaluator = Evaluator(definition, self.source)
            orders, self.why = PhasePlanner(evaluator, scenario, state, decision).make_plan()
        if self.oversights is not None and not state.questions:
            orders = self._overlook(self.oversights, definition, state, decision, orders)
        if len(orders) > 1 and orders[0].path:
            self.why = reason(scenario, view, orders[0])
        self.plan = (moment, *map(str, orders[1:]))
        return orders[0]

    def _overlook(
        self,
        oversights: Oversights,
        definition: AnyGame,
        state: State,
        decision: Decision,
        orders: list[Order],
    ) -> list[Order]:
        """Return the orders of a plan without those that the player overlooks."""
        ends = ending_orders(state, decision)
        if len(orders) == 1:
            return ends[:1] if ends and decision.kind == "combat" and oversights.misses() else orders
        kept = oversights.forget(orders)
        while kept and definition.check(state, decision.side, kept[0]) is not None:
            kept.pop(0)  # it depended on what was forgotten
        return kept or orders

    def _advised(self, definition: AnyGame, state: State, side: str) -> tuple[list[Order], str]:
        """Return the advice of the game, if it has any that is legal."""
        if self.intention is None:
            orders, why = definition.advise(state, side)
        else:
            orders, why = definition.advise_as(state, side, self.intention)
        return (orders, why) if orders and definition.check(state, side, orders[0]) is None else ([], "")

    def _planned(
        self, definition: AnyGame, scenario: Scenario, state: State, decision: Decision, moment: str
    ) -> Order | None:
        """Return the next legal order of the plan, if it was made for this moment."""
        if not self.plan or self.plan[0] != moment or state.questions:
            return None
        for number, text in enumerate(self.plan[1:], start=1):
            order = scenario.notation.parse(text)
            if definition.check(state, decision.side, order) is None:
                self.plan = (moment, *self.plan[number + 1 :])
                return order
        self.plan = ()
        return None


class PhasePlanner:
    """Plans one decision."""

    def __init__(self, evaluator: Evaluator, scenario: Scenario, state: State, decision: Decision) -> None:
        self.evaluator, self.definition, self.scenario = evaluator, evaluator.definition, scenario
        self.state, self.decision, self.side = state, decision, decision.side
        self.now = self.definition.score(state, self.side)

    def make_plan(self) -> tuple[list[Order], str]:
        """Return the orders to give in sequence, at least one, and the reason for the first."""
        decision = self.decision
        if decision.decline_order is not None:
            return self._interrupt(decision.decline_order)
        actors = [actor for actor in decision.actors() if actor != NO_ACTOR]
        free = decision.orders(NO_ACTOR)
        ends = ending_orders(self.state, decision)
        if self.state.questions or not actors:
            return self._best_of([*decision.all()])
        best = self._best_free([order for order in free if order not in ends])
        if best is not None:
            return best
        if self._rolls_dice(actors):
            return self._attack(ends)
        return self._move_all(actors)

    # -- single orders ------------------------------------------------------------------------------

    def _best_of(self, orders: list[Order]) -> tuple[list[Order], str]:
        """Return the best of a few orders."""
        if len(orders) == 1:
            return orders, "the only legal order"
        ranked = self._ranked(orders)
        (value, order), (second_value, second) = ranked[:2]
        chances = odds(self.definition, self.state, order)
        return [order], f"{chances}score {value:+.2f}, against {second_value:+.2f} for {second}"

    def _ranked(self, orders: Iterable[Order]) -> list[tuple[float, Order]]:
        """Return orders by score, best first, with a closer look at the best."""
        quick = [(*self.evaluator.estimate(self.state, self.side, order), order) for order in orders]
        quick.sort(key=lambda entry: -entry[0])
        looked = [
            (self._closer_look(order) if uncertain else value, order)
            for value, uncertain, order in quick[:CLOSER_LOOK]
        ]
        looked += [(value, order) for value, _, order in quick[CLOSER_LOOK:]]
        return sorted(looked, key=lambda entry: -entry[0])

    def _closer_look(self, order: Order) -> float:
        estimates = [self.evaluator.estimate(self.state, self.side, order)[0] for _ in range(ROLL_PAIRS)]
        return sum(estimates) / ROLL_PAIRS

    def _best_free(self, orders: list[Order]) -> tuple[list[Order], str] | None:
        """Return the best order without a counter, if it improves the score."""
        if not orders:
            return None
        value, order = self._ranked(orders)[0]
        if value <= self.now + GAIN:
            return None
        return [order], f"score {value:+.2f}, against {self.now:+.2f} without"

    def _interrupt(self, decline_order: Order) -> tuple[list[Order], str]:
        others = [order for order in self.decision.all() if order.target or order.units or order.path]
        best = self._best_free(others)
        return best or ([decline_order], "no order improves the score")

    def _rolls_dice(self, actors: list[str]) -> bool:
        """Return whether the orders of counters in this phase roll dice."""
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
        """Return the attack with the best average score; if all are bad, the end of the phase."""
        by_target: dict[tuple[str, str], list[Order]] = {}
        for order in self.decision.all():
            if order.units:
                by_target.setdefault((order.verb, order.target), []).append(order)
        weighed: list[tuple[float, Order]] = []
        for orders in by_target.values():
            orders.sort(key=lambda order: -len(order.units))
            weighed += [
                (self.evaluator.estimate(self.state, self.side, o)[0], o) for o in orders[:MAX_ATTACKS]
            ]
        weighed.sort(key=lambda entry: -entry[0])
        exact = [(self.evaluator.expected(self.state, self.side, o), o) for _, o in weighed[:CLOSER_LOOK]]
        exact.sort(key=lambda entry: -entry[0])
        if exact and exact[0][0] > self.now + GAIN:
            value, order = exact[0]
            chances = odds(self.definition, self.state, order)
            return [order], f"{chances}score {value:+.2f}, against {self.now:+.2f} without"
        if ends:
            return ends[:1], "no attack improves the score"
        return self._best_of([*self.decision.all()])

    # -- moves --------------------------------------------------------------------------------------

    def _move_all(self, actors: list[str]) -> tuple[list[Order], str]:
        """Return orders for all counters that can improve the score, stack by stack and then one by one."""
        plan: list[Order] = []
        for stack in self._stacks(actors):
            if len(stack) > 1:
                plan += self._move_stack(stack)
        for stack in self._stacks(actors):
            for actor in stack:
                plan += self._move_one(actor)
        plan += self._end_phase()
        return plan, f"first of {len(plan)} planned orders, score {self.now:+.2f}"

    def _end_phase(self) -> list[Order]:
        """Return the order that ends the phase, after any that must be given before."""
        orders: list[Order] = []
        for _ in self.scenario.counters:
            decision = self.definition.choices(self.state, self.side)
            if decision is None or self.state.questions:
                break
            ends = ending_orders(self.state, decision)
            if ends:
                return [*orders, ends[0]]
            scored = self._scored(self.state, [*decision.all()])
            _, order, self.state = max(scored, key=lambda entry: entry[0])
            orders.append(order)
        return orders

    def _stacks(self, actors: Sequence[str]) -> list[list[str]]:
        """Return counters by location, those nearest to the enemy first."""
        index, at, grid = self.scenario.index, self.state.at, self.scenario.board.grid
        stacks: dict[int, list[str]] = {}
        for actor in actors:
            stacks.setdefault(at[index[actor]], []).append(actor)
        far = self._distance(grid)
        return [stacks[place] for place in sorted(stacks, key=lambda place: (far.get(place, FAR), place))]

    def _distance(self, grid: HexGrid) -> dict[int, int]:
        """Return the distance of each hex to the nearest enemy zone of control."""
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

    def _options(self, state: State, actor: str) -> Sequence[Order]:
        decision = self.definition.choices(state, self.side)
        return decision.orders(actor) if decision is not None and not state.questions else []

    def _after(self, state: State, order: Order) -> State | None:
        """Return the state after an order if the enemy does not interrupt it; None if it rolls dice."""
        after = state.copy()
        try:
            self.definition.apply(after, self.side, order, NoDice())
            self._decline_interrupts(after)
        except NeedDice:
            return None
        return after

    def _decline_interrupts(self, state: State) -> None:
        while state.questions and state.result is None:
            asked = self.definition.to_act(state)[0]
            decision = self.definition.choices(state, asked)
            if decision is None or decision.decline_order is None:
                return
            self.definition.apply(state, asked, decision.decline_order, NoDice())

    def _tried(self, state: State, orders: Sequence[Order]) -> list[tuple[float, Order, State]]:
        """Return orders with immediate scores, best first, without those that roll dice or raise questions.

        Of many destinations, try some evenly spaced ones and then those around the best.
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
            order for number, order in enumerate(orders) if number not in some and self._ends_in(order, near)
        ]
        return sorted(found + self._scored(state, rest), key=lambda entry: -entry[0])

    def _ends_in(self, order: Order, hexes: int) -> bool:
        hex_ = self.scenario.board.grid.find(_goal(order))
        return hex_ is not None and bool(hexes >> hex_ & 1)

    def _scored(self, state: State, orders: Sequence[Order]) -> list[tuple[float, Order, State]]:
        found = []
        for order in orders:
            after = self._after(state, order)
            if after is not None and not after.questions:
                found.append((self.definition.score(after, self.side), order, after))
        found.sort(key=lambda entry: -entry[0])
        return found

    def _move_one(self, actor: str) -> list[Order]:
        tried = self._tried(self.state, self._options(self.state, actor))
        for value, order, after in tried[:MAX_GOALS]:
            if value <= self.now + GAIN:
                break
            if self._keeps_supply(after, order):
                self.now, self.state = value, after
                return [order]
        return []

    def _keeps_supply(self, after: State, order: Order) -> bool:
        """Return whether an order leaves its counters in supply, or they were out of supply before."""
        supplied = self.definition.supply_hexes(after, self.side)
        place = self.scenario.board.grid.find(_goal(order))
        if supplied is None or place is None or supplied >> place & 1:
            return True
        start = self.state.at[self.scenario.index[order.units[0]]] if order.units else -1
        return start >= 0 and not (self.definition.supply_hexes(self.state, self.side) or 0) >> start & 1

    def _move_stack(self, stack: list[str]) -> list[Order]:
        """Return orders that move a stack to its best destination; counters that cannot follow stay."""
        leader = stack[0]
        tried = self._tried(self.state, self._options(self.state, leader))
        best: tuple[float, list[Order], State] | None = None
        for _, order, after in tried[:MAX_GOALS]:
            if not self._keeps_supply(after, order):
                continue
            goal, orders, state = _goal(order), [order], after
            for actor in stack[1:]:
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
