"""Chapters 11.8–11.17, 6.5, 13.7 and 13.8: MP costs by terrain, river, pass, road, blast and enemy air.

Costs are computed on sets of hexes: a whole map takes a few dozen operations, and is cached.
"""

from __future__ import annotations

from functools import lru_cache

from grognard.core.hexes.cost_waves import Ways, shifted, ways_of
from grognard.core.hexes.grid import Direction, HexSet
from grognard.core.hexes.terms import Gates
from grognard.games.kit.terrain_masks import entered, lines_of, sides_of
from grognard.games.sww3.model.scenario import Sww3Scenario
from grognard.games.sww3.model.state import Sww3State, controlled
from grognard.games.sww3.model.theatre import Theatre
from grognard.games.sww3.support.airpower import enemy_air

HIGH = ("rough", "mountain")
"""Terrain in which mountain infantry pays less [Pincher 11.9, 11.10]."""


class Ground:
    """A theatre's terrain for movement; hexsides are the hexes entered across them, by direction."""

    def __init__(self, scenario: Sww3Scenario, theatre: Theatre) -> None:
        board = theatre.board
        land = scenario.land & theatre.hexes
        self.grid, self.scale, self.cities = board.grid, theatre.scale, theatre.cities & land
        self.cost: dict[str, float] = theatre.charts["cost"]
        self.city_bridges: bool = theatre.charts["movement"]["city_bridges"]
        """Whether crossing a river at an un-nuked city is free [Pincher 11.12]."""
        self.terrain = {
            kind.id: board.terrain_mask(kind.id) & land & ~self.cities
            for kind in board.legend
            if kind.id in self.cost
        }
        """The hexes of each terrain except cities, which are clear or nuked [11.8]."""
        crossed = [shifted(self.grid, land & ~scenario.barred[way], way) for way in Direction]
        self.open = tuple(hexes & land for hexes in crossed)
        """Land hexes entered from land, not across all-sea or all-lake hexsides, by direction [11.13]."""
        self.river = entered(self.grid, sides_of(board, "river", theatre.hexes))
        self.roads = "road" in self.cost
        self.easy = entered(
            self.grid,
            lines_of(board, "road", theatre.hexes) if self.roads else sides_of(board, "pass", theatre.hexes),
        )
        """Hexes entered along a road [Sandown 11.16] or across a pass [Pincher 11.10], by direction."""
        self.eased: HexSet = 0
        for way, hexes in enumerate(self.easy):
            self.eased |= hexes | shifted(self.grid, hexes, (way + 3) % 6)

    def price(self, *kinds: str) -> int:
        """Return the sum of several costs, in 1/scale MP [11.17]."""
        return int(sum(self.cost[kind] for kind in kinds) * self.scale)

    def in_hex(self, mountain: bool, flooded: bool, nuked: HexSet) -> dict[int, HexSet]:
        """Return the hexes by the cost of their terrain [11.8-11.11, 11.15]."""
        climbs = mountain and "mountaineers" in self.cost
        found = {self.price("city"): self.cities & ~nuked}
        ruined = self.price("mountaineers" if climbs else "rough", "nuked_city")  # [13.7, 13.8, R-SWW-22]
        found[ruined] = self.cities & nuked
        for kind, hexes in self.terrain.items():
            at = "mountaineers" if climbs and kind in HIGH else kind
            if flooded and f"{kind}_flooded" in self.cost:
                at = f"{kind}_flooded"
            found[self.price(at)] = found.get(self.price(at), 0) | hexes
        return found


@lru_cache(maxsize=16)
def ground(scenario: Sww3Scenario, theatre: int) -> Ground:
    """Return a theatre's terrain for movement."""
    return Ground(scenario, scenario.theatres[theatre])


def gates(state: Sww3State, theatre: int, side: int, mountain: bool, edge: HexSet) -> Gates:
    """Return the costs of map-edge hexes for units that enter there [10.3, R-SWW-43]."""
    here = ground(state.scenario, theatre)
    air = enemy_air(state, side) & edge
    return _gates(here, mountain, state.flooded, state.nuked & here.cities, air, edge)


@lru_cache(maxsize=128)
def _gates(
    here: Ground, mountain: bool, flooded: bool, nuked: HexSet, air: HexSet, edge: HexSet
) -> tuple[tuple[int, HexSet], ...]:
    bombed = here.price("air_hex")
    found: dict[int, HexSet] = {}
    for price, hexes in here.in_hex(mountain, flooded, nuked).items():
        for total, there in ((price, hexes & edge & ~air), (price + bombed, hexes & air)):
            if there:
                found[total] = found.get(total, 0) | there
    return tuple(sorted(found.items()))


def ways(state: Sww3State, theatre: int, side: int, mountain: bool) -> Ways:
    """Return the cost of every step for a unit, in 1/scale MP, without ZOC costs."""
    scenario = state.scenario
    here = ground(scenario, theatre)
    nuked = state.nuked & (here.cities | here.eased)  # blasts elsewhere cost nothing [R-SWW-22]
    air = enemy_air(state, side) & scenario.theatres[theatre].hexes
    hostile = here.cities & ~nuked & controlled(state, 1 - side) if here.roads else 0
    return _ways(here, mountain, state.flooded, nuked, air, hostile)


@lru_cache(maxsize=128)
def _ways(here: Ground, mountain: bool, flooded: bool, nuked: HexSet, air: HexSet, hostile: HexSet) -> Ways:
    """Compute the cost of every step; a large board takes some microseconds."""
    grid, whole = here.grid, here.cities & ~nuked
    in_hex = here.in_hex(mountain, flooded, nuked)
    easy_price, river = here.price("road" if here.roads else "pass"), here.price("river")
    bombed, bombed_crossing = here.price("air_hex"), here.price("air_hex", "air_hexside")  # [R-SWW-07]
    # No road is used in a nuked hex or in enemy air range, nor a nuked pass; nor a road into an
    # un-nuked enemy city [11.10, 11.16, 6.5, R-SAN-13, R-SWW-40].
    spoiled = nuked | (air if here.roads else 0)
    found: dict[int, list[HexSet]] = {}

    def add(price: int, way: int, hexes: HexSet) -> None:
        if hexes:
            found.setdefault(price, [0] * 6)[way] |= hexes

    for way in range(6):
        open_ = here.open[way]
        easy = here.easy[way] & open_ & ~(spoiled | shifted(grid, spoiled, way) | hostile)
        wet = here.river[way] & ~easy
        if here.city_bridges:
            wet &= ~(whole | shifted(grid, whole, way))
        add(easy_price, way, easy & ~air)
        add(easy_price + bombed, way, easy & air)
        for price, hexes in in_hex.items():
            dry, wetted = hexes & open_ & ~(easy | wet), hexes & open_ & wet
            add(price, way, dry & ~air)
            add(price + bombed, way, dry & air)
            add(price + river, way, wetted & ~air)
            add(price + river + bombed_crossing, way, wetted & air)
    return ways_of(grid, found)
