"""Chapter 9.2: combat previews with every number, its rule and the exact probabilities.

Before the defender decides, previews assume what the attacker must expect: combat supply if the defender
can pay for it, his best unit leading, and the terrain that is best for him.
"""

from __future__ import annotations

from fractions import Fraction

from grognard.core.contract.decisions import Question
from grognard.core.contract.explanation import Explanation, Line
from grognard.core.contract.orders import Order
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.text import Text
from grognard.games.kit.outcomes import outcomes, risk
from grognard.games.ocs.combat import defence, overrun
from grognard.games.ocs.combat.attack import attack_payment, fight_of, is_empty_target
from grognard.games.ocs.combat.battle_facts import effects_of, odds_facts
from grognard.games.ocs.combat.combat_table import Result, decode, result_probabilities
from grognard.games.ocs.combat.results import current_combat
from grognard.games.ocs.combat.strength import OddsCalculation, UnitStrength, calculate_odds, total_strength
from grognard.games.ocs.model.battle import Fight
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.supply import payment


def preview_attack(state: OcsState, order: Order) -> Explanation:
    """Explain the cost and odds of an attack or overrun."""
    if is_empty_target(state, state.scenario.hex(order.target)):
        return _preview_empty(state, order)
    fight = defence.expected_combat(state, fight_of(state, state.side, order))
    lines, afterwards = [], state
    if fight.overrun:
        fueling = overrun.fueling_of(state, order)
        if not isinstance(fueling, Illegal) and (fueling.payment.tokens or fueling.payment.stocks):
            lines.append(Line("fuel", payment.described(state, fueling.payment), "12.5b.2"))
            afterwards = overrun.with_fuel_paid(state, fueling)
    supply = attack_payment(afterwards, order)
    if not isinstance(supply, Illegal):
        lines.append(Line("combat supply", payment.described(state, supply), "9.2-2"))
    verb = "overrun" if fight.overrun else "attack"
    return explain_combat(state, fight, f"{verb} on {order.target}", lines)


def _preview_empty(state: OcsState, order: Order) -> Explanation:
    """Explain the cost of an attack on an empty hex, for which no dice are rolled [21.8b]."""
    supply = attack_payment(state, order)
    lines = [] if isinstance(supply, Illegal) else [payment.described(state, supply)]
    explained = tuple(Line("combat supply", line, "21.8b.1") for line in lines)
    return Explanation(f"attack on {order.target}", explained, "empty: the units can advance")


def preview_defence(state: OcsState, question: Question, order: Order) -> Explanation:
    """Explain the combat that an answer of the defender leads to."""
    fight = current_combat(state)
    supply = defence.defence_payment(state, fight, order.words)
    guard = state.scenario.index[order.units[0]]
    fight = defence.with_defender_choices(state, fight, guard, fight.defenders & ~supply.unpaid, order.words)
    lines = [Line("combat supply", payment.described(state, supply), "9.2-2")]
    title = f"defence of {state.scenario.label(question.hex)}"
    return explain_combat(state, fight, title, lines, attacking=False)


def explain_combat(
    state: OcsState, fight: Fight, title: str, before: list[Line], *, attacking: bool = True
) -> Explanation:
    """Explain a combat for which everything is decided: strengths, odds, ratings, probabilities.

    Its outcomes are seen from the attacker's or the defender's side. `before` lists what it costs.
    """
    calculation = calculate_odds(state, fight)
    likely = result_probabilities(calculation.column, calculation.drm, calculation.hedgehog, fight.overrun)
    found = outcomes(
        likely,
        lambda code: in_words(decode(code)),
        lambda code: effects_of(state, fight, code, attacking=attacking),
    )
    lines = [
        *before,
        *_strength_lines(state, calculation.attack, "total attack"),
        *_strength_lines(state, calculation.defence, "total defence"),
        *_roll_lines(state, fight, calculation),
    ]
    return Explanation(
        title,
        tuple(lines),
        f"{calculation.heading}, {calculation.drm:+d}",
        found,
        odds=odds_facts(calculation),
        cost=Text("; ".join(f"{line.label}: {line.value}" for line in before)).parts if before else (),
        risk=risk(found),
    )


def _strength_lines(state: OcsState, strengths: tuple[UnitStrength, ...], sum_: str) -> list[Line]:
    lines = []
    for unit_strength in strengths:
        lines.append(Line(state.scenario.called[unit_strength.unit], str(unit_strength.printed), "5.2.4"))
        lines += [
            Line(f"  {factor.label}", f"x{factor.times}", factor.rule) for factor in unit_strength.factors
        ]
    return [*lines, Line(sum_, _number(total_strength(strengths)), "4.2.1")]


def _roll_lines(state: OcsState, fight: Fight, calculation: OddsCalculation) -> list[Line]:
    called = state.scenario.called
    attack, defence_ = calculation.totals
    # the defender knows the announced rating, not the unit [4.9b, R-OCS-152]
    leader = called[fight.lead] if fight.announced is None else "attacker"
    lines = [
        Line(
            f"odds in {calculation.line} terrain",
            calculation.heading,
            "9.7a" if attack and defence_ else "9.14a.1",
        ),
        Line(f"Action Rating, {leader}", f"{calculation.ratings[0]:+d}", "9.6.1"),
        Line(f"Action Rating, {called[fight.guard]}", f"{-calculation.ratings[1]:+d}", "9.6.1"),
    ]
    if calculation.hedgehog:
        lines.append(Line("hedgehog, combat roll", f"{-calculation.hedgehog:+d}", "16.0d.1"))
        lines.append(Line("hedgehog, Surprise roll", "-1", "16.0d.2"))
    return lines


def _number(value: Fraction) -> str:
    """Format a strength.

    >>> _number(Fraction(7, 2)), _number(Fraction(5))
    ('3.5', '5')
    """
    return f"{float(value):g}"


def in_words(result: Result) -> str:
    """Return what a result means.

    >>> in_words(decode("Ao1e4/DL1o2"))
    'attacker: option 1, AR 4+ can exploit; defender: 1 step, option 2'
    """
    attacker = [plural(result.a_loss, "step")] if result.a_loss else []
    attacker += [f"option {result.a_option}"] if result.a_option else []
    attacker += [f"AR {result.exploit_ar}+ can exploit"] if result.exploit_ar else []
    defender = [plural(result.d_loss, "step")] if result.d_loss else []
    defender += [f"option {result.d_option}"] if result.d_option else []
    defender += ["disorganized"] if result.d_dg else []
    return f"attacker: {', '.join(attacker) or 'no effect'}; defender: {', '.join(defender) or 'no effect'}"
