"""The ready-made set-ups: complete, and such as the players could have made them themselves."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from grognard.core.errors import BadFile
from grognard.core.hexes.grid import bits
from grognard.core.testing import rule
from grognard.games.sww3 import rules
from grognard.games.sww3.interface import invariants
from grognard.games.sww3.model.scenario import ALLIED, SOVIET, Sww3Scenario
from grognard.games.sww3.model.state import BAG, zone
from grognard.games.sww3.model.theatre import Theatre
from grognard.games.sww3.turn import victory
from grognard.games.sww3.turn.starting_areas import ready_made, setup_rule
from tests.rules.sww3.field import scenario_of
from tests.rules.sww3.wars import Ones, War

ALL = pytest.mark.parametrize(
    ("game", "scenario"),
    [
        ("pincher", "campaign"),
        ("pincher", "race-to-the-rhine"),
        ("sandown", "campaign"),
        ("sandown", "tabriz-and-erzurum"),
        ("grand", "grand-campaign"),
    ],
)

KINDS = ("armour", "mechanised", "motorised", "infantry", "artillery", "airborne")


@ALL
def test_ready_made_setup_obeys_setup_rules(game: str, scenario: str) -> None:
    war = War(game, scenario=scenario)
    assert not invariants.violations(war.state)
    for unit, where in ready_made(war.scenario).items():
        id_ = war.scenario.counters[unit].id
        allowed = [s for t in range(len(war.scenario.theatres)) if (s := setup_rule(war.scenario, unit, t))]
        assert allowed, id_
        if where >= 0:
            assert any(place.area >> where & 1 for place in allowed), (id_, war.label(where))
        elif war.where(id_) != "away":
            assert any(place.place == where or place.may_hold for place in allowed), (id_, war.where(id_))


@ALL
def test_the_sides_do_not_start_in_each_others_hexes(game: str, scenario: str) -> None:
    war = War(game, scenario=scenario)
    assert not war.state.held[SOVIET] & war.state.held[ALLIED]
    assert all(load <= 10 for load in war.state.load.values())
    assert zone(war.state, SOVIET)


@ALL
def test_free_setup_can_be_filled_and_ended(game: str, scenario: str) -> None:
    war = War(game, scenario=scenario, options={"setup": "free"})
    while not war.state.turn:
        (side,) = rules.to_act(war.state)
        offered = {order.verb for order in war.choices(side).orders("")}
        verb = next(verb for verb in ("draw", "fill", "end") if verb in offered)
        war.play(verb, *(1,) * 33 if verb == "draw" else ())
    assert not invariants.violations(war.state)
    assert rules.phase(war.state).startswith("air superiority")
    assert not war.units(where="ready")
    placed = sum(where >= 0 for where in war.state.at)
    usual = sum(where >= 0 for where in War(game, scenario=scenario).state.at)
    assert abs(placed - usual) <= 7  # in Sandown the draw decides how many airborne divisions there are


@ALL
def test_options_are_those_of_the_game(game: str, scenario: str) -> None:
    war = War(game, scenario=scenario)
    assert war.scenario.options["setup"] == "historical"
    assert all(war.scenario.game.options[name].rule for name in war.scenario.options)


def test_a_unit_cannot_be_set_up_twice() -> None:
    scenario = War("pincher").scenario
    twin = Sww3Scenario(scenario.path.parents[1], "campaign")
    twice = {**twin.file.deployment, "5720": ("bcb",)}
    twin.file = msgspec.structs.replace(twin.file, deployment=twice)
    with pytest.raises(BadFile, match="bcb is set up twice"):
        ready_made(twin)


def test_a_scenario_may_start_later_and_on_other_terms(tmp_path: Path) -> None:
    data = War("pincher").scenario.path.parents[1]
    (tmp_path / "scenarios").mkdir()
    for name in ("game.toml", "counters.toml"):
        (tmp_path / name).write_text((data / name).read_text("utf-8"), "utf-8")
    board = data.parents[1] / "sww3/data/pincher-board"
    (tmp_path / "scenarios/campaign.toml").write_text(
        f"""
        title = "Over the Rhine"
        summary = "Later."
        board = "{board}"
        theatres = ["pincher"]
        first-turn = 5
        turns = 8
        prestige = 60
        [control]
        soviet = ["4016"]
        allied = ["5720"]
        [deployment]
        3912 = ["us-1"]
        """,
        "utf-8",
    )
    scenario = Sww3Scenario(tmp_path, "campaign")
    state = rules.setup(scenario, Ones())
    assert (state.turn, state.prestige) == (5, 60)
    assert state.red >> scenario.hex("4016") & 1
    assert not state.red >> scenario.hex("5720") & 1
    assert [c.id for c in scenario.counters if state.at[scenario.index[c.id]] >= 0] == ["us-1"]


@pytest.mark.parametrize(("game", "vital"), [("pincher", "Belgrade"), ("sandown", "Tel Aviv")])
def test_ready_made_setup_has_no_large_allied_stacks(game: str, vital: str) -> None:
    war = War(game)
    large_stacks = {war.label(h) for h in bits(war.state.held[ALLIED]) if war.state.load[h] > 6}
    assert large_stacks <= {war.city(vital)}  # a vital city may be held in strength


def test_a_chart_hex_off_the_board_is_reported_with_its_line() -> None:
    theatre = scenario_of("pincher").theatres[0]
    assert "9999" not in str(theatre.charts)
    charts = {**theatre.charts, "hexes": {"Berlin": "9999"}}
    other = Theatre(theatre.board, charts, theatre.name, theatre.path)
    with pytest.raises(BadFile, match=r"tables-pincher\.toml, line \d+: hexes\.Berlin: there is no") as error:
        other.hex("9999")
    line = theatre.path.read_text("utf-8").splitlines()[(error.value.line or 0) - 1]
    assert line.startswith("Berlin")


@pytest.mark.parametrize(
    ("game", "scenario"), [("pincher", "race-to-the-rhine"), ("sandown", "tabriz-and-erzurum")]
)
def test_short_scenarios_name_their_sudden_death(game: str, scenario: str) -> None:
    war = War(game, scenario=scenario)
    assert war.scenario.file.victory
    assert "win at once if US prestige falls to 0" in war.scenario.file.summary
    war.state.prestige = 0
    won = victory._at_once(war.state)
    assert won is not None and won.rule == "4.6"


@rule("sandown", "3.4-swap", "4.4")
def test_ready_made_sandown_force_is_a_draw_with_its_swaps() -> None:
    """33 divisions in the proportions of the bag, but for the swaps, which are paid for [R-SAN-24]."""
    war = War("sandown")
    ready, swaps = ready_made(war.scenario), war.scenario.file.swaps
    mix = bits(war.scenario.soviet_units & ~war.scenario.second)
    drawn = [c for c in mix if ready[c] != BAG]
    kinds = {kind: sum(war.scenario.counters[c].kind == kind for c in mix) for kind in KINDS}
    assert len(drawn) == 33 and sum(kinds.values()) == len(mix)
    beyond = 0.0
    for kind, count in kinds.items():
        had = sum(war.scenario.counters[c].kind == kind for c in drawn)
        beyond += max(0.0, had - round(33 * count / len(mix)))
    assert beyond <= swaps + 1  # rounding
    assert swaps <= war.theatre.charts["limits"]["soviet_swaps"]
    assert war.state.target == [65 + swaps]


@rule("sandown", "10.4-roll", "10.5-roll")
def test_sandown_pools_last_for_the_war() -> None:
    """Half a die a turn is 15 units in ten turns; they may run out only if the dice are kind [R-SAN-24]."""
    war = War("sandown")
    assert len(war.units("US", "overseas")) >= 15
    assert len(war.units("Trk", "mobilization")) >= 15
