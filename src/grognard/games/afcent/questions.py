"""What the rules ask of whom: the open decision, who can act in it, and every order each can give."""

from __future__ import annotations

from itertools import chain

from grognard.core.counters import CounterSet
from grognard.core.decisions import NOBODY, Decision
from grognard.core.hexes import chosen, mask_of
from grognard.core.orders import Order, Orders, by_verb
from grognard.core.words import plural
from grognard.games.afcent import aftermath, combat, movement, sequence, support
from grognard.games.afcent.flights import flyable
from grognard.games.afcent.scenario import AfcentScenario, Step
from grognard.games.afcent.sequence import PLAIN
from grognard.games.afcent.state import AfcentState
from grognard.games.shared.subject import subject

END = Order("end")
AUTOMATIC = ("arrivals", "admin")
"""Phases in which something is decided in few turns only."""


# -- who is asked ----------------------------------------------------------------------------------


def deciding(state: AfcentState) -> tuple[int, ...]:
    """The sides that must decide now; on their support both at once [11.4-secret]."""
    if state.result is not None:
        return ()
    if not state.stack:
        return (sequence.acting(state),)
    frame = state.stack[-1]
    return support.pledging(state) if frame.kind == "commit" else (frame.side,)


def to_act(state: AfcentState) -> tuple[str, ...]:
    """The sides to decide, by name; nobody when the game is over."""
    return tuple(state.scenario.sides[side] for side in deciding(state))


def asked(state: AfcentState) -> str:
    """What is asked now: the kind of the top frame, or else the phase."""
    return state.stack[-1].kind if state.stack else state.phase


# -- phases ----------------------------------------------------------------------------------------


def phase(state: AfcentState) -> str:
    """The phase under way, such as ``pact combat`` or ``air superiority``."""
    scenario = state.scenario
    if not state.turn:
        return phases(state)[state.step]
    return _phase_name(scenario, state.now, state.phase)


def phases(state: AfcentState) -> tuple[str, ...]:
    """The phases of this turn, or of the set-up, in order."""
    if not state.turn:
        stages = state.scenario.exclusive.stages(state.scenario)
        return tuple(f"{state.scenario.sides[side]} {_SPOKEN.get(what, 'set-up')}" for side, what in stages)
    names = []
    for step in state.scenario.sequence:
        what = step.phase
        if what in ("first", "second"):
            what = "combat" if (what == "first") == state.fight_first[step.side] else "movement"
        if what not in AUTOMATIC or step is state.now:
            names.append(_phase_name(state.scenario, step, what))
    return tuple(names)


def _phase_name(scenario: AfcentScenario, step: Step, what: str) -> str:
    common = _COMMON.get(what)
    return common or f"{scenario.sides[step.side]} {_SPOKEN.get(what, what)}"


_COMMON = {
    "air": "air superiority",
    "ew": "electronic warfare",
    "refugees": "refugees",
    "arrivals": "arrivals",
    "admin": "administration",
}
_SPOKEN = {"declare": "declaration", "draw": "attack order", "choose": "attack order", "plan": "drop plan"}


# -- choices ---------------------------------------------------------------------------------------


def choices(state: AfcentState, side: str) -> Decision | None:
    """The open decision of a side."""
    scenario = state.scenario
    number = scenario.side_index.get(side, -1)
    if number not in deciding(state):
        return None
    kind = asked(state)
    # who can act is worked out when first asked for, and kept as long as the question is open
    fit: list[CounterSet] = []
    glance: list[CounterSet] = []

    def perhaps() -> CounterSet:
        if not glance:
            glance.append(concerned(state, number, kind))
        return glance[0]

    def named(counters: CounterSet) -> list[str]:
        return [*chosen(scenario.counter_ids, counters), *([NOBODY] if kind not in _NO_FREE else [])]

    def actors() -> list[str]:
        if not fit:
            fit.append(actors_in(state, number, kind))
        return named(fit[0])

    def kinds(actor: str) -> Orders:
        if not actor:
            return kinds_of_nobody(state, number, kind)
        unit = scenario.index.get(actor, -1)
        return orders_of(state, number, kind, unit) if unit >= 0 and perhaps() >> unit & 1 else {}

    def orders(actor: str) -> list[Order]:
        return list(chain.from_iterable(kinds(actor).values()))

    about = subject(state, number)
    return Decision(
        side,
        kind,
        lambda: sentence(state, number),
        actors,
        orders,
        lambda: list(dict.fromkeys(chain.from_iterable(map(orders, actors())))),  # units may share an order
        roughly=lambda: named(perhaps()),
        kinds=kinds,
        hexes=about.hexes,
        units=about.units,
    )


_NO_FREE = ("lose",)
"""Questions that only counters answer."""


def concerned(state: AfcentState, side: int, kind: str) -> CounterSet:
    """Those whom a question is about, seen at a glance: one of them may turn out to have no order."""
    if kind != "movement":
        return actors_in(state, side, kind)
    return movement.stirring(state, side) | flyable(state, side) | state.scenario.exclusive.concerned(state)


def actors_in(state: AfcentState, side: int, kind: str) -> CounterSet:
    """The counters that have an order to give."""
    match kind:
        case "setup":
            return state.scenario.exclusive.setup_actors(state)
        case "movement":
            return movement.movable(state, side) | state.scenario.exclusive.actors(state)
        case "combat" | "momentum":
            return combat.able(state, side)
        case "arrivals":
            return state.scenario.exclusive.actors(state)
        case "commit":
            return support.usable(state, support.battle_of(state.stack[-1]), side)
        case _ if kind in PLAIN:
            return 0
    index = state.scenario.index
    return mask_of(index[id_] for order in answers(state, side, kind) for id_ in order.units)


def orders_of(state: AfcentState, side: int, kind: str, unit: int) -> Orders:
    """What one counter can do that the question is about."""
    exclusive = state.scenario.exclusive
    match kind:
        case "setup":
            return by_verb(exclusive.setup_orders(state, unit))
        case "movement":
            return {**movement.moves(state, unit), **by_verb(exclusive.orders(state, unit))}
        case "combat" | "momentum":
            return by_verb(combat.attack_orders(state, side, unit))
        case "arrivals":
            return by_verb(exclusive.orders(state, unit))
    id_ = state.scenario.counter_ids[unit]
    return by_verb(order for order in answers(state, side, kind) if id_ in order.units)


def kinds_of_nobody(state: AfcentState, side: int, kind: str) -> Orders:
    """Orders that no counter gives, by verb."""
    if kind in PLAIN:
        return sequence.plain_kinds(state)
    return by_verb(orders_of_nobody(state, side, kind))


def orders_of_nobody(state: AfcentState, side: int, kind: str) -> list[Order]:
    """The same in one list, where no marker is placed."""
    exclusive = state.scenario.exclusive
    match kind:
        case "setup":
            return exclusive.setup_orders(state, None)
        case "movement" | "combat":
            return [] if sequence.check_end(state) else [END]
        case "arrivals":
            return exclusive.orders(state, None)
    return [order for order in answers(state, side, kind) if not order.units]


def answers(state: AfcentState, side: int, kind: str) -> list[Order]:
    """Every answer to a question that interrupts a phase."""
    if kind == "commit":
        return support.pledge_orders(state, side)
    if kind == "drop":
        return state.scenario.exclusive.orders(state, None)
    return aftermath.answers(state, state.stack[-1])


# -- the question in words -------------------------------------------------------------------------


def sentence(state: AfcentState, side: int) -> str:
    """The question to a side in plain words."""
    kind = asked(state)
    match kind:
        case "setup" | "drop" | "arrivals":
            return state.scenario.exclusive.sentence(state)
        case "declare":
            return "Move first or fight first? Whoever fights first can use more artillery in a battle."
        case "air" | "ew" | "refugees" | "admin":
            return _dice_and_markers(state, kind)
        case "movement":
            return "Move your units, then end the phase."
        case "combat":
            return "Attack with units next to the enemy, or end the phase."
        case "commit":
            return _on_support(state, side)
    return aftermath.sentence(state, state.stack[-1])


def _dice_and_markers(state: AfcentState, kind: str) -> str:
    """Phases of dice and markers."""
    what = {"air": "airpower marker", "ew": "EW marker", "refugees": "refugee marker"}.get(kind)
    if what is None:
        return "Roll for the support markers used this turn."
    if not state.rolled:
        return {
            "air": "Roll for air superiority.",
            "ew": "Roll for electronic warfare superiority.",
            "refugees": "Roll for the refugees.",
        }[kind]
    left = plural(state.to_place, what)
    return {
        "air": f"You have air superiority: place up to {left}.",
        "ew": f"You have electronic warfare superiority: put up to {left} on enemy stacks.",
        "refugees": f"Place {left}.",
    }[kind]


def _on_support(state: AfcentState, side: int) -> str:
    """The secret commitment of support [11.4-secret]."""
    frame = state.stack[-1]
    scenario = state.scenario
    what = "your attack on" if side == frame.side else "the defence of"
    limit, _ = support.artillery_limit(state, support.battle_of(frame), side)
    where, guns = scenario.label(frame.hex), plural(limit, "artillery marker")
    return f"Which support for {what} {where}? At most {guns}. Nobody sees it until both sides have decided."


def sentence_for(state: AfcentState, side: str) -> str:
    """What a side reads: its own question, or what the others are deciding."""
    acting = deciding(state)
    if not acting:
        return ""
    number = state.scenario.side_index.get(side, -1)
    if number in acting:
        return sentence(state, number)
    names = " and ".join(state.scenario.titles[state.scenario.sides[one]] for one in acting)
    several = "decide" if len(acting) > 1 else "decides"
    if asked(state) == "commit":
        return f"{names} {several} on support for the battle in {state.scenario.label(state.stack[-1].hex)}."
    return sentence(state, acting[0])
