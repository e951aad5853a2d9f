"""Stacking, zones of control and airpower [5, 7, 8]."""

from __future__ import annotations

from tests.referees.afcent.position import CHARTS, COUNTERS, Position, division, is_, other, side_of


def stack_is_legal(units: list[str]) -> bool:
    """Return whether units may be in one hex [7.0, 7.2, 7.3, 7.4, 10.6.1]."""
    if len({side_of(u) for u in units}) > 1:
        return False
    counted = [u for u in units if not (is_(u, "static") and COUNTERS[u]["nation"] == "WG")]
    if not counted:
        return True
    pact = side_of(counted[0]) == "pact"
    if len(counted) > (CHARTS["limits"]["pact_stack"] if pact else CHARTS["limits"]["nato_stack"]):
        return False
    if len({COUNTERS[u]["nation"] for u in counted}) > 1:
        return False
    flyers = [u for u in counted if is_(u, "heliborne")]
    if pact and flyers:
        return len(flyers) == len(counted)
    return len({division(u) for u in counted}) == 1


def has_room(p: Position, units: list[str], hex_: str) -> bool:
    """Return whether units can stack in a hex with those in it."""
    return stack_is_legal(list({*p.units_in(hex_), *units}))


def zoc(p: Position, side: str) -> set[str]:
    """Return the hexes around a side's units; static units have no ZOC [8.0]."""
    found: set[str] = set()
    for hex_, units in p.stacks.items():
        if any(side_of(u) == side and not is_(u, "static") for u in units):
            found.update(p.land.board.neighbours[hex_])
    return found


def air_markers_over(p: Position, hex_: str) -> int:
    """Return the number of airpower markers in whose range a hex is [5.2]."""
    return sum(1 for marker in p.markers if marker == hex_ or marker in p.land.board.neighbours[hex_])


def under_enemy_air(p: Position, side: str, hex_: str) -> bool:
    """Return whether a hex is in the range of enemy airpower [5.3]."""
    return p.sky == other(side) and air_markers_over(p, hex_) > 0


def has_enemy(p: Position, side: str, hex_: str) -> bool:
    """Return whether an enemy unit is in a hex."""
    return any(side_of(u) != side for u in p.units_in(hex_))


def friends_jammed(p: Position, side: str, hex_: str) -> int:
    """Return the EW markers on a side's units in a hex [6.2]."""
    return max((p.ew[u] for u in p.units_in(hex_) if side_of(u) == side), default=0)
