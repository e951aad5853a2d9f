"""Faults of scenario files name the file, the key and the problem before play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.core.errors import BadFile
from grognard.games.ocs.model.charts import (
    DATA,
    ByTurn,
    Condition,
    GameCharts,
    ReplRow,
    SupplyRow,
    SupplyTable,
    Weather,
)
from grognard.games.ocs.model.files import (
    Arrival,
    Base,
    Box,
    Convoy,
    DropPlan,
    Early,
    Goal,
    Hedgehog,
    Hold,
    Level,
    Losses,
    NationSteps,
    Placed,
    Port,
    Refill,
    Resolve,
    ResolveStep,
    Source,
    Victory,
    Withdrawal,
)
from grognard.games.ocs.turn.scenario_checks import checked
from tests.rules.ocs.field import practice, varied
from tests.rules.ocs.scenario_builder import authored


def test_practice_scenario_is_valid() -> None:
    assert checked(practice()) is practice()


@pytest.mark.parametrize(
    ("changes", "key", "fault"),
    [
        ({"first": "french"}, "first", "there is no side 'french'"),
        ({"weather": "fog"}, "weather", "there is no condition 'fog'"),
        ({"phases": ("dancing",)}, r"phases\[0\]", "there is no phase 'dancing'"),
        ({"calendar": ("Monday",)}, "calendar", "a date for each of 4 turns"),
        ({"calendar": ("Monday",) * 5}, "calendar", "a date for each of 4 turns; it has 5"),
        ({"source": (Source("A", "german", "99.99"),)}, r"source\[0\].hex", "'99.99' on the board"),
        ({"source": (Source("A", "german", "01.03"),) * 2}, r"source\[0\].id", "two sources 'A'"),
        ({"port": (Port("10.02", 1, "nobody"),)}, r"port\[0\]", "no side 'nobody'"),
        ({"hedgehog": (Hedgehog("08.07", "german", 5),)}, r"hedgehog\[0\].level", "from 1 to 4"),
        ({"hedgehog": (Hedgehog("Atlantis", "german"),)}, r"hedgehog\[0\].hex", "'Atlantis'"),
        ({"broad_gauge": ("00.00",)}, "broad-gauge", "'00.00'"),
        ({"setup": (Placed("08.07", ("g-inf9",)),)}, r"setup\[0\].units", "no counter 'g-inf9'"),
        ({"setup": (Placed("08.07", ("g-inf1", "g-inf1")),)}, r"setup\[0\].units", "listed twice"),
        ({"setup": (Placed("08.07", ("g-inf1",), lost=3),)}, r"setup\[0\].lost", "g-inf1 has only 3"),
        ({"setup": (Placed("08.07", ("g-inf1",), side="soviet"),)}, r"setup\[0\].units", "is not soviet"),
        ({"setup": (Placed("08.07", ("g-inf1",), mode="sleep"),)}, r"setup\[0\].mode", "no mode 'sleep'"),
        ({"setup": (Placed("08.07", supply=2),)}, r"setup\[0\].side", "name the side"),
        ({"setup": (Placed("08.07", side="german", trucks=99),)}, "sides.german.generic.trucks", "need 99"),
        ({"setup": (Placed("08.07", side="german", extender=True),)}, r"setup\[0\].extender", "has 2"),
        ({"setup": (Placed("08.07", ("g-inf1", "s-inf1")),)}, r"setup\[0\]", "both sides .* in 08.07"),
        ({"arrival": (Arrival(2, (), units=("g-inf4",)),)}, r"arrival\[0\].at", "name a hex or a source"),
        ({"arrival": (Arrival(2, ("MARS",), units=("g-inf4",)),)}, r"arrival\[0\].at", "'MARS'"),
        ({"arrival": (Arrival(2, ("G-WEST",), units=("g-inf1",)),)}, r"arrival\[0\].units", "twice"),
        ({"withdrawal": (Withdrawal(2, ("g-inf9",)),)}, r"withdrawal\[0\].units", "'g-inf9'"),
        ({"refill": (Refill(2, ("g-inf9",)),)}, r"refill\[0\].units", "'g-inf9'"),
        ({"refill": (Refill(2, ("g-inf1",)),)}, r"refill\[0\].units", "g-inf1 is not an air unit"),
        ({"victory": Victory(goals=(Goal("hold", ""),))}, "victory.winner", "the side that wins"),
        ({"victory": Victory(towns={"Paris": 3}, points_for="german")}, "victory.towns", "'Paris'"),
        ({"victory": Victory(points_for="french")}, "victory", "'french'"),
    ],
)  # fmt: skip
def test_faults_of_the_file_name_their_key(changes: dict[str, Any], key: str, fault: str) -> None:
    with pytest.raises(BadFile, match=rf"scenarios/practice\.toml, line \d+: {key}: .*{fault}"):
        checked(varied(practice(), **changes))


HULL = Placed("08.07", ("g-inf1",))
POINTS = Victory(points_for="german")


def of_german(**changes: Any) -> dict[str, Any]:
    """Return a change of the data of the German side."""
    sides = practice().file.sides
    return {"sides": {**sides, "german": msgspec.structs.replace(sides["german"], **changes)}}


def won_by(**changes: Any) -> dict[str, Any]:
    """Return a change of the victory conditions."""
    return {"victory": msgspec.structs.replace(POINTS, **changes)}


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"flight": "foggy"}, "flight: there is no flying weather 'foggy'; "),
        ({"source": (Source("A", "french", "01.03"),)}, "source[0].side: there is no side 'french'; "),
        ({"port": (Port("99.99", 1, "german"),)}, "port[0].hex: there is no hex, place or region '99.99'"),
        ({"port": (Port("10.02", 1, "german", ("french",)),)}, "port[0]: there is no side 'french'; "),
        ({"base": (Base("99.99", "german"),)}, "base[0].hex: there is no hex, place or region '99.99'"),
        ({"base": (Base("08.07", "french"),)}, "base[0].side: there is no side 'french'; "),
        ({"base": (Base("08.07", "german", 4),)}, "base[0].level: levels run from 0, an air strip, to 3"),
        ({"base": (Base("08.07", "german", -1),)}, "base[0].level: levels run from 0, an air strip, to 3"),
        ({"hedgehog": (Hedgehog("08.07", "german", 0),)}, "hedgehog[0].level: levels run from 1 to 4"),
        ({"hedgehog": (Hedgehog("08.07", "french"),)}, "hedgehog[0].side: there is no side 'french'; "),
        ({"second_holds": ("99.99",)}, "second-holds: there is no hex, place or region '99.99'"),
        (of_german(rear=("99.99",)), "sides.german.rear: there is no hex, place or region '99.99'"),
        (of_german(breakout_return=("MARS",)), "sides.german.breakout-return: there is no source 'MARS'; "),
        (
            of_german(holds=(Hold("german", ("99.99",), 3),)),
            "sides.german.holds[0].hexes: there is no hex, place or region '99.99'",
        ),
        ({"resolve": (Resolve("swiss", 3),)}, "resolve[0].nation: there is no nation 'swiss'; "),
        (
            {"resolve": (Resolve("german", 3, (ResolveStep(("99.99",)),)),)},
            "resolve[0].steps: there is no hex, place or region '99.99'",
        ),
        ({"fixed_supply": {"french": ()}}, "fixed-supply: there is no side 'french'; "),
        (
            {"withdrawal": (Withdrawal(2, landing_craft=1),)},
            "withdrawal[0].side: name the side whose landing craft leave",
        ),
        (
            {"withdrawal": (Withdrawal(2, side="french", lsts=1),)},
            "withdrawal[0].side: name the side whose landing craft leave",
        ),
        (
            {"box": (Box("RIGA", "german", 1, 1, entry=("99.99",)),)},
            "box[0].entry: there is no hex, place or region '99.99'",
        ),
        ({"convoy": (Convoy("08.07", "french"),)}, "convoy[0].side: there is no side 'french'; "),
        ({"convoy": (Convoy("99.99", "german"),)}, "convoy[0].hex: there is no hex, place or region '99.99'"),
        (
            {"convoy": (Convoy("08.07", "german", units=("g-9",)),)},
            "convoy[0].units: there is no counter 'g-9'",
        ),
        (
            {"plan": (DropPlan("99.99", 2, ("g-inf1",)),)},
            "plan[0].hex: there is no hex, place or region '99.99'",
        ),
        ({"plan": (DropPlan("08.07", 2, ("g-9",)),)}, "plan[0].units: there is no counter 'g-9'"),
        ({"flak": {"99.99": 2}}, "flak.\"99.99\": there is no hex, place or region '99.99'"),
        ({"beaches": ("99.99",)}, "beaches: there is no hex, place or region '99.99'"),
        ({"no_landings": ("99.99",)}, "no-landings: there is no hex, place or region '99.99'"),
        ({"setup": (Placed("99.99", ("g-inf1",)),)}, "setup[0]: there is no hex, place or region '99.99'"),
        (
            {"setup": (msgspec.structs.replace(HULL, zone=("99.99",)),)},
            "setup[0]: there is no hex, place or region '99.99'",
        ),
        (
            {"setup": (msgspec.structs.replace(HULL, boundary=("99.99",)),)},
            "setup[0]: there is no hex, place or region '99.99'",
        ),
        ({"setup": (HULL, HULL)}, "setup[1].units: g-inf1 is listed twice"),
        (
            {"setup": (Placed("08.07", side="german", wagons=99),)},
            "sides.german.generic.wagons: setup and schedule need 99",
        ),
        (
            {"arrival": (Arrival(2, ("G-WEST",), side="german", trucks=99),)},
            "sides.german.generic.trucks: setup and schedule need 102",
        ),
        ({"arrival": (Arrival(2, ("G-WEST",)),)}, "arrival[0].side: name the side of these counters"),
        (
            {"arrival": (Arrival(2, ("G-WEST",), units=("g-inf4",), lost=9),)},
            "arrival[0].lost: g-inf4 has only 4 steps",
        ),
        (won_by(winner="french"), "victory: there is no side 'french'; "),
        (won_by(losses={"french": Losses()}), "victory: there is no side 'french'; "),
        (
            won_by(early=(Early("Paris", 1, 3),)),
            "victory.early[0].place: there is no hex, place or region 'Paris'",
        ),
        (
            won_by(nation_steps=(NationSteps("german", ("Paris",)),)),
            "victory.nation-steps[0].hexes: there is no hex, place or region 'Paris'",
        ),
        (
            won_by(nation_steps=(NationSteps("swiss", ("08.07",)),)),
            "victory.nation-steps[0].nation: there is no nation 'swiss'; ",
        ),
        (
            won_by(levels=(Level("Draw"), Level("Win", "french"))),
            "victory.levels[1].winner: there is no side 'french'; ",
        ),
        (
            won_by(sudden=(Goal("keep", ""),), winner="german"),
            "victory.sudden[0].units: a goal of kind keep needs units",
        ),
        *(
            (
                won_by(goals=(Goal(kind, ""),), winner="german"),
                f"victory.goals[0].hexes: a goal to {kind} needs hexes",
            )
            for kind in ("hold", "reach", "stock", "fortify", "bust")
        ),
        *(
            (
                won_by(goals=(Goal(kind, ""),), winner="german"),
                f"victory.goals[0].units: a goal of kind {kind} needs units",
            )
            for kind in ("keep", "mode", "active", "grounded")
        ),
        (won_by(goals=(Goal("keep", "", units=("g-inf1",)),)), "victory.winner: name the side that wins if"),
    ],
)
def test_first_faults_of_scenarios(changes: dict[str, Any], fault: str) -> None:
    with pytest.raises(BadFile) as refused:
        checked(varied(practice(), **changes))
    assert f": {fault}" in str(refused.value)


@pytest.mark.parametrize(
    "changes",
    [
        {"flight": "limited"},
        {"hedgehog": (Hedgehog("08.07", "german", 4), Hedgehog("09.09", "german", 1))},
        {"flak": {"08.07": 2}, "beaches": ("08.07",), "no_landings": ("09.09",)},
        {"withdrawal": (Withdrawal(2, ("g-inf1",)), Withdrawal(3, side="german", lsts=1))},
        {"resolve": (Resolve("german", 3, (ResolveStep(("08.07",)),)),)},
        {"fixed_supply": {"german": ()}},
        of_german(holds=(Hold("german", ("08.07",), 3),)),
        won_by(early=(Early("08.07", 1, 3),), levels=(Level("Draw"), Level("Win", "german", 3))),
        won_by(goals=(Goal("keep", "", units=("g-inf1",)),), winner="soviet"),
    ],
)
def test_scenarios_without_faults(changes: dict[str, Any]) -> None:
    scenario = varied(practice(), **changes)
    assert checked(scenario) is scenario


@pytest.mark.parametrize(
    ("goal", "key", "fault"),
    [
        (Goal("hold", ""), "hexes", "needs hexes"),
        (Goal("hold", "", hexes=("Paris",)), "hexes", "'Paris'"),
        (Goal("keep", ""), "units", "needs units"),
        (Goal("keep", "", units=("g-9",)), "units", "no counter, formation or tag 'g-9'"),
        (Goal("mode", "", units=("g-inf1",), mode="asleep"), "mode", "'asleep'"),
        (Goal("keep", "", units=("g-inf1",), side="french"), "side", "'french'"),
    ],
)
def test_faults_of_goals_name_their_key(goal: Goal, key: str, fault: str) -> None:
    wins = Victory(goals=(goal,), winner="german")
    with pytest.raises(BadFile, match=rf"victory\.goals\[0\]\.{key}: .*{fault}"):
        checked(varied(practice(), victory=wins))


def test_sides_must_name_their_sources() -> None:
    sides = practice().file.sides
    lost = {**sides, "german": msgspec.structs.replace(sides["german"], entry_supply=("NOWHERE",))}
    with pytest.raises(BadFile, match=r"sides\.german\.entry-supply: there is no source 'NOWHERE'"):
        checked(varied(practice(), sides=lost))
    few = {**sides, "german": msgspec.structs.replace(sides["german"], reserve_markers=0)}
    setup = (Placed("08.07", ("g-inf1",), mode="reserve"),)
    with pytest.raises(BadFile, match=r"sides\.german\.reserve-markers: too few"):
        checked(varied(practice(), sides=few, setup=setup))


def charts(**changes: Any) -> GameCharts:
    return msgspec.structs.replace(practice().charts, **changes)


def ground(last_turn: int, results: dict[str, tuple[int, int]]) -> GameCharts:
    return charts(weather=Weather(ground=(ByTurn((1, last_turn), results),)))


def supply(*points: float) -> GameCharts:
    return charts(supply=SupplyTable(sides={"german": (SupplyRow((1, 9), points),)}))


FROST = {"normal": Condition("Normal"), "frost": Condition("Frost", instead={"french": "frost"})}


@pytest.mark.parametrize(
    ("changed", "key", "fault"),
    [
        (charts(terrain={}), "terrain.hills", "the board has this terrain"),
        (ground(3, {"normal": (1, 6)}), "weather.ground", "turn 4 is in no row"),
        (ground(9, {"normal": (1, 5)}), "weather.ground", "roll 6 is in no row"),
        (ground(9, {"fog": (1, 6)}), r"weather.ground\[0\].results", "'fog'"),
        (charts(weather=Weather(conditions=FROST)), "weather.conditions.frost.instead", "'french'"),
        (charts(supply=SupplyTable(bands=((2, 7), (7, 12)))), "supply.bands", "roll 7 is in several rows"),
        (supply(1, 2), "supply.sides.german", "1 amounts"),
        (charts(replacements={"german": (ReplRow((2, 11)),)}), "replacements.german", "roll 12 is in no row"),
    ],
)  # fmt: skip
def test_faults_of_the_charts_name_their_file_and_key(changed: GameCharts, key: str, fault: str) -> None:
    scenario = varied(practice(), weather="")
    scenario.charts = changed
    with pytest.raises(BadFile, match=rf"charts/kharkov\.toml, line \d+: {key}: .*{fault}"):
        checked(scenario)


def test_unknown_formations_and_rebuild_lines_are_faults(tmp_path: Path) -> None:
    unit = """
[[counter]]
id = "g-new"
side = "german"
nation = "german"
kind = "infantry"
formation = "g9"
"""
    with pytest.raises(
        BadFile, match=r"practice-units\.toml, line \d+: counter\[52\]\.formation: there is no formation 'g9'"
    ):
        checked(authored(tmp_path, units=unit))
    priced = unit.replace('formation = "g9"', 'rebuild = "elephant"')
    with pytest.raises(
        BadFile, match=r"practice-units\.toml, line \d+: counter\[52\]\.rebuild: there is no line 'elephant'"
    ):
        checked(authored(tmp_path, units=priced))


def test_unknown_keys_and_wrong_types_are_errors(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="colour"):
        authored(tmp_path, more='[[withdrawal]]\nturn = 2\nunits = []\ncolour = "red"')
    with pytest.raises(BadFile, match=r"withdrawal\[0\]\.turn: must be a whole number, not \"two\""):
        authored(tmp_path, more='[[withdrawal]]\nturn = "two"\nunits = []')


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ({"turns = 4": 'turns = 4\nhexes = ["01.01"]'}, "hexes: name two corners"),
        ({"turns = 4": "turns = 4\nfirst-turn = 9"}, "turns: the last turn is before the first one, 9"),
        ({"broad-gauge": "broad-guage"}, 'broad-guage: unknown key; did you mean "broad-gauge"'),
        ({"[victory]": "[victory]\nsecond-hold = 1"}, "victory.second-hold: unknown key"),
        ({"[sides.soviet]": "[sides.sovjet]"}, "no side 'sovjet'; did you mean \"soviet\""),
        ({'charts = "kharkov"\n': ""}, "charts: missing"),
        ({'charts = "kharkov"': 'charts = "karkov"'}, "charts: there are no charts 'karkov'; did you mean"),
        ({'charts = "kharkov"': 'charts = "../kharkov"'}, "charts: there are no charts"),
        ({'mobility = "leg"': 'mobility = "wheel"'}, 'must be one of leg, track, truck, not "wheel"'),
        ({'board = "practice"': 'board = "practise"'}, "board: there is no file practise.toml"),
        ({'board = "practice"': 'board = "/practice"'}, 'board: must be a file in .* not "/practice"'),
        ({'counters = "practice-units"': 'counters = "../practice-units"'}, "counters: must be a file in"),
        ({"turns = 4": "turns = 4\nrulings = { R-OCS-19 = true }"}, 'unknown key; did you mean "R-OCS-91"'),
        ({"turns = 4": 'turns = 4\nwithout = ["g-inv1"]'}, r"without\[0\]: there is no counter"),
        ({"breakdowns = { german = 6 }": "breakdowns = { germen = 6 }"}, "germen: the side has no values"),
    ],
)  # fmt: skip
def test_typing_errors_name_line_and_key(tmp_path: Path, words: dict[str, str], fault: str) -> None:
    with pytest.raises(BadFile, match=rf"practice\.toml, line \d+: .*{fault}"):
        checked(authored(tmp_path, words))


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("victory", "victory: missing"),
        ("sides.soviet", "sides.soviet: missing"),
    ],
)
def test_required_tables(tmp_path: Path, words: str, fault: str) -> None:
    text = (DATA / "scenarios/practice.toml").read_text("utf-8")
    start = text.index(f"[{words}]")
    end = text.index("\n[", start) if "\n[" in text[start:] else len(text)
    with pytest.raises(BadFile, match=rf"practice\.toml, line \d+: {fault}"):
        checked(authored(tmp_path, {text[start:end]: ""}))


def test_a_scenario_must_say_how_it_is_won() -> None:
    with pytest.raises(BadFile, match="victory: needs goals or points-for"):
        checked(varied(practice(), victory=Victory()))


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('kind = "tnak"', r"counter\[52\]\.kind: must be one of air-base, anti-tank"),
        ('kind = "infantri"', 'not "infantri"; did you mean "infantry"'),
        ('kind = "infantry"\nnation = "germany"', "there is no nation 'germany'; did you mean \"german\""),
        ('kind = "infantry"\nmove = { mobility = "wheel" }', r"move\.mobility: must be one of leg"),
        ('kind = "infantry"\ncategory = "armour"', r"category: must be one of armor, mech, other"),
        ('kind = "infantry"\nside = "germany"', "there is no side 'germany'; did you mean \"german\""),
        ('kind = "infantry"\nid = "g-inf1"', "counter g-inf1 is listed twice"),
        ('kind = "infantry"\nformatoin = "g1"', 'formatoin: unknown key; did you mean "formation"'),
    ],
)  # fmt: skip
def test_typing_errors_in_counters_name_line_and_key(tmp_path: Path, line: str, fault: str) -> None:
    rest = [
        f'{key} = "{value}"' for key, value in (("id", "g-new"), ("side", "german")) if f"{key} =" not in line
    ]
    unit = "\n".join(["[[counter]]", *rest, line])
    with pytest.raises(BadFile, match=rf"practice-units\.toml, line \d+: .*{fault}"):
        checked(authored(tmp_path, units=unit))
