"""Chapter 9: attacks, the strength of a battle and its result."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.kit.legality import FlagRule, flag_refusal
from grognard.games.strike_force_one.battle_report import battle_facts
from grognard.games.strike_force_one.events import BattleFought
from grognard.games.strike_force_one.model.state import SfoState
from grognard.games.strike_force_one.strength import (
    breaks_through,
    column,
    resolve,
    rolls_twice,
    strength_lines,
    support,
)


def able(state: SfoState, side: int) -> CounterSet:
    """Return the units that may still attack: once per turn, not disrupted, at night not after moving [9]."""
    scenario = state.scenario
    idle = state.fought | state.disrupted
    if state.turn == scenario.night_turn:
        idle |= state.moved
    return scenario.units_of[side] & ~idle


def groups(state: SfoState, target: Hex, fit: CounterSet) -> list[CounterSet]:
    """Return the units that may attack a hex, by stack; a stack attacks together [9-advexp-attstack]."""
    here = state.here
    return [units for h in state.scenario.grid.adjacent[target] if (units := here[h] & fit)]


def targets(state: SfoState, side: int, fit: CounterSet) -> HexSet:
    """Return the enemy hexes adjacent to units that may attack [9-all-adjacent]."""
    around, at = state.scenario.grid.around, state.at
    near = 0
    for c in bits(fit):
        if at[c] >= 0:
            near |= around[at[c]]
    return near & state.held[1 - side]


def needed(state: SfoState, side: int, target: Hex) -> int:
    """Return the offence that attackers need for a difference of at least 0 [9-advexp-negative]."""
    scenario = state.scenario
    if scenario.level == "basic":
        return 1
    total = scenario.defence_bonus[target]
    for c in bits(state.here[target]):
        total += scenario.defence[c]
    for chit in support(state, side, target):
        total -= scenario.offence[chit]
    return total


def attack_orders(state: SfoState, side: int, unit: int | None = None) -> Iterator[Order]:
    """Yield every legal attack, or every one that includes a unit."""
    scenario = state.scenario
    labels, offence = scenario.grid.labels, scenario.offence
    fit = able(state, side)
    reachable = targets(state, side, fit if unit is None else 1 << unit)
    for target in bits(reachable):
        least = needed(state, side, target)
        joined = [(g, sum(offence[c] for c in bits(g))) for g in groups(state, target, fit)]
        for size in range(1, len(joined) + 1):
            for chosen in combinations(joined, size):
                if sum(strength for _, strength in chosen) < least:
                    continue
                mask = 0
                for group, _ in chosen:
                    mask |= group
                if unit is None or mask >> unit & 1:
                    yield Order("attack", labels[target], scenario.ids(mask))


def can_attack(state: SfoState, side: int, unit: int, fit: CounterSet) -> bool:
    """Return whether any legal attack includes a unit; the largest one decides."""
    offence = state.scenario.offence
    for target in bits(state.scenario.grid.around[state.at[unit]] & state.held[1 - side]):
        total = sum(offence[c] for group in groups(state, target, fit) for c in bits(group))
        if total >= needed(state, side, target):
            return True
    return False


def ready(state: SfoState, side: int) -> CounterSet:
    """Return the units that may attack and have a target."""
    fit = able(state, side)
    near = targets(state, side, fit)
    if not near:
        return 0
    beside, at = state.scenario.grid.spread(near), state.at
    return mask_of(
        c for c in bits(fit) if at[c] >= 0 and beside >> at[c] & 1 and can_attack(state, side, c, fit)
    )


# -- fighting --------------------------------------------------------------------------------------


def apply_attack(state: SfoState, side: int, target: Hex, attackers: CounterSet, dice: Roller) -> list[Event]:
    """Roll a battle and put the questions that follow on the stack, the last one first."""
    scenario = state.scenario
    lines = strength_lines(state, side, target, attackers)
    at_column, twice = column(state, lines), rolls_twice(state, side, target)
    result, rolled = resolve(state, at_column, twice, dice)
    effect = scenario.results[result]
    facts = battle_facts(state, side, target, attackers, result)
    state.fought |= attackers
    for chit in support(state, side, target):
        state.fought |= 1 << chit
    defenders = state.here[target]
    through = breaks_through(state, target, attackers, result)
    attacking, defending = tuple(bits(attackers)), tuple(bits(defenders))
    beaten = bool(effect.get("defender-loses") or effect.get("defender-retreats"))
    if beaten:
        ask(state, Question("advance", side, attacking, target, (int(through),)))
    if effect.get("defender-retreats"):
        ask(state, Question("retreat", 1 - side, defending, target, (int(through),)))
    if effect.get("attacker-retreats"):
        ask(state, Question("retreat", side, attacking, target, (0,)))
    if effect.get("attacker-loses"):
        ask(state, Question("lose", side, attacking, target, (effect["attacker-loses"],)))
    if effect.get("defender-loses"):
        ask(state, Question("lose", 1 - side, defending, target, (effect["defender-loses"],)))
    return [
        BattleFought(
            side=scenario.sides[side],
            units=scenario.ids(attackers),
            hexes=(scenario.grid.label(target),),
            dice=rolled,
            measure=scenario.measure,
            value=scenario.combat["columns"][at_column],
            result=result,
            effect=scenario.effects[result],
            breakthrough=through,
            battle=facts,
            rule=effect["rule"],
            final=True,
        )
    ]


# -- legality --------------------------------------------------------------------------------------


def check_attack(state: SfoState, side: int, target: Hex | None, units: list[int]) -> Illegal | None:
    """Return why units cannot attack a hex together."""
    scenario = state.scenario
    if target is None or not units:
        return Illegal("notation", "name the hex and the attackers: attack 0506 SA,SB")
    label = scenario.grid.label(target)
    if not state.held[1 - side] >> target & 1:
        return Illegal("9-all-adjacent", "there is no enemy unit in {hex}", hex=label)
    for c in units:
        refusal = _check_attacker(state, side, target, c)
        if refusal:
            return refusal
    mask = sum(1 << c for c in set(units))
    for group in groups(state, target, able(state, side)):
        if group & mask and group & ~mask:
            absent = scenario.ids(group & ~mask)
            return Illegal("9-advexp-attstack", "a stack must attack together; add {units}", units=absent)
    least = needed(state, side, target)
    total = sum(scenario.offence[c] for c in bits(mask))
    if scenario.level != "basic" and total < least:
        return Illegal("9-advexp-negative", "the strength difference would be {value}", value=total - least)
    return None


CANNOT_ATTACK = (
    FlagRule("fought", "9-all-single", "{unit} has already attacked this turn"),
    FlagRule("disrupted", "7.1-expert-friction-effect", "{unit} is disrupted and cannot attack"),
)
"""Flags that prevent an attack."""


def _check_attacker(state: SfoState, side: int, target: Hex, unit: int) -> Illegal | None:
    scenario = state.scenario
    id_ = scenario.counters[unit].id
    if unit >= scenario.unit_count:
        return Illegal("9-expert-support", "{unit} is a support chit; omit it from the attack", unit=id_)
    if scenario.side_of[unit] != side:
        return Illegal("2-all-passive", "{unit} is not one of your units", unit=id_)
    if state.at[unit] < 0:
        return Illegal("9.1-all-removed", "{unit} is not on the map", unit=id_)
    if not scenario.grid.around[target] >> state.at[unit] & 1:
        return Illegal(
            "9-all-adjacent", "{unit} is not adjacent to {hex}", unit=id_, hex=scenario.grid.label(target)
        )
    if refusal := flag_refusal(state, unit, CANNOT_ATTACK):
        return refusal
    if not able(state, side) >> unit & 1:
        return Illegal("9-expert-night", "{unit} moved this night turn and cannot attack", unit=id_)
    return None
