"""The defender's part of a combat: supply, who leads, terrain; then it is fought [9.2-2 to 9.2-7]."""

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
from grognard.games.kit.legality import one_unit
from grognard.games.ocs.combat import results
from grognard.games.ocs.combat.combat_table import Outcome, resolve
from grognard.games.ocs.combat.strength import (
    Reckoning,
    hardest,
    rating,
    reckon,
    shelter,
    terrains_between,
    terrains_in,
)
from grognard.games.ocs.model.battle import Fight
from grognard.games.ocs.model.combat_events import CombatOdds, CombatResult, SurpriseRolled
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.supply import combat_supply, payment
from grognard.games.ocs.supply.payment import Payment

WITHHOLD = "unsupplied"
"""The word that withholds combat supply, from all or from the units named after it [9.5-B.2]."""
KEEP = "stocks"
"""The word that keeps the load of Organic Trucks and uses internal stocks instead [12.10a]."""
OWN = "in"
"""Before a colon: the terrain that the defender takes for himself, as in ``in:village`` [9.4c]."""


def call(state: OcsState, dice: Roller) -> list[Event]:
    """Ask the defender; where he has one answer only it is taken for given."""
    fight = results.current(state)
    question = Question("defend", 1 - fight.side, hex=fight.target)
    ask(state, question)
    choice = answers(state, question)
    return answer(state, question, choice[0], dice) if len(choice) == 1 else []


def answers(state: OcsState, question: Question) -> list[Order]:
    """Each possible leader, with combat supply as far as there is any and without [9.6.2, 9.5-B]."""
    fight, names = results.current(state), state.scenario.names
    supplied = combat_supply.defence_supply(state, fight.defenders).unpaid != fight.defenders
    found = []
    for c in bits(fight.defenders):
        if supplied:
            found.append(Order("defend", units=names[c]))
        found.append(Order("defend", units=names[c], words=(WITHHOLD,)))
    return found


# -- what an answer says ---------------------------------------------------------------------------


def withheld(state: OcsState, fight: Fight, words: tuple[str, ...]) -> CounterSet:
    """The defenders that go without supply by their owner's will [9.5-B.2, R-OCS-61]."""
    if WITHHOLD not in words:
        return 0
    index = state.scenario.index
    named = [index[word] for word in words[words.index(WITHHOLD) + 1 :] if word in index]
    return mask_of(named) & fight.defenders if named else fight.defenders


def chosen_terrain(state: OcsState, words: tuple[str, ...]) -> tuple[dict[Hex, str], str]:
    """The terrain set against attacking hexes, and the one the defender takes for himself [9.4b, 9.4c]."""
    against, own = {}, ""
    for word in words:
        where, colon, terrain = word.partition(":")
        if colon and where == OWN:
            own = terrain
        elif colon:
            against[state.scenario.hex(where)] = terrain
    return against, own


def defence_payment(state: OcsState, fight: Fight, words: tuple[str, ...]) -> Payment:
    """Who pays for the defence [12.4, R-OCS-61]."""
    index, stores = state.scenario.index, ~state.scenario.combat_units | state.scenario.hqs
    prefer = [index[word] for word in words if word in index and stores >> index[word] & 1]
    return combat_supply.defence_supply(
        state,
        fight.defenders,
        withhold=withheld(state, fight, words),
        prefer=prefer,
        organic=KEEP not in words,
    )


def decided(
    state: OcsState, fight: Fight, guard: int, supplied: CounterSet, words: tuple[str, ...] = ()
) -> Fight:
    """A combat with all that the defender decides; terrain he left open is the best for him [R-OCS-65]."""
    against, own = chosen_terrain(state, words)
    fight = replace(fight, guard=guard, supplied=supplied)
    fight = replace(fight, against=tuple((h, against.get(h, t)) for h, t in hardest(state, fight)))
    return replace(fight, ground=own or shelter(state, fight))


def foreseen(state: OcsState, fight: Fight) -> Fight:
    """The combat as the attacker must expect it: supplied if the defender can, led by his best unit."""
    supply = combat_supply.defence_supply(state, fight.defenders)
    guard = max(bits(fight.defenders), key=lambda c: rating(state, c))
    return decided(state, fight, guard, fight.defenders & ~supply.unpaid)


def check(state: OcsState, question: Question, order: Order) -> Illegal | None:
    """Why an answer is not possible, or None when it is."""
    scenario, fight = state.scenario, results.current(state)
    unit = one_unit(order, scenario, "name the unit that leads, as in: defend U")
    if isinstance(unit, Illegal):
        return unit
    if not fight.defenders >> unit & 1:
        return Illegal("9.6.2", f"{order.units[0]} does not take part; a unit in the hex leads")
    for word in order.words:
        refusal = _check_word(state, fight, word)
        if refusal:
            return refusal
    return None


def _check_word(state: OcsState, fight: Fight, word: str) -> Illegal | None:
    scenario = state.scenario
    where, colon, terrain = word.partition(":")
    if not colon:
        if word in (WITHHOLD, KEEP) or word in scenario.index:
            return None
        return Illegal("notation", f"{word!r} is not understood here")
    if where == OWN:
        there = terrains_in(scenario, fight.target)
    else:
        from_ = scenario.grid.find(where)
        if from_ is None or not fight.origin >> from_ & 1:
            return Illegal("9.4b.1", f"no attack comes from {where}")
        there = terrains_between(scenario, from_, fight.target)
    if terrain in there:
        return None
    return Illegal("9.4b.1", f"there is no {terrain}; choose among {', '.join(there)}")


# -- fighting --------------------------------------------------------------------------------------


def answer(state: OcsState, question: Question, order: Order, dice: Roller) -> list[Event]:
    """The defender has decided: supply is paid, the odds are worked out, dice are rolled [9.2]."""
    state.questions.pop()
    scenario, fight = state.scenario, results.current(state)
    supply = defence_payment(state, fight, order.words)
    events = payment.pay(state, supply, "combat supply", "9.2-2")
    guard = scenario.index[order.units[0]]
    fight = decided(state, fight, guard, fight.defenders & ~supply.unpaid, order.words)
    reckoning = reckon(state, fight)
    outcome = resolve(reckoning.column, reckoning.drm, reckoning.hedgehog, fight.overrun, dice)
    state.fight = replace(fight, result=outcome.code)
    events += _reports(state, fight, reckoning, outcome)
    results.follow(state, dice, events)
    return events


def _reports(state: OcsState, fight: Fight, reckoning: Reckoning, outcome: Outcome) -> list[Event]:
    """What both sides learn: totals, ratings, dice, the result [4.9b]."""
    scenario = state.scenario
    where, name = (scenario.label(fight.target),), scenario.sides[fight.side]
    attack, defence = reckoning.totals
    shift = outcome.shift
    return [
        CombatOdds(
            side=name,
            hexes=where,
            attack=float(attack),
            defence=float(defence),
            terrain=reckoning.line,
            odds=reckoning.heading,
            attack_rating=reckoning.ratings[0],
            defence_rating=reckoning.ratings[1],
            hedgehog=reckoning.hedgehog,
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


def sentence(state: OcsState, question: Question) -> str:
    """The question in plain words."""
    fight = results.current(state)
    verb = "overrun" if fight.overrun else "attacked"
    where = state.scenario.place_name(question.hex)
    return f"{where} is {verb}: choose the unit that leads, with supply or without."
