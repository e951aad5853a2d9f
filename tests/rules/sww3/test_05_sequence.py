"""Chapter 5: the order of phases, in both booklets."""

from __future__ import annotations

import msgspec
import pytest

from grognard.core.english import plural
from grognard.core.files.files import BadKey
from grognard.core.hexes.grid import bits
from grognard.core.testing import rule
from grognard.games.sww3 import rules
from grognard.games.sww3.interface.positions import from_position, to_position
from grognard.games.sww3.interface.views import areas
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import ARRIVING, lose_step, units_at
from grognard.games.sww3.movement import reserves
from grognard.games.sww3.support import supply
from tests.rules.sww3.field import BOTH, Field
from tests.rules.sww3.wars import War

ALLY = {"pincher": "nato", "sandown": "un"}


def phases_of_a_turn(war: War) -> list[str]:
    """Every phase of a turn in which something is asked, in order."""
    seen: list[str] = []
    turn = war.state.turn
    while war.state.turn == turn:
        if not seen or rules.phase(war.state) != seen[-1]:
            seen.append(rules.phase(war.state))
        war.do_little()
    return seen


@rule("pincher", "5.1-order", "5.2")
def test_the_phases_of_a_turn_in_europe() -> None:
    war = War("pincher")
    expected = [
        "air superiority", "soviet declaration", "soviet movement", "soviet combat",
        "nato declaration", "nato movement", "nato combat",
    ]  # fmt: skip
    assert phases_of_a_turn(war) == expected
    steps = [step.phase for step in war.scenario.sequence]
    assert steps[-4:] == ["mobilization", "reinforcement", "victory", "admin"]


@rule("sandown", "5.1-order", "5.2")
def test_the_phases_of_a_turn_in_the_mid_east() -> None:
    war = War("sandown")
    expected = [
        "air superiority", "soviet declaration", "soviet movement", "soviet combat",
        "un declaration", "un movement", "un combat",
    ]  # fmt: skip
    assert phases_of_a_turn(war) == expected
    steps = [step.phase for step in war.scenario.sequence]
    assert steps[-3:] == ["reinforcement", "victory", "admin"]


@BOTH
@rule("pincher", "5.1-ten", "5.4-next", "5.4-last")
@rule("sandown", "5.1-ten", "5.4-next", "5.4-last")
def test_ten_turns_the_last_of_which_ends_in_phase_four(game: str) -> None:
    war = War(game)
    turns: list[int] = []
    while war.state.result is None:
        if not turns or war.state.turn != turns[-1]:
            turns.append(war.state.turn)
        war.do_little()
    assert turns == list(range(1, 11))
    assert war.state.now.phase == "victory"
    assert war.state.turn == 10


@BOTH
@rule("pincher", "5.1-noback", "5.3-whole")
@rule("sandown", "5.1-noback", "5.3-whole")
def test_orders_of_other_phases_are_refused(game: str) -> None:
    war = War(game)
    war.refused("end", "5.2")
    war.pass_to("soviet declaration")
    war.play("declare move")
    war.refused("declare fight", "5.2")
    war.pass_to("soviet combat")
    unit = next(id_ for id_ in war.units("SU") if war.where(id_)[0].isdigit())
    near = war.label(war.scenario.grid.adjacent[war.hex(war.where(unit))][0])
    war.refused(f"move {unit} {war.where(unit)}-{near}", "5.2")
    war.refused("end", "5.1-order", by=ALLY[game])


@BOTH
@rule("pincher", "5.3-declare")
@rule("sandown", "5.3-declare")
def test_each_side_declares_its_own_order(game: str) -> None:
    war = War(game)
    war.pass_to("soviet declaration")
    assert war.orders() == {"declare move", "declare fight"}
    war.play("declare fight")
    assert rules.phase(war.state) == "soviet combat"
    war.play("end")
    assert rules.phase(war.state) == "soviet movement"
    war.play("end")
    assert war.asked == (ALLY[game], "declare")
    war.play("declare move")
    assert rules.phase(war.state) == f"{ALLY[game]} movement"
    war.play("end")
    assert rules.phase(war.state) == f"{ALLY[game]} combat"


@BOTH
@rule("pincher", "5.3-full")
@rule("sandown", "5.3-full")
@pytest.mark.parametrize("first", ["move", "fight"])
def test_units_act_fully_in_both_phases(game: str, first: str) -> None:
    enemy, country = {"pincher": ("us-1", "west-germany"), "sandown": ("uk-1", "syria")}[game]
    middle, near = War(game).open_ground(country)
    war = War(game, "soviet declare", at={"su-4gt": near[0], enemy: middle})
    war.play(f"declare {first}")
    for phase in ("movement", "combat") if first == "move" else ("combat", "movement"):
        assert war.asked == ("soviet", phase)
        if phase == "movement":
            assert any(order.startswith("move su-4gt") for order in war.orders())
            war.play(f"move su-4gt {war.where('su-4gt')}-{near[1]}")
            assert war.where("su-4gt") == near[1]
        else:
            war.play(f"attack {middle} su-4gt", 6)
            assert war.steps("su-4gt") == [1]
        if war.asked[1] == phase:
            war.play("end")


@BOTH
@rule("pincher", "5.5-supply")
@rule("sandown", "5.5-supply")
def test_all_units_are_in_supply_on_turn_one(game: str) -> None:
    one, two, country = {"pincher": ("us-1", "us-4", "france"), "sandown": ("uk-1", "uk-3", "iraq")}[game]
    middle, near = War(game).open_ground(country)
    cut_off = {"su-4gt": middle, one: near[0], two: near[3]}
    for turn, supplied in ((1, True), (2, False)):
        war = War(game, "soviet movement", turn, at=cut_off)
        assert supply.in_supply(war.state, war.scenario.index["su-4gt"]) is supplied


@BOTH
@rule("pincher", "5.5-air")
@rule("sandown", "5.5-air")
def test_the_first_air_roll_has_a_soviet_bonus(game: str) -> None:
    dice, bonus = {"pincher": ((3, 3), 1), "sandown": ((2, 2, 2, 2), 2)}[game]
    war = War(game)
    war.play("roll", *dice)
    assert (war.state.air, war.state.to_place) == ([SOVIET], bonus)
    war = War(game, turn=2)
    even = len(dice) // 2
    war.play("roll", *dice, *(5,) * even, *(1,) * even)  # a tie without the bonus, and again
    assert (war.state.air, war.state.to_place) == ([SOVIET], min(4 * even, 5) if game == "pincher" else 8)


@BOTH
@rule("pincher", "5.9")
@rule("sandown", "5.8-entry")
def test_soviet_reinforcements_enter_in_their_movement_phases(game: str) -> None:
    war = War(game)
    war.put("su-4gt", "reserve")
    war.pass_to("soviet combat")
    war.sky(SOVIET)
    for verb in ("enter", "drop"):
        assert not any(order.startswith(verb) for order in war.orders())
    for turn in (2, 3):
        war.pass_to("soviet movement", turn=turn)
        war.sky(SOVIET)
        verbs = {order.split()[0] for order in war.orders()}
        assert {"enter", "drop"} <= verbs
        war.play("end")


@rule("pincher", "5.7", "5.8")
def test_mobilization_and_overseas_arrivals_end_the_nato_turn() -> None:
    war = War("pincher")
    war.pass_to("nato combat")
    war.play("end", 4, 1, 1, 1)  # two French groupements, no German one
    assert rules.phase(war.state) == "nato mobilization"
    for _ in range(2):
        war.do_little()
    dice = (3, 3, 1, 1, 1, 1)  # four units from overseas
    war.play("end", *dice)
    assert rules.phase(war.state) == "nato reinforcement"


@rule("sandown", "5.7")
def test_reinforcements_end_the_un_turn() -> None:
    war = War("sandown")
    war.pass_to("un combat")
    war.play("end", 4, 1, 1, 1)  # two Turkish units, no US one
    assert rules.phase(war.state) == "un reinforcement"


@BOTH
@rule("pincher", "5.10")
@rule("sandown", "5.9")
def test_every_phase_iv_checks_victory(game: str) -> None:
    war = War(game)
    war.pass_to(f"{ALLY[game]} combat", turn=3)
    war.state.red |= war.theatre.capitals
    while war.state.result is None and war.state.turn == 3:
        war.do_little()
    assert war.winner == "soviet"
    assert war.state.now.phase == "victory"


@BOTH
@rule("pincher", "5.11")
@rule("sandown", "5.10")
def test_administrative_phase_removes_markers(game: str) -> None:
    war = War(game)
    war.pass_to(f"{ALLY[game]} combat")
    state = war.state
    unit = 1 << war.scenario.index["su-4gt"]
    state.markers = state.aerial = war.theatre.capitals
    state.disrupted = state.dropped = state.sailed = unit
    state.strikes = [1, 2]
    war.pass_to("air superiority", turn=2)
    assert not state.markers and not state.aerial
    assert not state.disrupted and not state.dropped and not state.sailed
    assert state.strikes == [0, 0]
    assert state.air[0] in (SOVIET, ALLIED)  # who had the sky is remembered for the next roll


@rule("pincher", "5.3-declare")
@rule("sandown", "5.3-declare")
@BOTH
def test_a_declaration_says_who_does_what_first_and_by_which_rule(game: str) -> None:
    war = War(game)
    war.pass_to("soviet declaration")
    declared = war.play("declare fight")[0]
    assert (declared.kind, declared.rule) == ("declared", "5.3-declare")


def test_the_prompt_counts_the_units_that_arrive() -> None:
    war = War("sandown")
    while not (waiting := units_at(war.state, ARRIVING, war.scenario.side_index[war.asked[0]])):
        war.do_little()
    count = waiting.bit_count()
    assert str(war.choices(war.asked[0]).sentence()) == f"Place {plural(count, 'arriving unit')} on the map."


def test_a_position_file_restores_control_neutrals_and_markers() -> None:
    war = War("pincher", "nato movement", 3, at={"us-1": "4016*", "us-r29": "4016", "su-4gt": "4013"})
    state = war.state
    state.neutral = war.theatre.countries["switzerland"]  # Yugoslavia is at war
    state.sea_from, state.sea_to, state.sea_moves = war.hex("4016"), war.hex("4013"), 1
    war.seize(SOVIET, ["4015"])
    position = to_position(state)
    assert position.state["neutral"] == ["switzerland"]
    assert position.state["sea-from"] == "4016"
    assert from_position(war.scenario, position).plain() == state.plain()


def test_a_position_file_of_the_start_says_nothing_about_neutrals() -> None:
    war = War("pincher", "nato movement", 3, at={"us-1": "4016"})
    assert "neutral" not in to_position(war.state).state


def test_a_position_file_names_countries_that_exist() -> None:
    war = War("pincher", "nato movement", 3, at={"us-1": "4016"})
    position = msgspec.structs.replace(to_position(war.state), state={"neutral": ["sweden"]})
    with pytest.raises(BadKey, match="there is no country 'sweden'"):
        from_position(war.scenario, position)


def test_each_side_controls_its_own_hexes_and_nobody_the_neutral_ones() -> None:
    war = War("pincher", "soviet movement", 2)
    soviet, nato = (areas(war.state, side)["control"] for side in ("soviet", "nato"))
    assert soviet == war.state.red & war.scenario.land
    assert soviet & nato == 0
    assert soviet | nato | war.state.neutral & war.scenario.land == war.scenario.land


@BOTH
def test_the_view_counts_units_and_steps_lost(game: str) -> None:
    war = War(game)
    unit = next(c for c in range(war.scenario.unit_count) if war.state.at[c] >= 0 and war.state.steps[c] == 1)
    side = war.scenario.sides[war.scenario.side_of[unit]]
    lose_step(war.state, unit)
    losses = {lost.side: lost for lost in rules.view(war.state, "soviet").losses}
    assert (losses[side].units, losses[side].steps) == (1, 1)


# -- what each phase begins with -------------------------------------------------------------------

SETS = ("moved", "committed", "fought", "attacked", "mixed", "dropped", "sailed", "disrupted")


def used(war: War) -> War:
    """Every flag and mark of a turn is set, as if everything had happened in it."""
    state, unit = war.state, 1 << war.scenario.index["su-4gt"]
    for name in SETS:
        setattr(state, name, unit)
    state.under_way = True
    state.drop_hex = state.sea_from = state.sea_to = bits(war.scenario.land)[0]
    state.landed = 1 << state.drop_hex
    state.sea_moves, state.asked_at, state.struck_at, state.operations = 1, 5, 4, 5
    state.standing, state.strikes, state.aerial_left = [True, True], [1, 2], [2]
    return war


def flagged(war: War) -> set[str]:
    """The sets of units that are not empty."""
    return {name for name in SETS if getattr(war.state, name)}


@rule("pincher", "5.3-declare")
def test_a_player_turn_begins_without_flags() -> None:
    war = used(War("pincher", "soviet combat", 2, at={"su-4gt": "5113"}))
    war.state.fight_first = False
    war.play("end")
    assert rules.phase(war.state) == "nato declaration"
    assert flagged(war) == {"mixed", "dropped", "sailed", "disrupted"}
    assert (war.state.drop_hex, war.state.under_way, war.state.fight_first) == (-1, False, False)
    war = used(War("pincher", "soviet movement", 2, at={"su-4gt": "5113"}))
    war.state.fight_first = True  # so this is combat, and movement follows
    war.play("end")
    war.play("end")
    assert rules.phase(war.state) == "nato declaration"
    assert war.state.fight_first is False


@rule("pincher", "11.2-noredo", "11.19-one", "13.4-when")
def test_a_movement_phase_begins_with_fresh_units() -> None:
    war = used(War("pincher", "soviet declare", 2, at={"su-4gt": "5113"}))
    war.play("declare move")
    state = war.state
    assert flagged(war) == {"fought", "attacked", "dropped", "sailed", "disrupted"}
    assert (state.under_way, state.sea_moves, state.sea_from, state.sea_to) == (False, 0, -1, -1)
    assert state.operations == 5 and state.struck_at == 4  # counted across phases
    assert state.standing == [False, False]


@rule("pincher", "12.4-attack", "12.4-defend")
def test_a_combat_phase_begins_with_fresh_units() -> None:
    war = used(War("pincher", "soviet declare", 2, at={"su-4gt": "5113"}))
    war.play("declare fight")
    assert flagged(war) == {"moved", "committed", "mixed", "dropped", "sailed", "disrupted"}
    assert war.state.sea_moves == 1 and war.state.under_way


@rule("pincher", "11.18")
def test_stacks_of_different_nations_are_marked_as_the_allied_phase_begins() -> None:
    at = {
        "us-1": "4016",
        "uk-11a": "4016",
        "us-4": "4017",
        "us-14c": "4017",
        "su-4gt": "5113",
        "ppa-2c": "5113",
    }
    war = War("pincher", "nato declare", 2, at=at)
    war.play("declare move")
    assert war.state.mixed == war.bit("us-1", "uk-11a")
    war = War("pincher", "soviet declare", 2, at=at)
    war.state.mixed = war.bit("us-1")
    war.play("declare move")
    assert war.state.mixed == 0


@rule("pincher", "10.4-place")
@pytest.mark.parametrize(("phase", "dice"), [("nato combat", (2, 1, 1)), ("nato mobilization", (1, 2, 1))])
def test_a_phase_of_arrivals_begins_with_open_hexes(phase: str, dice: tuple[int, ...]) -> None:
    war = used(War("pincher", phase, 2, at={"fr-g1": "mobilization", "us-r29": "overseas"}))
    war.play("end", *dice)
    assert war.units(where="arriving")
    assert (war.state.landed, war.state.drop_hex) == (0, -1)
    assert flagged(war) == set(SETS)


@rule("pincher", "5.11")
@rule("sandown", "5.10")
@BOTH
def test_a_turn_ends_with_everything_removed_but_blasts(game: str) -> None:
    war = used(War(game, f"{ALLY[game]} declare", 3))
    state = war.state
    state.nuked = 1 << war.hex(war.cities("france" if game == "pincher" else "iraq")[0])
    blasts = state.nuked
    war.pass_to("air superiority", turn=4)
    assert flagged(war) == set()
    assert (state.strikes, state.aerial_left, state.drop_hex, state.under_way) == ([0, 0], [0], -1, False)
    assert (state.markers, state.aerial, state.nuked) == (0, 0, blasts)
    assert (state.turn, state.phase_index) == (4, 0)


@rule("pincher", "13.4-between")
def test_every_operation_is_counted() -> None:
    """Moves, entries, sea moves, drops, battles and probes; not aerial supply or the dikes."""
    at = {"su-4gt": "5113", "su-3gt": "reserve", "su-7gp": "airborne"}
    war = War("pincher", "soviet movement", 2, at=at)
    war.sky(SOVIET, aerial=2)
    war.state.operations = 5
    assert war.asked
    war.play("enter su-3gt 5736")
    assert war.state.operations == 6
    war.play("supply 5113")
    assert war.state.operations == 6
    war.play(min(order for order in war.orders() if order.startswith("move su-4gt")))
    assert war.state.operations == 7
    war.play(f"drop {war.open_ground('france')[0]} su-7gp")
    assert war.state.operations == 8
    assert war.state.under_way
    war = War("pincher", "nato movement", 2, at={"us-1": war.city("Le Havre")})
    war.state.operations = 5
    assert war.asked
    war.play(min(order for order in war.orders() if order.startswith("sea us-1")))
    assert war.state.operations == 6
    field = Field("pincher", t1="0504", t2="0504", u1="0505")
    field.state.operations = 5
    field.play("probe 0604 t1")
    assert field.state.operations == 6
    field.play("attack 0505 t2", 6)
    assert field.state.operations == 7


@rule("pincher", "10.2-stay", "11.2-noredo")
def test_entries_do_not_end_the_time_to_declare_reserves() -> None:
    """[R-PIN-31]"""
    war = War("pincher", "soviet movement", 2, at={"su-3gt": "reserve", "su-4gt": "5113"})
    assert war.asked
    war.play("enter su-3gt 5736")
    assert not war.state.under_way
    assert war.state.moved == war.bit("su-3gt")
    war.play(min(order for order in war.orders() if order.startswith("move su-4gt")))
    assert war.state.under_way
    assert war.state.moved == war.bit("su-3gt", "su-4gt")


def test_only_soviet_units_wait_for_the_soviet_player() -> None:
    war = War("pincher", "soviet movement", 2, at={"su-3gt": "reserve", "su-7gp": "airborne"})
    for id_, place in (("us-1", "reserve"), ("us-r325", "airborne")):
        war.put(id_, place)
    assert reserves.off_map_reserves(war.state, SOVIET) == war.bit("su-3gt", "su-7gp")
    assert reserves.off_map_reserves(war.state, ALLIED) == 0
