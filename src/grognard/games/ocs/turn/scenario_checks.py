"""Chapter IV and the game booklet: checks of a scenario, with the key at fault, before it is played.

Types and unknown keys are checked as the files are read; here it is what they mean together: ids, hexes,
rows of tables, and a legal setup.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from grognard.core.contract.scenario import counter_file
from grognard.core.errors import GrognardError
from grognard.core.files.files import bad_key
from grognard.core.files.toml_lines import Where
from grognard.core.files.toml_shape import did_you_mean
from grognard.core.hexes.grid import Hex, bits
from grognard.games.ocs.air.bases import active_at, active_limit, hosts, name_of
from grognard.games.ocs.arrivals.entry_hexes import enterable_by, open_modes
from grognard.games.ocs.model.charts import ByTurn
from grognard.games.ocs.model.counters import OcsCounter
from grognard.games.ocs.model.files import Arrival, Base, Goal, Hedgehog, Placed
from grognard.games.ocs.model.scenario import PLAYER_TURN, OcsScenario
from grognard.games.ocs.model.state import empty
from grognard.games.ocs.terrain.weather import FLIGHT
from grognard.games.ocs.turn import setup
from grognard.games.ocs.units.modes import VOLUNTARY, mode_word, spare_markers
from grognard.games.ocs.units.stacking import overstacked

Faults = Iterator[tuple[Where, str]]
"""Keys and their faults."""
HULLS = 2
"""Steps of air units and ships: one for each side of the counter [14.1b, 18.3d]."""
TWO_DICE = (2, 12)
"""The lowest and highest roll of two dice."""


def checked(scenario: OcsScenario) -> OcsScenario:
    """Return a scenario without faults, or raise `BadFile` with the first fault."""
    for where, fault in _in_charts(scenario):
        raise bad_key(scenario.charts_path, where, fault)
    for path in scenario.counter_files:
        for where, fault in _in_counters(scenario, path):
            raise bad_key(path, where, fault)
    _in_selection(scenario)
    for where, fault in _in_file(scenario):
        raise scenario.fault(fault, *where)
    for where, fault in _in_setup(scenario):
        raise scenario.fault(fault, *where)
    return scenario


# -- charts ------------------------------------------------------------------------------------------


def _in_charts(scenario: OcsScenario) -> Faults:
    charts, weather = scenario.charts, scenario.charts.weather
    for name in scenario.symbols_missing():
        yield ("terrain", name), "the board has this terrain, but the charts do not"
    for id_, hexside in charts.hexside.items():
        if hexside.bridged_as not in ("", "none", *charts.hexside):
            yield ("hexside", id_, "bridged-as"), f"there is no hexside {hexside.bridged_as!r}"
    for id_, condition in weather.conditions.items():
        for side, other in condition.instead.items():
            yield from _known(("weather", "conditions", id_, "instead"), side, scenario.sides, "side")
            yield from _known(
                ("weather", "conditions", id_, "instead"), other, weather.conditions, "condition"
            )
    if not scenario.file.weather:
        yield from _by_turn(scenario, ("weather", "ground"), weather.ground, weather.dice)
        for n, row in enumerate(weather.ground):
            for result in row.results:
                yield from _known(
                    ("weather", "ground", n, "results"), result, weather.conditions, "condition"
                )
    yield from _in_supply(scenario)
    for side, repls in charts.replacements.items():
        yield from _known(("replacements",), side, scenario.sides, "side")
        yield from _covers(("replacements", side), [row.roll for row in repls], TWO_DICE)


def _in_supply(scenario: OcsScenario) -> Faults:
    table, file = scenario.charts.supply, scenario.file
    yield from _covers(("supply", "bands"), table.bands, TWO_DICE)
    for side, rows in table.sides.items():
        yield from _known(("supply", "sides"), side, scenario.sides, "side")
        for row in rows:
            if len(row.points) != len(table.bands):
                yield ("supply", "sides", side), f"needs {len(table.bands)} amounts, one for each band"
        spans = [row.turns for row in rows]
        yield from _covers(("supply", "sides", side), spans, (file.first_turn, file.turns), "turn")


def _by_turn(scenario: OcsScenario, key: Where, rows: tuple[ByTurn, ...], dice: int) -> Faults:
    """Check a table by turn: no row at all, or one for each turn with a result for each roll."""
    if not rows:
        return
    spans = [row.turns for row in rows]
    yield from _covers(key, spans, (scenario.file.first_turn, scenario.file.turns), "turn")
    for row in rows:
        yield from _covers(key, list(row.results.values()), (dice, 6 * dice))


def _covers(
    key: Where, spans: Iterable[tuple[int, int]], all_: tuple[int, int], what: str = "roll"
) -> Faults:
    """Check that each number is in exactly one span."""
    spans = list(spans)
    for number in range(all_[0], all_[1] + 1):
        count = sum(low <= number <= high for low, high in spans)
        if count != 1:
            yield key, f"{what} {number} is in {'no row' if not count else 'several rows'}"
            return


def _known(key: Where, name: str, names: Iterable[str], what: str) -> Faults:
    names = tuple(names)
    if name not in names:
        yield key, f"there is no {what} {name!r}; {did_you_mean(name, names)}"


# -- the scenario's file -----------------------------------------------------------------------------


def _in_file(scenario: OcsScenario) -> Faults:
    file, sides = scenario.file, scenario.sides
    yield from _known(("first",), file.first, (*sides, "roll"), "side")
    if file.weather:
        yield from _known(("weather",), file.weather, scenario.conditions, "condition")
    for n, phase in enumerate(file.phases):
        yield from _known(("phases", n), phase, [name for name, _ in PLAYER_TURN], "phase")
    turns = file.turns - file.first_turn + 1
    if file.calendar and len(file.calendar) != turns:
        yield ("calendar",), f"needs a date for each of {turns} turns; it has {len(file.calendar)}"
    for name in file.sides:
        yield from _known(("sides", name), name, sides, "side")
    for side in sides:
        if side not in file.sides:
            yield ("sides", side), "missing: each side needs a table"
    if file.flight:
        yield from _known(("flight",), file.flight, FLIGHT, "flying weather")
    yield from _in_places(scenario)
    yield from _in_air_and_sea(scenario)
    yield from _in_special_rules(scenario)
    yield from _in_units(scenario)
    yield from _in_pools(scenario)
    yield from _in_victory(scenario)


def _in_places(scenario: OcsScenario) -> Faults:
    file, sides = scenario.file, scenario.sides
    ids = [source.id for source in file.source]
    for n, source in enumerate(file.source):
        if ids.count(source.id) > 1:
            yield ("source", n, "id"), f"there are two sources {source.id!r}"
        yield from _known(("source", n, "side"), source.side, sides, "side")
        yield from _hexes(scenario, ("source", n, "hex"), (source.hex,))
    for n, port in enumerate(file.port):
        yield from _hexes(scenario, ("port", n, "hex"), (port.hex,))
        for side in (port.owner, *port.source_for):
            yield from _known(("port", n), side, sides, "side")
    works: list[tuple[Where, Base | Hedgehog]] = [(("base", n), base) for n, base in enumerate(file.base)]
    works += [(("hedgehog", n), hog) for n, hog in enumerate(file.hedgehog)]
    for key, work in works:
        yield from _hexes(scenario, (*key, "hex"), (work.hex,))
        yield from _known((*key, "side"), work.side, sides, "side")
    highest = scenario.tables["other_costs"]["hedgehog_max_level"]
    for n, hog in enumerate(file.hedgehog):
        if not 1 <= hog.level <= highest:
            yield ("hedgehog", n, "level"), f"levels run from 1 to {highest}"
    most = scenario.tables["other_costs"]["air_base_max_level"]
    for n, base in enumerate(file.base):
        if not 0 <= base.level <= most:
            yield ("base", n, "level"), f"levels run from 0, an air strip, to {most}"
    yield from _hexes(scenario, ("broad-gauge",), file.broad_gauge)
    yield from _hexes(scenario, ("second-holds",), file.second_holds)
    for side, data in file.sides.items():
        yield from _hexes(scenario, ("sides", side, "rear"), data.rear)
        for what, names in (("entry-supply", data.entry_supply), ("breakout-return", data.breakout_return)):
            for name in names:
                yield from _known(("sides", side, what), name, ids, "source")


def _nations(scenario: OcsScenario, key: Where, *names: str) -> Faults:
    """Check that counters of some nations are in the game."""
    known = sorted({counter.nation for counter in scenario.counters})
    for name in names:
        yield from _known(key, name, known, "nation")


def _in_special_rules(scenario: OcsScenario) -> Faults:
    """Check resolve, hold orders, HQs by nation and fixed supply [SR-1, SR-3, SR-4, SR-6]."""
    file = scenario.file
    for n, line in enumerate(file.resolve):
        yield from _nations(scenario, ("resolve", n, "nation"), line.nation)
        for step in line.steps:
            yield from _hexes(scenario, ("resolve", n, "steps"), step.lost)
    for side, data in file.sides.items():
        for n, hold in enumerate(data.holds):
            yield from _hexes(scenario, ("sides", side, "holds", n, "hexes"), hold.hexes)
    for side in file.fixed_supply:
        yield from _known(("fixed-supply",), side, scenario.sides, "side")
    for n, leaving in enumerate(file.withdrawal):
        if (leaving.landing_craft or leaving.lsts) and leaving.side not in scenario.sides:
            yield ("withdrawal", n, "side"), "name the side whose landing craft leave"


def _in_air_and_sea(scenario: OcsScenario) -> Faults:
    """Check boxes, convoys, Drop Plans, printed Flak and beaches [I.F, 14.4e, 14.10b, 18.4]."""
    file, sides = scenario.file, scenario.sides
    for n, box in enumerate(file.box):
        yield from _hexes(scenario, ("box", n, "entry"), box.entry)
    for n, convoy in enumerate(file.convoy):
        yield from _known(("convoy", n, "side"), convoy.side, sides, "side")
        yield from _hexes(scenario, ("convoy", n, "hex"), (convoy.hex,))
        yield from _counters(scenario, ("convoy", n, "units"), convoy.units)
    for n, plan in enumerate(file.plan):
        yield from _hexes(scenario, ("plan", n, "hex"), (plan.hex,))
        yield from _counters(scenario, ("plan", n, "units"), plan.units)
    for name in file.flak:
        yield from _hexes(scenario, ("flak", name), (name,))
    yield from _hexes(scenario, ("beaches",), file.beaches)
    yield from _hexes(scenario, ("no-landings",), file.no_landings)


def _counters(scenario: OcsScenario, key: Where, ids: tuple[str, ...]) -> Faults:
    for id_ in ids:
        if id_ not in scenario.index:
            yield key, f"there is no counter {id_!r}"


def _hexes(scenario: OcsScenario, key: Where, names: tuple[str, ...]) -> Faults:
    for name in names:
        try:
            if not scenario.hexes((name,)):
                yield key, f"{name} is not in the part of the board in play"
        except GrognardError:
            yield key, f"there is no hex, place or region {name!r} on the board"


def _in_counters(scenario: OcsScenario, path: Path) -> Faults:
    """Check that a file of counters agrees with the scenario and the charts."""
    listed = counter_file(path, OcsCounter).counter
    titles = [formation.id for formation in scenario.file.formation]
    for number, counter in enumerate(listed):
        if counter.id not in scenario.index:
            continue
        where = ("counter", number)
        if counter.formation:
            yield from _known((*where, "formation"), counter.formation, titles, "formation")
        if (counter.kind == "plane") != (counter.plane is not None):
            yield (*where, "plane"), f"air units, and only they, have these values: {counter.id}"
        if (counter.arm == "ship") != (counter.ship is not None):
            yield (*where, "ship"), f"ships and carriers, and only they, have these values: {counter.id}"
        if counter.arm in ("plane", "ship") and counter.steps != HULLS:
            yield (*where, "steps"), f"air units and ships have {HULLS} steps [14.1b, 18.3d]"
        if counter.rebuild:
            yield from _known((*where, "rebuild"), counter.rebuild, scenario.charts.rebuild, "line")


def _in_selection(scenario: OcsScenario) -> None:
    """Check that `only` and `without` name counters, formations or tags."""
    listed = [
        counter for path in scenario.counter_files for counter in counter_file(path, OcsCounter).counter
    ]
    tags = {tag for counter in listed for tag in (counter.id, counter.formation, *counter.tags)}
    scenario.check_names(scenario.file.only, tags, "counter, formation or tag", "only")
    scenario.check_names(scenario.file.without, tags, "counter, formation or tag", "without")


def _in_units(scenario: OcsScenario) -> Faults:
    file = scenario.file
    seen: set[str] = set()
    for n, placed in enumerate(file.setup):
        named = () if placed.hex in scenario.index else (placed.hex,)  # a box or carrier
        yield from _hexes(scenario, ("setup", n), (*named, *placed.zone, *placed.boundary))
        yield from _in_line(scenario, ("setup", n), placed, seen)
        yield from _known(("setup", n, "mode"), placed.mode, VOLUNTARY, "mode")
    for n, line in enumerate(file.arrival):
        yield from _in_line(scenario, ("arrival", n), line, seen)
        if not line.at:
            yield ("arrival", n, "at"), "name a hex or a source"
        known = [source.id for source in file.source] + [box.id for box in file.box]
        yield from _hexes(
            scenario, ("arrival", n, "at"), tuple(name for name in line.at if name not in known)
        )
    for n, leaving in enumerate(file.withdrawal):
        for id_ in leaving.units:
            if id_ not in scenario.index:
                yield ("withdrawal", n, "units"), f"there is no counter {id_!r}"
    for n, renewed in enumerate(file.refill):
        for id_ in renewed.units:
            if id_ not in scenario.index:
                yield ("refill", n, "units"), f"there is no counter {id_!r}"
            elif not scenario.planes >> scenario.index[id_] & 1:
                yield ("refill", n, "units"), f"{id_} is not an air unit"


def _in_pools(scenario: OcsScenario) -> Faults:
    """Check that setup and schedule have enough trucks and wagons, and Extenders their points [12.7]."""
    file = scenario.file
    lines: list[Placed | Arrival] = [*file.setup, *file.arrival]
    for name, data in file.sides.items():
        own = [line for line in lines if line.side == name]
        for kind, count in (("trucks", data.generic.trucks), ("wagons", data.generic.wagons)):
            needed = sum(getattr(line, kind) for line in own)
            if needed > count:
                yield ("sides", name, "generic", kind), f"setup and schedule need {needed}"
    for n, placed in enumerate(file.setup):
        made_of = scenario.side_data[scenario.side_index[placed.side]].extender if placed.side else None
        if placed.extender and (made_of is None or placed.trucks + placed.wagons != made_of.points):
            points = f"{made_of.points} transport points" if made_of else "no Extenders in this scenario"
            yield ("setup", n, "extender"), f"its side has {points}"


def _in_line(scenario: OcsScenario, key: Where, line: Placed | Arrival, seen: set[str]) -> Faults:
    if line.side:
        yield from _known((*key, "side"), line.side, scenario.sides, "side")
    elif not line.units:
        yield (*key, "side"), "name the side of these counters"
    for id_ in line.units:
        if id_ not in scenario.index:
            yield (*key, "units"), f"there is no counter {id_!r}"
        elif id_ in seen:
            yield (*key, "units"), f"{id_} is listed twice"
        else:
            counter = scenario.counters[scenario.index[id_]]
            if line.lost and line.lost >= counter.steps:
                yield (*key, "lost"), f"{id_} has only {counter.steps} steps"
            if line.side and counter.side != line.side:
                yield (*key, "units"), f"{id_} is not {line.side}"
        seen.add(id_)


# -- victory -----------------------------------------------------------------------------------------


def _in_victory(scenario: OcsScenario) -> Faults:
    wins, sides = scenario.file.victory, scenario.sides
    if not (wins.goals or wins.sudden or wins.points_for):
        yield ("victory",), "needs goals or points-for, to say how the scenario is won"
    if (wins.goals or wins.sudden) and wins.winner not in sides:
        yield ("victory", "winner"), "name the side that wins if the goals are met"
    for name in filter(None, (wins.winner, wins.points_for, *wins.losses)):
        yield from _known(("victory",), name, sides, "side")
    yield from _hexes(scenario, ("victory", "towns"), tuple(wins.towns))
    for n, early in enumerate(wins.early):
        yield from _hexes(scenario, ("victory", "early", n, "place"), (early.place,))
    for n, line in enumerate(wins.nation_steps):
        yield from _hexes(scenario, ("victory", "nation-steps", n, "hexes"), line.hexes)
        yield from _nations(scenario, ("victory", "nation-steps", n, "nation"), line.nation)
    for n, level in enumerate(wins.levels):
        yield from _known(("victory", "levels", n, "winner"), level.winner, (*sides, ""), "side")
    for kind, goals in (("goals", wins.goals), ("sudden", wins.sudden)):
        for n, goal in enumerate(goals):
            yield from _in_goal(scenario, ("victory", kind, n), goal)


def _in_goal(scenario: OcsScenario, key: Where, goal: Goal) -> Faults:
    if goal.side:
        yield from _known((*key, "side"), goal.side, scenario.sides, "side")
    yield from _hexes(scenario, (*key, "hexes"), goal.hexes)
    if goal.kind in ("hold", "reach", "stock", "fortify", "bust") and not goal.hexes:
        yield (*key, "hexes"), f"a goal to {goal.kind} needs hexes"
    if goal.kind in ("keep", "mode", "active", "grounded") and not goal.units:
        yield (*key, "units"), f"a goal of kind {goal.kind} needs units"
    if goal.kind == "mode":
        yield from _known((*key, "mode"), goal.mode, (*VOLUNTARY, "dg", "exploit"), "mode")
    for name in goal.units:
        if not any(name in (c.id, c.formation, *c.tags) for c in scenario.counters):
            yield (*key, "units"), f"there is no counter, formation or tag {name!r}"


# -- the setup on the map ---------------------------------------------------------------------------


def _in_setup(scenario: OcsScenario) -> Faults:
    """Check that the setup is legal [IV.B, IV.F, IV.I]."""
    state = empty(scenario)
    setup.deploy(state)
    for hex_ in bits(state.held[0] & state.held[1]):
        yield _placed_in(scenario, hex_), f"both sides have units in {scenario.label(hex_)}"
    for side, name in enumerate(scenario.sides):
        for hex_ in bits(overstacked(state, side)):
            yield (
                _placed_in(scenario, hex_),
                f"{scenario.label(hex_)} is over the stacking limit [IV.F]",
            )
        if spare_markers(state, side) < 0:
            yield ("sides", name, "reserve-markers"), "too few for the Reserves of the setup"
    for host in bits(hosts(state, 0) | hosts(state, 1)):
        if active_at(state, host).bit_count() > active_limit(state, host):
            base = name_of(state, host)
            yield ("setup",), f"{base} has more than {active_limit(state, host)} Active air units [14.2a]"
    state.turn = 0
    for unit in bits(scenario.combat_units | scenario.transports):
        hex_ = state.at[unit]
        if hex_ < 0:
            continue
        id_, where, label = scenario.counter_ids[unit], _placed_in(scenario, hex_), scenario.label(hex_)
        if not enterable_by(state, unit) >> hex_ & 1:
            yield where, f"{id_} could not move to {label} by itself [IV.I]"
        mode = mode_word(state, unit)
        if mode not in open_modes(state, unit, hex_):
            yield where, f"{id_} cannot be set up in {mode} mode in {label} [IV.B]"


def _placed_in(scenario: OcsScenario, hex_: Hex) -> Where:
    """Return the key of the setup entry that fills a hex."""
    for n, placed in enumerate(scenario.file.setup):
        if placed.hex not in scenario.index and scenario.hex(placed.hex) == hex_:
            return "setup", n
    return ("setup",)
