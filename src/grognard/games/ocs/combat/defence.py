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
    attack_terrains,
    best_defence_terrain,
    calculate_odds,
    rating,
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
COVER = "for"
"""Before a colon: a unit that a single token of supply is for, as in ``for:s-inf1`` [R-OCS-61]."""
MAX_OTHER_DUMPS = 3
"""Dumps offered in place of the default, the nearest first; the defender can name any other."""


def ask_defender(state: OcsState, dice: Roller) -> list[Event]:
    """Ask the defender, or answer for him when he has no choice."""
    fight = results.current_combat(state)
    question = Question("defend", 1 - fight.side, hex=fight.target)
    ask(state, question)
    choice = answers(state, question)
    return answer(state, question, choice[0], dice) if len(choice) == 1 else []


def answers(state: OcsState, question: Question) -> list[Order]:
    """List every leader, with combat supply if there is any and without, then with each other choice.

    A leader's first order is the default: supply from the nearest dump, the best terrain [9.6.2, 9.5-B]. The
    defender can combine the choices.
    """
    fight, names = results.current_combat(state), state.scenario.names
    supply = combat_supply.defence_supply(state, fight.defenders)
    words: list[tuple[str, ...]] = [(WITHHOLD,)]
    if supply.unpaid != fight.defenders:
        words = [(), *words, *_other_supply(state, fight, supply), *_other_terrain(state, fight, supply, ())]
    else:
        words += _other_terrain(state, fight, supply, (WITHHOLD,))
    return [Order("defend", units=names[c], words=choice) for c in bits(fight.defenders) for choice in words]


def _other_supply(state: OcsState, fight: Fight, supply: Payment) -> list[tuple[str, ...]]:
    """List the ways to supply a defence other than the default [9.5-B.2, 12.10a, R-OCS-61]."""
    scenario, defenders = state.scenario, fight.defenders
    ids = scenario.counter_ids
    found: list[tuple[str, ...]] = []
    if combat_supply.is_partial(state, defenders):
        default = defenders & ~(supply.unpaid | supply.stocks)
        groups = [group for group in combat_supply.covers(state, defenders) if group != default]
        found += [tuple(f"{COVER}:{ids[unit]}" for unit in bits(group)) for group in groups]
    if any(scenario.organic >> draw.holder & 1 for draw in supply.draws):
        found.append((SAVE_LOADS,))
    if defenders.bit_count() > 1:
        found += [(WITHHOLD, ids[unit]) for unit in bits(supply.stocks)]
    reach = payment.reachable_by_any(state, bits(defenders))
    used = {state.at[draw.holder] for draw in supply.draws}
    others: list[tuple[str, ...]] = []
    for holder in payment.nearest_first(state, bits(defenders), reach):
        if state.at[holder] not in used and used:
            used.add(state.at[holder])
            others.append((ids[holder],))
    return found + others[:MAX_OTHER_DUMPS]


def _other_terrain(
    state: OcsState, fight: Fight, supply: Payment, words: tuple[str, ...]
) -> list[tuple[str, ...]]:
    """List the terrain that a defender can use instead of the best for him [9.4b, 9.4c, R-OCS-65]."""
    scenario = state.scenario
    guard = bits(fight.defenders)[0]
    best = with_defender_choices(state, fight, guard, fight.defenders & ~supply.unpaid)
    found = [
        (*words, f"{scenario.label(from_)}:{terrain}")
        for from_, default in best.against
        for terrain in attack_terrains(state, from_, fight.target)
        if terrain != default
    ]
    own = terrains_in(scenario, fight.target)
    return found + [(*words, f"{DEFENDER_TERRAIN}:{terrain}") for terrain in own if terrain != best.ground]


# -- the defender's choices ------------------------------------------------------------------------


def units_without_supply(state: OcsState, fight: Fight, words: tuple[str, ...]) -> CounterSet:
    """Return the defenders whose owner withholds combat supply [9.5-B.2, R-OCS-61]."""
    if WITHHOLD not in words:
        return 0
    index = state.scenario.index
    named = [index[word] for word in words[words.index(WITHHOLD) + 1 :] if word in index]
    return mask_of(named) & fight.defenders if named else fight.defenders


def units_covered(state: OcsState, words: tuple[str, ...]) -> CounterSet:
    """Return the defenders that the owner names for a single token of supply [R-OCS-61]."""
    named = [word.partition(":")[2] for word in words if word.startswith(f"{COVER}:")]
    return mask_of(state.scenario.index[id_] for id_ in named)


def chosen_terrain(state: OcsState, words: tuple[str, ...]) -> tuple[dict[Hex, str], str]:
    """Return the terrain chosen against each attacking hex, and the one for the defenders [9.4b, 9.4c]."""
    against, own = {}, ""
    for word in words:
        where, colon, terrain = word.partition(":")
        if colon and where == DEFENDER_TERRAIN:
            own = terrain
        elif colon and where != COVER:
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
        cover=units_covered(state, words),
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
        refusal = _check_word(state, fight, word, order.words)
        if refusal:
            return refusal
    return _check_cover(state, fight, order.words)


def _check_cover(state: OcsState, fight: Fight, words: tuple[str, ...]) -> Illegal | None:
    """Refuse units named for a single token where it covers more, or where they are too large [R-OCS-61]."""
    covered = units_covered(state, words)
    if not covered:
        return None
    if covered & units_without_supply(state, fight, words):
        return Illegal("9.5-B.2", "a unit cannot both be supplied and go unsupplied")
    if not combat_supply.is_partial(state, fight.defenders, organic=SAVE_LOADS not in words):
        return Illegal("12.4.2", "name units for a token only if there is one token too few for the hex")
    if not combat_supply.fits_one_token(state, covered):
        return Illegal("12.4.2", "1T supplies at most 1 RE; name fewer or smaller units")
    return None


def _check_word(state: OcsState, fight: Fight, word: str, words: tuple[str, ...]) -> Illegal | None:
    scenario = state.scenario
    withheld = units_without_supply(state, fight, words)
    where, colon, terrain = word.partition(":")
    if not colon:
        if word in (WITHHOLD, SAVE_LOADS):
            return None
        if word in scenario.index:
            if withheld >> scenario.index[word] & 1:
                return None
            return payment.check_payers(state, bits(fight.defenders), (word,))
        return Illegal("notation", "cannot read {word!r} here", word=word)
    if where == COVER:
        if terrain in scenario.index and fight.defenders >> scenario.index[terrain] & 1:
            return None
        return Illegal("12.4.2", "{word!r} is not a unit in the attacked hex", word=terrain)
    if where == DEFENDER_TERRAIN:
        there = terrains_in(scenario, fight.target)
    else:
        from_ = scenario.grid.find(where)
        if from_ is None or not fight.origin >> from_ & 1:
            return Illegal("9.4b.1", "no attack comes from {where}", where=where)
        there = attack_terrains(state, from_, fight.target)
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
