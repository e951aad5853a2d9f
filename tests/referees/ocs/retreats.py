"""Where units can retreat to [9.12]."""

from __future__ import annotations

import heapq

from tests.referees.ocs.position import PROHIBITED, Position, attack_capable, kind_of, other
from tests.referees.ocs.steps import step
from tests.referees.ocs.zones import enemy_things, enemy_units, zoc


def retreat_ends(p: Position, group: list[str], start: str, length: int) -> set[str]:
    """Return where a group can end a retreat of some hexes [9.12, R-OCS-71, R-OCS-143]."""
    best = _retreats(p, group, start, length, detour=False)
    if not any(loss == 0 for loss in best.values()):
        best = _retreats(p, group, start, length, detour=True)
    return set(best)


def _retreats(p: Position, group: list[str], start: str, length: int, detour: bool) -> dict[str, int]:
    """Return the ends of retreat paths, with the fewest steps or Strat units lost on the way."""
    side = str(p.row(group[0])["side"])
    label = p.known["label"]
    closed = set(enemy_units(p, side))
    if p.fight.side == list(p.known["sides"]).index(side):
        closed.add(label(p.fight.target))
    else:
        closed |= {label(i) for i in range(p.fight.origin.bit_length()) if p.fight.origin >> i & 1}
    if not any(attack_capable(p, u) for u in group):
        closed |= enemy_things(p, side)
    zone, far = zoc(p, other(side)), p.theatre.board.distances(start, length)
    strat = sum(1 for u in group if p.has("strat", u))

    def kind(unit: str) -> str:
        row = p.row(unit)
        turned = p.has("turned", unit) or "combat" not in row
        if not (p.has("reserve", unit) or p.has("strat", unit)):
            turned = turned or kind_of(p, unit) == "hq" or not row["combat"].get("ma")
        side_up = row["move"] if turned else row["combat"]
        return str(side_up.get("mobility", "leg")) if side_up.get("ma") else ""

    kinds = {kind(u) for u in group}
    if "" in kinds:
        return {}
    found: dict[str, int] = {}
    seen: set[tuple[str, int, bool]] = set()
    edge = [(0, start, 0, any(p.has("dg", u) for u in group))]
    while edge:
        loss, hex_, taken, dg = heapq.heappop(edge)
        if (hex_, min(taken, 2), dg) in seen:
            continue
        seen.add((hex_, min(taken, 2), dg))
        if far[hex_] == length and taken:
            found.setdefault(hex_, loss)
        for to in p.theatre.board.neighbours[hex_]:
            away = far.get(to, -1)
            if to == start or to in closed or away < far[hex_] + (0 if detour else 1):
                continue
            if any(step(p, side, k, hex_, to) >= PROHIBITED for k in kinds):
                continue
            cost = (1 if dg else 0) + strat if to in zone else 0
            heapq.heappush(edge, (loss + cost, to, taken + 1, dg or to in zone or taken + 1 >= 2))
    return found
