"""Cases 5.3, 10.7, 10.8, 10.10 and 13.2: what a step costs.

Costs are sets of hexes in parts of a movement point, cached while valid. `reach` adds ZOC costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from grognard.core.facts import keep
from grognard.core.hexes.cost_waves import Ways, apart, shifted, ways_of
from grognard.core.hexes.grid import Hex, HexSet
from grognard.games.afcent.markers.airpower import enemy_air
from grognard.games.afcent.model.scenario import NATO, SCALE, AfcentScenario
from grognard.games.afcent.model.state import AfcentState
from grognard.games.kit.terrain_masks import entered, lines_of, sides_of, surcharged


def parts(points: float) -> int:
    """Return the MP of a chart in the parts that are counted."""
    return int(points * SCALE)


class Ground:
    """The board for movement; hexsides are stored as the hexes entered across them, by direction."""

    def __init__(self, scenario: AfcentScenario) -> None:
        board, land, charts = scenario.board, scenario.land, scenario.charts
        self.grid = grid = board.grid
        self.cities = scenario.cities
        self.chart = {row["terrain"]: row for row in charts["tec"]}
        """Terrain Effects Chart by terrain [13.2-tec]."""
        self.air, self.refugees = charts["air"], charts["refugees"]
        self.kind = {kind.id: board.terrain_mask(kind.id) & land for kind in board.legend}
        passable = land
        for kind, hexes in self.kind.items():
            if self.chart[kind]["move"] < 0:
                passable &= ~hexes  # [13.2-lake]
        self.open = tuple(hexes & passable for hexes in entered(grid, [passable] * 6))
        self.autobahn = entered(grid, lines_of(board, "autobahn", passable))
        self.river = entered(grid, sides_of(board, "river", passable))
        self.at_city = tuple(
            hexes & (self.cities | shifted(grid, self.cities, way)) for way, hexes in enumerate(self.river)
        )
        """Rivers crossed into or out of a city [10.7-river-pact-city]."""
        self.border = entered(grid, sides_of(board, "border", passable))

    def ground_price(self, kind: str, mountain: bool) -> int:
        """Return the cost of a terrain; mountain infantry may pay less [13.2-tec, 13.2-mountain]."""
        row = self.chart[kind]
        return parts(row.get("move_mountain_infantry", row["move"]) if mountain else row["move"])

    def rivers(self, side: int) -> list[tuple[Sequence[HexSet], int, str]]:
        """Return river hexsides with their cost for a side and its rule [10.7, R-NUR-09]."""
        chart = self.chart["river hexside"]
        if side == NATO:
            return [(self.river, parts(chart["extra_nato"]), "10.7-river-nato")]
        elsewhere = tuple(a & ~b for a, b in zip(self.river, self.at_city, strict=True))
        return [
            (self.at_city, parts(chart["extra_pact_at_city"]), "10.7-river-pact-city"),
            (elsewhere, parts(chart["extra_pact"]), "10.7-river-pact"),
        ]


@lru_cache(maxsize=16)
def ground(scenario: AfcentScenario) -> Ground:
    """Return the compiled ground of a scenario."""
    return Ground(scenario)


class Surcharge(NamedTuple):
    """An extra cost of steps into some hexes."""

    where: Sequence[HexSet]
    """The hexes entered, by direction."""
    price: int
    what: str
    rule: str
    over_side: bool = True
    """Whether it is paid for the hexside, not for the hex."""


class Handicap(NamedTuple):
    """The current extra costs of a side."""

    side: int
    air: HexSet
    refugees: HexSet
    toll: int
    """Extra cost of a border hexside, in parts of a point."""


def handicap(state: AfcentState, side: int) -> Handicap:
    """Return the current extra costs of a side; refugees affect only NATO [10.10-pact]."""
    toll = parts(state.scenario.exclusive.border_toll(state, side))
    return Handicap(side, enemy_air(state, side), state.refugees if side == NATO else 0, toll)


@lru_cache(maxsize=256)
def _surcharges(here: Ground, handicap: Handicap) -> tuple[Surcharge, ...]:
    side, air, refugees, toll = handicap
    found = [Surcharge(where, price, "river", rule) for where, price, rule in here.rivers(side)]
    if air:  # [5.3-cost]
        crossing = tuple(river & air for river in here.river)
        slow = parts(here.air["move_extra_hex"])
        found.append(Surcharge((air,) * 6, slow, "enemy airpower", "5.3-cost", over_side=False))
        extra = parts(here.air["move_extra_hexside"])
        found.append(Surcharge(crossing, extra, "river under enemy airpower", "5.3-cost"))
    if refugees:
        slow = parts(here.refugees["nato_move_extra"])
        found.append(Surcharge((refugees,) * 6, slow, "refugees", "10.10-nato", over_side=False))
    if toll:
        found.append(Surcharge(here.border, toll, "border", "4.4"))
    return tuple(found)


def surcharges(state: AfcentState, side: int) -> tuple[Surcharge, ...]:
    """Return what a side pays now on top of the terrain [10.8]."""
    return _surcharges(ground(state.scenario), handicap(state, side))


def ways(state: AfcentState, side: int, mountain: bool) -> Ways:
    """Return the cost of every step now, without ZOC costs."""
    reads = state.turn, state.sky, state.markers, state.refugees
    found = keep(
        state,
        ("ways", side, mountain),
        reads,
        lambda: _ways(ground(state.scenario), mountain, handicap(state, side)),
    )
    return found


def ways_apart(state: AfcentState, side: int, mountain: bool, zone: HexSet) -> Ways:
    """Return the same without steps from ZOC to ZOC."""
    return _ways_apart(ground(state.scenario), mountain, handicap(state, side), zone)


@lru_cache(maxsize=64)
def _ways_apart(here: Ground, mountain: bool, handicap: Handicap, zone: HexSet) -> Ways:
    return apart(here.grid, _ways(here, mountain, handicap), zone)


@lru_cache(maxsize=128)
def _ways(here: Ground, mountain: bool, handicap: Handicap) -> Ways:
    prices: dict[int, list[HexSet]] = {}

    def add(price: int, hexes: Sequence[HexSet]) -> None:
        known = prices.get(price, [0] * 6)
        prices[price] = [a | b & open_ for a, b, open_ in zip(known, hexes, here.open, strict=True)]

    add(parts(here.chart["autobahn"]["move"]), here.autobahn)
    for kind, hexes in here.kind.items():
        if here.chart[kind]["move"] >= 0:
            add(here.ground_price(kind, mountain), [hexes & ~fast for fast in here.autobahn])
    for surcharge in _surcharges(here, handicap):
        prices = surcharged(prices, surcharge.where, surcharge.price)
    return ways_of(here.grid, prices)


class Toll(NamedTuple):
    """One item of a movement cost."""

    hex: Hex
    price: int
    what: str
    rule: str


def tolls(state: AfcentState, side: int, mountain: bool, direction: int, to: Hex) -> list[Toll]:
    """List everything a step costs, without ZOC costs [10.8]."""
    here = ground(state.scenario)
    if here.autobahn[direction] >> to & 1:
        paid = [Toll(to, parts(here.chart["autobahn"]["move"]), "autobahn", "10.7-autobahn")]
    else:
        paid = [_terrain_toll(here, mountain, to)]
    paid += [
        Toll(to, more.price, more.what, more.rule)
        for more in surcharges(state, side)
        if more.where[direction] >> to & 1
    ]
    return paid


def edge_costs(state: AfcentState, side: int, mountain: bool, to: Hex) -> list[Toll]:
    """List the costs of entering the map in a hex: terrain, enemy airpower and refugees [12.4.2-us.f]."""
    paid = [_terrain_toll(ground(state.scenario), mountain, to)]
    return paid + [
        Toll(to, more.price, more.what, more.rule)
        for more in surcharges(state, side)
        if more.where[0] >> to & 1 and not more.over_side
    ]


def _terrain_toll(here: Ground, mountain: bool, to: Hex) -> Toll:
    kind = next(kind for kind, hexes in here.kind.items() if hexes >> to & 1)
    rule = "10.7-city" if kind == "city" else "10.7-a"
    if mountain and "move_mountain_infantry" in here.chart[kind]:
        rule = "13.2-mountain"
    return Toll(to, here.ground_price(kind, mountain), kind, rule)
