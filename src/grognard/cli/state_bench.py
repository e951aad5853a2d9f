"""Measure what the screen and the computer player ask of a state, by processor time."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from statistics import mean
from timeit import Timer

from grognard.core.contract.definition import AnyGame
from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import State
from grognard.core.dice import LooseDice

_ORDERS = 400
"""Orders of the random game that is replayed."""
_REPLAYS = 3


def measure_states(definition: AnyGame, scenario: Scenario) -> Iterator[tuple[str, float]]:
    """Yield what was measured and the microseconds it took."""
    state, movers = on_the_move(definition, scenario)
    side = definition.to_act(state)[0]
    view = definition.view(state, side)
    work: dict[str, Callable[[], object]] = {
        "state copy": state.copy,
        "state hash": lambda: state.digest,
        "view": lambda: definition.view(state, side),
        "state imagined from a view": lambda: definition.imagine(view, scenario, LooseDice(random.Random(1))),
        "score": lambda: definition.score(state, side),
    }
    for what, call in work.items():
        yield what, _best(call)
    every = _from_scratch(definition, state, lambda fresh: [definition.reach(fresh, [id_]) for id_ in movers])
    yield f"reach with costs of a unit (mean of {len(movers)})", every / len(movers)
    yield "reach with costs of every unit of a side", every
    zones = _from_scratch(definition, state, lambda fresh: _zones(definition, fresh))
    yield "zones of both sides from scratch", zones
    if scenario.game.supply:
        traced = _from_scratch(definition, state, lambda fresh: definition.supply_hexes(fresh, side))
        yield "supply of a side from scratch", traced
    yield from _replayed(definition, scenario)


def _zones(definition: AnyGame, state: State) -> None:
    for side in state.scenario.sides:
        definition.zoc(state, side)


def _zones_and_supply(definition: AnyGame, state: State) -> None:
    for side in state.scenario.sides:
        definition.zoc(state, side)
        definition.supply_hexes(state, side)


def _replayed(definition: AnyGame, scenario: Scenario) -> Iterator[tuple[str, float]]:
    """Replay recorded orders without listing any; the best of several replays."""
    orders = _recorded(definition, scenario)
    applied, kept_up = zip(*(_replay(definition, scenario, orders) for _ in range(_REPLAYS)), strict=True)
    yield f"apply without listing (mean of {len(orders)} orders)", min(applied)
    yield "zones and supply of both sides after a move (mean)", min(kept_up)


def _recorded(definition: AnyGame, scenario: Scenario) -> list[tuple[str, Order]]:
    """Return the first orders of a random game, with their sides."""
    source = random.Random(1)
    dice, picker = LooseDice(random.Random(2)), random.Random(3)
    state = definition.setup(scenario, dice)
    found: list[tuple[str, Order]] = []
    while len(found) < _ORDERS and (sides := definition.to_act(state)):
        decision = definition.choices(state, sides[0])
        assert decision is not None
        order = picker.choice(decision.sample_orders(source))
        found.append((sides[0], order))
        definition.apply(state, sides[0], order, dice)
    return found


def _replay(definition: AnyGame, scenario: Scenario, orders: list[tuple[str, Order]]) -> tuple[float, float]:
    """Return the microseconds of an order, and of zones and supply after a move."""
    dice, clock = LooseDice(random.Random(2)), time.process_time_ns
    state = definition.setup(scenario, dice)
    applied, kept_up = [], []
    for side, order in orders:
        began = clock()
        definition.apply(state, side, order, dice)
        applied.append(clock() - began)
        began = clock()
        _zones_and_supply(definition, state)
        if order.verb == "move":
            kept_up.append(clock() - began)
    return mean(applied) / 1000, mean(kept_up) / 1000


def on_the_move(definition: AnyGame, scenario: Scenario) -> tuple[State, list[str]]:
    """Return a state at the start of the first movement of turn 2, and the units that can move."""
    source = random.Random(1)
    dice = LooseDice(source)
    state = definition.setup(scenario, dice)
    while sides := definition.to_act(state):
        if state.turn > 1:
            units = [unit for unit in definition.view(state, sides[0]).units if unit.side == sides[0]]
            movers = [unit.id for unit in units if not unit.marker and definition.reach(state, [unit.id])]
            if movers:
                return state, movers
        decision = definition.choices(state, sides[0])
        assert decision is not None
        definition.apply(state, sides[0], source.choice(decision.sample_orders(source)), dice)
    raise AssertionError("no unit ever moves")


def _best(call: Callable[[], object]) -> float:
    """Return the microseconds of a call: the best of several runs, as other processes only slow it."""
    timer = Timer(call, timer=time.process_time)
    number = max(1, int(0.02 / max(timer.timeit(3) / 3, 1e-7)))
    return min(timer.repeat(repeat=7, number=number)) / number * 1e6


def _from_scratch(definition: AnyGame, state: State, call: Callable[[State], object]) -> float:
    """Return the microseconds of a call on a state that knows no facts yet; the best of several."""
    plain, found = state.plain(), []
    for _ in range(9):
        fresh = definition.from_plain(state.scenario, plain)
        began = time.process_time()
        call(fresh)
        found.append(time.process_time() - began)
    return min(found) * 1e6
