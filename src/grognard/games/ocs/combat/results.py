"""Chapters 9.10 to 9.13: results of combat, from losses and options to retreat, exploitation and advance.

The combat is `state.fight`. Questions on the stack hold what is still to be done, the last one first.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.dice import Roller
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.kit import settling
from grognard.games.kit.settling import survivors
from grognard.games.ocs.combat import retreats, specialized
from grognard.games.ocs.combat.combat_table import decode
from grognard.games.ocs.combat.strength import stacks
from grognard.games.ocs.model.battle import Fight
from grognard.games.ocs.model.combat_events import Advanced, Exploitation, Retreated
from grognard.games.ocs.model.sea_events import BeachLost
from grognard.games.ocs.model.state import HOSTED, OcsState, put, steps_left
from grognard.games.ocs.sea.losses import sink
from grognard.games.ocs.terrain.zones import mobile
from grognard.games.ocs.units import active_stack, detachments
from grognard.games.ocs.units.modes import disorganize, leave_reserve_in_combat, set_mode
from grognard.games.ocs.units.step_losses import eliminate, lose_step


def current_combat(state: OcsState) -> Fight:
    """Return the current combat."""
    assert state.fight is not None
    return state.fight


def update_combat(state: OcsState, **fields: object) -> None:
    """Change fields of the current combat."""
    state.fight = replace(current_combat(state), **fields)


def apply_result(state: OcsState, dice: Roller, events: list[Event]) -> None:
    """Apply a combat result: first to the attacker, then to the defender, then the advance [9.2-8]."""
    fight = current_combat(state)
    result, side = decode(fight.result), fight.side
    ask(state, Question("advance", side, hex=fight.target))
    ask(state, Question("defender", 1 - side, hex=fight.target))
    if result.a_option:
        ask(state, Question("option", side, hex=fight.target, data=(result.a_option, 0)))
    if result.a_loss:
        ask(state, Question("lose", side, hex=fight.target, data=(result.a_loss,)))
    settle(state, dice, events)


def settle(state: OcsState, dice: Roller, events: list[Event]) -> None:
    """Carry out what needs no answer, until a player must decide or nothing is left."""
    settling.settle(state, steps(dice), events)


def steps(dice: Roller) -> dict[str, Callable[[OcsState, Question, list[Event]], bool]]:
    """Return what is carried out without an answer, by the kind of the question."""
    return {
        **_STEPS,
        "march": lambda state, question, events: retreats.retreat_one_hex(state, question, dice, events),
        "advance": lambda state, question, events: _settle_advance(state, question, dice, events),
        "shell": lambda state, question, events: _settle_barrage_losses(state, question, dice, events),
    }


# -- losses ----------------------------------------------------------------------------------------


def units_in_combat(state: OcsState, side: int) -> list[int]:
    """Return a side's units in the combat that are still on the map."""
    fight = current_combat(state)
    units = fight.attackers if side == fight.side else fight.defenders
    return [c for c in bits(units) if state.at[c] >= 0 or state.at[c] == HOSTED]


def loss_candidates(state: OcsState, side: int) -> list[int]:
    """Return the units that can take the next loss: first the AR unit, then each once in turn [9.11c]."""
    fight, units = current_combat(state), units_in_combat(state, side)
    lead = fight.lead if side == fight.side else fight.guard
    own = fight.attackers if side == fight.side else fight.defenders
    if not any(own >> c & 1 for c in fight.hits):
        return [lead]
    fewest = min((fight.hits.count(c) for c in units), default=0)
    return [c for c in units if fight.hits.count(c) == fewest]


def _lose_step(state: OcsState, unit: int, events: list[Event]) -> None:
    """Take a step loss of the combat result from a unit."""
    update_combat(state, hits=(*current_combat(state).hits, unit))
    events += lose_step(state, unit, "9.11a")


def _settle_losses(state: OcsState, question: Question, events: list[Event]) -> bool:
    """Carry out required losses that leave no choice; losses beyond all steps are ignored [9.11b]."""
    due, units = question.data[0], units_in_combat(state, question.side)
    if not due or not units:
        state.questions.pop()
        return True
    return _take_forced_loss(state, question, events)


def _take_forced_loss(state: OcsState, question: Question, events: list[Event]) -> bool:
    """Take a step loss if only one unit can take it, and return whether that is so."""
    choice = loss_candidates(state, question.side)
    if len(choice) > 1:
        return False
    _take_loss(state, question, choice[0], events)
    return True


def _take_loss(state: OcsState, question: Question, unit: int, events: list[Event]) -> None:
    """Take one step loss, required or by option; paying for a waived option fulfils it [9.10c.2]."""
    due = question.data[0] - 1
    state.questions[-1] = Question(question.kind, question.side, question.units, question.hex, (due, 0))
    if question.kind in ("shed", "shell"):
        events += lose_step(state, unit, "9.11c.3")
    else:
        _lose_step(state, unit, events)


def _settle_free_losses(state: OcsState, question: Question, events: list[Event]) -> bool:
    """Carry out losses of a barrage or retreat that leave the owner no choice [9.11c.3]."""
    due, units = question.data[0], survivors(state, question)
    if not due or not units:
        state.questions.pop()
        return True
    if len(units) > 1 and sum(steps_left(state, c) for c in units) > due:
        return False
    _take_loss(state, question, units[0], events)
    return True


def _settle_barrage_losses(state: OcsState, question: Question, dice: Roller, events: list[Event]) -> bool:
    """Carry out losses of a barrage; by house rule a die picks each step [9.11c.3, HR-8, R-OCS-295]."""
    if _settle_free_losses(state, question, events):
        return True
    if not state.scenario.on("HR-8"):
        return False
    steps = [c for c in survivors(state, question) for _ in range(steps_left(state, c))]
    die = dice.roll("step lost to a barrage", len(steps))
    loss: list[Event] = []
    _take_loss(state, question, steps[die - 1], loss)
    events += [replace(loss[0], dice=(die,), rule="HR-8", final=True), *loss[1:]]
    return True


# -- options ---------------------------------------------------------------------------------------


def _settle_option(state: OcsState, question: Question, events: list[Event]) -> bool:
    """Carry out an option that has no units left, or only one answer [9.10b, 9.10c]."""
    due, waived = question.data
    units = units_in_combat(state, question.side)
    if not due or not units:
        if due and question.side == current_combat(state).side:
            update_combat(state, failed=True)  # [R-OCS-70]
        state.questions.pop()
        return True
    if waived or any(_retreat_count(state, question, c) for c in units):
        return False
    return _take_forced_loss(state, question, events)


def _begin_defender_result(state: OcsState, events: list[Event]) -> bool:
    """Settle exploitation once the attacker's result is applied, then begin the defender's [9.10b, 9.13].

    The defender can ignore an option if the attacker retreated or could not fulfil his own, but never
    losses or DG [9.10c].
    """
    state.questions.pop()
    fight = current_combat(state)
    result, side = decode(fight.result), 1 - fight.side
    _exploit(state, result.exploit_ar, events)
    if result.for_defender:
        events += leave_reserve_in_combat(state, fight.target, side)
    if result.d_dg:
        events += disorganize(state, fight.target, side)
    if result.d_option:
        waived = int(fight.fell_back or fight.failed)
        ask(state, Question("option", side, hex=fight.target, data=(result.d_option, waived)))
    if result.d_loss:
        ask(state, Question("lose", side, hex=fight.target, data=(result.d_loss,)))
    return True


def _exploit(state: OcsState, least: int, events: list[Event]) -> None:
    """Put attackers with the required rating into Exploitation Mode [9.13, R-OCS-77, R-OCS-146]."""
    fight, scenario = current_combat(state), state.scenario
    if not least or fight.overrun or fight.fell_back or fight.failed or state.phase != "combat":
        return
    from_ = bits(fight.origin)
    if len(from_) > 2 or (len(from_) == 2 and not scenario.grid.around[from_[0]] >> from_[1] & 1):
        return
    units = mask_of(
        c for c in units_in_combat(state, fight.side) if scenario.ar[c] >= least and not state.dg >> c & 1
    )
    if not units:
        return
    set_mode(state, units, "exploit")
    name = scenario.sides[fight.side]
    where = tuple(map(scenario.label, from_))
    events.append(Exploitation(side=name, hexes=where, rule="9.13.1"))


# -- retreats --------------------------------------------------------------------------------------


def retreating(state: OcsState, question: Question) -> list[int]:
    """Return the units that must still retreat: at first all units in the combat [9.12]."""
    return survivors(state, question) if question.kind == "retreat" else units_in_combat(state, question.side)


def can_accompany(state: OcsState, question: Question, hex_: Hex) -> CounterSet:
    """Return units and Organic Trucks in the hex that took no part and can go along [9.12d, R-OCS-144]."""
    scenario, fight = state.scenario, current_combat(state)
    kinds = (scenario.combat_units | scenario.organic) & scenario.of_side[question.side]
    return state.here.get(hex_, 0) & kinds & ~(fight.attackers | fight.defenders)


def retreat_orders(state: OcsState, question: Question) -> list[Order]:
    """List retreats of each unit alone, of its whole stack, and of the stack with all that can go along.

    Units that make a Beach Assault cannot retreat [18.6a-C].
    """
    left = mask_of(c for c in retreating(state, question) if state.at[c] >= 0)
    groups: dict[CounterSet, None] = {}
    for c in bits(left):
        stack = state.here[state.at[c]] & left
        groups |= dict.fromkeys((1 << c, stack, stack | can_accompany(state, question, state.at[c])))
    found = []
    for group in groups:
        found += _retreats_of(state, question, group)
    return found


def _retreats_of(state: OcsState, question: Question, group: CounterSet) -> list[Order]:
    scenario, ids = state.scenario, state.scenario.ids(group)
    from_ = scenario.label(state.at[group.bit_length() - 1])
    ends = retreats.retreat_paths(state, current_combat(state), group, question.data[0])
    return [Order("retreat", units=ids, path=(from_, scenario.label(to))) for to in sorted(ends)]


def _retreat_count(state: OcsState, question: Question, unit: int) -> int:
    """Return in how many hexes a unit could end the retreat that a question asks for."""
    return len(retreats.retreat_paths(state, current_combat(state), 1 << unit, question.data[0]))


def _settle_retreat(state: OcsState, question: Question, events: list[Event]) -> bool:
    """Eliminate units that cannot retreat; carry out the only retreat of the only unit [9.12, 9.12b.2]."""
    for c in survivors(state, question):
        if not _retreat_count(state, question, c):
            events += eliminate(state, c, "9.12.2")
    left = survivors(state, question)
    if not left:
        state.questions.pop()
        return True
    if sum(_retreat_count(state, question, c) for c in left) > 1:
        return False
    choice = retreat_orders(state, question)
    if len(choice) > 1:
        return False
    _retreat(state, question, choice[0], events)
    return True


def _retreat(state: OcsState, question: Question, order: Order, events: list[Event]) -> None:
    """Begin the retreat of a group; the other units in the combat must retreat too [9.12c]."""
    scenario, fight = state.scenario, current_combat(state)
    group = mask_of(scenario.index[id_] for id_ in order.units)
    path = tuple(scenario.hex(label) for label in order.path[1:])
    if len(path) == 1:
        path = retreats.retreat_paths(state, fight, group, question.data[0])[path[0]].path
    rest = tuple(c for c in retreating(state, question) if not group >> c & 1)
    state.questions[-1] = Question("retreat", question.side, rest, question.hex, (question.data[0],))
    if question.side == fight.side:
        update_combat(state, fell_back=True)
        if fight.overrun:
            active_stack.finish_move(state, fight.attackers)  # their movement is over [8.1f]
    name, from_ = scenario.sides[question.side], order.path[0]
    hexes = (from_, *map(scenario.label, path))
    events.append(Retreated(side=name, hexes=hexes, rule="9.12.1"))
    retreats.begin_retreat(state, group, path)


# -- Breakdowns ------------------------------------------------------------------------------------


def divisible(state: OcsState, question: Question) -> list[int]:
    """Return the divisions that can detach a regiment as they begin to retreat or advance [20.0a]."""
    if question.kind == "advance":
        units = advancers(state, question)
    elif retreat_orders(state, question):
        units = retreating(state, question)
    else:
        return []
    return [c for c in units if detachments.check_breakdown(state, c) is None]


def _detach(state: OcsState, question: Question, unit: int, events: list[Event]) -> None:
    """Detach a regiment, which takes part in the retreat or advance [20.0a, R-OCS-126].

    Detaching to retreat commits the division to the retreat.
    """
    fight, new = current_combat(state), detachments.available_breakdown(state, unit)
    going = (*retreating(state, question), new)
    events += detachments.detach(state, unit)
    if question.side == fight.side:
        update_combat(state, attackers=fight.attackers | 1 << new)
    else:
        update_combat(state, defenders=fight.defenders | 1 << new)
    if question.kind != "advance":
        state.questions[-1] = Question("retreat", question.side, going, question.hex, (question.data[0],))


# -- advance ---------------------------------------------------------------------------------------


def advancers(state: OcsState, question: Question) -> list[int]:
    """Return the surviving attackers that can advance into a hex without enemy combat units.

    None if the attacker retreated [9.12g, 9.12b.2, R-OCS-76].
    """
    fight = current_combat(state)
    if fight.fell_back or state.held[1 - fight.side] >> fight.target & 1:
        return []
    able = mobile(state.scenario)
    return [c for c in units_in_combat(state, fight.side) if able >> c & 1 and state.at[c] != fight.target]


def _settle_advance(state: OcsState, question: Question, dice: Roller, events: list[Event]) -> bool:
    candidates = advancers(state, question)
    if candidates and not (current_combat(state).overrun or state.assaulting):
        return False
    state.questions.pop()
    fight = current_combat(state)
    state.fight = None
    craft, state.assaulting = state.assaulting, 0
    if craft and state.held[1 - fight.side] >> fight.target & 1:
        events += _repulse(state, fight, craft)
        return True
    if candidates:  # after an overrun all attackers enter at no cost [8.0, 9.12g-D]
        _advance(state, fight, mask_of(candidates), dice, events)
    return True


def _repulse(state: OcsState, fight: Fight, craft: CounterSet) -> list[Event]:
    """Destroy the units and craft of a Beach Assault that did not dislodge the defenders [18.6a-E]."""
    scenario = state.scenario
    name, at = scenario.sides[fight.side], (scenario.label(fight.target),)
    events: list[Event] = [BeachLost(side=name, hexes=at, rule="18.6a-E")]
    for c in bits(craft):
        events += sink(state, c, "18.6a-E")
    return events


def _advance(state: OcsState, fight: Fight, units: CounterSet, dice: Roller, events: list[Event]) -> None:
    """Move units into the vacated hex, where they capture what the enemy left [9.12g-C]."""
    scenario = state.scenario
    name, to = scenario.sides[fight.side], scenario.label(fight.target)
    for from_, group in stacks(state, units).items():
        hexes = (scenario.label(from_), to)
        rule = "9.12g-D.1" if fight.overrun else "9.12g.1"
        events.append(Advanced(side=name, hexes=hexes, rule=rule))
        for c in bits(group):
            put(state, c, fight.target)
    events += specialized.capture_hex(state, units, fight.target, dice)


_STEPS: dict[str, Callable[[OcsState, Question, list[Event]], bool]] = {
    "lose": _settle_losses,
    "option": _settle_option,
    "shed": _settle_free_losses,
    "retreat": _settle_retreat,
    "defender": lambda state, question, events: _begin_defender_result(state, events),
}


# -- answers ---------------------------------------------------------------------------------------


def answer(state: OcsState, question: Question, order: Order, dice: Roller) -> list[Event]:
    """Carry out an answer, and what follows until the next question."""
    events: list[Event] = []
    units = mask_of(state.scenario.index[id_] for id_ in order.units)
    match order.verb:
        case "lose":
            _take_loss(state, question, units.bit_length() - 1, events)
        case "retreat":
            _retreat(state, question, order, events)
        case "advance":
            _advance(state, current_combat(state), units, dice, events)
        case "detach":
            _detach(state, question, units.bit_length() - 1, events)
        case _:  # stay
            state.questions.pop()
            if question.kind == "advance":
                state.fight = None
    settle(state, dice, events)
    return events
