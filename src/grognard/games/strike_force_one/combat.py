"""Chapter 9: who may attack what, the strength of a battle, and its result."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line, Outcome
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.dice import Roller, every_roll
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.kit.legality import FlagRule, flag_refusal
from grognard.games.strike_force_one.state import SfoState


def able(state: SfoState, side: int) -> CounterSet:
    """Units that may still attack: once a turn, not disrupted, and at night not after a move [9]."""
    scenario = state.scenario
    idle = state.fought | state.disrupted
    if state.turn == scenario.night_turn:
        idle |= state.moved
    return scenario.units_of[side] & ~idle


def groups(state: SfoState, target: Hex, fit: CounterSet) -> list[CounterSet]:
    """Units that may attack a hex, by the hex they are in: stacks fight as a whole [9-advexp-attstack]."""
    here = state.here
    return [units for h in state.scenario.grid.adjacent[target] if (units := here[h] & fit)]


def targets(state: SfoState, side: int, fit: CounterSet) -> HexSet:
    """Enemy-held hexes next to units that may attack [9-all-adjacent]."""
    around, at = state.scenario.grid.around, state.at
    near = 0
    for c in bits(fit):
        if at[c] >= 0:
            near |= around[at[c]]
    return near & state.held[1 - side]


def support(state: SfoState, side: int, target: Hex) -> list[int]:
    """Support chits of a side on a hex that have not helped a battle yet [7.1]."""
    return [
        chit
        for chit in state.scenario.chits_of[side].values()
        if state.at[chit] == target and not state.fought >> chit & 1
    ]


def needed(state: SfoState, side: int, target: Hex) -> int:
    """The offence that attackers must bring for a difference of at least 0 [9-advexp-negative]."""
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
    """Every legal attack, or every one in which a unit takes part."""
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
    """Whether some legal attack includes this unit: with everybody's help is enough to know."""
    offence = state.scenario.offence
    for target in bits(state.scenario.grid.around[state.at[unit]] & state.held[1 - side]):
        total = sum(offence[c] for group in groups(state, target, fit) for c in bits(group))
        if total >= needed(state, side, target):
            return True
    return False


def ready(state: SfoState, side: int) -> CounterSet:
    """Those of the able who have somebody to attack."""
    fit = able(state, side)
    near = targets(state, side, fit)
    if not near:
        return 0
    beside, at = state.scenario.grid.spread(near), state.at
    return mask_of(
        c for c in bits(fit) if at[c] >= 0 and beside >> at[c] & 1 and can_attack(state, side, c, fit)
    )


# -- the strength of a battle --------------------------------------------------------------------


def account(state: SfoState, side: int, target: Hex, attackers: CounterSet) -> list[Line]:
    """Every number of a battle with its rule; their sum is the column of the combat table."""
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
    """Which column of the table is used; above the last one, the last [R-SFO-16]."""
    columns: list[int] = state.scenario.combat["columns"]
    total = sum(int(line.value) for line in lines)
    return min(total, columns[-1]) - columns[0]


def resolve(state: SfoState, at_column: int, twice: bool, dice: Roller) -> tuple[str, tuple[int, ...]]:
    """Roll for a battle: the result and the dice. With Spetsnaz two dice, and the lower one counts."""
    rolled: tuple[int, ...] = (dice.roll("battle"),)
    if twice:  # whether or not the Soviets like it [7.1-expert-spetsnaz-roll]
        rolled += (dice.roll("battle, Spetsnaz"),)
    result: str = state.scenario.combat["rows"][min(rolled) - 1][at_column]
    return result, rolled


def rolls_twice(state: SfoState, side: int, target: Hex) -> bool:
    """Whether Spetsnaz help in this battle."""
    kinds = {state.scenario.counters[chit].kind for chit in support(state, side, target)}
    return "spetsnaz" in kinds


def preview_attack(state: SfoState, side: int, target: Hex, attackers: CounterSet) -> Explanation:
    """The account of a battle and the exact chances of its results, by the resolver that fights it."""
    lines = account(state, side, target, attackers)
    at_column, twice = column(state, lines), rolls_twice(state, side, target)
    chances: dict[str, float] = {}
    for chance in every_roll(lambda dice: resolve(state, at_column, twice, dice)):
        result, _ = chance.result
        chances[result] = chances.get(result, 0.0) + chance.probability
    if twice:
        lines.append(Line("Spetsnaz: two dice, the lower counts", "", "7.1-expert-spetsnaz-roll"))
    shown = state.scenario.combat["columns"][at_column]
    basic = state.scenario.level == "basic"
    effects = state.scenario.results
    return Explanation(
        f"attack on {state.scenario.grid.label(target)}",
        tuple(lines),
        plural(shown, "attacker") if basic else f"difference {shown:+d}",
        tuple(Outcome(r, chances[r], effects[r]["says"]) for r in effects if r in chances),
    )


# -- fighting --------------------------------------------------------------------------------------


def apply_attack(state: SfoState, side: int, target: Hex, attackers: CounterSet, dice: Roller) -> list[Event]:
    """Fight a battle: roll, then leave the questions that follow on the stack, the last one first."""
    scenario = state.scenario
    lines = account(state, side, target, attackers)
    at_column, twice = column(state, lines), rolls_twice(state, side, target)
    result, rolled = resolve(state, at_column, twice, dice)
    effect = scenario.results[result]
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
    shown = scenario.combat["columns"][at_column]
    versus = plural(shown, "attacker") if scenario.level == "basic" else f"difference {shown:+d}"
    rolls = f"{'dice' if len(rolled) > 1 else 'die'} {' and '.join(map(str, rolled))}"
    return [
        Event(
            "battle",
            "{units} attack {hex}, {note}" if len(attacking) > 1 else "{units} attacks {hex}, {note}",
            side=scenario.sides[side],
            units=scenario.ids(attackers),
            hexes=(scenario.grid.label(target),),
            dice=rolled,
            rule=effect["rule"],
            note=f"{versus}, {rolls}: {result}, {effect['says']}",
            final=True,
        )
    ]


def breaks_through(state: SfoState, target: Hex, attackers: CounterSet, result: str) -> bool:
    """In the open: a tank attacked a clear hex and the defender must give way [9.2-expert-open-trigger]."""
    scenario = state.scenario
    return bool(
        scenario.in_the_open
        and attackers & scenario.tanks
        and scenario.clear >> target & 1
        and result in ("EX", "DR", "DE")
    )


# -- why not? --------------------------------------------------------------------------------------


def check_attack(state: SfoState, side: int, target: Hex | None, units: list[int]) -> Illegal | None:
    """Whether these units may attack that hex together."""
    scenario = state.scenario
    if target is None or not units:
        return Illegal("notation", "say the hex and the attackers, as in: attack 0506 SA,SB")
    label = scenario.grid.label(target)
    if not state.held[1 - side] >> target & 1:
        return Illegal("9-all-adjacent", f"there is no enemy unit in {label}")
    for c in units:
        refusal = _check_attacker(state, side, target, c)
        if refusal:
            return refusal
    mask = sum(1 << c for c in set(units))
    for group in groups(state, target, able(state, side)):
        if group & mask and group & ~mask:
            absent = ", ".join(scenario.ids(group & ~mask))
            return Illegal("9-advexp-attstack", f"a stack attacks as a whole: {absent} must join in")
    least = needed(state, side, target)
    total = sum(scenario.offence[c] for c in bits(mask))
    if scenario.level != "basic" and total < least:
        return Illegal("9-advexp-negative", f"the strength difference would be {total - least}")
    return None


IDLE = (
    FlagRule("fought", "9-all-single", "{unit} has already attacked this turn"),
    FlagRule("disrupted", "7.1-expert-friction-effect", "{unit} is disrupted and cannot attack"),
)
"""What keeps a unit from attacking."""


def _check_attacker(state: SfoState, side: int, target: Hex, unit: int) -> Illegal | None:
    scenario = state.scenario
    id_ = scenario.counters[unit].id
    if unit >= scenario.unit_count:
        return Illegal("9-expert-support", f"{id_} only helps others; leave it out of the order")
    if scenario.side_of[unit] != side:
        return Illegal("2-all-passive", f"{id_} is not yours")
    if state.at[unit] < 0:
        return Illegal("9.1-all-removed", f"{id_} is not on the map")
    if not scenario.grid.around[target] >> state.at[unit] & 1:
        return Illegal("9-all-adjacent", f"{id_} is not next to {scenario.grid.label(target)}")
    if refusal := flag_refusal(state, unit, IDLE):
        return refusal
    if not able(state, side) >> unit & 1:
        return Illegal("9-expert-night", f"{id_} has moved tonight and cannot attack")
    return None
