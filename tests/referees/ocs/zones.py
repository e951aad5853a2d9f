"""Zones of control, and hexes that the enemy holds [4.5]."""

from __future__ import annotations

from typing import Any

from tests.referees.ocs.position import MOVEMENT, Position, has_zoc, is_combat, other


def remember(p: Position, key: Any, make: Any) -> Any:
    """Return an answer for this position, found only once."""
    if key not in p.known:
        p.known[key] = make()
    return p.known[key]


def zoc(p: Position, side: str) -> set[str]:
    """Return the hexes adjacent to a side's units with a ZOC."""

    def make() -> set[str]:
        found: set[str] = set()
        for unit in p.units(side):
            if has_zoc(p, unit):
                found.update(p.theatre.board.neighbours[p.at[unit]])
        return found

    return remember(p, ("zoc", side), make)  # type: ignore[no-any-return]


def will_not_move(p: Position, unit: str) -> bool:
    """Return whether a combat unit of the active side spends no more MP in this segment [4.5b, R-OCS-50]."""
    if any(p.has(marker, unit) for marker in ("finished", "shipped", "worked")):
        return True
    if p.phase == "movement":
        row = p.row(unit)
        return not (row["move"].get("ma") or row.get("combat", {}).get("ma"))
    can = p.has("reserve", unit) or p.has("released", unit)
    return not (can or (p.phase == "exploitation" and p.has("exploit", unit)))


def negated(p: Position, side: str) -> set[str]:
    """Return the hexes where a side negates enemy ZOCs."""

    def make() -> set[str]:
        moving = p.phase in MOVEMENT and p.side == side
        return {p.at[u] for u in p.units(side) if not moving or will_not_move(p, u)}

    return remember(p, ("negated", side), make)  # type: ignore[no-any-return]


def blocking_zoc(p: Position, side: str) -> set[str]:
    """Return the hexes in an enemy ZOC that a side does not negate."""
    return zoc(p, other(side)) - negated(p, side)


def enemy_units(p: Position, side: str) -> set[str]:
    """Return the hexes with enemy combat units."""
    return remember(p, ("enemies", side), lambda: {p.at[u] for u in p.units(other(side))})  # type: ignore[no-any-return]


def enemy_things(p: Position, side: str) -> set[str]:
    """Return the hexes with other enemy counters [4.4c]."""
    foe = other(side)

    def make() -> set[str]:
        return {
            hex_
            for hex_, there in p.stacks.items()
            if any(p.row(c)["side"] == foe and not is_combat(p, c) for c in there)
        }

    return remember(p, ("things", side), make)  # type: ignore[no-any-return]
