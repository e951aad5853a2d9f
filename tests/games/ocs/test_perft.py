"""Perft: how many legal orders there are in fixed positions, and how many states after two of them.

Numbers marked *counted* were counted on the board. The others were computed once and change only when a rule
changes.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from grognard.core.contract.outside.position import Position
from grognard.core.dice import NoDice
from grognard.core.errors import NeedDice
from grognard.core.hexes.cost_waves import price_of
from grognard.core.hexes.grid import OFF
from grognard.core.play.game import Game
from grognard.core.play.positions import from_position
from grognard.games import definition_of
from grognard.games.ocs.model.charts import LEG, SCALE, TRACK, TRUCK
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.terrain.step_costs import step_costs


def situation(phase: str, state: dict[str, Any] | None = None, **at: str) -> Game:
    """A game from a position; underscores stand for hyphens."""
    where = {id_.replace("_", "-"): hex_ for id_, hex_ in at.items()}
    place = Position("ocs/practice", {}, 2, phase, at=where, state=state or {})
    return from_position(definition_of("ocs"), place, seed=1)


def by_verb(game: Game) -> Counter[str]:
    return Counter(order.verb for order in game.orders())


def after_two(game: Game) -> int:
    """Different states after two orders; orders with dice are left out."""
    rules, found = game.definition, set()
    side = rules.to_act(game.state)[0]
    for first in game.orders():
        middle = game.state.copy()
        try:
            rules.apply(middle, side, rules.complete(middle, side, first), NoDice())
        except NeedDice:
            continue
        for actor in rules.to_act(middle):
            decision = rules.choices(middle, actor)
            assert decision is not None
            for second in decision.all():
                end = middle.copy()
                try:
                    rules.apply(end, actor, rules.complete(end, actor, second), NoDice())
                except NeedDice:
                    continue
                found.add(end.digest)
    return len(found)


@pytest.mark.parametrize(
    ("unit", "start", "points", "mobility"),
    [("g-rgt1", "10.10", 4, LEG), ("g-rgt1", "06.06", 4, LEG), ("g-truck1", "08.07", 45, TRUCK),
     ("g-pz1", "16.10", 9, TRACK)],
)  # fmt: skip
def test_moves_agree_with_simple_search(unit: str, start: str, points: int, mobility: int) -> None:
    """One unit alone on the map."""
    game = situation("german movement", {"g-sp1": {"tokens": 9}}, **{unit: start, "g-sp1": start})
    scenario = game.scenario
    assert isinstance(scenario, OcsScenario)
    counter = scenario.counters[scenario.counter(unit)]
    assert (counter.combat or counter.move).ma == points
    moves = {order.path[-1] for order in game.orders() if order.verb == "move"}
    assert moves == slow_reach(scenario, start, points, mobility) == set(game.reach(unit))


def slow_reach(scenario: OcsScenario, start: str, points: int, mobility: int) -> set[str]:
    """Return the reachable hexes by a simple search with the costs of the charts."""
    grid, here = scenario.grid, scenario.hex(start)
    prices = step_costs(scenario, mobility, 0)
    cost, todo = {here: 0}, [here]
    while todo:
        at = todo.pop(0)
        for way, to in enumerate(grid.neighbours[at]):
            price = price_of(prices, way, to) if to != OFF else None
            total = cost[at] + price if price is not None else points * SCALE + 1
            if total <= points * SCALE and total < cost.get(to, total + 1):
                cost[to] = total
                todo.append(to)
    return {scenario.label(h) for h in cost if h != here}


def test_attacks_of_three_regiments_on_one() -> None:
    """*Counted*: each alone and all together, each of which may lead; and the end of the segment."""
    units = {"g_rgt1": "09.08", "g_rgt2": "10.08", "g_mech1": "11.08"}
    supply = {"g-sp1": {"tokens": 40}}
    game = situation("german combat", supply, g_hq="08.07", g_sp1="08.07", s_rgt1="10.07", **units)
    assert by_verb(game) == {"attack": 6, "end": 1}
    assert {order.target for order in game.orders() if order.verb == "attack"} == {"10.07"}


def test_perft_of_small_position() -> None:
    game = situation("german movement", {"g-truck1": {"tokens": 4}}, g_rgt1="10.10", g_truck1="10.10")
    assert by_verb(game) == {"move": 337, "mode": 4, "unload": 4, "done": 1, "end": 1, "blow": 1}
    assert after_two(situation("german movement", g_pax1="03.10")) == 1040 + 136  # 136 orders, then the end
