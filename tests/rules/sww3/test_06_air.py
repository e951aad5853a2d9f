"""Chapter 6: the roll for the sky, markers and their range, in both booklets."""

from __future__ import annotations

import pytest

from grognard.core.testing import rule
from grognard.games.sww3 import rules
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.support import airpower
from tests.rules.sww3.field import BOTH, Field
from tests.rules.sww3.parade import Parade
from tests.rules.sww3.wars import War
from tests.support import kinds

# -- the roll --------------------------------------------------------------------------------------


@rule("pincher", "6.1-roll", "6.1-markers")
@pytest.mark.parametrize(
    ("soviet", "nato", "holder", "markers"), [(5, 2, SOVIET, 3), (1, 6, ALLIED, 5), (4, 3, SOVIET, 1)]
)
def test_one_die_each_and_the_difference_in_markers(
    soviet: int, nato: int, holder: int, markers: int
) -> None:
    war = War("pincher", turn=2)
    war.play("roll", soviet, nato)
    assert war.state.air == [holder]
    assert war.state.to_place == markers
    assert war.asked == (war.scenario.sides[holder], "air")


@rule("sandown", "6.1-roll", "6.1-markers", "6.4-soviet")
def test_dice_are_added_and_there_is_no_limit_on_markers() -> None:
    war = War("sandown", turn=2)
    war.play("roll", 6, 5, 1, 2)
    assert (war.state.air, war.state.to_place) == ([SOVIET], 8)
    war = War("sandown", turn=2)
    war.state.naval = True
    war.play("roll", 1, 1, 6, 6, 6)
    assert (war.state.air, war.state.to_place) == ([ALLIED], 16)


@BOTH
@rule("pincher", "6.1-tie")
@rule("sandown", "6.1-tie")
def test_air_ties_are_rerolled(game: str) -> None:
    war = War(game, turn=2)
    each = {"pincher": 1, "sandown": 2}[game]
    events = war.play("roll", *(3,) * 2 * each, *(4,) * 2 * each, *(6,) * each, *(4,) * each)
    assert kinds(events).count("air-tie") == 2
    assert (war.state.air, war.state.to_place) == ([SOVIET], 2 * each)


@rule("pincher", "6.1-bonus")
@pytest.mark.parametrize("holder", [SOVIET, ALLIED])
def test_holder_of_superiority_adds_one(holder: int) -> None:
    war = War("pincher", turn=4)
    war.state.air = [holder]  # however long it has held the sky
    war.play("roll", 3, 3)
    assert (war.state.air, war.state.to_place) == ([holder], 1)


@rule("sandown", "6.1-bonus")
@pytest.mark.parametrize(("holder", "markers"), [(SOVIET, 2), (ALLIED, 2)])
def test_holder_of_superiority_adds_one_per_die(holder: int, markers: int) -> None:
    war = War("sandown", turn=4)
    war.state.air = [holder]
    war.play("roll", 3, 3, 3, 3)
    assert (war.state.air, war.state.to_place) == ([holder], markers)


@rule("pincher", "6.1-markers")
@pytest.mark.parametrize(("capped", "markers"), [(True, 5), (False, 6)])
def test_at_most_five_markers_unless_option_off(capped: bool, markers: int) -> None:
    war = War("pincher", turn=1, options={"air-cap": capped})
    war.play("roll", 6, 1)  # and one for the first turn: a lead of six [R-PIN-10]
    assert war.state.to_place == markers


@rule("sandown", "6.4-un", "6.8")
@pytest.mark.parametrize(
    ("lost", "naval", "dice"),
    [
        ((), False, 2),
        ((), True, 3),
        (("1374",), False, 1),
        (("1374", "2360"), False, 0),
        (("1374", "2360"), True, 1),
    ],
)
def test_un_dice_for_famagusta_suez_and_the_carriers(lost: tuple[str, ...], naval: bool, dice: int) -> None:
    war = War("sandown", turn=3)
    war.seize(SOVIET, lost)
    war.state.naval = naval
    assert airpower.number_of_dice(war.state, ALLIED, 0) == dice
    assert airpower.number_of_dice(war.state, SOVIET, 0) == 2
    war.play("roll", 6, 6, *(1,) * dice)
    assert war.state.to_place == 12 - dice  # with no dice at all the UN has nothing [R-SAN-07]


@BOTH
@rule("pincher", "6.1-single")
@rule("sandown", "6.1-single")
def test_only_the_winner_has_markers(game: str) -> None:
    war = War(game, turn=2)
    war.state.air = [ALLIED]
    war.state.markers = 0
    war.play("roll", *{"pincher": (6, 1), "sandown": (6, 6, 1, 1)}[game])
    assert war.asked == ("soviet", "air")
    war.refused(f"air {war.far_hex()}", "5.1-order", by=war.scenario.sides[ALLIED])
    while war.state.phase == "air":
        war.do_little()
    assert war.state.air == [SOVIET]
    assert airpower.enemy_air(war.state, ALLIED)
    assert not airpower.enemy_air(war.state, SOVIET)


# -- placing ---------------------------------------------------------------------------------------


def winning(game: str, side: int = SOVIET, lead: int = 3) -> War:
    """A side has won the sky and has markers to place."""
    war = War(game, turn=2)
    war.state.air, war.state.to_place = [side], lead
    return war


@BOTH
@rule("pincher", "6.2-any")
@rule("sandown", "6.2-any")
def test_markers_go_anywhere(game: str) -> None:
    war = winning(game)
    foe = war.label(war.state.held[ALLIED].bit_length() - 1)
    own = war.label(war.state.held[SOVIET].bit_length() - 1)
    for label in (foe, own, war.far_hex()):
        war.play(f"air {label}")
        assert war.state.markers >> war.hex(label) & 1
    assert war.state.phase == "declare"


@BOTH
@rule("pincher", "6.2-one", "6.2-all")
@rule("sandown", "6.2-one", "6.2-all")
def test_one_marker_a_hex_and_all_must_be_placed(game: str) -> None:
    war = winning(game)
    label = war.far_hex()
    war.play(f"air {label}")
    war.refused(f"air {label}", "6.2-one")
    for order in ("end", "declare move", "roll"):
        war.refused(order, "6.2-all" if order == "roll" else "5.2")
    assert all(order.startswith("air ") for order in war.orders())
    assert f"air {label}" not in war.orders()


# -- range -----------------------------------------------------------------------------------------


@BOTH
@rule("pincher", "6.3-range", "6.3-overlap")
@rule("sandown", "6.3-range", "6.3-overlap")
def test_a_marker_reaches_its_hex_and_the_six_around(game: str) -> None:
    field = Field(game)
    field.air(ALLIED, "0505")
    middle = field.hex("0505")
    assert airpower.air_range(field.state, 0) == field.scenario.grid.within(middle, 1)
    field.air(ALLIED, "0505", "0605")
    both = field.scenario.grid.within(middle, 1) | field.scenario.grid.within(field.hex("0605"), 1)
    assert airpower.air_range(field.state, 0) == both
    parade = Parade(game, t1="0805")
    parade.air(ALLIED, "0605")
    alone = parade.cost("t1", "0705")
    parade.air(ALLIED, "0605", "0604")
    assert parade.cost("t1", "0705") == alone


@rule("pincher", "6.4-nato")
def test_nato_markers_leave_neutrals_alone() -> None:
    war = winning("pincher", ALLIED, 2)
    bern = war.city("Bern")
    war.play(f"air {bern}")
    assert war.state.neutral >> war.hex(bern) & 1
    assert not airpower.air_range(war.state, 0) >> war.hex(bern) & 1


@rule("pincher", "6.4-soviet")
def test_soviet_markers_in_or_near_a_neutral_bring_it_in() -> None:
    war = winning("pincher", SOVIET, 2)
    swiss, yugoslav = (war.theatre.region(id_) for id_ in ("switzerland", "yugoslavia"))
    edge = war.scenario.grid.spread(yugoslav) & ~yugoslav & ~war.scenario.grid.spread(swiss)
    events = war.play(f"air {war.labels(edge)[0]}")
    assert "joined" in kinds(events)
    assert not war.state.neutral & yugoslav
    assert war.state.neutral & swiss == swiss
    war.play(f"air {war.city('Bern')}")
    assert not war.state.neutral & swiss


# -- effects ---------------------------------------------------------------------------------------


@BOTH
@rule("pincher", "6.5-cost", "6.5-nostop")
@rule("sandown", "6.5-cost", "6.5-nostop")
def test_enemy_air_adds_cost_but_allows_entry(game: str) -> None:
    parade = Parade(game, t1="0805")
    free = parade.cost("t1", "0804")
    parade.air(ALLIED, "0804")
    slowed = parade.cost("t1", "0804")
    assert free is not None
    assert slowed == free + 1
    parade = Parade(game, t1="0703")
    over_the_river = parade.cost("t1", "0604")
    parade.air(ALLIED, "0604")
    assert over_the_river is not None
    assert parade.cost("t1", "0604") == over_the_river + 2  # for the hex and for the hexside [R-SWW-07]


@BOTH
@rule("pincher", "6.5-own")
@rule("sandown", "6.5-own")
def test_own_air_changes_nothing(game: str) -> None:
    parade = Parade(game, t1="0805")
    free = parade.cost("t1", "0804")
    parade.air(SOVIET, "0804")
    assert parade.cost("t1", "0804") == free


@rule("pincher", "6.5-column")
def test_columns_cannot_enter_enemy_air_range() -> None:
    parade = Parade("pincher", t1="0805")
    assert parade.column("t1", "0804") is not None
    parade.air(ALLIED, "0804")
    assert parade.column("t1", "0804") is None


@BOTH
@rule("pincher", "6.5-drop")
@rule("sandown", "6.5-drop")
def test_drops_need_air_superiority(game: str) -> None:
    war = War(game)
    war.pass_to("soviet movement")
    target = {"pincher": "france", "sandown": "iraq"}[game]
    label = next(h for h in war.plain(target) if war.hex(h) not in war.state.here)
    war.sky(ALLIED)
    war.refused(f"drop {label} su-7gp", "6.5-drop")
    assert not any(order.startswith("drop") for order in war.orders())
    war.sky(SOVIET)
    war.play(f"drop {label} su-7gp")
    assert war.where("su-7gp") == label


@BOTH
@rule("pincher", "6.7-return", "6.7-safe")
@rule("sandown", "6.7-return", "6.7-safe")
def test_markers_stay_to_the_end_of_the_turn_whatever_happens(game: str) -> None:
    war = winning(game, SOVIET, 1)
    foe = war.label(war.state.held[ALLIED].bit_length() - 1)
    war.play(f"air {foe}")
    war.pass_to("soviet combat")
    war.play(f"strike {foe}", 1, 2)
    while war.asked[1] == "burn":
        war.play(sorted(war.orders())[0])
    assert war.state.markers == 1 << war.hex(foe)
    war.pass_to("air superiority", turn=3)
    assert not war.state.markers
    ours, theirs = (airpower.number_of_dice(war.state, side, 0) for side in (SOVIET, ALLIED))
    war.play("roll", *(6,) * ours, *(1,) * theirs)
    assert war.state.to_place >= 5  # as many as are won, none has been lost


@rule("sandown", "6.5-road")
def test_roads_are_no_help_under_enemy_air() -> None:
    parade = Parade("sandown", t1="0805")
    roads = [label for label in parade.names(parade.scenario.land) if parade.cost("t1", label) == 0.5]
    assert roads
    for label in roads:
        parade.air(ALLIED, label)
        slowed = parade.cost("t1", label)
        assert slowed is None or slowed >= 2


def test_a_roll_is_listed_before_markers() -> None:
    war = War("pincher")
    assert war.orders() == {"roll"}
    assert rules.to_act(war.state) == ("soviet",)
    war.refused(f"air {war.far_hex()}", "6.1-roll")
