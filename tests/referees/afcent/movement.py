"""Movement: costs, columns, entries and landings [10]."""

from __future__ import annotations

import heapq
from functools import cache
from itertools import pairwise

from tests.referees.afcent.position import (
    CHARTS,
    COUNTERS,
    EXCLUSIVE,
    TEC,
    Land,
    Position,
    is_,
    movement_factor,
    other,
    side_of,
)
from tests.referees.afcent.zones import friends_jammed, has_enemy, has_room, under_enemy_air, zoc


def terrain_cost(units: list[str], hex_: str, land: Land) -> float:
    """Return the cost of the terrain of a hex [10.7, 13.2]."""
    if hex_ in land.cities:
        return float(TEC["city"]["move"])
    mountain = all(COUNTERS[u]["kind"] == "mountain" for u in units)
    costs = []
    for kind in land.board.terrain[hex_]:
        row = TEC[kind]
        costs.append(row.get("move_mountain_infantry", row["move"]) if mountain else row["move"])
    return float(max(costs))


def step_cost(p: Position, units: list[str], from_: str, to: str) -> float:
    """Return the cost of one step without ZOCs [5.3, 10.7, 10.8, 10.10, 12.3]."""
    side, land = side_of(units[0]), p.land
    river = land.board.side_has_tag("river", from_, to)
    autobahn = land.board.is_between("autobahn", from_, to)
    cost = float(TEC["autobahn"]["move"]) if autobahn else terrain_cost(units, to, land)
    if river:
        row = TEC["river hexside"]
        if side == "nato":
            cost += row["extra_nato"]
        else:
            cost += row["extra_pact_at_city"] if {from_, to} & land.cities else row["extra_pact"]
    if under_enemy_air(p, side, to):
        cost += CHARTS["air"]["move_extra_hex"]
        cost += CHARTS["air"]["move_extra_hexside"] if river else 0
    if side == "nato" and to in p.refugees:
        cost += CHARTS["refugees"]["nato_move_extra"]
    if side == "pact" and p.turn == 1 and "border" in land.board.side_names(from_, to):
        cost += EXCLUSIVE["turn1"]["pact_border_extra"]
    return cost


def zoc_cost(zone: set[str], from_: str, to: str) -> float:
    """Return what the ZOCs at both ends of a step cost [8.1]."""
    leave = CHARTS["limits"]["zoc_leave"] if from_ in zone else 0
    return float(leave + (CHARTS["limits"]["zoc_enter"] if to in zone else 0))


def path_cost(p: Position, units: list[str], path: list[str]) -> float:
    """Return the cost of a whole path."""
    zone = zoc(p, other(side_of(units[0])))
    return sum(step_cost(p, units, a, b) + zoc_cost(zone, a, b) for a, b in pairwise(path))


def closed_to_column(p: Position, side: str, hex_: str, zone: set[str]) -> bool:
    """Return whether a column cannot enter a hex [10.9, 6.3]."""
    enemy_city = hex_ in p.land.cities and (hex_ in p.red) != (side == "pact")
    jammed = friends_jammed(p, side, hex_) > 0
    return hex_ in zone or under_enemy_air(p, side, hex_) or enemy_city or jammed


def can_form_column(p: Position, units: list[str], zone: set[str]) -> bool:
    """Return whether units can move in column from where they are [10.9, 6.3]."""
    side, start = side_of(units[0]), p.at[units[0]]
    return start not in zone and not under_enemy_air(p, side, start) and not any(p.ew[u] for u in units)


def march(p: Position, units: list[str], column: bool) -> dict[str, float]:
    """Return where units of one hex can move together with one order, and the cost [8.1, 10.0-10.9]."""
    side, start = side_of(units[0]), p.at[units[0]]
    zone = zoc(p, other(side))
    if any(u in p.stopped or u in p.landed or is_(u, "static") or is_(u, "heliborne") for u in units):
        return {}
    recon = all(is_(u, "recon") for u in units)
    if start in zone and not recon and not p.night:
        return {}  # pinned by day [8.1]
    if column and not can_form_column(p, units, zone):
        return {}
    times = CHARTS["movement_factor"]["column_multiplier"] if column else 1
    points = min(movement_factor(u) * times - p.spent[u] for u in units)
    jam = min(p.ew[u] for u in units)

    @cache
    def may_enter(hex_: str) -> bool:
        if has_enemy(p, side, hex_):
            return False  # [10.2]
        if side == "pact" and not has_room(p, units, hex_):
            return False  # not even to pass through [7.1]
        return not (column and closed_to_column(p, side, hex_, zone))

    best: dict[tuple[str, bool], float] = {}
    queue: list[tuple[float, str, bool]] = [(0.0, start, False)]
    while queue:
        spent, hex_, halted = heapq.heappop(queue)
        if (hex_, halted) in best:
            continue
        best[hex_, halted] = spent
        if halted:
            continue
        for to in p.land.board.neighbours[hex_]:
            direct = hex_ in zone and to in zone
            if not may_enter(to) or (direct and not recon):
                continue
            total = spent + step_cost(p, units, hex_, to) + zoc_cost(zone, hex_, to)
            stops = direct or (to in zone and not recon)  # [8.1, R-NUR-08]
            stops = stops or (to != start and friends_jammed(p, side, to) > jam)  # the order ends here [6.2]
            if total <= points:
                heapq.heappush(queue, (total, to, stops))
    found: dict[str, float] = {}
    for (hex_, _), spent in best.items():
        if hex_ != start:
            found[hex_] = min(spent, found.get(hex_, spent))
    return found


def gaits(p: Position, units: list[str]) -> list[bool]:
    """Return whether units may still move out of column, and in column [10.9]."""
    moved = [u for u in units if u in p.moving]
    if not moved:
        return [False, True]
    in_column = [u for u in moved if u in p.column]
    if not in_column:
        return [False]
    return [True] if len(in_column) == len(moved) else []


def reach(p: Position, units: list[str]) -> dict[str, float]:
    """Return where units can move, in column only where there is no other way."""
    found: dict[str, float] = {}
    for column in gaits(p, units):
        for hex_, cost in march(p, units, column).items():
            found.setdefault(hex_, cost)
    return found


def landings(p: Position, unit: str) -> set[str]:
    """Return where a heliborne unit can land [10.6, 7.4, 6.3, R-NUR-51]."""
    side, start = side_of(unit), p.at[unit]
    if unit in p.stopped or unit in p.landed or p.ew[unit] > 1:
        return set()
    most = p.flying[unit] if p.ew[unit] else 9999
    seen, edge = {start}, [start]
    while edge and most > 0:
        most -= 1
        after = []
        for hex_ in edge:
            for to in p.land.board.neighbours[hex_]:
                if to in seen or under_enemy_air(p, side, to) or friends_jammed(p, side, to):
                    continue
                seen.add(to)
                after.append(to)
        edge = after
    return {h for h in seen - {start} if not has_enemy(p, side, h) and has_room(p, [unit], h)}


def entry_cost(p: Position, unit: str, hex_: str, stacks_before: int) -> float:
    """Return the cost of entering the map in a hex [10.7, 12.1.4.2.b, 12.4.2, R-NUR-36, R-NUR-52]."""
    side, regions = side_of(unit), p.land.board.regions
    by_autobahn = hex_ in regions["east-german-entry"] | regions["czechoslovak-entry"] or hex_ in p.land.exits
    if by_autobahn:
        cost = TEC["autobahn"]["move"] + stacks_before * EXCLUSIVE["entry"]["pact_queue_extra_per_stack"]
    else:
        cost = terrain_cost([unit], hex_, p.land)
    if under_enemy_air(p, side, hex_):
        cost += CHARTS["air"]["move_extra_hex"]
    if side == "nato" and hex_ in p.refugees:
        cost += CHARTS["refugees"]["nato_move_extra"]
    if hex_ in zoc(p, other(side)):
        cost += CHARTS["limits"]["zoc_enter"]
    return float(cost)


def entries(p: Position, unit: str, entered: dict[str, int]) -> set[tuple[str, str]]:
    """Return how (the verb) and where a unit off the map can enter it [9.0, 12.1.4, 12.4.2]."""
    side, place, regions = side_of(unit), p.at[unit], p.land.board.regions
    if p.phase != "movement" or side != p.side or is_(unit, "heliborne"):
        return set()
    if place in ("withheld", "withheld-south"):
        hexes = regions["east-german-entry" if place == "withheld" else "czechoslovak-entry"]
    elif place == "coming" and any(tag.startswith("edge:") for tag in COUNTERS[unit]["tags"]):
        if p.turn < EXCLUSIVE["entry"]["us_turn"] or p.fight_first["nato"]:
            return set()
        hexes = regions["west-entry" if is_(unit, "edge:west") else "south-entry"]
    else:
        return set()
    zone, points = zoc(p, other(side)), movement_factor(unit)
    found = set()
    for hex_ in hexes:
        if has_enemy(p, side, hex_) or not has_room(p, [unit], hex_):
            continue
        cost = entry_cost(p, unit, hex_, entered.get(hex_, 0))
        if cost <= points:
            found.add(("enter", hex_))
        if cost <= 2 * points and not closed_to_column(p, side, hex_, zone):
            found.add(("enter-column", hex_))
    return found
