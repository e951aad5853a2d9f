"""What is wrong with a scenario of the series, said with the key at fault, before anybody plays it.

Types and unknown keys are checked as the files are read; here it is what they mean together: ids, hexes,
rows of tables, and a set-up that the rules allow [IV].
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.core.errors import BadFile, GrognardError
from grognard.core.hexes.grid import bits
from grognard.games.ocs.logistics.entry_hexes import open_modes, standable
from grognard.games.ocs.model.charts import DATA, ByTurn
from grognard.games.ocs.model.files import Arrival, Base, Goal, Hedgehog, Placed
from grognard.games.ocs.model.scenario import PLAYER_TURN, OcsScenario
from grognard.games.ocs.model.state import empty
from grognard.games.ocs.turn import setup, victory
from grognard.games.ocs.units.modes import VOLUNTARY, spare_markers, spoken
from grognard.games.ocs.units.stacking import overstacked

Faults = Iterator[tuple[str, str]]
"""Keys and what is wrong there."""
TWO_DICE = (2, 12)
"""What two dice can show."""


def checked(scenario: OcsScenario) -> OcsScenario:
    """The scenario, once nothing is wrong with it; else `BadFile` with the first fault."""
    charts = DATA / "charts" / f"{scenario.file.charts}.toml"
    for key, fault in _in_charts(scenario):
        raise BadFile(charts, f"{key}: {fault}")
    for key, fault in _in_file(scenario):
        raise scenario.fault(f"{key}: {fault}")
    for key, fault in _in_setup(scenario):
        raise scenario.fault(f"{key}: {fault}")
    return scenario


# -- charts ------------------------------------------------------------------------------------------


def _in_charts(scenario: OcsScenario) -> Faults:
    charts, weather = scenario.charts, scenario.charts.weather
    for name in scenario.symbols_missing():
        yield f"terrain.{name}", "the board has this terrain, the charts do not"
    for id_, hexside in charts.hexside.items():
        if hexside.bridged_as not in ("", "none", *charts.hexside):
            yield f"hexside.{id_}.bridged-as", f"there is no hexside {hexside.bridged_as!r}"
    for id_, condition in weather.conditions.items():
        for side, other in condition.instead.items():
            yield from _known(f"weather.conditions.{id_}.instead", side, scenario.sides, "side")
            yield from _known(f"weather.conditions.{id_}.instead", other, weather.conditions, "condition")
    if not scenario.file.weather:
        yield from _by_turn(scenario, "weather.ground", weather.ground, weather.dice)
        for row in weather.ground:
            for result in row.results:
                yield from _known("weather.ground.results", result, weather.conditions, "condition")
    yield from _in_supply(scenario)
    for side, repls in charts.replacements.items():
        yield from _known("replacements", side, scenario.sides, "side")
        yield from _covers(f"replacements.{side}", [row.roll for row in repls], TWO_DICE)


def _in_supply(scenario: OcsScenario) -> Faults:
    table, file = scenario.charts.supply, scenario.file
    yield from _covers("supply.bands", table.bands, TWO_DICE)
    for side, rows in table.sides.items():
        yield from _known("supply.sides", side, scenario.sides, "side")
        for row in rows:
            if len(row.points) != len(table.bands):
                yield f"supply.sides.{side}", f"{len(table.bands)} amounts are needed, one for each band"
        spans = [row.turns for row in rows]
        yield from _covers(f"supply.sides.{side}", spans, (file.first_turn, file.turns), "turn")


def _by_turn(scenario: OcsScenario, key: str, rows: tuple[ByTurn, ...], dice: int) -> Faults:
    """A table that depends on the turn: no row at all, or one for each turn and a result for each roll."""
    if not rows:
        return
    spans = [row.turns for row in rows]
    yield from _covers(key, spans, (scenario.file.first_turn, scenario.file.turns), "turn")
    for row in rows:
        yield from _covers(key, list(row.results.values()), (dice, 6 * dice))


def _covers(key: str, spans: Iterable[tuple[int, int]], all_: tuple[int, int], what: str = "roll") -> Faults:
    """Each number belongs to one span."""
    spans = list(spans)
    for number in range(all_[0], all_[1] + 1):
        count = sum(low <= number <= high for low, high in spans)
        if count != 1:
            yield key, f"{what} {number} is in {'no row' if not count else 'several rows'}"
            return


def _known(key: str, name: str, names: Iterable[str], what: str) -> Faults:
    names = tuple(names)
    if name not in names:
        yield key, f"there is no {what} {name!r}; there are: {', '.join(names)}"


# -- the scenario's file -----------------------------------------------------------------------------


def _in_file(scenario: OcsScenario) -> Faults:
    file, sides = scenario.file, scenario.sides
    yield from _known("first", file.first, (*sides, "roll"), "side")
    if file.weather:
        yield from _known("weather", file.weather, scenario.conditions, "condition")
    for phase in file.phases:
        yield from _known("phases", phase, [name for name, _ in PLAYER_TURN], "phase")
    if len(file.hexes) not in (0, 2):
        yield "hexes", "name two corners, the north-western and the south-eastern one"
    if file.turns < file.first_turn:
        yield "turns", f"the last turn is before the first one, {file.first_turn}"
    if file.calendar and len(file.calendar) < file.turns - file.first_turn + 1:
        yield "calendar", f"{file.turns - file.first_turn + 1} turns need a date"
    for name in file.sides:
        yield from _known("sides", name, sides, "side")
    yield from _in_places(scenario)
    yield from _in_units(scenario)
    yield from _in_pools(scenario)
    yield from _in_victory(scenario)


def _in_places(scenario: OcsScenario) -> Faults:
    file, sides = scenario.file, scenario.sides
    ids = [source.id for source in file.source]
    for n, source in enumerate(file.source):
        if ids.count(source.id) > 1:
            yield f"source[{n}].id", f"there are two sources {source.id!r}"
        yield from _known(f"source[{n}].side", source.side, sides, "side")
        yield from _hexes(scenario, f"source[{n}].hex", (source.hex,))
    for n, port in enumerate(file.port):
        yield from _hexes(scenario, f"port[{n}].hex", (port.hex,))
        for side in (port.owner, *port.source_for):
            yield from _known(f"port[{n}]", side, sides, "side")
    works: list[tuple[str, Base | Hedgehog]] = [(f"base[{n}]", base) for n, base in enumerate(file.base)]
    works += [(f"hedgehog[{n}]", hog) for n, hog in enumerate(file.hedgehog)]
    for key, work in works:
        yield from _hexes(scenario, f"{key}.hex", (work.hex,))
        yield from _known(f"{key}.side", work.side, sides, "side")
    highest = scenario.tables["other_costs"]["hedgehog_max_level"]
    for n, hog in enumerate(file.hedgehog):
        if not 1 <= hog.level <= highest:
            yield f"hedgehog[{n}].level", f"levels run from 1 to {highest}"
    yield from _hexes(scenario, "broad-gauge", file.broad_gauge)
    yield from _hexes(scenario, "second-holds", file.second_holds)
    for side, data in file.sides.items():
        yield from _hexes(scenario, f"sides.{side}.rear", data.rear)
        for what, names in (("entry-supply", data.entry_supply), ("breakout-return", data.breakout_return)):
            for name in names:
                yield from _known(f"sides.{side}.{what}", name, ids, "source")


def _hexes(scenario: OcsScenario, key: str, names: tuple[str, ...]) -> Faults:
    for name in names:
        try:
            if not scenario.hexes((name,)):
                yield key, f"{name} is not in the part of the board in play"
        except GrognardError:
            yield key, f"there is no hex, place or region {name!r} on the board"


def _in_units(scenario: OcsScenario) -> Faults:
    file = scenario.file
    titles = [formation.id for formation in file.formation]
    for counter in scenario.counters:
        if counter.formation:
            yield from _known(f"counter {counter.id}: formation", counter.formation, titles, "formation")
        if counter.rebuild:
            lines = scenario.charts.rebuild
            yield from _known(f"counter {counter.id}: rebuild", counter.rebuild, lines, "line")
    seen: set[str] = set()
    for n, placed in enumerate(file.setup):
        yield from _hexes(scenario, f"setup[{n}]", (placed.hex, *placed.zone, *placed.boundary))
        yield from _in_line(scenario, f"setup[{n}]", placed, seen)
        yield from _known(f"setup[{n}].mode", placed.mode, VOLUNTARY, "mode")
    for n, line in enumerate(file.arrival):
        yield from _in_line(scenario, f"arrival[{n}]", line, seen)
        if not line.at:
            yield f"arrival[{n}].at", "name a hex or a source"
        sources = [source.id for source in file.source]
        yield from _hexes(
            scenario, f"arrival[{n}].at", tuple(name for name in line.at if name not in sources)
        )
    for n, leaving in enumerate(file.withdrawal):
        for id_ in leaving.units:
            if id_ not in scenario.index:
                yield f"withdrawal[{n}].units", f"there is no counter {id_!r}"


def _in_pools(scenario: OcsScenario) -> Faults:
    """Generic trucks and wagons must be there for set-up and schedule; an Extender takes so many [12.7]."""
    file = scenario.file
    lines: list[Placed | Arrival] = [*file.setup, *file.arrival]
    for name, data in file.sides.items():
        own = [line for line in lines if line.side == name]
        for kind, count in (("trucks", data.generic.trucks), ("wagons", data.generic.wagons)):
            needed = sum(getattr(line, kind) for line in own)
            if needed > count:
                yield f"sides.{name}.generic.{kind}", f"set-up and schedule need {needed}"
    for n, placed in enumerate(file.setup):
        made_of = scenario.side_data[scenario.side_index[placed.side]].extender if placed.side else None
        if placed.extender and (made_of is None or placed.trucks + placed.wagons != made_of.points):
            points = f"{made_of.points} transport points" if made_of else "no Extenders in this scenario"
            yield f"setup[{n}].extender", f"its side has {points}"


def _in_line(scenario: OcsScenario, key: str, line: Placed | Arrival, seen: set[str]) -> Faults:
    if line.side:
        yield from _known(f"{key}.side", line.side, scenario.sides, "side")
    elif not line.units:
        yield f"{key}.side", "say whose these are"
    for id_ in line.units:
        if id_ not in scenario.index:
            yield f"{key}.units", f"there is no counter {id_!r}"
        elif id_ in seen:
            yield f"{key}.units", f"{id_} stands there twice"
        else:
            counter = scenario.counters[scenario.index[id_]]
            if line.lost and line.lost >= counter.steps:
                yield f"{key}.lost", f"{id_} has only {counter.steps}"
            if line.side and counter.side != line.side:
                yield f"{key}.units", f"{id_} is not {line.side}"
        seen.add(id_)


# -- victory -----------------------------------------------------------------------------------------


def _in_victory(scenario: OcsScenario) -> Faults:
    wins, sides = scenario.file.victory, scenario.sides
    if (wins.goals or wins.sudden) and wins.winner not in sides:
        yield "victory.winner", "say who wins when the goals are met"
    for name in filter(None, (wins.winner, wins.points_for, *wins.losses)):
        yield from _known("victory", name, sides, "side")
    yield from _hexes(scenario, "victory.towns", tuple(wins.towns))
    for n, level in enumerate(wins.levels):
        yield from _known(f"victory.levels[{n}].winner", level.winner, (*sides, ""), "side")
    for kind, goals in (("goals", wins.goals), ("sudden", wins.sudden)):
        for n, goal in enumerate(goals):
            yield from _in_goal(scenario, f"victory.{kind}[{n}]", goal)


def _in_goal(scenario: OcsScenario, key: str, goal: Goal) -> Faults:
    yield from _known(f"{key}.kind", goal.kind, victory.KINDS, "kind")
    if goal.side:
        yield from _known(f"{key}.side", goal.side, scenario.sides, "side")
    yield from _hexes(scenario, f"{key}.hexes", goal.hexes)
    if goal.kind in ("hold", "reach", "stock", "fortify") and not goal.hexes:
        yield f"{key}.hexes", f"a goal to {goal.kind} needs hexes"
    if goal.kind in ("keep", "mode") and not goal.units:
        yield f"{key}.units", f"a goal of the kind {goal.kind} needs units"
    if goal.kind == "mode":
        yield from _known(f"{key}.mode", goal.mode, (*VOLUNTARY, "dg", "exploit"), "mode")
    for name in goal.units:
        if not any(name in (c.id, c.formation, *c.tags) for c in scenario.counters):
            yield f"{key}.units", f"there is no counter, formation or tag {name!r}"


# -- the set-up on the map ---------------------------------------------------------------------------


def _in_setup(scenario: OcsScenario) -> Faults:
    """The set-up as it stands must be one that the rules allow [IV.B, IV.F, IV.I]."""
    state = empty(scenario)
    setup.deploy(state)
    for hex_ in bits(state.held[0] & state.held[1]):
        yield f"setup in {scenario.label(hex_)}", "both sides have units there"
    for side, name in enumerate(scenario.sides):
        for hex_ in bits(overstacked(state, side)):
            yield f"setup in {scenario.label(hex_)}", "units may not set up overstacked [IV.F]"
        if spare_markers(state, side) < 0:
            yield f"sides.{name}.reserve-markers", "there are too few for the Reserves of the set-up"
    state.turn = 0
    for unit in bits(scenario.combat_units | scenario.transports):
        hex_ = state.at[unit]
        if hex_ < 0:
            continue
        id_, where = scenario.counter_ids[unit], f"setup in {scenario.label(hex_)}"
        if not standable(state, unit) >> hex_ & 1:
            yield where, f"{id_} could not get there by itself [IV.I]"
        mode = spoken(state, unit)
        if mode not in open_modes(state, unit, hex_):
            yield where, f"{id_} cannot begin in {mode} mode there [IV.B]"
