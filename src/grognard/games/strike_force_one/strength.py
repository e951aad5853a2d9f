"""Chapter 9: the strength of a battle, its column and its result, for previews and battles alike."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.explanation import Line
from grognard.core.dice import Roller
from grognard.core.hexes.grid import Hex, bits
from grognard.games.strike_force_one.model.state import SfoState


def support(state: SfoState, side: int, target: Hex) -> list[int]:
    """Return the unused support chits of a side on a hex [7.1]."""
    return [
        chit
        for chit in state.scenario.chits_of[side].values()
        if state.at[chit] == target and not state.fought >> chit & 1
    ]


def strength_lines(state: SfoState, side: int, target: Hex, attackers: CounterSet) -> list[Line]:
    """List the numbers of a battle with their rules; their sum is the column of the combat table."""
    scenario = state.scenario
    if scenario.level == "basic":
        return [Line(f"{id_} attacks", "1", "9-basic-count") for id_ in scenario.ids(attackers)]
    lines = [
        Line(f"{scenario.counters[c].id} offence", f"+{scenario.offence[c]}", "9-advexp-diff")
        for c in bits(attackers)
    ]
    for chit in support(state, side, target):
        if scenario.offence[chit]:
            title, value = scenario.counters[chit].title, scenario.offence[chit]
            lines.append(Line(title, f"+{value}", "9-expert-support"))
    lines += [
        Line(f"{scenario.counters[c].id} defence", f"-{scenario.defence[c]}", "9-advexp-diff")
        for c in bits(state.here[target])
    ]
    if bonus := scenario.defence_bonus[target]:
        lines.append(Line("defender in forest", f"-{bonus}", "9-advexp-forest"))
    return lines


def column(state: SfoState, lines: list[Line]) -> int:
    """Return the column of the combat table; the last one for higher values [R-SFO-16]."""
    columns: list[int] = state.scenario.combat["columns"]
    total = sum(int(line.value) for line in lines)
    return min(total, columns[-1]) - columns[0]


def resolve(state: SfoState, at_column: int, twice: bool, dice: Roller) -> tuple[str, tuple[int, ...]]:
    """Roll a battle and return the result and the dice; with Spetsnaz the lower of two dice counts."""
    rolled: tuple[int, ...] = (dice.roll("battle"),)
    if twice:  # mandatory [7.1-expert-spetsnaz-roll]
        rolled += (dice.roll("battle, Spetsnaz"),)
    result: str = state.scenario.combat["rows"][min(rolled) - 1][at_column]
    return result, rolled


def rolls_twice(state: SfoState, side: int, target: Hex) -> bool:
    """Return whether Spetsnaz support this battle."""
    kinds = {state.scenario.counters[chit].kind for chit in support(state, side, target)}
    return "spetsnaz" in kinds


def breaks_through(state: SfoState, target: Hex, attackers: CounterSet, result: str) -> bool:
    """Return whether a tank attack in the open breaks through [9.2-expert-open-trigger]."""
    scenario = state.scenario
    return bool(
        scenario.in_the_open
        and attackers & scenario.tanks
        and scenario.clear >> target & 1
        and result in ("EX", "DR", "DE")
    )
