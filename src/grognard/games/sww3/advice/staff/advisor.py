"""What the staff advises in the situation at hand: orders for the phase, or for the question that is open."""

from __future__ import annotations

from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, bits
from grognard.games.kit.evaluation import NONE, Advice
from grognard.games.sww3.advice.staff import atomic_plan, attacks
from grognard.games.sww3.advice.staff.attacks import Battlefield
from grognard.games.sww3.advice.staff.movement import March
from grognard.games.sww3.advice.staff.situation import Picture
from grognard.games.sww3.arrivals import reinforcements, second_formation
from grognard.games.sww3.combat import results
from grognard.games.sww3.interface.choices import asked, deciding
from grognard.games.sww3.model.scenario import SOVIET
from grognard.games.sww3.model.state import ARRIVING, Sww3State, units_at
from grognard.games.sww3.support import airpower
from grognard.games.sww3.turn import victory

END, DECLINE, STAY = Order("end"), Order("decline"), Order("stay")
MOVE_FIRST, FIGHT_FIRST = Order("declare", words=("move",)), Order("declare", words=("fight",))
BREAK_IN = ("movement", "combat")
"""Phases of the enemy in which a strike is thought of."""
READY = (0.75, 0.75)
"""Either side fights first when that gains so much of what it would gain after a move: it still moves."""
FAR_OFF = 2
"""Points are out of reach where the Soviets need more than so many times what they have."""


def advise(state: Sww3State, side: str) -> Advice:
    """What a side should do now; nothing where the staff has no opinion."""
    number = state.scenario.side_index[side]
    if number != deciding(state):
        return NONE
    match asked(state):
        case "declare":
            return _declare(state, number)
        case "movement":
            return _move(state, number)
        case "combat":
            return _fight(state, number)
        case "halt":
            return _halt(state, number)
        case "air" if state.to_place:
            return _fly(state, number)
        case "mobilization" | "reinforcement" | "arrive":
            return _land(state, number)
        case "escalate":
            return _escalate(state, number)
        case "advance":
            return _advance(state, number)
    return NONE


# -- phases ----------------------------------------------------------------------------------------


def _declare(state: Sww3State, side: int) -> Advice:
    """Fight first where attacks from where the units stand, prepared, gain nearly as much [5.3, 5.6]."""
    picture = Picture(state, side)
    now = Battlefield(picture, prepared=True).total_at_hand()
    free = {c: picture.reach(c) for c in bits(state.scenario.units_of[side]) if state.at[c] >= 0}
    free = {c: there for c, there in free.items() if there & picture.here}
    later = sum(attack.gain for attack in attacks.plan(picture, free, {}))
    order = FIGHT_FIRST if now > READY[side] * later and now > 0 else MOVE_FIRST
    return [order], f"{order}: attacks gain {now:.0f} at once, {later:.0f} after a move"


def _move(state: Sww3State, side: int) -> Advice:
    """Second formation divisions where they cost nothing, then the moves of the whole phase."""
    call = _call(state, side)
    if call is not None:
        return [call], f"{call}: points will not win this map"
    orders = [*March(state, side).plan(), END]
    return orders, f"{orders[0]}: first of {len(orders)} orders"


def _call(state: Sww3State, side: int) -> Order | None:
    """As many second formation divisions as may come where points are out of reach anyway [Sandown 10.9].

    Where only points can win, nothing is given away of them.
    """
    offered = second_formation.second_orders(state, side)
    hopes = [
        not map_.oil_cities or victory.points(state, number) * FAR_OFF > state.target[number]
        for number, map_ in enumerate(state.scenario.theatres)
    ]
    wise = [
        order
        for order in offered
        if not any(int(n) and hope for n, hope in zip(order.words, hopes, strict=True))
    ]
    return max(wise, key=lambda order: sum(map(int, order.words)), default=None)


def _fight(state: Sww3State, side: int) -> Advice:
    """A strike where it opens an attack, then attacks from the best to the last that is worth it."""
    picture = Picture(state, side)
    strike = atomic_plan.best_strike(picture)
    if strike is not None:
        return [strike], f"{strike}: worth its price"
    best = Battlefield(picture, prepared=False).best_at_hand()
    if best is None:
        return [END], f"{END}: no attack is worth it"
    scenario = state.scenario
    units = tuple(scenario.counters[c].id for c in sorted(best.places))
    order = Order("attack", scenario.grid.label(best.target), units)
    return [order], f"{order}: gains {best.gain:.1f} on average"


def _halt(state: Sww3State, side: int) -> Advice:
    """Break in when the enemy is about to fight, on those who would fight best."""
    if state.phase in BREAK_IN or state.questions[-1].hex >= 0:
        strike = atomic_plan.best_strike(Picture(state, side))
        if strike is not None:
            return [strike], f"{strike}: worth its price"
    return [DECLINE], f"{DECLINE}: nothing is worth a bomb"


def _fly(state: Sww3State, side: int) -> Advice:
    """Markers where most is at stake: over what will be attacked, or over those who will be."""
    picture = Picture(state, side)
    stakes: dict[Hex, float] = {}
    if side == SOVIET:
        field = Battlefield(picture, prepared=False)
        units = bits(state.scenario.units_of[side])
        free = {c: picture.reach(c) for c in units if state.at[c] >= 0 and picture.here >> state.at[c] & 1}
        for attack in attacks.plan(picture, free, {}):
            stakes[attack.target] = attack.gain + field.prize(attack.target)
    else:
        for hex_ in bits(state.held[side] & picture.here & ~state.neutral):
            force = picture.threatened(hex_)
            if force:
                worth = picture.worth.get(hex_, 0.0) + picture.stack_worth(state.here[hex_])
                stakes[hex_] = worth * (1 - picture.stand(hex_, _defence(picture, hex_))[0])
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
    return [order], f"{order}: {spots[best]:.0f} at stake there"


def _provokes(state: Sww3State, spot: Hex) -> bool:
    """Whether a marker would bring a neutral into the war [6.4]."""
    return bool(airpower.covered(state, state.now.theatre, 1 << spot) & state.neutral)


def _defence(picture: Picture, hex_: Hex) -> int:
    return sum(picture.defence(c) for c in bits(picture.state.here[hex_]))


def _land(state: Sww3State, side: int) -> Advice:
    """Arrivals go where they add most to what can be held."""
    units = bits(units_at(state, ARRIVING, side))
    if not units:
        return NONE
    picture = Picture(state, side)
    unit = max(units, key=lambda c: (picture.defence(c), -c))
    hexes = bits(reinforcements.landing_hexes(state, unit))
    if not hexes:
        return NONE
    march = _garrisoned(state, side)
    best = max(hexes, key=lambda hex_: (march.value(unit, hex_), -hex_))
    scenario = state.scenario
    order = Order("land", units=scenario.names[unit], path=(scenario.grid.labels[best],))
    return [order], f"{order}: needed there most"


def _garrisoned(state: Sww3State, side: int) -> March:
    """The ground as it is worth to newcomers: everybody else stays where he is."""
    march = March(state, side)
    for hex_ in bits(state.held[side]):
        march.garrison[hex_] = _defence(march.picture, hex_)
    return march


# -- questions -------------------------------------------------------------------------------------


def _escalate(state: Sww3State, side: int) -> Advice:
    """A bloodbath goes on while the attackers can pay for the last defender, and the prize is worth it."""
    question = state.questions[-1]
    picture = Picture(state, side)
    field = Battlefield(picture, prepared=False)
    mine = [c for c in question.units if state.at[c] >= 0]
    foes = [c for c in question.data if state.at[c] >= 0]
    left = sum(state.steps[c] for c in foes)
    cheapest = min(mine, key=lambda c: (picture.step_worth(c), c))
    cost = field.dear * picture.step_worth(cheapest)
    theirs = sum(picture.step_worth(c) * state.steps[c] for c in foes)
    gain = theirs + field.prize(question.hex) - cost * left
    stop = Order("stop")
    if sum(state.steps[c] for c in mine) > left and gain > 0:
        order = Order("escalate", "", state.scenario.names[cheapest])
        return [order], f"{order}: {left} steps more and it is ours"
    return [stop], f"{stop}: it costs too much"


def _advance(state: Sww3State, side: int) -> Advice:
    """Those advance who are worth more in the hex than where they fought: too many there ask for the bomb."""
    question, march = state.questions[-1], _garrisoned(state, side)
    best, most = -1, 0.0
    for c in results.advancers(state, question):
        at = state.at[c]
        march.garrison[at] -= march.picture.defence(c)
        gain = march.value(c, question.hex) - march.value(c, at)
        march.garrison[at] += march.picture.defence(c)
        if gain > most:
            best, most = c, gain
    if best < 0:
        return [STAY], f"{STAY}: nobody is needed there more"
    order = Order("advance", "", state.scenario.names[best])
    return [order], f"{order}: worth {most:.0f} more there"
