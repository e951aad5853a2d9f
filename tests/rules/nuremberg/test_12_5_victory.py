"""Case 12.5: how to win."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.testing import rule
from grognard.games.nuremberg import victory
from tests.rules.nuremberg.campaign import Campaign

NORTH, SOUTH, BLOCK = range(3)


def judged(order: int, turn: int = 5, **options: Any) -> Campaign:
    """The end of a turn under an attack order."""
    war = Campaign("nato combat", turn, **options)
    war.state.order = order
    return war


def gone(war: Campaign, **exits: int) -> Campaign:
    """So many units have left: ``gone(war, x1901=4)``."""
    numbers = [war.scenario.label(hex_) for hex_ in victory.exits(war.scenario)]
    for label, count in exits.items():
        war.state.exits[numbers.index(label.removeprefix("x"))] = count
    return war


def cities(war: Campaign, count: int) -> Campaign:
    """The Pact holds so many city hexes of West Germany."""
    west = sorted(war.scenario.grid.names(victory.counted_cities(war.scenario)))
    war.state.red |= war.scenario.grid.mask(west[:count])
    return war


def winner(war: Campaign) -> str:
    """Who has won after the administrative phase; nobody while the game goes on."""
    war.enter("admin")
    return war.state.result.winner if war.state.result else ""


@rule("nuremberg", "12.5.2-north.a", "12.5.1-pact")
def test_twelve_units_out_in_the_west() -> None:
    assert winner(gone(judged(NORTH), x1901=1, x2801=2, x3401=3, x3801=4, x4801=2)) == "pact"
    assert winner(gone(judged(NORTH), x1901=1, x2801=2, x3401=3, x3801=4, x4801=1)) == ""
    assert winner(gone(judged(NORTH), x1901=11, x1004=6, x1023=6)) == ""


@rule("nuremberg", "12.5.2-south.a")
def test_twelve_units_out_in_the_south_four_of_them_at_1004() -> None:
    assert winner(gone(judged(SOUTH), x1004=4, x1023=8)) == "pact"
    assert winner(gone(judged(SOUTH), x1004=3, x1023=9)) == ""
    assert winner(gone(judged(SOUTH), x1004=4, x1023=7)) == ""
    assert winner(gone(judged(SOUTH), x1004=12)) == "pact"


@rule("nuremberg", "12.5.2-block.a")
def test_twenty_seven_cities() -> None:
    assert winner(cities(judged(BLOCK), 27)) == "pact"
    assert winner(cities(judged(BLOCK), 26)) == ""


@rule("nuremberg", "12.5.2-block.a")
def test_only_cities_of_west_germany_count() -> None:
    """[R-NUR-37]"""
    war = judged(BLOCK)
    assert victory.cities_held(war.state) == 0  # although the Pact holds its own
    assert victory.counted_cities(war.scenario).bit_count() == 46


@rule("nuremberg", "12.5.2-north.b", "12.5.2-south.b", "12.5.2-block.b")
def test_a_cancelled_drop_counts_for_two() -> None:
    for war in (
        gone(judged(NORTH), x1901=10),
        gone(judged(SOUTH), x1004=4, x1023=6),
        cities(judged(BLOCK), 25),
    ):
        assert winner(war) == ""
        war.state.recalled = True
        assert winner(war) == "pact"
    war = gone(judged(SOUTH), x1004=3, x1023=9)
    war.state.recalled = True
    assert winner(war) == ""  # the credit is for 1023


@rule("nuremberg", "12.5.2-maskirovka")
def test_exits_under_another_order_do_not_count() -> None:
    assert winner(gone(judged(BLOCK), x1901=12)) == ""
    assert winner(gone(judged(SOUTH), x1901=12)) == ""
    assert winner(cities(judged(NORTH), 40)) == ""


@rule("nuremberg", "12.5.1-when")
@pytest.mark.parametrize("turn", [1, 2, 12])
def test_victory_is_checked_in_every_administrative_phase(turn: int) -> None:
    war = cities(judged(BLOCK, turn), 30)
    war.enter("nato combat")
    assert war.state.result is None
    assert winner(war) == "pact"


@rule("nuremberg", "12.5", "12.5.1-nato", "12.5.1-nodraw", "12.1.4.1.d")
def test_nato_wins_by_holding_out() -> None:
    assert winner(cities(judged(BLOCK, 11), 26)) == ""
    war = cities(judged(BLOCK, 12), 26)
    assert winner(war) == "nato"
    assert war.state.result is not None and "Strategic Block" in war.state.result.reason


@rule("nuremberg", "12.1.4.1.d")
def test_the_order_is_shown_when_the_pact_wins() -> None:
    war = gone(judged(NORTH), x1901=12)
    assert winner(war) == "pact"
    assert war.state.result is not None and "Northern Pincer" in war.state.result.reason


def test_few_at_4801_by_option() -> None:
    """[R-NUR-45]"""
    assert winner(gone(judged(NORTH), x4801=12)) == "pact"
    assert winner(gone(judged(NORTH, few_at_4801=True), x4801=12)) == ""
    assert winner(gone(judged(NORTH, few_at_4801=True), x4801=12, x1901=8)) == "pact"


# -- the border battle -----------------------------------------------------------------------------


@pytest.mark.parametrize(("held", "who"), [(10, "pact"), (9, ""), (8, "nato"), (0, "nato")])
def test_the_border_battle_is_judged_by_cities(held: int, who: str) -> None:
    """[R-NUR-47]"""
    war = Campaign("nato combat", 3, scenario="border-battle")
    cities(war, held)
    assert victory.counted_cities(war.scenario).bit_count() == 12
    war.enter("refugees")
    war.play("roll", 1, 1)
    war.play("refugees 1020")
    war.play("refugees 1021")
    assert war.state.result is not None and war.state.result.winner == who
    assert war.state.result.rule == "R-NUR-47"
    assert (war.state.result.title == "Draw") == (who == "")


def test_no_exits_in_the_border_battle() -> None:
    """[R-NUR-47]"""
    war = Campaign("nato combat", 2, scenario="border-battle")
    assert victory.exits(war.scenario) == () and war.state.exits == []
    assert winner(cities(war, 12)) == ""  # only at the end
