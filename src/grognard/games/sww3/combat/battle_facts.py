"""Chapters 12.19–12.22: a battle as data: its odds, and what each result does to the units in it."""

from __future__ import annotations

from grognard.core.contract import battles
from grognard.core.contract.battles import Effect, Odds, verdict_of
from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.kit.odds import odds_of
from grognard.games.sww3.combat.retreats import outside_enemy_zoc, retreat_hexes
from grognard.games.sww3.combat.strength import Battle, BattleOdds, crt, in_city
from grognard.games.sww3.model.state import Sww3State

FACES = 6


def final_odds(odds: BattleOdds) -> str:
    """Return the odds after all shifts, such as 3:1."""
    if odds.attack and odds.defence:
        return odds_of(odds.final)
    return f"{odds.attack}:{odds.defence}"


def odds_facts(odds: BattleOdds) -> Odds:
    """Return the odds of a battle with its shifts [12.7, 12.10]."""
    counted = odds.attack and odds.defence
    return Odds(
        ratio=final_odds(odds),
        attack=odds.attack,
        defence=odds.defence,
        start=odds_of(odds.plain) if counted and odds.final != odds.plain else "",
        shifts=shift_facts(odds),
    )


def shift_facts(odds: BattleOdds) -> tuple[battles.Shift, ...]:
    """Return the column shifts that count [12.10]."""
    return tuple(
        battles.Shift(s.label, f"{s.columns:+d}", s.rule, "attacker" if s.columns > 0 else "defender")
        for s in odds.shifts
        if s.columns
    )


def effects_of(state: Sww3State, fight: Battle, result: str) -> tuple[Effect, ...]:
    """Return what a result does to the units in a battle, for the attacker [12.20]."""
    match result:
        case "DE":
            return _reduction(state, fight, trapped=False)
        case "DR":
            return _retreat(state, fight)
        case "BB":
            return _bloodbath(state, fight)
        case "AL1":
            return (_step_loss(state, fight.attackers, own=True),)
        case "empty":
            return (_take(state, fight),)
    return (Effect(kind="eliminated", own=True, units=state.scenario.ids(fight.attackers)),)  # spent


def _take(state: Sww3State, fight: Battle) -> Effect:
    return Effect(kind="take", own=True, hex=state.scenario.grid.label(fight.target))


def _steps(state: Sww3State, units: CounterSet) -> int:
    return sum(state.steps[c] for c in bits(units))


def _step_loss(state: Sww3State, units: CounterSet, *, own: bool) -> Effect:
    """Return the loss of a step, which eliminates a force that has no other."""
    ids = state.scenario.ids(units)
    if _steps(state, units) == 1:
        return Effect(kind="eliminated", own=own, units=ids)
    return Effect(kind="step-loss", own=own, units=ids, count=1)


def _reduction(state: Sww3State, fight: Battle, *, trapped: bool) -> tuple[Effect, ...]:
    """Return the effects of DE: a step from every defender [12.20-DE, 12.20-DR-none]."""
    ids = state.scenario.ids
    last = mask_of(c for c in bits(fight.defenders) if state.steps[c] == 1)
    found = []
    if last:
        found.append(Effect(kind="eliminated", units=ids(last), trapped=trapped))
    if rest := fight.defenders & ~last:
        found.append(Effect(kind="reduced", units=ids(rest), trapped=trapped))
    elif not state.here.get(fight.target, 0) & ~fight.defenders:
        found.append(_take(state, fight))
    return tuple(found)


def _retreat(state: Sww3State, fight: Battle) -> tuple[Effect, ...]:
    """Return the effects of DR: with a step loss in an enemy ZOC, or as DE without a retreat [12.20-DR]."""
    question = Question("retreat", 1 - fight.side, tuple(bits(fight.defenders)), fight.target)
    hexes = retreat_hexes(state, question)
    if not hexes:
        return _reduction(state, fight, trapped=True)
    found = [Effect(kind="retreat", units=state.scenario.ids(fight.defenders), count=1)]
    if not hexes & outside_enemy_zoc(state, question):
        found.append(_step_loss(state, fight.defenders, own=False))
    return (*found, _take(state, fight))


def _bloodbath(state: Sww3State, fight: Battle) -> tuple[Effect, ...]:
    """Return the effects of a bloodbath: each side loses a step, or more if the attacker continues."""
    found = [_step_loss(state, fight.attackers, own=True), _step_loss(state, fight.defenders, own=False)]
    if _steps(state, fight.defenders) == 1:
        return (*found, _take(state, fight)) if _steps(state, fight.attackers) > 1 else tuple(found)
    if _steps(state, fight.attackers) > 2:
        found.append(Effect(kind="escalate", own=True))
    return tuple(found)


def battle_facts(state: Sww3State, fight: Battle, odds: BattleOdds | None, result: str) -> battles.Battle:
    """Return the facts on the card of a battle, before its result is applied."""
    scenario = state.scenario
    label = scenario.grid.label
    return battles.Battle(
        target=label(fight.target),
        origins=tuple(dict.fromkeys(label(state.at[c]) for c in bits(fight.attackers))),
        attackers=scenario.ids(fight.attackers),
        defenders=scenario.ids(fight.defenders),
        odds=odds_facts(odds) if odds else None,
        verdict=verdict_of(effects_of(state, fight, result)),
        faces=_faces(state, fight, odds) if odds and not odds.automatic else (),
    )


def _faces(state: Sww3State, fight: Battle, odds: BattleOdds) -> tuple[battles.Verdict, ...]:
    """Return what each face of the die means for the attacker; against a city DR is BB [12.16]."""
    table = crt(state, fight.target)
    results = [table.rows[die][odds.final - table.lowest] for die in range(FACES)]
    if in_city(state, fight.target):
        results = ["BB" if result == "DR" else result for result in results]
    means = {result: verdict_of(effects_of(state, fight, result)) for result in set(results)}
    return tuple(means[result] for result in results)
