"""Cases 11.6–11.9 and 13.1: a battle explained line by line, with exact probabilities."""

from __future__ import annotations

from functools import partial

import msgspec

from grognard.core.contract.explanation import Explanation, Line, Outcome
from grognard.core.contract.orders import Order
from grognard.core.dice import every_roll
from grognard.core.english import plural
from grognard.core.hexes.grid import bits, mask_of
from grognard.core.text import Text
from grognard.games.afcent.combat.battle_facts import effects_for, odds_facts
from grognard.games.afcent.combat.strength import (
    NO_SUPPORT,
    Battle,
    Pledges,
    Reckoning,
    attack_from,
    factors,
    over_river,
    reckon,
    resolve,
    stacks,
)
from grognard.games.afcent.combat.support import battle_of, most, pledging
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.afcent.model.state import AfcentState, factor_of
from grognard.games.afcent.sentences import EFFECTS
from grognard.games.kit.odds import odds_of
from grognard.games.kit.outcomes import outcomes, risk

RESULTS = {
    "AE": "11.9-AE",
    "AL": "11.9-AL",
    "ENG": "11.9-ENG",
    "EX": "11.9-EX",
    "DR": "11.9-DR-one",
    "DL": "11.9-DL",
    "DE": "11.9-DE",
}
"""The results with their rules, from the worst for the attacker to the best."""


def chances(state: AfcentState, fight: Battle, pledges: Pledges = NO_SUPPORT) -> dict[str, float]:
    """Return the exact probability of every result with the given support."""
    found = dict.fromkeys(RESULTS, 0.0)
    for chance in every_roll(partial(resolve, state, fight, reckon(state, fight, pledges))):
        found[chance.result[0]] += chance.probability
    return {result: share for result, share in found.items() if share}


def preview_attack(state: AfcentState, fight: Battle) -> Explanation:
    """Explain a battle without support to the attacker."""
    spent = plural(fight.attackers.bit_count(), "unit")
    cost = Text(f"{spent} cannot attack again in this phase").parts
    return msgspec.structs.replace(_explain(state, fight, NO_SUPPORT, fight.side), cost=cost)


def _explain(state: AfcentState, fight: Battle, pledges: Pledges, side: int | None) -> Explanation:
    """Explain a battle with the given support to a side; to neither, describe results in general."""
    reckoning = reckon(state, fight, pledges)
    shares = chances(state, fight, pledges)
    if side is None:
        found = tuple(Outcome(result, share, EFFECTS[result]) for result, share in shares.items())
    else:
        found = outcomes(
            shares, lambda result: EFFECTS[result], lambda result: effects_for(state, fight, result, side)
        )
    lines = [
        *_attack_lines(state, fight, reckoning),
        *_defence_lines(state, fight, reckoning),
        *_odds_lines(state, reckoning),
        *(Line(m.label, f"{m.value:+d}", m.rule) for m in reckoning.modifiers),
        *_support_lines(state, fight, pledges),
    ]
    return Explanation(
        f"attack on {state.scenario.label(fight.target)}",
        tuple(lines),
        summary(reckoning),
        found,
        odds=odds_facts(reckoning),
        risk=() if side is None else risk(found),
    )


def preview_commit(state: AfcentState, order: Order) -> Explanation:
    """Explain the current battle with some markers, as if the other side committed none.

    What the other side has pledged is secret [11.4-secret]. The side that decides is the owner of the
    markers, or the only one that has not yet pledged; while both may pledge none, it is unknown.
    """
    scenario = state.scenario
    markers = mask_of(scenario.index[id_] for id_ in order.units)
    pledges = (markers & scenario.support_of[PACT], markers & scenario.support_of[NATO])
    sides = [side for side in (PACT, NATO) if pledges[side]] or pledging(state)
    return _explain(state, battle_of(state.questions[-1]), pledges, sides[0] if len(sides) == 1 else None)


def summary(reckoning: Reckoning) -> str:
    """Return odds and DRM in words."""
    odds = odds_of(reckoning.rung)
    return odds if reckoning.automatic else f"{odds}, {reckoning.drm:+d}"


# -- line by line ----------------------------------------------------------------------------------


def _attack_lines(state: AfcentState, fight: Battle, reckoning: Reckoning) -> list[Line]:
    lines = []
    for hex_, units in stacks(state, fight.attackers).items():
        lines += [_factor_line(state, c) for c in bits(units)]
        if over_river(state, hex_, fight.target):
            halved = f"{factors(state, units)} → {attack_from(state, hex_, units, fight.target)}"
            lines.append(Line(f"across a river from {state.scenario.label(hex_)}", halved, "11.7-half"))
    return [*lines, Line("total attack", str(reckoning.attack), "11.6-total")]


def _defence_lines(state: AfcentState, fight: Battle, reckoning: Reckoning) -> list[Line]:
    lines = [_factor_line(state, c) for c in bits(fight.defenders)]
    bystanders = state.here[fight.target] & ~fight.defenders
    lines += [
        Line(f"{state.scenario.called[c]} (already attacked in this phase)", "0", "R-NUR-48")
        for c in bits(bystanders)
    ]
    return [*lines, Line("total defence", str(reckoning.defence), "11.6-total")]


def _factor_line(state: AfcentState, unit: int) -> Line:
    return Line(state.scenario.called[unit], str(factor_of(state, unit)), "2.2-factor")


def _odds_lines(state: AfcentState, reckoning: Reckoning) -> list[Line]:
    """Explain the odds, and results beyond the ends of the table [11.6-high, 13.1-low]."""
    rule = "11.6-odds" if reckoning.rung >= 0 else "R-NUR-14"
    lines = [Line("odds", odds_of(reckoning.rung), rule)]
    if reckoning.automatic:
        columns = state.scenario.charts["crt"]["columns"]
        high = reckoning.rung > 0
        label = f"above {columns[-1]}: no roll" if high else f"below {columns[0]}: no roll"
        lines.append(Line(label, reckoning.automatic, "11.6-high" if high else "13.1-low"))
    return lines


def _support_lines(state: AfcentState, fight: Battle, pledges: Pledges) -> list[Line]:
    """Explain what each side without pledges could still commit [11.4-before]."""
    scenario, lines = state.scenario, []
    for side in (fight.side, 1 - fight.side):
        count = 0 if pledges[side] else most(state, fight, side)
        if count:
            sign = "+" if side == fight.side else "-"
            label = f"{scenario.titles[scenario.sides[side]]} support, if committed"
            lines.append(Line(label, f"up to {sign}{count}", "11.4-before"))
    return lines
