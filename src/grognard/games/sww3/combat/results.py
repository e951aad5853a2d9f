"""Chapters 12.20–12.22: combat results: step losses, bloodbaths, retreats and advances."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, bits
from grognard.core.text import Text
from grognard.games.kit import settling
from grognard.games.kit.events import (
    Advanced,
    AdvanceDeclined,
    CityCaptured,
    Eliminated,
    NoRetreat,
    Retreated,
)
from grognard.games.kit.legality import one_hex, one_unit
from grognard.games.kit.settling import settle_retreat, survivors
from grognard.games.sww3.combat.atomic_effects import resolve_atomic_attack
from grognard.games.sww3.combat.retreats import check_retreat, outside_enemy_zoc, retreat_hexes, retreating
from grognard.games.sww3.combat.strength import Battle, in_city
from grognard.games.sww3.events import BloodbathStopped, Reduced
from grognard.games.sww3.model.state import Sww3State, cities, controlled, lose_step, put
from grognard.games.sww3.movement.movement_limits import can_stack
from grognard.games.sww3.movement.moves import captured

KINDS = {
    "lose": ("lose",),
    "escalate": ("escalate", "stop"),
    "answer": ("lose", "withdraw"),
    "retreat": ("retreat",),
    "advance": ("advance", "stay"),
    "burn": ("lose",),
}
"""The questions of battles and atomic attacks (`burn`), and the verbs that answer them."""


def follow(state: Sww3State, fight: Battle, result: str, dice: Roller, events: list[Event]) -> None:
    """Apply a result: put its questions on the stack, the first to be asked on top [12.20]."""
    side, target = fight.side, fight.target
    attackers, defenders = tuple(bits(fight.attackers)), tuple(bits(fight.defenders))
    ask(state, Question("advance", side, attackers, target))  # if the hex becomes empty [12.22]
    if result == "DE":
        apply_de(state, defenders, events)
    elif result == "DR":
        ask(state, Question("retreat", 1 - side, defenders, target))
    elif result == "BB":
        ask(state, Question("escalate", side, attackers, target, defenders))
        ask(state, Question("lose", 1 - side, defenders, target, (1,)))
        ask(state, Question("lose", side, attackers, target, (1,)))
    elif result == "AL1":
        ask(state, Question("lose", side, attackers, target, (1,)))
    settle(state, dice, events)


def settle(state: Sww3State, dice: Roller, events: list[Event]) -> None:
    """Resolve questions without a choice until a side must decide or none is left."""

    def fall(state: Sww3State, question: Question, events: list[Event]) -> bool:
        """Resolve an atomic attack that waited for another [13.4]."""
        state.questions.pop()
        resolve_atomic_attack(state, question.side, question.hex, dice, events)
        return True

    settling.settle(state, {**_STEPS, "pending": fall}, events)


def occupy(state: Sww3State, force: CounterSet, to: Hex) -> list[CityCaptured]:
    """Move units into a hex; return the capture of a city [R-SWW-26]."""
    side = state.scenario.side_of[bits(force)[0]]
    taken = cities(state) & controlled(state, 1 - side) & 1 << to
    for c in bits(force):
        put(state, c, to)
    return captured(state, side, taken)


# -- losses ----------------------------------------------------------------------------------------


def apply_step_loss(state: Sww3State, unit: int, events: list[Event]) -> None:
    """Take a step from a unit and report it [2.11]."""
    scenario = state.scenario
    where = (scenario.grid.label(state.at[unit]),)
    lose_step(state, unit)
    name = scenario.names[unit]
    if state.steps[unit]:
        events.append(Reduced(units=name, hexes=where, rule="2.11-flip"))
    else:
        events.append(Eliminated(units=name, hexes=where, rule="2.11-dead"))


def apply_de(state: Sww3State, units: tuple[int, ...], events: list[Event]) -> None:
    """Apply DE: every unit loses a step; reduced units hold [12.20]."""
    for c in units:
        if state.at[c] >= 0:
            apply_step_loss(state, c, events)


def loss_candidates(state: Sww3State, question: Question) -> list[int]:
    """Return the candidates for the next step loss; Javelins last in an atomic attack [12.21, 13.6]."""
    units = survivors(state, question)
    if question.kind == "burn":
        others = [c for c in units if not state.scenario.javelins >> c & 1]
        return others or units
    return units


def _settle_losses(state: Sww3State, question: Question, events: list[Event]) -> bool:
    """Take the step losses if there is no choice."""
    units, due = survivors(state, question), question.data[0]
    if not due or not units:
        state.questions.pop()
        return True
    first = loss_candidates(state, question)
    if len(first) > 1 and sum(state.steps[c] for c in units) > due:
        return False
    _pay(state, question, first[0], events)
    return True


def _pay(state: Sww3State, question: Question, unit: int, events: list[Event]) -> None:
    """Take one of the steps due."""
    state.questions[-1] = Question(
        question.kind, question.side, question.units, question.hex, (question.data[0] - 1,)
    )
    apply_step_loss(state, unit, events)


# -- bloodbath -------------------------------------------------------------------------------------


def _settle_escalation(state: Sww3State, question: Question, events: list[Event]) -> bool:
    """End a bloodbath without defenders or with one attacking step left [R-SWW-11]."""
    steps = sum(state.steps[c] for c in survivors(state, question))
    if steps > 1 and any(state.at[c] >= 0 for c in question.data):
        return False
    state.questions.pop()
    return True


def may_withdraw(state: Sww3State, question: Question) -> bool:
    """Whether the defender in a bloodbath may retreat instead; not from a city [R-SWW-10]."""
    return not in_city(state, question.hex)


def _settle_answer(state: Sww3State, question: Question, events: list[Event]) -> bool:
    units = survivors(state, question)
    if len(units) > 1 or may_withdraw(state, question):
        return False
    state.questions.pop()
    apply_step_loss(state, units[0], events)
    return True


# -- retreat ---------------------------------------------------------------------------------------


def _settle_retreat(state: Sww3State, question: Question, events: list[Event]) -> bool:
    """Retreat if there is no choice."""
    hexes = retreat_hexes(state, question) if survivors(state, question) else None
    return settle_retreat(state, question, hexes, events, _retreat, _trap)


def _trap(state: Sww3State, question: Question, events: list[Event]) -> None:
    """Apply DE once to a force that has no legal retreat [12.20-DR-none, R-SWW-13]."""
    where = state.scenario.grid.label(question.hex)
    events.append(NoRetreat(hexes=(where,), rule="12.20-DR-none"))
    apply_de(state, question.units, events)


def _retreat(state: Sww3State, question: Question, to: Hex, events: list[Event]) -> None:
    """Retreat the force; into an enemy ZOC it loses a step there [12.20-DR-ezoc-loss]."""
    scenario = state.scenario
    force = retreating(state, question)
    harried = not outside_enemy_zoc(state, question) >> to & 1
    news = occupy(state, force, to)
    hexes = (scenario.grid.label(question.hex), scenario.grid.label(to))
    name = scenario.sides[question.side]
    events.append(Retreated(side=name, units=scenario.ids(force), hexes=hexes, rule="12.20-DR-move"))
    events += news
    if harried:
        ask(state, Question("lose", question.side, question.units, to, (1,)))


# -- advance ---------------------------------------------------------------------------------------


def advancers(state: Sww3State, question: Question) -> list[int]:
    """Return the units that may still advance within the stacking limit [12.22, R-SWW-32].

    They could not have attacked a hex that they cannot enter [11.13, R-PIN-26].
    """
    if state.held[1 - question.side] >> question.hex & 1:
        return []
    static = state.scenario.static
    return [
        c
        for c in survivors(state, question)
        if state.at[c] != question.hex
        and not static >> c & 1
        and can_stack(state, question.hex, state.steps[c])
    ]


def _settle_advance(state: Sww3State, question: Question, events: list[Event]) -> bool:
    if advancers(state, question):
        return False
    state.questions.pop()
    return True


def _advance(state: Sww3State, question: Question, unit: int, events: list[Event]) -> None:
    """Advance a unit into the empty hex, regardless of ZOCs [12.22-free]."""
    scenario = state.scenario
    hexes = (scenario.grid.label(state.at[unit]), scenario.grid.label(question.hex))
    news = occupy(state, 1 << unit, question.hex)
    name = scenario.sides[question.side]
    events.append(Advanced(side=name, units=scenario.names[unit], hexes=hexes, rule="12.22-empty"))
    events += news


_STEPS = {
    "lose": _settle_losses,
    "burn": _settle_losses,
    "escalate": _settle_escalation,
    "answer": _settle_answer,
    "retreat": _settle_retreat,
    "advance": _settle_advance,
}


# -- answers ---------------------------------------------------------------------------------------


def answers(state: Sww3State, question: Question) -> list[Order]:
    """Return every legal answer to a question."""
    names, labels = state.scenario.names, state.scenario.grid.labels
    match question.kind:
        case "escalate":
            return [*(Order("escalate", "", names[c]) for c in survivors(state, question)), Order("stop")]
        case "answer":
            found = [Order("lose", "", names[c]) for c in survivors(state, question)]
            return [*found, Order("withdraw")] if may_withdraw(state, question) else found
        case "retreat":
            return [Order("retreat", labels[h]) for h in bits(retreat_hexes(state, question))]
        case "advance":
            return [*(Order("advance", "", names[c]) for c in advancers(state, question)), Order("stay")]
        case _:
            return [Order("lose", "", names[c]) for c in loss_candidates(state, question)]


def answer(state: Sww3State, question: Question, order: Order, dice: Roller) -> list[Event]:
    """Carry out an answer and everything that follows without another decision."""
    events: list[Event] = []
    _carry_out(state, question, order, events)
    settle(state, dice, events)
    return events


def _carry_out(state: Sww3State, question: Question, order: Order, events: list[Event]) -> None:
    scenario = state.scenario
    unit = scenario.index[order.units[0]] if order.units else -1
    match order.verb:
        case "lose" if question.kind == "answer":
            state.questions.pop()
            apply_step_loss(state, unit, events)
        case "lose":
            _pay(state, question, unit, events)
        case "escalate":  # the attacker loses a step first, then the defender answers [12.20-BB-answer]
            apply_step_loss(state, unit, events)
            ask(state, Question("answer", 1 - question.side, question.data, question.hex))
        case "withdraw":
            state.questions[-2:] = [Question("retreat", question.side, question.units, question.hex)]
        case "retreat":
            state.questions.pop()
            _retreat(state, question, scenario.grid.hex(order.target), events)
        case "advance":
            _advance(state, question, unit, events)
        case _:  # stop, stay
            state.questions.pop()
            declined = AdvanceDeclined if order.verb == "stay" else BloodbathStopped
            events.append(declined(side=scenario.sides[question.side]))


def check_answer(state: Sww3State, question: Question, order: Order) -> Illegal | None:
    """Return why an answer is illegal, or None if it is legal."""
    scenario = state.scenario
    match order.verb:
        case "retreat":
            to = one_hex(order, scenario, "name one hex for the whole force, for example: retreat 5313")
            return to if isinstance(to, Illegal) else check_retreat(state, question, to)
        case "withdraw":
            return (
                None
                if may_withdraw(state, question)
                else Illegal("R-SWW-10", "units in a city cannot withdraw")
            )
        case "lose" | "escalate" | "advance":
            unit = one_unit(order, scenario, f"name one unit: {order.verb} U")
            if isinstance(unit, Illegal):
                return unit
            if order.verb == "advance":
                return _check_advance(state, question, unit)
            return _check_loser(state, question, unit)
    return None  # stop, stay


def _check_loser(state: Sww3State, question: Question, unit: int) -> Illegal | None:
    id_ = state.scenario.counters[unit].id
    if unit in loss_candidates(state, question):
        return None
    if unit in survivors(state, question):
        return Illegal("13.6-javelin", "{unit} is a Javelin unit; other units take losses first", unit=id_)
    choices = tuple(state.scenario.counter_ids[c] for c in loss_candidates(state, question))
    rule = {"burn": "13.6-loss", "lose": "12.21"}.get(question.kind, f"12.20-BB-{question.kind}")
    return Illegal(rule, "{unit} is not one of the choices: {units}", unit=id_, units=choices)


def _check_advance(state: Sww3State, question: Question, unit: int) -> Illegal | None:
    scenario = state.scenario
    id_, label = scenario.counters[unit].id, scenario.grid.label(question.hex)
    if unit in advancers(state, question):
        return None
    if unit not in survivors(state, question) or state.at[unit] == question.hex:
        return Illegal(
            "12.22-empty", "{unit} did not fight in this battle or is already in {hex}", unit=id_, hex=label
        )
    if scenario.static >> unit & 1:
        return Illegal("R-SWW-32", "{unit} is a static garrison and cannot move", unit=id_)
    return Illegal("12.22-stack", "{unit} would exceed the stacking limit in {hex}", unit=id_, hex=label)


def sentence(state: Sww3State, question: Question) -> Text:
    """Return the prompt of a question."""
    label = state.scenario.grid.label(question.hex)
    match question.kind:
        case "escalate":
            return Text("Bloodbath in {hex}: lose another step to continue, or stop.", hex=label)
        case "answer" if may_withdraw(state, question):
            return Text("Bloodbath in {hex}: lose another step, or withdraw.", hex=label)
        case "answer":
            return Text("Bloodbath in {hex}: lose another step.", hex=label)
        case "retreat":
            return Text("Retreat from {hex}: choose one hex for the whole force.", hex=label)
        case "advance":
            if state.here.get(question.hex, 0):
                return Text("Advance more of the units that attacked into {hex}, or stay.", hex=label)
            return Text("{hex} is empty: advance with units that attacked, or stay.", hex=label)
        case "burn":
            if question.data[0] == 1:
                return Text("Atomic attack on {hex}: choose a unit to take the step loss.", hex=label)
            return Text(
                "Atomic attack on {hex}: choose a unit for each of {losses} step losses.",
                hex=label,
                losses=question.data[0],
            )
        case _:
            return Text("Battle in {hex}: choose a unit to take the step loss.", hex=label)
