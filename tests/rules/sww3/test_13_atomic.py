"""Chapter 13: who may make atomic attacks and when, what they do, and what they cost."""

from __future__ import annotations

import pytest

from grognard.core.dice import Dice
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.sww3 import rules
from grognard.games.sww3.combat import atomic_attacks
from grognard.games.sww3.events import AtomicAttack
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import cities, zone
from grognard.games.sww3.movement import moves
from grognard.games.sww3.turn import victory
from tests.rules.sww3.field import BOTH, Field, only
from tests.support import kinds

# -- who and when ----------------------------------------------------------------------------------------


@rule("pincher", "13.1")
@rule("sandown", "13.1")
@BOTH
def test_on_turn_one_the_soviets_must_be_first(game: str) -> None:
    f = Field(game, "allied movement", t1="0505")
    f.refused("strike 0505", "13.1")
    assert not any(order.startswith("strike") for order in f.orders())
    f.go_to("soviet movement")
    f.play("strike 0101", 1, 1)
    f.go_to("allied movement")
    f.play("strike 0505", 1, 1, 1)
    f = Field(game, "allied movement", turn=2, t1="0505")
    f.play("strike 0505", 1, 1, 1)


@rule("pincher", "13.2-red")
@rule("sandown", "13.2-red")
@BOTH
def test_the_soviets_strike_once_a_turn(game: str) -> None:
    f = Field(game, "soviet movement", u1="0505")
    f.play("strike 0505", 1, 1)
    f.refused("strike 0505", "13.2-red")
    f.go_to("soviet combat")
    f.refused("strike 0101", "13.2-red")
    f.state.strikes = [0, 0]  # a new turn
    f.play("strike 0101", 1, 1)


@rule("pincher", "13.2-blue")
@rule("sandown", "13.2-blue")
@BOTH
def test_allied_strikes_are_unlimited(game: str) -> None:
    f = Field(game, "allied combat", turn=2)
    for number in range(5):
        f.play("strike 0101", 1, 1, 1)
        assert f.state.strikes[ALLIED] == number + 1


@rule("pincher", "13.2-optional")
@rule("sandown", "13.2-optional")
@BOTH
def test_atomic_attacks_are_voluntary(game: str) -> None:
    f = Field(game, "soviet movement", turn=2, halts=True, t1="0504", u1="0505")
    assert "end" in f.orders()
    atomic_attacks.window(f.state)
    assert f.asked == ("allied", "halt")
    assert {"pass", "decline"} <= f.orders()


@rule("pincher", "13.3")
@rule("sandown", "13.3")
@BOTH
def test_any_land_hex_may_be_struck(game: str) -> None:
    f = Field(game, "soviet movement", u1="0505")
    f.refused("strike 1201", "R-SWW-20")
    f.refused("strike", "notation")
    assert kinds(f.play("strike 0110", 6, 6)) == ["struck"]  # the hex is empty
    assert f.state.nuked == 1 << f.hex("0110")


@rule("pincher", "13.4-when")
@rule("sandown", "13.4-when")
@BOTH
@pytest.mark.parametrize("phase", ["soviet movement", "soviet combat", "allied movement", "allied combat"])
def test_both_sides_may_strike_in_all_four_phases(game: str, phase: str) -> None:
    f = Field(game, phase, turn=2, t1="0303", u1="0808")
    f.play("strike 0101", 1, 1, 1, by="allied")
    assert f.state.strikes == [0, 1]
    if phase.startswith("soviet"):
        f.play("strike 0101", 1, 1, by="soviet")
    else:
        f.play("strike 0101", by="soviet")
        f.play("pass", 1, 1)  # the Allies let it go first
    assert f.state.strikes == [1, 1]


@rule("pincher", "13.4-when")
@rule("sandown", "13.4-when")
@BOTH
def test_no_strikes_in_other_phases(game: str) -> None:
    f = Field(game, "allied reinforcement", turn=2)
    for side in (SOVIET, ALLIED):
        refusal = atomic_attacks.may_strike(f.state, side)
        assert refusal is not None and refusal.rule == "13.4-when"
    f.refused("strike 0101", "13.4-when", by="soviet")


@rule("pincher", "13.4-finish")
@rule("sandown", "13.4-finish")
@BOTH
def test_battle_is_finished_before_atomic_attack(game: str) -> None:
    f = Field(game, turn=2, halts=True, t1="0504", t2="0504", u1="0505")
    f.supply_from_air(SOVIET, "0504", "0505")
    f.play("attack 0505 t1,t2", 1)  # 14 against 4: 3:1, DE
    assert f.asked == ("allied", "halt")  # the battle is over: they are asked
    f = Field(game, turn=2, halts=True, t1="0504", t2="0504", u1="0505")
    f.supply_from_air(SOVIET, "0504", "0505")
    f.play("attack 0505 t1,t2", 3)
    assert f.asked == ("allied", "retreat")
    f.refused("strike 0504", "5.2", by="allied")
    f.refused("strike 0505", "13.4-finish", by="soviet")
    f.play("retreat 0506")
    f.refused("strike 0504", "13.4-finish", by="allied")
    f.play("stay")
    f.play("strike 0504", 1, 1, 1)


@rule("pincher", "13.4-when")
@rule("sandown", "13.4-when")
@BOTH
def test_non_phasing_side_is_asked_after_every_operation(game: str) -> None:
    f = Field(game, turn=2, halts=True, t1="0504", t2="0504", t3="0506", u1="0505")
    f.play("probe 0604 t1")
    assert f.asked == ("allied", "halt")
    f.play("pass")
    assert f.asked == ("soviet", "combat")  # asked once
    f.play("probe 0404 t2")
    assert f.asked == ("allied", "halt")
    f.play("decline")
    f.play("probe 0405 t3")
    assert f.asked == ("soviet", "combat")
    assert f.choices("allied").kind == "halt"  # a standing no, but it may still call halt
    f.play("strike 0404", 1, 1, 1, by="allied")
    atomic_attacks.open_phase(f.state)
    atomic_attacks.window(f.state)
    assert not f.state.questions  # struck after the last operation


@rule("pincher", "13.4-tie")
@rule("sandown", "13.4-tie")
@BOTH
def test_allies_choose_order_of_two_strikes(game: str) -> None:
    for answer, dice, struck in (
        ("pass", [1, 1], ["0505"]),
        ("strike 0405", [1, 1, 1, 1, 1], ["0405", "0505"]),
    ):
        f = Field(game, "allied movement", turn=2, t1="0405", u1="0505")
        f.play("strike 0505", by="soviet")
        assert f.asked == ("allied", "halt")
        assert "0505" in str(f.choices("allied").sentence())
        events = f.play(answer, *dice)
        assert [event.hexes[0] for event in events if event.kind == "struck"] == struck
    f = Field(game, "allied movement", turn=2, t1="0405", t2="0405", u1="0505")
    f.play("strike 0505", by="soviet")
    f.play("strike 0405", 2, 1, 1)
    assert f.asked == ("soviet", "burn")  # the first is resolved wholly before the second
    assert "struck" in kinds(f.play("lose t1", 1, 1))


@rule("pincher", "13.4-one")
@rule("sandown", "13.4-one")
@BOTH
def test_one_allied_strike_is_resolved_before_the_next_is_declared(game: str) -> None:
    f = Field(game, "allied movement", turn=2, t1="0505", t2="0505")
    f.play("strike 0505", 2, 1, 1)  # one step, Soviet choice
    assert f.asked == ("soviet", "burn")
    f.refused("strike 0101", "13.4-finish", by="allied")
    f.play("lose t1")
    f.play("strike 0101", 1, 1, 1)


@rule("pincher", "13.4-between")
@rule("sandown", "13.4-between")
@BOTH
def test_the_soviets_act_between_two_allied_interruptions(game: str) -> None:
    f = Field(game, turn=2, t1="0504", t2="0504", u1="0505")
    f.play("strike 0101", 1, 1, 1, by="allied")
    f.refused("strike 0101", "13.4-between", by="allied")
    f.play("probe 0604 t1")
    f.play("strike 0101", 1, 1, 1, by="allied")
    f.go_to("soviet movement")
    atomic_attacks.open_phase(f.state)
    f.state.standing = [True, True]
    f.refused("strike 0101", "13.4-between", by="allied")  # nor does a new phase help
    f.go_to("allied movement")
    f.play("strike 0101", 1, 1, 1)  # in their own phases they go on as they like
    f.play("strike 0101", 1, 1, 1)


# -- what it does ----------------------------------------------------------------------------------------


@rule("pincher", "13.5", "13.5-table")
@rule("sandown", "13.5", "13.5-table")
@BOTH
@pytest.mark.parametrize(
    ("where", "off"),
    [("0505", 2), ("0308", 3), ("0508", 4), ("0503", 4), ("0802", 4), ("1009", 4), ("1002", 3)],
)
def test_two_dice_less_the_terrain_are_the_steps_lost(game: str, where: str, off: int) -> None:
    f = Field(game, "soviet movement", u1=where, u2=where, u5=where, u6=where)
    event = only(f.play(f"strike {where}", 4, 3), AtomicAttack)
    assert (event.modifier, event.steps) == (-off, 7 - off)
    assert event.text.spoken(f.scenario.titles).endswith(f": {7 - off} steps")
    assert f.state.questions[-1].data == (7 - off,)


@rule("pincher", "13.5-table")
@rule("sandown", "13.5-table")
@BOTH
def test_wet_ground_counts_as_clear(game: str) -> None:
    where = "0708" if game == "pincher" else "0908"
    f = Field(game, "soviet movement", u1=where)
    assert only(f.play(f"strike {where}", 1, 2), AtomicAttack).steps == 1


@rule("pincher", "13.6-loss")
@rule("sandown", "13.6-loss")
@BOTH
def test_the_owner_chooses_the_steps_he_loses(game: str) -> None:
    f = Field(game, "soviet movement", u1="0505", u2="0505", k2="0505", u3="0504")
    f.play("strike 0505", 3, 2)
    assert (f.asked, f.orders()) == (("allied", "burn"), {"lose u1", "lose u2", "lose k2"})
    f.refused("lose u3", "13.6-loss")
    f.play("lose u1")
    f.play("lose u1")
    f.play("lose k2")
    assert (f.steps("u1", "u2", "k2", "u3"), f.asked) == ([0, 2, 0, 1], ("soviet", "movement"))


@rule("pincher", "13.6-loss")
@rule("sandown", "13.6-loss")
@BOTH
def test_strike_may_eliminate_all_units_and_own_ones(game: str) -> None:
    """[R-SWW-20]"""
    f = Field(game, "soviet movement", t1="0505", p1="0505")
    f.play("strike 0505", 6, 6)
    assert f.steps("t1", "p1") == [0, 0]
    f = Field(game, "soviet movement", t1="0505", p1="0505")
    f.play("strike 0505", 2, 1)
    assert f.asked == ("soviet", "burn")


@rule("pincher", "13.6-zero", "13.6-disrupt")
@rule("sandown", "13.6-zero", "13.6-disrupt")
@BOTH
def test_survivors_are_disrupted_even_without_a_loss(game: str) -> None:
    f = Field(game, "soviet movement", u1="0508", u2="0505")
    f.play("strike 0508", 1, 1)  # mountain: 2 less 4
    assert f.steps("u1") == [2]
    assert f.state.disrupted == f.bit("u1")
    f = Field(game, "soviet movement", u1="0505", u3="0505")
    f.play("strike 0505", 2, 1)
    f.play("lose u3")
    assert f.state.disrupted == f.bit("u1")
    f.put("u4", "0505")  # who comes later is not [R-SWW-23]
    assert f.state.disrupted == f.bit("u1")


@rule("pincher", "13.6-nomove")
@rule("sandown", "13.6-nomove")
@BOTH
def test_disrupted_units_cannot_move(game: str) -> None:
    f = Field(game, "soviet movement", t1="0505", t2="0303")
    f.state.disrupted = f.bit("t1")
    changed(f.state)
    assert not [order for order in f.orders() if " t1" in order]
    f.refused("move t1 0505-0506", "13.6-nomove")


@rule("pincher", "13.6-zoc")
@rule("sandown", "13.6-zoc")
@BOTH
def test_disrupted_units_have_no_zoc(game: str) -> None:
    f = Field(game, "soviet movement", u1="0505", u2="0808")
    f.play("strike 0505", 1, 1)
    assert not zone(f.state, ALLIED) >> f.hex("0504") & 1
    assert zone(f.state, ALLIED) >> f.hex("0807") & 1
    f.put("u3", "0505")
    assert zone(f.state, ALLIED) >> f.hex("0504") & 1


# -- what is left ----------------------------------------------------------------------------------------


@rule("pincher", "13.7-rough")
@rule("sandown", "13.7-rough")
@BOTH
def test_a_nuked_city_is_rough_whatever_was_lost(game: str) -> None:
    f = Field(game, "soviet movement", t1="0502", u1="0503")
    f.play("strike 0503", 1, 1)
    assert not cities(f.state) >> f.hex("0503") & 1
    f.state.disrupted = 0
    f.go_to("soviet combat")
    assert f.shifts("attack 0503 t1") == {"12.12": -1}
    f.state.strikes = [0, 0]
    attack = only(f.play("strike 0503", 1, 1), AtomicAttack)
    assert (attack.terrain, attack.modifier) == ("rough", -3)  # no longer -4 [R-SWW-21]


@rule("pincher", "13.7-vp")
@rule("sandown", "13.7-vp")
@BOTH
def test_nuked_cities_keep_their_points(game: str) -> None:
    f = Field(game, "soviet movement", t1="0503", t2="0909")
    before = victory.points(f.state, 0)
    assert before == {"pincher": 1 + 3, "sandown": 2 + 5}[game]
    f.nuke("0503", "0909")
    assert victory.points(f.state, 0) == before


@rule("pincher", "13.8-cost")
@rule("sandown", "13.8-cost")
@BOTH
def test_a_nuked_city_costs_one_more_than_rough_ground(game: str) -> None:
    """Blast markers elsewhere cost nothing, and more than one costs no more [R-SWW-22]."""
    f = Field(game, "soviet movement", t1="0502", t2="0504")
    t1, t2 = f.scenario.index["t1"], f.scenario.index["t2"]
    assert moves.costs(f.state, t1)[f.hex("0503")] == 1
    f.nuke("0503", "0505")
    assert moves.costs(f.state, t1)[f.hex("0503")] == 3
    assert moves.costs(f.state, t2)[f.hex("0505")] == 1


@rule("pincher", "13.6-until", "13.8-marker")
@rule("sandown", "13.6-until", "13.8-marker")
@BOTH
def test_disruption_ends_with_the_turn_and_the_marker_stays(game: str) -> None:
    f = Field(game, "soviet movement", turn=2, u1="0505", t1="0909")
    f.play("strike 0505", 1, 1)
    f.go_to("allied combat")
    assert f.state.disrupted == f.bit("u1")
    dice = Dice(1)
    while f.state.turn == 2:
        assert f.state.disrupted == f.bit("u1")
        rules.apply(f.state, f.asked[0], f.order("end"), dice)
    assert not f.state.disrupted
    assert f.state.nuked == 1 << f.hex("0505")


@rule("pincher", "13.8-repeat", "13.8-marker")
@rule("sandown", "13.8-repeat", "13.8-marker")
@BOTH
def test_a_hex_may_be_struck_again_and_the_marker_stays(game: str) -> None:
    f = Field(game, "allied movement", turn=2)
    for _ in range(3):
        f.play("strike 0505", 1, 1, 1)
    assert f.state.nuked == 1 << f.hex("0505")
    assert f.state.strikes == [0, 3]


# -- prestige --------------------------------------------------------------------------------------------


def prestige_lost(f: Field, die: int, where: str = "0101") -> int:
    """What an Allied strike costs with this prestige die."""
    before = f.state.prestige
    f.play(f"strike {where}", 1, 1, die)
    return before - f.state.prestige


@rule("pincher", "13.9-first", "13.9-second", "13.9-third", "13.9-fourth", "13.9-table")
@rule("sandown", "13.9-first", "13.9-second", "13.9-third", "13.9-fourth", "13.9-table")
@BOTH
@pytest.mark.parametrize(
    ("die", "costs"),
    [
        (1, [0, 1, 2, 3, 3]),
        (2, [1, 1, 2, 3, 3]),
        (3, [1, 2, 3, 4, 4]),
        (4, [2, 2, 3, 4, 4]),
        (5, [2, 3, 4, 5, 5]),
        (6, [3, 3, 4, 5, 5]),
    ],
)
def test_every_strike_of_a_turn_costs_more_prestige(game: str, die: int, costs: list[int]) -> None:
    f = Field(game, "allied movement", turn=2)
    assert [prestige_lost(f, die) for _ in costs] == costs
    f.state.strikes = [0, 0]  # the next turn
    assert prestige_lost(f, die) == costs[0]


@rule("pincher", "13.9-red", "13.9-down")
@rule("sandown", "13.9-red", "13.9-down")
@BOTH
def test_soviet_strikes_cost_no_prestige(game: str) -> None:
    f = Field(game, "soviet movement", u1="0503")
    start = f.state.prestige
    f.play("strike 0503", 1, 1)
    assert f.state.prestige == start
    f = Field(game, "allied movement", turn=2)
    assert prestige_lost(f, 1) == 0
    assert all(prestige_lost(f, die) >= 0 for die in range(1, 7))


@rule("pincher", "13.9-city")
@rule("sandown", "13.9-city")
@BOTH
def test_city_costs_extra_prestige_only_until_nuked(game: str) -> None:
    f = Field(game, "allied movement", turn=2)
    assert prestige_lost(f, 1, "0503") == 0 + 1
    assert prestige_lost(f, 1, "0503") == 1
    f = Field(game, "soviet movement", turn=2)
    f.play("strike 0503", 1, 1)
    f.go_to("allied movement")
    assert prestige_lost(f, 1, "0503") == 0


# -- previews --------------------------------------------------------------------------------------------


@rule("pincher", "13.5")
@rule("sandown", "13.5")
@BOTH
def test_preview_of_strike_gives_losses_and_prestige(game: str) -> None:
    f = Field(game, "allied movement", turn=2, t1="0503", p1="0503")
    account = f.odds("strike 0503")
    # two dice less 4: 6 of 36 give none, 4 one, 5 two, the rest all three steps
    assert account.outcomes == pytest.approx({"0": 6 / 36, "1": 4 / 36, "2": 5 / 36, "3": 21 / 36})
    assert {(line.rule, line.value) for line in account.lines} >= {("13.9-city", "+1"), ("13.9-table", "1–4")}


@rule("pincher", "13.4-when")
@rule("sandown", "13.4-when")
@BOTH
@pytest.mark.parametrize("operations", [0, 1, 2])
def test_the_other_side_is_asked_as_a_phase_begins(game: str, operations: int) -> None:
    """However many operations there have been, and although it declined in the phase before [R-SWW-19]."""
    f = Field(game, turn=2, t1="0504", u1="0505")
    f.state.operations = f.state.asked_at = operations
    atomic_attacks.open_phase(f.state)
    assert (f.state.standing, f.state.asked_at) == ([False, False], -1)
    atomic_attacks.window(f.state)
    assert f.asked == ("allied", "halt")
    assert f.state.asked_at == operations


@rule("pincher", "13.4-when")
@rule("sandown", "13.4-when")
@BOTH
def test_the_other_side_may_respond_to_an_atomic_attack(game: str) -> None:
    f = Field(game, "soviet movement", turn=2, t1="0504", u1="0505")
    f.state.asked_at = 0  # it has passed on the last operation, and declined for the phase
    f.play("strike 0101", 1, 1)
    assert f.state.asked_at == -1
    f = Field(game, "soviet movement", turn=2, halts=True, t1="0504", u1="0505")
    f.state.asked_at = 0
    f.play("strike 0101", 1, 1)
    assert f.asked == ("allied", "halt")
    f.play("strike 0504", 1, 1, 1)
    assert f.state.struck_at == 0
    assert f.asked == ("soviet", "movement")
