"""Chapter 11: attacks and probing attacks, the choice of support, and the battle up to its result.

Losses, retreats and advances follow in `results`.
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
from grognard.games.afcent.combat.battle_facts import battle_facts
from grognard.games.afcent.combat.battle_report import RESULTS, preview_attack, preview_commit
from grognard.games.afcent.combat.eligibility import (
    able,
    attack_partners,
    fresh,
    momentum,
    probes_of,
    probing,
    room_for,
    targets,
)
from grognard.games.afcent.combat.strength import Battle, battle, reckon, resolve
from grognard.games.afcent.events import Attacked, BattleFought
from grognard.games.afcent.model.state import AfcentState, zone
from grognard.games.kit.events import Probed
from grognard.games.kit.odds import odds_of

__all__ = [
    "able", "apply_attack", "apply_commit", "apply_probe", "attack_orders", "check_attack", "check_probe",
    "odds", "preview_commit", "probe_orders", "targets",
]  # fmt: skip


def attack_orders(state: AfcentState, side: int, unit: int) -> list[Order]:
    """List attacks of a unit: alone, with its stack, and with all that can join; players may name others."""
    fit = able(state, side)
    if not fit >> unit & 1:
        return []
    scenario = state.scenario
    label, ids, around = scenario.label, scenario.ids, scenario.grid.around
    fit = attack_partners(state, unit, fit)
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
    """List probing attacks of a unit: alone and with its stack; players may name others."""
    fit = able(state, side)
    if not fit >> unit & 1:
        return []
    scenario = state.scenario
    stack = state.here[state.at[unit]] & attack_partners(state, unit, fit)
    return [
        Order("probe", scenario.label(target), scenario.ids(group))
        for target in bits(probes_of(state, unit))
        for group in sorted({1 << unit, probing(state, stack, target)})
        if room_for(state, group, target)
    ]


# -- legality --------------------------------------------------------------------------------------


def check_attack(state: AfcentState, side: int, order: Order) -> Illegal | None:
    """Return why units cannot attack a hex together."""
    target, units = _named(state, order)
    if target is None or not units:
        return Illegal("notation", "name the hex and the attackers: attack 3237 A,B")
    if not state.held[1 - side] >> target & 1:
        return Illegal("11.0-adjacent", "there is no enemy unit in {hex}", hex=order.target)
    if not fresh(state, side) >> target & 1:
        return Illegal("11.3-defend", "all units in {hex} have been attacked in this phase", hex=order.target)
    return _check_force(state, side, units, target)


def check_probe(state: AfcentState, side: int, order: Order) -> Illegal | None:
    """Return why units cannot make a probing attack into a hex [11.12]."""
    scenario = state.scenario
    target, units = _named(state, order)
    if target is None or not units:
        return Illegal("notation", "name the hex and the units: probe 3237 A,B")
    if (state.held[0] | state.held[1]) >> target & 1:
        return Illegal("8.3", "{hex} is occupied", hex=order.target)
    if not zone(state, 1 - side) >> target & 1:
        return Illegal("11.12-where", "{hex} is not in an enemy ZOC", hex=order.target)
    refusal = _check_force(state, side, units, target)
    if refusal:
        return refusal
    for c in bits(units & state.probed):
        return Illegal(
            "11.12-once",
            "{unit} has already made a probing attack in this phase",
            unit=scenario.counter_ids[c],
        )
    if not scenario.firm >> target & 1:
        return Illegal("13.2-lake", "units cannot enter {hex}", hex=order.target)
    if not room_for(state, units, target):
        return Illegal("11.10-limits", "these units cannot stack in {hex}", hex=order.target)
    return None


def _named(state: AfcentState, order: Order) -> tuple[Hex | None, CounterSet]:
    scenario = state.scenario
    target = scenario.grid.find(order.target) if order.target and not order.path else None
    return target, mask_of(scenario.index[id_] for id_ in order.units)


def _check_force(state: AfcentState, side: int, units: CounterSet, target: Hex) -> Illegal | None:
    """Return why units cannot attack or probe a hex together."""
    scenario = state.scenario
    for c in bits(units):
        id_ = scenario.counters[c].id
        refusal = _check_fighter(state, side, c)
        if refusal:
            return refusal
        if not scenario.grid.around[state.at[c]] >> target & 1:
            return Illegal(
                "11.0-adjacent", "{unit} is not adjacent to {hex}", unit=id_, hex=scenario.label(target)
            )
        if attack_partners(state, c, units) != units:
            return Illegal(
                "10.6.1-pact", "Pact heliborne units can attack only with heliborne units of their nation"
            )
    return None


def _check_fighter(state: AfcentState, side: int, unit: int) -> Illegal | None:
    """Return why a unit cannot attack now."""
    scenario = state.scenario
    id_, bit = scenario.counters[unit].id, 1 << unit
    if able(state, side) & bit:
        return None
    if not scenario.units_of[side] & bit:
        return Illegal("11.0-adjacent", "{unit} is not one of your units", unit=id_)
    if state.at[unit] < 0:
        return Illegal("11.0-adjacent", "{unit} is not on the map", unit=id_)
    if scenario.defence_only & bit:
        rule = "11.0-static-attack" if scenario.static & bit else "2.2-defence-only"
        return Illegal(rule, "{unit} can only defend", unit=id_)
    if state.landed & bit:
        return Illegal("12.4.1.k", "{unit} dropped this turn and cannot attack", unit=id_)
    question = momentum(state)
    if question is None:
        if state.fought & bit:
            return Illegal("11.3-attack", "{unit} has already attacked in this phase", unit=id_)
        return Illegal("11.0-adjacent", "{unit} is not adjacent to an enemy unit", unit=id_)
    if unit not in question.units:
        return Illegal("11.11-who", "{unit} did not advance; attack with units that did, or pass", unit=id_)
    return Illegal("11.11-once", "{unit} has already made a momentum attack this turn", unit=id_)


# -- fighting --------------------------------------------------------------------------------------


def odds(state: AfcentState, side: int, order: Order) -> Explanation:
    """Explain an attack without support."""
    target, units = _named(state, order)
    assert target is not None
    return preview_attack(state, battle(state, side, target, units, momentum(state) is not None))


def apply_attack(state: AfcentState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Begin a battle; both sides may commit support before it is rolled [11.4-before]."""
    target, units = _named(state, order)
    assert target is not None
    fight = battle(state, side, target, units, _begin(state, units))
    state.attacked |= fight.defenders
    ask(state, support.waiting(fight))
    if not support.call_for_support(state, fight):
        return _fight(state, dice)
    scenario = state.scenario
    return [
        Attacked(
            side=scenario.sides[side],
            units=scenario.ids(fight.attackers),
            hexes=(order.target,),
            rule="11.11-who" if fight.momentum else "11.2-many",
        )
    ]


def _begin(state: AfcentState, units: CounterSet) -> bool:
    """Mark units as having attacked; return whether they use their momentum attack [R-NUR-21]."""
    state.fought |= units
    if momentum(state) is None:
        return False
    state.questions.pop()
    state.surged |= units
    return True


def apply_commit(state: AfcentState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Pledge the support of a side; when both have pledged, resolve the battle [11.4-secret]."""
    events = support.pledge(state, side, order)
    return events if support.pledging(state) else [*events, *_fight(state, dice, pledged=True)]


def _fight(state: AfcentState, dice: Roller, pledged: bool = False) -> list[Event]:
    """Reveal the support, resolve the battle and put the resulting questions on the stack [11.6].

    Once a side has pledged, even nothing, the reveal is final [11.4-secret].
    """
    scenario = state.scenario
    fight: Battle = support.battle_of(state.questions.pop())
    pledges, events = support.reveal(state, fight)
    reckoning = reckon(state, fight, pledges)
    result, die = resolve(state, fight, reckoning, dice)
    events.append(
        BattleFought(
            side=scenario.sides[fight.side],
            units=scenario.ids(fight.attackers),
            hexes=(scenario.label(fight.target),),
            dice=(die,) if die else (),
            odds=odds_of(reckoning.rung),
            drm=reckoning.drm,
            result=result,
            battle=battle_facts(state, fight, reckoning, result),
            rule=RESULTS[result],
            final=bool(die) or pledged,
        )
    )
    results.apply_result(state, fight, result, events)
    return events


def apply_probe(state: AfcentState, side: int, order: Order) -> list[Event]:
    """Advance into an empty hex of an enemy ZOC; momentum may follow [11.12-move, 11.12-momentum]."""
    scenario = state.scenario
    target, units = _named(state, order)
    assert target is not None
    _begin(state, units)
    state.probed |= units
    name, ids = scenario.sides[side], scenario.ids(units)
    events: list[Event] = [Probed(side=name, units=ids, hexes=(order.target,), rule="11.12-move")]
    results.advance_by_probe(state, units, target, events)
    return events
