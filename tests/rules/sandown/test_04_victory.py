"""Chapter 4: points, capitals, oil, prestige, the end times, the Canal and the road to Tbilisi."""

from __future__ import annotations

import pytest

from grognard.core.hexes.grid import bits
from grognard.core.play.game import Game
from grognard.core.testing import rule
from grognard.games import definition_of
from grognard.games.sww3.interface import invariants
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.turn import victory
from tests.rules.sww3.wars import War

WEST_BANK = [f"13{row}" for row in range(69, 75)]
EAST_BANK = [f"14{row}" for row in range(70, 76)]


def last_turn(points: int) -> War:
    """Turn 10 with a number of Soviet VP, and no other condition met."""
    war = War("sandown", turn=10, at={})
    keep = war.scenario.grid.mask(["2471", "2370", *WEST_BANK, war.city("Ahvaz")])
    sums: dict[int, list[int]] = {victory.points(war.state, 0): []}  # cities that make up each total
    for hex_, worth in victory.worth(war.scenario).items():
        if not (keep | war.state.red) >> hex_ & 1:
            sums = {**{total + worth: [*cities, hex_] for total, cities in sums.items()}, **sums}
    war.seize(SOVIET, [war.label(hex_) for hex_ in sums[points]])
    assert victory.points(war.state, 0) == points
    return war


@rule("sandown", "4.1")
def test_un_wins_by_default() -> None:
    war = War("sandown", turn=10)
    assert war.judge() == "4.1"
    assert war.winner == "un"
    assert War("sandown", turn=9).judge() == ""


@rule("sandown", "4.2-when")
def test_vp_do_not_win_before_phase_iv() -> None:
    war = last_turn(66)
    war.go_to("soviet combat")
    war.play("end")
    assert not war.winner
    assert war.judge() == "4.3-win"


@rule("sandown", "4.2-concede")
def test_player_may_concede() -> None:
    game = Game(definition_of("sandown"), "campaign", seed=1)
    game.play("concede", "un")
    assert game.result is not None
    assert game.result.winner == "soviet"


@rule("sandown", "4.3-city", "4.3-capital", "4.3-oil", "4.3-table")
def test_vp_of_cities() -> None:
    war = War("sandown", at={})
    theatre = war.theatre
    for hex_, worth in victory.worth(war.scenario).items():
        if theatre.oil_cities >> hex_ & 1:
            assert worth == 5
        elif theatre.capitals >> hex_ & 1:
            assert worth == 3
        else:
            assert worth == 2
    assert set(victory.worth(war.scenario)) == set(bits(theatre.cities))
    before = victory.points(war.state, 0)
    war.seize(SOVIET, [war.city("Mosul"), war.city("Tehran"), war.city("Tabriz")])
    assert victory.points(war.state, 0) == before + 5 + 3 + 2


@rule("sandown", "4.3-kuwait")
def test_kuwait_city_counts_as_oil() -> None:
    war = War("sandown")
    kuwait = war.hex("6384")
    assert war.city("Kuwait City") == "6384"
    assert war.theatre.capitals >> kuwait & 1
    assert war.theatre.oil_cities >> kuwait & 1
    assert victory.worth(war.scenario)[kuwait] == 5


@rule("sandown", "4.3-win")
@pytest.mark.parametrize(("points", "winner"), [(65, "un"), (66, "soviet")])
def test_more_than_sixty_five_points_win(points: int, winner: str) -> None:
    war = last_turn(points)
    war.judge()
    assert war.winner == winner


@rule("sandown", "4.4")
@pytest.mark.parametrize(("swaps", "points", "winner"), [(6, 71, "un"), (6, 72, "soviet"), (1, 66, "un")])
def test_exchanged_divisions_raise_the_target(swaps: int, points: int, winner: str) -> None:
    war = last_turn(points)
    chart = war.theatre.charts["victory"]
    war.state.target[0] += swaps * chart["per_swapped_division"]
    assert war.state.target == [65 + swaps]
    war.judge()
    assert war.winner == winner


@rule("sandown", "4.5-capitals")
def test_all_capitals_win_in_any_phase_iv() -> None:
    war = War("sandown", turn=3, at={})
    war.state.red |= war.theatre.capitals
    assert war.judge() == "4.5-capitals"
    for hex_ in bits(war.theatre.capitals):
        war = War("sandown", turn=3, at={})
        war.state.red |= war.theatre.capitals & ~(1 << hex_)
        assert war.judge() == ""


@rule("sandown", "4.5-oil")
def test_all_oil_cities_win_in_any_phase_iv() -> None:
    war = War("sandown", turn=3, at={})
    war.state.red |= war.theatre.oil_cities
    assert war.judge() == "4.5-oil"
    for hex_ in bits(war.theatre.oil_cities):
        war = War("sandown", turn=3, at={})
        war.state.red |= war.theatre.oil_cities & ~(1 << hex_)
        assert war.judge() == ""


@rule("sandown", "4.6")
@pytest.mark.parametrize(("left", "lost"), [(5, True), (6, False)])
def test_the_collapse_of_prestige_ends_the_game_at_once(left: int, lost: bool) -> None:
    war = War("sandown", "un movement", 2, at={"uk-1": "1374"})
    war.state.prestige = left
    war.play(f"strike {war.city('Kirkuk')}", 1, 1, 6)  # 6/2 = 3, and 2 for an oil city
    assert war.state.prestige == left - 5
    assert (war.winner == "soviet") is lost


@rule("sandown", "4.7")
def test_jerusalem_and_tel_aviv_end_the_game_at_once() -> None:
    war = War("sandown", "soviet movement", 2, at={"su-4gt": "2469", "su-7gp": "2371"})
    war.seize(SOVIET, ["2471"])
    assert victory.check_victory(war.state, "now") == []
    moves = [order for order in war.orders() if order.endswith("2370")]
    assert moves
    war.play(min(moves))
    assert war.winner == "soviet"
    assert war.state.result is not None
    assert war.state.result.rule == "4.7"


@rule("sandown", "4.8")
@pytest.mark.parametrize("label", [*WEST_BANK, *EAST_BANK])
def test_any_hex_of_the_canal_banks_wins_at_the_end(label: str) -> None:
    war = War("sandown", turn=10, at={})
    war.seize(SOVIET, [label])
    assert war.judge() == "4.8"
    war = War("sandown", turn=9, at={})
    war.seize(SOVIET, [label])
    assert war.judge() == ""


@rule("sandown", "4.8")
def test_the_hexes_beside_the_banks_do_not_count() -> None:
    war = War("sandown", turn=10, at={})
    banks = war.scenario.grid.mask([*WEST_BANK, *EAST_BANK])
    war.seize(SOVIET, war.labels(war.scenario.grid.spread(banks) & ~banks))
    assert war.judge() == "4.1"


@rule("sandown", "4.9")
def test_the_un_wins_with_both_road_entries() -> None:
    war = War("sandown", turn=4, at={})
    war.seize(ALLIED, ["5245"])
    assert war.judge() == ""
    war.seize(ALLIED, ["5948"])
    assert war.judge() == "4.9"
    assert war.winner == "un"


@pytest.mark.parametrize(("first", "winner"), [(True, "soviet"), (False, "un")])
def test_soviet_victory_first_option(first: bool, winner: str) -> None:
    war = War("sandown", turn=4, at={}, options={"soviet-first": first})
    war.state.red |= war.theatre.oil_cities
    war.seize(ALLIED, ["5245", "5948"])
    war.judge()
    assert war.winner == winner  # [R-SAN-18]


# -- the short scenario ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("places", "winner"),
    [
        (("Tabriz", "Erzurum", "Trabzon"), "soviet"),
        (("Tabriz", "Mosul", "Rasht"), "soviet"),
        (("Tabriz", "Erzurum"), "un"),
        (("Erzurum", "Mosul", "Rasht"), "un"),
    ],
)
def test_tabriz_and_erzurum_asks_for_tabriz_and_two_more(places: tuple[str, ...], winner: str) -> None:
    war = War("sandown", scenario="tabriz-and-erzurum", turn=4)
    assert not invariants.violations(war.state)
    war.seize(SOVIET, [war.city(name) for name in places])
    war.judge()
    assert war.winner == winner
