"""What the rules ask of whom: the open decision, who can act in it, and every order each can give."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from grognard.core.counters import CounterSet
from grognard.core.decisions import NOBODY, Decision
from grognard.core.hexes import bits, chosen, mask_of
from grognard.core.orders import Order, Orders, by_verb
from grognard.core.words import plural
from grognard.games.shared.declaration import DECLARATIONS
from grognard.games.shared.subject import subject
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
from grognard.games.sww3.limits import awake
from grognard.games.sww3.scenario import Step
from grognard.games.sww3.state import ARRIVING, Sww3State, units_at

END, PASS, DECLINE = Order("end"), Order("pass"), Order("decline")
ANSWERS = (*aftermath.KINDS, "burn")
"""Questions of a battle or a blast."""
AUTOMATIC = ("victory", "admin")
"""Phases in which nothing is decided."""


def deciding(state: Sww3State) -> int:
    """The side that must decide now: the one asked last, or else the one whose phase it is."""
    if state.stack:
        return state.stack[-1].side
    if state.phase == "setup":
        return deployment.setting_up(state)
    if state.phase == "air":
        return air.acting(state)
    return state.side


def to_act(state: Sww3State) -> tuple[str, ...]:
    """The side to decide; nobody when the game is over."""
    return () if state.result is not None else (state.scenario.sides[deciding(state)],)


def asked(state: Sww3State) -> str:
    """What is asked now: the kind of the top frame, or else the phase."""
    return state.stack[-1].kind if state.stack else state.phase


# -- phases ----------------------------------------------------------------------------------------


def phase(state: Sww3State) -> str:
    """The phase under way, such as ``soviet combat`` or ``air superiority``."""
    if not state.turn:
        theatre, side = deployment.stage(state)
        return _phase_name(state, Step(theatre, side, "set-up"), "set-up")
    return _phase_name(state, state.now, state.phase)


def phases(state: Sww3State) -> tuple[str, ...]:
    """The phases of this turn in which something is decided, in order."""
    names = []
    for step in state.scenario.sequence:
        if step.phase not in AUTOMATIC:
            fights = state.fight_first and step.side == state.side
            what = {"first": "movement", "second": "combat"}.get(step.phase, step.phase)
            if fights and step.phase in ("first", "second"):
                what = "combat" if step.phase == "first" else "movement"
            names.append(_phase_name(state, step, what))
    return tuple(names)


def _phase_name(state: Sww3State, step: Step, what: str) -> str:
    scenario = state.scenario
    name = "air superiority" if what == "air" else f"{scenario.sides[step.side]} {_SPOKEN.get(what, what)}"
    if len(scenario.theatres) > 1 and what != "admin":
        name += f", {scenario.theatres[step.theatre].charts['title']}"
    return name


_SPOKEN = {"declare": "declaration", "victory": "victory check", "admin": "administration"}


# -- choices ---------------------------------------------------------------------------------------


def choices(state: Sww3State, side: str) -> Decision | None:
    """The open decision of a side: what it must decide, or what it may break in with [13.4, 9.18-when]."""
    scenario = state.scenario
    if state.result is not None or side not in scenario.side_index:
        return None
    number = scenario.side_index[side]
    if number != deciding(state):
        if not (may_break_in(state, number) or (is_between(state) and meanwhile(state, number))):
            return None
        return Decision(
            side,
            "halt",
            lambda: "You may break in between the enemy's operations.",
            lambda: [NOBODY],
            lambda actor: [] if actor else list(chain.from_iterable(breaking_in(state, number).values())),
            kinds=lambda actor: {} if actor else breaking_in(state, number),
        )
    kind = asked(state)
    # who can act is worked out when first asked for, and kept as long as the question is open
    fit: list[CounterSet] = []
    glance: list[CounterSet] = []

    def perhaps() -> CounterSet:
        if not glance:
            glance.append(concerned(state, kind))
        return glance[0]

    def actors() -> list[str]:
        if not fit:
            fit.append(able(state, kind))
        return _names(state, kind, fit[0])

    def kinds(actor: str) -> Orders:
        if not actor:
            return orders_of_nobody(state, kind) if kind in _FREE else {}
        unit = scenario.index.get(actor, -1)
        return orders_of(state, kind, unit) if unit >= 0 and perhaps() >> unit & 1 else {}

    def orders(actor: str) -> list[Order]:
        return list(chain.from_iterable(kinds(actor).values()))

    about = subject(state, number)
    return Decision(
        side,
        kind,
        lambda: sentence(state, kind),
        actors,
        orders,
        lambda: list(dict.fromkeys(chain.from_iterable(map(orders, actors())))),  # units may share an attack
        DECLINE if kind == "halt" else None,
        lambda: _names(state, kind, perhaps()),
        kinds,
        about.hexes,
        about.units,
    )


def may_break_in(state: Sww3State, side: int) -> bool:
    """Whether a side that is not asked may make an atomic attack now [13.4, R-SWW-19]."""
    return is_between(state) and side != state.side and atomic.may_strike(state, side) is None


def is_between(state: Sww3State) -> bool:
    """Whether no operation is under way in a movement or combat phase."""
    return not state.stack and state.phase in ("movement", "combat")


def meanwhile(state: Sww3State, side: int) -> Orders:
    """What either side may do between operations: aerial supply and the dikes [R-SWW-44, R-PIN-24]."""
    return _possible(supply=supply.aerial_orders(state, side), flood=movement.flood_orders(state, side))


def breaking_in(state: Sww3State, side: int) -> Orders:
    """What a side that is not asked may say all the same."""
    strikes = atomic.strike_orders(state, side) if may_break_in(state, side) else []
    return _possible(strike=strikes) | meanwhile(state, side)


def _possible(**orders: Sequence[Order]) -> Orders:
    """Those verbs for which there is an order."""
    return {verb: listed for verb, listed in orders.items() if listed}


_FREE = ("setup", "air", "declare", "movement", "combat", "mobilization", "reinforcement",
         "escalate", "answer", "retreat", "advance", "halt")  # fmt: skip
"""Questions to which there are orders that no counter gives,"""
_PERHAPS_FREE = ("setup", "mobilization", "reinforcement", "answer")
"""and those of them to which there may be none at times."""


def _names(state: Sww3State, kind: str, units: CounterSet) -> list[str]:
    """The ids of those who can act, and nobody's where there are orders without a counter."""
    ids = chosen(state.scenario.counter_ids, units)
    if kind in _FREE and (kind not in _PERHAPS_FREE or orders_of_nobody(state, kind)):
        ids.append(NOBODY)
    return ids


def concerned(state: Sww3State, kind: str) -> CounterSet:
    """Those whom a question is about, seen at a glance: one of them may turn out to have no order."""
    side = deciding(state)
    if kind == "combat":
        return combat.able(state, side)
    if kind != "movement":
        return able(state, kind)
    return awake(state, side) | reserves.beside_the_map(state, side) | rebuilding.augmentable(state, side)


def able(state: Sww3State, kind: str) -> CounterSet:
    """The counters that have an order to give."""
    side = deciding(state)
    match kind:
        case "setup":
            return deployment.placeable(state, side)
        case "movement":
            return (
                movement.movable(state, side)
                | reserves.committable(state, side)
                | paratroops.droppable(state, side)
                | rebuilding.augmentable(state, side)
            )
        case "combat":
            return combat.ready(state, side)
        case "mobilization" | "reinforcement" | "arrive":
            return mask_of(c for c in bits(units_at(state, ARRIVING, side)) if orders_of(state, kind, c))
        case _ if kind in ANSWERS:
            index = state.scenario.index
            return mask_of(index[order.units[0]] for order in _answers(state) if order.units)
        case _:
            return 0


def orders_of(state: Sww3State, kind: str, unit: int) -> Orders:
    """What one unit can do that the question is about."""
    side = deciding(state)
    match kind:
        case "setup":
            return by_verb(deployment.place_orders(state, unit))
        case "movement":
            rests = state.at[unit] >= 0 and not awake(state, side) >> unit & 1
            moves = {} if rests else movement.move_orders(state, unit)  # it may be here to be rebuilt
            return moves | _possible(
                commit=reserves.commit_orders(state, side, unit),
                drop=paratroops.drop_orders(state, side, unit),
                augment=rebuilding.augment_orders(state, unit),
            )
        case "combat":
            return by_verb(combat.attack_orders(state, side, unit))
        case "mobilization" | "reinforcement":
            drops = paratroops.drop_orders(state, side, unit)
            return by_verb(arrivals.land_orders(state, unit)) | _possible(drop=drops)
        case "arrive":
            return by_verb(arrivals.land_orders(state, unit))
        case _:
            return by_verb(o for o in _answers(state) if o.units == state.scenario.names[unit])


def _answers(state: Sww3State) -> list[Order]:
    """Every answer to a question of a battle or a blast."""
    return aftermath.answers(state, state.stack[-1])


def orders_of_nobody(state: Sww3State, kind: str) -> Orders:
    """Orders that no counter gives."""
    side = deciding(state)
    match kind:
        case "setup":
            return by_verb(deployment.free_orders(state, side))
        case "air":
            return _possible(air=air.air_orders(state)) if state.to_place else {"roll": [air.ROLL]}
        case "declare":
            return {"declare": DECLARATIONS}
        case "movement" | "combat":
            return _possible(end=[END]) | between_operations(state, side, kind)
        case "mobilization" | "reinforcement":
            return by_verb(arrivals.free_orders(state, side))
        case "halt":
            strikes = atomic.strike_orders(state, side)
            return _possible(decline=[DECLINE], **{"pass": [PASS]}, strike=strikes) | meanwhile(state, side)
        case _ if kind in ANSWERS:
            return by_verb(order for order in _answers(state) if not order.units)
        case _:
            return {}


def between_operations(state: Sww3State, side: int, kind: str) -> Orders:
    """What the side on turn may do between two operations of its units."""
    orders = meanwhile(state, side)
    if atomic.may_strike(state, side) is None:
        orders |= _possible(strike=atomic.strike_orders(state, side))
    if kind == "movement":
        orders |= _possible(second=second_formation.second_orders(state, side))
    return orders


# -- the question in words -------------------------------------------------------------------------


def sentence(state: Sww3State, kind: str) -> str:
    """The question in plain words."""
    match kind:
        case "setup":
            return deployment.sentence(state)
        case "air":
            if not state.to_place:
                return "Roll for air superiority."
            return f"You have air superiority: place {plural(state.to_place, 'airpower marker')}."
        case "declare":
            return "Move first or fight first? Attacks that come first are prepared."
        case "movement":
            return "Move your units, then end the phase."
        case "combat":
            return "Attack with units next to the enemy, or end the phase."
        case "mobilization" | "reinforcement" | "arrive":
            count = units_at(state, ARRIVING, deciding(state)).bit_count()
            return f"{plural(count, 'unit')} arrived: place them on the map." if count else "End the phase."
        case "halt":
            return atomic.sentence(state)
        case _:
            return aftermath.sentence(state, state.stack[-1])
