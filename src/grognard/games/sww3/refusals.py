"""Why not? Every refusal with its rule and reason, and orders with all that their player left to us."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.errors import Illegal
from grognard.core.orders import Order
from grognard.games.shared.declaration import check_declare
from grognard.games.shared.naming import check_names
from grognard.games.sww3 import (
    aftermath,
    air,
    arrivals,
    atomic,
    combat,
    deployment,
    movement,
    paratroops,
    rebuilding,
    reserves,
    second_formation,
    supply,
)
from grognard.games.sww3.questions import (
    ANSWERS,
    asked,
    deciding,
    is_between,
    may_break_in,
    phase,
    sentence,
    to_act,
)
from grognard.games.sww3.state import Sww3State

Check = Callable[[Sww3State, int, Order], Illegal | None]

VERBS: dict[str, tuple[str, ...]] = {
    "setup": ("place", "hold", "lift", "fill", "draw", "swap", "end"),
    "air": ("roll", "air"),
    "declare": ("declare",),
    "movement": (
        "move", "column", "enter", "commit", "sea", "drop", "augment", "second", "supply", "flood", "strike",
        "end",
    ),
    "combat": ("attack", "probe", "supply", "flood", "strike", "end"),
    "mobilization": ("land", "end"),
    "reinforcement": ("land", "drop", "divert", "end"),
    "arrive": ("land",),
    "lose": ("lose",),
    "escalate": ("escalate", "stop"),
    "answer": ("lose", "withdraw"),
    "retreat": ("retreat",),
    "advance": ("advance", "stay"),
    "burn": ("lose",),
    "halt": ("strike", "supply", "flood", "pass", "decline"),
}  # fmt: skip
"""What can be said to each question."""
MEANWHILE = ("strike", "supply", "flood")
"""What a side that is not asked may say between operations [13.4, 9.18-when, R-PIN-24]."""
BARE = ("end", "pass", "decline", "stop", "withdraw", "stay", "fill", "flood", "roll", "draw")
"""Verbs that stand alone."""


def check(state: Sww3State, side: str, order: Order) -> Illegal | None:
    """Why an order is not legal now, or None when it is."""
    if state.result is not None:
        return Illegal("5.4-last", "the game is over")
    if order.verb == "concede":  # at any time, whoever decides [4.2-concede]
        return None if order == Order("concede") else Illegal("notation", "concede stands alone")
    number = state.scenario.side_index[side]
    kind = asked(state)
    if number != deciding(state):
        if order.verb not in MEANWHILE or (order.verb != "strike" and not is_between(state)):
            return Illegal("5.1-order", f"{state.scenario.titles[to_act(state)[0]]} decides now")
        if order.verb == "strike" and not may_break_in(state, number):
            unfinished = Illegal("13.4-finish", "first the operation is completed")
            return atomic.may_strike(state, number) or unfinished
        kind = "halt"
    if order.verb not in VERBS[kind]:
        orders = ", ".join(VERBS[kind])
        now = f"{phase(state)}: {sentence(state, kind)}"
        return Illegal("5.2", f"no time to {order.verb}; {now} (orders: {orders})")
    return check_names(state.scenario, order, BARE) or _check_verb(state, kind, number, order)


def _check_verb(state: Sww3State, kind: str, side: int, order: Order) -> Illegal | None:
    if kind == "setup":
        return deployment.check_setup(state, side, order)
    if kind in ANSWERS:
        return aftermath.check_answer(state, order)
    if order.verb == "declare":
        return check_declare(order, "5.3-declare")
    if order.verb == "end" and kind in ("mobilization", "reinforcement"):
        return arrivals.check_end(state, side)
    test = CHECKS.get(order.verb)
    return test(state, side, order) if test else None  # end, pass, decline


CHECKS: dict[str, Check] = {
    "roll": air.check_air,
    "air": air.check_air,
    "move": movement.check_move,
    "column": movement.check_move,
    "enter": movement.check_move,
    "sea": movement.check_move,
    "commit": reserves.check_commit,
    "flood": movement.check_flood,
    "supply": supply.check_aerial,
    "drop": paratroops.check_drop,
    "augment": rebuilding.check_augment,
    "second": second_formation.check_second,
    "land": arrivals.check_land,
    "divert": arrivals.check_divert,
    "attack": combat.check_attack,
    "probe": combat.check_probe,
    "strike": atomic.check_strike,
}


def complete(state: Sww3State, side: str, order: Order) -> Order:
    """A legal move with every hex of its path."""
    return movement.complete_move(state, order) if order.verb in ("move", "column", "enter") else order
