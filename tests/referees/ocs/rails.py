"""The price of rail moves, with multi-track lines and Trainbusting [13.3a, 14.8c, R-OCS-223]."""

from __future__ import annotations

from fractions import Fraction

from tests.referees.ocs.position import Position, size
from tests.referees.ocs.steps import trainbusted
from tests.referees.ocs.zones import enemy_units


def weight(p: Position, unit: str) -> Fraction:
    """Return the Rail Cap that a unit takes: its RE, or half of it for slow Leg units [4.7b]."""
    move = p.row(unit).get("move", {})
    light = move.get("mobility", "leg") == "leg" and 1 <= move.get("ma", 0) <= 6
    return size(p, unit) / (2 if light else 1)


def is_joined(p: Position, from_: str, to: str, closed: set[str], multi: bool) -> bool:
    """Return whether track joins two hexes without some others, if asked for by multi-track lines alone."""
    names = {n for n, line in p.theatre.charts["line"].items() if line.get("tracks", 0) > (1 if multi else 0)}
    found, edge = {from_} - closed, [from_]
    while edge and from_ in found:
        hex_ = edge.pop()
        for near in p.theatre.rails.get(hex_, []):
            line = p.theatre.board.lines.get(frozenset((hex_, near)), set())
            if near not in found and near not in closed and names & line:
                found.add(near)
                edge.append(near)
    return to in found


def least_price(p: Position, side: str, from_: str, to: str, cargo: Fraction) -> Fraction:
    """Return the least price on any track without enemies, whoever controls it."""
    zone, enemies = trainbusted(p, side, "track"), enemy_units(p, side)
    prices = []
    for multi in (False, True):
        price = cargo / (2 if multi else 1)
        if is_joined(p, from_, to, enemies | zone, multi):
            prices.append(price)
        elif is_joined(p, from_, to, enemies, multi):
            prices.append(price * 2)
    return min(prices)
