"""Chapter 11, results: losses, retreats, advances and momentum, asked from the stack [11.9-11.11]."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.afcent.combat.eligibility import room_for, surging
from grognard.games.afcent.combat.strength import Battle
from grognard.games.afcent.model.scenario import PACT
from grognard.games.afcent.model.state import AfcentState, controlled, eliminate, put, zone
from grognard.games.afcent.movement.active_stack import captured
from grognard.games.kit import settling
from grognard.games.kit.legality import one_unit
from grognard.games.kit.settling import survivors

KINDS = {"lose": ("lose",), "retreat": ("retreat",), "advance": ("advance", "stay")}
"""The questions after a battle and the orders that answer them; in `momentum` there are attacks as well."""


def follow(state: AfcentState, fight: Battle, result: str, events: list[Event]) -> None:
    """What comes of a battle: the questions on the stack, the last one first [11.9]."""
    side, target = fight.side, fight.target
    attackers, defenders = bits(fight.attackers), bits(fight.defenders)
    ask(state, Question("advance", side, attackers, target))  # whenever the hex is left empty [11.10-empty]
    match result:
        case "AE":
            wipe_out(state, fight.attackers, "11.9-AE", events)
        case "DE":
            wipe_out(state, fight.defenders, "11.9-DE", events)
        case "DR":
            ask(state, Question("retreat", 1 - side, defenders, target))
        case "AL":
            ask(state, Question("lose", side, attackers, target, (1,)))
        case "DL":
            ask(state, Question("lose", 1 - side, defenders, target, (1,)))
        case "EX":
            ask(state, Question("lose", 1 - side, defenders, target, (1,)))
            ask(state, Question("lose", side, attackers, target, (1,)))
    settle(state, events)


def settle(state: AfcentState, events: list[Event]) -> None:
    """Carry out what needs no answer, until somebody must decide or nothing is left."""
    settling.settle(state, _STEPS, events)


def enter(state: AfcentState, units: CounterSet, to: Hex) -> list[Event]:
    """Units go into a hex after combat and take it; the news of a city that changes hands [3.0-switch]."""
    side = state.scenario.side_of[bits(units)[0]]
    taken = state.scenario.cities & controlled(state, 1 - side) & 1 << to
    for c in bits(units):
        put(state, c, to)
    return captured(state, side, taken)


# -- losses ----------------------------------------------------------------------------------------


def wipe_out(state: AfcentState, units: CounterSet, rule: str, events: list[Event]) -> None:
    """Units are eliminated and everybody hears of it [11.9]."""
    scenario = state.scenario
    for c in bits(units):
        if state.at[c] >= 0:
            where = (scenario.label(state.at[c]),)
            says = "{units} is eliminated in {hex}"
            events.append(Event("lost", says, units=scenario.names[c], hexes=where, rule=rule))
            eliminate(state, 1 << c)


def _settle_losses(state: AfcentState, question: Question, events: list[Event]) -> bool:
    """Where there is no choice, units are lost; markers never are [11.4-noloss]."""
    units, due = survivors(state, question), question.data[0]
    if due and len(units) > due:
        return False
    state.questions.pop()
    if due:
        wipe_out(state, mask_of(units), "11.9-choice", events)
    return True


def _pay(state: AfcentState, question: Question, unit: int, events: list[Event]) -> None:
    """The owner gives up one of the units due [11.9-choice]."""
    state.questions[-1] = Question(
        question.kind, question.side, question.units, question.hex, (question.data[0] - 1,)
    )
    wipe_out(state, 1 << unit, "11.9-choice", events)


# -- retreat ---------------------------------------------------------------------------------------


def retreating(state: AfcentState, question: Question) -> CounterSet:
    """The force that retreats: all in the hex go together [11.9-DR-together, R-NUR-48]."""
    return state.here.get(question.hex, 0)


def open_retreats(state: AfcentState, question: Question) -> HexSet:
    """Hexes that would take the whole force, enemy zones apart [11.9-DR-legal, 11.9-DR-stack, R-NUR-18]."""
    force = retreating(state, question)
    near = state.scenario.grid.adjacent[question.hex]
    return mask_of(hex_ for hex_ in near if room_for(state, force, hex_))


def retreat_hexes(state: AfcentState, question: Question) -> HexSet:
    """Where a force may retreat: out of enemy zones wherever it can [11.9-DR-ezoc]."""
    found = open_retreats(state, question)
    return found & ~zone(state, 1 - question.side) or found


def _settle_retreat(state: AfcentState, question: Question, events: list[Event]) -> bool:
    """With nowhere to go the force is eliminated, as static units are anyhow [11.9-DR-none]."""
    scenario = state.scenario
    wipe_out(state, retreating(state, question) & scenario.static, "11.0-static-retreat", events)
    if not retreating(state, question):
        state.questions.pop()
        return True
    hexes = bits(retreat_hexes(state, question))
    if len(hexes) > 1:
        return False
    state.questions.pop()
    if hexes:
        _fall_back(state, question, hexes[0], events)
        return True
    where = (scenario.label(question.hex),)
    events.append(Event("trapped", "no retreat from {hex}", hexes=where, rule="11.9-DR-none"))
    wipe_out(state, mask_of(question.units), "11.9-DR-none", events)
    return True


def _fall_back(state: AfcentState, question: Question, to: Hex, events: list[Event]) -> None:
    """The force retreats one hex, without loss even into an enemy zone [8.2, 11.9-DR-one]."""
    scenario = state.scenario
    force = retreating(state, question)
    says = "{units} retreats {hexes}" if force.bit_count() == 1 else "{units} retreat {hexes}"
    name, hexes = scenario.sides[question.side], (scenario.label(question.hex), scenario.label(to))
    ids = scenario.ids(force)
    events.append(Event("retreated", says, side=name, units=ids, hexes=hexes, rule="11.9-DR-one"))
    events += enter(state, force, to)


# -- advance ---------------------------------------------------------------------------------------


def arrived(state: AfcentState, question: Question) -> list[int]:
    """Those who have advanced already."""
    return [c for c in question.units if state.at[c] == question.hex]


def advancers(state: AfcentState, question: Question) -> list[int]:
    """Who may still advance: surviving attackers for whom there is room [11.10-empty, 11.10-limits]."""
    rest = [c for c in survivors(state, question) if state.at[c] != question.hex]
    return [c for c in rest if room_for(state, 1 << c, question.hex)]


def must_advance(state: AfcentState, question: Question) -> bool:
    """The Pact has to send at least one unit forward [11.10-pact, R-NUR-20]."""
    return question.side == PACT and not arrived(state, question)


def _settle_advance(state: AfcentState, question: Question, events: list[Event]) -> bool:
    candidates = advancers(state, question)
    if len(candidates) == 1 and must_advance(state, question):
        _advance(state, question, 1 << candidates[0], events)
        return True
    if candidates:
        return False
    _halt(state, question)
    return True


def _advance(state: AfcentState, question: Question, units: CounterSet, events: list[Event]) -> None:
    """Units enter the empty hex, whatever zones are there [8.2, 11.10-limits]."""
    scenario = state.scenario
    name, to = scenario.sides[question.side], scenario.label(question.hex)
    for c in bits(units):
        hexes = (scenario.label(state.at[c]), to)
        says = "{units} advances {hexes}"
        events.append(
            Event("advanced", says, side=name, units=scenario.names[c], hexes=hexes, rule="11.10-empty")
        )
    events += enter(state, units, question.hex)


def _halt(state: AfcentState, question: Question) -> None:
    """Nobody else advances; those who did may attack again at once [11.11-who]."""
    state.questions.pop()
    units = arrived(state, question)
    if units:
        ask(state, Question("momentum", question.side, tuple(units), question.hex))


def go_in(state: AfcentState, units: CounterSet, to: Hex, events: list[Event]) -> None:
    """The advance that a probing attack is; momentum may follow [11.12-move, 11.12-momentum]."""
    side = state.scenario.side_of[bits(units)[0]]
    events += enter(state, units, to)
    ask(state, Question("momentum", side, bits(units), to))
    settle(state, events)


def _settle_momentum(state: AfcentState, question: Question, events: list[Event]) -> bool:
    """Momentum is spent where nobody can use it [11.11-once]."""
    if surging(state, question):
        return False
    state.questions.pop()
    return True


_STEPS = {
    "lose": _settle_losses,
    "retreat": _settle_retreat,
    "advance": _settle_advance,
    "momentum": _settle_momentum,
}


# -- answers ---------------------------------------------------------------------------------------


def answers(state: AfcentState, question: Question) -> list[Order]:
    """Every answer to a question after a battle, one unit at a time; several may advance by one order."""
    names, label = state.scenario.names, state.scenario.label
    match question.kind:
        case "retreat":
            return [Order("retreat", label(h)) for h in bits(retreat_hexes(state, question))]
        case "advance":
            found = [Order("advance", "", names[c]) for c in advancers(state, question)]
            return found if must_advance(state, question) else [*found, Order("stay")]
        case _:
            return [Order("lose", "", names[c]) for c in survivors(state, question)]


def answer(state: AfcentState, question: Question, order: Order) -> list[Event]:
    """The answer to a question after a battle, and what follows from it without another."""
    scenario = state.scenario
    events: list[Event] = []
    units = mask_of(scenario.index[id_] for id_ in order.units)
    match order.verb:
        case "lose":
            _pay(state, question, bits(units)[0], events)
        case "retreat":
            state.questions.pop()
            _fall_back(state, question, scenario.grid.hex(order.target), events)
        case "advance":
            _advance(state, question, units, events)
        case _:  # stay
            events.append(Event("declined", "nobody else advances", side=scenario.sides[question.side]))
            _halt(state, question)
    settle(state, events)
    return events


def decline_momentum(state: AfcentState) -> list[Event]:
    """Those who advanced do not attack again [11.11-now]."""
    side = state.scenario.sides[state.questions.pop().side]
    events = [Event("declined", "no momentum attack", side=side)]
    settle(state, events)
    return events


def check_answer(state: AfcentState, question: Question, order: Order) -> Illegal | None:
    """Why an answer is not possible, or None when it is."""
    scenario = state.scenario
    match order.verb:
        case "retreat":
            if not order.target or order.units or order.path:
                return Illegal("notation", "say the hex for the whole force, as in: retreat 3137")
            return _check_retreat(state, question, scenario.grid.hex(order.target))
        case "lose":
            unit = one_unit(order, scenario, "lose one unit at a time")
            return unit if isinstance(unit, Illegal) else _check_loser(state, question, unit)
        case "advance":
            if not order.units or order.target or order.path:
                return Illegal("notation", "name those who advance, as in: advance A,B")
            return _check_advance(state, question, mask_of(scenario.index[id_] for id_ in order.units))
        case "stay" if must_advance(state, question):
            return Illegal("11.10-pact", "the Pact must advance with at least one unit")
    return None  # stay


def _check_loser(state: AfcentState, question: Question, unit: int) -> Illegal | None:
    scenario, units = state.scenario, survivors(state, question)
    if unit in units:
        return None
    id_ = scenario.counters[unit].id
    if unit >= scenario.unit_count:
        return Illegal("11.4-noloss", f"{id_} is a marker, and markers take no losses")
    names = ", ".join(scenario.counters[c].id for c in units)
    return Illegal("11.9-choice", f"{id_} is not concerned; choose among {names}")


def _check_retreat(state: AfcentState, question: Question, to: Hex) -> Illegal | None:
    scenario, label = state.scenario, state.scenario.label(to)
    if not scenario.grid.around[question.hex] >> to & 1:
        return Illegal("11.9-DR-legal", f"a retreat is one hex, and {label} is not next door")
    if state.held[1 - question.side] >> to & 1 or not scenario.firm >> to & 1:
        return Illegal("11.9-DR-legal", f"{label} is closed to the force")
    if not room_for(state, retreating(state, question), to):
        return Illegal("11.9-DR-stack", f"the force cannot stack in {label}")
    if not retreat_hexes(state, question) >> to & 1:
        return Illegal("11.9-DR-ezoc", f"{label} is in an enemy zone, and other hexes are not")
    return None


def _check_advance(state: AfcentState, question: Question, units: CounterSet) -> Illegal | None:
    scenario, label = state.scenario, state.scenario.label(question.hex)
    candidates = advancers(state, question)
    for c in bits(units):
        id_ = scenario.counters[c].id
        if c not in survivors(state, question) or state.at[c] == question.hex:
            return Illegal("11.10-empty", f"{id_} did not win this battle, or is there already")
        if c not in candidates:
            return Illegal("11.10-limits", f"{id_} cannot stack in {label}")
    if not room_for(state, units, question.hex):
        return Illegal("11.10-limits", f"these units cannot stack in {label}")
    return None


def sentence(state: AfcentState, question: Question) -> str:
    """The question in plain words."""
    where = state.scenario.label(question.hex)
    match question.kind:
        case "retreat":
            return f"Retreat from {where}: choose the hex for the whole force."
        case "advance":
            stay = "" if must_advance(state, question) else ", or stay"
            return f"{where} is empty: advance with units that fought{stay}."
        case "momentum":
            return f"Momentum: attack or probe from {where} with those who advanced, or pass."
        case _:
            return f"Choose who is eliminated in the battle at {where}: {plural(question.data[0], 'unit')}."
