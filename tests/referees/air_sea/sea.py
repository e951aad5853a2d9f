"""Ships and landings: sailing, gunfire, the Amphibious Landing Table, Beach Assaults [10, 18]."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations
from typing import Any

from tests.referees.air_sea.air import barrage, flight, has_spotter, is_far, is_target, is_type
from tests.referees.air_sea.position import BARRAGE, CRAFT, SHIPS, TABLES, Position

ESTUARY = "estuary"


def values(p: Position, ship: str) -> dict[str, Any]:
    """Return the values of the side of a ship that is up [18.3d-A]."""
    found: dict[str, Any] = p.row(ship)["ship"]["damaged" if p.lost[ship] else "full"]
    return found


def fleet(p: Position, side: str) -> list[str]:
    """Return a side's ships and landing craft on the map."""
    return [
        c
        for c in p.ids
        if p.kind(c) in (*SHIPS, *CRAFT) and p.side_of(c) == side and p.at[c] in p.theatre.board.hexes
    ]


# -- sailing -----------------------------------------------------------------------------------------


def speed(p: Position, ship: str) -> int:
    """Return the hexes that a ship can sail in a phase [18.1f, 18.4b]."""
    if p.kind(ship) == "dukw":
        return 8
    if p.kind(ship) in CRAFT:
        return 10
    return 10 if values(p, ship).get("slow") else 20


def is_coast(p: Position, hex_: str) -> bool:
    """Return whether a land hex is next to the sea or at an estuary [18.1c]."""
    board = p.theatre.board
    if hex_ in p.theatre.sea:
        return False
    near = board.neighbours[hex_]
    return any(to in p.theatre.sea or ESTUARY in board.side_names(hex_, to) for to in near)


def can_pass(p: Position, craft: bool, one: str, to: str) -> bool:
    """Return whether a ship can sail from one hex to the next, enemies aside [18.1c, R-OCS-274]."""
    sea, board = p.theatre.sea, p.theatre.board
    if to in sea:
        return True
    if not craft or not is_coast(p, to):
        return False
    if one in sea:
        return True
    shared = set(board.neighbours[one]) & set(board.neighbours[to])
    return ESTUARY in board.side_names(one, to) or bool(shared & sea)


def reach(p: Position, ship: str) -> set[str]:
    """Return where a ship can sail now by itself [18.1]."""
    if p.has("finished", ship):
        return set()
    side, craft = p.side_of(ship), p.kind(ship) in CRAFT
    foe, start = p.enemy(side), p.at[ship]
    found, edge = {start}, {start}
    for _ in range(max(speed(p, ship) - int(p.spent[ship]), 0)):
        edge = {
            to
            for hex_ in edge
            for to in p.theatre.board.neighbours[hex_]
            if to not in found
            and can_pass(p, craft, hex_, to)
            and not p.units_in(to, foe)
            and not p.there(to, foe, *SHIPS, *CRAFT)
        }
        found |= edge
    return found - {start}


# -- the Barrage Table -------------------------------------------------------------------------------


def column(points: Fraction | int) -> int:
    """Return the column of some points, rounded by 4.1, before shifts."""
    rounded = math.floor(Fraction(points) + Fraction(1, 2))
    return max(n for n, least in enumerate(TABLES["barrage"]["column_min"]) if rounded >= least)


def kept_on_table(place: int) -> int:
    """Return a column of the table: its end if shifts go beyond it [R-OCS-83]."""
    return max(0, min(place, len(TABLES["barrage"]["column_min"]) - 1))


def air_range_shift(p: Position, flying: list[str], hex_: str) -> int:
    """Return the shifts for the distance of planes from their bases [14.7c, 14.1e-C, 21.4]."""
    near = all(flight(p, c, hex_) <= 10 for c in flying) and not any(is_type(p, c, "S") for c in flying)
    return near - any(is_far(p, c, hex_) for c in flying)


def ground_shifts(p: Position, side: str, hex_: str, flying: list[str]) -> int:
    """Return all shifts of a barrage at combat units, of planes or of ships [10.0a, 10.0b, 14.1e, 14.7c]."""
    foe, chart = p.enemy(side), TABLES["barrage"]["shifts"]
    units = p.units_in(hex_, foe)
    sizes: dict[str, Fraction] = {}
    capped: set[str] = set()
    for unit in units:
        name = p.row(unit).get("formation") or unit
        sizes[name] = sizes.get(name, Fraction(0)) + p.size(unit)
        if p.row(unit).get("formation") or p.row(unit).get("steps", 1) > 1:
            capped.add(name)
    dense = sum(min(size, Fraction(3)) if name in capped else size for name, size in sizes.items())
    total: int = next(
        s for most, s in zip(chart["density_re_max"], chart["density_shift"], strict=True) if dense <= most
    )
    if p.there(hex_, foe, "hedgehog"):
        total -= 1
    lines = [terrain_line(p, side, kind) for kind in p.theatre.symbols[hex_]]
    total += min({"open": 0, "close": -1, "very-close": -1, "extremely-close": -2}[line] for line in lines)
    high = any(is_type(p, c, "S") for c in flying)
    if high or not has_spotter(p, side, hex_):
        total -= 3
    if any(p.has("strat", unit) for unit in units):
        total += 3
    return total + (air_range_shift(p, flying, hex_) if flying else 0)


def terrain_line(p: Position, side: str, terrain: str) -> str:
    """Return the line of a terrain, which frost may change, on the side of the firer [17.0b, R-OCS-158]."""
    conditions = p.theatre.charts["weather"].get("conditions", {"normal": {}})
    name = conditions[p.condition].get("instead", {}).get(side, p.condition)
    row = p.theatre.charts["terrain"][terrain]
    frozen = set(conditions[name].get("frozen", []))
    line = row["frozen-category"] if row.get("freezes-with") in frozen and "frozen-category" in row else None
    return str(line or row["category"])


def result(place: int, dice: tuple[int, ...], naval_on_ground: bool) -> str:
    """Return the code of the table for planes and ships: brackets are DG, ships hit ground less [18.3b]."""
    code: str = TABLES["barrage"]["results"][dice[0] + dice[1] - 2][place]
    code = "DG" if code.startswith("[") else code
    if naval_on_ground:
        code = {"1/2": "DG", "1": "1/2", "2": "1", "3": "2"}.get(code, code)
    return code


def steps_of(code: str, dice: tuple[int, ...]) -> int:
    """Return the steps or hits of a result."""
    if code == "1/2":
        return int(dice[2] >= 4)
    return int(code) if code.isdigit() else 0


def chances(place: int, naval_on_ground: bool) -> dict[tuple[str, int], Fraction]:
    """Return the chance of every result with its steps."""
    found: dict[tuple[str, int], Fraction] = {}
    for a in range(1, 7):
        for b in range(1, 7):
            for c in range(1, 7):
                code = result(place, (a, b), naval_on_ground)
                key = code, steps_of(code, (a, b, c))
                found[key] = found.get(key, Fraction(0)) + Fraction(1, 216)
    return found


def facility_column(points: int) -> int:
    """Return the column of the Facility Table, which has no shifts [10.0c]."""
    return max(n for n, least in enumerate(TABLES["facility"]["column_min"]) if points >= least)


# -- gunfire -----------------------------------------------------------------------------------------


def is_coastal(p: Position, unit: str) -> bool:
    """Return whether a unit is Coastal Artillery [18.3g]."""
    return bool(p.row(unit).get("coastal", False))


def gun_points(p: Position, firer: str) -> Fraction:
    """Return the strength of a ship, plane or coastal gun that fires at ships [18.3c-B, R-OCS-264]."""
    if p.kind(firer) == "plane":
        return Fraction(2 * barrage(p, firer))
    if p.kind(firer) in SHIPS:
        return Fraction(values(p, firer).get("barrage", 0))
    row = p.row(firer)
    face = row["move"] if p.has("turned", firer) or "combat" not in row else row["combat"]
    return Fraction(face.get("barrage", 0)) / (2 if p.has("dg", firer) else 1)


def points_at(p: Position, firers: list[str], target: str) -> int:
    """Return the points of a barrage at a naval target: divided by its Protection [18.3c-C]."""
    armour = values(p, target).get("protection", 1) if p.kind(target) in SHIPS else 1
    total = sum((gun_points(p, c) for c in firers), Fraction(0)) / max(armour, 1)
    return math.floor(total + Fraction(1, 2))


def column_at(p: Position, firers: list[str], target: str) -> int:
    """Return the column of a barrage at a naval target: only planes' distances shift it [18.3c-A]."""
    flying = [c for c in firers if p.kind(c) == "plane"]
    shift = air_range_shift(p, flying, p.at[target]) if flying else 0
    return kept_on_table(column(points_at(p, firers, target)) + shift)


def gun_range(p: Position, firer: str) -> int:
    """Return how far a ship or gun fires."""
    found = values(p, firer).get("range", 0) if p.kind(firer) in SHIPS else p.row(firer).get("range", 0)
    return int(found)


def naval_targets(p: Position, side: str, hex_: str, firers: list[str]) -> set[str]:
    """Return the targets in a hex for ships or coastal guns: ships, `craft` together [18.2d, 18.3c]."""
    foe = p.enemy(side)
    found = {c for c in p.there(hex_, foe, *SHIPS) if not p.has("targeted", c)}
    craft = p.there(hex_, foe, *CRAFT)
    if craft and not any(p.has("targeted", c) for c in craft):
        found.add("craft")
    ships = [c for c in firers if p.kind(c) in SHIPS]
    screen = [
        c
        for c in fleet(p, foe)
        if p.kind(c) == "ship" and any(p.theatre.distance(p.at[s], p.at[c]) <= gun_range(p, s) for s in ships)
    ]
    if screen:
        found = {c for c in found if c == "craft" or p.kind(c) != "carrier"}
    return found


def can_fire(p: Position, side: str, firer: str, hex_: str) -> bool:
    """Return whether a ship or coastal gun can fire at something in a hex now [18.3a, 18.3g-A]."""
    if p.phase not in BARRAGE or p.side != side or p.has("fired", firer) or p.side_of(firer) != side:
        return False
    if p.at[firer] not in p.theatre.board.hexes:
        return False
    if p.kind(firer) in SHIPS:
        if not values(p, firer).get("barrage", 0):
            return False
    elif not is_coastal(p, firer) or p.has("reserve", firer) or p.has("strat", firer):
        return False
    return 1 <= p.theatre.distance(p.at[firer], hex_) <= gun_range(p, firer)


def can_shell(p: Position, side: str, ships: list[str], hex_: str, aim: str) -> bool:
    """Return whether ships can barrage the ground [18.3a-B, 18.3b, 10.0e-A]."""
    if not all(can_fire(p, side, c, hex_) and p.kind(c) in SHIPS for c in ships):
        return False
    if any(p.has("shelled", c) for c in ships) or hex_ in p.hexes["barraged"]:
        return False
    return is_target(p, side, hex_, aim)


def can_salvo(p: Position, side: str, firers: list[str], hex_: str) -> bool:
    """Return whether ships, or coastal guns, can fire at ships in a hex [18.3c, 18.3g-A]."""
    kinds = {p.kind(c) in SHIPS for c in firers}
    if len(kinds) > 1 or not all(can_fire(p, side, c, hex_) for c in firers):
        return False
    return bool(naval_targets(p, side, hex_, firers))


def can_duel(p: Position, side: str, ships: list[str], hex_: str) -> bool:
    """Return whether ships can fire at guns that may be in a stack [18.3g-C, R-OCS-265, R-OCS-357]."""
    if not all(can_fire(p, side, c, hex_) and p.kind(c) in SHIPS for c in ships):
        return False
    stack = p.units_in(hex_, p.enemy(side))
    guns = [c for c in stack if is_coastal(p, c)]
    return bool(stack) and (not guns or any(not p.has("targeted", c) for c in guns))


# -- landings ----------------------------------------------------------------------------------------


def works(p: Position, port: str) -> bool:
    """Return whether a port works: not one just deployed, nor in any enemy ZOC [18.4f-E, 19.0a]."""
    if p.has("opening", port) or p.at[port] in p.zoc(p.enemy(p.side_of(port))):
        return False
    if "lst-port" in port:
        return True
    printed = p.row(port)["printed"]
    if printed.get("track"):
        return bool(printed["track"][p.level[port]] > 0)
    share = TABLES["port_damage"]["generic_fraction"][p.level[port]]
    return int(printed["capacity"] * 4 * share + 0.5 + 1e-9) > 0


def landing_row(p: Position, side: str, hex_: str) -> str:
    """Return the row of the table for a landing: a port that works, or the hardest terrain [18.5f-A]."""
    if any(works(p, port) for port in p.there(hex_, side, "port")):
        return "port"
    rows = [p.theatre.charts["terrain"][kind].get("landing", "") for kind in p.theatre.symbols[hex_]]
    rows = [row for row in rows if row]
    return max(rows, key=lambda row: TABLES["alt"][row]["success_min"]) if rows else ""


def landing_modifier(p: Position, side: str, hex_: str) -> int:
    """Return the modifier of a landing [18.5f, R-OCS-258]."""
    foe, total = p.enemy(side), 0
    near = [u for h in p.theatre.board.neighbours[hex_] for u in p.units_in(h, foe)]
    if any(not p.has("dg", u) for u in near):
        total -= 2
    elif near:
        total -= 1
    for other in p.stacks:
        for unit in p.units_in(other, foe):
            if is_coastal(p, unit) and p.theatre.distance(other, hex_) <= p.row(unit).get("range", 0):
                total -= 1
    own = p.theatre.charts.get("landing", {})
    total += own.get("first-turn", 0) if p.turn == p.theatre.file.get("first-turn", 1) else 0
    total += own.get("swell", 0) if p.swell else 0
    beaches = {p.theatre.places.get(name, name) for name in p.theatre.file.get("beaches", [])}
    for name in p.theatre.file.get("beaches", []):
        beaches |= p.theatre.board.regions.get(name, set())
    if own.get("later"):
        total += later_modifier(p, side, hex_)
    return total + (own.get("no-beach", 0) if hex_ not in beaches else 0)


def later_modifier(p: Position, side: str, hex_: str) -> int:
    """Return the lines of the later table for a hex, marines aside [R-OCS-320]."""
    ships = [c for c in fleet(p, side) if p.kind(c) in SHIPS and values(p, c).get("barrage", 0)]
    near = any(p.theatre.distance(p.at[c], hex_) <= gun_range(p, c) for c in ships)
    return near - (hex_ in p.zoc(p.enemy(side)))


def landing_outcome(row: str, total: int) -> str:
    """Return the result of a modified roll [18.5f]."""
    line = TABLES["alt"][row]
    return "success" if total >= line["success_min"] else "mixed" if total >= line["mixed_min"] else "failure"


def landing_chances(p: Position, side: str, hex_: str) -> dict[str, Fraction]:
    """Return the chances of a landing in a hex."""
    row, more, found = landing_row(p, side, hex_), landing_modifier(p, side, hex_), dict[str, Fraction]()
    for a in range(1, 7):
        for b in range(1, 7):
            key = landing_outcome(row, a + b + more)
            found[key] = found.get(key, Fraction(0)) + Fraction(1, 36)
    return found


def fewest_groups(sizes: list[Fraction]) -> int:
    """Return into how many groups of 3 RE units can be packed at best; a larger unit is one [18.5f-B]."""
    rest = sorted((min(size, Fraction(3)) for size in sizes), reverse=True)
    if not rest:
        return 0
    best = len(rest)
    for more in range(len(rest)):
        for some in combinations(range(1, len(rest)), more):
            if rest[0] + sum(rest[n] for n in some) <= 3:
                left = [size for n, size in enumerate(rest) if n and n not in some]
                best = min(best, 1 + fewest_groups(left))
    return best


def transport_size(p: Position, counter: str) -> Fraction:
    """Return the points of lift that a counter takes: half for Leg units of MA 1 to 6 [4.7]."""
    if p.kind(counter) in ("truck", "wagon", "organic-truck"):
        return Fraction(1)
    move = p.row(counter).get("move", {})
    light = move.get("mobility", "leg") == "leg" and 1 <= move.get("ma", 0) <= 6
    return p.size(counter) / (2 if light else 1)


def passengers(p: Position, side: str) -> list[str]:
    """Return a side's units aboard landing craft."""
    return [
        c
        for c in p.ids
        if p.at[c] == "hosted" and p.host[c] and p.side_of(c) == side and p.kind(p.host[c]) in CRAFT
    ]


def can_land(p: Position, side: str, unit: str) -> bool:
    """Return whether a unit aboard can land over a beach now [18.5]."""
    if p.phase != "movement" or p.side != side or unit not in passengers(p, side):
        return False
    if p.kind(unit) in ("truck", "wagon", "organic-truck") or p.has("shipped", unit):
        return False
    if any(p.has(mark, unit) for mark in ("beaching", "reserve", "strat", "dg", "exploit")):
        return False
    craft, hex_, foe = p.host[unit], p.place(unit), p.enemy(side)
    landing = any(p.host[c] == craft and p.has("beaching", c) for c in passengers(p, side))
    if p.has("finished", craft) and not landing:
        return False
    if not is_coast(p, hex_) or not landing_row(p, side, hex_) or p.units_in(hex_, foe):
        return False
    soft = [c for c in p.stacks.get(hex_, []) if p.side_of(c) == foe]
    return not soft or p.is_attack_capable(unit)


# -- Beach Assaults ----------------------------------------------------------------------------------


def can_assault(p: Position, side: str, units: list[str], hex_: str) -> bool:
    """Return whether units aboard can assault a coast with defenders, supply aside [18.6a]."""
    if p.phase != "combat" or p.side != side or hex_ in p.hexes["attacked"]:
        return False
    aboard = passengers(p, side)
    for unit in units:
        marks = ("turned", "reserve", "strat", "dg", "exploit", "fought")
        if unit not in aboard or any(p.has(mark, unit) for mark in marks) or not p.is_attack_capable(unit):
            return False
    places = {p.place(unit) for unit in units}
    if len(places) != 1 or sum(p.size(unit) for unit in units) > 3:
        return False
    start = places.pop()
    if hex_ not in p.theatre.board.neighbours[start] or not p.units_in(hex_, p.enemy(side)):
        return False
    return is_coast(p, hex_) and can_pass(p, True, start, hex_) and bool(landing_row(p, side, hex_))


def assault_strength(p: Position, units: list[str], hex_: str) -> Fraction:
    """Return the attack strength: in the terrain that is best for the defender, or halved [18.6a-F]."""
    total: dict[str, Fraction] = {"beach": Fraction(0)}
    for unit in units:
        row = p.row(unit)
        strength = Fraction(row["combat"].get("strength", 0))
        if row.get("steps", 1) > 1 and p.lost[unit]:
            strength /= 2
        total["beach"] += strength / 2
        place = ("armor", "mech", "other").index(row.get("category", "other"))
        for terrain in p.theatre.symbols[hex_]:
            factor = Fraction(p.theatre.charts["terrain"][terrain].get("attack", ["1"] * 3)[place])
            total[terrain] = total.get(terrain, Fraction(0)) + strength * factor
    return min(total.values())


def landing_losses(p: Position, units: list[str], outcome: str) -> tuple[int, int]:
    """Return the points of landing craft and the steps that a group loses [18.5f, R-OCS-257]."""
    used = math.ceil(sum((transport_size(p, unit) for unit in units), Fraction(0)))
    steps = sum(p.steps(unit) for unit in units)
    half = {"success": (0, 0), "mixed": (1, 0), "failure": (1, 1)}[outcome]
    return half[0] * ((used + 1) // 2), half[1] * ((steps + 1) // 2)
