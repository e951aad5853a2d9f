"""Legality checks: those that come before the rules of a verb, and those that many verbs share."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import NamedTuple

from grognard.core.contract.decisions import Decision
from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import State
from grognard.core.errors import Illegal
from grognard.core.hexes.cost_waves import Ways, price_of
from grognard.core.hexes.grid import Hex, HexGrid, HexSet

CONCEDE = Order("concede")


@dataclass(frozen=True)
class PreambleRules:
    """The cases that a game cites in these checks, and its verbs without arguments."""

    over: str
    """Cited if the game is over."""
    turn: str
    """Cited if another side decides."""
    time: str
    """Cited if the verb belongs to another phase."""
    bare: tuple[str, ...]
    """The verbs that take no units, hexes or words."""


def check_preamble(
    state: State,
    side: str,
    order: Order,
    deciding: Sequence[int],
    verbs: Sequence[str],
    now: Callable[[], str],
    rules: PreambleRules,
) -> Illegal | None:
    """Return why a side may not give an order now, or why its units or hexes are invalid; otherwise None.

    `deciding` are the sides that must decide, `verbs` the verbs that are legal now, and `now` returns the
    phase and the prompt. A side may concede at any time (see `is_concession`).
    """
    scenario = state.scenario
    if state.result is not None:
        return Illegal(rules.over, "the game is over")
    if is_concession(state, order):
        return None if order == CONCEDE else Illegal("notation", "concede takes no units or hexes")
    if scenario.side_index[side] not in deciding:
        return Illegal(rules.turn, _who_decides(state, deciding))
    if order.verb not in verbs:
        reason = f"cannot {order.verb} now; {now()} (orders: {', '.join(verbs)})"
        return Illegal(rules.time, reason)
    return check_names(scenario, order, rules.bare)


def _who_decides(state: State, deciding: Sequence[int]) -> str:
    scenario = state.scenario
    titles = " and ".join(scenario.titles[scenario.sides[number]] for number in deciding)
    return f"the {titles} {'player' if len(deciding) == 1 else 'players'} must act first"


def is_concession(state: State, order: Order) -> bool:
    """Return whether an order concedes, in a game that has this order."""
    return order.verb == CONCEDE.verb and CONCEDE.verb in state.scenario.game.verbs


def check_names(scenario: Scenario, order: Order, bare: Container[str]) -> Illegal | None:
    """Return why the arguments of an order are invalid; `bare` verbs take none."""
    if order.verb in bare and order != Order(order.verb):
        return Illegal("notation", f"{order.verb} takes no units or hexes")
    for id_ in order.units:
        if id_ not in scenario.index:
            return Illegal("notation", f"there is no counter {id_}")
    if len(set(order.units)) != len(order.units):
        return Illegal("notation", "a counter is named twice")
    for label in (*order.path, *([order.target] if order.target else [])):
        if scenario.board.grid.find(label) is None:
            return Illegal("notation", f"there is no hex {label} on this board")
    return None


def check_offered(
    state: State, side: str, order: Order, decision: Decision | None, rule: str
) -> Illegal | None:
    """Return why an order is not among those offered: the check of a game without more specific reasons."""
    if state.result is not None:
        return Illegal(rule, "the game is over")
    if decision is None:
        return Illegal(rule, "it is not the {side} player's decision", side=side)
    if order in decision.all():
        return None
    instead = [str(offered) for offered in islice(decision.all(), _FEW)]
    return Illegal(
        rule,
        "{order} is not legal now; legal orders: {instead}",
        order=str(order),
        instead=", ".join(instead),
    )


_FEW = 4
"""Maximum number of orders to suggest."""

# -- checks that many verbs share ------------------------------------------------------------------


class FlagRule(NamedTuple):
    """A flag of counters that forbids them an order."""

    column: str
    """The set of counters in the state."""
    rule: str
    reason: str
    """The reason, with a gap for the `unit`."""


def flag_refusal(state: State, unit: int, rows: Sequence[FlagRule]) -> Illegal | None:
    """Return the first of some rules that forbids a counter an order."""
    for column, rule, reason in rows:
        if getattr(state, column) >> unit & 1:
            return Illegal(rule, reason, unit=state.scenario.counter_ids[unit])
    return None


def one_unit(order: Order, scenario: Scenario, hint: str, *, words: bool = True) -> int | Illegal:
    """Return the only counter of an order without a hex, or a refusal with a hint at the notation.

    `words` tells whether words may follow.
    """
    if len(order.units) != 1 or order.target or order.path or (order.words and not words):
        return Illegal("notation", hint)
    return scenario.index[order.units[0]]


def one_hex(order: Order, scenario: Scenario, hint: str) -> Hex | Illegal:
    """Return the only hex of an order without units, or a refusal with a hint at the notation."""
    if not order.target or order.units or order.path:
        return Illegal("notation", hint)
    return scenario.board.grid.hex(order.target)


def bad_notation(order: Order, scenario: Scenario, hint: str) -> Illegal:
    """Return the refusal of an order with invalid arguments; the hint has a gap for an `example`."""
    return Illegal("notation", hint, example=scenario.game.verbs[order.verb].example)


class HexRule(NamedTuple):
    """Hexes that are closed, and why."""

    hexes: HexSet
    rule: str
    reason: str
    """The reason, with a gap for the `hex`."""


def hex_refusal(scenario: Scenario, hex_: Hex, rows: Iterable[HexRule]) -> Illegal | None:
    """Return the first of some rules that closes a hex."""
    for hexes, rule, reason in rows:
        if hexes >> hex_ & 1:
            return Illegal(rule, reason, hex=scenario.board.grid.label(hex_))
    return None


# -- moves -----------------------------------------------------------------------------------------


def names_every_hex(grid: HexGrid, start: Hex, path: Sequence[Hex]) -> bool:
    """Return whether an order names every hex of a move, which must then follow it exactly.

    A single hex, or two ends that are not adjacent, leave the path to the game. Units off the map (`start`
    below 0) name the hex in which they enter first.
    """
    named = list(path) if start < 0 or path[0] == start else [start, *path]
    if len(path) == 1 or len(named) != 2:
        return len(path) > 1
    return start < 0 or grid.direction(*named) is not None


def check_path(
    scenario: Scenario,
    path: Sequence[Hex],
    ways: Ways,
    check_step: Callable[[Hex, Hex], Illegal | None],
    *,
    adjacent_rule: str,
    closed_rule: str,
) -> Illegal | None:
    """Return why a path given hex by hex is illegal, apart from its cost.

    `check_step` returns why the game's own rules forbid the step from one hex into the next.
    """
    grid = scenario.board.grid
    for from_, to in pairwise(path):
        labels = {"hex_from": grid.label(from_), "hex": grid.label(to)}
        direction = grid.direction(from_, to)
        if direction is None:
            return Illegal(adjacent_rule, "{hex} is not adjacent to {hex_from}", **labels)
        refusal = check_step(from_, to)
        if refusal:
            return refusal
        if price_of(ways, direction, to) is None:
            return Illegal(closed_rule, "units cannot move from {hex_from} to {hex}", **labels)
    return None


def check_cost(cost: int, budget: int, scale: int, rule: str) -> Illegal | None:
    """Return why units cannot pay for a path; 1 MP has `scale` parts."""
    if cost <= budget:
        return None
    reason = "the path costs {cost:g} MP; the units have {budget:g}"
    return Illegal(rule, reason, cost=cost / scale, budget=budget / scale)


def out_of_reach(
    scenario: Scenario, unit: int, goal: Hex, waves: Sequence[HexSet], budget: int, scale: int, rule: str
) -> Illegal:
    """Return that a hex costs more MP than a unit has, or that no path leads there.

    `waves` is what the unit could reach with more MP, by the parts of MP spent.
    """
    id_, label = scenario.counter_ids[unit], scenario.board.grid.label(goal)
    cost = next((spent for spent, wave in enumerate(waves) if wave >> goal & 1), None)
    if cost is None:
        return Illegal(rule, "{unit} cannot reach {hex}", unit=id_, hex=label)
    reason = "{hex} costs {cost:g} MP; {unit} has {budget:g}"
    return Illegal(rule, reason, hex=label, cost=cost / scale, unit=id_, budget=budget / scale)
