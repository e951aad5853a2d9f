"""The questions after a combat or barrage: every answer, whether one is right, and the question in words."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.orders import Order
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.kit.legality import one_unit
from grognard.games.kit.settling import survivors
from grognard.games.ocs.combat import retreats
from grognard.games.ocs.combat.results import (
    advancers,
    bearers,
    current,
    divisible,
    involved,
    retreat_orders,
    retreating,
    tagalongs,
)
from grognard.games.ocs.model.state import OcsState

KINDS = {
    "lose": ("lose",),
    "option": ("lose", "retreat", "detach", "stay"),
    "retreat": ("retreat", "detach"),
    "shed": ("lose",),
    "shell": ("lose",),
    "advance": ("advance", "detach", "stay"),
}
"""The questions after a combat, a retreat (`shed`) and a barrage (`shell`), and the orders that answer."""
STAY = Order("stay")


def answers(state: OcsState, question: Question) -> Sequence[Order]:
    """Every answer to a question after a combat."""
    names = state.scenario.names
    match question.kind:
        case "lose":
            return [Order("lose", units=names[c]) for c in bearers(state, question.side)]
        case "shed" | "shell":
            return [Order("lose", units=names[c]) for c in survivors(state, question)]
        case "option":
            losses = [Order("lose", units=names[c]) for c in bearers(state, question.side)]
            ignored = [STAY] if question.data[1] else []
            return [*losses, *retreat_orders(state, question), *_detachments(state, question), *ignored]
        case "retreat":
            return [*retreat_orders(state, question), *_detachments(state, question)]
    units = advancers(state, question)
    alone = [Order("advance", units=names[c]) for c in units]
    together = [Order("advance", units=state.scenario.ids(mask_of(units)))] if len(units) > 1 else []
    return [*together, *alone, *_detachments(state, question), STAY]


def _detachments(state: OcsState, question: Question) -> list[Order]:
    """Regiments that divisions may detach before they go [20.0a]."""
    return [Order("detach", units=state.scenario.names[c]) for c in divisible(state, question)]


def check(state: OcsState, question: Question, order: Order) -> Illegal | None:
    """Why an answer is not possible, or None when it is."""
    match order.verb:
        case "lose":
            return _check_loss(state, question, order)
        case "retreat":
            return _check_retreat(state, question, order)
        case "advance":
            return _check_advance(state, question, order)
        case "detach":
            if order in _detachments(state, question):
                return None
            return Illegal("20.0a", "only a division that retreats or advances now detaches a regiment")
    if question.kind == "option" and not question.data[1]:
        return Illegal(
            "9.10c.1", "the attacker did what he had to: take the option as losses or as a retreat"
        )
    return None


def _check_loss(state: OcsState, question: Question, order: Order) -> Illegal | None:
    scenario = state.scenario
    unit = one_unit(order, scenario, "lose one step at a time, as in: lose U")
    if isinstance(unit, Illegal):
        return unit
    free = question.kind in ("shed", "shell")
    choice = survivors(state, question) if free else bearers(state, question.side)
    if unit in choice:
        return None
    names = ", ".join(scenario.counter_ids[c] for c in choice)
    if free or unit not in involved(state, question.side):
        return Illegal("9.11a", f"{order.units[0]} is not concerned; choose among {names}")
    if len(choice) == 1 and not current(state).hits.count(choice[0]):
        return Illegal("9.11c.1", f"the first step comes from {names}, whose rating counted")
    return Illegal("9.11c.2", f"every unit takes one loss before any takes two; choose among {names}")


def _check_retreat(state: OcsState, question: Question, order: Order) -> Illegal | None:
    scenario = state.scenario
    if not order.units or len(order.path) < 2 or order.target:
        return Illegal("notation", "say who retreats from where to where, as in: retreat U,V 08.07-07.08")
    group = mask_of(scenario.index[id_] for id_ in order.units)
    from_, *path = (scenario.hex(label) for label in order.path)
    if any(state.at[c] != from_ for c in bits(group)):
        return Illegal("9.12c.1", f"they are not all in {order.path[0]}")
    left = mask_of(retreating(state, question))
    strangers = group & ~(left | tagalongs(state, question, from_))
    if strangers:
        return Illegal("9.12d.2", f"{', '.join(scenario.ids(strangers))} cannot join this retreat")
    if not group & left:
        return Illegal("9.12d.1", "others go along with units that have to retreat, not alone")
    return _check_way(state, question, group, tuple(path))


def _check_way(
    state: OcsState, question: Question, group: CounterSet, path: tuple[Hex, ...]
) -> Illegal | None:
    scenario, fight, due = state.scenario, current(state), question.data[0]
    from_, to, end = state.at[group.bit_length() - 1], path[-1], scenario.label(path[-1])
    if scenario.grid.distance(from_, to) != due:
        return Illegal(
            "9.12c.2", f"the retreat ends exactly {plural(due, 'hex', 'hexes')} away; {end} is not"
        )
    if len(path) > 1 and not retreats.legal_path(state, fight, group, path, due):
        return Illegal("9.12f.1", "that way is closed, or leads nearer to the enemy while another does not")
    if len(path) == 1 and to not in retreats.ways_back(state, fight, group, due):
        return Illegal("9.12f.1", f"no way for them to {end}: closed, or nearer to the enemy than need be")
    return None


def _check_advance(state: OcsState, question: Question, order: Order) -> Illegal | None:
    if not order.units or order.target or order.path:
        return Illegal("notation", "name those who advance, as in: advance U,V")
    candidates = advancers(state, question)
    for id_ in order.units:
        if state.scenario.index[id_] not in candidates:
            return Illegal("9.12g-A", f"{id_} did not attack there, cannot move, or is in the hex already")
    return None


def sentence(state: OcsState, question: Question) -> str:
    """The question in plain words."""
    where = state.scenario.place_name(question.hex)
    match question.kind:
        case "lose" | "shell":
            return f"Choose who loses a step by the result in {where}: {plural(question.data[0], 'step')}."
        case "shed":
            return f"Disorganized units came under fire in {where}: choose who loses a step."
        case "option":
            ignore = ", or ignore it" if question.data[1] else ""
            hexes = plural(question.data[0], "hex", "hexes")
            return f"Option {question.data[0]} in {where}: lose a step, or retreat {hexes}{ignore}."
        case "retreat":
            return f"Retreat {plural(question.data[0], 'hex', 'hexes')}: choose units and where they go."
    return f"{where} is empty: advance with units that attacked, or stay."
