"""Cases 13.5f, 13.6.3, 13.9-4 and 14.10e-A: planes arrive, are rebuilt and merge; gliders are built."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

import grognard
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs.arrivals import reinforcements
from grognard.games.ocs.arrivals.air_arrivals import partners
from grognard.games.ocs.interface.invariants import violations
from grognard.games.ocs.logistics import schedule
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import COMING, DEAD, GONE, HOSTED, READY, OcsState, put, remove
from grognard.games.ocs.model.supply_events import Rebuilt, Refilled, ReplacementsRolled, Withdrawn
from tests.rules.ocs.airfield import MORE, Airfield, written
from tests.rules.ocs.field import GERMAN, SOVIET, event_of

LATER = """
[[arrival]]
turn = 1
at = ["04.07"]
units = ["g-109b"]

[[arrival]]
turn = 1
at = ["RIGA"]
units = ["g-88"]
lost = 1

[[withdrawal]]
turn = 2
units = ["g-87", "g-52"]
"""


@lru_cache
def arriving() -> OcsScenario:
    """The scenario with air reinforcements and withdrawals."""
    return written(Path(tempfile.mkdtemp()), MORE + LATER)


@lru_cache
def without_air_steps() -> OcsScenario:
    """The scenario with a table that gives no air steps, so that Eq are used."""
    folder = Path(tempfile.mkdtemp())
    written(folder)
    charts = folder / "charts/kharkov.toml"
    text = charts.read_text("utf-8").replace(", fighter = 1", "").replace(", other-air = 1", "")
    charts.write_text(text, "utf-8")
    return OcsScenario(folder, "practice", None)


def is_active(field: Airfield, id_: str) -> bool:
    return bool(field.state.active & field.bit(id_))


def host_of(field: Airfield, id_: str) -> str:
    host = field.state.host[field.unit(id_)]
    return field.scenario.label(field.state.at[host]) if field.state.at[host] >= 0 else "RIGA"


# -- reinforcements and withdrawals --------------------------------------------------------------------


@rule("ocs", "13.6.3", "13.6.1", "13.6.2")
def test_reinforcing_planes_arrive_active_at_any_base() -> None:
    field = Airfield("reinforcement", scenario=arriving())
    schedule.expect(field.state)
    assert field.state.at[field.unit("g-109b")] == COMING
    reinforcements.begin(field.state, field.dice(1, 1, 1, 1))
    assert field.state.at[field.unit("g-109b")] == READY
    assert field.refused("end") == "13.6.2"
    assert field.offered("g-109b", "arrive") == {
        "arrive g-109b 04.07", "arrive g-109b 02.11", "arrive g-109b RIGA",
    }  # fmt: skip
    assert field.refused("arrive g-109b 13.07") == "13.6.3"
    assert field.refused("arrive g-200 04.07") == "13.6.1"
    field.give("arrive g-109b 02.11")
    assert host_of(field, "g-109b") == "02.11" and is_active(field, "g-109b")
    assert field.offered("g-88", "arrive") == {"arrive g-88 RIGA"}  # the schedule names a box
    field.give("arrive")
    assert host_of(field, "g-88") == "RIGA" and field.state.lost[field.unit("g-88")] == 1
    assert not violations(field.state)


@rule("ocs", "13.6a.4", "14.2a.2")
def test_arrivals_above_the_limit_stand_down() -> None:
    at: Any = dict.fromkeys(("g_109", "g_87", "g_87b", "g_52", "g_200"), "02.11")
    field = Airfield("reinforcement", scenario=arriving(), **at)
    put(field.state, field.unit("g-109b"), READY)
    field.give("arrive g-109b 02.11")  # level 1 holds five Active planes
    assert [question.kind for question in field.state.questions] == ["stand-down"]
    field.give("ground g-109b")
    assert not is_active(field, "g-109b")


@rule("ocs", "13.6.1")
def test_planes_are_withdrawn_from_their_bases() -> None:
    field = Airfield("reinforcement", g_87="04.07", g_109="04.07", scenario=arriving())
    field.state.turn = 2
    remove(field.state, field.unit("g-52"))
    events = schedule.withdraw(field.state, GERMAN)
    assert event_of(events, Withdrawn).units == ("g-87",)
    assert field.state.at[field.unit("g-87")] == field.state.at[field.unit("g-52")] == GONE
    assert not is_active(field, "g-87") and not violations(field.state)


@rule("ocs", "13.6.1")
def test_the_schedule_brings_reduced_planes_to_full_strength() -> None:
    """Five units of Kharkov on turn 7: those at bases, reduced and of the side whose phase it is."""
    game = grognard.new("ocs/kharkov", {"air": True}, seed=1)
    state = cast(OcsState, game.state)
    index, refilled = state.scenario.index, ("ga-109c", "ga-110", "ga-109s", "ga-87a", "ga-87b")
    remove(state, index["ga-110"], DEAD)
    state.lost[index["ga-87a"]] = 0
    state.turn = 6
    assert schedule.refill(state, GERMAN) == []
    state.turn = 7
    assert schedule.refill(state, SOVIET) == []
    events = reinforcements.begin(state, Airfield().dice(*[3] * 8))
    assert event_of(events, Refilled).units == ("ga-109c", "ga-109s", "ga-87b")
    assert [state.lost[index[id_]] for id_ in refilled if id_ != "ga-110"] == [0, 0, 0, 0]
    assert state.at[index["ga-110"]] == DEAD and state.lost[index["ha-109"]] == 1


# -- air replacements ----------------------------------------------------------------------------------


@rule("ocs", "13.5f.1", "13.5f.3", "13.5f.4")
def test_air_steps_of_the_table() -> None:
    field = Airfield("reinforcement", g_109="04.07 *i", g_88="04.07 *")
    remove(field.state, field.unit("g-109b"))
    field.state.flight = 0  # any weather
    events = reinforcements.begin(field.state, field.dice(1, 1, 5, 6))
    rolled = event_of(events, ReplacementsRolled)
    assert (rolled.fighter, rolled.other_air) == (1, 1)
    assert field.refused("rebuild g-87 04.07") == "13.5f.3"
    assert field.refused("rebuild g-109b 13.07") == "13.5f.3"
    field.give("rebuild g-109b 02.11")
    assert (host_of(field, "g-109b"), field.state.lost[field.unit("g-109b")]) == ("02.11", 1)
    assert is_active(field, "g-109b")
    assert field.refused("rebuild g-109") == "13.5f.1"  # the other step is not for Fighters
    field.give("rebuild g-88")
    assert not field.state.lost[field.unit("g-88")] and not field.state.owed_air[GERMAN]
    field.state.owed_fighter[GERMAN] = 1
    reinforcements.end(field.state)
    assert not field.state.owed_fighter[GERMAN]


@rule("ocs", "13.5f.2", "13.5f.4", "13.5f.3")
def test_an_eq_at_an_hq_restores_two_steps() -> None:
    field = Airfield("reinforcement", g_109="04.07 *i", g_hq="08.07", scenario=without_air_steps())
    remove(field.state, field.unit("g-88"))
    assert field.refused("rebuild g-109") == "13.5f.2"
    eq, spare = field.generic("eq", "08.08", count=2)
    changed(field.state)
    events = field.give("rebuild g-109")
    assert event_of(events, Rebuilt).eq == 1 and not is_active(field, "g-109")
    assert field.state.at[eq] < 0 <= field.state.at[spare]
    events = field.give("rebuild g-88 RIGA")
    assert event_of(events, Rebuilt).eq == 0  # the second step of the same Eq
    assert field.state.at[spare] >= 0 and host_of(field, "g-88") == "RIGA"
    field.give("rebuild g-88")
    assert field.state.owed_air[GERMAN] == 1 and field.state.at[spare] < 0
    reinforcements.end(field.state)
    assert not field.state.owed_air[GERMAN]  # an Eq is not used in part


@rule("ocs", "13.5f.2")
def test_an_eq_away_from_hqs_buys_no_planes() -> None:
    field = Airfield("reinforcement", g_109="04.07 *", g_hq="08.07", scenario=without_air_steps())
    field.generic("eq", "12.07")
    changed(field.state)
    assert field.refused("rebuild g-109") == "13.5f.2" and not field.offered("g-109")


@rule("ocs", "14.10e-A.1")
def test_an_eq_builds_two_glider_points_where_the_game_has_them() -> None:
    field = Airfield("reinforcement", g_hq="08.07")
    assert field.refused("gliders 04.07") == "14.10e-A.1"
    field.generic("eq", "08.08")
    changed(field.state)
    assert "gliders 04.07" in field.offered("")
    assert field.refused("gliders 13.07") == "14.10e-A.1"
    field.give("gliders 04.07")
    base = next(c for c, n in enumerate(field.state.gliders) if n)
    assert (field.scenario.label(field.state.at[base]), field.state.gliders[base]) == ("04.07", 2)
    boxed = Airfield("reinforcement", g_hq="08.07")
    eq = boxed.scenario.counter_ids[boxed.generic("eq", "08.08", count=2)[1]]
    changed(boxed.state)
    assert "gliders RIGA" in boxed.offered("") and boxed.check("gliders RIGA") is None
    boxed.give(f"gliders RIGA {eq}")
    assert boxed.state.gliders[boxed.unit("RIGA")] == 2 and not boxed.at(eq)
    soviet = Airfield("reinforcement", 1, s_hq="16.07")
    soviet.generic("eq", "16.07", SOVIET)
    changed(soviet.state)
    assert soviet.refused("gliders 13.07") == "14.10e-A.1" and soviet.offered("") == {"end"}


# -- merging -------------------------------------------------------------------------------------------


@rule("ocs", "13.9-4")
def test_two_reduced_planes_alike_make_a_full_one_in_any_phase() -> None:
    for phase in ("movement", "reinforcement", "refit", "movement-barrage"):
        field = Airfield(phase, g_109="04.07 *", g_109b="04.07 *", g_87="04.07 *")
        field.state.flown |= field.bit("g-109b")
        assert field.offered("g-109", "consolidate") == {"consolidate g-109,g-109b"}
        field.give("consolidate g-109,g-109b")
        assert not field.state.lost[field.unit("g-109")] and is_active(field, "g-109")
        assert field.state.at[field.unit("g-109b")] == DEAD and field.state.at[field.unit("g-87")] == HOSTED
        assert field.state.flown & field.bit("g-109")


@rule("ocs", "13.9-4")
def test_unlike_planes_do_not_merge() -> None:
    for first, second in (
        ("04.07 *", "04.07 *i"),  # status
        ("04.07 *", "04.07"),  # both must be reduced
        ("04.07", "04.07 *"),
        ("04.07 *", "02.11 *"),  # place
    ):
        field = Airfield(g_109=first, g_109b=second)
        assert field.refused("consolidate g-109,g-109b") == "13.9-4", (first, second)
    field = Airfield(g_109="04.07 *", g_87="04.07 *")
    assert field.refused("consolidate g-109,g-87") == "13.9-4"
    coming = Airfield(g_109="04.07 *")  # the other one is due as a reinforcement, and reduced
    put(coming.state, coming.unit("g-109b"), READY)
    coming.state.lost[coming.unit("g-109b")] = 1
    coming.state.active |= coming.bit("g-109b")
    assert coming.refused("consolidate g-109,g-109b") == "13.9-4"
    both = Airfield(g_109="04.07 *", g_109b="04.07 *", s_yak="13.07 *")
    assert both.ids(partners(both.state, GERMAN, both.unit("g-109"))) == {"g-109b"}
    assert not partners(both.state, SOVIET, both.unit("g-109"))  # not its plane
    assert not partners(both.state, GERMAN, both.unit("s-yak"))
