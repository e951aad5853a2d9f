"""Chapters 12.1–12.6 and 12.23–12.25: who may attack or probe what, and the battle up to its result.

`results` applies the result.
"""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.kit.events import Probed
from grognard.games.kit.legality import FlagRule, flag_refusal
from grognard.games.kit.probing import probe_hexes
from grognard.games.sww3.combat import results
from grognard.games.sww3.combat.battle_facts import battle_facts, final_odds
from grognard.games.sww3.combat.battle_report import RESULTS, preview_attack
from grognard.games.sww3.combat.strength import Battle, battle, compute_odds, resolve, soviet_artillery
from grognard.games.sww3.combat.untried_units import draw, hollow, untried, without_zero_units
from grognard.games.sww3.events import BattleFought, UnitRevealed
from grognard.games.sww3.model.state import Sww3State, lose_step, zone
from grognard.games.sww3.movement.movement_limits import limit, open_sides, within_limits
from grognard.games.sww3.support import neutrals, supply

# -- who may attack --------------------------------------------------------------------------------


def able(state: Sww3State, side: int) -> CounterSet:
    """Return the units adjacent to the enemy that may still attack or probe on the current map.

    Each fights once a phase [12.4]; not if disrupted [13.6], moved by sea this turn [11.19], in a still
    neutral country [R-PIN-06], without an attack factor, or artillery out of supply [9.8].
    """
    idle = state.fought | state.disrupted | state.sailed
    key = (side, state.phase_index, idle)
    known: tuple[object, CounterSet] | None = state.cache.get("able")
    if known is None or known[0] != key:
        known = state.cache["able"] = (key, _able(state, side, idle))
    return known[1]


def _able(state: Sww3State, side: int, idle: CounterSet) -> CounterSet:
    scenario = state.scenario
    theatre = scenario.theatres[state.now.theatre]
    near = state.held[side] & theatre.hexes & scenario.grid.spread(state.held[1 - side]) & ~state.neutral
    found = 0
    for hex_ in bits(near):
        found |= state.here[hex_]
    found &= ~idle
    for c in bits(soviet_artillery(state, found)):
        if not supply.in_supply(state, c):
            found &= ~(1 << c)
    return found & ~_without_attack_factor(state, found)


def _without_attack_factor(state: Sww3State, units: CounterSet) -> CounterSet:
    """Return the units without an attack factor [R-SWW-03]."""
    face, steps, attack = state.face, state.steps, state.scenario.attack
    return sum(1 << c for c in bits(units) if face[c] >= 0 and not attack[face[c]][steps[c]])


def ready(state: Sww3State, side: int) -> CounterSet:
    """Return the able units with a target or a hex to probe; artillery only with other units [12.25]."""
    fit, held = able(state, side), fresh(state, side)
    key = ("ready", fit, held)
    known: CounterSet | None = state.cache.get(key)
    if known is None:
        known = state.cache[key] = _ready(state, fit, held)
    return known


def _ready(state: Sww3State, fit: CounterSet, held: HexSet) -> CounterSet:
    artillery = soviet_artillery(state, fit)
    found = shared = 0
    for c in bits(fit & ~artillery):
        targets = targets_of(state, c, held)
        shared |= targets
        if targets or probes_of(state, c):
            found |= 1 << c
    for c in bits(artillery):
        beside = state.here[state.at[c]] & found
        probes = probes_of(state, c)
        if targets_of(state, c, shared) or any(probes & probes_of(state, other) for other in bits(beside)):
            found |= 1 << c
    return found


def fresh(state: Sww3State, side: int) -> HexSet:
    """Return the enemy-occupied hexes with units not yet attacked in this phase [12.4, R-SWW-14]."""
    held = state.held[1 - side]
    for hex_ in {state.at[c] for c in bits(state.attacked) if state.at[c] >= 0}:
        if not state.here[hex_] & ~state.attacked:
            held &= ~(1 << hex_)
    return held


def targets_of(state: Sww3State, unit: int, held: HexSet) -> HexSet:
    """Return those of the enemy-held hexes that a unit may attack from its hex [12.1, R-PIN-26, R-SAN-17]."""
    return open_sides(state, state.at[unit]) & held & limit(state, unit)


def targets(state: Sww3State, side: int) -> HexSet:
    """Return all hexes that units of a side may attack now."""
    held, found = fresh(state, side), 0
    for c in bits(able(state, side)):
        found |= targets_of(state, c, held)
    return found


def probes_of(state: Sww3State, unit: int) -> HexSet:
    """Return the hexes a unit may probe: empty, in an enemy ZOC, and open to it [12.23, R-SWW-17]."""
    scenario = state.scenario
    side, at = scenario.side_of[unit], state.at[unit]
    if scenario.static >> unit & 1:
        return 0
    enemies, units = state.held[1 - side] & ~state.neutral, state.held[0] | state.held[1]
    found = probe_hexes(scenario.grid.around[at], enemies, zone(state, 1 - side), units)
    return found and found & open_sides(state, at) & scenario.land & limit(state, unit) & ~state.neutral


def attack_orders(state: Sww3State, side: int, unit: int) -> list[Order]:
    """Return attacks by a unit alone, with its stack, and with all eligible units; others can be named."""
    fit = able(state, side)
    if not fit >> unit & 1:
        return []
    scenario = state.scenario
    labels, ids = scenario.grid.labels, scenario.ids
    stack = state.here[state.at[unit]] & fit
    found = []
    for target in bits(targets_of(state, unit, fresh(state, side))):
        joining = 0
        for hex_ in bits(open_sides(state, target) & state.held[side]):
            joining |= state.here[hex_] & fit
        joining = sum(1 << c for c in bits(joining) if within_limits(state, c, target))
        for group in sorted({1 << unit, joining & stack, joining}):
            if _mixed(state, group):
                found.append(Order("attack", labels[target], ids(group)))
    return found


def probe_orders(state: Sww3State, side: int, unit: int) -> list[Order]:
    """Return probes by a unit alone and with its stack; others can be named."""
    fit = able(state, side)
    if not fit >> unit & 1:
        return []
    scenario, stack = state.scenario, state.here[state.at[unit]] & fit
    found = []
    for target in bits(probes_of(state, unit)):
        probing = sum(1 << c for c in bits(stack) if probes_of(state, c) >> target & 1)
        for group in sorted({1 << unit, probing}):
            if _mixed(state, group) and _fits(state, group):
                found.append(Order("probe", scenario.grid.labels[target], scenario.ids(group)))
    return found


def _mixed(state: Sww3State, group: CounterSet) -> bool:
    """Whether a group is not only artillery, which cannot attack or probe alone [12.25, R-SWW-06]."""
    return bool(group & ~soviet_artillery(state, group))


def _fits(state: Sww3State, group: CounterSet) -> bool:
    """Whether a group may stack in one hex [7.3]."""
    return sum(state.steps[c] for c in bits(group)) <= state.scenario.stack_steps


# -- legality --------------------------------------------------------------------------------------


def check_attack(state: Sww3State, side: int, order: Order) -> Illegal | None:
    """Check an attack by several units."""
    target, units = _named(state, order)
    if target is None or not units:
        return Illegal("notation", "name the hex and the attackers, for example: attack 5313 A,B")
    label = order.target
    if not state.held[1 - side] >> target & 1:
        return Illegal("12.1-adjacent", "no enemy unit is in {hex}", hex=label)
    if not fresh(state, side) >> target & 1:
        return Illegal(
            "12.4-defend", "all units in {hex} have already been attacked in this phase", hex=label
        )
    for c in units:
        refusal = _check_fighter(state, side, c) or _check_place(state, c, target)
        if refusal:
            return refusal
    if not _mixed(state, sum(1 << c for c in units)):
        return Illegal("12.25-alone", "artillery cannot attack alone; add another unit")
    return None


def check_probe(state: Sww3State, side: int, order: Order) -> Illegal | None:
    """Check a probe [12.23, R-SWW-17]."""
    scenario = state.scenario
    target, units = _named(state, order)
    if target is None or not units:
        return Illegal("notation", "name the hex and the units, for example: probe 5313 A,B")
    label = order.target
    if (state.held[0] | state.held[1]) >> target & 1:
        return Illegal("8.7", "{hex} is not empty", hex=label)
    if not zone(state, 1 - side) >> target & 1 or not scenario.land >> target & 1:
        return Illegal("12.23-where", "{hex} is not in an enemy zone of control", hex=label)
    for c in units:
        refusal = _check_fighter(state, side, c) or _check_place(state, c, target)
        if refusal:
            return refusal
        if scenario.static >> c & 1:
            return Illegal(
                case(state, c, "static"),
                "{unit} is a static garrison and cannot move",
                unit=scenario.counter_ids[c],
            )
        if not probes_of(state, c) >> target & 1:
            return Illegal(
                "12.23-where", "{unit} is not adjacent to an enemy at war", unit=scenario.counter_ids[c]
            )
    group = sum(1 << c for c in units)
    if not _mixed(state, group):
        return Illegal("12.25-alone", "artillery cannot probe alone; add another unit")
    if not _fits(state, group):
        return Illegal(
            "12.22-stack",
            "{hex} would exceed the stacking limit of {limit} steps",
            hex=label,
            limit=scenario.stack_steps,
        )
    return None


def _named(state: Sww3State, order: Order) -> tuple[Hex | None, list[int]]:
    scenario = state.scenario
    target = scenario.grid.find(order.target) if order.target and not order.path else None
    return target, [scenario.index[id_] for id_ in order.units]


IDLE = (
    FlagRule("fought", "12.4-attack", "{unit} has already attacked in this phase"),
    FlagRule("disrupted", "13.6-nomove", "{unit} is disrupted and cannot attack"),
    FlagRule("sailed", "11.19-only", "{unit} moved by sea this turn and cannot attack"),
)
"""Flags of units that cannot attack."""


def _check_fighter(state: Sww3State, side: int, unit: int) -> Illegal | None:
    """Check whether a unit may attack at all in this phase."""
    scenario = state.scenario
    id_, bit, at = scenario.counters[unit].id, 1 << unit, state.at[unit]
    if unit >= scenario.unit_count or scenario.side_of[unit] != side:
        return Illegal("12.1-roles", "{unit} is not one of your units", unit=id_)
    if at < 0 or not scenario.theatres[state.now.theatre].hexes >> at & 1:
        return Illegal("12.1-adjacent", "{unit} is not on the map", unit=id_)
    if refusal := flag_refusal(state, unit, IDLE):
        return refusal
    if state.neutral >> at & 1:
        return Illegal("R-PIN-06", "{unit} is neutral", unit=id_)
    if not able(state, side) & bit:
        if not scenario.grid.around[at] & state.held[1 - side]:
            return Illegal("12.1-adjacent", "{unit} is not adjacent to the enemy", unit=id_)
        if scenario.artillery & bit:
            return Illegal("9.8-artillery", "{unit} is artillery out of supply and cannot attack", unit=id_)
        return Illegal("R-SWW-03", "{unit} has no attack factor", unit=id_)
    return None


def _check_place(state: Sww3State, unit: int, target: Hex) -> Illegal | None:
    """Check whether a unit may attack or probe a hex from its own."""
    scenario = state.scenario
    id_, at, label = scenario.counters[unit].id, state.at[unit], scenario.grid.label(target)
    if not scenario.grid.around[at] >> target & 1:
        return Illegal("12.1-adjacent", "{unit} is not adjacent to {hex}", unit=id_, hex=label)
    if not open_sides(state, at) >> target & 1:
        return Illegal("11.13", "an all-water hexside separates {unit} from {hex}", unit=id_, hex=label)
    if not within_limits(state, unit, target):
        return Illegal(
            case(state, unit, "limits"), "{hex} is beyond the national limits of {unit}", hex=label, unit=id_
        )
    return None


def case(state: Sww3State, unit: int, name: str) -> str:
    """Return the number of a case that the two rulebooks number differently."""
    scenario = state.scenario
    cases: dict[str, str] = scenario.theatres[scenario.theatre_at(state.at[unit])].charts["cases"]
    return cases[name]


# -- fighting --------------------------------------------------------------------------------------


def odds(state: Sww3State, side: int, order: Order) -> Explanation:
    """Explain an attack, with the exact probabilities."""
    target, units = _named(state, order)
    assert target is not None
    return preview_attack(state, side, target, sum(1 << c for c in units))


def apply_attack(state: Sww3State, side: int, order: Order, dice: Roller) -> list[Event]:
    """Fight a battle: reveal untried units, compute the odds, roll, and apply the result."""
    scenario = state.scenario
    target, units = _named(state, order)
    assert target is not None
    events: list[Event] = [*neutrals.violate(state, side, 1 << target)]
    fight = battle(state, side, target, sum(1 << c for c in units))
    state.fought |= fight.attackers
    state.attacked |= fight.defenders
    state.operations += 1
    left = _reveal(state, fight, dice, events)
    if left.attackers and left.defenders:
        battle_odds = compute_odds(state, left)
        odds_, (result, die) = final_odds(battle_odds), resolve(state, target, battle_odds, dice)
        facts = battle_facts(state, left, battle_odds, result)
    else:
        odds_, result, die = "", "empty" if left.attackers else "spent", 0
        facts = battle_facts(state, fight, None, result)
    events.append(
        BattleFought(
            side=scenario.sides[side],
            units=scenario.ids(fight.attackers),
            hexes=(scenario.grid.label(target),),
            dice=(die,) if die else (),
            odds=odds_,
            result=result,
            battle=facts,
            rule=RESULTS[result][1],
            final=bool(die),
        )
    )
    results.follow(state, left, result, dice, events)
    return events


def _reveal(state: Sww3State, fight: Battle, dice: Roller, events: list[Event]) -> Battle:
    """Reveal untried units; 0-0 units are removed at once [Pincher 10.4, Sandown 10.9, R-SWW-24]."""
    scenario = state.scenario
    if not untried(state, fight.attackers | fight.defenders):
        return fight
    hand = draw(state, fight, dice)
    for unit, face in hand.items():
        state.face[unit] = face
        removed = hollow(scenario, face)
        events.append(
            UnitRevealed(
                units=scenario.names[unit],
                hexes=(scenario.grid.label(state.at[unit]),),
                attack=scenario.attack[face][1],
                defence=scenario.defence[face][1],
                rule=f"{case(state, unit, 'untried')}-{'zero' if removed else 'reveal'}",
                final=True,
            )
        )
        if removed:
            lose_step(state, unit)
    return without_zero_units(scenario, fight, hand)


def apply_probe(state: Sww3State, side: int, order: Order) -> list[Event]:
    """Advance into an empty hex in an enemy ZOC; it counts as the units' attack [12.23]."""
    scenario = state.scenario
    target, units = _named(state, order)
    assert target is not None
    force = sum(1 << c for c in units)
    news = results.occupy(state, force, target)
    state.fought |= force
    state.operations += 1
    name = scenario.sides[side]
    return [Probed(side=name, units=order.units, hexes=(order.target,), rule="12.23-move"), *news]
