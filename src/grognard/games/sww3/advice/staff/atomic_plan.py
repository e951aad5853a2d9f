"""Atomic attacks: the value of a strike, when to make it, and how much prestige to spend."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, bits
from grognard.games.sww3.advice.staff.situation import Situation
from grognard.games.sww3.combat import atomic_attacks, atomic_effects
from grognard.games.sww3.combat.strength import in_city
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import Sww3State
from grognard.games.sww3.model.theatre import Theatre

DIE = range(1, 7)


@lru_cache(maxsize=64)
def _expected(steps: int, dice: int, off: int) -> float:
    """Return the expected step losses of a stack to an atomic attack [13.5]."""
    hits = [atomic_effects.steps_hit(rolled, off) for rolled in product(DIE, repeat=dice)]
    return sum(min(steps, hit) for hit in hits) / len(hits)


def strike_value(situation: Situation, hex_: Hex) -> float:
    """Return the value of a strike on a hex in factors, without prestige."""
    state, units = situation.state, situation.state.here.get(hex_, 0)
    steps = state.load.get(hex_, 0)
    if not steps:
        return 0.0
    killed = (
        _expected(steps, atomic_effects.dice_of(state, hex_), atomic_effects.modifier(state, hex_)[1]) / steps
    )
    value = killed * situation.stack_worth(units)
    if not situation.scenario.grid.within(hex_, situation.numbers.front) & state.held[situation.side]:
        value *= situation.numbers.rear
    near = situation.scenario.grid.around[hex_] & state.held[situation.side]
    if near and not units & state.disrupted:
        if state.side == situation.foe:
            fresh = units & ~state.fought
            value += situation.numbers.stunned * (1 - killed) * sum(situation.attack(c) for c in bits(fresh))
        else:
            value += situation.numbers.opened * (1 - killed) * situation.stack_worth(units)
            if in_city(state, hex_):
                value += situation.numbers.ruin[situation.side] * situation.worth.get(hex_, 0.0)
    return value


def price(situation: Situation, hex_: Hex) -> float:
    """Return the expected prestige cost of the next strike [13.9]."""
    state = situation.state
    rolled = _rolled(atomic_effects.theatre_of(state, hex_), state.strikes[ALLIED])
    return rolled + atomic_effects.surcharge(state, hex_)[1]


def _rolled(theatre: Theatre, before: int) -> float:
    """Return the expected prestige cost of the die for a strike after others this turn."""
    return sum(atomic_effects.prestige_rolled(theatre, before, die) for die in DIE) / len(DIE)


def allowance(situation: Situation) -> float:
    """Return the prestige that may still be spent this turn."""
    state = situation.state
    left = state.scenario.turns - state.turn + 1
    theatre = state.scenario.theatres[state.now.theatre]
    start = theatre.charts["prestige"]["start"]
    share = (state.prestige - situation.numbers.spare) / left
    spent = sum(_rolled(theatre, before) for before in range(state.strikes[ALLIED]))
    return min(share * 1.5, share + spent) - spent - share * _elsewhere(state) if start else 0.0


def _elsewhere(state: Sww3State) -> float:
    """Return the share of the enemy on maps played after this one, which need strikes too [14.8]."""
    steps = [0] * len(state.scenario.theatres)
    for hex_ in bits(state.held[SOVIET]):
        number = state.scenario.theatre_at(hex_)
        if not state.closed >> number & 1:
            steps[number] += state.load.get(hex_, 0)
    return sum(steps[state.now.theatre + 1 :]) / max(1, sum(steps))


def _spends_all(situation: Situation) -> bool:
    """Whether prestige that is left now would be wasted: on the last turn nothing is saved for later."""
    return situation.intention.specials and situation.state.turn == situation.scenario.turns


def _dearest(situation: Situation, hex_: Hex) -> int:
    """Return the highest prestige cost of the next strike [13.9]."""
    state = situation.state
    theatre, before = atomic_effects.theatre_of(state, hex_), state.strikes[ALLIED]
    rolled = max(atomic_effects.prestige_rolled(theatre, before, die) for die in DIE)
    return rolled + atomic_effects.surcharge(state, hex_)[1]


def _lost_at(state: Sww3State) -> int:
    """Return the prestige at which the Allies lose at once [4.6]."""
    return max(int(theatre.charts["victory"]["prestige_loss_at"]) for theatre in state.scenario.theatres)


def best_strike(situation: Situation) -> Order | None:
    """Return the best strike, if any is worthwhile."""
    state, side = situation.state, situation.side
    if atomic_attacks.may_strike(state, side) is not None:
        return None
    if side == SOVIET and state.turn == 1:
        return None  # the Allies cannot make the first atomic attack [13.1]
    targets = atomic_attacks.open_targets(state, side) & state.held[situation.foe]
    if side == SOVIET:
        targets &= ~state.neutral
        least = situation.numbers.soviet_least
    found = [(strike_value(situation, h), h) for h in bits(targets)]
    if not found:
        return None
    if side == ALLIED and _spends_all(situation):
        found = [
            (value, h) for value, h in found if state.prestige > _lost_at(state) + _dearest(situation, h)
        ]
        least = 0.0
    elif side == ALLIED:
        budget = allowance(situation)
        found = [
            (value - situation.numbers.prestige * cost, h)
            for value, h in found
            if (cost := price(situation, h)) <= budget + 1.0
        ]
        least = 0.0
    value, hex_ = max(found, default=(0.0, -1))
    return Order("strike", situation.scenario.grid.label(hex_)) if value > least else None
