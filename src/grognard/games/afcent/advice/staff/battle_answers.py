"""Answers around a battle: support, losses, retreats, advances and momentum [11.4, 11.9–11.12]."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.intentions import PLAIN, Intention
from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.afcent.advice.staff import objectives
from grognard.games.afcent.advice.staff.attacks import Battlefield
from grognard.games.afcent.advice.staff.battle_odds import gain, mixed
from grognard.games.afcent.advice.staff.situation import Picture
from grognard.games.afcent.combat import results, support
from grognard.games.afcent.combat.eligibility import able, probes_of, room_for
from grognard.games.afcent.combat.strength import Battle, ground_of, reckon
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.afcent.model.state import AVAILABLE, AfcentState, controlled, counters_at, factor_of
from grognard.games.kit.settling import survivors

PASS, STAY = Order("pass"), Order("stay")


# -- support ---------------------------------------------------------------------------------------


def commit(state: AfcentState, side: int, intention: Intention = PLAIN) -> Order:
    """Commit the markers that gain enough against the expected support of the enemy."""
    scenario, fight = state.scenario, support.battle_of(state.questions[-1])
    picture = Picture(state, fight.side, side, intention)
    stakes = Battlefield(picture, prepared=False).stakes(fight)
    reckoning = reckon(state, fight)
    if reckoning.automatic:
        return Order("commit")
    other = picture.numbers.committed_support * support.most(state, fight, 1 - side)
    sign = 1 if side == fight.side else -1
    ground = ground_of(state, fight.target)

    def value(count: int) -> float:
        drm = reckoning.drm + sign * (count - other)
        chances = mixed(scenario, reckoning.rung, drm, ground, fight.side)
        return sign * gain(chances, stakes) - price * count

    price = _price(picture, side)
    most = support.most(state, fight, side)
    best = max(range(most + 1), key=lambda count: (value(count), -count))
    return Order("commit", units=scenario.ids(_markers(state, fight, side, best)))


def _price(picture: Picture, side: int) -> float:
    """Return the value of a marker in other battles this turn."""
    state, scenario = picture.state, picture.scenario
    left = counters_at(state, AVAILABLE, scenario.support_of[side]).bit_count()
    near = state.held[side] & scenario.grid.spread(state.held[1 - side])
    fresh = sum(1 for hex_ in bits(near) if state.here[hex_] & ~(state.fought | state.attacked))
    if state.side == NATO and state.now.phase == "second":
        fresh = min(fresh, 1)
    scarce = min(1.0, fresh / max(1, left))
    return picture.numbers.last_price + picture.numbers.price * scarce


def _markers(state: AfcentState, fight: Battle, side: int, count: int) -> CounterSet:
    """Return a number of markers: artillery first, of the nation that has most."""
    scenario = state.scenario
    usable = support.usable(state, fight, side)
    limit = support.artillery_limit(state, fight, side)[0]
    ready = counters_at(state, AVAILABLE, scenario.support_of[side])
    stock = {n: sum(scenario.nation[m] == n for m in bits(ready)) for n in set(scenario.nation)}
    guns = sorted(bits(usable & scenario.guns), key=lambda m: (-stock[scenario.nation[m]], m))[:limit]
    return mask_of([*guns, *bits(usable & scenario.helicopters)][:count])


# -- results ---------------------------------------------------------------------------------------


def lose(state: AfcentState, side: int, intention: Intention = PLAIN) -> Order:
    """Lose the least valuable unit; the only tanks of a stack are worth more [11.8.1]."""
    question, scenario, picture = (
        state.questions[-1],
        state.scenario,
        Picture(state, side, intention=intention),
    )
    units = survivors(state, question)
    tanks = mask_of(units) & scenario.armour

    def worth(c: int) -> tuple[float, int]:
        only = tanks == 1 << c and len(units) > 1
        return picture.unit_worth(c) + (2.5 if only else 0.0), c

    return Order("lose", "", scenario.names[min(units, key=worth)])


def retreat(state: AfcentState, side: int, intention: Intention = PLAIN) -> Order:
    """Retreat across the enemy's path, into good terrain, away from other enemies."""
    question, scenario = state.questions[-1], state.scenario
    picture = Picture(state, side, intention=intention)
    around = scenario.grid.around

    def value(hex_: Hex) -> tuple[float, int]:
        enemies = (around[hex_] & state.held[1 - side]).bit_count()
        ground = -ground_of(state, hex_).drm
        worth = 0.3 * picture.worth.get(hex_, 0.0)
        way = picture.on_the_way(hex_) if side == NATO else 0.0
        return ground + worth + 2 * way - enemies, -hex_

    hexes = bits(results.retreat_hexes(state, question))
    return Order("retreat", scenario.label(max(hexes, key=value)))


def advance(state: AfcentState, side: int, intention: Intention = PLAIN) -> Order:
    """Advance the strongest units into a valuable hex; NATO mostly keeps its line [11.10]."""
    question, scenario = state.questions[-1], state.scenario
    picture = Picture(state, side, intention=intention)
    candidates = results.advancers(state, question)
    for hex_, _ in objectives.guarded(picture):
        if not state.here.get(hex_, 0) & ~mask_of(candidates) & ~scenario.defence_only:
            stays = [c for c in candidates if state.at[c] == hex_]
            if stays:  # the weakest one stays
                weakest = min(stays, key=lambda c: (factor_of(state, c), c))
                candidates = [c for c in candidates if c != weakest]
    must = results.must_advance(state, question)
    if not must and not results.arrived(state, question) and not _wanted(picture, question.hex):
        return STAY
    if not must and side == NATO and results.arrived(state, question):
        return STAY
    tanks = scenario.armour
    ranked = sorted(candidates, key=lambda c: (-factor_of(state, c), not tanks >> c & 1, c))
    force = 0
    for c in ranked:
        if room_for(state, force | 1 << c, question.hex):
            force |= 1 << c
    if not force:
        return STAY
    return Order("advance", "", scenario.ids(force))


def _wanted(picture: Picture, hex_: Hex) -> bool:
    """Return whether a side wants to occupy a vacated hex."""
    state, side = picture.state, picture.side
    if side == PACT:
        return True
    return hex_ in picture.worth and not controlled(state, NATO) >> hex_ & 1


# -- momentum and probes ---------------------------------------------------------------------------


def momentum(state: AfcentState, side: int, intention: Intention = PLAIN) -> Order:
    """Make a momentum attack or probe if it gains enough [11.11]."""
    picture = Picture(state, side, intention=intention)
    field = Battlefield(picture, prepared=False)
    fit = able(state, side)
    around = state.scenario.grid.around[state.questions[-1].hex]
    found = [a for t in bits(around & state.held[1 - side]) if (a := field.adjacent_attack(t, fit))]
    best = max(found, key=lambda attack: attack.gain, default=None)
    if best is not None and best.gain > picture.numbers.surge * picture.numbers.least[side]:
        return Order("attack", state.scenario.label(best.target), state.scenario.ids(best.units))
    return best_probe(picture, fit) or PASS


def best_probe(picture: Picture, fit: CounterSet) -> Order | None:
    """Return a probe that shortens the Pact's path or captures a city [11.12]; guards stay."""
    state, scenario, side = picture.state, picture.scenario, picture.side
    fit &= ~mask_of(objectives.last_guards(picture))
    best: tuple[float, Order] | None = None
    fields = [field for field, weight in zip(picture.to_goal, picture.weights, strict=True) if weight > 0.5]
    for hex_ in {state.at[c] for c in bits(fit)}:
        stack = state.here[hex_] & fit
        for target in bits(probes_of(state, bits(stack)[0])):
            if not room_for(state, stack, target):
                continue
            taken = target in picture.worth and controlled(state, 1 - side) >> target & 1
            value = picture.worth[target] if taken else 0.0
            if side == PACT and fields:
                value += fields[0][hex_] - fields[0][target] - _beside(state, side, target)
            if value > picture.numbers.probe_gain and (best is None or value > best[0]):
                units = mask_of(c for c in bits(stack) if probes_of(state, c) >> target & 1)
                best = value, Order("probe", scenario.label(target), scenario.ids(units))
    return best[1] if best else None


def _beside(state: AfcentState, side: int, hex_: Hex) -> float:
    """Count the enemies adjacent to a hex."""
    return 0.5 * (state.scenario.grid.around[hex_] & state.held[1 - side]).bit_count()
