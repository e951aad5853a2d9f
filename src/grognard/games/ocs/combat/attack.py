"""Chapters 9.0 and 9.1: which units can attack which hex, and with what supply; the defender answers next."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.ocs.combat import defence, results
from grognard.games.ocs.combat.defence import SAVE_LOADS
from grognard.games.ocs.combat.strength import new_combat, rating
from grognard.games.ocs.model.battle import Fight
from grognard.games.ocs.model.combat_events import AttackDeclared, AttackForce, RatingAnnounced
from grognard.games.ocs.model.scenario import COMBAT
from grognard.games.ocs.model.state import OcsState, face
from grognard.games.ocs.supply import combat_supply, payment
from grognard.games.ocs.supply.payment import Payment
from grognard.games.ocs.supply.resolve import unwilling
from grognard.games.ocs.terrain.engineers import bridged_hexes
from grognard.games.ocs.terrain.step_costs import enterable_steps
from grognard.games.ocs.terrain.weather import ground_of
from grognard.games.ocs.terrain.zones import attack_capable

# -- attackers and targets -------------------------------------------------------------------------


def able(state: OcsState, side: int) -> CounterSet:
    """Return the units that can attack in this Combat Segment and are adjacent to an enemy [9.1]."""
    if state.phase not in COMBAT or state.side != side:
        return 0
    near = state.held[side] & state.scenario.grid.spread(open_targets(state, side) | empty_targets(state))
    found = 0
    for hex_ in bits(near):
        found |= state.here[hex_]
    return found & may_attack(state, side)


def may_attack(state: OcsState, side: int) -> CounterSet:
    """Return the units that can attack, adjacent to an enemy or not: each once a segment [9.1c.2].

    In the Exploitation Phase only Exploit units and released Reserves attack [11.0a].
    """
    found = attack_capable(state) & state.scenario.of_side[side] & ~state.fought & ~unwilling(state)
    return found & (state.exploit | state.released) if state.phase == "exploitation-combat" else found


def can_enter(state: OcsState, unit: int, target: Hex, roads: bool = True) -> bool:
    """Return whether a unit could enter an adjacent hex if it were empty [9.1f, 9.3a, 13.8b]."""
    scenario = state.scenario
    way = scenario.grid.direction(state.at[unit], target)
    if way is None:
        return False
    side = scenario.side_of[unit]
    bridged = bridged_hexes(state, side) if roads else 0
    mobility = scenario.mobility[unit][face(state, unit)]
    steps = enterable_steps(scenario, mobility, ground_of(state, side), roads, bridged)
    return bool(steps[way] >> target & 1)


def open_targets(state: OcsState, side: int) -> HexSet:
    """Return the enemy hexes that have not been attacked in this segment [9.1c]."""
    return state.held[1 - side] & ~state.attacked


def empty_targets(state: OcsState) -> HexSet:
    """Return the hexes without combat units that can be attacked by option [21.8a, R-OCS-294]."""
    if not state.scenario.on("21.8"):
        return 0
    return state.scenario.ground & ~(state.held[0] | state.held[1] | state.attacked)


def is_empty_target(state: OcsState, target: Hex) -> bool:
    """Return whether an attack on a hex is one on an empty hex, by option [21.8]."""
    return state.scenario.on("21.8") and not (state.held[0] | state.held[1]) >> target & 1


def targets_of(state: OcsState, side: int, unit: int) -> HexSet:
    """Return the hexes that a unit can attack from its hex [9.0.2, 9.1f]."""
    near = state.scenario.grid.around[state.at[unit]] & (open_targets(state, side) | empty_targets(state))
    return mask_of(target for target in bits(near) if can_enter(state, unit, target))


def attack_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List attacks that a unit leads: alone, with its stack, with every unit that can join.

    Players can name other groups.
    """
    ready = able(state, side)
    if not ready >> unit & 1:
        return []
    scenario, found = state.scenario, []
    for target in bits(targets_of(state, side, unit)):
        joining = 0
        for hex_ in bits(scenario.grid.around[target] & state.held[side]):
            joining |= state.here[hex_] & ready
        joining = mask_of(c for c in bits(joining) if can_enter(state, c, target))
        stack = joining & state.here[state.at[unit]]
        for group in dict.fromkeys((1 << unit, stack, joining)):
            if check_leader(state, unit, group):
                continue
            paying = _paying(state, bits(group), target)
            if not paying or not isinstance(combat_supply.attack_supply(state, paying), Illegal):
                found.append(Order("attack", scenario.label(target), leader_first(state, unit, group)))
    return found


def leader_first(state: OcsState, unit: int, group: CounterSet) -> tuple[str, ...]:
    """Return the ids of a force, first the leader, whose Action Rating counts [9.6.2]."""
    scenario = state.scenario
    return (scenario.counter_ids[unit], *scenario.ids(group & ~(1 << unit)))


# -- legality --------------------------------------------------------------------------------------


def check_attack(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why these units cannot attack that hex together, or None if they can."""
    if not order.target or not order.units or order.path:
        return Illegal("notation", "name the hex and the attackers, the leader first: attack 14.07 U,V")
    if state.phase not in COMBAT or state.side != side:
        return Illegal("9.1a", "only the phasing player can attack, and only in a Combat Segment")
    scenario = state.scenario
    target = scenario.hex(order.target)
    refusal = None if is_empty_target(state, target) else check_target(state, side, target)
    if refusal:
        return refusal
    if state.attacked >> target & 1:
        return Illegal("9.1c.2", "{hex} has already been attacked in this segment", hex=order.target)
    for id_ in order.units:
        refusal = _check_attacker(state, side, scenario.index[id_], target)
        if refusal:
            return refusal
    units = [scenario.index[id_] for id_ in order.units]
    refusal = check_leader(state, units[0], mask_of(units))
    return refusal or check_words(state, order) or check_supply(state, order)


def check_leader(state: OcsState, lead: int, units: CounterSet) -> Illegal | None:
    """Refuse by option an independent unit as leader of an attack with divisional units [21.3]."""
    scenario = state.scenario
    divisional = units & ~scenario.independent
    if not scenario.on("21.3") or not divisional or divisional >> lead & 1:
        return None
    id_, better = scenario.counter_ids[lead], scenario.ids(divisional)[:1]
    reason = "{unit} is independent and cannot lead divisional units; name {units_better} first"
    return Illegal("21.3.3", reason, unit=id_, units_better=better)


def leaders(state: OcsState, units: CounterSet) -> CounterSet:
    """Return the units among attackers that can lead them [9.6.2, 21.3]."""
    return mask_of(c for c in bits(units) if check_leader(state, c, units) is None)


def check_target(state: OcsState, side: int, target: Hex) -> Illegal | None:
    """Refuse a target without enemy combat units: anything else is captured by moving in [9.0.3, 8.0.2]."""
    if state.held[1 - side] >> target & 1:
        return None
    where = state.scenario.label(target)
    return Illegal("9.0.3", "no enemy combat unit is in {hex}; move in instead", hex=where)


def _check_attacker(state: OcsState, side: int, unit: int, target: Hex) -> Illegal | None:
    id_, label, bit = state.scenario.counter_ids[unit], state.scenario.label(target), 1 << unit
    refusal = check_capable(state, side, unit)
    if refusal:
        return refusal
    if not state.scenario.grid.around[state.at[unit]] >> target & 1:
        return Illegal("9.0.2", "{unit} is not adjacent to {hex}", unit=id_, hex=label)
    if state.fought & bit:
        return Illegal("9.1c.2", "{unit} has already attacked in this segment", unit=id_)
    if not may_attack(state, side) & bit:
        return Illegal("11.0a.1", "{unit} is neither in Exploitation Mode nor a released Reserve", unit=id_)
    if not can_enter(state, unit, target):
        return Illegal("9.1f.1", "{unit} could not move into {hex}", unit=id_, hex=label)
    return None


def check_capable(state: OcsState, side: int, unit: int) -> Illegal | None:
    """Return why the kind, strength or mode of a unit keeps it from attacking, or None [4.4a, 9.1e]."""
    scenario, bit = state.scenario, 1 << unit
    id_ = scenario.counter_ids[unit]
    if not scenario.of_side[side] & bit or state.at[unit] < 0:
        return Illegal("9.1a", "{unit} is not one of your units on the map", unit=id_)
    if unwilling(state) & bit:
        return Illegal("SR-2", "{unit} no longer attacks: the resolve of its nation is 0", unit=id_)
    if attack_capable(state) & bit:
        return None
    if not scenario.combat_units & bit:
        return Illegal("9.0.5", "{unit} is not a combat unit", unit=id_)
    if scenario.guns & bit:
        return Illegal("9.0.4", "{unit} is artillery: it can barrage but not attack", unit=id_)
    if (state.strat | state.reserve) & bit:
        mode = "Strat" if state.strat & bit else "Reserve"
        return Illegal("9.1e.1", "{unit} cannot attack in {mode} Mode", unit=id_, mode=mode)
    return Illegal("4.4a", "{unit} can only defend", unit=id_)


# -- supply ----------------------------------------------------------------------------------------


def check_words(state: OcsState, order: Order) -> Illegal | None:
    """Refuse words other than `stocks` and the ids of dumps and HQs in reach to pay from first."""
    for word in order.words:
        if word != SAVE_LOADS and word not in state.scenario.index:
            return Illegal(
                "notation", "{word!r} is neither a dump to pay from nor {keep!r}", word=word, keep=SAVE_LOADS
            )
    units = [state.scenario.index[id_] for id_ in order.units]
    return payment.check_payers(state, units, [word for word in order.words if word != SAVE_LOADS])


def payers_named(state: OcsState, order: Order) -> list[int]:
    """Return the dumps and HQs from which an attack or overrun pays first."""
    return [state.scenario.index[word] for word in order.words if word != SAVE_LOADS]


def attack_payment(state: OcsState, order: Order) -> Payment | Illegal:
    """Return what pays for an attack or overrun, or why nothing can [9.5, 12.4]."""
    scenario = state.scenario
    units = _paying(state, tuple(scenario.index[id_] for id_ in order.units), scenario.hex(order.target))
    if not units:
        return payment.FREE
    prefer, organic = payers_named(state, order), SAVE_LOADS not in order.words
    return combat_supply.attack_supply(state, units, prefer=prefer, organic=organic)


def _paying(state: OcsState, units: tuple[int, ...], target: Hex) -> tuple[int, ...]:
    """Return the attackers that pay: units dropped this turn attack an empty hex free [21.8c]."""
    free = state.dropped if is_empty_target(state, target) else 0
    return tuple(unit for unit in units if not free >> unit & 1)


def check_supply(state: OcsState, order: Order) -> Illegal | None:
    """Refuse an attack without combat supply for every attacker [9.5-A, 9.0.6]."""
    found = attack_payment(state, order)
    return found if isinstance(found, Illegal) else None


# -- attacking -------------------------------------------------------------------------------------


def fight_of(state: OcsState, side: int, order: Order) -> Fight:
    """Return the combat that an order begins; the first unit leads [9.6.2]."""
    scenario = state.scenario
    units = [scenario.index[id_] for id_ in order.units]
    target = scenario.hex(order.target)
    return new_combat(state, side, target, mask_of(units), units[0], overrun=order.verb == "overrun")


def apply_attack(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Begin an attack: the attacker names his units and pays, then the defender decides [9.2-1, 9.2-2]."""
    fight = fight_of(state, side, order)
    state.fought |= fight.attackers
    state.attacked |= 1 << fight.target
    if not fight.defenders:
        return _enter_empty(state, fight, order, dice)
    return begin_combat(state, fight, order, dice)


def _enter_empty(state: OcsState, fight: Fight, order: Order, dice: Roller) -> list[Event]:
    """Pay for an attack on an empty hex and ask who advances: no roll, no exploitation [21.8b]."""
    events = _declare(state, fight, order, "21.8b.1")
    state.fight = fight
    ask(state, Question("advance", fight.side, hex=fight.target))
    results.settle(state, dice, events)
    return events


def begin_combat(state: OcsState, fight: Fight, order: Order, dice: Roller) -> list[Event]:
    """Pay for a combat, announce the Action Rating and ask the defender [9.2-2, 9.2-3, R-OCS-152]."""
    name = state.scenario.sides[fight.side]
    events = _declare(state, fight, order, "8.0.1" if fight.overrun else "9.2-1")
    announced = rating(state, fight.lead)
    events.append(RatingAnnounced(side=name, hexes=(order.target,), rating=announced, rule="9.2-3"))
    state.fight = replace(fight, announced=announced)
    return [*events, *defence.ask_defender(state, dice)]


def _declare(state: OcsState, fight: Fight, order: Order, rule: str) -> list[Event]:
    """Announce an attack and pay for it [9.2-1, 9.2-2]."""
    scenario = state.scenario
    name = scenario.sides[fight.side]
    found = attack_payment(state, order)
    assert not isinstance(found, Illegal), "legal attacks can be paid for"
    from_ = tuple(map(scenario.label, bits(fight.origin)))
    leader = scenario.counter_ids[fight.lead]
    return [
        AttackDeclared(side=name, hexes=(order.target, *from_), overrun=fight.overrun, rule=rule),
        AttackForce(side=name, units=order.units, leader=leader, rule="9.6.2"),
        *payment.pay(state, found, "combat supply", "9.2-2"),
    ]
