"""What the bots share: they plan a phase on a copy, attack by previews, and answer questions by trying."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator

from grognard.core.contract.battles import Effect
from grognard.core.contract.decisions import NO_ACTOR, Decision
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.explanation import Outcome
from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import State
from grognard.core.contract.view import View
from grognard.core.dice import LooseDice, NoDice
from grognard.core.errors import GrognardError, NeedDice
from grognard.core.hexes.grid import Hex, HexSet, mask_of
from grognard.sim.bots.ground import Ground

MOST_ANSWERS = 12
"""Number of answers to a question that are tried."""
MOST_ATTACKS = 2
"""Number of attacks on a hex that are compared, the largest ones."""
CROWD = 3
"""Number of own units in a hex to which no further one goes."""
Wish = Callable[[Hex], float]
"""How far a hex is from where a unit should be."""


class Bot:
    """Gives every unit a wish, moves it to where that is best, and attacks where the preview is good."""

    gain = 0.0
    """Least average gain of an attack, as a share of the strength of its attackers."""
    prize = 4.0
    """What taking an objective adds to the gain of an attack, in units of average strength."""

    def __init__(self, seed: int = 0) -> None:
        self.source = random.Random(seed)
        self.why = ""
        self.plan: tuple[str, ...] = ()
        self._moment: tuple[int, str] = (0, "")
        self._orders: list[Order] = []

    def choose(self, definition: AnyGame, scenario: Scenario, view: View) -> Order:
        """Return a legal order."""
        state = definition.imagine(view, scenario, LooseDice(self.source))
        decision = definition.choices(state, view.side)
        assert decision is not None
        self.why = type(self).__name__.lower()
        if state.questions:
            return self._answer(definition, scenario, state, decision)
        moment = (view.turn, view.phase)
        if moment != self._moment:
            self._moment = moment
            moves = [*_moves(decision)]
            self._orders = self._march(definition, scenario, view, state) if moves else []
        while self._orders:
            order = self._orders.pop(0)
            if definition.check(state, view.side, order) is None:
                return order
        ground = Ground(scenario, view)
        found = self._attack(definition, ground, state, decision)
        return found or _marker(ground, decision) or self._end(decision)

    def _end(self, decision: Decision) -> Order:
        """Return the end of the phase, or else any order."""
        free = decision.free_orders()
        ends = [order for order in free if str(order) == order.verb]
        return ends[0] if ends else next(iter(free or decision.all()))

    def _answer(self, definition: AnyGame, scenario: Scenario, state: State, decision: Decision) -> Order:
        """Return the answer to a question after which the balance is best."""
        orders = [*decision.all()]
        if decision.decline_order is not None or len(orders) == 1:
            return decision.decline_order or orders[0]

        def value(order: Order) -> float:
            after = state.copy()
            definition.apply(after, decision.side, order, LooseDice(random.Random(1)))
            return Ground(scenario, definition.view(after, decision.side)).balance()

        return max(orders[:: -(-len(orders) // MOST_ANSWERS)], key=value)

    # -- moves --------------------------------------------------------------------------------------

    def wishes(self, ground: Ground, reach: dict[str, HexSet]) -> Iterable[tuple[str, Wish]]:
        """Yield the units to move in this order, and what each one wants; the others stay."""
        raise NotImplementedError

    def _march(self, definition: AnyGame, scenario: Scenario, view: View, state: State) -> list[Order]:
        """Return the moves of a phase, found on a copy."""
        ground, side, state = Ground(scenario, view), view.side, state.copy()
        decision = definition.choices(state, side)
        assert decision is not None
        grid = ground.grid
        reach: dict[str, HexSet] = {}
        for unit, order in _moves(decision):
            end = grid.find(order.path[-1])
            if end is not None:
                reach[unit] = reach.get(unit, 0) | 1 << end
                if order.verb == "move":
                    ground.strikes[unit] = ground.strikes.get(unit, 0) | 1 << end
        found: list[Order] = []
        crowd: dict[Hex, int] = {}
        for hex_ in ground.at.values():
            crowd[hex_] = crowd.get(hex_, 0) + 1
        for unit, wish in self.wishes(ground, reach):
            decision = definition.choices(state, side)
            if decision is None or state.questions or unit not in ground.fighters:
                continue
            here = ground.at.get(unit)
            best: tuple[float, str, Order, Hex] | None = None
            for order in decision.orders(unit):
                end = grid.find(order.path[-1]) if order.path else None
                if end is None or (crowd.get(end, 0) >= CROWD and end != here):
                    continue
                key = (wish(end), f"{order.verb != 'move'} {order}", order, end)
                if best is None or key[:2] < best[:2]:
                    best = key
            if best is None or (here is not None and best[0] >= wish(here)):
                continue
            if _carried_out(definition, state, side, best[2]):
                found.append(best[2])
                crowd[best[3]] = crowd.get(best[3], 0) + 1
                if here is not None:
                    crowd[here] -= 1
        return found

    def to_empty(self, ground: Ground, reach: dict[str, HexSet], free: list[str]) -> dict[str, Hex]:
        """Return a unit for every empty objective that can be entered; the scarcest objective first."""
        found: dict[str, Hex] = {}

        def able(hex_: Hex) -> list[str]:
            return [unit for unit in free if unit not in found and reach.get(unit, 0) >> hex_ & 1]

        for hex_ in sorted(ground.empty, key=lambda hex_: len(able(hex_))):
            units = sorted(able(hex_), key=lambda unit: (ground.strength[unit], unit))
            if units:
                found[units[0]] = hex_
        return found

    def to_attack(self, ground: Ground, free: list[str], odds: float) -> dict[str, Hex]:
        """Return a target for every unit that takes part in an attack at these odds; objectives first."""
        found: dict[str, Hex] = {}
        goals = mask_of(ground.theirs)
        for target in sorted(ground.enemies, key=lambda h: (not goals >> h & 1, ground.enemies[h], h)):
            beside = ground.around(target)
            near = [
                unit
                for unit in free
                if unit not in found
                and unit in ground.fighters
                and (ground.strikes.get(unit, 0) & beside or beside >> ground.at.get(unit, 0) & 1)
            ]
            if sum(ground.strength[unit] for unit in near) < odds * ground.enemies[target]:
                continue
            force = 0
            for unit in sorted(near, key=lambda unit: (-ground.strength[unit], unit)):
                if force >= 1.5 * odds * ground.enemies[target]:
                    break
                found[unit] = target
                force += ground.strength[unit]
        return found

    # -- attacks ------------------------------------------------------------------------------------

    def _attack(self, definition: AnyGame, ground: Ground, state: State, decision: Decision) -> Order | None:
        """Return the order with the best average gain by its preview, if it is good enough."""
        by_target: dict[tuple[str, str], list[Order]] = {}
        for actor in decision.actors():
            for order in decision.orders(actor) if actor != NO_ACTOR else ():
                if order.target and not order.path:
                    by_target.setdefault((order.verb, order.target), []).append(order)
        best: tuple[float, str, Order] | None = None
        for orders in by_target.values():
            orders.sort(key=lambda order: (-sum(ground.strength.get(u, 0) for u in order.units), str(order)))
            for order in orders[:MOST_ATTACKS]:
                value = self._gain(definition, ground, state, order)
                if value is not None and (best is None or (value, str(order)) > best[:2]):
                    best = value, str(order), order
        return best[2] if best is not None and best[0] > self.gain else None

    def _gain(self, definition: AnyGame, ground: Ground, state: State, order: Order) -> float | None:
        """Return the average gain of an attack; None if it has no preview."""
        try:
            chances = definition.preview(state, order).chances
        except GrognardError:
            return None
        if not chances:
            return None
        hex_ = ground.grid.find(order.target)
        size = sum(ground.strength.values()) / max(1, len(ground.strength))
        prize = self.prize * size if hex_ in ground.theirs else 0.0
        total = sum(chance.probability * _result(chance, ground, prize) for chance in chances)
        return total / max(1, sum(ground.strength.get(unit, 0) for unit in order.units))


def _result(chance: Outcome, ground: Ground, prize: float) -> float:
    """Return what an outcome is worth in strength."""
    cleared = any(
        effect.kind in ("eliminated", "retreat", "take") and not effect.own for effect in chance.effects
    )
    return (prize if cleared else 0.0) + sum(_harm(effect, ground) for effect in chance.effects)


def _harm(effect: Effect, ground: Ground) -> float:
    strengths = [ground.strength.get(unit, 1) for unit in effect.units] or [1]
    mean = sum(strengths) / len(strengths)
    share = {"eliminated": float(sum(strengths)), "retreat": 0.3 * sum(strengths)}
    lost = share.get(effect.kind, 0.5 * mean * max(1, effect.count) if effect.harm else 0.0)
    return -lost if effect.own else lost


def _marker(ground: Ground, decision: Decision) -> Order | None:
    """Return an order without a unit that names a hex, such as a marker: where the enemy is strongest."""
    orders = [order for order in decision.free_orders() if order.target and decision.actors() == [NO_ACTOR]]
    return max(
        orders, key=lambda order: ground.enemies.get(ground.grid.find(order.target) or 0, 0), default=None
    )


def _moves(decision: Decision) -> Iterator[tuple[str, Order]]:
    """Yield the moves of single units."""
    for actor in decision.actors():
        if actor != NO_ACTOR:
            for order in decision.orders(actor):
                if order.path and order.units:
                    yield actor, order


def _carried_out(definition: AnyGame, state: State, side: str, order: Order) -> bool:
    """Carry out a move on a copy; return False if it would roll dice. Interruptions are declined."""
    try:
        definition.apply(state, side, order, NoDice())
        while state.questions and state.result is None:
            asked = definition.to_act(state)[0]
            decision = definition.choices(state, asked)
            if decision is None or decision.decline_order is None:
                return False
            definition.apply(state, asked, decision.decline_order, NoDice())
    except NeedDice:
        return False
    return True


def nearest(ground: Ground, goals: list[Hex]) -> Wish:
    """Return the wish to be near one of some hexes."""
    return lambda hex_: ground.far(hex_, goals)


def into(ground: Ground, goal: Hex) -> Wish:
    """Return the wish to be in a hex."""
    return lambda hex_: ground.grid.distance(hex_, goal)


def beside(ground: Ground, goal: Hex) -> Wish:
    """Return the wish to be next to a hex."""
    return lambda hex_: abs(ground.grid.distance(hex_, goal) - 1)
