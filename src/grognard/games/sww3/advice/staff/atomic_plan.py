"""Atomic attacks: the value of a strike, when to make it, and how much prestige to spend."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, bits
from grognard.games.sww3.advice.staff.situation import SPARE, Situation
from grognard.games.sww3.combat import atomic_attacks, atomic_effects
from grognard.games.sww3.combat.strength import in_city
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import Sww3State
from grognard.games.sww3.model.theatre import Theatre

DIE = range(1, 7)
PRESTIGE = 1.6
"""Value of a prestige point in factors while there is enough for every turn."""
STUNNED = 0.5
"""Value of keeping an adjacent enemy factor from attacking."""
SOVIET_LEAST = 8.0
"""Least value in factors of the one Soviet strike per turn."""
FRONT = 4
"""Range in hexes from our units within which enemies matter now."""
REAR = 0.3
"""Weight of enemies further away."""
OPENED = 0.35
"""Bonus if the struck hex can then be attacked: a share of the units left there."""


RUIN = (0.3, 0.15)
"""Bonus for nuking a city, where retreats are then no bloodbaths: a share of its value."""


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
    if not situation.scenario.grid.within(hex_, FRONT) & state.held[situation.side]:
        value *= REAR
    near = situation.scenario.grid.around[hex_] & state.held[situation.side]
    if near and not units & state.disrupted:
        if state.side == situation.foe:
            fresh = units & ~state.fought
            value += STUNNED * (1 - killed) * sum(situation.attack(c) for c in bits(fresh))
        else:
            value += OPENED * (1 - killed) * situation.stack_worth(units)
            if in_city(state, hex_):
                value += RUIN[situation.side] * situation.worth.get(hex_, 0.0)
    return value


def price(situation: Situation, hex_: Hex) -> float:
    """Return the expected prestige cost of the next strike [13.9]."""
    state = situation.state
    rolled = _rolled(atomic_effects.theatre_of(state, hex_), state.strikes[ALLIED])
    return rolled + atomic_effects.surcharge(state, hex_)[1]


def _rolled(theatre: Theatre, before: int) -> float:
    """Return the expected prestige cost of the die for a strike after others this turn."""
    return sum(atomic_effects.prestige_rolled(theatre, before, die) for die in DIE) / len(DIE)


def allowance(state: Sww3State) -> float:
    """Return the prestige that may still be spent this turn."""
    left = state.scenario.turns - state.turn + 1
    theatre = state.scenario.theatres[state.now.theatre]
    start = theatre.charts["prestige"]["start"]
    share = (state.prestige - SPARE) / left
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
        least = SOVIET_LEAST
    found = [(strike_value(situation, h), h) for h in bits(targets)]
    if not found:
        return None
    if side == ALLIED:
        budget = allowance(state)
        found = [
            (value - PRESTIGE * cost, h)
            for value, h in found
            if (cost := price(situation, h)) <= budget + 1.0
        ]
        least = 0.0
    value, hex_ = max(found, default=(0.0, -1))
    return Order("strike", situation.scenario.grid.label(hex_)) if value > least else None
