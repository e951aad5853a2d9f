"""Aircraft: bases, ranges, Patrol Zones, Air Combat and Flak [14.1-14.6, 15.0, 15.1, 18.2, 21.4]."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from tests.referees.air_sea.position import BARRAGE, CRAFT, MOVEMENT, SHIPS, TABLES, Position

DICE = [(a, b) for a in range(1, 7) for b in range(1, 7)]


def face(p: Position, plane: str) -> dict[str, Any]:
    """Return the values of the side of a plane that is up [14.1b]."""
    found: dict[str, Any] = p.row(plane)["plane"]["reduced" if p.lost[plane] else "full"]
    return found


def is_type(p: Position, plane: str, type_: str) -> bool:
    """Return whether a plane is of a type: F, T, S or Tpt [14.1]."""
    return type_ in p.row(plane)["plane"]["types"]


def is_open(p: Position, plane: str) -> bool:
    """Return whether a plane's rating has no parentheses [14.3a]."""
    return not face(p, plane).get("paren", False)


def barrage(p: Position, plane: str) -> int:
    """Return a plane's Barrage Strength."""
    return int(face(p, plane).get("barrage", 0))


def planes(p: Position, side: str) -> list[str]:
    """Return a side's planes at bases, carriers and boxes."""
    return [
        c
        for c in p.ids
        if p.at[c] == "hosted" and p.kind(c) == "plane" and p.side_of(c) == side and p.host[c]
    ]


def bases(p: Position, side: str) -> list[str]:
    """Return what planes of a side can be based at: bases and strips, carriers, boxes [15.0, 18.2, I.F]."""
    return [
        c
        for c in p.ids
        if p.kind(c) in ("air-base", "carrier", "box")
        and p.side_of(c) == side
        and (p.kind(c) == "box" or p.at[c] in p.theatre.board.hexes)
    ]


def away(p: Position) -> set[str]:
    """Return the planes of the current mission, and its interceptor."""
    if p.mission is None:
        return set()
    flying = [*p.mission.planes, *([p.mission.interceptor] if p.mission.interceptor >= 0 else [])]
    return {p.ids[n] for n in flying}


def active_at(p: Position, base: str) -> list[str]:
    """Return the Active planes at a base that are not away."""
    return [
        c for c in planes(p, p.side_of(base)) if p.host[c] == base and p.has("active", c) and c not in away(p)
    ]


def active_over(p: Position, hex_: str, side: str) -> list[str]:
    """Return a side's Active planes at bases and carriers in a hex [14.3]."""
    return [c for base in bases(p, side) if p.place(base) == hex_ for c in active_at(p, base)]


# -- bases -------------------------------------------------------------------------------------------


def active_limit(p: Position, base: str) -> int:
    """Return how many Active planes a base can have [14.2a, 15.0b-D, 15.2-D, 18.2a]."""
    kind = p.kind(base)
    if kind == "box":
        return int(p.theatre.boxes[base].get("active", 0))
    if kind == "carrier":
        named = [row for row in p.theatre.counters.values() if row.get("plane", {}).get("carrier") == base]
        return int(p.row(base)["ship"].get("planes", 0)) or sum(row["id"] in p.at for row in named)
    return 4 + p.level[base]


def refit_limit(p: Position, base: str) -> int:
    """Return how many planes a base can refit [15.0b-A, 15.1-B, 15.2-B, 18.2b]."""
    kind = p.kind(base)
    if kind == "box":
        return int(p.theatre.boxes[base].get("refit", 0))
    if kind == "carrier":
        return 2 if p.lost[base] else 99
    number = 2 * p.level[base] if p.level[base] else 1
    return (number + 1) // 2 if "HR-16" in p.theatre.options and is_rough(p, p.at[base]) else number


def is_rough(p: Position, hex_: str) -> bool:
    """Return whether a hex has Very Close or Extremely Close terrain."""
    lines = {p.theatre.charts["terrain"][kind]["category"] for kind in p.theatre.symbols[hex_]}
    return bool(lines & {"very-close", "extremely-close"})


def is_base_quiet(p: Position, base: str) -> bool:
    """Return whether no enemy ZOC keeps a base from refitting: any own combat unit negates it [15.1-C]."""
    if p.kind(base) != "air-base":
        return True
    hex_, side = p.at[base], p.side_of(base)
    return hex_ not in p.zoc(p.enemy(side)) or bool(p.units_in(hex_, side))


def can_refit(p: Position, group: list[str]) -> bool:
    """Return whether Inactive planes can be refitted together, supply aside [14.1d, 15.1]."""
    hosts = {p.host[c] for c in group}
    if p.phase != "refit" or len(hosts) != 1:
        return False
    base = hosts.pop()
    if any(p.has("active", c) or p.side_of(c) != p.side for c in group) or p.has("refitted", base):
        return False
    if not is_base_quiet(p, base) or len(group) > refit_limit(p, base):
        return False
    return len(active_at(p, base)) + len(group) <= active_limit(p, base)


def can_land(p: Position, base: str, plane: str) -> bool:
    """Return whether a base can take a plane: only carriers limit the Inactive ones [14.2a, 18.2a]."""
    bound = p.row(plane)["plane"].get("carrier", "")
    if p.kind(base) != "carrier":
        return True
    if bound:
        return bool(bound == base)
    room = p.row(base)["ship"].get("planes", 0)
    aboard = [c for c in planes(p, p.side_of(base)) if p.host[c] == base and c != plane]
    return len(aboard) < int(room)


# -- distances ---------------------------------------------------------------------------------------


def flight(p: Position, plane: str, where: str) -> int:
    """Return the distance from a plane's base to a hex or box [14.2d]."""
    return p.theatre.distance(p.place(plane), where)


def in_range(p: Position, plane: str, where: str, times: int = 1) -> bool:
    """Return whether a hex or box is in a plane's range [14.2d]."""
    return flight(p, plane, where) <= times * int(face(p, plane)["range"])


def is_far(p: Position, plane: str, where: str) -> bool:
    """Return whether a plane flew more than half its range, with the option that counts it [21.4]."""
    return "21.4" in p.theatre.options and 2 * flight(p, plane, where) > int(face(p, plane)["range"])


def mission_place(p: Position, mission: Any) -> str:
    """Return the hex or box that a mission flies to."""
    return str(p.label(mission.target)) if mission.target >= 0 else p.ids[mission.goal]


def patrols(p: Position, side: str, where: str) -> list[str]:
    """Return a side's bases whose Patrol Zone covers a hex or box [14.4c, R-OCS-207, R-OCS-209]."""
    return [
        base
        for base in bases(p, side)
        if p.theatre.distance(p.place(base), where) <= 10
        and any(is_type(p, c, "F") for c in active_at(p, base))
    ]


def interceptors(p: Position, side: str, where: str) -> set[str]:
    """Return the Fighters of a side that could intercept over a hex [14.5, R-OCS-206, R-OCS-207]."""
    return {
        c
        for base in patrols(p, side, where)
        for c in active_at(p, base)
        if is_type(p, c, "F") and is_open(p, c) and in_range(p, c, where) and not p.has("flown", c)
    }


def landing_places(p: Position, plane: str, hex_: str, most: int) -> set[str]:
    """Return the bases that a plane can go to from a hex or box within some hexes [14.1c, 14.2d]."""
    side = p.side_of(plane)
    found = {b for b in bases(p, side) if p.theatre.distance(p.place(b), hex_) <= most}
    return {base for base in found if can_land(p, base, plane)}


# -- Air Combat --------------------------------------------------------------------------------------


def rating(p: Position, plane: str, where: str) -> int:
    """Return a plane's Air Combat Rating over a hex [14.3, 21.4]."""
    return int(face(p, plane).get("air", 0)) - is_far(p, plane, where)


def who_aborts(modified: int) -> str:
    """Return who aborts by the Air Combat Table [14.3e-C]."""
    return "attacker" if modified <= 6 else "both" if modified == 7 else "defender"


Flyer = tuple[int, bool, int]
"""Rating, whether it is in parentheses, and what its owner wants to bring through."""


def worth(p: Position, plane: str) -> int:
    """Return what a plane is worth to its mission: Barrage Strength, or twice its lift if it has none."""
    return barrage(p, plane) or int(2 * face(p, plane).get("lift", 0))


@cache
def turned_back(ours: tuple[Flyer, ...], foe: Flyer | None) -> tuple[Fraction, Fraction]:
    """Return the worth that is expected to go on past one interceptor, and the chance that nothing does.

    The interceptor attacks; if its rating is in parentheses the roles switch [14.3c]. It sends itself; the
    mission picks the plane that keeps most worth.
    """
    strength = Fraction(sum(flyer[2] for flyer in ours))
    if not ours:
        return Fraction(0), Fraction(1)
    if foe is None or (foe[1] and all(flyer[1] for flyer in ours)):
        return strength, Fraction(0)
    choices = []
    able = [n for n, flyer in enumerate(ours) if not foe[1] or not flyer[1]]
    for n in able:
        own = ours[n]
        rest = ours[:n] + ours[n + 1 :]
        gap = own[0] - foe[0] if foe[1] else foe[0] - own[0]
        kept, none = Fraction(0), Fraction(0)
        for a, b in DICE:
            loser = who_aborts(a + b + gap)
            we_attack = foe[1]
            we_go = loser == "both" or (loser == "attacker") == we_attack
            it_goes = loser == "both" or (loser == "attacker") != we_attack
            further = turned_back(rest if we_go else ours, None if it_goes else foe)
            kept += further[0] / 36
            none += further[1] / 36
        choices.append((kept, none))
    return max(choices, key=lambda pair: pair[0])


# -- Flak --------------------------------------------------------------------------------------------

ALWAYS = ("barrage", "hip-shoot", "trainbust")
IN_PATROL_ZONE = ("airlift", "drop", "transfer")


def meets_flak(p: Position, kind: str, side: str, where: str) -> bool:
    """Return whether a mission is subject to Flak [14.4a]."""
    return kind in ALWAYS or (kind in IN_PATROL_ZONE and bool(patrols(p, p.enemy(side), where)))


def is_late_war(p: Position) -> bool:
    """Return whether Flak of the late war fires: from a turn that the scenario names [HR-14]."""
    return "HR-14" in p.theatre.options and 0 < p.theatre.file.get("late-war", 0) <= p.turn


def flak(p: Position, kind: str, side: str, where: str, flying: list[str], escort: str = "") -> int:
    """Return the Flak Points against a mission [14.4e, HR-9, HR-14, R-OCS-210 to R-OCS-212]."""
    foe, points = p.enemy(side), 0
    if len([c for c in flying if c != escort]) >= 3:
        points += 1
    if where in p.theatre.board.hexes:
        if p.there(where, foe, "hq"):
            points += 1
        if is_late_war(p) and any(p.row(c).get("flak") for c in p.units_in(where, foe)):
            points += 1
        for base in p.there(where, foe, "air-base"):
            points += p.level[base]
        printed = p.theatre.file.get("flak", {})
        holder = p.theatre.sides[where in p.hexes["second"]]
        for name, value in printed.items():
            if p.theatre.places.get(name, name) == where and holder == foe:
                points += value
        if kind in ("barrage", "hip-shoot"):
            for ship in p.there(where, foe, *SHIPS):
                values = p.row(ship)["ship"]["damaged" if p.lost[ship] else "full"]
                points += values.get("flak", 0)
    if patrols(p, foe, where):
        points += 1 if any(is_type(p, c, "F") for c in flying) else 2
        if kind == "trainbust":
            points += 1
    return points


def flak_victims(p: Position, flying: list[str], die: int) -> set[str]:
    """Return the planes of which one takes the loss by the Mission Loss Table [14.4f, R-OCS-213]."""
    who = TABLES["mission_loss"][f"size_{len(flying)}"][die - 1]
    if who.isdigit():
        return {flying[int(who) - 1]}
    wanted = (min if who == "weakest" else max)(barrage(p, c) for c in flying)
    return {c for c in flying if barrage(p, c) == wanted}


# -- missions ----------------------------------------------------------------------------------------


def may_fly(p: Position, side: str, group: list[str], segments: tuple[str, ...]) -> bool:
    """Return what holds for all missions: segment, weather, at most four ready planes [14.1, 14.2]."""
    if p.phase not in segments or p.side != side or not 1 <= len(group) <= 4:
        return False
    phase = p.phase.removesuffix("-barrage")
    flights = p.theatre.charts["weather"].get("flights")
    allowed = {"none": (), "limited": ("movement",), "normal": ("movement", "reaction", "exploitation")}
    row: dict[str, Any] = flights[p.flight] if flights else {"phases": allowed[p.flight]}
    if phase not in row.get("sides", {}).get(side, row.get("phases", allowed["normal"])):
        return False
    ready = set(planes(p, side))
    return all(c in ready and p.has("active", c) and not p.has("flown", c) for c in group)


def is_torpedo(p: Position, plane: str) -> bool:
    """Return whether a plane is a Torpedo Bomber [18.3e]."""
    return bool(p.row(plane)["plane"].get("torpedo", False))


def has_spotter(p: Position, side: str, hex_: str) -> bool:
    """Return whether a combat unit ashore is adjacent to a hex [10.0b]."""
    return any(p.units_in(near, side) for near in p.theatre.board.neighbours[hex_])


def is_target(p: Position, side: str, hex_: str, aim: str) -> bool:
    """Return whether a hex has something to barrage: units, a port, an air base or ships [10.0d, 18.3c]."""
    foe = p.enemy(side)
    if aim == "port":
        return any("lst-port" not in c for c in p.there(hex_, foe, "port"))  # [18.4f-A]
    if aim == "air-base":
        return bool(p.there(hex_, foe, "air-base"))
    if aim == "ship":
        craft = p.there(hex_, foe, *CRAFT)
        free = bool(craft) and not any(p.has("targeted", c) for c in craft)
        return free or any(not p.has("targeted", c) for c in p.there(hex_, foe, *SHIPS))
    return bool(p.units_in(hex_, foe))


def can_barrage(p: Position, side: str, group: list[str], hex_: str, aim: str) -> bool:
    """Return whether planes can barrage a target [14.7, 18.3c, 18.3e]."""
    if not may_fly(p, side, group, BARRAGE) or not is_target(p, side, hex_, aim):
        return False
    if aim != "ship" and hex_ in p.hexes["barraged"]:
        return False
    return _can_bomb(p, group, hex_, aim)


def _can_bomb(p: Position, group: list[str], hex_: str, aim: str) -> bool:
    if not all(in_range(p, c, hex_) for c in group) or not any(barrage(p, c) for c in group):
        return False
    if aim == "ship":
        return not any(is_type(p, c, "S") for c in group)
    return not any(is_torpedo(p, c) for c in group)


def can_hip_shoot(p: Position, side: str, plane: str, hex_: str, aim: str) -> bool:
    """Return whether a plane can Hip Shoot [14.7d, R-OCS-221]."""
    nations = p.theatre.file.get("sides", {}).get(side, {}).get("hip-shoot", [])
    if not may_fly(p, side, [plane], MOVEMENT) or p.row(plane)["nation"] not in nations:
        return False
    if is_type(p, plane, "S") or not is_target(p, side, hex_, aim) or not has_spotter(p, side, hex_):
        return False
    return _can_bomb(p, [plane], hex_, aim)


def can_sweep(p: Position, side: str, group: list[str], hex_: str) -> bool:
    """Return whether planes can fly a Fighter Sweep [14.6, R-OCS-219]."""
    if not may_fly(p, side, group, MOVEMENT) or not all(in_range(p, c, hex_) for c in group):
        return False
    return bool(active_over(p, hex_, p.enemy(side))) and any(is_open(p, c) for c in group)


def can_trainbust(p: Position, side: str, group: list[str], hex_: str) -> bool:
    """Return whether planes can fly Trainbusting [14.8, 18.3e, R-OCS-222]."""
    if not may_fly(p, side, group, BARRAGE) or hex_ in p.theatre.sea:
        return False
    if hex_ in p.hexes["barraged"] or hex_ in p.busted[side]:
        return False
    return _can_bomb(p, group, hex_, "")


def can_transfer(p: Position, side: str, group: list[str], base: str) -> bool:
    """Return whether planes can transfer to a base: within twice their range [14.11]."""
    if not may_fly(p, side, group, MOVEMENT) or any(p.host[c] == base for c in group):
        return False
    return all(in_range(p, c, p.place(base), 2) and can_land(p, base, c) for c in group)


def can_carry_supply(p: Position, side: str, plane: str, hex_: str, tokens: int, drop: bool) -> bool:
    """Return whether a Transport alone can fly supply at normal range, or stay beyond it [14.9, 14.10]."""
    start = p.place(plane)
    if not may_fly(p, side, [plane], MOVEMENT) or hex_ in p.theatre.sea or start not in p.theatre.board.hexes:
        return False
    lift = Fraction(face(p, plane).get("lift", 0))
    there = p.there(start, side, "dump")
    if tokens > lift or sum(p.tokens[c] - p.fresh[c] for c in there) < tokens:
        return False
    if drop:
        return in_range(p, plane, hex_)
    goal = p.there(hex_, side, "air-base")
    if not goal or not in_range(p, plane, hex_, 2):
        return False
    most = 2 * (p.level[goal[0]] or 1)
    stays = not in_range(p, plane, hex_)
    return stays or Fraction(p.unloaded[goal[0]], 4) + tokens <= most


def drop_needed(p: Position, side: str, hex_: str) -> int:
    """Return the roll that a drop needs in a hex [14.10d, R-OCS-301]."""
    friendly = p.theatre.sides[hex_ in p.hexes["second"]] == side
    field = any(p.there(hex_, name, "air-base") for name in p.theatre.sides)
    clear = field or all(kind in ("open", "village") for kind in p.theatre.symbols[hex_])
    return 5 + (not friendly) + (not clear)
