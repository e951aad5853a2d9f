"""Chapters 12.7–12.25: the preview of a battle: every number with its rule, and the exact probabilities."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from grognard.core.contract.battles import Odds
from grognard.core.contract.counters import CounterSet
from grognard.core.contract.explanation import Explanation, Line
from grognard.core.dice import every_roll
from grognard.core.english import plural
from grognard.core.hexes.grid import Hex, bits
from grognard.core.text import Text
from grognard.games.kit.odds import odds_of
from grognard.games.kit.outcomes import outcomes, risk
from grognard.games.sww3.combat.battle_facts import effects_of, final_odds, odds_facts, shift_facts
from grognard.games.sww3.combat.strength import (
    Battle,
    BattleOdds,
    Sums,
    attack_quarters,
    attack_strength,
    attack_sums,
    battle,
    compare,
    compute_odds,
    crt,
    defence_strength,
    defence_sums,
    halvings,
    resolve,
    rounded_up,
    shifts,
    soviet_artillery,
)
from grognard.games.sww3.combat.untried_units import Turnout, faces_left, turnouts, untried
from grognard.games.sww3.model.state import Sww3State, attack_of, defence_of
from grognard.games.sww3.support.neutrals import entering, joining_lines, violate

RESULTS = {
    "DE": ("1-step defenders are eliminated, others reduced", "12.20-DE-one"),
    "DR": ("the defender retreats", "12.20-DR-move"),
    "BB": ("bloodbath: each side loses a step", "12.20-BB-both"),
    "AL1": ("the attacker loses a step", "12.20-AL1"),
    "empty": ("no defenders left: the hex is empty", "R-SWW-24"),
    "spent": ("no attackers left: no effect", "R-SWW-24"),
}
"""The effect of each result, and its rule."""


def at_war(state: Sww3State, side: int, target: Hex) -> Sww3State:
    """Return the state once an attack on a hex begins: neutrals have entered the war [R-PIN-05]."""
    if state.neutral >> target & 1:
        state = state.copy()
        violate(state, side, 1 << target)
    return state


def chances(state: Sww3State, side: int, target: Hex, attackers: CounterSet) -> dict[str, float]:
    """Return the exact probability of every result, computed by the battle's own resolver."""
    state = at_war(state, side, target)
    fight = battle(state, side, target, attackers)
    table = crt(state, target)
    found = dict.fromkeys(RESULTS, 0.0)
    battles: dict[tuple[str, int], tuple[BattleOdds, float]] = {}
    """The possible odds, by what the resolver needs of them."""
    attacks = _strengths(turnouts(state, fight, fight.attackers), partial(attack_strength, state, fight))
    defences = _strengths(turnouts(state, fight, fight.defenders), partial(defence_strength, state, fight))
    for (attacking, weak), strong in attacks.items():
        for (defending, shaky), firm in defences.items():
            if not attacking or not defending:
                found["empty" if attacking else "spent"] += sum(strong.values()) * sum(firm.values())
                continue
            left = fight._replace(attackers=attacking, defenders=defending, hollow=(weak, shaky))
            moved = shifts(state, left)
            for attack, likely in strong.items():
                for defence, share in firm.items():
                    odds = compare(table, attack, defence, moved)
                    key = (odds.automatic, 0 if odds.automatic else odds.final)
                    battles[key] = (odds, battles.get(key, (odds, 0.0))[1] + likely * share)
    for odds, share in battles.values():
        for chance in every_roll(partial(resolve, state, target, odds)):
            found[chance.result[0]] += share * chance.probability
    return {result: chance for result, chance in found.items() if chance}


def _strengths(
    turned: dict[Turnout, float], strength: Callable[[int], int]
) -> dict[tuple[CounterSet, bool], dict[int, float]]:
    """Return the probabilities of a side's strength, by the units left and 0-0 units revealed."""
    found: dict[tuple[CounterSet, bool], dict[int, float]] = {}
    known: dict[int, int] = {}
    for turnout, chance in turned.items():
        if turnout.quarters not in known:
            known[turnout.quarters] = strength(turnout.quarters)
        chances = found.setdefault((turnout.left, turnout.hollow), {})
        factors = known[turnout.quarters]
        chances[factors] = chances.get(factors, 0.0) + chance
    return found


def preview_attack(state: Sww3State, side: int, target: Hex, attackers: CounterSet) -> Explanation:
    """Explain a battle, with the exact probabilities of its results."""
    neutrals = joining_lines(state, side, target)
    joining = entering(state, side, 1 << target)
    state = at_war(state, side, target)
    fight = battle(state, side, target, attackers)
    found = outcomes(
        chances(state, side, target, attackers),
        lambda result: RESULTS[result][0],
        lambda result: effects_of(state, fight, result),
    )
    lines = neutrals + _attack_lines(state, fight) + _defence_lines(state, fight)
    odds = compute_odds(state, fight)
    if untried(state, fight.attackers | fight.defenders):
        lines += _shift_lines(odds)
        total = "known once the untried units are revealed"
        shown = Odds(ratio="?", shifts=shift_facts(odds))
    else:
        lines += _odds_lines(odds) + _shift_lines(odds) + _limit_lines(state, fight, odds)
        total = final_odds(odds)
        shown = odds_facts(odds)
    spent = plural(attackers.bit_count(), "unit")
    return Explanation(
        f"attack on {state.scenario.grid.label(target)}",
        tuple(lines),
        total,
        found,
        odds=shown,
        cost=Text(f"{spent} cannot attack again in this phase").parts,
        risk=risk(found),
        consequence=joining,
    )


# -- line by line ----------------------------------------------------------------------------------


def _attack_lines(state: Sww3State, fight: Battle) -> list[Line]:
    lines = [_factor_line(state, c, "attack", attack_of(state, c)) for c in bits(fight.attackers)]
    lines += _halving_lines(state, fight, attack_sums(state, fight, fight.attackers))
    artillery = soviet_artillery(state, fight.attackers)
    others, used = attack_quarters(state, fight)
    brought = attack_sums(state, fight, artillery).quarters
    if brought > used:
        lines.append(
            Line("artillery in excess of other factors", f"-{_spell(brought - used)}", "12.25-limit")
        )
    return [*lines, Line("total attack", str(rounded_up(others + used)), "12.7")]


def _defence_lines(state: Sww3State, fight: Battle) -> list[Line]:
    lines = [_factor_line(state, c, "defence", defence_of(state, c)) for c in bits(fight.defenders)]
    bystanders = state.here.get(fight.target, 0) & ~fight.defenders
    lines += [
        Line(f"{_name(state, c)} was already attacked in this phase", "0", "R-SWW-14")
        for c in bits(bystanders)
    ]
    sums = defence_sums(state, fight)
    if sums.half:
        lines.append(Line(f"out of supply: {plural(sums.half, 'factor')}", "halved", "9.8-defend"))
    return [*lines, Line("total defence", str(rounded_up(sums.quarters)), "12.7")]


def _factor_line(state: Sww3State, unit: int, what: str, factor: int) -> Line:
    if state.face[unit] >= 0:
        return Line(f"{_name(state, unit)}, {what}", str(factor), "12.7")
    scenario = state.scenario
    case = scenario.theatres[scenario.theatre_at(state.at[unit])].charts["cases"]["untried"]
    column = scenario.attack if what == "attack" else scenario.defence
    values = [column[face][1] for face in faces_left(state, unit)]
    return Line(f"{_name(state, unit)}, untried", f"{min(values)}–{max(values)}", f"{case}-reveal")


def _name(state: Sww3State, unit: int) -> str:
    return state.scenario.called[unit]


def _halving_lines(state: Sww3State, fight: Battle, sums: Sums) -> list[Line]:
    lines = []
    if sums.half:
        dry = sum(
            attack_of(state, c)
            for c in bits(fight.attackers & fight.unsupplied)
            if halvings(state, fight, c) == 1
        )
        if dry:
            lines.append(Line(f"out of supply: {plural(dry, 'factor')}", "halved", "9.8-attack"))
        if wet := sums.half - dry:
            lines.append(Line(f"across a river: {plural(wet, 'factor')}", "halved", "12.15-half"))
    if sums.quarter:
        label = f"out of supply, across a river: {plural(sums.quarter, 'factor')}"
        lines.append(Line(label, "quartered", "R-SWW-04"))
    return lines


def _odds_lines(odds: BattleOdds) -> list[Line]:
    if not odds.attack or not odds.defence:
        return []
    rule = "12.7" if odds.attack >= odds.defence else "12.8"
    return [Line("odds", odds_of(odds.plain), rule)]


def _shift_lines(odds: BattleOdds) -> list[Line]:
    return [Line(s.label, f"{s.columns:+d}" if s.columns else "0", s.rule) for s in odds.shifts]


def _limit_lines(state: Sww3State, fight: Battle, odds: BattleOdds) -> list[Line]:
    """Explain odds beyond the table [12.9]."""
    if not odds.automatic:
        return []
    if not odds.attack or not odds.defence:
        what = "defence" if odds.attack else "attack"
        return [Line(f"no {what} factor: no die", odds.automatic, "R-SWW-03")]
    table = crt(state, fight.target)
    if odds.final > table.highest:
        return [Line(f"above {odds_of(table.highest)}: no die", odds.automatic, "12.9-high")]
    return [Line(f"below {odds_of(table.lowest)}: no die", odds.automatic, "12.9-low")]


def _spell(quarters: int) -> str:
    """Return quarter factors as a decimal."""
    return f"{quarters / 4:g}"
