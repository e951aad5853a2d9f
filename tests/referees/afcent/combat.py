"""Combat: odds, modifiers, results, retreats and support [11]."""

from __future__ import annotations

from math import ceil

from tests.referees.afcent.position import CHARTS, COUNTERS, TEC, Position, factor, is_, other, side_of
from tests.referees.afcent.zones import air_markers_over, has_enemy, has_room, under_enemy_air, zoc


def odds(attack: int, defence: int) -> int:
    """Return the odds: n for n:1, -n for 1:n [11.6, R-NUR-14]."""
    return attack // defence if attack >= defence else -ceil(defence / attack)


def written(ratio: int) -> str:
    """Return odds as printed."""
    return f"{ratio}:1" if ratio > 0 else f"1:{-ratio}"


def attack_total(p: Position, attackers: list[str], target: str) -> int:
    """Return the attack factors; a stack that attacks across a river is halved [11.7, R-NUR-15]."""
    total = 0
    for hex_ in {p.at[u] for u in attackers}:
        here = sum(factor(p, u) for u in attackers if p.at[u] == hex_)
        total += ceil(here / 2) if p.land.board.side_has_tag("river", hex_, target) else here
    return total


def modifier(p: Position, attackers: list[str], target: str, defenders: list[str], support: list[str]) -> int:
    """Return the sum of all die roll modifiers [5.4, 6.4, 10.10, 11.8, 12.3]."""
    drm, side = CHARTS["drm"], side_of(attackers[0])
    from_ = {p.at[u] for u in attackers}
    total = 0
    if target in p.land.cities:
        total += TEC["city"]["drm"]
    else:  # the defender chooses among several kinds of terrain
        total += min(TEC[kind]["drm"] for kind in p.land.board.terrain[target])
    total += min((len(from_) - 1) * drm["each_hex_beyond_one"], drm["each_hex_beyond_one_max"])
    tanks = [u for u in attackers if COUNTERS[u]["kind"] in ("armour", "heavy-tank")]
    if tanks and not any(COUNTERS[u]["kind"] in ("armour", "heavy-tank") for u in defenders):
        strong = any(COUNTERS[u]["nation"] not in drm["weak_armor_nations"] for u in tanks)
        total += drm["armor_superiority_strong"] if strong else drm["armor_superiority_weak"]
    if p.sky:
        each = drm["attacker_airpower_each"] if p.sky == side else drm["defender_airpower_each"]
        total += air_markers_over(p, target) * each
    total += max(p.ew[u] for u in defenders) * drm["ew_on_defender_each"]
    for hex_ in from_:
        total += max(p.ew[u] for u in attackers if p.at[u] == hex_) * drm["ew_on_attacker_each"]
    if side == "nato" and p.refugees & {target, *from_}:
        total += drm["refugee_nato_attack"]
    if p.night:
        total += drm["night"]
    if p.turn == 1:
        if side == "nato":
            total += drm["turn1_nato_attack"]
        elif not p.options["soviet-surprise"] or any(COUNTERS[u]["nation"] == "SU" for u in attackers):
            total += drm["turn1_soviet_attack"]
    for marker in support:
        who = "attacker" if side_of(marker) == side else "defender"
        total += drm[f"{who}_{COUNTERS[marker]['kind']}_each"]
    return int(total)


def result_of(side: str, ratio: int, roll: int, city: bool) -> str:
    """Return the result of the Combat Results Table for a modified roll [11.6, 11.9, 13.1, R-NUR-13]."""
    table = CHARTS["crt"]
    columns = [int(c.split(":")[0]) if c.endswith(":1") else -int(c.split(":")[1]) for c in table["columns"]]
    if ratio > columns[-1]:
        return str(table["above"])
    if ratio < columns[0]:
        return str(table["below_pact" if side == "pact" else "below_nato"])
    row = max(table["lowest_row"], min(table["highest_row"], roll))
    result = str(table[f"m{-row}" if row < 0 else f"p{row}"][columns.index(ratio)])
    return str(TEC["city"]["dr_becomes"]) if result == "DR" and city else result


def defenders_of(p: Position, target: str, momentum: bool) -> list[str]:
    """Return the units that an attack on a hex hits [11.2, 11.3, 11.11, R-NUR-48]."""
    return [u for u in p.units_in(target) if momentum or u not in p.attacked]


def can_attack(p: Position, unit: str, momentum: list[str] | None) -> bool:
    """Return whether a unit may attack at all now [11.0, 11.3, 11.11, 12.4.1.k, R-NUR-21]."""
    if is_(unit, "static") or is_(unit, "defence-only") or unit in p.landed:
        return False
    if momentum is not None:
        return unit in momentum and unit not in p.surged
    return unit not in p.fought


def may_attack(p: Position, units: list[str], target: str, momentum: list[str] | None = None) -> bool:
    """Return whether units can attack a hex together [11.0-11.3, 10.6.1, R-NUR-23]."""
    if any(side_of(u) != p.side or target not in p.land.board.neighbours.get(p.at[u], []) for u in units):
        return False
    if not all(can_attack(p, u, momentum) for u in units):
        return False
    if not has_enemy(p, p.side, target) or not defenders_of(p, target, momentum is not None):
        return False
    flyers = [u for u in units if is_(u, "heliborne")]
    if p.side == "pact" and flyers:
        return len(flyers) == len(units) and len({COUNTERS[u]["nation"] for u in units}) == 1
    return True


def probes(p: Position, unit: str, momentum: list[str] | None = None) -> set[str]:
    """Return the hexes that a unit can probe [8.3, 11.12, R-NUR-21]."""
    around = p.land.board.neighbours[p.at[unit]]
    if not can_attack(p, unit, momentum) or unit in p.probed:
        return set()
    if not any(has_enemy(p, p.side, h) for h in around):
        return set()
    zone = zoc(p, other(p.side))
    return {h for h in around if h in zone and not p.units_in(h)}


def retreats(p: Position, hex_: str) -> set[str]:
    """Return the hexes to which the units of a hex can retreat [11.9, R-NUR-18, R-NUR-41]."""
    force = [u for u in p.units_in(hex_) if not is_(u, "static")]
    side = side_of(p.units_in(hex_)[0])
    near = p.land.board.neighbours[hex_]
    open_ = {h for h in near if not has_enemy(p, side, h) and has_room(p, force, h)}
    zone = zoc(p, other(side))
    return open_ - zone or open_


def usable_support(p: Position, marker: str, units: list[str], target: str) -> bool:
    """Return whether a support marker can be committed to a battle by its side [10.6.1, 11.4, R-NUR-25]."""
    side, kind = side_of(marker), COUNTERS[marker]["kind"]
    if p.at[marker] != "available":
        return False
    if kind == "helicopter" and under_enemy_air(p, side, target):
        return False
    served = [u for u in units if COUNTERS[u]["nation"] == COUNTERS[marker]["nation"]]
    if kind == "artillery":
        served = [u for u in served if not is_(u, "heliborne")]
    return bool(served)


def artillery_limit(p: Position, side: str, attacker: str, target: str) -> int:
    """Return how many artillery markers a side can commit to a battle [11.4, 11.4.1, R-NUR-22]."""
    limits = CHARTS["artillery_limit"]
    if side == attacker == "pact" and target in p.land.cities:
        return int(limits["pact_into_city"])
    return int(limits["combat_first"] if p.fight_first[side] else limits["movement_first"])
