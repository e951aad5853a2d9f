"""The games of the family and their scenarios: what they are put together from, and faults in their files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grognard.core.dice import Dice
from grognard.core.errors import BadFile
from grognard.core.hexes.grid import bits
from grognard.games.grand_campaign.definition import GAME as GRAND
from grognard.games.pincher.definition import GAME as PINCHER
from grognard.games.sandown.definition import GAME as SANDOWN
from grognard.games.sww3 import rules
from grognard.games.sww3.advice import evaluation
from grognard.games.sww3.advice.staff import advisor
from grognard.games.sww3.interface import invariants, legality, positions, views
from grognard.games.sww3.model.scenario import SHARED, Step, Sww3Scenario
from grognard.games.sww3.model.state import LOST, empty, gain_step, lose_step, put
from tests.rules.sww3.field import FOLDER, scenario_of

GAMES = {"pincher": PINCHER, "sandown": SANDOWN, "grand-campaign": GRAND}


@pytest.mark.parametrize("id_", GAMES)
def test_game_has_every_capability_but_secrets(id_: str) -> None:
    game = GAMES[id_]
    assert (game.id, game.secrets) == (id_, None)
    modules: dict[str, object] = {
        "completes": legality, "areas": views, "advises": advisor, "evaluates": evaluation,
        "positions": positions, "invariants": invariants,
        **dict.fromkeys(("rules", "previews", "moves", "zones", "supply", "explains"), rules),
    }  # fmt: skip
    for field, module in modules.items():
        assert getattr(game, field) is module, field
    assert game.data.name == "data" and (game.data / "game.toml").exists()
    name = next(iter((game.data / "scenarios").glob("*.toml"))).stem
    scenario = game.scenarios(name, {})
    assert isinstance(scenario, Sww3Scenario)
    assert game.scenarios(name, {}) is scenario  # compiled once


@pytest.mark.parametrize("id_", ["pincher", "sandown"])
def test_counter_files_are_known(id_: str) -> None:
    counters, charts, numbers, book = GAMES[id_].files
    assert (counters.title, counters.folders) == ("counter file", (GAMES[id_].data, SHARED))
    assert set(counters.signs) == {"counter"}
    assert counters.check(GAMES[id_].data / "counters.toml").endswith(" counters")
    assert (charts.title, charts.folders) == ("chart file", (SHARED,))
    assert set(charts.signs) == {"map_letter", "ally"}
    assert numbers.check(SHARED / "staff.toml") == "all keys are known"
    assert book.check(SHARED / "book.toml").endswith(" chapters")


@pytest.mark.parametrize("name", ["pincher", "sandown"])
def test_chart_files_are_checked_by_the_shape_of_their_map(name: str, tmp_path: Path) -> None:
    _, charts, *_ = PINCHER.files
    path = SHARED / f"tables-{name}.toml"
    assert charts.check(path) == "all keys are known"
    spoilt = tmp_path / "charts.toml"
    spoilt.write_text(path.read_text("utf-8").replace("[shifts]", "[shiffts]"), "utf-8")
    with pytest.raises(BadFile, match="shiffts"):
        charts.check(spoilt)


# -- scenarios -------------------------------------------------------------------------------------


def test_sequence_of_play_of_two_maps() -> None:
    soviet = ("declare", "first", "second")
    steps = [Step(0, 0, "air"), Step(1, 0, "air")]
    steps += [Step(map_, 0, phase) for map_ in (0, 1) for phase in soviet]
    steps += [Step(0, 1, phase) for phase in (*soviet, "mobilization", "reinforcement")]
    steps += [Step(1, 1, phase) for phase in (*soviet, "reinforcement")]
    steps += [Step(0, 0, "victory"), Step(1, 0, "victory"), Step(0, 0, "admin")]
    scenario = GRAND.scenarios("grand-campaign", {})
    assert list(scenario.sequence) == steps
    plain, fighting = scenario.phases
    assert [phase for phase in plain if phase in ("movement", "combat")] == ["movement", "combat"] * 4
    assert [phase for phase in fighting if phase in ("movement", "combat")] == ["combat", "movement"] * 4
    assert [p for p in plain if p not in ("movement", "combat")] == [
        step.phase for step in steps if step.phase not in ("first", "second")
    ]


def test_counters_by_what_they_can_do() -> None:
    scenario = scenario_of("pincher")

    def ids(units: int) -> set[str]:
        return set(scenario.ids(units))

    assert ids(scenario.artillery) == {"g1", "g2"}
    assert ids(scenario.mountaineers) == {"mr"}
    assert ids(scenario.static) == {"b1"}
    assert ids(scenario.paratroops) == {"p1", "p2", "p3"}
    assert ids(scenario.javelins) == {"j1", "j2"}
    assert ids(scenario.untried) == {"n1", "n2", "n3", "n4", "w1", "w2", "w3", "w4"}
    assert ids(scenario.second) == {"n1", "n2", "n3", "n4"}
    assert ids(scenario.fillers) >= {"u3", "u4", "k2", "j2", "z0"}
    assert not ids(scenario.fillers) & {"u1", "k1", "d11", "it"}
    assert "eg" not in ids(scenario.soviet_units) and "t1" in ids(scenario.soviet_units)
    assert ids(scenario.units_of[0]) | ids(scenario.units_of[1]) == set(scenario.index)
    assert {name: ids(mix) for name, mix in scenario.mixes.items()} == {
        "SU-2": {"n1", "n2", "n3", "n4"},
        "WG": {"w1", "w2", "w3", "w4"},
    }
    t1, p1 = scenario.index["t1"], scenario.index["p1"]
    assert (scenario.attack[t1], scenario.defence[t1], scenario.movement[t1]) == (
        (0, 4, 7), (0, 3, 5), (0, 7, 7),
    )  # fmt: skip
    assert (scenario.attack[p1], scenario.defence[p1], scenario.movement[p1]) == (
        (0, 3, 3), (0, 4, 4), (0, 4, 4),
    )  # fmt: skip
    assert (scenario.full[t1], scenario.full[p1]) == (2, 1)


def test_counters_of_the_grand_campaign() -> None:
    """Both armies fight for the same two sides, each at home on one map [14.5]."""
    scenario = GRAND.scenarios("grand-campaign", {})
    assert {counter.side for counter in scenario.counters} == {"soviet", "allied"}
    assert scenario.origin[scenario.index["us-1"]] == "pincher"
    assert scenario.origin[scenario.index["trk-9"]] == "sandown"
    assert set(scenario.origin) == {"pincher", "sandown", ""}
    assert len(scenario.origin) == len(scenario.counters)
    assert {"US", "Trk", "SU"} <= set(scenario.nations)


def copy_of(tmp_path: Path, scenario: str = "", counters: str = "") -> Path:
    """A copy of the small board with more lines in its scenario and its counters."""
    folder = tmp_path / "field"
    shutil.copytree(FOLDER, folder)
    if scenario:
        path = folder / "scenarios" / "europe.toml"
        text = path.read_text("utf-8")
        path.write_text(text.replace("turns = 10\n", f"turns = 10\n{scenario}\n"), "utf-8")
    if counters:
        path = folder / "counters.toml"
        text = path.read_text("utf-8")
        path.write_text(text.replace("counter = [\n", f"counter = [\n{counters}\n"), "utf-8")
    return folder


FAULTS = {
    'theatre = "sandown"': r"forces\[0\]\.theatre: .*no theatre 'sandown'",
    'without = ["XY"]': r"forces\[0\]\.without\[0\]: there is no nation or tag 'XY'",
}


@pytest.mark.parametrize("line", FAULTS)
def test_fault_in_the_forces_of_a_scenario(line: str, tmp_path: Path) -> None:
    forces = f'forces = [{{ counters = "counters", {line} }}]'
    with pytest.raises(BadFile, match=FAULTS[line]):
        Sww3Scenario(copy_of(tmp_path, forces), "europe")


def test_unknown_file_of_counters(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"forces\[0\]\.counters"):
        Sww3Scenario(copy_of(tmp_path, 'forces = [{ counters = "nothing" }]'), "europe")


def test_forces_without_some_nations_and_tags(tmp_path: Path) -> None:
    line = 'forces = [{ counters = "counters", without = ["It", "javelin"], theatre = "pincher" }]'
    scenario = Sww3Scenario(copy_of(tmp_path, line), "europe")
    whole = scenario_of("pincher")
    assert set(whole.index) - set(scenario.index) == {"it", "j1", "j2"}
    assert set(scenario.origin) == {"pincher"} and set(whole.origin) == {""}


@pytest.mark.parametrize(
    ("values", "key"),
    [("factors = [1, 2]", "factors"), ("factors = [1, 2, 3], reduced = [1]", "reduced")],
)
def test_counter_has_three_factors(values: str, key: str, tmp_path: Path) -> None:
    counter = f'{{ id = "x1", side = "soviet", nation = "SU", kind = "armour", size = "XX", {values} }},'
    with pytest.raises(BadFile, match=rf"counter\[0\]\.{key}: must be three numbers"):
        Sww3Scenario(copy_of(tmp_path, counters=counter), "europe")


@pytest.mark.parametrize(("key", "what"), [("places", "place"), ("countries", "country")])
def test_victory_names_places_and_countries_of_the_board(key: str, what: str, tmp_path: Path) -> None:
    folder = copy_of(tmp_path)
    path = folder / "scenarios" / "europe.toml"
    need = f'\n[[victory]]\nsays = "more"\ncount = 1\n{key} = ["nowhere"]\n'
    path.write_text(path.read_text("utf-8") + need, "utf-8")
    with pytest.raises(BadFile, match=rf"victory\[1\]\.{key}\[0\]: there is no {what} 'nowhere'"):
        Sww3Scenario(folder, "europe")


def test_part_of_the_board(tmp_path: Path) -> None:
    scenario = Sww3Scenario(copy_of(tmp_path, 'hexes = ["0302", "0605"]'), "europe")
    whole = scenario_of("pincher")
    assert scenario.land == scenario.in_play & whole.land
    assert 0 < scenario.land.bit_count() < whole.land.bit_count()
    assert whole.grid.label(bits(whole.grid.all & ~whole.land)[0]) == "1201"  # the only sea


# -- states ----------------------------------------------------------------------------------------


def test_steps_are_counted_where_a_unit_is() -> None:
    scenario = scenario_of("pincher")
    state, unit, other = empty(scenario), scenario.index["t1"], scenario.index["t2"]
    hex_ = scenario.grid.hex("0505")
    put(state, unit, hex_)
    put(state, other, hex_)
    assert (state.load[hex_], state.here[hex_]) == (4, 1 << unit | 1 << other)
    lose_step(state, unit)
    assert (state.load[hex_], state.steps[unit]) == (3, 1)
    gain_step(state, unit)
    assert (state.load[hex_], state.steps[unit]) == (4, 2)
    lose_step(state, unit)
    state.disrupted = state.dropped = 1 << unit | 1 << other
    lose_step(state, unit)
    assert (state.load[hex_], state.here[hex_], state.at[unit]) == (2, 1 << other, LOST)
    assert state.disrupted == state.dropped == 1 << other
    assert state.gathered[LOST] == 1 << unit
    put(state, other, LOST)
    assert (state.load, state.here, state.held) == ({}, {}, [0, 0])


def test_steps_off_the_map_fill_no_hex() -> None:
    scenario = scenario_of("pincher")
    state, unit = empty(scenario), scenario.index["t1"]
    put(state, unit, -4)
    lose_step(state, unit)
    assert (state.steps[unit], state.load) == (1, {})
    gain_step(state, unit)
    assert (state.steps[unit], state.load) == (2, {})


def test_full_hexes_by_the_steps_that_fit() -> None:
    scenario = scenario_of("pincher")
    state = empty(scenario)
    hex_ = scenario.grid.hex("0505")
    units = [scenario.index[id_] for id_ in ("t1", "t2", "t3", "m1", "g1", "g2")]
    for unit in units[:4]:
        put(state, unit, hex_)
    assert state.full_hexes == [0, 0]  # eight steps
    put(state, units[4], hex_)
    assert state.full_hexes == [0, 1 << hex_]
    put(state, units[5], hex_)
    assert state.full_hexes == [1 << hex_, 1 << hex_]
    put(state, units[0], LOST)
    assert state.full_hexes == [0, 0]


def test_marker_counters_hold_no_ground(tmp_path: Path) -> None:
    counter = '{ id = "x1", side = "allied", nation = "US", kind = "infantry", marker = true },'
    scenario = Sww3Scenario(copy_of(tmp_path, counters=counter), "europe")
    state = empty(scenario)
    red = state.red = scenario.land
    put(state, scenario.index["x1"], scenario.grid.hex("0505"))
    assert scenario.grid.label(state.at[scenario.index["x1"]]) == "0505"
    assert (state.red, state.here, state.load) == (red, {}, {})


def test_a_game_begins_at_its_first_turn() -> None:
    scenario = PINCHER.scenarios("campaign", {})
    state = rules.setup(scenario, Dice(1))
    assert (state.turn, state.phase_index, state.questions, state.result) == (1, 0, [], None)
    assert (state.air, state.aerial_left, state.strikes, state.standing) == (
        [-1],
        [0],
        [0, 0],
        [False, False],
    )
