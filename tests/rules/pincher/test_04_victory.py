"""Chapter 4: points, Belgrade, capitals, prestige."""

from __future__ import annotations

import pytest

from grognard.core.hexes.grid import bits
from grognard.core.play.game import Game
from grognard.core.testing import rule
from grognard.games import definition_of
from grognard.games.sww3 import rules
from grognard.games.sww3.interface import invariants
from grognard.games.sww3.model.scenario import SOVIET
from grognard.games.sww3.turn import victory
from tests.rules.sww3.wars import War

ONE = ("east-germany", "west-germany", "czechoslovakia", "hungary", "yugoslavia")
TWO = ("belgium", "netherlands", "luxembourg")
THREE = ("france", "switzerland", "italy")


def last_turn(points: int, belgrade: bool = True) -> War:
    """Turn 10 with a number of Communist VP, with or without Belgrade."""
    war = War("pincher", turn=10, at={})
    war.state.neutral = 0
    war.state.red = 0
    capital = war.city("Belgrade")
    spare = {hex_: worth for hex_, worth in victory.worth(war.scenario).items() if war.label(hex_) != capital}
    if belgrade:
        war.seize(SOVIET, [capital])
    for hex_, worth in sorted(spare.items(), key=lambda item: -item[1]):
        if worth <= points - victory.points(war.state, 0):
            war.seize(SOVIET, [war.label(hex_)])
    assert victory.points(war.state, 0) == points
    return war


@rule("pincher", "4.1")
def test_nato_wins_by_default() -> None:
    war = War("pincher", turn=10)
    assert war.judge() == "4.1"
    assert war.winner == "nato"
    early = War("pincher", turn=9)
    assert early.judge() == ""


@rule("pincher", "4.2-when")
def test_vp_do_not_win_before_phase_iv() -> None:
    war = last_turn(61)
    war.go_to("soviet combat")
    war.play("end")
    assert not war.winner
    assert victory.check_victory(war.state, "now") == []
    assert war.judge() == "4.3-win"


@rule("pincher", "4.2-concede")
def test_player_may_concede() -> None:
    for side, other in (("nato", "soviet"), ("soviet", "nato")):
        game = Game(definition_of("pincher"), "campaign", seed=1)
        assert game.to_act == "soviet"
        game.play("concede", side)  # in any turn
        assert game.result is not None
        assert (game.result.winner, game.result.rule) == (other, "4.2-concede")


@rule("pincher", "4.3-one", "4.3-two", "4.3-three", "4.3-table")
@pytest.mark.parametrize(("countries", "worth"), [(ONE, 1), (TWO, 2), (THREE, 3)])
def test_vp_of_cities(countries: tuple[str, ...], worth: int) -> None:
    for country in countries:
        war = War("pincher", at={})
        war.state.red = 0
        cities = war.cities(country)
        assert cities
        for number, label in enumerate(cities, 1):
            war.seize(SOVIET, [label])
            assert victory.points(war.state, 0) == number * worth


@rule("pincher", "4.3-table")
def test_cities_elsewhere_are_worth_no_vp() -> None:
    war = War("pincher")
    counted = {war.theatre.country(hex_) for hex_ in victory.worth(war.scenario)}
    assert counted == {*ONE, *TWO, *THREE}  # Austria, Poland, Romania and Denmark are not listed [R-PIN-07]
    assert victory.worth(war.scenario)[war.hex("5414")] == 1


@rule("pincher", "4.3-status")
def test_blasts_and_supply_do_not_change_vp() -> None:
    war = last_turn(61)
    war.nuke(*war.labels(war.theatre.cities))
    assert victory.points(war.state, 0) == 61
    assert war.judge() == "4.3-win"


@rule("pincher", "4.3-win")
@pytest.mark.parametrize(("points", "winner"), [(60, "nato"), (61, "soviet")])
def test_more_than_sixty_points_win(points: int, winner: str) -> None:
    war = last_turn(points)
    war.judge()
    assert war.winner == winner


@rule("pincher", "4.3-win")
def test_vp_count_on_last_turn_only() -> None:
    war = last_turn(61)
    war.state.turn = 9
    assert war.judge() == ""


@rule("pincher", "4.4", "4.4-status")
def test_no_points_victory_without_belgrade() -> None:
    war = last_turn(65, belgrade=False)
    assert war.judge() == "4.1"
    war = last_turn(65)
    war.nuke(war.city("Belgrade"))
    assert war.judge() == "4.3-win"


def all_capitals(turn: int = 3) -> War:
    """Every capital in Communist hands, Switzerland at war."""
    war = War("pincher", turn=turn, at={})
    war.state.neutral = 0
    war.state.red |= war.theatre.capitals
    return war


@rule("pincher", "4.5-capitals")
def test_all_capitals_win_in_any_phase_iv() -> None:
    assert all_capitals().judge() == "4.5-capitals"
    for hex_ in bits(War("pincher").theatre.capitals):
        war = all_capitals()
        war.state.red &= ~(1 << hex_)
        assert war.judge() == ""
    assert all_capitals(1).winner == ""


@rule("pincher", "4.5-bern")
def test_bern_does_not_count_while_switzerland_is_neutral() -> None:
    war = all_capitals()
    war.state.red &= ~(1 << war.hex(war.city("Bern")))
    assert war.judge() == ""
    war.state.neutral = war.theatre.region("switzerland")
    assert war.judge() == "4.5-capitals"
    war = all_capitals()
    war.state.red &= ~(1 << war.hex(war.city("Belgrade")))
    war.state.neutral = war.theatre.region("yugoslavia")
    assert war.judge() == ""  # Belgrade is never left out [R-PIN-09]


@rule("pincher", "4.6")
@pytest.mark.parametrize(("left", "lost"), [(4, True), (5, False)])
def test_the_collapse_of_prestige_ends_the_game_at_once(left: int, lost: bool) -> None:
    war = War("pincher", "nato movement", 2)
    war.state.prestige = left
    city = war.city("Hanover")
    war.state.strikes[1] = 1
    war.play(f"strike {city}", 1, 1, 6)  # 6/2 = 3, and 1 for the city of an ally
    assert war.state.prestige == left - 4
    assert (war.winner == "soviet") is lost
    if lost:
        assert war.state.result is not None
        assert war.state.result.rule == "4.6"
        assert rules.to_act(war.state) == ()


# -- the short scenario ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cities", "berlin", "winner"), [(10, True, "soviet"), (9, True, "nato"), (10, False, "nato")]
)
def test_race_to_the_rhine_asks_for_berlin_and_ten_cities(cities: int, berlin: bool, winner: str) -> None:
    war = War("pincher", scenario="race-to-the-rhine", turn=4)
    west = [label for label in war.cities("west-germany") if war.scenario.land >> war.hex(label) & 1]
    war.seize(SOVIET, west[:cities])
    if berlin:
        war.seize(SOVIET, ["5414"])
    war.judge()
    assert war.winner == winner
    war = War("pincher", scenario="race-to-the-rhine", turn=3)
    assert war.judge() == ""
    assert not invariants.violations(war.state)
