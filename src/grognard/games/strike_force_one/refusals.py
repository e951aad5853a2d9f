"""Why not? Every refusal with its rule and reason."""

from __future__ import annotations

from grognard.core.errors import Illegal
from grognard.core.hexes import Hex
from grognard.core.orders import Order
from grognard.games.shared.naming import check_names
from grognard.games.strike_force_one import combat, happenings, movement
from grognard.games.strike_force_one.questions import (
    asked,
    concerned,
    deciding,
    orders_of,
    orders_of_nobody,
    phase,
    replacement_frame,
    sentence,
    to_act,
)
from grognard.games.strike_force_one.scenario import US
from grognard.games.strike_force_one.state import EDGE, SfoState, zone


def check(state: SfoState, side: str, order: Order) -> Illegal | None:
    """Why an order is not legal now, or None when it is."""
    if state.result is not None:
        return Illegal("5-all-end", "the game is over")
    if state.scenario.sides[deciding(state)] != side:
        return Illegal("2-all-passive", f"the {to_act(state)[0]} side decides now")
    kind = asked(state)
    if order.verb not in _VERBS[kind]:
        rule = "5-basic-phases" if state.scenario.level == "basic" else "5-advexp-phases"
        now = f"{phase(state)}: {sentence(state, kind)}"
        return Illegal(rule, f"no time to {order.verb}; {now} (orders: {', '.join(_VERBS[kind])})")
    refusal = check_names(state.scenario, order, _BARE)
    if refusal:
        return refusal
    units = [state.scenario.index[id_] for id_ in order.units]
    return _check_verb(state, kind, order, units)


_VERBS = {
    "movement": ("move", "enter", "place", "end"),
    "combat": ("attack", "end"),
    "events": ("roll",),
    "choose": ("choose",),
    "replace": ("replace", "pass"),
    "disrupt": ("disrupt",),
    "swap": ("swap", "pass"),
    "lose": ("lose",),
    "retreat": ("retreat",),
    "advance": ("advance", "stay"),
    "exploit": ("advance", "stay"),
}
_BARE = ("end", "roll", "pass", "stay")


def _check_verb(state: SfoState, kind: str, order: Order, units: list[int]) -> Illegal | None:
    side, verb = deciding(state), order.verb
    scenario = state.scenario
    if verb in _BARE:
        crowd = movement.overfull(state, side) if kind == "movement" else None
        if crowd is not None:
            label = scenario.grid.label(crowd)
            return Illegal(movement.stacking_rule(state), f"{label} holds too many units")
        return None
    if verb == "attack":
        if order.path:
            return Illegal("notation", "say the hex first, as in: attack 0506 SA,SB")
        target = scenario.grid.find(order.target) if order.target else None
        return combat.check_attack(state, side, target, units)
    if verb == "choose":
        offered = orders_of_nobody(state, kind)
        words = " or ".join(o.words[0] for o in offered)
        rule = "13-expert-hardened" if side == US else "7-expert-guards"
        return None if order in offered else Illegal(rule, f"choose {words}")
    if order.target or not units:
        return Illegal("notation", f"this reads: {scenario.game.verbs[verb].example}")
    if verb == "replace":
        return _check_replace(state, order, units)
    if len(units) > 1:
        return Illegal("notation", f"{verb} one unit at a time")
    if verb in ("move", "enter", "place"):
        return _check_own(state, side, verb, units[0], order)
    return _check_answer(state, kind, order, units[0])


def _check_own(state: SfoState, side: int, verb: str, unit: int, order: Order) -> Illegal | None:
    scenario = state.scenario
    id_ = scenario.counters[unit].id
    if scenario.side_of[unit] != side:
        return Illegal("2-all-passive", f"{id_} is not yours")
    if verb != "place":
        if unit >= scenario.unit_count:
            rule = happenings.placing_rule(scenario.counters[unit].kind)
            return Illegal(rule, f"{id_} is a chit: place {id_} 0506")
        return movement.check_move(state, unit, order)
    if unit < scenario.unit_count:
        return Illegal("7.1-expert-air-place", f"{id_} is not a support chit")
    rule = happenings.placing_rule(scenario.counters[unit].kind)
    if state.at[unit] != EDGE:
        return Illegal(rule, f"you do not hold {id_} now")
    crowd = movement.overfull(state, side)
    if crowd is not None:
        label = scenario.grid.label(crowd)
        return Illegal(movement.stacking_rule(state), f"first a unit must leave {label}")
    if len(order.path) != 1 or not state.held[1 - side] >> scenario.grid.hex(order.path[0]) & 1:
        return Illegal(rule, f"{id_} goes on one hex with an enemy unit")
    return None


def _check_replace(state: SfoState, order: Order, units: list[int]) -> Illegal | None:
    frame = replacement_frame(state)
    advanced = state.scenario.level == "advanced"
    for c in units:
        if c not in frame.units:
            id_ = state.scenario.counters[c].id
            rule = "7-advanced-soviet-loss" if advanced else "7.1-expert-repl-edge"
            return Illegal(rule, f"{id_} is not among the lost units that can come back")
    if len(units) > frame.data[0]:
        rule = "7.1-expert-repl-us" if frame.side else "7.1-expert-repl-soviet"
        return Illegal(rule, f"at most {frame.data[0]} at a time")
    return None if not order.path else Illegal("notation", "no hex is needed")


def _check_answer(state: SfoState, kind: str, order: Order, unit: int) -> Illegal | None:
    """Whether a unit is among those a question is about, and its hex among the answers."""
    scenario = state.scenario
    id_ = scenario.counters[unit].id
    if unit not in concerned(state, kind):
        return Illegal(_ANSWER_RULE[kind], f"{id_} is not concerned; {sentence(state, kind)}")
    offered = orders_of(state, kind, id_)
    if order in offered:
        return None
    if kind == "retreat" and order.path:
        return _why_not_retreat(state, unit, scenario.grid.hex(order.path[-1]))
    if kind == "exploit" and not order.path:
        return Illegal("9.3-expert-open-second", f"say where to, as in: {offered[0]}")
    examples = ", ".join(map(str, offered[:4]))
    return Illegal(_ANSWER_RULE[kind], f"{order} is not possible; possible: {examples}")


_ANSWER_RULE = {
    "disrupt": "7.1-expert-friction-choose",
    "swap": "9.1-advanced-swap",
    "lose": "9-chart-e1",
    "retreat": "9.2-all-one",
    "advance": "9.3-all-one",
    "exploit": "9.3-expert-open-second",
}


def _why_not_retreat(state: SfoState, unit: int, to: Hex) -> Illegal:
    scenario = state.scenario
    label, side = scenario.grid.label(to), scenario.side_of[unit]
    if not scenario.grid.around[state.at[unit]] >> to & 1:
        return Illegal("9.2-all-one", f"a retreat is one hex, and {label} is not next door")
    if state.held[1 - side] >> to & 1:
        return Illegal("9.2-all-enemy", f"{label} holds an enemy unit")
    if not scenario.passable >> to & 1:
        return Illegal("3.1-basic-forest", f"{label} is forest, closed in the Basic game")
    if zone(state, 1 - side) >> to & 1:
        return Illegal("9.2-all-zoc", f"{label} is in an enemy zone of control")
    rule = "9.2-basic-friend" if scenario.level == "basic" else "9.2-advexp-friend"
    return Illegal(rule, f"there is no room in {label}")
