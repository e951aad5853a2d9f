"""Chapters 9.2-2 to 9.2-7: the defender chooses supply, leader and terrain, then the combat is resolved."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.core.text import Text
from grognard.games.kit.legality import one_unit
from grognard.games.ocs.combat import results
from grognard.games.ocs.combat.combat_table import Outcome, resolve
from grognard.games.ocs.combat.strength import (
    OddsCalculation,
    attack_rating,
    best_defence_terrain,
    calculate_odds,
    rating,
    terrains_between,
    terrains_in,
    worst_attack_terrain,
)
from grognard.games.ocs.model.battle import Fight
from grognard.games.ocs.model.combat_events import AntiTank, CombatOdds, CombatResult, SurpriseRolled
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.supply import combat_supply, payment
from grognard.games.ocs.supply.payment import Payment

WITHHOLD = "unsupplied"
"""The word that withholds combat supply, from all or from the units named after it [9.5-B.2]."""
SAVE_LOADS = "stocks"
"""The word that saves the loads of Organic Trucks and uses internal stocks instead [12.10a]."""
DEFENDER_TERRAIN = "in"
"""Before a colon: the terrain chosen for the defenders, as in ``in:village`` [9.4c]."""
LEVELS: tuple[AntiTank, ...] = ("none", "light", "heavy")
"""Levels of anti-tank effects by number [9.4e]."""


def ask_defender(state: OcsState, dice: Roller) -> list[Event]:
    """Ask the defender, or answer for him when he has no choice."""
    fight = results.current_combat(state)
    question = Question("defend", 1 - fight.side, hex=fight.target)
    ask(state, question)
    choice = answers(state, question)
    return answer(state, question, choice[0], dice) if len(choice) == 1 else []


def answers(state: OcsState, question: Question) -> list[Order]:
    """List every possible leader, with combat supply if any is available and without [9.6.2, 9.5-B]."""
    fight, names = results.current_combat(state), state.scenario.names
    supplied = combat_supply.defence_supply(state, fight.defenders).unpaid != fight.defenders
    found = []
    for c in bits(fight.defenders):
        if supplied:
            found.append(Order("defend", units=names[c]))
        found.append(Order("defend", units=names[c], words=(WITHHOLD,)))
    return found


# -- the defender's choices ------------------------------------------------------------------------


def units_without_supply(state: OcsState, fight: Fight, words: tuple[str, ...]) -> CounterSet:
    """Return the defenders whose owner withholds combat supply [9.5-B.2, R-OCS-61]."""
    if WITHHOLD not in words:
        return 0
    index = state.scenario.index
    named = [index[word] for word in words[words.index(WITHHOLD) + 1 :] if word in index]
    return mask_of(named) & fight.defenders if named else fight.defenders


def chosen_terrain(state: OcsState, words: tuple[str, ...]) -> tuple[dict[Hex, str], str]:
    """Return the terrain chosen against each attacking hex, and the one for the defenders [9.4b, 9.4c]."""
    against, own = {}, ""
    for word in words:
        where, colon, terrain = word.partition(":")
        if colon and where == DEFENDER_TERRAIN:
            own = terrain
        elif colon:
            against[state.scenario.hex(where)] = terrain
    return against, own


def defence_payment(state: OcsState, fight: Fight, words: tuple[str, ...]) -> Payment:
    """Return what pays for the defence [12.4, R-OCS-61]."""
    index, stores = state.scenario.index, ~state.scenario.combat_units | state.scenario.hqs
    prefer = [index[word] for word in words if word in index and stores >> index[word] & 1]
    return combat_supply.defence_supply(
        state,
        fight.defenders,
        withhold=units_without_supply(state, fight, words),
        prefer=prefer,
        organic=SAVE_LOADS not in words,
    )


def with_defender_choices(
    state: OcsState, fight: Fight, guard: int, supplied: CounterSet, words: tuple[str, ...] = ()
) -> Fight:
    """Return a combat with the defender's choices; terrain not named is the best for him [R-OCS-65]."""
    against, own = chosen_terrain(state, words)
    fight = replace(fight, guard=guard, supplied=supplied)
    fight = replace(
        fight, against=tuple((h, against.get(h, t)) for h, t in worst_attack_terrain(state, fight))
    )
    return replace(fight, ground=own or best_defence_terrain(state, fight))


def expected_combat(state: OcsState, fight: Fight) -> Fight:
    """Return the combat an attacker must expect: defenders in supply if possible, led by their best unit."""
    supply = combat_supply.defence_supply(state, fight.defenders)
    guard = max(bits(fight.defenders), key=lambda c: rating(state, c))
    return with_defender_choices(state, fight, guard, fight.defenders & ~supply.unpaid)


def check(state: OcsState, question: Question, order: Order) -> Illegal | None:
    """Return why an answer is illegal, or None if it is legal."""
    scenario, fight = state.scenario, results.current_combat(state)
    unit = one_unit(order, scenario, "name the unit that leads: defend U")
    if isinstance(unit, Illegal):
        return unit
    if not fight.defenders >> unit & 1:
        return Illegal("9.6.2", "{unit} is not in the attacked hex and cannot lead", unit=order.units[0])
    for word in order.words:
        refusal = _check_word(state, fight, word)
        if refusal:
            return refusal
    return None


def _check_word(state: OcsState, fight: Fight, word: str) -> Illegal | None:
    scenario = state.scenario
    where, colon, terrain = word.partition(":")
    if not colon:
        if word in (WITHHOLD, SAVE_LOADS) or word in scenario.index:
            return None
        return Illegal("notation", "cannot read {word!r} here", word=word)
    if where == DEFENDER_TERRAIN:
        there = terrains_in(scenario, fight.target)
    else:
        from_ = scenario.grid.find(where)
        if from_ is None or not fight.origin >> from_ & 1:
            return Illegal("9.4b.1", "no attack comes from {where}", where=where)
        there = terrains_between(scenario, from_, fight.target)
    if terrain in there:
        return None
    return Illegal(
        "9.4b.1", "no {terrain} there; choose among {there}", terrain=terrain, there=", ".join(there)
    )


# -- fighting --------------------------------------------------------------------------------------


def answer(state: OcsState, question: Question, order: Order, dice: Roller) -> list[Event]:
    """Carry out the defender's answer: pay for supply, calculate the odds, roll [9.2]."""
    state.questions.pop()
    scenario, fight = state.scenario, results.current_combat(state)
    supply = defence_payment(state, fight, order.words)
    events = payment.pay(state, supply, "combat supply", "9.2-2")
    guard = scenario.index[order.units[0]]
    fight = with_defender_choices(state, fight, guard, fight.defenders & ~supply.unpaid, order.words)
    calculation = calculate_odds(state, fight)
    outcome = resolve(calculation.column, calculation.drm, calculation.hedgehog, fight.overrun, dice)
    state.fight = replace(fight, result=outcome.code)
    events += _reports(state, fight, calculation, outcome)
    results.apply_result(state, dice, events)
    return events


def _reports(state: OcsState, fight: Fight, calculation: OddsCalculation, outcome: Outcome) -> list[Event]:
    """Return what both players learn: totals, ratings, anti-tank effects, dice and the result [4.9b]."""
    scenario = state.scenario
    where, name = (scenario.label(fight.target),), scenario.sides[fight.side]
    attack, defence = calculation.totals
    shift = outcome.shift
    return [
        CombatOdds(
            side=name,
            hexes=where,
            attack=float(attack),
            defence=float(defence),
            terrain=calculation.line,
            odds=calculation.heading,
            attack_rating=calculation.ratings[0],
            defence_rating=calculation.ratings[1],
            attack_anti_tank=LEVELS[calculation.anti_tank[0]],
            defence_anti_tank=LEVELS[calculation.anti_tank[1]],
            hedgehog=calculation.hedgehog,
            rule="9.7.1",
        ),
        SurpriseRolled(
            side=name,
            dice=shift.dice,
            surprise=shift.surprise,
            columns=shift.columns,
            rule="9.8.1",
            final=True,
        ),
        CombatResult(
            side=name, hexes=where, dice=outcome.dice, result=outcome.code, rule="9.9.1", final=True
        ),
    ]


def sentence(state: OcsState, question: Question) -> Text:
    """Return the prompt for the defender, with the Action Rating that the attacker announced [9.2-3]."""
    fight = results.current_combat(state)
    return Text(
        "{hex} is {attacked} with Action Rating {rating}: choose the unit that leads, with or without combat "
        "supply.",
        hex=state.scenario.label(question.hex),
        attacked="overrun" if fight.overrun else "attacked",
        rating=attack_rating(state, fight),
    )
