"""Chapters 5 and 6: air superiority, electronic warfare, and where their markers go; refugees [10.10]."""

from __future__ import annotations

import pytest

from grognard.core.hexes.grid import bits
from grognard.core.testing import rule
from grognard.games.afcent.markers import airpower
from grognard.games.afcent.model.scenario import NATO, NO_SIDE, PACT
from grognard.games.afcent.model.state import put
from tests.rules.nuremberg.campaign import Campaign

AT = {"us-2c-1": "3440", "wg-g-hof": "3440", "su-79gt-17t": "3641", "su-79gt-45t": "3641"}


def sky(turn: int, holder: int = NO_SIDE) -> Campaign:
    """An air phase, and who had air superiority before."""
    war = Campaign("air", turn, at=AT)
    war.state.sky = holder
    return war


def ether(turn: int = 2, holder: int = NO_SIDE) -> Campaign:
    """An EW phase, and who had EW superiority before."""
    war = Campaign("ew", turn, at=AT)
    war.state.ether = holder
    return war


def won(war: Campaign) -> tuple[int, int]:
    """Who won, and how many markers."""
    return (war.state.sky if war.now[2] == "air" else war.state.ether), war.state.to_place


# -- who rules the sky -----------------------------------------------------------------------------


@rule("nuremberg", "5.0-day", "5.0-markers")
@pytest.mark.parametrize("turn", [2, 4, 5])
def test_by_day_three_dice_each(turn: int) -> None:
    war = sky(turn)
    war.play("roll", 6, 5, 4, 3, 2, 1)
    assert won(war) == (PACT, 9)


@rule("nuremberg", "5.0-day-bonus")
@pytest.mark.parametrize(("die", "more"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_holder_adds_half_a_die_by_day(die: int, more: int) -> None:
    war = sky(2, NATO)
    war.play("roll", 1, 1, 1, 2, 2, 2, die)  # the holder's own dice come after its three
    assert won(war) == (NATO, 3 + more)


@rule("nuremberg", "5.0-night", "5.0-night-bonus")
@pytest.mark.parametrize(("die", "more"), [(1, 1), (3, 1), (4, 2), (6, 2)])
def test_by_night_two_dice_and_a_third_of_one(die: int, more: int) -> None:
    war = sky(3, PACT)
    war.play("roll", 3, 3, die, 1, 1)
    assert won(war) == (PACT, 4 + more)


@rule("nuremberg", "5.0-tie")
def test_a_tie_in_the_air_is_rolled_again() -> None:
    war = sky(2)
    war.play("roll", 2, 2, 2, 1, 1, 4, 1, 1, 1, 1, 1, 2)
    assert won(war) == (NATO, 1)


@rule("nuremberg", "5.0-markers")
def test_fifteen_airpower_markers_at_most() -> None:
    war = sky(2, PACT)
    war.play("roll", 6, 6, 6, 6, 1, 1, 1)
    assert won(war) == (PACT, 15)  # the lead is 18


# -- airpower markers ------------------------------------------------------------------------------


def with_markers(count: int = 3) -> Campaign:
    """The Pact has won so many markers."""
    war = sky(2)
    war.play("roll", 1, 1, count + 1, 1, 1, 1)
    assert won(war) == (PACT, count)
    return war


@rule("nuremberg", "5.0-now", "5.1-some", "5.1-any")
def test_markers_are_placed_at_once_and_anywhere_or_not_at_all() -> None:
    war = with_markers()
    war.play("air 3440")  # over the enemy
    war.play("air 1010")  # where nobody is
    assert war.state.markers == war.scenario.grid.mask(["3440", "1010"])
    war.play("end")
    assert war.now[2] == "ew" and war.state.to_place == 0


@rule("nuremberg", "5.0-now")
def test_the_phase_ends_with_the_last_marker() -> None:
    war = with_markers(1)
    war.play("air 3440")
    assert war.now[2] == "ew"


@rule("nuremberg", "5.1-one")
def test_one_airpower_marker_a_hex() -> None:
    war = with_markers()
    war.play("air 3440")
    war.refused("air 3440", "5.1-one")
    assert "air 3440" not in war.plain() and "air 3441" in war.plain()


@rule("nuremberg", "5.2")
def test_a_marker_reaches_seven_hexes() -> None:
    war = with_markers()
    war.play("air 3440")
    labels = {war.scenario.label(hex_) for hex_ in bits(airpower.air_range(war.state))}
    assert labels == {"3440", "3540", "3441", "3341", "3340", "3339", "3439"}
    assert airpower.markers_over(war.state, war.hex("3339")) == 1
    war.play("air 3340")
    assert airpower.markers_over(war.state, war.hex("3339")) == 2


@rule("nuremberg", "5.0-single", "5.3-own")
def test_only_the_side_with_superiority_has_markers() -> None:
    war = with_markers()
    war.play("air 3440")
    assert airpower.enemy_air(war.state, PACT) == 0
    assert airpower.enemy_air(war.state, NATO) == airpower.air_range(war.state)
    assert war.now[1] == "pact"


@rule("nuremberg", "5.0-return", "5.5")
def test_markers_stay_until_administration_and_come_back_each_turn() -> None:
    war = with_markers()
    war.play("air 3440")
    war.play("end")
    war.play("roll", 1, 1, 1, 1)
    for _ in range(4):
        assert war.state.markers
        war.play("end")
    assert war.now == (3, "pact", "declare") and not war.state.markers
    war.play("declare move")
    war.play("declare move")
    war.play("roll", 6, 6, 3, 1, 1)
    assert war.state.to_place == 11  # none was used up


# -- electronic warfare ----------------------------------------------------------------------------


@rule("nuremberg", "6.1-roll", "6.1-markers", "6.1-loser")
@pytest.mark.parametrize("turn", [2, 3])
def test_two_dice_each_for_electronic_warfare(turn: int) -> None:
    war = ether(turn)
    war.play("roll", 2, 1, 6, 3)
    assert won(war) == (NATO, 6)
    assert war.now[1] == "nato"  # the other side places nothing


@rule("nuremberg", "6.1-bonus")
@pytest.mark.parametrize(("die", "more"), [(1, 1), (3, 1), (4, 2), (6, 2)])
def test_the_holder_adds_a_third_of_a_die(die: int, more: int) -> None:
    war = ether(holder=PACT)
    war.play("roll", 3, 3, die, 1, 1)
    assert won(war) == (PACT, 4 + more)


@rule("nuremberg", "6.1-tie")
def test_ew_tie_gives_superiority_to_neither_side() -> None:
    """[R-NUR-06]"""
    war = ether(holder=PACT)
    war.play("roll", 1, 2, 3, 2, 2)
    assert war.state.ether == NO_SIDE
    assert war.now[2] == "movement"


@rule("nuremberg", "6.1-markers")
def test_ten_ew_markers_at_most() -> None:
    war = ether(holder=PACT)
    war.play("roll", 6, 6, 6, 1, 1)
    assert won(war) == (PACT, 10)  # the lead is 12


def jamming(lead: int = 4) -> Campaign:
    """The Pact has EW superiority with so many markers."""
    war = ether()
    war.play("roll", 1, lead + 1, 1, 1)
    return war


@rule("nuremberg", "6.2-place")
def test_ew_markers_go_on_enemy_units() -> None:
    war = jamming()
    assert war.plain() == {"jam 3440", "end"}
    war.refused("jam 3641", "6.2-place")
    war.refused("jam 1010", "6.2-place")


@rule("nuremberg", "6.2-any", "6.2-stack")
def test_any_number_on_a_stack_and_for_all_in_it() -> None:
    war = jamming()
    for _ in range(3):
        war.play("jam 3440")
    assert [war.state.ew[war.scenario.index[id_]] for id_ in ("us-2c-1", "wg-g-hof")] == [3, 3]
    assert war.state.to_place == 1


@rule("nuremberg", "6.2-split")
def test_each_part_of_a_split_stack_keeps_all_markers() -> None:
    war = jamming()
    war.play("jam 3440")
    war.play("jam 3440")
    unit = war.scenario.index["us-2c-1"]
    put(war.state, unit, war.hex("3439"))
    assert war.state.ew[unit] == war.state.ew[war.scenario.index["wg-g-hof"]] == 2
    put(war.state, unit, war.hex("3440"))
    assert war.state.ew[unit] == 2  # together again: the larger number, not the sum [R-NUR-07]


@rule("nuremberg", "6.2-join")
def test_a_unit_that_joins_a_jammed_stack_is_jammed() -> None:
    war = jamming()
    war.play("jam 3440")
    war.put("us-2c-3", "3440")
    assert war.state.ew[war.scenario.index["us-2c-3"]] == 1


@rule("nuremberg", "6.2-nosave")
def test_ew_markers_return_in_administration() -> None:
    war = jamming()
    war.play("jam 3440")
    war.play("end")
    assert war.state.to_place == 0
    war.enter("admin")
    assert not any(war.state.ew)


@rule("nuremberg", "6.5-remove", "6.5-spent", "5.5")
def test_an_ew_marker_clears_an_enemy_airpower_marker() -> None:
    war = jamming(2)
    war.state.sky, war.state.markers = NATO, war.scenario.grid.mask(["3641", "2424"])
    assert {"clear 3641", "clear 2424", "jam 3440", "end"} == war.plain()
    war.play("clear 2424")
    assert war.state.markers == war.scenario.grid.mask(["3641"])
    assert war.state.to_place == 1 and not any(war.state.ew)
    war.refused("clear 2424", "6.5-remove")


@rule("nuremberg", "6.5-remove")
def test_own_airpower_is_not_cleared() -> None:
    war = jamming()
    war.state.sky, war.state.markers = PACT, war.scenario.grid.mask(["3641"])
    war.refused("clear 3641", "6.5-remove")
    assert "clear 3641" not in war.plain()


# -- refugees --------------------------------------------------------------------------------------


@rule("nuremberg", "10.10-first")
def test_refugees_come_on_turn_three() -> None:
    war = Campaign("nato combat", 2, at=AT)
    war.play("end")
    assert war.now == (3, "pact", "declare")  # none on turn 2
    war.enter("refugees")
    assert war.now == (3, "pact", "refugees")
    war.play("roll", 1, 2)
    assert war.state.to_place == 3
    war.play("refugees 3440")
    war.refused("refugees 3440", "10.10-first")
    war.play("refugees 3439")
    war.play("refugees 4020")  # anywhere [R-NUR-12]
    assert war.state.refugees == war.scenario.grid.mask(["3440", "3439", "4020"])
    assert war.now == (4, "pact", "declare")


@rule("nuremberg", "10.10-again", "10.10-safe")
def test_refugees_stay_until_they_are_placed_anew() -> None:
    war = Campaign("nato combat", 4, at=AT)
    war.state.refugees = war.scenario.grid.mask(["2424", "2425"])
    war.put("su-119t", "2424")
    assert war.state.refugees == war.scenario.grid.mask(["2424", "2425"])
    war.play("end")
    war.play("roll", 1, 1)
    assert war.state.refugees == 0 and war.state.to_place == 2
    assert "end" not in war.plain()


@rule("nuremberg", "10.10-first")
def test_refugees_only_in_west_germany_by_option() -> None:
    war = Campaign("refugees", 3, at=AT, refugees_west=True)
    war.play("roll", 6, 6)
    war.refused("refugees 4020", "R-NUR-12")
    west = war.scenario.region("west-germany")
    assert all(west >> war.hex(order.split()[1]) & 1 for order in war.plain())


@rule("nuremberg", "6.1-markers")
def test_the_dice_for_ew_are_rolled_once() -> None:
    war = ether(2)
    war.play("roll", 2, 1, 6, 3)
    war.refused("roll", "6.1-markers")


@rule("nuremberg", "10.10-first")
def test_the_dice_for_refugees_are_rolled_once_and_the_pact_places_them() -> None:
    war = Campaign("refugees", 3, at=AT)
    war.play("roll", 1, 2)
    war.refused("roll", "10.10-first")
    placed = war.play("refugees 3440")[0]
    assert (placed.side, placed.hexes) == ("pact", ("3440",))
