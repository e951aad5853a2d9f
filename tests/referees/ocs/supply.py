"""Supply paths: what a unit can draw on [12.3]."""

from __future__ import annotations

import heapq

from tests.referees.ocs.position import TABLES, TRANSPORTS, Position, face, is_independent, kind_of
from tests.referees.ocs.steps import step
from tests.referees.ocs.zones import blocking_zoc, enemy_units, remember


def supply_reach(p: Position, side: str, start: str, most: float, kind: str) -> set[str]:
    """Return the hexes that a supply path enters or ends beside [12.3c, 12.3d, R-OCS-90 to R-OCS-93]."""
    closed = enemy_units(p, side)
    if kind == "truck":
        closed = closed | blocking_zoc(p, side)
    best: dict[str, float] = {}
    queue = [(0.0, start)]
    while queue:
        spent, hex_ = heapq.heappop(queue)
        if hex_ in best:
            continue
        best[hex_] = spent
        for to in p.theatre.board.neighbours[hex_]:
            cost = spent + step(p, side, kind, hex_, to, supply=True)
            if cost <= most and to not in closed:
                heapq.heappush(queue, (cost, to))
    found = set(best)
    for hex_ in best:
        found.update(p.theatre.board.neighbours[hex_])
    return found - enemy_units(p, side)


def drawn_from(p: Position, side: str, hex_: str, kind: str = "truck") -> set[str]:
    """Return the hexes from which a unit in a hex can draw [12.3a]."""
    most = float(TABLES["combat_supply"]["direct_draw_mp"])
    return remember(p, ("draw", side, hex_, kind), lambda: supply_reach(p, side, hex_, most, kind))  # type: ignore[no-any-return]


def draw_kind(p: Position, unit: str) -> str:
    """Return the mobility type of a unit's path to supply: truck, except for some HQs [12.3a]."""
    return str(face(p, unit).get("throw-mobility", "truck")) if kind_of(p, unit) == "hq" else "truck"


def draws(p: Position, unit: str) -> set[str]:
    """Return the hexes from which a unit can draw."""
    return drawn_from(p, str(p.row(unit)["side"]), p.at[unit], draw_kind(p, unit))


def thrown(p: Position, hq: str) -> set[str]:
    """Return the hexes to which an HQ can throw [12.3b, 5.8b]."""
    side = str(p.row(hq)["side"])

    def make() -> set[str]:
        if p.has("strat", hq):
            return set()
        return supply_reach(p, side, p.at[hq], float(face(p, hq)["throw"]), draw_kind(p, hq))

    return remember(p, ("throw", hq), make)  # type: ignore[no-any-return]


def may_serve(p: Position, hq: str, unit: str) -> bool:
    """Return whether an HQ may supply another unit: a divisional HQ not all [13.1d]."""
    if kind_of(p, hq) != "hq" or hq == unit or p.row(hq)["side"] != p.row(unit)["side"]:
        return False
    if not p.row(hq).get("divisional"):
        return True
    if p.row(hq).get("formation") == p.row(unit).get("formation"):
        return True
    return is_independent(p, unit) and p.row(hq)["nation"] == p.row(unit)["nation"]


def hqs(p: Position, side: str) -> list[str]:
    """Return the HQs of a side on the map."""
    return [u for u in p.units(side) if kind_of(p, u) == "hq"]


def dumps_in_reach(p: Position, unit: str) -> set[str]:
    """Return the dumps and loads that can supply a unit, directly or by an HQ [12.1b, 12.3, 13.2g]."""
    side = str(p.row(unit)["side"])
    holders = [
        c
        for there in p.stacks.values()
        for c in there
        if p.tokens[c] and p.row(c)["side"] == side and kind_of(p, c) in ("dump", *TRANSPORTS)
    ]
    found = {c for c in holders if p.at[c] in draws(p, unit)}
    for hq in hqs(p, side):
        if may_serve(p, hq, unit) and p.at[unit] in thrown(p, hq):
            found |= {c for c in holders if p.at[c] in draws(p, hq)}
    return {c for c in found if kind_of(p, c) != "organic-truck" or same_formation(p, c, unit)}


def same_formation(p: Position, one: str, two: str) -> bool:
    """Return whether two counters belong to one formation [13.2g-B]."""
    return bool(p.row(one).get("formation", "") == p.row(two).get("formation", ""))
