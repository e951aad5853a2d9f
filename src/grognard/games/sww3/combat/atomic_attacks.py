"""Chapters 13.1–13.4: who may make an atomic attack, and when. `atomic_effects` resolves it.

The phasing side strikes between its own operations. The other side is asked by the question `halt`
at the start of each Movement and Combat Phase and after every completed operation [R-SWW-19].
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.contract.battles import Effect
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Consequence, Explanation, Line
from grognard.core.contract.orders import Order, OrderPerHex
from grognard.core.contract.state import ask
from grognard.core.dice import Roller, every_roll
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet
from grognard.core.text import Text
from grognard.games.kit.outcomes import outcome
from grognard.games.sww3.combat import results
from grognard.games.sww3.combat.atomic_effects import (
    modifier,
    pending,
    resolve_atomic_attack,
    roll_blast,
    roll_prestige,
    strike_row,
    surcharge,
    theatre_of,
)
from grognard.games.sww3.events import AtomicAttackDeclared
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import Sww3State, cities, controlled
from grognard.games.sww3.support import neutrals


def may_strike(state: Sww3State, side: int) -> Illegal | None:
    """Return why a side cannot make an atomic attack now, or None if it can."""
    scenario = state.scenario
    if state.phase not in ("movement", "combat"):
        return Illegal("13.4-when", "atomic attacks can be made only in Movement and Combat Phases")
    if state.questions and (state.questions[-1].kind != "halt" or state.questions[-1].side != side):
        return Illegal("13.4-finish", "finish the current operation first")
    if side == SOVIET:
        limit = scenario.theatres[state.now.theatre].charts["limits"]["soviet_strikes_per_turn"]
        if state.strikes[SOVIET] >= limit:
            return Illegal(
                "13.2-red",
                "{side} player has already made {attacks} this turn",
                side=scenario.sides[SOVIET],
                attacks=plural(limit, "atomic attack"),
            )
        return None
    if state.turn == 1 and not state.first_use:
        return Illegal("13.1", "on turn 1 the Soviet player must make the first atomic attack")
    if side != state.side and state.struck_at == state.operations:
        return Illegal("13.4-between", "wait until the enemy has completed another operation")
    return None


def open_targets(state: Sww3State, side: int) -> HexSet:
    """Return the legal targets: land, for the Allies not neutral [13.3, R-SWW-20, R-PIN-06]."""
    scenario = state.scenario
    hexes = scenario.land & scenario.theatres[state.now.theatre].hexes
    return hexes & ~state.neutral if side == ALLIED else hexes


def strike_orders(state: Sww3State, side: int) -> Sequence[Order]:
    """Return strikes on enemy units and enemy cities; other hexes can be named."""
    labels = state.scenario.grid.labels
    worthy = state.held[1 - side] | cities(state) & controlled(state, 1 - side)
    return OrderPerHex(worthy & open_targets(state, side), lambda h: Order("strike", labels[h]))


def check_strike(state: Sww3State, side: int, order: Order) -> Illegal | None:
    """Check an atomic attack on a hex."""
    grid = state.scenario.grid
    target = grid.find(order.target) if order.target else None
    if target is None or order.units or order.path:
        return Illegal("notation", "name the hex, for example: strike 5313")
    refusal = may_strike(state, side)
    if refusal or open_targets(state, side) >> target & 1:
        return refusal
    if state.neutral >> target & 1:
        return Illegal("R-PIN-06", "{hex} is neutral", hex=order.target)
    return Illegal("R-SWW-20", "{hex} is at sea or on the other map", hex=order.target)


# -- striking --------------------------------------------------------------------------------------


def apply_strike(state: Sww3State, side: int, order: Order, dice: Roller) -> list[Event]:
    """Make an atomic attack.

    If the Soviets interrupt an Allied phase, the Allies may strike first [13.4].
    """
    target = state.scenario.grid.hex(order.target)
    events: list[Event] = []
    if state.questions:
        state.questions.pop()  # the question that asked for it
    if side == SOVIET and state.side == ALLIED and may_strike(state, ALLIED) is None:
        ask(state, pending(side, target))
        ask(state, Question("halt", ALLIED, (), target))
        name = state.scenario.sides[side]
        return [AtomicAttackDeclared(side=name, hexes=(order.target,), rule="13.4-tie", final=True)]
    if side == ALLIED and state.side == SOVIET:
        state.struck_at = state.operations
    resolve_atomic_attack(state, side, target, dice, events)
    if side == state.side:
        state.asked_at = -1  # the other side may respond
    results.settle(state, dice, events)
    return events


def apply_halt(state: Sww3State, side: int, order: Order, dice: Roller) -> list[Event]:
    """Pass on this atomic attack, or decline all in this phase."""
    state.questions.pop()
    if order.verb == "decline":
        state.standing[side] = True
    events: list[Event] = []
    results.settle(state, dice, events)
    return events


def window(state: Sww3State) -> None:
    """Offer the non-phasing side an atomic attack, once after each operation [13.4, R-SWW-19]."""
    other = 1 - state.side
    if state.questions or state.asked_at == state.operations or state.standing[other]:
        return
    if may_strike(state, other) is None:
        state.asked_at = state.operations
        ask(state, Question("halt", other))


def sentence(state: Sww3State) -> Text:
    """Return the prompt of the question `halt`."""
    scenario, question = state.scenario, state.questions[-1]
    enemy = scenario.sides[1 - question.side]
    if question.hex >= 0:
        return Text(
            "{side} player declares an atomic attack on {hex}: strike first, or pass.",
            side=enemy,
            hex=scenario.grid.label(question.hex),
        )
    return Text(
        "{side} player acts. Make an atomic attack, pass this time, or decline for the phase.", side=enemy
    )


def open_phase(state: Sww3State) -> None:
    """Begin a Movement or Combat Phase: both sides are offered atomic attacks again.

    Operations are counted across phases: no two interruptions fall between the same two [13.4-between].
    """
    state.standing = [False, False]
    state.asked_at = -1


# -- preview ---------------------------------------------------------------------------------------


def odds(state: Sww3State, order: Order) -> Explanation:
    """Explain what an atomic attack costs both sides, with the exact probabilities."""
    target = state.scenario.grid.hex(order.target)
    side = state.questions[-1].side if state.questions else state.side
    terrain, off = modifier(state, target)
    there = state.load.get(target, 0)
    lines = neutrals.joining_lines(state, side, target)
    lines += [Line("two dice", "2–12", "13.5"), Line(terrain, f"{off:+d}", "13.5-table")]
    lines.append(Line("steps in the hex", str(there), "13.6-loss"))
    chances: dict[int, float] = {}
    for chance in every_roll(lambda dice: roll_blast(state, target, dice)):
        steps = min(chance.result[0], there)
        chances[steps] = chances.get(steps, 0.0) + chance.probability
    if side == ALLIED:
        lines += _prestige_lines(state, target)
    units = state.scenario.ids(state.here.get(target, 0))
    outcomes = tuple(
        outcome(
            str(steps),
            chances[steps],
            plural(steps, "step loss", "step losses"),
            _losses(units, steps, there),
        )
        for steps in sorted(chances)
    )
    mean = sum(steps * chance for steps, chance in chances.items())
    return Explanation(
        f"atomic attack on {order.target}",
        tuple(lines),
        f"{mean:.1f} steps",
        outcomes,
        consequence=_consequence(state, side, target, mean),
    )


def _losses(units: tuple[str, ...], steps: int, there: int) -> tuple[Effect, ...]:
    """Return what an atomic attack does to the units in its hex [13.6]."""
    if not steps:
        return ()
    if steps == there:
        return (Effect(kind="eliminated", units=units),)
    return (Effect(kind="step-loss", units=units, count=steps),)


def _consequence(state: Sww3State, side: int, target: Hex, mean: float) -> Consequence:
    """Return what an atomic attack costs and changes for good [13.6, 13.9]."""
    scenario, units = state.scenario, state.here.get(target, 0)
    says = ["There are no units in the hex."]
    if units:
        there = plural(units.bit_count(), "unit")
        says = [f"{there} in the hex: {mean:.1f} steps lost on average. The rest are disrupted."]
    if side == ALLIED:
        says.append(f"US prestige falls by {_prestige_range(state, target)}. You need it to win.")
    elif not state.first_use:
        says.append("From now on the Allied player may use atomic bombs too.")
    joining = neutrals.entering(state, side, 1 << target)
    if joining:
        says.append(joining.says[0])
    says.append("You can't take this back.")
    where = scenario.grid.label(target)
    return Consequence(
        title=f"Make an atomic attack on {where}?",
        says=tuple(says),
        do="Atomic attack",
        units=scenario.ids(units),
        rule="13.3",
    )


def _prestige_range(state: Sww3State, target: Hex) -> str:
    """Return the least and the most prestige that an atomic attack can cost [13.9]."""
    costs = [chance.result[0] for chance in every_roll(lambda dice: roll_prestige(state, target, dice))]
    return f"{min(costs)}–{max(costs)}"


def _prestige_lines(state: Sww3State, target: Hex) -> list[Line]:
    row = strike_row(theatre_of(state, target), state.strikes[ALLIED])
    label = f"atomic attack {state.strikes[ALLIED] + 1} this turn: half a die, rounded {row.round}"
    number = min(row.number, len(_ORDINALS))
    lines = [Line(label, f"+{row.add}" if row.add else "", f"13.9-{_ORDINALS[number - 1]}")]
    kind, extra = surcharge(state, target)
    if extra:
        lines.append(Line(f"un-nuked city ({kind})", f"+{extra}", "13.9-city"))
    return [*lines, Line("prestige lost", _prestige_range(state, target), "13.9-table")]


_ORDINALS = ("first", "second", "third", "fourth")
