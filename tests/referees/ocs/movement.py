"""Movement: allowances, fuel, and the hexes in reach [5, 6]."""

from __future__ import annotations

import heapq
from dataclasses import replace

from tests.referees.ocs.position import (
    FINISH_AT_ONCE,
    MOVEMENT,
    PROHIBITED,
    TABLES,
    Position,
    attack_capable,
    face,
    is_combat,
    is_independent,
    mobility,
    other,
)
from tests.referees.ocs.steps import move_step, step
from tests.referees.ocs.supply import dumps_in_reach, may_serve, thrown
from tests.referees.ocs.trace import is_trace_hex, tracing_hqs
from tests.referees.ocs.zones import blocking_zoc, enemy_things, enemy_units, zoc


def allowance(p: Position, unit: str) -> float:
    """Return the MP of a unit in this phase [5.7-5.10, 6.1b]."""
    factor = 1.0
    for mode in ("dg", "strat", "reserve", "exploit"):
        if p.has(mode, unit):
            factor = TABLES["modes"]["ma"][mode]
            break
    else:
        factor = TABLES["modes"]["ma"]["reaction"] if p.phase == "reaction" else 1.0
    return float(face(p, unit).get("ma", 0) * factor)


def can_move(p: Position, unit: str) -> bool:
    """Return whether a counter can move in this segment, fuel aside [6.0, 7.0a, 11.0a]."""
    if p.row(unit)["side"] != p.side or p.phase not in MOVEMENT:
        return False
    if any(p.has(marker, unit) for marker in ("finished", "shipped", "worked", "extended")):
        return False
    row = p.row(unit)
    if not (row.get("move", {}).get("ma") or row.get("combat", {}).get("ma")):
        return False
    if p.phase == "movement":
        return True
    if p.has("reserve", unit):
        return False
    return p.has("released", unit) or (p.phase == "exploitation" and p.has("exploit", unit))


def needs_fuel(p: Position, unit: str) -> bool:
    """Return whether a unit must be fueled before it spends MP [12.5a]."""
    if not is_combat(p, unit) or mobility(p, unit) == "leg":
        return False
    return not any(p.has(marker, unit) for marker in ("primed", "filled", "fueled"))


def is_fueled_by_hq(p: Position, unit: str) -> bool:
    """Return whether a fueled HQ fuels an independent unit for free [12.5e, R-OCS-95]."""
    if not is_independent(p, unit):
        return False
    for hq in p.units(p.row(unit)["side"]):
        if hq == unit or not p.has("fueled", hq) or p.has("strat", hq) or not may_serve(p, hq, unit):
            continue
        unmoved = not has_left(p, hq) and not p.spent[hq]
        ended = p.has("finished", hq) and not p.has("bound", hq)
        if (unmoved or ended) and p.at[unit] in thrown(p, hq):
            return True
    return False


def once_moving(p: Position, units: list[str]) -> Position:
    """Return the position in which units start to move: other moving units are finished [6.1g, R-OCS-154]."""
    others = p.sets["moving"] - set(units)
    if not FINISH_AT_ONCE or not others:
        return p
    sets = {**p.sets, "finished": p.sets["finished"] | others, "moving": p.sets["moving"] - others}
    return replace(p, sets=sets, stacks={}, known={})


def has_left(p: Position, unit: str) -> bool:
    """Return whether a unit has left the hex where it began the phase, even if it came back."""
    return p.at[unit] != p.began[unit] or p.has("returned", unit)


def reach(p: Position, unit: str) -> dict[str, float]:
    """Return where a unit can move with one order, and the cost [4.4c, 4.5, 4.8c, 5.8, 6.1, 6.2, 12.5]."""
    p = once_moving(p, [unit])
    if not can_move(p, unit):
        return {}
    if needs_fuel(p, unit) and not is_fueled_by_hq(p, unit) and not dumps_in_reach(p, unit):
        return {}
    side, start, kind = str(p.row(unit)["side"]), p.at[unit], mobility(p, unit)
    whole = allowance(p, unit)
    left = max(whole - p.spent[unit], 0.0)
    zone = blocking_zoc(p, side)
    if kind == "truck" and has_left(p, unit) and start in zone:
        left = 0.0  # it has entered a ZOC and must stop [4.5a-A]
    own_bridge = start if p.has("bridging", unit) and not has_left(p, unit) else ""
    capable = attack_capable(p, unit)

    def closed(hex_: str) -> bool:
        if hex_ in enemy_units(p, side) or (not capable and hex_ in enemy_things(p, side)):
            return True
        return p.has("strat", unit) and hex_ in zoc(p, other(side))

    def halts(hex_: str) -> bool:
        truck = kind == "truck" and not p.has("strat", unit)
        return hex_ in enemy_things(p, side) or (truck and hex_ in zone)

    best: dict[str, float] = {}
    queue = [(0.0, start)]
    while queue:
        spent, hex_ = heapq.heappop(queue)
        if hex_ in best:
            continue
        best[hex_] = spent
        if hex_ != start and halts(hex_):
            continue
        for to in p.theatre.board.neighbours[hex_]:
            cost = spent + move_step(p, side, kind, hex_, to, own_bridge)
            if cost <= left and not closed(to):
                heapq.heappush(queue, (cost, to))
    best.pop(start)
    if whole > 0 and not p.spent[unit] and not has_left(p, unit):  # minimum move [6.1c, R-OCS-54]
        for to in p.theatre.board.neighbours[start]:
            if step(p, side, kind, start, to, own_bridge=own_bridge) < PROHIBITED and not closed(to):
                best.setdefault(to, left)
    return {hex_: cost for hex_, cost in best.items() if may_end_in(p, unit, hex_)}


def reach_together(p: Position, units: list[str]) -> set[str]:
    """Return where units of one hex can move together, each at its own cost [6.1e, R-OCS-52]."""
    p = once_moving(p, units)
    if not all(can_move(p, u) for u in units):
        return set()
    side, start = str(p.row(units[0])["side"]), p.at[units[0]]
    capable, zone = any(attack_capable(p, u) for u in units), blocking_zoc(p, side)
    trucks = any(mobility(p, u) == "truck" and not p.has("strat", u) for u in units)
    left = [max(allowance(p, u) - p.spent[u], 0.0) for u in units]
    for i, unit in enumerate(units):
        if mobility(p, unit) == "truck" and has_left(p, unit) and start in zone:
            left[i] = 0.0
    bridges = [start if p.has("bridging", u) and not has_left(p, u) else "" for u in units]

    def closed(hex_: str) -> bool:
        if hex_ in enemy_units(p, side) or (not capable and hex_ in enemy_things(p, side)):
            return True
        return any(p.has("strat", u) for u in units) and hex_ in zoc(p, other(side))

    def price(unit: str, bridge: str, from_: str, to: str) -> float:
        return move_step(p, side, mobility(p, unit), from_, to, bridge)

    best: dict[str, list[tuple[float, ...]]] = {}
    queue = [(tuple(0.0 for _ in units), start)]
    while queue:
        spent, hex_ = heapq.heappop(queue)
        known = best.setdefault(hex_, [])
        if any(all(a <= b for a, b in zip(one, spent, strict=True)) for one in known):
            continue
        known.append(spent)
        if hex_ != start and (hex_ in enemy_things(p, side) or (trucks and hex_ in zone)):
            continue
        for to in p.theatre.board.neighbours[hex_]:
            costs = tuple(
                paid + price(u, b, hex_, to) for paid, u, b in zip(spent, units, bridges, strict=True)
            )
            if all(a <= b for a, b in zip(costs, left, strict=True)) and not closed(to):
                heapq.heappush(queue, (costs, to))
    found = set(best) - {start}
    if all(allowance(p, u) > 0 and not p.spent[u] and not has_left(p, u) for u in units):
        for to in p.theatre.board.neighbours[start]:  # a minimum move for those that need one [6.1c]
            if not closed(to) and all(
                price(u, b, start, to) < PROHIBITED for u, b in zip(units, bridges, strict=True)
            ):
                found.add(to)
    return {hex_ for hex_ in found if all(may_end_in(p, u, hex_) for u in units)}


def may_end_in(p: Position, unit: str, hex_: str) -> bool:
    """Return whether the mode of a unit lets it end a move in a hex [5.4a, 5.8b, R-OCS-44, R-OCS-48]."""
    side = str(p.row(unit)["side"])
    if p.has("strat", unit):
        own = [hq for hq in tracing_hqs(p, side) if may_serve(p, hq, unit)]
        return is_trace_hex(p, side, hex_) or any(hex_ in thrown(p, hq) for hq in own)
    if p.has("reserve", unit):
        others = {p.at[u] for u in p.sets["reserve"] if p.row(u)["side"] == side and u != unit}
        others &= p.theatre.board.hexes
        limit = p.theatre.side_data(side).get("reserve-markers", 0)
        return hex_ in others or len(others) < limit
    return True
