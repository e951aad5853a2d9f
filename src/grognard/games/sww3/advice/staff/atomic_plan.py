"""Atomic attacks: what a strike is worth, when to make it, and how much prestige may go on it."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, bits
from grognard.games.sww3.advice.staff.situation import SPARE, Picture
from grognard.games.sww3.combat import atomic_attacks, atomic_effects
from grognard.games.sww3.combat.strength import in_city
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import Sww3State
from grognard.games.sww3.model.theatre import Theatre

DIE = range(1, 7)
PRESTIGE = 1.6
"""Factors that a point of prestige is worth while there is enough for every turn."""
STUNNED = 0.5
"""What it is worth to keep a factor next to us from attacking."""
SOVIET_LEAST = 8.0
"""Factors that the one Soviet strike of a turn must be worth."""
FRONT = 4
"""Hexes from our units up to which enemies matter now;"""
REAR = 0.3
"""what those further away count."""
OPENED = 0.35
"""What it adds to a strike that the struck hex can be attacked: a part of what is left there."""


RUIN = (0.3, 0.15)
"""What it adds to make a ruin of a city, where no retreat is a bloodbath: a part of what it is worth."""


@lru_cache(maxsize=64)
def _expected(steps: int, dice: int, off: int) -> float:
    """The steps that an atomic attack costs a stack, on average [13.5]."""
    hits = [atomic_effects.steps_hit(rolled, off) for rolled in product(DIE, repeat=dice)]
    return sum(min(steps, hit) for hit in hits) / len(hits)


def strike_value(picture: Picture, hex_: Hex) -> float:
    """What a strike on enemies in a hex is worth, in factors, prestige apart."""
    state, units = picture.state, picture.state.here.get(hex_, 0)
    steps = state.load.get(hex_, 0)
    if not steps:
        return 0.0
    killed = (
        _expected(steps, atomic_effects.dice_of(state, hex_), atomic_effects.modifier(state, hex_)[1]) / steps
    )
    value = killed * picture.stack_worth(units)
    if not picture.scenario.grid.within(hex_, FRONT) & state.held[picture.side]:
        value *= REAR
    near = picture.scenario.grid.around[hex_] & state.held[picture.side]
    if near and not units & state.disrupted:
        if state.side == picture.foe:
            fresh = units & ~state.fought
            value += STUNNED * (1 - killed) * sum(picture.attack(c) for c in bits(fresh))
        else:
            value += OPENED * (1 - killed) * picture.stack_worth(units)
            if in_city(state, hex_):
                value += RUIN[picture.side] * picture.worth.get(hex_, 0.0)
    return value


def price(picture: Picture, hex_: Hex) -> float:
    """The prestige that the next strike costs on average [13.9]."""
    state = picture.state
    rolled = _rolled(atomic_effects.theatre_of(state, hex_), state.strikes[ALLIED])
    return rolled + atomic_effects.surcharge(state, hex_)[1]


def _rolled(theatre: Theatre, before: int) -> float:
    """The prestige that the die costs on average for a strike after others of this turn."""
    return sum(atomic_effects.prestige_rolled(theatre, before, die) for die in DIE) / len(DIE)


def allowance(state: Sww3State) -> float:
    """The prestige that may still go this turn."""
    left = state.scenario.turns - state.turn + 1
    theatre = state.scenario.theatres[state.now.theatre]
    start = theatre.charts["prestige"]["start"]
    share = (state.prestige - SPARE) / left
    spent = sum(_rolled(theatre, before) for before in range(state.strikes[ALLIED]))
    return min(share * 1.5, share + spent) - spent - share * _elsewhere(state) if start else 0.0


def _elsewhere(state: Sww3State) -> float:
    """What part of the enemy stands on maps that are played after this one: they are to get theirs [14.8]."""
    steps = [0] * len(state.scenario.theatres)
    for hex_ in bits(state.held[SOVIET]):
        number = state.scenario.theatre_at(hex_)
        if not state.closed >> number & 1:
            steps[number] += state.load.get(hex_, 0)
    return sum(steps[state.now.theatre + 1 :]) / max(1, sum(steps))


def best_strike(picture: Picture) -> Order | None:
    """The strike to make now, if there is one worth it."""
    state, side = picture.state, picture.side
    if atomic_attacks.may_strike(state, side) is not None:
        return None
    if side == SOVIET and state.turn == 1:
        return None  # the West may not use the bomb before we do [13.1]
    targets = atomic_attacks.open_targets(state, side) & state.held[picture.foe]
    if side == SOVIET:
        targets &= ~state.neutral
        least = SOVIET_LEAST
    found = [(strike_value(picture, h), h) for h in bits(targets)]
    if not found:
        return None
    if side == ALLIED:
        purse = allowance(state)
        found = [
            (value - PRESTIGE * cost, h) for value, h in found if (cost := price(picture, h)) <= purse + 1.0
        ]
        least = 0.0
    value, hex_ = max(found, default=(0.0, -1))
    return Order("strike", picture.scenario.grid.label(hex_)) if value > least else None
