"""A referee for Objective Nuremberg, written from the rulebook: slow, obvious, without the program's code.

It reads the board, counters and charts from their files, and the position from the columns of the state.
Hexes and units are their printed numbers and ids. `python -m tests.referees.afcent --games 20` compares it
with the program.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import ceil
from typing import Any

from tests.referees.raw_board import RawBoard, read_toml

CHARTS = read_toml("afcent", "data", "tables.toml")
EXCLUSIVE = read_toml("nuremberg", "data", "exclusive.toml")
COUNTERS = {row["id"]: row for row in read_toml("nuremberg", "data", "counters.toml")["counter"]}
TEC = {row["terrain"]: row for row in CHARTS["tec"]}
OFF_MAP = {
    -1: "away", -2: "lost", -3: "ready", -4: "withheld", -5: "withheld-south", -6: "coming", -7: "airborne",
    -8: "exited", -9: "available", -10: "used", -11: "recalled",
}  # fmt: skip
MP_PARTS = 2
"""The state counts half movement points."""


def other(side: str) -> str:
    """Return the enemy of a side."""
    return "nato" if side == "pact" else "pact"


class Land:
    """The part of the map that a scenario uses."""

    def __init__(self, scenario: str) -> None:
        """Read the scenario and its board."""
        self.file = read_toml("nuremberg", "data", "scenarios", f"{scenario}.toml")
        self.board = RawBoard("nuremberg", "data", "board.toml", corners=self.file.get("hexes"))
        self.cities = {h for h, kinds in self.board.terrain.items() if "city" in kinds}
        self.airfields = {
            place["hex"]
            for place in self.board.places.values()
            if place["kind"] == "airfield" or "airfield" in place.get("tags", [])
        }
        regions = self.board.regions
        self.pact_country = regions["east-germany"] | regions["czechoslovakia"]
        victory = EXCLUSIVE["victory"]
        self.counted = set(self.file.get("counted", [])) or self.cities & regions["west-germany"]
        self.exits = [] if "cities" in self.file else [*victory["north_hexes"], *victory["south_hexes"]]


@dataclass
class Position:
    """A position as plain data: what lies where and what has happened in this turn."""

    land: Land
    options: dict[str, Any]
    turn: int
    phase: str
    side: str
    """The side whose phase it is."""
    at: dict[str, str]
    """The hex of each counter, or the name of its box."""
    fight_first: dict[str, bool]
    sky: str
    """The side with air superiority, whose airpower markers are on the map."""
    markers: set[str]
    ew: dict[str, int]
    refugees: set[str]
    began: dict[str, int]
    spent: dict[str, float]
    moving: set[str]
    stopped: set[str]
    column: set[str]
    flying: dict[str, int]
    fought: set[str]
    probed: set[str]
    surged: set[str]
    attacked: set[str]
    disrupted: set[str]
    landed: set[str]
    red: set[str]
    """The hexes that the Pact controls."""
    taken: set[str]
    exited: dict[str, int]
    questions: list[Any]
    ids: list[str]
    """The counters in the order of the columns."""
    recalled: bool = False
    order: int = -1

    @property
    def night(self) -> bool:
        """Whether it is a night turn: every third [4.6, R-NUR-02]."""
        return self.turn % 3 == 0

    def units_in(self, hex_: str) -> list[str]:
        """Return the units in a hex."""
        return self.stacks.get(hex_, [])

    def units_of(self, side: str) -> list[str]:
        """Return the units of a side on the map."""
        return [u for units in self.stacks.values() for u in units if side_of(u) == side]

    def __post_init__(self) -> None:
        """Sort the units by their hexes."""
        self.stacks: dict[str, list[str]] = {}
        for counter, where in self.at.items():
            if where in self.land.board.hexes:
                self.stacks.setdefault(where, []).append(counter)


def read_position(game: Any, land: Land) -> Position:
    """Copy the columns of a game's state, with numbers for hexes and ids for units."""
    state, scenario = game.state, game.scenario
    ids = [counter.id for counter in scenario.counters]
    label = scenario.board.grid.label
    sides = list(game.sides)

    def those(mask: int) -> set[str]:
        return {ids[i] for i in range(mask.bit_length()) if mask >> i & 1}

    def hexes(mask: int) -> set[str]:
        return {label(i) for i in range(mask.bit_length()) if mask >> i & 1}

    units = [i for i, id_ in enumerate(ids) if not COUNTERS[id_].get("marker")]
    return Position(
        land=land,
        options=dict(game.options),
        turn=state.turn,
        phase=state.phase,
        side=sides[state.side] if state.side >= 0 else "",
        at={ids[i]: label(h) if h >= 0 else OFF_MAP[h] for i, h in enumerate(state.at)},
        fight_first=dict(zip(sides, state.fight_first, strict=True)),
        sky=sides[state.sky] if state.sky >= 0 else "",
        markers=hexes(state.markers),
        ew={ids[i]: state.ew[i] for i in units},
        refugees=hexes(state.refugees),
        began={ids[i]: state.began[i] for i in units},
        spent={ids[i]: state.spent[i] / MP_PARTS for i in units},
        moving=those(state.moving),
        stopped=those(state.stopped),
        column=those(state.column),
        flying={ids[i]: state.flying[i] for i in units},
        fought=those(state.fought),
        probed=those(state.probed),
        surged=those(state.surged),
        attacked=those(state.attacked),
        disrupted=those(state.disrupted),
        landed=those(state.landed),
        red=hexes(state.red),
        taken=hexes(state.taken),
        exited=dict(zip(land.exits, state.exits, strict=True)),
        questions=list(state.questions),
        ids=ids,
        recalled=state.recalled,
        order=state.order,
    )


# -- units [2.2] -------------------------------------------------------------------------------------


def side_of(unit: str) -> str:
    """Return the side of a counter."""
    return str(COUNTERS[unit]["side"])


def is_(unit: str, tag: str) -> bool:
    """Return whether a counter has a tag: recon, static, heliborne, defence-only."""
    return tag in COUNTERS[unit].get("tags", [])


def division(unit: str) -> str:
    """Return the division of a unit [7.2, R-NUR-24]."""
    return str(next(tag for tag in COUNTERS[unit]["tags"] if tag.startswith("parent:")))


def factor(p: Position, unit: str) -> int:
    """Return the combat factor of a unit [2.2, 12.4.1.i]."""
    row = COUNTERS[unit]
    return int(row["reduced"][0] if unit in p.disrupted else row["factors"][0])


def movement_factor(unit: str) -> int:
    """Return the MF of a unit [2.2]."""
    if is_(unit, "static"):
        return int(CHARTS["movement_factor"]["static"])
    return int(CHARTS["movement_factor"]["recon" if is_(unit, "recon") else "non_recon"])


# -- stacking [7] ------------------------------------------------------------------------------------


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


# -- zones of control and airpower [5, 8] ------------------------------------------------------------


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


# -- movement [10] -----------------------------------------------------------------------------------


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


# -- combat [11] -------------------------------------------------------------------------------------


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


# -- victory [12.5] ----------------------------------------------------------------------------------


def winner(p: Position, red: set[str]) -> str:
    """Return who wins in this Administrative Phase; empty if nobody does yet [12.5, R-NUR-37, R-NUR-47]."""
    held = len(p.land.counted & red)
    last = p.turn == p.land.file["turns"]
    if "cities" in p.land.file:
        limits = p.land.file["cities"]
        if not last:
            return ""
        return "pact" if held >= limits["pact"] else "nato" if held <= limits["nato"] else "draw"
    numbers = EXCLUSIVE["victory"]
    credit = numbers["cancel_103G_credit"] if p.recalled else 0
    if p.order == 0:
        gone = {h: p.exited[h] for h in numbers["north_hexes"]}
        if p.options.get("few-at-4801"):
            gone["4801"] = min(gone["4801"], numbers["north_most_4801"])
        done = sum(gone.values()) + credit >= numbers["north_exits"]
    elif p.order == 1:
        gone = {h: p.exited[h] for h in numbers["south_hexes"]}
        done = sum(gone.values()) + credit >= numbers["south_exits"]
        done = done and gone["1004"] >= numbers["south_minimum_1004"]
    else:
        done = held + credit >= numbers["block_cities"]
    return "pact" if done else "nato" if last else ""


def main() -> None:
    """Play random games of every scenario and print what was compared."""
    import argparse

    from tests.referees import afcent_games
    from tests.referees.tally import Tally

    parser = argparse.ArgumentParser(
        description="Compare the referee of Objective Nuremberg with the program."
    )
    parser.add_argument("--games", type=int, default=20, help="random games of every scenario")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--every", type=int, default=5, help="compare every n-th position")
    given = parser.parse_args()
    tally = Tally()
    for scenario in afcent_games.SCENARIOS:
        for number in range(given.first, given.first + given.games):
            afcent_games.play(scenario, number, given.every, tally)
    print(tally.report())


if __name__ == "__main__":
    main()
