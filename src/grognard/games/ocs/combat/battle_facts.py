"""Chapters 9.7–9.13: a combat as data: its odds, and what each result does to the two forces."""

from __future__ import annotations

from grognard.core.contract.battles import Effect, Odds, Shift
from grognard.core.contract.counters import CounterSet
from grognard.games.ocs.combat.combat_table import decode
from grognard.games.ocs.combat.strength import OddsCalculation
from grognard.games.ocs.model.battle import Fight
from grognard.games.ocs.model.state import OcsState


def odds_facts(calculation: OddsCalculation) -> Odds:
    """Return the odds of a combat and the modifiers of its rolls [9.6, 9.7, 16.0d]."""
    attack, defence = calculation.totals
    own, theirs = calculation.ratings
    shifts = [
        Shift(f"attacker AR {own}", f"{own:+d}", "9.6.1", "attacker"),
        Shift(f"defender AR {theirs}", f"{-theirs:+d}", "9.6.1", "defender"),
    ]
    if calculation.hedgehog:
        shifts.append(Shift("hedgehog", f"{-calculation.hedgehog:+d}", "16.0d.1", "defender"))
    return Odds(
        ratio=calculation.heading,
        attack=float(attack),
        defence=float(defence),
        shifts=tuple(shifts),
        drm=calculation.drm - calculation.hedgehog,
    )


def effects_of(state: OcsState, fight: Fight, code: str, *, attacking: bool) -> tuple[Effect, ...]:
    """Return what a result of the Combat Table does, for one of the two sides [9.10]."""
    result = decode(code)
    ours, theirs = fight.attackers, fight.defenders
    return (
        *_effects(state, theirs, result.d_loss, result.d_option, own=not attacking, disorganized=result.d_dg),
        *_effects(state, ours, result.a_loss, result.a_option, own=attacking),
        *((Effect(kind="exploit", own=attacking, count=result.exploit_ar),) if result.exploit_ar else ()),
    )


def _effects(
    state: OcsState, units: CounterSet, loss: int, option: int, *, own: bool, disorganized: bool = False
) -> list[Effect]:
    """Return what one force suffers: steps, then a retreat or more steps, then disorganization [9.10]."""
    ids, found = state.scenario.ids(units), list[Effect]()
    if loss:
        found.append(Effect(kind="step-loss", own=own, units=ids, count=loss))
    if option:
        found.append(Effect(kind="option", own=own, units=ids, count=option))
    if disorganized:
        found.append(Effect(kind="disorganized", own=own, units=ids))
    return found
