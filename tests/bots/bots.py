"""Three generic bots: they read the view and the offered orders, and measure distances in hexes."""

from __future__ import annotations

import random
import re

from grognard.ai.players import Chooser
from grognard.core.contract.decisions import NO_ACTOR, Decision
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import State
from grognard.core.contract.view import View
from grognard.core.dice import LooseDice
from grognard.sim.run_game import computer_player
from grognard.sim.study import PlayerSpec

FAR = 999
"""A distance beyond all others."""


class Bot:
    """Moves each unit once a phase to where `wish` is lowest, then attacks at good odds."""

    odds = 2.0
    """Least ratio of factors for an attack."""

    def __init__(self, seed: int = 0) -> None:
        self.source = random.Random(seed)
        self.why = ""
        self.plan: tuple[str, ...] = ()
        self.moment: tuple[int, str, str] = (0, "", "")
        self.done: set[str] = set()

    def choose(self, definition: AnyGame, scenario: Scenario, view: View) -> Order:
        """Return a legal order."""
        state = definition.imagine(view, scenario, LooseDice(self.source))
        decision = definition.choices(state, view.side)
        assert decision is not None
        self.why = type(self).__name__
        if state.questions:
            return decision.decline_order or self.source.choice(list(decision.all()))
        moment = (view.turn, view.phase, decision.kind)
        if moment != self.moment:
            self.moment, self.done = moment, set()
        order = self.attack(view, decision) if decision.kind == "combat" else None
        if decision.kind == "movement":
            order = self.move(scenario, view, state, decision)
        if order is not None and definition.check(state, view.side, order) is None:
            return order
        free = list(decision.orders(NO_ACTOR)) if NO_ACTOR in decision.actors() else []
        ends = [order for order in free if str(order) == order.verb]
        return ends[0] if ends else self.source.choice(free or list(decision.all()))

    # -- moves --------------------------------------------------------------------------------------

    def move(self, scenario: Scenario, view: View, state: State, decision: Decision) -> Order | None:
        """Return the best move of the next unit that has a better place to go to."""
        grid = scenario.board.grid
        for actor in decision.actors():
            if actor == NO_ACTOR or actor in self.done:
                continue
            self.done.add(actor)
            at = state.at[scenario.index[actor]]
            start = grid.label(at) if at >= 0 else ""
            here = self.wish(scenario, view, actor, start) if start else FAR
            best: tuple[float, str, Order] | None = None
            for order in decision.orders(actor):
                if order.verb not in ("move", "column", "enter", "enter-column") or not order.path:
                    continue
                value = self.wish(scenario, view, actor, order.path[-1])
                if best is None or (value, str(order)) < best[:2]:
                    best = value, str(order), order
            if best is not None and best[0] < here:
                return best[2]
        return None

    def wish(self, scenario: Scenario, view: View, unit: str, hex_: str) -> float:
        """Return how far a hex is from where a unit should be."""
        raise NotImplementedError

    def nearest(self, scenario: Scenario, hex_: str, goals: list[str]) -> float:
        """Return the distance to the nearest of some hexes."""
        grid = scenario.board.grid
        return min((grid.distance(grid.hex(hex_), grid.hex(goal)) for goal in goals), default=0)

    # -- attacks ------------------------------------------------------------------------------------

    def attack(self, view: View, decision: Decision) -> Order | None:
        """Return the attack with the best ratio of factors, if it is good enough."""
        factor = {unit.id: _first_number(unit.factors) for unit in view.units}
        defence: dict[str, int] = {}
        for unit in view.units:
            if unit.side != view.side:
                defence[unit.at] = defence.get(unit.at, 0) + factor[unit.id]
        best: tuple[float, str, Order] | None = None
        for order in decision.all():
            if order.verb == "attack" and order.target in defence and order.units:
                ratio = sum(factor.get(id_, 0) for id_ in order.units) / max(1, defence[order.target])
                if best is None or (ratio, str(order)) > best[:2]:
                    best = ratio, str(order), order
        return best[2] if best is not None and best[0] >= self.odds else None


def _first_number(text: str) -> int:
    found = re.search(r"\d+", text)
    return int(found[0]) if found else 0


class Raider(Bot):
    """Holds its objectives, then enters empty ones of the enemy on the last turn."""

    odds = 3.0

    def wish(self, scenario: Scenario, view: View, unit: str, hex_: str) -> float:
        """Return the distance to an own objective without another unit; on the last turn to an empty one."""
        held = {other.at for other in view.units if other.id != unit}
        mine = [goal.hex for goal in view.objectives if goal.held_by == view.side and goal.hex not in held]
        theirs = [goal.hex for goal in view.objectives if goal.held_by != view.side and goal.hex not in held]
        if view.turn >= view.turns:
            return 0.0 if hex_ in theirs else 1.0
        return self.nearest(scenario, hex_, mine) if mine else 0.0


class Steamroller(Bot):
    """Goes for the nearest objective of the enemy with everything."""

    odds = 1.5

    def wish(self, scenario: Scenario, view: View, unit: str, hex_: str) -> float:
        """Return the distance to the nearest objective that the enemy holds."""
        return self.nearest(scenario, hex_, [g.hex for g in view.objectives if g.held_by != view.side])


class Turtle(Bot):
    """Fills its own objectives and stays in them."""

    odds = 4.0

    def wish(self, scenario: Scenario, view: View, unit: str, hex_: str) -> float:
        """Return the distance to the nearest own objective, those with few units first."""
        crowd: dict[str, int] = {}
        for other in view.units:
            if other.side == view.side and other.id != unit:
                crowd[other.at] = crowd.get(other.at, 0) + 1
        grid = scenario.board.grid
        mine = [goal.hex for goal in view.objectives if goal.held_by == view.side]
        return min(
            (grid.distance(grid.hex(hex_), grid.hex(g)) + 3 * crowd.get(g, 0) for g in mine), default=0
        )


BOTS: dict[str, type[Bot]] = {"raider": Raider, "steamroller": Steamroller, "turtle": Turtle}


def make_player(spec: PlayerSpec, seed: int) -> Chooser:
    """Return a bot or a computer player by name, for `grognard.sim`."""
    return BOTS[spec.kind](seed) if spec.kind in BOTS else computer_player(spec, seed)
