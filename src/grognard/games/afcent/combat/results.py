"""Cases 11.9–11.12: losses, retreats, advances and momentum, as questions on the stack."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.core.text import Text
from grognard.games.afcent.combat.eligibility import momentum_units, room_for
from grognard.games.afcent.combat.strength import Battle
from grognard.games.afcent.events import MomentumDeclined
from grognard.games.afcent.model.scenario import PACT
from grognard.games.afcent.model.state import AfcentState, controlled, eliminate, put, zone
from grognard.games.afcent.movement.active_stack import captured
from grognard.games.kit import settling
from grognard.games.kit.events import Advanced, AdvanceDeclined, Eliminated, NoRetreat, Retreated
from grognard.games.kit.legality import one_hex, one_unit
from grognard.games.kit.settling import settle_retreat, survivors

KINDS = {"lose": ("lose",), "retreat": ("retreat",), "advance": ("advance", "stay")}
"""The questions after a battle and the orders that answer them; `momentum` also takes attacks."""


def apply_result(state: AfcentState, fight: Battle, result: str, events: list[Event]) -> None:
    """Put the questions that follow from a battle on the stack, the last one first [11.9]."""
    side, target = fight.side, fight.target
    attackers, defenders = bits(fight.attackers), bits(fight.defenders)
    ask(state, Question("advance", side, attackers, target))  # if the hex is left empty [11.10-empty]
    match result:
        case "AE":
            eliminate_all(state, fight.attackers, "11.9-AE", events)
        case "DE":
            eliminate_all(state, fight.defenders, "11.9-DE", events)
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
    """Resolve what needs no decision."""
    settling.settle(state, _STEPS, events)


def enter(state: AfcentState, units: CounterSet, to: Hex) -> list[Event]:
    """Move units into a hex after combat; return the event of a captured city [3.0-switch]."""
    side = state.scenario.side_of[bits(units)[0]]
    taken = state.scenario.cities & controlled(state, 1 - side) & 1 << to
    for c in bits(units):
        put(state, c, to)
    return captured(state, side, taken)


# -- losses ----------------------------------------------------------------------------------------


def eliminate_all(state: AfcentState, units: CounterSet, rule: str, events: list[Event]) -> None:
    """Eliminate units that are on the map, with an event for each [11.9]."""
    scenario = state.scenario
    for c in bits(units):
        if state.at[c] >= 0:
            where = (scenario.label(state.at[c]),)
            events.append(Eliminated(units=scenario.names[c], hexes=where, rule=rule))
            eliminate(state, 1 << c)


def _settle_losses(state: AfcentState, question: Question, events: list[Event]) -> bool:
    """Eliminate units if there is no choice; markers take no losses [11.4-noloss]."""
    units, due = survivors(state, question), question.data[0]
    if due and len(units) > due:
        return False
    state.questions.pop()
    if due:
        eliminate_all(state, mask_of(units), "11.9-choice", events)
    return True


def _lose_unit(state: AfcentState, question: Question, unit: int, events: list[Event]) -> None:
    """Eliminate a unit that its owner chose [11.9-choice]."""
    state.questions[-1] = Question(
        question.kind, question.side, question.units, question.hex, (question.data[0] - 1,)
    )
    eliminate_all(state, 1 << unit, "11.9-choice", events)


# -- retreat ---------------------------------------------------------------------------------------


def retreating(state: AfcentState, question: Question) -> CounterSet:
    """Return the retreating force: all units in the hex [11.9-DR-together, R-NUR-48]."""
    return state.here.get(question.hex, 0)


def open_retreats(state: AfcentState, question: Question) -> HexSet:
    """Return the hexes open to the whole force, ignoring ZOCs [11.9-DR-legal, 11.9-DR-stack, R-NUR-18]."""
    force = retreating(state, question)
    near = state.scenario.grid.adjacent[question.hex]
    return mask_of(hex_ for hex_ in near if room_for(state, force, hex_))


def retreat_hexes(state: AfcentState, question: Question) -> HexSet:
    """Return the legal retreat hexes: outside enemy ZOCs if possible [11.9-DR-ezoc]."""
    found = open_retreats(state, question)
    return found & ~zone(state, 1 - question.side) or found


def _settle_retreat(state: AfcentState, question: Question, events: list[Event]) -> bool:
    """Retreat if there is one hex; eliminate static units and a force without a retreat [11.9-DR-none]."""
    scenario = state.scenario
    eliminate_all(state, retreating(state, question) & scenario.static, "11.0-static-retreat", events)
    hexes = retreat_hexes(state, question) if retreating(state, question) else None
    return settle_retreat(state, question, hexes, events, _retreat_force, _trap_force)


def _trap_force(state: AfcentState, question: Question, events: list[Event]) -> None:
    """Eliminate a force that has no legal retreat [11.9-DR-none]."""
    events.append(NoRetreat(hexes=(state.scenario.label(question.hex),), rule="11.9-DR-none"))
    eliminate_all(state, mask_of(question.units), "11.9-DR-none", events)


def _retreat_force(state: AfcentState, question: Question, to: Hex, events: list[Event]) -> None:
    """Retreat the force one hex, without loss even into an enemy ZOC [8.2, 11.9-DR-one]."""
    scenario = state.scenario
    force = retreating(state, question)
    name, hexes = scenario.sides[question.side], (scenario.label(question.hex), scenario.label(to))
    ids = scenario.ids(force)
    events.append(Retreated(side=name, units=ids, hexes=hexes, rule="11.9-DR-one"))
    events += enter(state, force, to)


# -- advance ---------------------------------------------------------------------------------------


def arrived(state: AfcentState, question: Question) -> list[int]:
    """Return the units that have already advanced."""
    return [c for c in question.units if state.at[c] == question.hex]


def advancers(state: AfcentState, question: Question) -> list[int]:
    """Return the surviving attackers that can still advance and stack there [11.10-empty, 11.10-limits]."""
    rest = [c for c in survivors(state, question) if state.at[c] != question.hex]
    return [c for c in rest if room_for(state, 1 << c, question.hex)]


def must_advance(state: AfcentState, question: Question) -> bool:
    """Return whether the Pact must still advance with a unit [11.10-pact, R-NUR-20]."""
    return question.side == PACT and not arrived(state, question)


def _settle_advance(state: AfcentState, question: Question, events: list[Event]) -> bool:
    """Advance the only unit that must, or end the advance if no unit can."""
    candidates = advancers(state, question)
    if len(candidates) == 1 and must_advance(state, question):
        _advance(state, question, 1 << candidates[0], events)
        return True
    if candidates:
        return False
    _end_advance(state, question)
    return True


def _advance(state: AfcentState, question: Question, units: CounterSet, events: list[Event]) -> None:
    """Advance units into the empty hex, regardless of ZOCs [8.2, 11.10-limits]."""
    scenario = state.scenario
    name, to = scenario.sides[question.side], scenario.label(question.hex)
    for c in bits(units):
        hexes = (scenario.label(state.at[c]), to)
        events.append(Advanced(side=name, units=scenario.names[c], hexes=hexes, rule="11.10-empty"))
    events += enter(state, units, question.hex)


def _end_advance(state: AfcentState, question: Question) -> None:
    """End the advance; units that advanced may make a momentum attack [11.11-who]."""
    state.questions.pop()
    units = arrived(state, question)
    if units:
        ask(state, Question("momentum", question.side, tuple(units), question.hex))


def advance_by_probe(state: AfcentState, units: CounterSet, to: Hex, events: list[Event]) -> None:
    """Advance units by a probing attack; momentum may follow [11.12-move, 11.12-momentum]."""
    side = state.scenario.side_of[bits(units)[0]]
    events += enter(state, units, to)
    ask(state, Question("momentum", side, bits(units), to))
    settle(state, events)


def _settle_momentum(state: AfcentState, question: Question, events: list[Event]) -> bool:
    """Drop a momentum question if no unit can use it [11.11-once]."""
    if momentum_units(state, question):
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
    """List the answers to a question after a battle, one unit each; players may advance several at once."""
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
    """Carry out an answer after a battle and what follows without another question."""
    scenario = state.scenario
    events: list[Event] = []
    units = mask_of(scenario.index[id_] for id_ in order.units)
    match order.verb:
        case "lose":
            _lose_unit(state, question, bits(units)[0], events)
        case "retreat":
            state.questions.pop()
            _retreat_force(state, question, scenario.grid.hex(order.target), events)
        case "advance":
            _advance(state, question, units, events)
        case _:  # stay
            events.append(AdvanceDeclined(side=scenario.sides[question.side]))
            _end_advance(state, question)
    settle(state, events)
    return events


def decline_momentum(state: AfcentState) -> list[Event]:
    """Make no momentum attack [11.11-now]."""
    side = state.scenario.sides[state.questions.pop().side]
    events: list[Event] = [MomentumDeclined(side=side)]
    settle(state, events)
    return events


def check_answer(state: AfcentState, question: Question, order: Order) -> Illegal | None:
    """Return why an answer is illegal, or None if it is legal."""
    scenario = state.scenario
    match order.verb:
        case "lose":
            unit = one_unit(order, scenario, "choose one unit at a time")
            return unit if isinstance(unit, Illegal) else _check_loser(state, question, unit)
        case "retreat":
            to = one_hex(order, scenario, "name one hex for the whole force: retreat 3137")
            return to if isinstance(to, Illegal) else _check_retreat(state, question, to)
        case "advance":
            if not order.units or order.target or order.path:
                return Illegal("notation", "name the units that advance: advance A,B")
            return _check_advance(state, question, mask_of(scenario.index[id_] for id_ in order.units))
        case "stay" if must_advance(state, question):
            return Illegal("11.10-pact", "the Pact must advance at least one unit")
    return None  # stay


def _check_loser(state: AfcentState, question: Question, unit: int) -> Illegal | None:
    scenario, units = state.scenario, survivors(state, question)
    if unit in units:
        return None
    id_ = scenario.counters[unit].id
    if unit >= scenario.unit_count:
        return Illegal("11.4-noloss", "{unit} is a marker; markers take no losses", unit=id_)
    choices = tuple(scenario.counter_ids[c] for c in units)
    return Illegal("11.9-choice", "{unit} is not one of the choices: {units}", unit=id_, units=choices)


def _check_retreat(state: AfcentState, question: Question, to: Hex) -> Illegal | None:
    scenario, label = state.scenario, state.scenario.label(to)
    if not scenario.grid.around[question.hex] >> to & 1:
        return Illegal("11.9-DR-legal", "{hex} is not adjacent; the retreat is one hex", hex=label)
    if state.held[1 - question.side] >> to & 1 or not scenario.firm >> to & 1:
        return Illegal("11.9-DR-legal", "the force cannot enter {hex}", hex=label)
    if not room_for(state, retreating(state, question), to):
        return Illegal("11.9-DR-stack", "the force cannot stack in {hex}", hex=label)
    if not retreat_hexes(state, question) >> to & 1:
        return Illegal("11.9-DR-ezoc", "{hex} is in an enemy ZOC; retreat to a hex outside it", hex=label)
    return None


def _check_advance(state: AfcentState, question: Question, units: CounterSet) -> Illegal | None:
    scenario, label = state.scenario, state.scenario.label(question.hex)
    candidates = advancers(state, question)
    for c in bits(units):
        id_ = scenario.counters[c].id
        if c not in survivors(state, question) or state.at[c] == question.hex:
            return Illegal(
                "11.10-empty", "{unit} did not fight in this battle or has already advanced", unit=id_
            )
        if c not in candidates:
            return Illegal("11.10-limits", "{unit} cannot stack in {hex}", unit=id_, hex=label)
    if not room_for(state, units, question.hex):
        return Illegal("11.10-limits", "these units cannot stack in {hex}", hex=label)
    return None


def sentence(state: AfcentState, question: Question) -> Text:
    """Return the prompt of a question after a battle."""
    where = state.scenario.label(question.hex)
    match question.kind:
        case "retreat":
            return Text("Retreat from {hex}: choose a hex for the whole force.", hex=where)
        case "advance":
            if must_advance(state, question):
                return Text("Advance at least one unit into {hex}.", hex=where)
            return Text("Advance units into {hex}, or stay.", hex=where)
        case "momentum":
            return Text("Make a momentum attack or probe from {hex}, or pass.", hex=where)
        case _:
            count = plural(question.data[0], "unit")
            return Text("Choose {count} to eliminate in the battle at {hex}.", count=count, hex=where)
