"""Best places for airpower, EW and refugee markers [5, 6, 10.10]."""

from __future__ import annotations

from grognard.core.contract.intentions import PLAIN, Intention
from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, bits
from grognard.games.afcent.advice.staff.attacks import Attack, Battlefield
from grognard.games.afcent.advice.staff.movement import March
from grognard.games.afcent.advice.staff.numbers import numbers
from grognard.games.afcent.advice.staff.situation import Picture
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.afcent.model.state import AfcentState, factor_of, zone
from grognard.games.kit.airpower import covered

END = Order("end")


def stakes(state: AfcentState, side: int, intention: Intention = PLAIN) -> dict[Hex, float]:
    """Return what the battles of this turn can gain, by the attacked hex."""
    found: dict[Hex, float] = {}
    for attacker in (PACT, NATO):
        for attack in _attacks(state, attacker, side, intention):
            weight = 1.0 if attacker == side else 0.7
            found[attack.target] = found.get(attack.target, 0.0) + weight * (2.0 + max(0.0, attack.gain))
    return found


def _attacks(state: AfcentState, side: int, viewer: int, intention: Intention) -> list[Attack]:
    """Return the attacks that a side would make this turn, as `viewer` sees it."""
    march = March(state, side, viewer, intention)
    march.state.fought = march.state.attacked = 0
    fight_first = state.fight_first[side]
    field = Battlefield(march.picture, prepared=fight_first)
    if fight_first:
        return field.adjacent_attacks()
    return field.plan([*march.groups(), *march.pinned()])


def place_air(state: AfcentState, intention: Intention = PLAIN) -> list[Order]:
    """Place each airpower marker where it affects most [5.4]."""
    scenario, side = state.scenario, state.sky
    left = stakes(state, side, intention)
    reach = scenario.charts["air"]["range"]
    markers = state.markers
    orders = []
    for _ in range(state.to_place):
        values: dict[Hex, float] = {}
        for target, stake in left.items():
            for spot in bits(covered(scenario.grid, 1 << target, reach) & scenario.land & ~markers):
                values[spot] = values.get(spot, 0.0) + stake
        if not values:
            break
        best = max(values, key=lambda spot: (values[spot], -spot))
        markers |= 1 << best
        for target in left:
            if covered(scenario.grid, 1 << target, reach) >> best & 1:
                left[target] *= numbers(intention).further_marker
        orders.append(Order("air", target=scenario.label(best)))
    return [*orders, END]


def place_ew(state: AfcentState, intention: Intention = PLAIN) -> list[Order]:
    """Jam stacks that will attack or be attacked, or remove enemy markers [6.4, 6.5]."""
    scenario, side = state.scenario, state.ether
    values: dict[tuple[str, Hex], float] = {}
    at_stake = stakes(state, side, intention)
    for hex_ in bits(state.held[1 - side]):
        stake = at_stake.get(hex_, 0.0) + _menace(state, side, hex_, intention)
        if stake:
            values["jam", hex_] = stake
    if state.sky == 1 - side:
        reach = scenario.charts["air"]["range"]
        for hex_ in bits(state.markers):
            near = covered(scenario.grid, 1 << hex_, reach)
            values["clear", hex_] = numbers(intention).clearing * sum(
                s for t, s in at_stake.items() if near >> t & 1
            )
    orders = []
    placed: dict[tuple[str, Hex], int] = {}
    for _ in range(state.to_place):
        if not values:
            break
        verb, hex_ = best = max(values, key=lambda key: (values[key], key[0], -key[1]))
        orders.append(Order(verb, target=scenario.label(hex_)))
        if verb == "clear":
            del values[best]
            continue
        placed[best] = placed.get(best, 0) + 1
        values[best] *= (
            numbers(intention).further_marker
            if side == PACT or placed[best] > 1
            else numbers(intention).immobile
        )
    return [*orders, END]


def _menace(state: AfcentState, side: int, hex_: Hex, intention: Intention) -> float:
    """Estimate the threat of an enemy stack that can attack or move on."""
    scenario = state.scenario
    units = state.here[hex_] & ~scenario.defence_only & ~scenario.heliborne
    if not units:
        return 0.0
    near = scenario.grid.within(hex_, numbers(intention).front) & state.held[side]
    factors = sum(factor_of(state, c) for c in bits(units))
    if side == NATO:
        picture = Picture(state, side, intention=intention)
        return factors * (0.1 + 0.25 * picture.on_the_way(hex_)) * (1.0 if near else 0.6)
    return 0.08 * factors if near and zone(state, side) >> hex_ & 1 else 0.0


def place_refugees(state: AfcentState, intention: Intention = PLAIN) -> list[Order]:
    """Place refugees at the strongest NATO stacks near the front, then on autobahns."""
    scenario, grid = state.scenario, state.scenario.grid
    reach = covered(grid, state.held[PACT], numbers(intention).front)
    west = scenario.land & ~scenario.red_land

    def force(hex_: Hex) -> int:
        return sum(factor_of(state, c) for c in bits(state.here[hex_] & ~scenario.defence_only))

    stacks = sorted(bits(state.held[NATO] & reach & west), key=lambda hex_: (-force(hex_), hex_))
    roads = {hex_ for chain in scenario.board.lines.get("autobahn", ()) for hex_ in chain}
    on_road = sorted(h for h in roads if west >> h & 1 and not state.red >> h & 1 and reach >> h & 1)
    others = [hex_ for hex_ in bits(west & ~state.red) if hex_ not in roads]
    hexes = list(dict.fromkeys([*stacks, *on_road, *others, *bits(scenario.land)]))
    open_ = [hex_ for hex_ in hexes if not state.refugees >> hex_ & 1]
    return [Order("refugees", target=scenario.label(hex_)) for hex_ in open_[: state.to_place]]
