"""Points for towns and losses, and the winner."""

from __future__ import annotations

from tests.referees.ocs.position import Position, is_combat, kind_of, other, steps


def town_points(p: Position) -> int:
    """Return the points for towns that the scoring side controls."""
    victory = p.theatre.file["victory"]
    own = victory["points-for"]
    total = 0
    for name, value in victory.get("towns", {}).items():
        hex_ = p.theatre.places.get(name, name)
        if (hex_ in p.soviet) == (own == "soviet"):
            total += value
    return total


def losses(p: Position, side: str) -> tuple[int, int, int]:
    """Return a side's losses in play: units, armor and mech units, and steps of the other units."""
    file = p.theatre.file
    parts = [part for key in ("setup", "arrival") for part in file.get(key, [])]
    before = {unit: part.get("lost", 0) for part in parts for unit in part.get("units", [])}
    gone_home = {unit for line in file.get("withdrawal", []) for unit in line["units"]}
    units = mobile = others = 0
    for unit in p.at:
        if not is_combat(p, unit, side) or kind_of(p, unit) in ("pax", "eq", "breakdown"):
            continue
        dead = p.at[unit] == "dead" or (p.at[unit] == "gone" and unit not in gone_home)
        units += dead
        if p.row(unit).get("category", "other") != "other" and steps(p, unit) == 1:
            mobile += dead
        else:
            others += max(0, (steps(p, unit) if dead else p.lost[unit]) - before.get(unit, 0))
    others -= sum(1 for u in p.units(side) if kind_of(p, u) == "breakdown")
    return units, mobile, max(0, others)


def loss_points(p: Position, side: str) -> int:
    """Return what the losses of a side are worth to its enemy."""
    rate = p.theatre.file["victory"].get("losses", {}).get(side, {})
    _, mobile, others = losses(p, side)
    total = 0
    for lost, each in ((mobile, rate.get("mobile", 0)), (others, rate.get("steps", 0))):
        total += lost // each if each else 0
    return total


def winner(p: Position) -> str:
    """Return who wins by points at the end of the last turn; empty for a draw."""
    victory = p.theatre.file["victory"]
    own = victory["points-for"]
    points = town_points(p) + loss_points(p, other(own)) - loss_points(p, own)
    for level in victory["levels"]:
        if points >= level.get("at-least", -9999):
            return str(level.get("winner", ""))
    return ""
