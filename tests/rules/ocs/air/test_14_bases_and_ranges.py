"""Chapters 14.1, 14.2, 14.4c, 15.0, 15.2 and I.F: files with aircraft, ranges, bases and Patrol Zones."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.core.errors import GrognardError
from grognard.core.hexes.grid import bits
from grognard.core.testing import rule
from grognard.games.ocs.air import bases, planes, ranges
from grognard.games.ocs.interface.invariants import violations
from grognard.games.ocs.interface.views import view
from grognard.games.ocs.model.mission import Mission
from grognard.games.ocs.model.state import HOSTED, REAR, from_plain, where
from grognard.games.ocs.turn.scenario_checks import checked
from grognard.games.ocs.turn.sequence import setup
from tests.rules.ocs.airfield import MORE, Airfield, flying, written
from tests.rules.ocs.field import GERMAN, SOVIET

# -- files -------------------------------------------------------------------------------------------


@rule("ocs", "14.1a.2")
def test_aircraft_are_set_up_at_bases_boxes_and_carriers() -> None:
    scenario = flying()
    state = setup(scenario, Airfield().dice())
    assert not violations(state)
    index, host = scenario.index, state.host
    assert state.at[index["g-109"]] == HOSTED
    assert where(state, index["g-109"]) == scenario.hex("04.07")
    assert scenario.ids(state.active) == ("g-109", "g-87", "g-200", "s-lagg", "s-yak", "s-il2")
    assert where(state, index["g-200"]) == REAR and state.lost[index["g-200"]] == 1
    assert host[index["s-lagg"]] == index["s-cv"] and where(state, index["s-lagg"]) == scenario.hex("19.01")
    assert not state.here.get(scenario.hex("04.07"), 0) & scenario.planes  # nobody aboard is in the hex


def test_a_scenario_with_aircraft_saves_and_shows_them() -> None:
    scenario = flying()
    state = setup(scenario, Airfield().dice())
    again = from_plain(scenario, state.plain())
    assert again == state and again.digest == state.digest
    shown = {unit.id: unit for unit in view(state, "german").units}
    assert (shown["g-109"].at, shown["g-109"].factors) == ("04.07", "4-2-12")
    assert (shown["g-87"].factors, shown["g-200"].factors) == ("(1)-12-11", "(2)-14-40")
    assert shown["g-200"].at == "RIGA" and "inactive" not in shown["g-109"].flags


@rule("ocs", "4.9a.2", "4.9a.1")
def test_the_enemy_sees_one_active_plane_of_a_base_and_no_inactive_ones() -> None:
    field = Airfield(g_109="04.07", g_87="04.07", g_52="04.07 i", g_88="02.11 i")
    seen = {unit.id for unit in view(field.state, "soviet").units}
    assert {"g-109", "g-87", "g-52", "g-88"} & seen == {"g-109"}


@rule("ocs", "4.8b-E", "4.9a.1")
def test_inactive_planes_lie_below_the_base_they_are_at() -> None:
    field = Airfield(g_109="04.07", g_52="04.07 i", s_yak="13.07")
    units = [unit for unit in view(field.state, "german").units if unit.at == "04.07"]
    base = next(unit for unit in units if unit.kind == "air-base")
    assert [unit.id for unit in units] == ["g-109", base.id, "g-52"]
    assert [unit.under for unit in units] == [False, True, True]
    assert [unit.flags for unit in units if "inactive" in unit.flags] == [("inactive",)]
    assert {unit.aboard for unit in units} == {"", base.id}
    assert base.title == "air base, level 2"


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ('\n[[base]]\nhex = "05.07"\nside = "german"\nlevel = 4\n', "levels run from 0"),
        ('\n[[plan]]\nhex = "05.07"\nturn = 2\nunits = ["nobody"]\n', "no counter 'nobody'"),
        ('\n[[box]]\nid = "X"\nside = "finnish"\ncolumn = 1\nrow = 1\n', "no side 'finnish'"),
        ('\n[[box]]\nid = "X"\nside = "german"\ncolumn = 1\nrow = 1\nrefits = 3\n', "refits"),
        ('\n[[convoy]]\nhex = "99.99"\nside = "german"\n', "no hex, place or region"),
        ('\n[[setup]]\nhex = "RIGA"\nunits = ["g-87b", "g-88", "g-109b"]\n', "more than 3 Active"),
        ('\n[[setup]]\nhex = "05.05"\nunits = ["g-88"]\n', "no base of its side"),
    ],
)
def test_faults_in_scenario_files_with_aircraft(tmp_path: Path, more: str, fault: str) -> None:
    with pytest.raises(GrognardError, match=fault):
        checked(written(tmp_path, MORE + more))


def test_only_air_units_have_air_values(tmp_path: Path) -> None:
    strange = '[[counter]]\nid = "g-x"\nside = "german"\nnation = "german"\nkind = "plane"\nsteps = 2\n'
    with pytest.raises(GrognardError, match="air units, and only they"):
        checked(written(tmp_path, units=strange))


# -- values ------------------------------------------------------------------------------------------


@rule("ocs", "14.1b", "14.3a.1")
def test_a_step_loss_turns_an_air_unit_to_its_reduced_values() -> None:
    field = Airfield(g_87="04.07 *", g_109="04.07")
    assert planes.values(field.state, field.unit("g-87")).barrage == 6
    assert planes.strength(field.state, field.bit("g-87", "g-109")) == 8
    assert planes.open_rated(field.state, field.bit("g-87", "g-109")) == field.bit("g-109")


# -- ranges ------------------------------------------------------------------------------------------


def test_distances_beyond_the_board_go_on_like_those_on_it() -> None:
    scenario = flying()
    hexes = bits(scenario.grid.all)
    for a in hexes[::7]:
        for b in hexes[::5]:
            assert ranges._gap(ranges._of_hex(scenario, a), ranges._of_hex(scenario, b)) == (
                scenario.grid.distance(a, b)
            )


@rule("ocs", "14.2d.1", "14.2d.2")
def test_range_counts_hexes_from_the_base_or_box() -> None:
    field = Airfield(g_87="04.07", g_200="RIGA")
    state, stuka = field.state, field.unit("g-87")
    assert ranges.reaches(state, stuka, field.hex("15.07"))
    assert not ranges.reaches(state, stuka, field.hex("16.07"))
    assert ranges.distance(state, field.unit("RIGA"), field.hex("01.07")) == 10  # column -9
    assert ranges.between(state, field.unit("RIGA"), state.host[stuka]) == 13
    near = ranges.reach(state, stuka)
    assert near >> field.hex("15.07") & 1 and not near >> field.hex("16.07") & 1


# -- bases -------------------------------------------------------------------------------------------


@rule("ocs", "14.2a.2", "15.0b-D", "15.2-D", "18.2a.2")
def test_limits_of_active_aircraft() -> None:
    field = Airfield(s_cv="19.01")
    state = field.state

    def limit(name: str, side: int) -> int:
        return bases.active_limit(state, bases.base_named(state, name, side))

    assert limit("04.07", GERMAN) == 6
    assert limit("13.07", SOVIET) == 7
    assert limit("19.12", SOVIET) == 4  # an air strip
    assert limit("RIGA", GERMAN) == 3
    assert limit("s-cv", SOVIET) == 2


def patrolled(field: Airfield, side: int, label: str) -> bool:
    """Return whether an enemy mission to a hex flies into a Patrol Zone of a side."""
    return ranges.in_enemy_patrol(field.state, Mission("barrage", 1 - side, field.hex(label), ()))


@rule("ocs", "14.4c.1")
def test_an_active_fighter_at_a_base_has_a_patrol_zone_of_ten_hexes() -> None:
    field = Airfield(g_109="04.07", g_87="02.11")
    assert patrolled(field, GERMAN, "14.07") and not patrolled(field, GERMAN, "15.07")
    field.state.active &= ~field.bit("g-109")
    assert not patrolled(field, GERMAN, "14.07")


@rule("ocs", "14.4c.1", "18.2c.1")
def test_carriers_and_boxes_have_patrol_zones() -> None:
    field = Airfield(s_cv="19.01", s_lagg="s-cv", g_109="RIGA")
    assert patrolled(field, SOVIET, "19.11") and not patrolled(field, SOVIET, "19.12")
    assert patrolled(field, GERMAN, "01.07") and not patrolled(field, GERMAN, "02.07")
