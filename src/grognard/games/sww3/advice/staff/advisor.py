"""Advice for the current decision: orders for the phase or for the open question."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.contract.intentions import Intention
from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, bits
from grognard.games.kit.advice.evaluation import NONE, Advice
from grognard.games.kit.advice.intention_book import from_book
from grognard.games.sww3.advice.staff import atomic_plan, attacks, objectives
from grognard.games.sww3.advice.staff.attacks import AttackComparison
from grognard.games.sww3.advice.staff.movement import March
from grognard.games.sww3.advice.staff.numbers import numbers
from grognard.games.sww3.advice.staff.situation import Situation
from grognard.games.sww3.arrivals import paratroops, reinforcements, second_formation
from grognard.games.sww3.combat import results
from grognard.games.sww3.interface.choices import asked, deciding
from grognard.games.sww3.model.scenario import ALLIED, SHARED, SOVIET
from grognard.games.sww3.model.state import ARRIVING, Sww3State, units_at
from grognard.games.sww3.support import airpower
from grognard.games.sww3.turn import victory

END, DECLINE, STAY = Order("end"), Order("decline"), Order("stay")
MOVE_FIRST, FIGHT_FIRST = Order("declare", words=("move",)), Order("declare", words=("fight",))
INTERRUPTED_PHASES = ("movement", "combat")
"""Enemy phases in which to consider an atomic attack."""


def advise(state: Sww3State, side: str) -> Advice:
    """Return orders for a side; none if there is no advice."""
    return advise_as(state, side, intentions(state, side)[0])


def intentions(state: Sww3State, side: str) -> tuple[Intention, ...]:
    """Return the intentions of the book for this scenario, the best first."""
    return from_book(SHARED / "book.toml", state.scenario.id, side)


exposed = objectives.exposed


def advise_as(state: Sww3State, side: str, intention: Intention) -> Advice:
    """Return orders for a side with an intention; none if there is no advice."""
    number = state.scenario.side_index[side]
    if number != deciding(state):
        return NONE
    answer = ANSWERS.get(asked(state))
    return answer(state, number, intention) if answer else NONE


# -- phases ----------------------------------------------------------------------------------------


def _declare(state: Sww3State, side: int, intention: Intention) -> Advice:
    """Fight first if prepared attacks from the current hexes gain nearly as much [5.3, 5.6]."""
    situation = Situation(state, side, intention)
    now = AttackComparison(situation, prepared=True).total_gain_now()
    free = {c: situation.reach(c) for c in bits(state.scenario.units_of[side]) if state.at[c] >= 0}
    free = {c: there for c, there in free.items() if there & situation.here}
    later = sum(attack.gain for attack in attacks.plan(situation, free, {}))
    order = FIGHT_FIRST if now > situation.numbers.ready[side] * later and now > 0 else MOVE_FIRST
    return [order], f"attacks gain {now:.0f} now, {later:.0f} after moving"


def _move(state: Sww3State, side: int, intention: Intention) -> Advice:
    """Call second formation divisions if free, then plan the moves of the whole phase."""
    call = _call(state, side, intention)
    if call is not None:
        return [call], "VP cannot win this map"
    orders = [*March(state, side, intention).plan(), END]
    return orders, f"first of {len(orders)} orders"


def _call(state: Sww3State, side: int, intention: Intention) -> Order | None:
    """Call all second formation divisions where VP are out of reach anyway [Sandown 10.9].

    Where only VP can win, none are given away.
    """
    offered = second_formation.second_orders(state, side)
    hopes = [
        not map_.oil_cities
        or victory.points(state, number) * numbers(intention).far_off > state.target[number]
        for number, map_ in enumerate(state.scenario.theatres)
    ]
    wise = [
        order
        for order in offered
        if not any(int(n) and hope for n, hope in zip(order.words, hopes, strict=True))
    ]
    return max(wise, key=lambda order: sum(map(int, order.words)), default=None)


def _fight(state: Sww3State, side: int, intention: Intention) -> Advice:
    """Strike where it opens an attack, then make attacks from the best to the last worthwhile one."""
    situation = Situation(state, side, intention)
    strike = atomic_plan.best_strike(situation)
    if strike is not None:
        return [strike], "worth its cost"
    best = AttackComparison(situation, prepared=False).best_attack_now()
    if best is None:
        return [END], "no worthwhile attack"
    scenario = state.scenario
    units = tuple(scenario.counters[c].id for c in sorted(best.places))
    order = Order("attack", scenario.grid.label(best.target), units)
    return [order], f"gains {best.gain:.1f} on average"


def _halt(state: Sww3State, side: int, intention: Intention) -> Advice:
    """Interrupt when the enemy is about to fight, with a strike on its best units."""
    if state.phase in INTERRUPTED_PHASES or state.questions[-1].hex >= 0:
        strike = atomic_plan.best_strike(Situation(state, side, intention))
        if strike is not None:
            return [strike], "worth its cost"
    return [DECLINE], "no target is worth an atomic attack"


def _fly(state: Sww3State, side: int, intention: Intention) -> Advice:
    """Place markers where most is at stake: on planned targets, or on threatened units."""
    if not state.to_place:
        return NONE
    situation = Situation(state, side, intention)
    stakes: dict[Hex, float] = {}
    if side == SOVIET:
        field = AttackComparison(situation, prepared=False)
        units = bits(state.scenario.units_of[side])
        free = {
            c: situation.reach(c) for c in units if state.at[c] >= 0 and situation.here >> state.at[c] & 1
        }
        for attack in attacks.plan(situation, free, {}):
            stakes[attack.target] = attack.gain + field.prize(attack.target)
    else:
        for hex_ in bits(state.held[side] & situation.here & ~state.neutral):
            force = situation.threatened(hex_)
            if force:
                worth = situation.worth.get(hex_, 0.0) + situation.stack_worth(state.here[hex_])
                stakes[hex_] = worth * (1 - situation.stand(hex_, _defence(situation, hex_))[0])
    covered = airpower.air_range(state, state.now.theatre)
    spots: dict[Hex, float] = {}
    for hex_, stake in stakes.items():
        if not covered >> hex_ & 1:
            for spot in (hex_, *state.scenario.grid.adjacent[hex_]):
                spots[spot] = spots.get(spot, 0.0) + stake
    spots = {spot: stake for spot, stake in spots.items() if not state.markers >> spot & 1}
    if side == SOVIET:
        spots = {spot: stake for spot, stake in spots.items() if not _provokes(state, spot)}
    if not spots:
        return NONE
    best = max(spots, key=lambda spot: (spots[spot], -spot))
    order = Order("air", target=state.scenario.grid.label(best))
    return [order], f"{spots[best]:.0f} at stake there"


def _provokes(state: Sww3State, spot: Hex) -> bool:
    """Whether a marker would bring a neutral country into the war [6.4]."""
    return bool(airpower.covered(state, state.now.theatre, 1 << spot) & state.neutral)


def _defence(situation: Situation, hex_: Hex) -> int:
    return sum(situation.defence(c) for c in bits(situation.state.here[hex_]))


def _land(state: Sww3State, side: int, intention: Intention) -> Advice:
    """Drop paratroops into a city that decides the game, then place reinforcements where they are needed."""
    drop = _drop(state, side, intention) if intention.specials else None
    if drop is not None:
        return [drop], "an empty city that decides the game"
    units = bits(units_at(state, ARRIVING, side))
    if not units:
        return NONE
    situation = Situation(state, side, intention)
    unit = max(units, key=lambda c: (situation.defence(c), -c))
    hexes = bits(reinforcements.landing_hexes(state, unit))
    if not hexes:
        return NONE
    march = _garrisoned(state, side, intention)
    best = max(hexes, key=lambda hex_: (march.value(unit, hex_), -hex_))
    scenario = state.scenario
    order = Order("land", units=scenario.names[unit], path=(scenario.grid.labels[best],))
    return [order], "most needed there"


def _drop(state: Sww3State, side: int, intention: Intention) -> Order | None:
    """Drop Allied paratroops into an empty city: one that the Soviets must have, on the last turn any."""
    units = bits(paratroops.able(state, side)) if side == ALLIED else ()
    if not units:
        return None
    situation = Situation(state, side, intention)
    targets = objectives.open_targets(situation)
    if state.turn < state.scenario.turns:
        vital = sum(aim.vital for aim in objectives.aims(state.scenario, SOVIET))
        targets = [hex_ for hex_ in targets if vital >> hex_ & 1]
    for hex_ in targets:
        for c in units:
            if paratroops.drop_hexes(state, side, state.steps[c]) >> hex_ & 1:
                return Order("drop", target=state.scenario.grid.label(hex_), units=state.scenario.names[c])
    return None


def _garrisoned(state: Sww3State, side: int, intention: Intention) -> March:
    """Return a plan in which all units on the map stay where they are."""
    march = March(state, side, intention)
    for hex_ in bits(state.held[side]):
        march.garrison[hex_] = _defence(march.situation, hex_)
    return march


# -- questions -------------------------------------------------------------------------------------


def _escalate(state: Sww3State, side: int, intention: Intention) -> Advice:
    """Continue a bloodbath while the attackers can outlast the defenders and the hex is worth it."""
    question = state.questions[-1]
    situation = Situation(state, side, intention)
    field = AttackComparison(situation, prepared=False)
    mine = [c for c in question.units if state.at[c] >= 0]
    foes = [c for c in question.data if state.at[c] >= 0]
    left = sum(state.steps[c] for c in foes)
    cheapest = min(mine, key=lambda c: (situation.step_worth(c), c))
    cost = field.dear * situation.step_worth(cheapest)
    theirs = sum(situation.step_worth(c) * state.steps[c] for c in foes)
    gain = theirs + field.prize(question.hex) - cost * left
    stop = Order("stop")
    if sum(state.steps[c] for c in mine) > left and gain > 0:
        order = Order("escalate", "", state.scenario.names[cheapest])
        return [order], f"{left} more steps take the hex"
    return [stop], "too costly"


def _advance(state: Sww3State, side: int, intention: Intention) -> Advice:
    """Advance units worth more in the hex than where they are; large stacks invite an atomic attack."""
    question, march = state.questions[-1], _garrisoned(state, side, intention)
    best, most = -1, 0.0
    kept = objectives.danger(march.situation).to_guard(intention.guards, state.held[side])
    for c in results.advancers(state, question):
        at = state.at[c]
        if at in kept and state.here[at] == 1 << c:
            continue  # the last one stays
        march.garrison[at] -= march.situation.defence(c)
        gain = march.value(c, question.hex) - march.value(c, at)
        march.garrison[at] += march.situation.defence(c)
        if gain > most:
            best, most = c, gain
    if best < 0:
        return [STAY], "no unit is worth more there"
    order = Order("advance", "", state.scenario.names[best])
    return [order], f"worth {most:.0f} more there"


ANSWERS: dict[str, Callable[[Sww3State, int, Intention], Advice]] = {
    "declare": _declare,
    "movement": _move,
    "combat": _fight,
    "halt": _halt,
    "air": _fly,
    "mobilization": _land,
    "reinforcement": _land,
    "arrive": _land,
    "escalate": _escalate,
    "advance": _advance,
}
"""Advice by the phase or the open question; none for any other."""
