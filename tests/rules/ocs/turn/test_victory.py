"""Victory: goals of every kind, points for towns and losses, degrees, sudden death, concession."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.contract.state import Result
from grognard.games.kit.events import Conceded
from grognard.games.ocs.model.files import Goal, Level, Losses, Placed, Victory, Withdrawal
from grognard.games.ocs.model.state import GONE, remove
from grognard.games.ocs.turn import sequence, victory
from tests.rules.ocs.airfield import Airfield, flying
from tests.rules.ocs.field import GERMAN, SOVIET, Field, practice, varied

CITY, TOWN = "08.07", "14.07"


def contest(turn: int = 4, goals: tuple[Goal, ...] = (), wins: Victory | None = None, **at: Any) -> Field:
    """The end of a turn of the practice scenario, which has four, under these conditions of victory."""
    conditions = wins or Victory(goals=goals, winner="german")
    scenario = varied(practice(), victory=conditions)
    return Field("clean-up", 1, turn, scenario=scenario, **at)


def ended(field: Field) -> str:
    """Return the winner at the end of this turn, or `goes on`."""
    sequence.begin(field.state, field.dice(1, 1, 1, 1))
    return field.state.result.winner if field.state.result else "goes on"


def met(goal: Goal, **at: Any) -> bool:
    return victory.is_met(contest(goals=(goal,), **at).state, goal)


# -- goals -------------------------------------------------------------------------------------------


def test_hexes_are_controlled_by_the_last_side_there() -> None:
    goal = Goal("hold", "hold both", hexes=("Castle", "Metro"))
    assert met(goal)  # all the map is the first side's at the start
    assert not met(goal, s_inf1=TOWN)
    assert met(Goal("hold", "hold one", hexes=("Castle", "Metro"), count=1), s_inf1=TOWN)
    field = contest(s_inf1=TOWN)
    field.put("s-inf1", "15.08")
    assert not victory.is_met(field.state, goal)
    assert victory.is_met(field.state, Goal("hold", "", side="soviet", hexes=("Metro",)))


def test_units_reach_hexes() -> None:
    any_unit = Goal("reach", "somebody in the city", hexes=("Castle",))
    assert met(any_unit, g_rgt1=CITY)
    assert not met(any_unit, g_rgt1="08.08", s_inf1=CITY)
    two = Goal("reach", "both", hexes=("Castle",), units=("g-rgt1", "g-rgt2"))
    assert not met(two, g_rgt1=CITY, g_rgt2="08.08")
    assert met(two, g_rgt1=CITY, g_rgt2=CITY)
    division = Goal("reach", "two of the division", hexes=("Castle",), units=("g1",), count=2)
    assert met(division, g_pz1=CITY, g_mech1=CITY, g_moto="08.08")


def test_enemies_are_killed_and_own_units_kept() -> None:
    field = contest(s_rgt1=TOWN, s_inf1="14.06 *", g_rgt1=CITY)
    kill, keep = Goal("kill", "", units=("s-rgt1",)), Goal("keep", "", units=("g-rgt1",))
    steps = Goal("kill", "", count=2)
    assert not victory.is_met(field.state, kill)
    assert not victory.is_met(field.state, steps)
    remove(field.state, field.unit("s-rgt1"))
    assert victory.is_met(field.state, kill)
    assert victory.is_met(field.state, steps)
    assert victory.is_met(field.state, keep)
    remove(field.state, field.unit("g-rgt1"))
    assert not victory.is_met(field.state, keep)


def test_supplied_goal_for_units_or_hexes() -> None:
    goal = Goal("supplied", "", units=("g-rgt1",))
    assert met(goal, g_rgt1="04.02")
    assert not met(goal, g_rgt1="14.03")
    assert met(Goal("supplied", "", hexes=("Alpha",)), g_rgt1="04.02")
    assert not met(Goal("supplied", "", hexes=("Metro",)), g_rgt1="04.02")


def test_modes_stocks_and_hedgehogs() -> None:
    assert met(Goal("mode", "", units=("g-rgt1",), mode="reserve"), g_rgt1=f"{CITY} r")
    assert not met(Goal("mode", "", units=("g-rgt1",), mode="reserve"), g_rgt1=CITY)
    field = contest(g_rgt1=CITY)
    stock, works = Goal("stock", "", hexes=(CITY,), count=8), Goal("fortify", "", hexes=(CITY,), count=2)
    field.supply(CITY, 6)
    assert not victory.is_met(field.state, stock)
    field.generic("trucks", CITY, loaded=2)
    assert victory.is_met(field.state, stock)
    (hog,) = field.generic("hedgehogs", CITY)
    field.state.level[hog] = 1
    assert not victory.is_met(field.state, works)
    field.state.level[hog] = 2
    assert victory.is_met(field.state, works)


def test_goals_without_a_number_ask_for_all_that_they_name_or_for_one() -> None:
    field = contest(g_rgt1=CITY, s_rgt1=TOWN)
    stock, works = Goal("stock", "", hexes=(CITY,)), Goal("fortify", "", hexes=(CITY,))
    kill = Goal("kill", "")
    assert not any(victory.is_met(field.state, goal) for goal in (stock, works, kill))
    field.supply(CITY, 1)
    field.state.level[field.generic("hedgehogs", CITY)[0]] = 1
    remove(field.state, field.unit("s-rgt1"))
    assert all(victory.is_met(field.state, goal) for goal in (stock, works, kill))
    both = ("g-rgt1", "g-rgt2")
    for goal in (
        Goal("keep", "", units=both),
        Goal("supplied", "", units=both),
        Goal("mode", "", units=both, mode="combat"),
    ):
        assert met(goal, g_rgt1="04.02", g_rgt2="04.02")
        assert not met(goal, g_rgt1="04.02")


def test_air_units_are_active_or_grounded() -> None:
    field = Airfield(g_109="04.07", g_87="02.11", s_yak="13.07 i", s_il2="13.07")
    state = field.state
    both = ("g-109", "g-87")
    assert victory.is_met(state, Goal("active", "", units=both))
    assert not victory.is_met(state, Goal("active", "", units=both, hexes=("04.07",)))
    assert victory.is_met(state, Goal("active", "", units=both, hexes=("04.07",), count=1))
    assert victory.is_met(state, Goal("grounded", "", units=("s-yak",)))
    assert not victory.is_met(state, Goal("grounded", "", units=("s-yak", "s-il2")))
    remove(state, field.unit("s-il2"))
    assert victory.is_met(state, Goal("grounded", "", units=("s-yak", "s-il2")))


def test_trainbusting_markers_of_the_side_count() -> None:
    field = Airfield()
    goal = Goal("bust", "", side="german", hexes=("12.07", "13.07"), count=1)
    field.state.busted[SOVIET] = 1 << field.scenario.hex("12.07")
    assert not victory.is_met(field.state, goal)
    field.state.busted[GERMAN] = 1 << field.scenario.hex("13.07")
    assert victory.is_met(field.state, goal)


def test_only_the_end_tells_whether_enemy_air_units_are_grounded() -> None:
    wins = Victory(goals=(Goal("grounded", "", units=("s-yak",)),), winner="german")
    field = Airfield(scenario=varied(flying(), victory=wins), s_yak="13.07 i")
    (line,) = victory.standings(field.state, "german")
    assert line.met is None
    victory.concede(field.state, SOVIET)
    (line,) = victory.standings(field.state, "german")
    assert line.met is True


def test_all_goals_must_be_met_and_the_other_side_wins_otherwise() -> None:
    goals = (Goal("reach", "a", hexes=("Castle",)), Goal("keep", "b", units=("g-rgt2",)))
    assert ended(contest(2, goals, g_rgt1=CITY)) == "goes on"
    assert ended(contest(2, goals, g_rgt1=CITY, g_rgt2="05.05")) == "german"
    lost = contest(4, goals, g_rgt1=CITY)
    assert ended(lost) == "soviet"
    assert lost.state.result and lost.state.result.reason == "not achieved: b"
    late = Victory(goals=goals, winner="german", check="end")
    assert ended(contest(2, wins=late, g_rgt1=CITY, g_rgt2="05.05")) == "goes on"
    assert ended(contest(4, wins=late, g_rgt1=CITY, g_rgt2="05.05")) == "german"


def test_goals_checked_every_phase_end_the_game_at_once() -> None:
    wins = Victory(goals=(Goal("reach", "a", hexes=("Castle",)),), winner="german", check="phase")
    field = contest(1, wins=wins, g_rgt1=CITY, s_rgt1=TOWN)
    field.go_to("movement", 0)
    sequence.end_phase(field.state, field.dice())
    assert field.state.result and field.state.result.winner == "german"


def test_dated_goal_met_after_a_phase_stays_met() -> None:
    goals = (
        Goal("reach", "first", hexes=("Castle",), by_turn=1),
        Goal("reach", "then", hexes=("Metro",), by_turn=1),
    )
    field = contest(1, wins=Victory(goals=goals, winner="german", check="phase"), g_rgt1=CITY, s_rgt1="15.09")
    field.go_to("movement", 0)
    sequence.end_phase(field.state, field.dice())
    assert field.state.result is None
    field.put("g-rgt1", TOWN)
    assert victory.after_phase(field.state) is not None


@pytest.mark.parametrize(("turn", "winner"), [(2, "german"), (3, "soviet")])
def test_dated_goal_stays_met_but_cannot_be_met_late(turn: int, winner: str) -> None:
    goals = (Goal("reach", "early", hexes=("Castle",), by_turn=2), Goal("keep", "late", units=("g-rgt2",)))
    field = contest(turn, goals, g_rgt1=CITY)
    assert ended(field) == "goes on"
    field.put("g-rgt1", "05.05")
    field.put("g-rgt2", "05.05")
    field.state.turn = 4
    field.go_to("clean-up", 1)
    assert ended(field) == winner


# -- points --------------------------------------------------------------------------------------------

POINTS = Victory(
    towns={"Castle": 3, "Metro": 5},
    points_for="german",
    losses={"german": Losses(mobile=1, steps=3), "soviet": Losses(mobile=2, steps=2)},
    levels=(
        Level("German triumph", "german", 10),
        Level("German victory", "german", 6),
        Level("Draw", "", 3),
        Level("Soviet victory", "soviet"),
    ),
)


@pytest.mark.parametrize(
    ("dead", "title"),
    [
        (("g-pz1", "g-pz2"), "German victory"),  # 8 for the towns, minus 2
        (("g-pz1", "g-pz2", "g-moto"), "Draw"),
        (("s-tk1", "s-tk2", "s-mech1", "s-moto"), "German triumph"),
        (("g-pz1", "g-pz2", "g-moto", "g-mech1", "g-tb", "g-stug"), "Soviet victory"),
    ],
)
def test_towns_and_losses_make_a_degree_of_victory(dead: tuple[str, ...], title: str) -> None:
    field = contest(wins=POINTS)
    for id_ in dead:
        remove(field.state, field.unit(id_))
    ended(field)
    assert field.state.result and field.state.result.title == title


def test_without_goals_and_points_the_last_turn_ends_in_a_draw() -> None:
    field = contest(wins=Victory())
    ended(field)
    assert field.state.result == Result("", "Draw", "the last turn is over")


def test_only_losses_in_play_count_and_no_replacements_or_regiments_detached() -> None:
    setup = (Placed("08.07", ("g-inf1",), lost=1),)
    scenario = varied(practice(), victory=POINTS, setup=setup, withdrawal=(Withdrawal(2, ("g-rgt2",)),))
    field = Field(
        scenario=scenario, g_inf1="08.07 ***", g_inf2="08.08 *", g_german_brk1="08.08", g_sec="05.05"
    )
    (pax,) = field.generic("pax", "05.05")
    remove(field.state, pax)
    remove(field.state, field.unit("g-rgt2"), GONE)  # withdrawn
    assert victory.steps_lost(field.state, GERMAN) == (0, 2)
    assert victory.units_lost(field.state, GERMAN) == 0
    remove(field.state, field.unit("g-sec"))  # not to be rebuilt, but lost all the same
    assert victory.steps_lost(field.state, GERMAN) == (0, 3)
    assert victory.units_lost(field.state, GERMAN) == 1
    assert victory.loss_points(field.state, GERMAN) == 1
    assert victory.loss_points(field.state, SOVIET) == 0


def test_sudden_death_ends_the_game_before_its_last_turn() -> None:
    wins = Victory(
        points_for="german",
        towns={"Castle": 1},
        winner="soviet",
        sudden=(Goal("hold", "the city is Soviet", hexes=("Castle",)),),
        sudden_title="Soviet triumph",
    )
    assert ended(contest(1, wins=wins)) == "goes on"
    field = contest(1, wins=wins, s_inf1=CITY)
    assert ended(field) == "soviet"
    assert field.state.result and field.state.result.title == "Soviet triumph"


def test_conceding_side_loses() -> None:
    field = contest()
    assert victory.concede(field.state, GERMAN) == [
        Conceded(side="german", winner="soviet", title="Soviet victory")
    ]
    assert field.state.result and field.state.result.winner == "soviet"


def test_standings_show_goals_to_both_sides() -> None:
    goals = (Goal("reach", "take the city", hexes=("Castle",)), Goal("keep", "keep it", units=("g-rgt2",)))
    field = contest(goals=goals, g_rgt1=CITY)
    assert met_by_label(field, "german") == [("take the city", True), ("keep it", False)]
    assert met_by_label(field, "soviet") == [("take the city", None), ("keep it", None)]
    (towns,) = victory.standings(contest(wins=POINTS).state, "german")
    assert (towns.kind, towns.label, towns.value) == ("fact", "German town points", 8)


def met_by_label(field: Field, viewer: str) -> list[tuple[str, bool | None]]:
    lines = list(victory.standings(field.state, viewer))
    assert all((line.kind, line.side) == ("goal", "german") for line in lines)
    return [(line.label, line.met) for line in lines]


def test_reasons_of_results() -> None:
    """The result says which side won, how, and by which goals."""
    castle, keep = Goal("reach", "take the castle", hexes=("Castle",)), Goal("keep", "", units=("g-rgt1",))
    sudden = contest(2, wins=Victory(winner="german", sudden=(castle, keep)), g_rgt1=CITY)
    assert ended(sudden) == "german"
    result = sudden.state.result
    assert result is not None
    assert (result.title, result.reason) == ("German victory", "take the castle; ")
    goals = contest(4, (castle,), g_rgt1=CITY)
    assert ended(goals) == "german"
    assert goals.state.result is not None and goals.state.result.reason == "all goals are met"
    missed = contest(4, (castle, keep))
    assert ended(missed) == "soviet"
    result = missed.state.result
    assert result is not None
    assert (result.title, result.reason) == ("Soviet victory", "not achieved: take the castle; ")


def test_a_side_knows_of_goals_to_kill_units_only_if_they_are_named() -> None:
    """Steps that the enemy lost are secret; whether a named unit is gone is not."""
    goals = (
        Goal("kill", "kill it", units=("s-rgt1",)),
        Goal("kill", "kill some", count=1),
    )
    field = contest(goals=goals, s_rgt1=CITY)
    assert met_by_label(field, "german") == [("kill it", False), ("kill some", None)]
    assert met_by_label(field, "soviet") == [("kill it", None), ("kill some", None)]
