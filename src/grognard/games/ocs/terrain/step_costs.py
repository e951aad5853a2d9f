"""Chapter 6.2: MP costs of steps by terrain, hexside, road, weather and bridging [13.8b, 17.0].

Costs are in quarters of an MP, for whole sets of hexes. ZOCs, fuel and enemy units are added elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from grognard.core.hexes.cost_waves import Ways, shifted, ways_of
from grognard.core.hexes.grid import HexSet
from grognard.games.kit.terrain_masks import entered, lines_of, sides_of
from grognard.games.ocs.model.charts import LEG, Condition, Hexside, Price, Prices, quarters, series_tables
from grognard.games.ocs.model.scenario import OcsScenario

Sides = tuple[HexSet, ...]
"""By direction the hexes entered across a hexside of a kind."""

NONE = (0,) * 6


class Ground:
    """The board of a scenario for movement."""

    def __init__(self, scenario: OcsScenario) -> None:
        board, land, charts = scenario.board, scenario.ground, scenario.charts
        self.grid = grid = board.grid
        self.land = land
        self.charts = charts
        self.symbols = scenario.symbols
        self.open: Sides = tuple(hexes & land for hexes in entered(grid, [land] * 6))
        self.sides = {id_: entered(grid, sides_of(board, id_, land)) for id_ in charts.hexside}
        """By kind the hexsides of the charts, as the hexes entered across them."""
        self.lines = {id_: _both(entered(grid, lines_of(board, id_, land)), self.open) for id_ in charts.line}
        """By kind the steps along roads and railways."""


def _both(steps: Sides, within: Sides) -> Sides:
    return tuple(a & b for a, b in zip(steps, within, strict=True))


@lru_cache(maxsize=32)
def ground(scenario: OcsScenario) -> Ground:
    """Return a scenario's ground, compiled once."""
    return Ground(scenario)


class Weather:
    """The effect of a ground condition on costs; for supply paths only where it lowers them [12.3d]."""

    def __init__(self, condition: Condition, mobility: int, supply: bool) -> None:
        self.frozen = set(condition.frozen)
        if mobility == LEG:
            self.frozen |= set(condition.leg_only)
        self.extra = 0.0 if supply else condition.off_road_extra[mobility]
        self.times = 1.0 if supply else condition.off_road_times[mobility]
        self.lines: dict[str, Prices] = {} if supply else condition.lines

    def terrain(self, scenario: OcsScenario, id_: str) -> Prices | None:
        """Return the costs of a terrain."""
        chart = scenario.charts.terrain[id_]
        if chart.frozen_move and chart.freezes_with in self.frozen:
            return chart.frozen_move
        return chart.move

    def hexside(self, chart: Hexside) -> Prices:
        """Return the extra costs of crossing a hexside."""
        if chart.frozen_move and chart.freezes_with in self.frozen:
            return chart.frozen_move
        return chart.move


def step_costs(
    scenario: OcsScenario,
    mobility: int,
    ground_state: int,
    *,
    roads: bool = True,
    supply: bool = False,
    bridged: HexSet = 0,
    taxed: HexSet = 0,
) -> Ways:
    """Return the cost of every step for a mobility type and a ground condition.

    Without `roads` neither roads nor bridges help, as in overruns [8.1c]. Supply paths ignore bad ground
    [12.3d, 17.0c]. `bridged` are the hexes of the mover's Engineer-Capable units [13.8b]. In `taxed` hexes
    each step costs 1 MP more [14.8c.1]. Steps that cost the whole allowance are not listed: see
    `enterable_steps`.
    """
    return _steps(scenario, mobility, ground_state, roads, supply, bridged, taxed)


@lru_cache(maxsize=1024)
def _steps(
    scenario: OcsScenario,
    mobility: int,
    ground_state: int,
    roads: bool,
    supply: bool,
    bridged: HexSet,
    taxed: HexSet,
) -> Ways:
    prices, _ = _priced(scenario, mobility, ground_state, roads, supply, bridged)
    return ways_of(scenario.grid, _with_tax(prices, taxed) if taxed else prices)


def _with_tax(prices: dict[int, list[HexSet]], taxed: HexSet) -> dict[int, list[HexSet]]:
    """Return the steps by cost with 1 MP more for hexes in a Trainbusting Zone [14.8c.1, R-OCS-56]."""
    found: dict[int, list[HexSet]] = {}
    tax = quarters(series_tables()["air_missions"]["trainbusting_extra_mp"])
    for price, hexes in prices.items():
        for cost, part in ((price, ~taxed), (price + tax, taxed)):
            kept = [side & part for side in hexes]
            if any(kept):
                found[cost] = [a | b for a, b in zip(found.get(cost, NONE), kept, strict=True)]
    return found


@lru_cache(maxsize=1024)
def enterable_steps(
    scenario: OcsScenario, mobility: int, ground_state: int, roads: bool = True, bridged: HexSet = 0
) -> Sides:
    """Return by direction the hexes that can be entered at any cost: the minimum move [6.1c]."""
    prices, dear = _priced(scenario, mobility, ground_state, roads, False, bridged)
    found = list(dear)
    for hexes in prices.values():
        found = [a | b for a, b in zip(found, hexes, strict=True)]
    return tuple(found)


@lru_cache(maxsize=512)
def _priced(
    scenario: OcsScenario, mobility: int, ground_state: int, roads: bool, supply: bool, bridged: HexSet
) -> tuple[dict[int, list[HexSet]], Sides]:
    """Return the steps by cost, and those that cost the whole allowance; only reversible steps [6.1d]."""
    here = ground(scenario)
    condition = scenario.charts.weather.conditions[scenario.conditions[ground_state]]
    weather = Weather(condition, mobility, supply)
    prices, dear = _cross_country(scenario, here, weather, mobility, bridged)
    if roads:
        for id_, line in scenario.charts.line.items():
            price = weather.lines.get(id_, line.move)[mobility]
            if isinstance(price, (int, float)):
                prices, dear = _cheaper(prices, dear, quarters(price), here.lines[id_])
    possible = _reversible(here, prices, dear)
    kept = {p: [a & b for a, b in zip(hexes, possible, strict=True)] for p, hexes in prices.items()}
    return {p: hexes for p, hexes in kept.items() if any(hexes)}, _both(dear, possible)


def _cross_country(
    scenario: OcsScenario, here: Ground, weather: Weather, mobility: int, bridged: HexSet
) -> tuple[dict[int, list[HexSet]], Sides]:
    """Return costs off the roads: the most expensive terrain of the hex [6.2d] and its hexside [6.2b]."""
    closed, everything = 0, 0
    by_price: dict[int, HexSet] = {}
    charted = []
    for id_, hexes in here.symbols.items():
        row = weather.terrain(scenario, id_)
        if row is not None:
            charted.append((_sort_key(row[mobility]), row[mobility], hexes))
    seen = 0
    for _, price, hexes in sorted(charted, key=lambda item: item[0], reverse=True):
        new = hexes & ~seen
        seen |= hexes
        if price == "P":
            closed |= new
        elif price == "all":
            everything |= new
        else:
            cost = quarters(float(price) * weather.times + weather.extra)
            by_price[cost] = by_price.get(cost, 0) | new
    prices = {price: [hexes & way for way in here.open] for price, hexes in by_price.items()}
    dear = [everything & way for way in here.open]
    for chart, sides in _crossings(scenario, here, weather, mobility):
        near = [(bridged | shifted(here.grid, bridged, way)) & side for way, side in enumerate(sides)]
        far = [side & ~by for side, by in zip(sides, near, strict=True)]
        prices, dear = _dearer(prices, dear, weather.hexside(chart)[mobility], far)
        if any(near):
            eased = _bridged(scenario, weather, chart, mobility)
            prices, dear = _dearer(prices, dear, eased, near)
    return prices, tuple(dear)


def _crossings(
    scenario: OcsScenario, here: Ground, weather: Weather, mobility: int
) -> list[tuple[Hexside, Sequence[HexSet]]]:
    """Return what is crossed on which hexsides; of several waters the cheapest [6.2b, 6.2d]."""
    kinds = [
        (chart, here.sides[id_]) for id_, chart in scenario.charts.hexside.items() if any(here.sides[id_])
    ]
    found: list[tuple[Hexside, Sequence[HexSet]]] = [kind for kind in kinds if not kind[0].water]
    seen: Sequence[HexSet] = NONE
    waters = [kind for kind in kinds if kind[0].water]
    for chart, sides in sorted(waters, key=lambda kind: _sort_key(weather.hexside(kind[0])[mobility])):
        found.append((chart, [side & ~before for side, before in zip(sides, seen, strict=True)]))
        seen = [side | before for side, before in zip(sides, seen, strict=True)]
    return found


def _bridged(scenario: OcsScenario, weather: Weather, chart: Hexside, mobility: int) -> Price:
    """Return the extra cost of a bridged hexside, never more than unbridged [13.8b]."""
    if not chart.bridged_as:
        return weather.hexside(chart)[mobility]
    if chart.bridged_as == "none":
        return 0
    lesser = weather.hexside(scenario.charts.hexside[chart.bridged_as])[mobility]
    return min(lesser, weather.hexside(chart)[mobility], key=_sort_key)


def _sort_key(price: Price) -> float:
    return 1e9 if price == "P" else 1e8 if price == "all" else float(price)


def _dearer(
    prices: dict[int, list[HexSet]], dear: Sequence[HexSet], extra: Price, where: Sequence[HexSet]
) -> tuple[dict[int, list[HexSet]], list[HexSet]]:
    """Return the costs after hexsides raise them, take the whole allowance or prohibit steps."""
    if extra == 0:
        return prices, list(dear)
    found: dict[int, list[HexSet]] = {}
    whole = list(dear)
    for price, hexes in prices.items():
        calm = [all_ & ~part for all_, part in zip(hexes, where, strict=True)]
        hit = [all_ & part for all_, part in zip(hexes, where, strict=True)]
        _add(found, price, calm)
        if extra == "all":
            whole = [a | b for a, b in zip(whole, hit, strict=True)]
        elif extra != "P":
            _add(found, price + quarters(float(extra)), hit)
    if extra == "P":
        whole = [a & ~b for a, b in zip(whole, where, strict=True)]
    return found, whole


def _cheaper(
    prices: dict[int, list[HexSet]], dear: Sequence[HexSet], price: int, where: Sequence[HexSet]
) -> tuple[dict[int, list[HexSet]], Sides]:
    """Return the costs after a road or railway lowers them or makes steps possible [6.2a]."""
    rest = list(where)
    for known, hexes in prices.items():
        if known <= price:
            rest = [a & ~b for a, b in zip(rest, hexes, strict=True)]
    found = {
        known: [a & ~b for a, b in zip(hexes, rest, strict=True)] if known > price else hexes
        for known, hexes in prices.items()
    }
    _add(found, price, rest)
    return found, tuple(a & ~b for a, b in zip(dear, rest, strict=True))


def _add(prices: dict[int, list[HexSet]], price: int, hexes: Sequence[HexSet]) -> None:
    known = prices.get(price, [0] * 6)
    prices[price] = [a | b for a, b in zip(known, hexes, strict=True)]


def _reversible(here: Ground, prices: dict[int, list[HexSet]], dear: Sides) -> Sides:
    """Return the steps that can also be made in reverse [6.1d, R-OCS-55]."""
    possible = list(dear)
    for hexes in prices.values():
        possible = [a | b for a, b in zip(possible, hexes, strict=True)]
    return tuple(
        hexes & shifted(here.grid, possible[(way + 3) % 6], way) for way, hexes in enumerate(possible)
    )
