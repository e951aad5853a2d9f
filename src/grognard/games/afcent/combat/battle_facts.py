"""Cases 11.6–11.10: a battle as data: its odds, and what each result does to the units in it."""

from __future__ import annotations

import msgspec

from grognard.core.contract import battles
from grognard.core.contract.battles import Effect, Odds, Shift, verdict_of
from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.hexes.grid import bits
from grognard.games.afcent.combat.results import retreat_hexes
from grognard.games.afcent.combat.strength import Battle, Reckoning, ground_of, table_result
from grognard.games.afcent.model.state import AfcentState
from grognard.games.kit.odds import odds_of

FACES = range(1, 7)


def odds_facts(reckoning: Reckoning) -> Odds:
    """Return the odds of a battle with its DRMs [11.6, 11.8]."""
    shifts = tuple(
        Shift(m.label, f"{m.value:+d}", m.rule, "attacker" if m.value > 0 else "defender")
        for m in reckoning.modifiers
    )
    ratio = odds_of(reckoning.rung)
    return Odds(
        ratio=ratio, attack=reckoning.attack, defence=reckoning.defence, shifts=shifts, drm=reckoning.drm
    )


def effects_of(state: AfcentState, fight: Battle, result: str) -> tuple[Effect, ...]:
    """Return what a result does to the units in a battle, for the attacker [11.9]."""
    attackers, defenders = fight.attackers, fight.defenders
    match result:
        case "AE":
            return (_eliminated(state, attackers, own=True),)
        case "AL":
            return (_loss(state, attackers, own=True),)
        case "EX":
            found = (_loss(state, defenders, own=False), _loss(state, attackers, own=True))
            taken = _alone(state, fight) and defenders.bit_count() == 1 and attackers.bit_count() > 1
            return (*found, _take(state, fight)) if taken else found
        case "DR":
            return _retreat(state, fight)
        case "DL":
            lost = _loss(state, defenders, own=False)
            return (
                (lost, _take(state, fight))
                if _alone(state, fight) and defenders.bit_count() == 1
                else (lost,)
            )
        case "DE":
            gone = _eliminated(state, defenders, own=False)
            return (gone, _take(state, fight)) if _alone(state, fight) else (gone,)
    return ()  # ENG


def effects_for(state: AfcentState, fight: Battle, result: str, side: int) -> tuple[Effect, ...]:
    """Return what a result does to the units in a battle, for either side."""
    found = effects_of(state, fight, result)
    if side == fight.side:
        return found
    return tuple(msgspec.structs.replace(effect, own=not effect.own) for effect in found)


def _alone(state: AfcentState, fight: Battle) -> bool:
    """Whether no other units than the defenders are in the hex [R-NUR-48]."""
    return not state.here.get(fight.target, 0) & ~fight.defenders


def _take(state: AfcentState, fight: Battle) -> Effect:
    return Effect(kind="take", own=True, hex=state.scenario.label(fight.target))


def _eliminated(state: AfcentState, units: CounterSet, *, own: bool, trapped: bool = False) -> Effect:
    return Effect(kind="eliminated", own=own, units=state.scenario.ids(units), trapped=trapped)


def _loss(state: AfcentState, units: CounterSet, *, own: bool) -> Effect:
    """Return the loss of a unit, which is the whole force if there is no other [11.9-choice]."""
    if units.bit_count() == 1:
        return _eliminated(state, units, own=own)
    return Effect(kind="unit-loss", own=own, units=state.scenario.ids(units), count=1)


def _retreat(state: AfcentState, fight: Battle) -> tuple[Effect, ...]:
    """Return the retreat of the defenders, or their elimination without one [11.9-DR]."""
    question = Question("retreat", 1 - fight.side, tuple(bits(fight.defenders)), fight.target)
    static = fight.defenders & state.scenario.static
    rest = fight.defenders & ~static
    found = []
    if rest and retreat_hexes(state, question):
        found.append(Effect(kind="retreat", units=state.scenario.ids(rest), count=1))
    elif rest:
        static |= rest
    if static:
        found.append(_eliminated(state, static, own=False, trapped=True))
    return (*found, _take(state, fight))


def battle_facts(state: AfcentState, fight: Battle, reckoning: Reckoning, result: str) -> battles.Battle:
    """Return the facts on the card of a battle, before its result is applied."""
    scenario = state.scenario
    return battles.Battle(
        target=scenario.label(fight.target),
        origins=tuple(dict.fromkeys(scenario.label(state.at[c]) for c in bits(fight.attackers))),
        attackers=scenario.ids(fight.attackers),
        defenders=scenario.ids(fight.defenders),
        odds=odds_facts(reckoning),
        verdict=verdict_of(effects_of(state, fight, result)),
        faces=() if reckoning.automatic else _faces(state, fight, reckoning),
    )


def _faces(state: AfcentState, fight: Battle, reckoning: Reckoning) -> tuple[battles.Verdict, ...]:
    """Return what each face of the die means for the attacker; a city replaces DR [11.9-DR-city]."""
    retreat = ground_of(state, fight.target).retreat
    results = [table_result(state.scenario, reckoning.rung, die + reckoning.drm) for die in FACES]
    means = {result: verdict_of(effects_of(state, fight, result)) for result in {retreat, *results}}
    return tuple(means[retreat if result == "DR" else result] for result in results)
