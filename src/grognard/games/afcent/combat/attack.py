"""Chapter 11, attacks: who attacks or probes what, the call for support, and the battle up to its result.

What follows from the result is asked from the stack, in `aftermath`.
"""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.afcent.combat import results, support
from grognard.games.afcent.combat.battle_report import RESULTS, preview_attack, preview_commit, summary
from grognard.games.afcent.combat.eligibility import (
    able,
    companions,
    fresh,
    momentum,
    probes_of,
    probing,
    room_for,
    targets,
)
from grognard.games.afcent.combat.strength import Battle, battle, reckon, resolve
from grognard.games.afcent.model.state import AfcentState, zone

__all__ = [
    "able", "apply_attack", "apply_commit", "apply_probe", "attack_orders", "check_attack", "check_probe",
    "odds", "preview_commit", "probe_orders", "targets",
]  # fmt: skip


def attack_orders(state: AfcentState, side: int, unit: int) -> list[Order]:
    """Attacks of a unit: alone, with its stack, and with all who can join. Others can be named."""
    fit = able(state, side)
    if not fit >> unit & 1:
        return []
    scenario = state.scenario
    label, ids, around = scenario.label, scenario.ids, scenario.grid.around
    fit = companions(state, unit, fit)
    stack = state.here[state.at[unit]] & fit
    found = []
    for target in bits(around[state.at[unit]] & fresh(state, side)):
        joining = 0
        for hex_ in bits(around[target] & state.held[side]):
            joining |= state.here[hex_] & fit
        groups = sorted({1 << unit, stack, joining})
        found += [Order("attack", label(target), ids(group)) for group in groups]
    return found


def probe_orders(state: AfcentState, side: int, unit: int) -> list[Order]:
    """Probes of a unit, alone and with its stack. Others can be named."""
    fit = able(state, side)
    if not fit >> unit & 1:
        return []
    scenario = state.scenario
    stack = state.here[state.at[unit]] & companions(state, unit, fit)
    return [
        Order("probe", scenario.label(target), scenario.ids(group))
        for target in bits(probes_of(state, unit))
        for group in sorted({1 << unit, probing(state, stack, target)})
        if room_for(state, group, target)
    ]


# -- why not? --------------------------------------------------------------------------------------


def check_attack(state: AfcentState, side: int, order: Order) -> Illegal | None:
    """Whether these units may attack that hex together."""
    target, units = _named(state, order)
    if target is None or not units:
        return Illegal("notation", "say the hex and the attackers, as in: attack 3237 A,B")
    if not state.held[1 - side] >> target & 1:
        return Illegal("11.0-adjacent", f"there is no enemy unit in {order.target}")
    if not fresh(state, side) >> target & 1:
        return Illegal("11.3-defend", f"all units in {order.target} have been attacked in this phase")
    return _check_force(state, side, units, target)


def check_probe(state: AfcentState, side: int, order: Order) -> Illegal | None:
    """Whether these units may probe into that hex [11.12]."""
    scenario = state.scenario
    target, units = _named(state, order)
    if target is None or not units:
        return Illegal("notation", "say the hex and the units, as in: probe 3237 A,B")
    if (state.held[0] | state.held[1]) >> target & 1:
        return Illegal("8.3", f"{order.target} is not empty")
    if not zone(state, 1 - side) >> target & 1:
        return Illegal("11.12-where", f"{order.target} is not in an enemy zone of control")
    refusal = _check_force(state, side, units, target)
    if refusal:
        return refusal
    for c in bits(units & state.probed):
        return Illegal("11.12-once", f"{scenario.counters[c].id} has made a probing attack in this phase")
    if not scenario.firm >> target & 1:
        return Illegal("13.2-lake", f"nobody can enter {order.target}")
    if not room_for(state, units, target):
        return Illegal("11.10-limits", f"these units cannot stack in {order.target}")
    return None


def _named(state: AfcentState, order: Order) -> tuple[Hex | None, CounterSet]:
    scenario = state.scenario
    target = scenario.grid.find(order.target) if order.target and not order.path else None
    return target, mask_of(scenario.index[id_] for id_ in order.units)


def _check_force(state: AfcentState, side: int, units: CounterSet, target: Hex) -> Illegal | None:
    """Whether some units may attack or probe a hex together."""
    scenario = state.scenario
    for c in bits(units):
        id_ = scenario.counters[c].id
        refusal = _check_fighter(state, side, c)
        if refusal:
            return refusal
        if not scenario.grid.around[state.at[c]] >> target & 1:
            return Illegal("11.0-adjacent", f"{id_} is not next to {scenario.label(target)}")
        if companions(state, c, units) != units:
            return Illegal("10.6.1-pact", "heliborne units attack only with their own kind and nation")
    return None


def _check_fighter(state: AfcentState, side: int, unit: int) -> Illegal | None:
    """Whether a unit may fight at all now."""
    scenario = state.scenario
    id_, bit = scenario.counters[unit].id, 1 << unit
    if able(state, side) & bit:
        return None
    if not scenario.units_of[side] & bit:
        return Illegal("11.0-adjacent", f"{id_} is not a unit of yours")
    if state.at[unit] < 0:
        return Illegal("11.0-adjacent", f"{id_} is not on the map")
    if scenario.defence_only & bit:
        rule = "11.0-static-attack" if scenario.static & bit else "2.2-defence-only"
        return Illegal(rule, f"{id_} only defends")
    if state.landed & bit:
        return Illegal("12.4.1.k", f"{id_} has just been dropped")
    question = momentum(state)
    if question is None:
        if state.fought & bit:
            return Illegal("11.3-attack", f"{id_} has already attacked in this phase")
        return Illegal("11.0-adjacent", f"{id_} is not next to the enemy")
    if unit not in question.units:
        return Illegal("11.11-who", f"{id_} has not just advanced: attack with those who did, or pass")
    return Illegal("11.11-once", f"{id_} has made a momentum attack this turn")


# -- fighting --------------------------------------------------------------------------------------


def odds(state: AfcentState, side: int, order: Order) -> Explanation:
    """The account of an attack without support."""
    target, units = _named(state, order)
    assert target is not None
    return preview_attack(state, battle(state, side, target, units, momentum(state) is not None))


def apply_attack(state: AfcentState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Open a battle: both sides may commit support, and then it is fought [11.4-before]."""
    target, units = _named(state, order)
    assert target is not None
    fight = battle(state, side, target, units, _begin(state, units))
    state.attacked |= fight.defenders
    ask(state, support.waiting(fight))
    if not support.call_for_support(state, fight):
        return _fight(state, dice)
    scenario = state.scenario
    several = "attack" if fight.attackers.bit_count() > 1 else "attacks"
    return [
        Event(
            "attack",
            f"{{units}} {several} {{hex}}",
            side=scenario.sides[side],
            units=scenario.ids(fight.attackers),
            hexes=(order.target,),
            rule="11.11-who" if fight.momentum else "11.2-many",
        )
    ]


def _begin(state: AfcentState, units: CounterSet) -> bool:
    """Units make their attack or probe; whether it is out of momentum, which it then uses up [R-NUR-21]."""
    state.fought |= units
    if momentum(state) is None:
        return False
    state.questions.pop()
    state.surged |= units
    return True


def apply_commit(state: AfcentState, side: int, order: Order, dice: Roller) -> list[Event]:
    """A side decides on its support; when both have, the battle is fought [11.4-secret]."""
    events = support.pledge(state, side, order)
    return events if support.pledging(state) else [*events, *_fight(state, dice)]


def _fight(state: AfcentState, dice: Roller) -> list[Event]:
    """Show the support, reckon, roll, and leave the questions that follow on the stack [11.6]."""
    scenario = state.scenario
    fight: Battle = support.battle_of(state.questions.pop())
    pledges, events = support.reveal(state, fight)
    reckoning = reckon(state, fight, pledges)
    result, die = resolve(state, fight, reckoning, dice)
    rolled = f"die {die}" if die else "no die"
    several = "attack" if fight.attackers.bit_count() > 1 else "attacks"
    events.append(
        Event(
            "battle",
            f"{{units}} {several} {{hex}}, {{note}}",
            side=scenario.sides[fight.side],
            units=scenario.ids(fight.attackers),
            hexes=(scenario.label(fight.target),),
            dice=(die,) if die else (),
            rule=RESULTS[result][1],
            note=f"{summary(reckoning)}, {rolled}: {result}, {RESULTS[result][0]}",
            final=bool(die),
        )
    )
    results.follow(state, fight, result, events)
    return events


def apply_probe(state: AfcentState, side: int, order: Order) -> list[Event]:
    """Advance into an empty hex of an enemy zone; momentum may follow [11.12-move, 11.12-momentum]."""
    scenario = state.scenario
    target, units = _named(state, order)
    assert target is not None
    _begin(state, units)
    state.probed |= units
    several = "probe" if units.bit_count() > 1 else "probes"
    says, ids = f"{{units}} {several} into {{hex}}", scenario.ids(units)
    name = scenario.sides[side]
    events = [Event("probed", says, side=name, units=ids, hexes=(order.target,), rule="11.12-move")]
    results.go_in(state, units, target, events)
    return events
