"""The costs of steps [6.1, 6.2, 12.3d, 13.8b, 17]."""

from __future__ import annotations

from typing import Any

from tests.referees.ocs.position import MOBILITIES, PROHIBITED, WHOLE, Position, Theatre, kind_of
from tests.referees.ocs.zones import remember


def engineers(p: Position, side: str) -> set[str]:
    """Return the hexes of a side's Engineer-Capable units [13.8a]."""

    def make() -> set[str]:
        able = [u for u in p.units(side) if kind_of(p, u) in ("hq", "engineer")]
        return {p.at[u] for u in able if is_engineer_capable(p, u)}

    return remember(p, ("engineers", side), make)  # type: ignore[no-any-return]


def is_engineer_capable(p: Position, unit: str) -> bool:
    """Return whether an HQ or engineer has its Combat side up, in Combat Mode or DG [13.8a, 5.10e]."""
    return not any(p.has(marker, unit) for marker in ("turned", "reserve", "strat", "exploit"))


def priced(price: Any) -> float:
    """Return a price of the charts as a number."""
    return PROHIBITED if price == "P" else WHOLE if price == "all" else float(price)


def one_way(
    t: Theatre, condition: str, kind: str, from_: str, to: str, roads: bool, supply: bool, bridge: bool
) -> float:
    """Return the cost of a step, not asking whether it can be reversed."""
    weather = t.charts["weather"]["conditions"][condition]
    m = MOBILITIES.index(kind)
    frozen = set(weather.get("frozen", [])) | (set(weather.get("leg-only", [])) if kind == "leg" else set())

    def move_row(chart: dict[str, Any]) -> Any:
        ice = "frozen-move" in chart and chart.get("freezes-with") in frozen
        return chart["frozen-move"] if ice else chart.get("move")

    costs = [priced(row[m]) for row in (move_row(t.charts["terrain"][s]) for s in t.symbols[to]) if row]
    cost = max(costs)  # the most costly terrain of the hex [6.2d]
    if cost < WHOLE and not supply:  # supply paths ignore bad ground [12.3d]
        cost = (
            cost * weather.get("off-road-times", [1, 1, 1])[m] + weather.get("off-road-extra", [0, 0, 0])[m]
        )
    waters = [s for s in t.board.side_names(from_, to) if s in t.charts["hexside"]]
    if waters:
        crossing = []
        for name in waters:
            chart = t.charts["hexside"][name]
            extra = priced(move_row(chart)[m])
            if bridge and chart.get("bridged-as") == "none":
                extra = 0.0
            elif bridge and chart.get("bridged-as"):
                extra = min(extra, priced(move_row(t.charts["hexside"][chart["bridged-as"]])[m]))
            crossing.append(extra)
        cost += min(crossing)  # of several waters the cheapest [6.2d]
    if roads:
        for name in t.board.lines.get(frozenset((from_, to)), ()):
            changed = {} if supply else weather.get("lines", {})
            cost = min(cost, priced(changed.get(name, t.charts["line"][name]["move"])[m]))
    return cost


def step(
    p: Position, side: str, kind: str, from_: str, to: str, *, roads: bool = True, supply: bool = False,
    own_bridge: str = "",
) -> float:  # fmt: skip
    """Return the cost of a step; what cannot be done in reverse is prohibited [6.1d, R-OCS-55]."""
    bridge = roads and bool({from_, to} & (engineers(p, side) | {own_bridge}))
    key = (p.condition, kind, from_, to, roads, supply, bridge)
    costs = p.theatre.costs
    if key not in costs:
        there = one_way(p.theatre, p.condition, kind, from_, to, roads, supply, bridge)
        back = one_way(p.theatre, p.condition, kind, to, from_, roads, supply, bridge)
        costs[key] = PROHIBITED if there >= PROHIBITED or back >= PROHIBITED else there
    return costs[key]


def trainbusted(p: Position, side: str, kind: str) -> set[str]:
    """Return the hexes in enemy Trainbusting Zones: for Leg MP only those of the markers [14.8b]."""
    markers = p.busted["soviet" if side == "german" else "german"]
    if kind == "leg":
        return markers
    return {*markers, *(near for hex_ in markers for near in p.theatre.board.neighbours[hex_])}


def move_step(p: Position, side: str, kind: str, from_: str, to: str, own_bridge: str = "") -> float:
    """Return the cost of a step of a moving unit: 1 MP more into a Trainbusting Zone [14.8c]."""
    return step(p, side, kind, from_, to, own_bridge=own_bridge) + (to in trainbusted(p, side, kind))
