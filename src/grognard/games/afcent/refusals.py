"""Why not? Every refusal with its rule and reason, and orders with all that their player left to us."""

from __future__ import annotations

from grognard.core.errors import Illegal
from grognard.core.orders import Order
from grognard.games.afcent import aftermath, combat, movement, sequence, support
from grognard.games.afcent.questions import asked, deciding, phase, sentence
from grognard.games.afcent.sequence import PLAIN
from grognard.games.afcent.state import AfcentState
from grognard.games.shared.naming import check_names

VERBS: dict[str, tuple[str, ...]] = {
    "setup": (
        "draw", "choose", "arrive", "primary", "secondary", "place", "withhold", "withhold-south", "lift",
        "fill", "end",
    ),
    "declare": ("declare",),
    "air": ("roll", "air", "end"),
    "ew": ("roll", "jam", "clear", "end"),
    "refugees": ("roll", "refugees"),
    "admin": ("roll",),
    "arrivals": ("land",),
    "drop": ("drop",),
    "movement": ("move", "column", "fly", "enter", "enter-column", "exit", "land", "end"),
    "combat": ("attack", "probe", "end"),
    "commit": ("commit",),
    "lose": ("lose",),
    "retreat": ("retreat",),
    "advance": ("advance", "stay"),
    "momentum": ("attack", "probe", "pass"),
}  # fmt: skip
"""What can be said to each question."""
BARE = ("draw", "roll", "fill", "end", "stay", "pass")
"""Verbs that stand alone."""
MOVES = ("move", "column", "fly")
"""Orders that the system's chapter on movement carries out."""


def check(state: AfcentState, side: str, order: Order) -> Illegal | None:
    """Why an order is not legal now, or None when it is."""
    scenario = state.scenario
    if state.result is not None:
        return Illegal("12.5.1", "the game is over")
    if order.verb == "concede":  # at any time, whoever decides [12.5.1-concede]
        return None if order == Order("concede") else Illegal("notation", "concede stands alone")
    number, acting = scenario.side_index[side], deciding(state)
    if number not in acting:
        names = " and ".join(scenario.titles[scenario.sides[one]] for one in acting)
        return Illegal("4.2", f"{names} {'decide' if len(acting) > 1 else 'decides'} now")
    kind = asked(state)
    if order.verb not in VERBS[kind]:
        now = f"{phase(state)}: {sentence(state, number)}"
        return Illegal("4.2", f"no time to {order.verb}; {now} (orders: {', '.join(VERBS[kind])})")
    return check_names(scenario, order, BARE) or _check_verb(state, number, kind, order)


def _check_verb(state: AfcentState, side: int, kind: str, order: Order) -> Illegal | None:
    if kind in PLAIN:
        return sequence.check_plain(state, order)
    match order.verb:
        case "move" | "column" | "fly":
            return movement.check_move(state, side, order)
        case "attack":
            return combat.check_attack(state, side, order)
        case "probe":
            return combat.check_probe(state, side, order)
        case "commit":
            return support.check_commit(state, side, order)
        case "end" if kind in ("movement", "combat"):
            return sequence.check_end(state)
        case "lose" | "retreat" | "advance" | "stay" | "pass":
            return aftermath.check_answer(state, order)
    return state.scenario.exclusive.check(state, side, order)


def complete(state: AfcentState, side: str, order: Order) -> Order:
    """A legal move with every hex of its path."""
    return movement.complete_move(state, order) if order.verb in MOVES else order
