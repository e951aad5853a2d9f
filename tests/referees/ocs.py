"""A referee for the Operational Combat Series on land, written from the rulebook: slow and obvious.

It reads boards, counters, charts and scenarios from their files, and the position from the columns of the
state. Hexes and units are their printed numbers and ids, MP and RE are numbers as printed, supply is in
tokens. `python -m tests.referees.ocs --games 20` compares it with the program.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.referees.raw_board import RawBoard, read_toml

TABLES = read_toml("ocs", "data", "tables.toml")
RULINGS = (Path(__file__).parents[2] / "docs" / "rulings.md").read_text(encoding="utf-8")
FINISH_AT_ONCE = "R-OCS-154" in RULINGS
"""Whether the moving stack is finished, and counts as such, as soon as another one starts."""
OFF_MAP = {-1: "away", -2: "dead", -3: "gone", -4: "coming", -5: "ready", -6: "rear"}
PARTS = 4
"""The state counts quarters of a movement point."""
MOBILITIES = ("leg", "truck", "track")
CLASSES = ("armor", "mech", "other")
MOVEMENT = ("movement", "reaction", "exploitation")
TRANSPORTS = ("truck", "wagon", "organic-truck")
PROHIBITED, WHOLE = 10_000.0, 1_000.0
"""Costs of terrain that is prohibited, and of terrain that takes the whole allowance."""

Face = dict[str, Any]


def other(side: str) -> str:
    """Return the enemy of a side."""
    return "soviet" if side == "german" else "german"


class Theatre:
    """What a scenario never changes: map, counters, charts and the tables of its file."""

    def __init__(self, scenario: str) -> None:
        """Read the files of a scenario."""
        self.file = file = read_toml("ocs", "data", "scenarios", f"{scenario}.toml")
        self.board = RawBoard("ocs", "data", f"{file['board']}.toml", corners=file.get("hexes"))
        self.charts = read_toml("ocs", "data", "charts", f"{file['charts']}.toml")
        self.places = {name: place["hex"] for name, place in self.board.places.items()}
        self.symbols: dict[str, list[str]] = {}
        for hex_ in self.board.hexes:
            found = [kind for kind in self.board.terrain[hex_] if kind in self.charts["terrain"]]
            for place in self.board.places.values():
                if place["hex"] == hex_ and place["kind"] in self.charts["terrain"]:
                    found.append(place["kind"])
            self.symbols[hex_] = list(dict.fromkeys(found))
        self.rails: dict[str, list[str]] = {}
        tracks = [name for name, line in self.charts["line"].items() if line.get("tracks")]
        for pair, names in self.board.lines.items():
            one, two = sorted(pair)
            if names & set(tracks) and {one, two} <= self.board.hexes:
                self.rails.setdefault(one, []).append(two)
                self.rails.setdefault(two, []).append(one)
        towns = ("village", "minor-city", "major-city")
        self.towns = {h for h, kinds in self.symbols.items() if any(kind in towns for kind in kinds)}
        self.counters: dict[str, dict[str, Any]] = {}
        self.generic: dict[str, dict[str, Any]] = {}
        """Counters of which a side has several, by their id without the number."""
        for row in read_toml("ocs", "data", f"{file['counters']}.toml")["counter"]:
            self.counters[row["id"]] = row
        for side in ("german", "soviet"):
            self._add_generic(side, file.get("sides", {}).get(side, {}))
        self.costs: dict[tuple[Any, ...], float] = {}

    def _add_generic(self, side: str, data: dict[str, Any]) -> None:
        """Add the counters that every side has: transports, supply, hedgehogs, replacements, Breakdowns."""
        self.generic[f"{side[0]}-sp"] = {"kind": "dump"}
        self.generic[f"{side[0]}-hog"] = {"kind": "hedgehog"}
        truck = data.get("truck", {"ma": 45, "mobility": "truck"})
        self.generic[f"{side[0]}-truck"] = {"kind": "truck", "move": truck}
        wagon = data.get("wagon", {"ma": 10, "mobility": "leg"})
        self.generic[f"{side[0]}-wagon"] = {"kind": "wagon", "move": wagon}
        for kind in ("pax", "eq"):
            values = {"move": data.get(kind, {}), "ar": data.get(f"{kind}-ar", 0)}
            self.generic[f"{side[0]}-{kind}"] = {"kind": kind, "re": 0.25, **values}
        for pool, values in data.get("breakdowns", {}).items():
            self.generic[f"{side[0]}-{pool}-brk"] = {
                "kind": "breakdown", "ar": values["ar"], "re": 1,
                "combat": {"strength": values["strength"], "ma": values["ma"]},
                "move": {"strength": values["move-strength"], "ma": values["move-ma"]},
            }  # fmt: skip
        for name, row in self.generic.items():
            if name[0] == side[0]:
                row.update(side=side, nation=side)
        for kind in ("port", "base"):
            for entry in self.file.get(kind, []):
                name = "air-base" if kind == "base" else kind
                self.counters[f"{side[0]}-{name}-{entry['hex'].replace('.', '')}"] = {
                    "side": side, "nation": side, "kind": name,
                }  # fmt: skip

    def side_data(self, side: str) -> dict[str, Any]:
        """Return what the scenario says of a side."""
        found: dict[str, Any] = self.file.get("sides", {}).get(side, {})
        return found


@dataclass
class Position:
    """A position as plain data."""

    theatre: Theatre
    turn: int
    phase: str
    side: str
    """The active side."""
    condition: str
    """The ground condition."""
    at: dict[str, str]
    sets: dict[str, set[str]]
    """The counters with each marker: turned, reserve, strat, dg, exploit, out, finished, …"""
    lost: dict[str, int]
    tokens: dict[str, int]
    level: dict[str, int]
    spent: dict[str, float]
    began: dict[str, str]
    wide: set[str]
    soviet: set[str]
    """The hexes that the second side controls."""
    attacked: set[str]
    questions: list[Any]
    fight: Any
    ids: list[str]
    stacks: dict[str, list[str]] = field(default_factory=dict)
    """The counters in each hex."""
    known: dict[Any, Any] = field(default_factory=dict)
    """Answers already given for this position."""

    def __post_init__(self) -> None:
        """Sort the counters by their hexes."""
        for counter, where in self.at.items():
            if where in self.theatre.board.hexes:
                self.stacks.setdefault(where, []).append(counter)

    def has(self, marker: str, counter: str) -> bool:
        """Return whether a counter has a marker."""
        return counter in self.sets[marker]

    def row(self, counter: str) -> dict[str, Any]:
        """Return a counter as printed."""
        known = self.theatre.counters
        if counter not in known:
            known[counter] = self.theatre.generic[counter.rstrip("0123456789")]
        return known[counter]

    def units(self, side: str) -> list[str]:
        """Return the combat units of a side on the map."""
        return [c for there in self.stacks.values() for c in there if is_combat(self, c, side)]


SETS = (
    "turned", "reserve", "strat", "dg", "exploit", "released", "low", "exhausted", "out", "extended",
    "fueled", "filled", "primed", "bound", "moving", "finished", "shipped", "worked", "bridging", "fought",
    "returned",
)  # fmt: skip


def read_position(game: Any, theatre: Theatre) -> Position:
    """Copy the columns of a game's state, with numbers for hexes and ids for counters."""
    state, scenario = game.state, game.scenario
    ids = [counter.id for counter in scenario.counters]
    label = scenario.board.grid.label
    sides = list(game.sides)

    def those(mask: int) -> set[str]:
        return {ids[i] for i in range(mask.bit_length()) if mask >> i & 1}

    def hexes(mask: int) -> set[str]:
        return {label(i) for i in range(mask.bit_length()) if mask >> i & 1}

    def place(hex_: int) -> str:
        return label(hex_) if hex_ >= 0 else OFF_MAP[hex_]

    return Position(
        theatre=theatre,
        turn=state.turn,
        phase=state.phase,
        side=sides[state.side] if state.turn else "",
        condition=scenario.conditions[state.ground],
        at={id_: place(h) for id_, h in zip(ids, state.at, strict=True)},
        sets={name: those(getattr(state, name, 0)) for name in SETS},
        lost=dict(zip(ids, state.lost, strict=True)),
        tokens=dict(zip(ids, state.tokens, strict=True)),
        level=dict(zip(ids, state.level, strict=True)),
        spent={id_: spent / PARTS for id_, spent in zip(ids, state.spent, strict=True)},
        began={id_: place(h) for id_, h in zip(ids, state.began, strict=True)},
        wide=hexes(state.wide),
        soviet=hexes(state.second),
        attacked=hexes(state.attacked),
        questions=list(state.questions),
        fight=state.fight,
        ids=ids,
    )


# -- counters [3, 4.4, 4.6] --------------------------------------------------------------------------


def kind_of(p: Position, counter: str) -> str:
    """Return the kind of a counter."""
    return str(p.row(counter)["kind"])


def is_combat(p: Position, counter: str, side: str = "") -> bool:
    """Return whether a counter is a combat unit [3.2], of a side."""
    if side and p.row(counter)["side"] != side:
        return False
    return kind_of(p, counter) not in (*TRANSPORTS, "dump", "hedgehog", "port", "air-base")


def face(p: Position, unit: str) -> Face:
    """Return the values on the side of a counter that is up [5.2]."""
    row = p.row(unit)
    found: Face = row["move"] if p.has("turned", unit) or "combat" not in row else row["combat"]
    return found


def mobility(p: Position, unit: str) -> str:
    """Return the mobility type on the side that is up [3.1a]."""
    return str(face(p, unit).get("mobility", "leg"))


def steps(p: Position, unit: str) -> int:
    """Return the printed steps of a unit [9.11]."""
    return int(p.row(unit).get("steps", 1))


def size(p: Position, unit: str) -> Fraction:
    """Return the RE of a unit now [4.6, 9.11d]."""
    printed = Fraction(p.row(unit).get("re", 0))
    return printed - p.lost[unit] if steps(p, unit) > 1 else printed


def is_independent(p: Position, unit: str) -> bool:
    """Return whether a unit is neither multi-step nor of a formation [3.2f]."""
    return is_combat(p, unit) and steps(p, unit) == 1 and not p.row(unit).get("formation")


def attack_capable(p: Position, unit: str) -> bool:
    """Return whether a unit can attack by its strength and mode [4.4]."""
    if not is_combat(p, unit) or kind_of(p, unit) in ("hq", "artillery", "rocket-artillery"):
        return False
    return not (face(p, unit).get("paren") or p.has("reserve", unit) or p.has("strat", unit))


def has_zoc(p: Position, unit: str) -> bool:
    """Return whether a unit exerts a ZOC [4.4b, 4.5, 5.9c, R-OCS-49]."""
    if p.has("turned", unit) or p.has("dg", unit) or p.has("out", unit):
        return False
    return attack_capable(p, unit)


# -- zones of control [4.5] --------------------------------------------------------------------------


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


# -- costs of steps [6.1, 6.2, 12.3d, 13.8b, 17] -----------------------------------------------------


def engineers(p: Position, side: str) -> set[str]:
    """Return the hexes of a side's Engineer-Capable units [13.8a]."""

    def make() -> set[str]:
        able = [u for u in p.units(side) if kind_of(p, u) in ("hq", "engineer")]
        return {p.at[u] for u in able if is_engineer_capable(p, u)}

    return remember(p, ("engineers", side), make)  # type: ignore[no-any-return]


def is_engineer_capable(p: Position, unit: str) -> bool:
    """Return whether an HQ or engineer has its Combat side up, in Combat Mode or DG [13.8a, 5.10e]."""
    return not any(p.has(marker, unit) for marker in ("turned", "reserve", "strat", "exploit"))


def priced(price: Any) -> float:
    """Return a price of the charts as a number."""
    return PROHIBITED if price == "P" else WHOLE if price == "all" else float(price)


def one_way(
    t: Theatre, condition: str, kind: str, from_: str, to: str, roads: bool, supply: bool, bridge: bool
) -> float:
    """Return the cost of a step, not asking whether it can be reversed."""
    weather = t.charts["weather"]["conditions"][condition]
    m = MOBILITIES.index(kind)
    frozen = set(weather.get("frozen", [])) | (set(weather.get("leg-only", [])) if kind == "leg" else set())

    def move_row(chart: dict[str, Any]) -> Any:
        ice = "frozen-move" in chart and chart.get("freezes-with") in frozen
        return chart["frozen-move"] if ice else chart.get("move")

    costs = [priced(row[m]) for row in (move_row(t.charts["terrain"][s]) for s in t.symbols[to]) if row]
    cost = max(costs)  # the most costly terrain of the hex [6.2d]
    if cost < WHOLE and not supply:  # supply paths ignore bad ground [12.3d]
        cost = (
            cost * weather.get("off-road-times", [1, 1, 1])[m] + weather.get("off-road-extra", [0, 0, 0])[m]
        )
    waters = [s for s in t.board.side_names(from_, to) if s in t.charts["hexside"]]
    if waters:
        crossing = []
        for name in waters:
            chart = t.charts["hexside"][name]
            extra = priced(move_row(chart)[m])
            if bridge and chart.get("bridged-as") == "none":
                extra = 0.0
            elif bridge and chart.get("bridged-as"):
                extra = min(extra, priced(move_row(t.charts["hexside"][chart["bridged-as"]])[m]))
            crossing.append(extra)
        cost += min(crossing)  # of several waters the cheapest [6.2d]
    if roads:
        for name in t.board.lines.get(frozenset((from_, to)), ()):
            changed = {} if supply else weather.get("lines", {})
            cost = min(cost, priced(changed.get(name, t.charts["line"][name]["move"])[m]))
    return cost


def step(
    p: Position, side: str, kind: str, from_: str, to: str, *, roads: bool = True, supply: bool = False,
    own_bridge: str = "",
) -> float:  # fmt: skip
    """Return the cost of a step; what cannot be done in reverse is prohibited [6.1d, R-OCS-55]."""
    bridge = roads and bool({from_, to} & (engineers(p, side) | {own_bridge}))
    key = (p.condition, kind, from_, to, roads, supply, bridge)
    costs = p.theatre.costs
    if key not in costs:
        there = one_way(p.theatre, p.condition, kind, from_, to, roads, supply, bridge)
        back = one_way(p.theatre, p.condition, kind, to, from_, roads, supply, bridge)
        costs[key] = PROHIBITED if there >= PROHIBITED or back >= PROHIBITED else there
    return costs[key]


# -- movement [5, 6] ---------------------------------------------------------------------------------


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
            cost = spent + step(p, side, kind, hex_, to, own_bridge=own_bridge)
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
        return step(p, side, mobility(p, unit), from_, to, own_bridge=bridge)

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


# -- supply paths [12.3] -----------------------------------------------------------------------------


def supply_reach(p: Position, side: str, start: str, most: float, kind: str) -> set[str]:
    """Return the hexes that a supply path enters or ends beside [12.3c, 12.3d, R-OCS-90 to R-OCS-93]."""
    closed = enemy_units(p, side)
    if kind == "truck":
        closed = closed | blocking_zoc(p, side)
    best: dict[str, float] = {}
    queue = [(0.0, start)]
    while queue:
        spent, hex_ = heapq.heappop(queue)
        if hex_ in best:
            continue
        best[hex_] = spent
        for to in p.theatre.board.neighbours[hex_]:
            cost = spent + step(p, side, kind, hex_, to, supply=True)
            if cost <= most and to not in closed:
                heapq.heappush(queue, (cost, to))
    found = set(best)
    for hex_ in best:
        found.update(p.theatre.board.neighbours[hex_])
    return found - enemy_units(p, side)


def drawn_from(p: Position, side: str, hex_: str, kind: str = "truck") -> set[str]:
    """Return the hexes from which a unit in a hex can draw [12.3a]."""
    most = float(TABLES["combat_supply"]["direct_draw_mp"])
    return remember(p, ("draw", side, hex_, kind), lambda: supply_reach(p, side, hex_, most, kind))  # type: ignore[no-any-return]


def draw_kind(p: Position, unit: str) -> str:
    """Return the mobility type of a unit's path to supply: truck, except for some HQs [12.3a]."""
    return str(face(p, unit).get("throw-mobility", "truck")) if kind_of(p, unit) == "hq" else "truck"


def draws(p: Position, unit: str) -> set[str]:
    """Return the hexes from which a unit can draw."""
    return drawn_from(p, str(p.row(unit)["side"]), p.at[unit], draw_kind(p, unit))


def thrown(p: Position, hq: str) -> set[str]:
    """Return the hexes to which an HQ can throw [12.3b, 5.8b]."""
    side = str(p.row(hq)["side"])

    def make() -> set[str]:
        if p.has("strat", hq):
            return set()
        return supply_reach(p, side, p.at[hq], float(face(p, hq)["throw"]), draw_kind(p, hq))

    return remember(p, ("throw", hq), make)  # type: ignore[no-any-return]


def may_serve(p: Position, hq: str, unit: str) -> bool:
    """Return whether an HQ may supply another unit: a divisional HQ not all [13.1d]."""
    if kind_of(p, hq) != "hq" or hq == unit or p.row(hq)["side"] != p.row(unit)["side"]:
        return False
    if not p.row(hq).get("divisional"):
        return True
    if p.row(hq).get("formation") == p.row(unit).get("formation"):
        return True
    return is_independent(p, unit) and p.row(hq)["nation"] == p.row(unit)["nation"]


def hqs(p: Position, side: str) -> list[str]:
    """Return the HQs of a side on the map."""
    return [u for u in p.units(side) if kind_of(p, u) == "hq"]


def dumps_in_reach(p: Position, unit: str) -> set[str]:
    """Return the dumps and loads that can supply a unit, directly or by an HQ [12.1b, 12.3, 13.2g]."""
    side = str(p.row(unit)["side"])
    holders = [
        c
        for there in p.stacks.values()
        for c in there
        if p.tokens[c] and p.row(c)["side"] == side and kind_of(p, c) in ("dump", *TRANSPORTS)
    ]
    found = {c for c in holders if p.at[c] in draws(p, unit)}
    for hq in hqs(p, side):
        if may_serve(p, hq, unit) and p.at[unit] in thrown(p, hq):
            found |= {c for c in holders if p.at[c] in draws(p, hq)}
    return {c for c in found if kind_of(p, c) != "organic-truck" or same_formation(p, c, unit)}


def same_formation(p: Position, one: str, two: str) -> bool:
    """Return whether two counters belong to one formation [13.2g-B]."""
    return bool(p.row(one).get("formation", "") == p.row(two).get("formation", ""))


# -- trace supply [12.6, 12.7, 13.3] -----------------------------------------------------------------


def open_sources(p: Position, side: str) -> tuple[set[str], set[str]]:
    """Return a side's own sources this turn, and those from which its railways start [12.6a, 19.0e]."""
    sources, heads = set(), set()
    for entry in p.theatre.file.get("source", []):
        first, last = entry.get("turns", [0, 999])
        if entry["side"] != side or not first <= p.turn <= last:
            continue
        sources.add(entry["hex"])
        if entry.get("rail", True) and p.turn >= entry.get("rail-from", 0):
            heads.add(entry["hex"])
    for port in p.theatre.file.get("port", []):
        counter = f"{side[0]}-port-{port['hex'].replace('.', '')}"
        if p.at[counter] != port["hex"] or side not in port.get("source-for", []):
            continue
        share = TABLES["port_damage"]["generic_fraction"][p.level[counter]]
        if port.get("track"):
            tokens = port["track"][p.level[counter]] * 4
        else:
            tokens = int(port["capacity"] * 4 * share + 0.5)
        if tokens >= TABLES["port_damage"]["supply_source_min_tokens"] and port["hex"] not in blocking_zoc(
            p, side
        ):
            sources.add(port["hex"])
            heads.add(port["hex"])
    return sources, heads


def joined_rails(p: Position, starts: set[str], track: set[str]) -> set[str]:
    """Return the rail hexes joined to some hexes by track that can be used."""
    found = starts & track
    edge = list(found)
    while edge:
        hex_ = edge.pop()
        for to in p.theatre.rails.get(hex_, []):
            if to in track and to not in found:
                found.add(to)
                edge.append(to)
    return found


def trace_sources(p: Position, side: str) -> set[str]:
    """Return all hexes from which trace supply can be drawn [12.6a, 12.7, R-OCS-103, R-OCS-137]."""

    def make() -> set[str]:
        theatre = p.theatre
        bad = enemy_units(p, side) | blocking_zoc(p, side)
        own, heads = open_sources(p, side)
        own -= bad
        gauges = {s: theatre.side_data(s).get("rail-gauge", "standard") for s in ("german", "soviet")}
        track = set(theatre.rails) - bad
        if gauges["german"] != gauges["soviet"]:
            track = track & p.wide if side == "soviet" else track - p.wide
        ports = {port["hex"] for port in theatre.file.get("port", [])}
        posts = {p.at[u] for u in hqs(p, side) if is_engineer_capable(p, u)}
        features = theatre.towns | ports | posts
        rails = joined_rails(p, heads, track)
        extenders = {p.at[c] for c in p.sets["extended"] if p.row(c)["side"] == side} - bad
        linked: set[str] = set()
        joints: set[str] = set()
        while True:
            sources = own | (rails & features) | linked
            new_links, new_joints = set(), set()
            for post in extenders:
                data = theatre.side_data(side)["extender"]
                near = supply_reach(p, side, post, float(data["range"]), data["mobility"]) - {post}
                if near & sources:
                    new_links.add(post)
                if near & (sources | rails):
                    new_joints.add(post)
            if new_links <= linked and new_joints <= joints:
                return sources
            linked |= new_links
            joints |= new_joints
            rails |= joined_rails(p, joints, track)

    return remember(p, ("sources", side), make)  # type: ignore[no-any-return]


def tracing_hqs(p: Position, side: str) -> list[str]:
    """Return the HQs that draw trace supply themselves and so can throw it [12.3b-D]."""
    sources = trace_sources(p, side)
    return remember(p, ("hqs", side), lambda: [hq for hq in hqs(p, side) if draws(p, hq) & sources])  # type: ignore[no-any-return]


def is_trace_hex(p: Position, side: str, hex_: str) -> bool:
    """Return whether any combat unit of a side would have trace supply in a hex [R-OCS-104]."""
    if hex_ in enemy_units(p, side):
        return False
    if drawn_from(p, side, hex_) & trace_sources(p, side):
        return True
    armies = [hq for hq in tracing_hqs(p, side) if not p.row(hq).get("divisional")]
    return any(hex_ in thrown(p, hq) for hq in armies)


def suppliers(p: Position, unit: str) -> set[str]:
    """Return the source hexes and HQs from which a unit gets trace supply [12.6, 13.7a]."""
    side = str(p.row(unit)["side"])
    found = draws(p, unit) & trace_sources(p, side)
    for hq in tracing_hqs(p, side):
        # what an HQ draws itself comes from the same source as what it throws
        if hq == unit or (may_serve(p, hq, unit) and p.at[unit] in thrown(p, hq)):
            found.add(hq)
    return found


def formation_parts(p: Position, formation: str) -> list[set[str]]:
    """Return the parts of a formation that can have trace supply: the largest with one supplier.

    [12.6f, R-OCS-138]

    There may be several parts of the same size, of which the owner may choose one.
    """
    members = [
        u for side in ("german", "soviet") for u in p.units(side) if p.row(u).get("formation") == formation
    ]
    by_supplier: dict[str, set[str]] = {}
    for unit in members:
        for supplier in suppliers(p, unit):
            by_supplier.setdefault(supplier, set()).add(unit)
    if not by_supplier:
        return [set()]
    sizes = {supplier: sum(size(p, u) for u in part) for supplier, part in by_supplier.items()}
    most = max(sizes.values())
    return [part for supplier, part in by_supplier.items() if sizes[supplier] == most]


# -- combat [9] --------------------------------------------------------------------------------------


def rating(p: Position, unit: str) -> int:
    """Return the Action Rating in combat [9.6a]."""
    if p.has("strat", unit):
        return 0
    return int(p.row(unit).get("ar", 0)) - (1 if p.has("dg", unit) else 0)


def printed(p: Position, unit: str) -> int:
    """Return the strength on the side that is up; HQs and artillery have theirs by rule [13.1c, 13.4b]."""
    if kind_of(p, unit) == "hq":
        return 1 if p.has("turned", unit) else 5
    if kind_of(p, unit) in ("artillery", "rocket-artillery"):
        return 1
    return int(face(p, unit).get("strength", 0))


def own_strength(p: Position, unit: str, attacking: bool) -> Fraction:
    """Return a unit's strength by mode, steps lost and trace supply [5.7, 5.8, 5.10b, 9.5a, 9.11d]."""
    value = Fraction(printed(p, unit))
    if p.has("strat", unit):
        return Fraction(0)
    if p.has("dg", unit):
        value /= 2
    if p.has("reserve", unit) and not attacking:
        value /= 2
    lost, all_ = p.lost[unit], steps(p, unit)
    if all_ > 1 and lost and (attacking or lost * 2 >= all_):
        value /= 2
    if p.has("out", unit):
        value /= 2
    return value


def is_tank(p: Position, unit: str) -> bool:
    """Return whether a counter has the tank symbol."""
    return kind_of(p, unit) == "armour" or "tank-symbol" in p.row(unit).get("tags", [])


def anti_tank(p: Position, unit: str) -> int:
    """Return the anti-tank effects that a unit gives: 2 heavy, 1 light, 0 none [9.4e]."""
    category = p.row(unit).get("category", "other")
    if category == "armor" or (category == "mech" and is_tank(p, unit)):
        return 2
    if kind_of(p, unit) == "anti-tank" or "anti-aircraft" in p.row(unit).get("tags", []):
        return 2
    return 1 if category == "mech" else 0


def hedgehog(p: Position, hex_: str, side: str) -> int:
    """Return the level of a side's hedgehog in a hex [16.0d]."""
    for counter in p.stacks.get(hex_, []):
        if kind_of(p, counter) == "hedgehog" and p.row(counter)["side"] == side:
            return p.level[counter]
    return 0


def times(p: Position, unit: str, terrain: str, attacking: bool) -> Fraction:
    """Return what a terrain makes of a unit's strength [9.4]."""
    place = CLASSES.index(p.row(unit).get("category", "other"))
    weather = p.theatre.charts["weather"]["conditions"][p.condition]
    frozen = set(weather.get("frozen", []))
    if mobility(p, unit) == "leg":
        frozen |= set(weather.get("leg-only", []))
    if terrain in p.theatre.charts["hexside"]:
        chart = p.theatre.charts["hexside"][terrain]
        ice = chart.get("freezes-with") in frozen and "frozen-attack" in chart
        return Fraction(chart["frozen-attack" if ice else "attack"][place])
    return Fraction(
        p.theatre.charts["terrain"][terrain].get("attack" if attacking else "defend", ["1"] * 3)[place]
    )


def attack_value(p: Position, unit: str, terrain: str, level: int) -> Fraction:
    """Return a unit's attack strength against a terrain and a level of anti-tank effects [9.4e, R-OCS-64]."""
    factor = times(p, unit, terrain, attacking=True)
    category = p.row(unit).get("category", "other")
    if factor == 2 and category != "other" and level >= anti_tank(p, unit):
        factor = Fraction(3, 2)
    return own_strength(p, unit, attacking=True) * factor


def attack_total(p: Position, units: list[str], target: str) -> Fraction:
    """Return the total attack strength, against each stack in the worst terrain [9.4b, R-OCS-65]."""
    foe = other(str(p.row(units[0])["side"]))
    defenders = [u for u in p.stacks[target] if is_combat(p, u, foe)]
    level = max(anti_tank(p, u) for u in defenders)
    if hedgehog(p, target, foe):
        level = 2
    total = Fraction(0)
    for hex_ in {p.at[u] for u in units}:
        there = [u for u in units if p.at[u] == hex_]
        sides = [s for s in p.theatre.board.side_names(hex_, target) if s in p.theatre.charts["hexside"]]
        terrains = [*p.theatre.symbols[target], *sides]
        total += min(sum((attack_value(p, u, t, level) for u in there), Fraction(0)) for t in terrains)
    return total


def defence_total(p: Position, units: list[str], terrain: str, supplied: set[str]) -> Fraction:
    """Return the total defence strength in a terrain [9.4c, 9.5]."""
    total = Fraction(0)
    for unit in units:
        value = own_strength(p, unit, attacking=False) * times(p, unit, terrain, attacking=False)
        total += value if unit in supplied else value / 2
    return total


def supplied_defenders(p: Position, units: list[str]) -> set[str] | None:
    """Return the defenders with combat supply; None if there is some but too little [12.4, R-OCS-61]."""
    dumps = {d for u in units for d in dumps_in_reach(p, u)}
    there = sum(p.tokens[d] for d in dumps)
    price = 1 if sum(size(p, u) for u in units) <= 1 else 2
    if there >= price:
        return set(units)
    return None if there else {u for u in units if not p.has("exhausted", u)}


def rounded(value: Fraction) -> int:
    """Round to the nearest whole number, halves up [4.1]."""
    return int(value + Fraction(1, 2))


def column(line: str, attack: Fraction, defence: Fraction) -> int:
    """Return the column of the Combat Table before shifts [9.7, 9.14a, R-OCS-66, R-OCS-67]."""
    headings = [
        Fraction(int(text.split(":")[0]), int(text.split(":")[1]))
        for text in TABLES["combat"]["columns"][line.replace("-", "_")]
    ]
    if attack and not defence:
        return len(headings) - 1
    if defence and not attack:
        return 0
    if not attack:
        ratio = Fraction(1)
    elif attack >= defence:
        ratio = Fraction(rounded(attack / defence))
    else:
        ratio = Fraction(1, rounded(defence / attack))
    return max([i for i, heading in enumerate(headings) if heading <= ratio], default=0)


def lines(p: Position, units: list[str], target: str, supplied: set[str]) -> tuple[int, set[str]]:
    """Return the lowest column that a terrain of the defender's hex gives, and the odds it may be called."""
    foe = other(str(p.row(units[0])["side"]))
    defenders = [u for u in p.stacks[target] if is_combat(p, u, foe)]
    attack = attack_total(p, units, target)
    found = []
    for terrain in p.theatre.symbols[target]:
        line = category(p, terrain)
        at = column(line, attack, defence_total(p, defenders, terrain, supplied))
        found.append((at, str(TABLES["combat"]["columns"][line.replace("-", "_")][at])))
    least = min(at for at, _ in found)
    return least, {heading for at, heading in found if at == least}


def chances(start: int, drm: int, hog: int, overrun: bool) -> dict[str, Fraction]:
    """Return the probability of every result [9.8, 9.9]."""
    surprise = TABLES["surprise"]["overrun" if overrun else "regular"]
    rows, last = TABLES["combat"]["results"], len(TABLES["combat"]["results"][0]) - 1
    two = [Fraction(sum(1 for a in range(1, 7) for b in range(1, 7) if a + b == n), 36) for n in range(13)]
    columns: dict[int, Fraction] = {}
    for roll in range(2, 13):
        modified = roll + drm - (1 if hog else 0)
        way = -1 if modified <= surprise["defender_max"] else 1 if modified >= surprise["attacker_min"] else 0
        for die in range(1, 7):
            at = max(0, min(last, start + way * die))
            columns[at] = columns.get(at, Fraction(0)) + two[roll] / 6
    found: dict[str, Fraction] = {}
    for at, share in columns.items():
        for roll in range(2, 13):
            row = max(1, min(15, roll + drm - hog))
            result = rows[row - 1][at]
            found[result] = found.get(result, Fraction(0)) + share * two[roll]
    return found


def can_attack(p: Position, unit: str, target: str) -> bool:
    """Return whether a unit may attack an adjacent hex in this Combat Segment, supply aside [9.1, 11.0a]."""
    side = str(p.row(unit)["side"])
    if side != p.side or target in p.attacked or p.has("fought", unit) or not attack_capable(p, unit):
        return False
    if p.phase == "exploitation-combat" and not (p.has("exploit", unit) or p.has("released", unit)):
        return False
    if target not in p.theatre.board.neighbours[p.at[unit]] or target not in enemy_units(p, side):
        return False
    return step(p, side, mobility(p, unit), p.at[unit], target) < PROHIBITED


def can_pay_attack(p: Position, unit: str) -> bool:
    """Return whether a unit alone can get combat supply to attack [9.5, 12.4, 12.10]."""
    price = max(1, steps(p, unit) - p.lost[unit])
    there = sum(p.tokens[d] for d in dumps_in_reach(p, unit))
    return there >= price or not p.has("exhausted", unit)


def can_overrun(p: Position, unit: str, target: str) -> bool:
    """Return whether a unit alone can overrun an adjacent hex now [8.0, 8.1, 12.5b, R-OCS-57]."""
    p = once_moving(p, [unit])
    side = str(p.row(unit)["side"])
    if not can_move(p, unit) or not attack_capable(p, unit) or p.has("dg", unit):
        return False
    if target not in p.theatre.board.neighbours[p.at[unit]] or target not in enemy_units(p, side):
        return False
    if allowance(p, unit) - p.spent[unit] < TABLES["other_costs"]["overrun_mp"]:
        return False
    if (
        step(p, side, mobility(p, unit), p.at[unit], target, roads=False)
        > TABLES["other_costs"]["overrun_max_hex_mp"]
    ):
        return False
    here = [u for u in p.stacks[p.at[unit]] if is_combat(p, u, side)]
    if sum(size(p, u) for u in here) > TABLES["stacking"]["max_re"]:
        return False
    there = sum(p.tokens[d] for d in dumps_in_reach(p, unit))
    if needs_fuel(p, unit) and not is_fueled_by_hq(p, unit):
        there -= TABLES["fuel"]["single_unit_tokens"]
    if there < 0:
        return False
    return there >= max(1, steps(p, unit) - p.lost[unit]) or not p.has("exhausted", unit)


# -- barrage [10] ------------------------------------------------------------------------------------


def barrage_chances(p: Position, guns: list[str], target: str) -> dict[str, Fraction]:
    """Return the probability of every effect of a barrage on combat units [10.0, R-OCS-04, R-OCS-07]."""
    table = TABLES["barrage"]
    side = str(p.row(guns[0])["side"])
    foe = other(side)
    units = [u for u in p.stacks[target] if is_combat(p, u, foe)]
    total = sum(
        (Fraction(face(p, gun)["barrage"]) / (2 if p.has("dg", gun) else 1) for gun in guns), Fraction(0)
    )
    at = max(i for i, least in enumerate(table["column_min"]) if rounded(total) >= least)
    formations: dict[str, Fraction] = {}
    for unit in units:
        key = p.row(unit).get("formation") or unit
        formations[key] = formations.get(key, Fraction(0)) + size(p, unit)
    dense = sum(
        value if name in p.at and steps(p, name) == 1 else min(value, Fraction(3))
        for name, value in formations.items()
    )
    shifts = table["shifts"]
    at += next(
        s for most, s in zip(shifts["density_re_max"], shifts["density_shift"], strict=True) if dense <= most
    )
    hog = hedgehog(p, target, foe)
    at += shifts["hedgehog_any_level"] if hog else 0
    at += min(shifts[f"terrain_{category(p, t).replace('-', '_')}"] for t in p.theatre.symbols[target])
    own = {p.at[u] for u in p.units(side)}
    spotted = bool(own & set(p.theatre.board.neighbours[target]))
    at += 0 if spotted else shifts["no_correct_spotter"]
    at += shifts["target_unit_in_strat_mode"] if any(p.has("strat", u) for u in units) else 0
    at = max(0, min(len(table["column_min"]) - 1, at))
    found: dict[str, Fraction] = {}
    for one in range(1, 7):
        for two in range(1, 7):
            code = table["results"][one + two - 2][at]
            if code == "[1/2]":
                code = "1/2" if spotted and hog < 3 else "DG"
            for die in range(1, 7):
                lost = 0
                if code == "1/2":
                    lost = 1 if die >= table["half_result_loss_die_min"] else 0
                elif code.isdigit():
                    lost = int(code)
                effect = "no effect" if code == "-" else "disorganized"
                if lost:
                    effect = f"{code}, {lost} step{'s' if lost > 1 else ''} lost, disorganized"
                found[effect] = found.get(effect, Fraction(0)) + Fraction(1, 216)
    return found


def category(p: Position, terrain: str) -> str:
    """Return the terrain category of a terrain in this weather [9.3]."""
    chart = p.theatre.charts["terrain"][terrain]
    frozen = p.theatre.charts["weather"]["conditions"][p.condition].get("frozen", [])
    found = chart["category"]
    return str(chart.get("frozen-category", found) if chart.get("freezes-with") in frozen else found)


# -- retreats [9.12] ---------------------------------------------------------------------------------


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


# -- points ------------------------------------------------------------------------------------------


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


def main() -> None:
    """Play random games of every scenario and print what was compared."""
    import argparse

    from tests.referees import ocs_games
    from tests.referees.tally import Tally

    parser = argparse.ArgumentParser(description="Compare the referee of the series with the program.")
    parser.add_argument("--games", type=int, default=20, help="random games of every scenario")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--every", type=int, default=10, help="compare every n-th position")
    parser.add_argument("--scenario", default="", help="only this scenario")
    given = parser.parse_args()
    tally = Tally()
    for scenario in [given.scenario] if given.scenario else ocs_games.SCENARIOS:
        for number in range(given.first, given.first + given.games):
            ocs_games.play(scenario, number, given.every, tally)
    print(tally.report())


if __name__ == "__main__":
    main()
