"""Chapter 18.6: Beach Assaults from landing craft on a coastal hex with enemy combat units."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.core.text import Text
from grognard.games.ocs.combat import attack
from grognard.games.ocs.combat.battle_report import preview_attack
from grognard.games.ocs.fleet.landing_table import row
from grognard.games.ocs.fleet.landings import explain_landing, landing_modifier, resolve_landing
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.counters import QUARTERS
from grognard.games.ocs.model.sea_events import BeachYielded
from grognard.games.ocs.model.state import HOSTED, NO_COUNTER, OcsState, size_now, units_at, where
from grognard.games.ocs.sea.ships import passengers
from grognard.games.ocs.sea.waters import passages, shores
from grognard.games.ocs.terrain.zones import attack_capable
from grognard.games.ocs.units.modes import in_combat_mode
from grognard.games.ocs.units.step_losses import eliminate

FIGHT, YIELD = "fight", "yield-beach"
"""The defender's answers: a combat, or the Amphibious Landing Table [18.6b]."""
CHOICES = (Order(FIGHT), Order(YIELD))


def able(state: OcsState, side: int) -> CounterSet:
    """Return the passengers that might make a Beach Assault in this Combat Phase [18.6a.1]."""
    own = state.scenario.craft & state.scenario.of_side[side]
    if state.phase != "combat" or state.side != side or not own:
        return 0
    return passengers(state, own) & attack_capable(state) & ~state.fought


def open_targets(state: OcsState, side: int, from_: Hex) -> HexSet:
    """Return the adjacent coasts that craft in a hex can assault: with enemies, or emptied [R-OCS-253]."""
    near = passages(state.scenario, True).get(from_, 0) & shores(state.scenario)
    near &= ~state.scenario.no_landings
    emptied = (state.barraged | state.attacked) & ~state.held[side]
    return near & (state.held[1 - side] & ~state.attacked | emptied & ~state.held[1 - side])


def check_assault(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why units aboard cannot assault a coast, or None: ``assault HEX U,V`` [18.6]."""
    scenario = state.scenario
    if not order.target or not order.units or order.path:
        return Illegal("notation", "name the hex and the units aboard, the leader first: assault 32.11 U,V")
    if state.phase != "combat" or state.side != side:
        return Illegal("18.6a.1", "Beach Assaults are made in your Combat Phase only")
    units = [scenario.index[id_] for id_ in order.units]
    for unit in units:
        refusal = _check_unit(state, side, unit)
        if refusal:
            return refusal
    hexes = {where(state, unit) for unit in units}
    if len(hexes) > 1:
        return Illegal("18.6a-A", "the units of a Beach Assault must be in one hex")
    most = series_tables()["alt"]["beach_assault"]["max_re"]
    if sum(size_now(state, unit) for unit in units) > most * QUARTERS:
        return Illegal("18.6a-A", "at most {most} RE make a Beach Assault", most=most)
    target = scenario.hex(order.target)
    if not open_targets(state, side, hexes.pop()) >> target & 1 or not row(state, side, target):
        reason = "{hex} is not an adjacent coastal hex with enemy combat units that craft can reach"
        return Illegal("18.6.1", reason, hex=order.target)
    if not state.held[1 - side] >> target & 1:
        return None
    return attack.check_words(state, order) or attack.check_supply(state, order)


def _check_unit(state: OcsState, side: int, unit: int) -> Illegal | None:
    scenario, id_ = state.scenario, state.scenario.counter_ids[unit]
    if not scenario.of_side[side] >> unit & 1 or state.at[unit] != HOSTED or state.host[unit] == NO_COUNTER:
        return Illegal("18.6a-G", "{unit} is not aboard landing craft of yours", unit=id_)
    if not in_combat_mode(state, unit):
        return Illegal("18.6a-A", "{unit} must be in Combat Mode for a Beach Assault", unit=id_)
    if not attack_capable(state) >> unit & 1:
        return Illegal("4.4a", "{unit} cannot attack", unit=id_)
    if state.fought >> unit & 1:
        return Illegal("9.1c.2", "{unit} has already attacked in this segment", unit=id_)
    return None


def assault_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the Beach Assaults of a unit, alone and with all that can join; players can name others."""
    if not able(state, side) >> unit & 1:
        return []
    scenario, from_, found = state.scenario, where(state, unit), []
    joining = mask_of(c for c in bits(able(state, side)) if where(state, c) == from_)
    for target in bits(open_targets(state, side, from_)):
        for group in dict.fromkeys((1 << unit, joining)):
            ids = attack.leader_first(state, unit, group)
            order = Order("assault", scenario.label(target), ids)
            if check_assault(state, side, order) is None:
                found.append(order)
    return found


def apply_assault(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Declare a Beach Assault; the defender says how it is resolved [18.6b.1]."""
    scenario = state.scenario
    units = tuple(scenario.index[id_] for id_ in order.units)
    target = scenario.hex(order.target)
    state.fought |= mask_of(units)
    state.attacked |= 1 << target
    if not state.held[1 - side] >> target & 1:  # emptied before [18.6a-H]
        return resolve_landing(state, side, target, mask_of(units), dice)[0]
    payers = tuple(scenario.index[word] for word in order.words if word in scenario.index)
    ask(state, Question("beach", 1 - side, units, target, payers))
    changed(state)
    return []


def preview_assault(state: OcsState, order: Order) -> Explanation:
    """Explain a Beach Assault as a combat, or as a landing if the beach is not defended [18.6]."""
    target = state.scenario.hex(order.target)
    if not state.held[1 - state.side] >> target & 1:
        return explain_landing(state, state.side, target, str(order))
    guess = state.copy()
    guess.assaulting = _craft_of(state, tuple(state.scenario.index[id_] for id_ in order.units))
    changed(guess)
    return preview_attack(guess, order)


def _craft_of(state: OcsState, units: tuple[int, ...]) -> CounterSet:
    return mask_of(state.host[unit] for unit in units)


# -- the defender's choice ---------------------------------------------------------------------------


def check(state: OcsState, question: Question, order: Order) -> Illegal | None:
    """Return why an answer is illegal, or None."""
    if order in CHOICES:
        return None
    return Illegal("18.6b.1", "answer {fight} or {give}", fight=FIGHT, give=YIELD)


def answer(state: OcsState, question: Question, order: Order, dice: Roller) -> list[Event]:
    """Begin the combat, or destroy the defenders and roll on the Amphibious Landing Table [18.6b].

    Coastal Artillery among the defenders still counts for the roll [R-OCS-356].
    """
    state.questions.pop()
    scenario, units, target = state.scenario, question.units, question.hex
    if not units:  # a guess of somebody who does not see them
        changed(state)
        return []
    side = 1 - question.side
    ids = tuple(scenario.counter_ids[unit] for unit in units)
    if order.verb == FIGHT:
        words = tuple(scenario.counter_ids[payer] for payer in question.data)
        assault = Order("assault", scenario.label(target), ids, words=words)
        state.assaulting = _craft_of(state, units)
        changed(state)
        return attack.begin_combat(state, attack.fight_of(state, side, assault), assault, dice)
    name, at = scenario.sides[question.side], (scenario.label(target),)
    modifier = landing_modifier(state, side, target, mask_of(units))
    events: list[Event] = [BeachYielded(side=name, hexes=at, rule="18.6b.2")]
    for unit in bits(units_at(state, target, question.side)):
        events += eliminate(state, unit, "18.6b.2")
    return events + resolve_landing(state, side, target, mask_of(units), dice, modifier)[0]


def sentence(state: OcsState, question: Question) -> Text | str:
    """Return what the question asks."""
    hex_ = state.scenario.label(question.hex)
    return Text("Beach Assault on {hex}. Fight, or let it be a landing that destroys your units?", hex=hex_)


def explain_answer(state: OcsState, question: Question, order: Order) -> Explanation:
    """Explain the landing that the defender may choose [18.6b]."""
    return explain_landing(state, 1 - question.side, question.hex, str(order))
