"""Chapters 9.10 to 9.12: questions after a combat or barrage, their answers, legality and prompts."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.orders import Order
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.core.text import Text
from grognard.games.kit.legality import one_unit
from grognard.games.kit.settling import survivors
from grognard.games.ocs.combat import retreats
from grognard.games.ocs.combat.results import (
    advancers,
    can_accompany,
    current_combat,
    divisible,
    loss_candidates,
    retreat_orders,
    retreating,
    units_in_combat,
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
"""The questions after a combat, in a retreat (`shed`) and after a barrage (`shell`), and their answers."""
STAY = Order("stay")


def answers(state: OcsState, question: Question) -> Sequence[Order]:
    """List the answers to a question after a combat or barrage."""
    names = state.scenario.names
    match question.kind:
        case "lose":
            return [Order("lose", units=names[c]) for c in loss_candidates(state, question.side)]
        case "shed" | "shell":
            return [Order("lose", units=names[c]) for c in survivors(state, question)]
        case "option":
            losses = [Order("lose", units=names[c]) for c in loss_candidates(state, question.side)]
            ignored = [STAY] if question.data[1] else []
            return [*losses, *retreat_orders(state, question), *_detachments(state, question), *ignored]
        case "retreat":
            return [*retreat_orders(state, question), *_detachments(state, question)]
    units = advancers(state, question)
    alone = [Order("advance", units=names[c]) for c in units]
    together = [Order("advance", units=state.scenario.ids(mask_of(units)))] if len(units) > 1 else []
    return [*together, *alone, *_detachments(state, question), STAY]


def _detachments(state: OcsState, question: Question) -> list[Order]:
    """List the regiments that divisions can detach before they retreat or advance [20.0a]."""
    return [Order("detach", units=state.scenario.names[c]) for c in divisible(state, question)]


def check(state: OcsState, question: Question, order: Order) -> Illegal | None:
    """Return why an answer is illegal, or None if it is legal."""
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
            return Illegal("20.0a", "only a division about to retreat or advance can detach a regiment")
    if question.kind == "option" and not question.data[1]:
        return Illegal(
            "9.10c.1", "the attacker fulfilled his option, so you must take yours: lose steps or retreat"
        )
    return None


def _check_loss(state: OcsState, question: Question, order: Order) -> Illegal | None:
    scenario = state.scenario
    unit = one_unit(order, scenario, "lose one step at a time: lose U")
    if isinstance(unit, Illegal):
        return unit
    free = question.kind in ("shed", "shell")
    choice = survivors(state, question) if free else loss_candidates(state, question.side)
    if unit in choice:
        return None
    ids = [scenario.counter_ids[c] for c in choice]
    if free or unit not in units_in_combat(state, question.side):
        return Illegal(
            "9.11a", "{unit} is not one of the choices; choose among {units}", unit=order.units[0], units=ids
        )
    if len(choice) == 1 and not current_combat(state).hits.count(choice[0]):
        return Illegal("9.11c.1", "{units} led and must take the first step loss", units=ids)
    return Illegal(
        "9.11c.2", "every unit takes one loss before any takes a second; choose among {units}", units=ids
    )


def _check_retreat(state: OcsState, question: Question, order: Order) -> Illegal | None:
    scenario = state.scenario
    if not order.units or len(order.path) < 2 or order.target:
        return Illegal("notation", "name the units and the path of the retreat: retreat U,V 08.07-07.08")
    group = mask_of(scenario.index[id_] for id_ in order.units)
    from_, *path = (scenario.hex(label) for label in order.path)
    if any(state.at[c] != from_ for c in bits(group)):
        return Illegal("9.12c.1", "these units are not all in {hex}", hex=order.path[0])
    left = mask_of(retreating(state, question))
    strangers = group & ~(left | can_accompany(state, question, from_))
    if strangers:
        return Illegal("9.12d.2", "{units} cannot join this retreat", units=scenario.ids(strangers))
    if not group & left:
        return Illegal("9.12d.1", "these units can retreat only together with units that must retreat")
    return _check_way(state, question, group, tuple(path))


def _check_way(
    state: OcsState, question: Question, group: CounterSet, path: tuple[Hex, ...]
) -> Illegal | None:
    scenario, fight, due = state.scenario, current_combat(state), question.data[0]
    from_, to, end = state.at[group.bit_length() - 1], path[-1], scenario.label(path[-1])
    if scenario.grid.distance(from_, to) != due:
        return Illegal(
            "9.12c.2",
            "the retreat must end exactly {distance} away, so not in {hex}",
            distance=plural(due, "hex", "hexes"),
            hex=end,
        )
    if len(path) > 1 and not retreats.legal_path(state, fight, group, path, due):
        return Illegal("9.12f.1", "that path is blocked, or a path that leads away from the enemy is open")
    if len(path) == 1 and to not in retreats.retreat_paths(state, fight, group, due):
        return Illegal("9.12f.1", "no legal retreat path leads to {hex}", hex=end)
    return None


def _check_advance(state: OcsState, question: Question, order: Order) -> Illegal | None:
    if not order.units or order.target or order.path:
        return Illegal("notation", "name the units that advance: advance U,V")
    candidates = advancers(state, question)
    for id_ in order.units:
        if state.scenario.index[id_] not in candidates:
            return Illegal(
                "9.12g-A", "{unit} did not attack there, cannot move, or is already in the hex", unit=id_
            )
    return None


def sentence(state: OcsState, question: Question) -> Text:
    """Return the prompt of a question after a combat or barrage."""
    where = state.scenario.label(question.hex)
    match question.kind:
        case "lose" | "shell":
            return Text(
                "{steps} to lose in {hex}: choose a unit to take a step loss.",
                steps=plural(question.data[0], "step"),
                hex=where,
            )
        case "shed":
            return Text(
                "Disorganized units entered an enemy ZOC in {hex}: choose a unit to take a step loss.",
                hex=where,
            )
        case "option":
            return Text(
                "Option {option} in {hex}: lose a step, or retreat {distance}{ignore}.",
                option=question.data[0],
                hex=where,
                distance=plural(question.data[0], "hex", "hexes"),
                ignore=", or ignore it" if question.data[1] else "",
            )
        case "retreat":
            return Text(
                "Retreat {distance}: choose units and their destination.",
                distance=plural(question.data[0], "hex", "hexes"),
            )
    return Text("{hex} is empty: advance with units that attacked, or stay.", hex=where)
