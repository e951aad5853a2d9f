"""Why not? The refusals that come before any rule of a verb, and checks that many verbs share."""

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
from grognard.core.hexes.grid import Hex, HexSet

CONCEDE = Order("concede")


@dataclass(frozen=True)
class PreambleRules:
    """What a game's preamble needs to know: the cases it cites, and the verbs that stand alone."""

    over: str
    """The game has ended."""
    turn: str
    """Another side decides."""
    time: str
    """Such orders are given at another time."""
    bare: tuple[str, ...]
    """The verbs that stand alone."""
    decides: str = "{titles} {decide} now"
    """What somebody is told who is not asked; it may name the `side` by its id instead."""


def check_preamble(
    state: State,
    side: str,
    order: Order,
    deciding: Sequence[int],
    verbs: Sequence[str],
    now: Callable[[], str],
    rules: PreambleRules,
) -> Illegal | None:
    """Whether a side may give such an order now, and whether all that it names exists.

    `deciding` are the sides that are asked, `verbs` those of the orders that can be given, and `now` says
    what is asked. To concede a side need not be asked (see `is_concession`).
    """
    scenario = state.scenario
    if state.result is not None:
        return Illegal(rules.over, "the game is over")
    if is_concession(state, order):
        return None if order == CONCEDE else Illegal("notation", "concede stands alone")
    if scenario.side_index[side] not in deciding:
        return Illegal(rules.turn, _who_decides(state, deciding, rules.decides))
    if order.verb not in verbs:
        reason = f"no time to {order.verb}; {now()} (orders: {', '.join(verbs)})"
        return Illegal(rules.time, reason)
    return check_names(scenario, order, rules.bare)


def _who_decides(state: State, deciding: Sequence[int], says: str) -> str:
    scenario = state.scenario
    sides = [scenario.sides[number] for number in deciding]
    titles = " and ".join(scenario.titles[name] for name in sides)
    return says.format(side=sides[0], titles=titles, decide="decide" if len(sides) > 1 else "decides")


def is_concession(state: State, order: Order) -> bool:
    """Whether a player gives up, in a game that knows such an order."""
    return order.verb == CONCEDE.verb and CONCEDE.verb in state.scenario.game.verbs


def check_names(scenario: Scenario, order: Order, bare: Container[str]) -> Illegal | None:
    """Why an order cannot be meant as it is written, whatever the rules say; `bare` verbs stand alone."""
    if order.verb in bare and order != Order(order.verb):
        return Illegal("notation", f"{order.verb} stands alone")
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
    """Return why an order is not among those offered: the check of a game that needs no finer reasons."""
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

# -- what many verbs check -------------------------------------------------------------------------


class FlagRule(NamedTuple):
    """Something that is true of some counters and forbids them an order."""

    column: str
    """The set of counters in the state."""
    rule: str
    reason: str
    """Why not, with a gap for the `unit`."""


def flag_refusal(state: State, unit: int, rows: Sequence[FlagRule]) -> Illegal | None:
    """The first of some rules that forbids a counter what it is ordered."""
    for column, rule, reason in rows:
        if getattr(state, column) >> unit & 1:
            return Illegal(rule, reason, unit=state.scenario.counter_ids[unit])
    return None


def one_unit(order: Order, scenario: Scenario, hint: str, *, words: bool = True) -> int | Illegal:
    """The one counter that an order names, without a hex; or a hint how such an order reads.

    `words` tells whether any may follow.
    """
    if len(order.units) != 1 or order.target or order.path or (order.words and not words):
        return Illegal("notation", hint)
    return scenario.index[order.units[0]]


def one_hex(order: Order, scenario: Scenario, hint: str) -> Hex | Illegal:
    """Return the one hex that an order names, without units; or a hint how such an order reads."""
    if not order.target or order.units or order.path:
        return Illegal("notation", hint)
    return scenario.board.grid.hex(order.target)


def bad_notation(order: Order, scenario: Scenario, hint: str) -> Illegal:
    """Return the refusal of an order that names the wrong things, with a gap for an `example` in the hint."""
    return Illegal("notation", hint, example=scenario.game.verbs[order.verb].example)


class HexRule(NamedTuple):
    """Hexes that are closed, and why."""

    hexes: HexSet
    rule: str
    reason: str
    """Why not, with a gap for the `hex`."""


def hex_refusal(scenario: Scenario, hex_: Hex, rows: Iterable[HexRule]) -> Illegal | None:
    """Return the first of some rules that closes a hex."""
    for hexes, rule, reason in rows:
        if hexes >> hex_ & 1:
            return Illegal(rule, reason, hex=scenario.board.grid.label(hex_))
    return None


# -- moves -----------------------------------------------------------------------------------------


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
    """Return why units cannot pay for a path; a move point has `scale` parts."""
    if cost <= budget:
        return None
    reason = "the path costs {cost:g} MP; the units have {budget:g}"
    return Illegal(rule, reason, cost=cost / scale, budget=budget / scale)


def out_of_reach(
    scenario: Scenario, unit: int, goal: Hex, waves: Sequence[HexSet], budget: int, scale: int, rule: str
) -> Illegal:
    """Return that a hex costs more MP than a unit has, or that no path leads there.

    `waves` is what the unit could reach with more MP, by the parts of a point spent.
    """
    id_, label = scenario.counter_ids[unit], scenario.board.grid.label(goal)
    cost = next((spent for spent, wave in enumerate(waves) if wave >> goal & 1), None)
    if cost is None:
        return Illegal(rule, "{unit} cannot reach {hex}", unit=id_, hex=label)
    reason = "{hex} costs {cost:g} MP; {unit} has {budget:g}"
    return Illegal(rule, reason, hex=label, cost=cost / scale, unit=id_, budget=budget / scale)
