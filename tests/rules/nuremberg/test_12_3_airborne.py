"""Cases 12.3, 12.4 and 13.3-13.6: the first turn, the drop of the 103G, the 26L, the Home Guard."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from grognard.core.contract.events import seen_by
from grognard.core.contract.orders import Order
from grognard.core.dice import Dice
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits
from grognard.core.testing import rule
from grognard.games.afcent import rules
from grognard.games.afcent.combat.attack import able
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.afcent.model.state import LOST, factor_of
from grognard.games.afcent.movement.active_stack import left
from grognard.games.nuremberg import airborne, game_rules
from grognard.games.nuremberg.events import DropRevealed
from tests.rules.nuremberg.campaign import Campaign

HOME_GUARD = ["wg-51v", "wg-52v", "wg-53v", "wg-54v", "wg-w5-551", "wg-w5-552", "wg-w5-553p", "wg-w5-554p"]


# -- the first turn --------------------------------------------------------------------------------


@rule("nuremberg", "12.3-soviet", "12.3-cumulative")
def test_surprise_helps_attacks_with_a_soviet_unit() -> None:
    """[R-NUR-34]"""
    war = Campaign("pact combat", 1)
    mixed, german = war.bit("su-39g-117", "eg-4m-22"), war.bit("eg-4m-22")
    assert [line[1:] for line in game_rules.attack_modifiers(war.state, PACT, mixed)] == [(1, "12.3-soviet")]
    assert game_rules.attack_modifiers(war.state, PACT, german) == []
    war = Campaign("pact combat", 1, soviet_surprise=False)
    assert [line[1] for line in game_rules.attack_modifiers(war.state, PACT, german)] == [1]


@rule("nuremberg", "12.3-nato")
def test_surprise_hinders_nato() -> None:
    war = Campaign("nato combat", 1)
    assert [line[1:] for line in game_rules.attack_modifiers(war.state, NATO, 1)] == [(-1, "12.3-nato")]


@rule("nuremberg", "12.3-soviet", "12.3-nato", "12.3-border")
def test_the_first_turn_alone_is_special() -> None:
    war = Campaign("pact combat", 2)
    for side in (PACT, NATO):
        assert game_rules.attack_modifiers(war.state, side, war.bit("su-119t")) == []
        assert game_rules.border_toll(war.state, side) == 0
    assert game_rules.superiority(war.state) is None
    war.state.turn = 1
    assert (game_rules.border_toll(war.state, PACT), game_rules.border_toll(war.state, NATO)) == (1, 0)


# -- the 103G --------------------------------------------------------------------------------------


def dropping(
    primary: str = "2732",
    secondary: str = "1942",
    turn: int = 2,
    sky: int = PACT,
    at: dict[str, str] | None = None,
    **options: Any,
) -> Campaign:
    """The Pact comes to move on the turn of the drop."""
    war = Campaign("pact movement", turn, at={"su-103g": "airborne", **(at or {})}, **options)
    war.state.plan = [turn, war.hex(primary), war.hex(secondary)]
    war.state.sky = sky
    war.enter("pact movement")
    return war


@rule("nuremberg", "12.4.1.a", "12.4.1.b")
def test_the_plan_is_revealed_when_the_pact_begins_to_move() -> None:
    war = Campaign("pact movement", 2, at={"su-103g": "airborne"})
    war.state.plan, war.state.sky = [2, war.hex("2732"), war.hex("1942")], PACT
    war.state.fight_first = [True, False]
    assert not war.enter("pact movement") and war.now == (2, "pact", "combat")  # it fights first
    events = war.play("end")
    (revealed,) = [event for event in seen_by(events, "nato") if isinstance(event, DropRevealed)]
    assert revealed.hexes == ("2732", "1942")
    assert war.now == (2, "pact", "drop")
    assert war.special() == {"drop 2732", "drop 1942"}
    war.refused("drop 3440", "12.4.1.b")


@rule("nuremberg", "12.4.1.a")
def test_in_other_turns_nothing_happens() -> None:
    war = Campaign("pact movement", 3, at={"su-103g": "airborne"})
    war.state.plan = [4, war.hex("2732"), war.hex("1942")]
    war.enter("pact movement")
    assert war.now == (3, "pact", "movement") and war.where("su-103g") == "airborne"


@rule("nuremberg", "12.4.1.c")
def test_it_cannot_land_on_the_enemy() -> None:
    war = dropping(at={"wg-g-bay": "2732"})
    assert war.special() == {"drop 1942"}
    war.refused("drop 2732", "12.4.1.b")


@rule("nuremberg", "12.4.1.c")
def test_with_the_enemy_in_both_hexes_it_is_eliminated() -> None:
    war = dropping(at={"wg-g-bay": "2732", "wg-g-wei": "1942"})
    assert war.where("su-103g") == "lost" and not war.state.recalled
    assert war.now[2] == "movement"


def test_own_units_block_a_hex_too() -> None:
    """[R-NUR-29]"""
    war = dropping(at={"su-119t": "2732"})
    assert war.special() == {"drop 1942"}
    war = dropping(at={"su-119t": "2732", "wg-g-wei": "1942"})
    assert war.where("su-103g") == "recalled" and war.state.recalled


@rule("nuremberg", "5.3-drop")
@pytest.mark.parametrize(("needs", "asked"), [(True, "movement"), (False, "drop")])
def test_a_drop_needs_air_superiority(needs: bool, asked: str) -> None:
    """[R-NUR-27]"""
    war = dropping(sky=NATO, drop_needs_air=needs)
    assert war.now[2] == asked
    assert war.state.recalled is needs
    assert war.where("su-103g") == ("recalled" if needs else "airborne")


@rule("nuremberg", "12.4.1.d", "12.4.1.e", "12.4.1.f", "13.5")
def test_landing_intact() -> None:
    war = dropping(primary="3538")  # an airfield out of the enemy's zone: the die as it is
    war.play("drop 3538", 5)
    assert war.where("su-103g") == "3538"
    assert factor_of(war.state, war.scenario.index["su-103g"]) == 8
    assert not war.state.disrupted


@rule("nuremberg", "12.4.1.g", "12.4.1.h", "12.4.1.i", "13.6")
@pytest.mark.parametrize("second", [1, 3])
def test_landing_disrupted(second: int) -> None:
    war = dropping(primary="3538")
    war.play("drop 3538", 6, second)
    assert war.where("su-103g") == "3538"
    assert factor_of(war.state, war.scenario.index["su-103g"]) == 4
    war.enter("admin")
    assert factor_of(war.state, war.scenario.index["su-103g"]) == 4  # for good


@rule("nuremberg", "12.4.1.j", "13.6")
@pytest.mark.parametrize("second", [4, 6])
def test_lost_in_landing(second: int) -> None:
    war = dropping(primary="3538", at={"su-119t": "lost", "su-18g-t": "lost", "su-a1": "available"})
    war.play("drop 3538", 6, second)
    assert war.where("su-103g") == "lost" and not war.state.recalled  # no credit [R-NUR-28]
    war.enter("admin")
    assert war.where("su-a1") == "lost"  # the third Soviet unit


@rule("nuremberg", "13.5")
@pytest.mark.parametrize(
    ("hex_", "turn", "at", "more"),
    [
        ("3538", 2, {}, 0),
        ("3538", 3, {}, 0),
        ("3538", 2, {"us-2c-1": "3438"}, 3),  # an airfield in an enemy zone: clear [R-NUR-30]
        ("3439", 2, {}, 1),
        ("3439", 3, {}, 2),
        ("2839", 2, {}, 2),
        ("2839", 3, {"us-2c-1": "2840"}, 5),
        ("2732", 2, {}, 4),
        ("2732", 2, {"wg-g-bay": "2733"}, 4),  # a static unit has no zone
    ],
)
def test_modifiers_of_the_drop(hex_: str, turn: int, at: dict[str, str], more: int) -> None:
    war = Campaign("pact movement", turn, at=at)
    assert sum(line[1] for line in airborne.drop_modifiers(war.state, war.hex(hex_))) == more


@rule("nuremberg", "12.4.1.e", "12.4.1.h")
@pytest.mark.parametrize(
    ("hex_", "turn", "at"),
    [("3538", 2, {}), ("3439", 3, {}), ("2839", 3, {"us-2c-1": "2840"}), ("2732", 2, {})],
)
def test_the_chances_of_a_drop_are_those_of_all_its_dice(hex_: str, turn: int, at: dict[str, str]) -> None:
    """Every pair of dice is rolled, whether or not the second is needed."""
    war = dropping(primary=hex_, turn=turn, at=at)
    order, unit = Order("drop", hex_), war.scenario.index["su-103g"]
    found: Counter[str] = Counter()
    for pair in product(range(1, 7), repeat=2):
        state, dice = war.state.copy(), Dice(1, by_hand=True)
        dice.script(pair)
        rules.apply(state, "pact", order, dice)
        lost = state.at[unit] == LOST
        found["eliminated" if lost else "reduced" if state.disrupted >> unit & 1 else "intact"] += 1
    preview = rules.preview(war.state, order)
    assert preview.outcomes == pytest.approx({ending: count / 36 for ending, count in found.items()})
    assert all(chance.effect for chance in preview.chances)


@rule("nuremberg", "13.5", "12.4.1.f", "12.4.1.i")
def test_drop_explanation() -> None:
    war = dropping(primary="2839", turn=3, at={"us-2c-1": "2840"})
    preview = rules.preview(war.state, Order("drop", "2839"))
    assert [(line.label, line.value) for line in preview.lines] == [
        ("forest", "+2"), ("enemy ZOC", "+2"), ("night", "+1"),
    ]  # fmt: skip
    assert preview.total == "DRM +5"
    assert {chance.result: chance.effect for chance in preview.chances} == {
        "reduced": "lands disrupted with combat factor 4",
        "eliminated": "is eliminated",
    }
    assert preview.outcomes == pytest.approx({"reduced": 0.5, "eliminated": 0.5})


@rule("nuremberg", "13.5")
def test_the_first_soviet_table() -> None:
    special = Campaign().scenario.special
    assert [airborne.found(special["soviet_airborne_first"], roll) for roll in (1, 5, 6, 13)] == [
        "intact", "intact", "disrupted, second table", "disrupted, second table",
    ]  # fmt: skip
    assert special["soviet_airborne_drm"] == {
        "airfield_no_ezoc": 0, "ezoc": 2, "night": 1, "clear": 1, "forest": 2, "rough": 3, "marsh_or_city": 4,
    }  # fmt: skip


@rule("nuremberg", "13.3", "13.4")
def test_the_nato_airborne_tables_are_kept_for_other_games() -> None:
    """[R-NUR-31]"""
    charts = Campaign().scenario.charts
    first = charts["nato_airborne_first"]
    assert [airborne.found(first, roll) for roll in (-1, 4, 5, 6, 10)] == [
        "intact", "intact", "dispersed, second table", "eliminated", "eliminated",
    ]  # fmt: skip
    directions = ["north", "northeast", "southeast", "south", "southwest", "northwest"]
    assert charts["nato_airborne_second"] == {str(n): d for n, d in enumerate(directions, 1)}


@rule("nuremberg", "12.4.1.k", "12.4.1.l")
def test_it_rests_on_the_turn_it_lands() -> None:
    war = dropping(primary="3538", at={"us-2c-1": "3638"})
    war.play("drop 3538", 1)
    unit = war.scenario.index["su-103g"]
    assert left(war.state, unit) == 0
    war.play("end")
    assert not able(war.state, PACT) >> unit & 1
    war.enter("admin")
    war.enter("pact movement")
    assert left(war.state, unit) == 12  # six points
    war.play("end")
    assert able(war.state, PACT) >> unit & 1


@rule("nuremberg", "12.4.1-other")
@pytest.mark.parametrize("turn", [1, 7])
def test_units_held_back_may_come_in_any_turn(turn: int) -> None:
    war = Campaign("pact movement", turn, at={"su-119t": "withheld", "cz-9t-m": "withheld-south"})
    war.enter("pact movement")
    assert {"enter su-119t 4240", "enter su-119t 4250"} <= war.special("su-119t")
    assert {"enter cz-9t-m 3154", "enter cz-9t-m 1954"} <= war.special("cz-9t-m")


def test_the_pact_may_cancel_the_drop_in_secret() -> None:
    """With its declaration, so that nobody sees it [R-NUR-28]."""
    told = []
    for words in ("", " recall"):
        war = Campaign("pact declare", 2, at={"su-103g": "airborne"})
        assert war.plain() == {
            "declare move", "declare fight", "declare move recall", "declare fight recall",
        }  # fmt: skip
        events = war.play(f"declare move{words}")
        told.append([str(event) for event in seen_by(events, "nato")])
        assert war.state.recalled is bool(words) and war.where("su-103g") == "airborne"
    assert told[0] == told[1]
    war.state.turn = 12  # as planned
    war.enter("pact movement")
    assert war.now[2] == "movement"
    war.enter("pact declare")
    assert war.plain() == {"declare move", "declare fight"}


def test_only_the_pact_has_a_drop_to_cancel() -> None:
    """[R-NUR-28]"""
    war = Campaign("nato declare", 2, at={"su-103g": "airborne"})
    war.refused("declare move recall", "4.1-declare")
    war = Campaign("pact declare", 2, at={"su-103g": "2732"})
    war.refused("declare move recall", "4.1-declare")


# -- the 26th Luftlandebrigade ---------------------------------------------------------------------


def landing(sky: int = NATO, turn: int = 2, **at: str) -> Campaign:
    """A movement phase of NATO with the 26L ready to land."""
    waiting = {f"wg-26l-26{n}": "airborne" for n in (1, 2, 3)}
    war = Campaign("nato movement", turn, at={**waiting, **{k.replace("_", "-"): v for k, v in at.items()}})
    war.state.sky = sky
    war.enter("nato movement")
    return war


@rule("nuremberg", "12.4.2-26l", "12.4.2-26l.b")
def test_they_land_in_any_turn_together_or_apart() -> None:
    war = landing(turn=1)
    war.play("land wg-26l-261 1707")
    war.play("land wg-26l-262 1707")
    war.enter("admin")
    war.state.sky = NATO
    war.enter("nato movement")
    war.play("land wg-26l-263 1621")
    assert [war.where(f"wg-26l-26{n}") for n in (1, 2, 3)] == ["1707", "1707", "1621"]


@rule("nuremberg", "12.4.2-26l.a", "5.3-drop")
def test_they_need_air_superiority() -> None:
    war = landing(sky=PACT)
    assert war.special("wg-26l-261") == set()
    war.refused("land wg-26l-261 1707", "12.4.2-26l.a")


@rule("nuremberg", "12.4.2-26l")
def test_they_land_only_while_nato_moves() -> None:
    war = landing()
    war.play("end")
    war.refused("land wg-26l-261 1707", "12.4.2-26l")


@rule("nuremberg", "12.4.2-26l.c")
def test_where_they_land() -> None:
    war = landing(us_3i_1_64a="2405", su_119t="3538", su_39g_117="2720", us_1a_1_37a="1010")
    west = {war.scenario.label(hex_) for hex_ in bits(war.scenario.airfields)}
    hexes = {order.split()[2] for order in war.special("wg-26l-261")}
    # another division at Kitzingen, the Pact at Hof airfield, its zone at Bamberg
    assert hexes == west - {"2405", "3538", "2719"}
    war.refused("land wg-26l-261 2719", "12.4.2-26l.c")
    war.refused("land wg-26l-261 1420", "12.4.2-26l.c")


@rule("nuremberg", "12.4.2-26l.c")
def test_an_airfield_the_pact_once_had_is_closed() -> None:
    war = landing(su_119t="1707")
    war.put("su-119t", "away")
    war.put("us-2c-1", "1707")
    war.put("us-2c-1", "away")
    assert not war.state.red >> war.hex("1707") & 1
    war.refused("land wg-26l-261 1707", "12.4.2-26l.c")


@rule("nuremberg", "12.4.2-26l.d", "12.4")
def test_landed_units_can_move_and_fight() -> None:
    war = landing(su_119t="1608")
    war.play("land wg-26l-261 1322")
    unit = war.scenario.index["wg-26l-261"]
    assert left(war.state, unit) == 12
    war.put("wg-26l-261", "1708")
    war.play("end")
    assert able(war.state, NATO) >> unit & 1


# -- the Home Guard --------------------------------------------------------------------------------


def called_up(**at: str) -> Campaign:
    """The arrivals of turn 1."""
    waiting = dict.fromkeys(HOME_GUARD, "coming")
    war = Campaign("arrivals", 1, at={**waiting, **{k.replace("_", "-"): v for k, v in at.items()}})
    war.enter("arrivals")
    return war


@rule("nuremberg", "12.4.2-wg", "12.4.2-wg.a")
def test_all_eight_are_placed_on_turn_one() -> None:
    war = called_up()
    assert war.now == (1, "nato", "arrivals")
    for id_, hex_ in zip(
        HOME_GUARD, ("1520", "1420", "1620", "1419", "1519", "1219", "1920", "2121"), strict=True
    ):
        assert war.now == (1, "nato", "arrivals")
        assert war.special() == set()  # no end before
        war.play(f"land {id_} {hex_}")
    assert war.now == (2, "pact", "declare")
    war.enter("arrivals")
    assert war.state.turn == 3  # never again


@rule("nuremberg", "12.4.2-wg.b")
def test_home_guard_lands_one_per_friendly_west_german_city() -> None:
    war = called_up(su_119t="1225")
    war.put("su-119t", "away")  # Altdorf is in the Pact's hands
    hexes = {order.split()[2] for order in war.special("wg-51v")}
    west = war.scenario.cities & war.scenario.region("west-germany")
    assert hexes == {war.scenario.label(hex_) for hex_ in bits(west)} - {"1225"}
    war.play("land wg-51v 1520")
    war.refused("land wg-52v 1520", "12.4.2-wg.b")
    war.refused("land wg-52v 4512", "12.4.2-wg.b")
    war.refused("land wg-52v 1521", "12.4.2-wg.b")


@rule("nuremberg", "12.4.2-wg.c")
def test_not_adjacent_to_a_pact_unit() -> None:
    war = called_up(su_119t="1521")
    war.refused("land wg-51v 1520", "12.4.2-wg.b")
    assert "land wg-51v 1419" in war.special("wg-51v")


@rule("nuremberg", "12.4.2-wg.d")
def test_mobile_ones_are_non_recon_units_of_one_division() -> None:
    war = called_up(us_1a_1_46="1920")
    war.refused("land wg-w5-551 1920", "12.4.2-wg.b")  # not with another division
    assert "land wg-51v 1920" in war.special("wg-51v")  # static units stack with anybody
    mobile = [id_ for id_ in HOME_GUARD if not war.scenario.static >> war.scenario.index[id_] & 1]
    assert mobile == HOME_GUARD[4:]
    assert not war.scenario.recon & war.bit(*mobile)


def test_without_a_city_a_home_guard_unit_is_lost() -> None:
    """[R-NUR-33]"""
    war = called_up()
    war.state.red |= war.scenario.cities & ~war.scenario.grid.mask(["1520"])
    changed(war.state)
    war.play("land wg-51v 1520")
    assert [war.where(id_) for id_ in HOME_GUARD[1:]] == ["lost"] * 7
    assert war.now == (2, "pact", "declare")


@rule("nuremberg", "12.4.2-26l")
def test_a_landing_names_its_unit_and_hex() -> None:
    war = landing(turn=1)
    landed = war.play("land wg-26l-261 1707")[0]
    assert (landed.units, landed.hexes) == (("wg-26l-261",), ("1707",))
