"""Chapter 9: the preview of a battle and the facts on its card: odds, and what results do to the units."""

from __future__ import annotations

from grognard.core.contract.battles import Battle, Effect, Odds, Shift, verdict_of
from grognard.core.contract.counters import CounterSet
from grognard.core.contract.explanation import Explanation, Line
from grognard.core.dice import every_roll
from grognard.core.english import plural
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.core.text import Text
from grognard.games.kit.outcomes import outcomes, risk
from grognard.games.strike_force_one.model.state import SfoState
from grognard.games.strike_force_one.results import retreat_hexes
from grognard.games.strike_force_one.sentences import column_title, effect_text
from grognard.games.strike_force_one.strength import (
    breaks_through,
    column,
    resolve,
    rolls_twice,
    strength_lines,
    support,
)


def preview_attack(state: SfoState, side: int, target: Hex, attackers: CounterSet) -> Explanation:
    """Explain a battle: its odds, the exact probability of its results, and what they do to these units."""
    scenario = state.scenario
    lines = strength_lines(state, side, target, attackers)
    at_column, twice = column(state, lines), rolls_twice(state, side, target)
    chances: dict[str, float] = {}
    for chance in every_roll(lambda dice: resolve(state, at_column, twice, dice)):
        result, _ = chance.result
        chances[result] = chances.get(result, 0.0) + chance.probability
    if twice:
        lines.append(Line("Spetsnaz: two dice, the lower counts", "", "7.1-expert-spetsnaz-roll"))
    found = outcomes(
        {result: chances[result] for result in scenario.results if result in chances},
        lambda result: effect_text(
            scenario.results[result], breaks_through(state, target, attackers, result)
        ),
        lambda result: effects_of(state, side, target, attackers, result),
    )
    spent = plural(attackers.bit_count(), "company", "companies")
    return Explanation(
        f"attack on {scenario.grid.label(target)}",
        tuple(lines),
        column_title(scenario.measure, scenario.combat["columns"][at_column]),
        found,
        odds=odds_of(state, side, target, attackers),
        cost=Text(f"{spent} cannot attack again this turn").parts,
        risk=risk(found),
    )


def odds_of(state: SfoState, side: int, target: Hex, attackers: CounterSet) -> Odds:
    """Return the odds: in the Basic game the number of attackers, otherwise the difference of strengths."""
    scenario = state.scenario
    value = scenario.combat["columns"][column(state, strength_lines(state, side, target, attackers))]
    if scenario.level == "basic":
        return Odds(ratio=f"{value}:1", attack=attackers.bit_count(), defence=1)
    shifts = [
        Shift(scenario.counters[chit].title, f"+{scenario.offence[chit]}", "9-expert-support", "attacker")
        for chit in support(state, side, target)
        if scenario.offence[chit]
    ]
    if bonus := scenario.defence_bonus[target]:
        shifts.append(Shift("forest", f"-{bonus}", "9-advexp-forest", "defender"))
    attack = sum(scenario.offence[c] for c in bits(attackers))
    defence = sum(scenario.defence[c] for c in bits(state.here[target]))
    start = f"{attack - defence:+d}" if shifts else ""
    return Odds(ratio=f"{value:+d}", attack=attack, defence=defence, start=start, shifts=tuple(shifts))


def effects_of(
    state: SfoState, side: int, target: Hex, attackers: CounterSet, result: str
) -> tuple[Effect, ...]:
    """Return what a result does to the units in a battle, for the attacker [9.1, 9.2]."""
    effect = state.scenario.results[result]
    defenders = state.here[target]
    beaten = bool(effect.get("defender-loses") or effect.get("defender-retreats"))
    through = 2 if breaks_through(state, target, attackers, result) else 1
    found = [
        *_losses(state, defenders, effect.get("defender-loses", 0), own=False),
        *_losses(state, attackers, effect.get("attacker-loses", 0), own=True),
    ]
    if effect.get("defender-retreats"):
        found += _retreats(state, defenders, effect.get("defender-loses", 0), through, own=False)
    if effect.get("attacker-retreats"):
        found += _retreats(state, attackers, effect.get("attacker-loses", 0), 1, own=True)
    if beaten and effect.get("attacker-loses", 0) < attackers.bit_count():
        found.append(Effect(kind="take", own=True, hex=state.scenario.grid.label(target)))
    return tuple(found)


def _losses(state: SfoState, units: CounterSet, due: int, *, own: bool) -> list[Effect]:
    """Return the loss of some units, or of all if there are no more [9-chart-e1]."""
    if not due:
        return []
    ids = state.scenario.ids(units)
    if due >= len(ids):
        return [Effect(kind="eliminated", own=own, units=ids)]
    return [Effect(kind="unit-loss", own=own, units=ids, count=due)]


def _retreats(state: SfoState, units: CounterSet, lost: int, hexes: int, *, own: bool) -> list[Effect]:
    """Return the retreat of the rest, and the elimination of those without a retreat [9.2-all-none]."""
    if lost >= units.bit_count():
        return []
    trapped = mask_of(c for c in bits(units) if not retreat_hexes(state, c))
    ids = state.scenario.ids
    found = []
    if units & ~trapped:
        found.append(Effect(kind="retreat", own=own, units=ids(units & ~trapped), count=hexes))
    if trapped:
        found.append(Effect(kind="eliminated", own=own, units=ids(trapped), trapped=True))
    return found


def battle_facts(state: SfoState, side: int, target: Hex, attackers: CounterSet, result: str) -> Battle:
    """Return the facts on the card of a battle, before its result is applied."""
    scenario = state.scenario
    at_column = column(state, strength_lines(state, side, target, attackers))
    results: list[str] = [row[at_column] for row in scenario.combat["rows"]]
    means = {
        face: verdict_of(effects_of(state, side, target, attackers, face)) for face in {result, *results}
    }
    return Battle(
        target=scenario.grid.label(target),
        origins=tuple(dict.fromkeys(scenario.grid.label(state.at[c]) for c in bits(attackers))),
        attackers=scenario.ids(attackers),
        defenders=scenario.ids(state.here[target]),
        odds=odds_of(state, side, target, attackers),
        verdict=means[result],
        faces=tuple(means[face] for face in results),
    )
