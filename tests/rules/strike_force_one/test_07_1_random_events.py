"""Section 7.1: the random events of the Expert game: units that come, and what is the same for all."""

from __future__ import annotations

import random

import pytest

from grognard.core.testing import play_at_random, rule
from tests.rules.strike_force_one.events import (
    CONTACT,
    SOVIET,
    US,
    end_turn,
    event_title,
    expert,
    next_turn,
    placing,
    roll,
)
from tests.rules.strike_force_one.scenes import AS_PLANNED, EAST, WEST, At, first_hexes, new
from tests.support import refused, situation, texts, where


@rule("sfo", "7.1-expert-only")
@pytest.mark.parametrize("level", ["basic", "advanced"])
@pytest.mark.parametrize("seed", range(2))
def test_there_are_no_random_events_below_expert(level: str, seed: int) -> None:
    game = new(level, seed=seed)
    refusal = game.check("roll")
    assert refusal is not None
    assert refusal.rule == ("5-basic-phases" if level == "basic" else "5-advexp-phases")
    play_at_random(game, random.Random(seed))
    assert {roll.purpose for roll in game.dice.log} <= {"battle"}
    assert not [event for event in game.events() if event.kind in ("event", "disrupted", "placed")]


@rule("sfo", "7.1-expert-empty")
@pytest.mark.parametrize(
    ("side", "unit", "dice"),
    [("soviet", unit, SOVIET[unit]) for unit in ("SZ", "SI", "SZh")]
    + [("us", unit, US[unit]) for unit in ("T", "U", "V")],
)
def test_an_empty_box_counts_as_as_planned(side: str, unit: str, dice: list[int]) -> None:
    game = expert(f"{side} events", **CONTACT, **At({unit: "0808"}))
    before = {u.id: u.at for u in game.view().units}
    news = roll(game, dice)
    assert (news[1].kind, news[1].rule) == ("as planned", "7.1-expert-empty")
    assert {u.id: u.at for u in game.view().units} == before
    assert game.phase == f"{side} movement"


# -- reinforcements --------------------------------------------------------------------------------


@rule("sfo", "7.1-expert-reinf-edge")
@pytest.mark.parametrize("unit", ["SZ", "SI", "SZh"])
def test_a_soviet_reinforcement_waits_at_the_east_edge_and_may_enter_at_once(unit: str) -> None:
    game = expert("soviet events", SA="0605", Z="0101")
    roll(game, SOVIET[unit])
    assert (game.phase, where(game, unit)) == ("soviet movement", "edge")
    assert first_hexes(game, unit) == EAST
    refused(game, f"enter {unit} 0104", "8.4-advexp-soviet")
    game.play(f"enter {unit} 0904-0804")
    assert where(game, unit) == "0804"


@rule("sfo", "7.1-expert-reinf-edge")
@pytest.mark.parametrize("unit", ["T", "U", "V"])
def test_a_us_reinforcement_waits_at_the_west_edge_and_may_enter_at_once(unit: str) -> None:
    game = expert("us events", SA="0905", Z="0505")
    roll(game, US[unit])
    assert (game.phase, where(game, unit)) == ("us movement", "edge")
    assert first_hexes(game, unit) == WEST
    refused(game, f"enter {unit} 0904", "8.4-advexp-us")
    game.play(f"enter {unit} 0104-0204")
    assert where(game, unit) == "0204"


@rule("sfo", "7.1-expert-reinf-edge")
def test_a_reinforcement_that_did_not_enter_waits() -> None:  # R-SFO-20
    game = expert("soviet events", SA="0605", Z="0101")
    roll(game, SOVIET["SZ"])
    next_turn(game)
    roll(game, AS_PLANNED)
    assert where(game, "SZ") == "edge"
    game.play("enter SZ 0904")


@rule("sfo", "7.1-expert-reinf-once")
def test_a_reinforcement_comes_once() -> None:
    game = expert("soviet events", SA="0605", Z="0101")
    roll(game, SOVIET["SZ"])
    game.play("enter SZ 0904")
    next_turn(game)
    assert roll(game, SOVIET["SZ"])[1].kind == "as planned"
    assert where(game, "SZ") == "0904"
    next_turn(game)
    assert roll(game, SOVIET["SI"])[1].kind == "arrived"  # И is another unit


@rule("sfo", "7.1-expert-reinf-once")
@pytest.mark.parametrize("place", ["edge", "0808", "lost"])
def test_a_reinforcement_that_has_come_does_not_come_again(place: str) -> None:
    game = expert("us events", SA="0905", Z="0505", T=place)
    assert [event.kind for event in roll(game, US["T"])] == ["event", "as planned"]
    assert where(game, "T") == place


@rule("sfo", "7.1-expert-reinf-noreturn")
def test_a_lost_reinforcement_joins_the_eliminated_and_is_no_reinforcement_again() -> None:
    game = expert("soviet combat", 6, SZh="0605", SA="0901", Z="0505")
    game.play("attack 0505 SZh")  # difference 0, die 6: AE
    assert where(game, "SZh") == "lost"
    end_turn(game)
    roll(game, AS_PLANNED)
    end_turn(game)
    roll(game, SOVIET["SZh"])
    assert (game.phase, where(game, "SZh")) == ("soviet movement", "lost")
    next_turn(game)
    roll(game, SOVIET["replacement"])  # but it can be replaced like any other [R-SFO-21]
    game.play("replace SZh")
    assert where(game, "SZh") == "edge"


@rule("sfo", "7.1-expert-v-twice")
def test_v_comes_by_row_two_in_either_column_two_chances_in_twelve() -> None:
    arrivals = []
    for column in range(1, 7):
        for row in range(1, 7):
            game = expert("us events", column, row, SA="0905", Z="0505")
            game.play("roll")
            if where(game, "V") == "edge":
                arrivals.append((column, row))
    assert arrivals == [(column, 2) for column in range(1, 7)]


@rule("sfo", "7.1-expert-v-twice")
@pytest.mark.parametrize("event_draw", ["dice", "chits"])
def test_v_comes_once_however_it_is_rolled(event_draw: str) -> None:
    left, right = ([1, 2], [4, 2]) if event_draw == "dice" else ([3], [3])  # the first V is out of the bag
    as_planned = AS_PLANNED if event_draw == "dice" else [12]
    options = {"event-draw": event_draw}
    game = situation("expert-standard", "us events", options=options, SA="0905", Z="0505")
    assert event_title(roll(game, left)[0]) == "West German infantry V"
    game.play("enter V 0104")
    end_turn(game)
    roll(game, as_planned)
    end_turn(game)
    news = roll(game, right)
    assert (event_title(news[0]), news[1].kind) == ("West German infantry V", "as planned")
    assert where(game, "V") == "0104"


# -- replacements ----------------------------------------------------------------------------------


@rule("sfo", "7.1-expert-repl-none")
@pytest.mark.parametrize("side", ["soviet", "us"])
def test_a_replacement_without_losses_counts_as_as_planned(side: str) -> None:
    foe_lost: At = {"soviet": {"Y": "lost"}, "us": {"SB": "lost"}}[side]  # only one's own losses count
    game = expert(f"{side} events", **CONTACT, **foe_lost)
    assert [event.kind for event in roll(game, [1, 3])] == ["event", "as planned"]
    assert game.phase == f"{side} movement"


@rule("sfo", "7.1-expert-repl-edge")
@pytest.mark.parametrize(
    ("side", "unit", "edge", "hexes"), [("soviet", "SB", EAST, "0904-0804"), ("us", "T", WEST, "0104-0204")]
)
def test_a_replaced_unit_enters_from_the_edge_of_its_side(
    side: str, unit: str, edge: set[str], hexes: str
) -> None:
    game = expert(f"{side} events", **CONTACT, **At({unit: "lost"}))
    roll(game, [1, 3])
    assert texts(game) == {f"replace {unit}", "pass"}
    other = "SA" if side == "soviet" else "Z"
    refused(game, f"replace {other}", "7.1-expert-repl-edge")  # it is not among the eliminated
    game.play(f"replace {unit}")
    assert (game.phase, where(game, unit)) == (f"{side} movement", "edge")
    assert first_hexes(game, unit) == edge
    game.play(f"enter {unit} {hexes}")
    assert where(game, unit) == hexes[-4:]


@rule("sfo", "7.1-expert-repl-nosave")
def test_unused_replacement_is_lost() -> None:
    game = expert("soviet events", SB="lost", **CONTACT)
    roll(game, SOVIET["replacement"])
    game.play("pass")
    assert (game.phase, where(game, "SB")) == ("soviet movement", "lost")
    next_turn(game)
    roll(game, AS_PLANNED)
    assert (game.phase, where(game, "SB")) == ("soviet movement", "lost")


@rule("sfo", "7.1-expert-repl-nosave")
def test_a_replacement_that_does_not_enter_is_lost_again() -> None:
    game = expert("soviet events", SB="lost", SV="lost", **CONTACT)
    roll(game, SOVIET["replacement"])
    game.play("replace SB,SV")
    game.play("enter SB 0904")
    game.play("end")
    assert (where(game, "SB"), where(game, "SV")) == ("0904", "lost")


@rule("sfo", "7.1-expert-repl-reset")
@pytest.mark.parametrize(("side", "lost"), [("soviet", ("SB", "SV", "SG")), ("us", ("X", "Y", "V"))])
def test_replacements_can_be_rolled_again_and_again(side: str, lost: tuple[str, ...]) -> None:
    game = expert(f"{side} events", **CONTACT, **At(dict.fromkeys(lost, "lost")))
    row = 1
    for unit in lost:
        roll(game, [1, 3])
        game.play(f"replace {unit}")
        assert where(game, unit) == "edge"
        row += 1
        game.play(f"enter {unit} {'09' if side == 'soviet' else '01'}0{row}")
        next_turn(game)


@rule("sfo", "7.1-expert-repl-soviet")
def test_the_second_echelon_returns_up_to_two_units() -> None:
    game = expert("soviet events", SB="lost", SV="lost", SZ="lost", **CONTACT)
    roll(game, SOVIET["replacement"])
    pairs = {"replace SB,SV", "replace SB,SZ", "replace SV,SZ"}
    assert texts(game) == {"replace SB", "replace SV", "replace SZ", "pass"} | pairs
    refused(game, "replace SB,SV,SZ", "7.1-expert-repl-soviet")
    game.play("replace SB,SZ")
    assert [where(game, unit) for unit in ("SB", "SV", "SZ")] == ["edge", "lost", "edge"]
    game = expert("soviet events", SB="lost", **CONTACT)
    roll(game, SOVIET["replacement"])
    assert texts(game) == {"replace SB", "pass"}  # one if only one is lost


@rule("sfo", "7.1-expert-repl-us")
def test_rally_returns_a_single_us_unit() -> None:
    game = expert("us events", X="lost", Y="lost", **CONTACT)
    roll(game, US["replacement"])
    assert texts(game) == {"replace X", "replace Y", "pass"}
    refused(game, "replace X,Y", "7.1-expert-repl-us")
    game.play("replace Y")
    assert (where(game, "X"), where(game, "Y")) == ("lost", "edge")


# -- as planned ------------------------------------------------------------------------------------


@rule("sfo", "7.1-expert-asplanned")
@pytest.mark.parametrize("side", ["soviet", "us"])
@pytest.mark.parametrize("column", [1, 6])
def test_as_planned_changes_nothing_and_can_come_again(side: str, column: int) -> None:
    game = expert(f"{side} events", SB="lost", Y="lost", **CONTACT)
    for _ in range(3):
        before = [(unit.id, unit.at, unit.flags) for unit in game.view().units]
        news = roll(game, [column, 6])
        assert [event.kind for event in news] == ["event", "as planned"]
        assert game.phase == f"{side} movement"
        assert [(unit.id, unit.at, unit.flags) for unit in game.view().units] == before
        next_turn(game)


# -- what the news and refusals cite ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "dice", "rule_id"),
    [
        ("soviet", SOVIET["replacement"], "7.1-expert-repl-none"),
        ("soviet", AS_PLANNED, "7.1-expert-asplanned"),
        ("us", US["T"], "7.1-expert-reinf-edge"),
    ],
)
def test_an_event_cites_its_own_rule(side: str, dice: list[int], rule_id: str) -> None:
    game = expert(f"{side} events", **CONTACT)
    assert roll(game, dice)[1].rule == rule_id


@pytest.mark.parametrize(
    ("name", "chit", "rule_id"),
    [
        ("air", "SAIR", "7.1-expert-air-place"),
        ("artillery", "SART", "7.1-expert-art-place"),
        ("spetsnaz", "SOF", "7.1-expert-spetsnaz-place"),
    ],
)
def test_placing_a_chit_cites_the_rule_of_that_chit(name: str, chit: str, rule_id: str) -> None:
    game = placing("soviet", name, chit)
    refused(game, f"place {chit} 0101", rule_id)
    assert game.play(f"place {chit} 0505")[0].rule == rule_id


def test_a_replacement_in_advanced_cites_the_rules_of_advanced() -> None:
    game = situation("advanced", "soviet events", turn=2, SA="box", SB="0605", Z="0101")
    assert game.play("replace SA")[0].rule == "7-advanced-soviet-edge"
    assert [event.rule for event in game.play("end") if event.kind == "lost"] == ["7-advanced-soviet-nosave"]


def test_a_bad_choice_of_hardened_nato_cites_its_rule() -> None:
    options = {"hardened-nato": True}
    game = situation("expert-counter-offensive", "us events", options=options, **CONTACT)
    roll(game, [4, 1, 4, 5])
    refused(game, "choose friction", "13-expert-hardened")
