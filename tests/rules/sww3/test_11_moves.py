"""Chapter 11: points, paths, stacks and what a move takes along [11.1-11.5]."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits, mask_of
from grognard.core.testing import random_order, rule
from grognard.games.kit.events import CityCaptured
from grognard.games.sww3 import rules
from grognard.games.sww3.interface import legality
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import Sww3State
from grognard.games.sww3.movement import move_legality, moves
from grognard.games.sww3.movement.movement_limits import able_to_move
from tests.rules.sww3.field import BOTH, only
from tests.rules.sww3.parade import Parade
from tests.support import kinds

# -- points ---------------------------------------------------------------------------------------


@rule("pincher", "11.1-mp")
@rule("sandown", "11.1-mp")
@BOTH
def test_a_unit_may_spend_its_movement_factor(game: str) -> None:
    """Down column 09 every hex costs a point."""
    f = Parade(game, r1="0901")
    assert [f.cost("r1", f"09{row:02}") for row in range(2, 6)] == [1, 2, 3, 4]
    assert "costs 5 MP" in f.refused("move r1 0901-0906", "11.3-nomin")
    assert "move r1 0901-0905" in f.orders()
    assert "move r1 0901-0906" not in f.orders()


@rule("pincher", "11.1-mp")
@rule("sandown", "11.1-mp")
@BOTH
def test_mp_are_renewed_every_movement_phase(game: str) -> None:
    f = Parade(game, r1="0901")
    f.play("move r1 0901-0903")
    f.idle(1)
    assert f.points("r1") == 4
    f.play("move r1 0903-0904")


@rule("pincher", "11.1-adjacent")
@rule("sandown", "11.1-adjacent")
@BOTH
def test_path_is_a_chain_of_adjacent_hexes(game: str) -> None:
    f = Parade(game, m1="0901")
    f.refused("move m1 0901-0903-0904", "11.1-adjacent")
    events = f.play("move m1 0901-0802-0803-0903-0904")
    assert events[0].hexes == ("0901", "0802", "0803", "0903", "0904")
    f = Parade(game, r1="0901")
    assert "costs 5 MP" in f.refused("move r1 0901-0802-0803-0902-0903-0904", "11.3-nomin")


@rule("pincher", "11.1-adjacent")
@rule("sandown", "11.1-adjacent")
@BOTH
def test_move_by_destination_is_completed_with_path(game: str) -> None:
    f = Parade(game, m1="0901")
    order = legality.complete(f.state, "soviet", f.order("move m1 0904"))
    assert str(order) == "move m1 0901-0902-0903-0904"
    assert str(legality.complete(f.state, "soviet", f.order("move m1 0901-0904"))) == str(order)
    account = moves.explain_move(f.state, order)
    assert [line.value for line in account.lines] == ["1", "1", "1"]
    assert account.total == "3 of 6 MP"


@rule("pincher", "11.1-own")
@rule("sandown", "11.1-own")
@BOTH
def test_units_move_only_in_their_own_movement_phase(game: str) -> None:
    f = Parade(game, "soviet movement", m1="0901", u1="0404")
    assert move_legality.check_move(f.state, ALLIED, f.order("move u1 0404-0403")) is not None
    f.refused("move u1 0404-0403", "11.1-own")
    f.go_to("soviet combat")
    refusal = move_legality.check_move(f.state, SOVIET, f.order("move m1 0901-0902"))
    assert refusal is not None
    assert refusal.rule == "11.1-own"
    f.go_to("allied movement")
    f.play("move u1 0404-0403")


@rule("pincher", "11.2-nocarry")
@rule("sandown", "11.2-nocarry")
@BOTH
def test_mp_are_neither_saved_nor_lent(game: str) -> None:
    f = Parade(game, r1="0901", m1="0901")
    before = f.points("m1")
    f.play("move r1 0901-0902")
    assert f.points("m1") == before
    f.idle(1)
    assert f.points("r1") == 4
    assert f.points("m1") == before


@rule("pincher", "11.2-any")
@rule("sandown", "11.2-any")
@BOTH
def test_movement_is_voluntary(game: str) -> None:
    f = Parade(game, r1="0901", m1="0901", t1="0803")
    assert {"end", "move m1 0901-0902"} <= f.orders()
    f.play("move m1 0901-0902")
    f.play("end")
    assert f.state.phase == "combat"
    assert [f.where(id_) for id_ in ("r1", "m1", "t1")] == ["0901", "0902", "0803"]


@rule("pincher", "11.2-complete", "11.2-noredo", "11.5-end")
@rule("sandown", "11.2-complete", "11.2-noredo", "11.5-end")
@BOTH
def test_a_finished_move_is_neither_continued_nor_changed(game: str) -> None:
    f = Parade(game, m1="0901", t1="0803")
    f.play("move m1 0901-0902")
    f.refused("move m1 0902-0903", "11.2-noredo")
    f.refused("move m1 0902-0901", "11.2-noredo")
    f.play("move t1 0803-0703")
    f.refused("move m1 0902-0903", "11.2-noredo")
    assert not [text for text in f.orders() if text.startswith(("move m1", "move t1"))]


@rule("pincher", "11.3-nomin")
@rule("sandown", "11.3-nomin")
@BOTH
def test_no_minimum_move(game: str) -> None:
    """Out of one zone of Berlin's garrison into another and up a mountain: 5 points, and r1 has 4."""
    f = Parade(game, r1="0903", m1="0903", b1="0902")
    assert f.cost("m1", "1003") == 5
    assert f.cost("r1", "1003") is None
    assert "has 4" in f.refused("move r1 0903-1003", "11.3-nomin")


@rule("pincher", "11.3-enemy")
@rule("sandown", "11.3-enemy")
@BOTH
def test_hexes_with_enemies_are_neither_entered_nor_passed(game: str) -> None:
    f = Parade(game, t1="0901", u1="0902")
    f.refused("move t1 0901-0902", "11.3-enemy")
    f.refused("move t1 0901-0902-0803", "11.3-enemy")
    f.state.disrupted = f.bit("u1")
    changed(f.state)
    assert f.cost("t1", "0903") == 3  # round by 0802 and 0803


# -- stacks ---------------------------------------------------------------------------------------


@rule("pincher", "11.4")
@rule("sandown", "11.4")
@BOTH
def test_units_move_together_from_one_hex_only(game: str) -> None:
    f = Parade(game, m1="0901", m2="0901", r1="0901", t1="0802")
    f.refused("move m1,t1 0901-0902", "11.4")
    f.play("move m1,m2 0901-0902")
    assert f.where("m1") == f.where("m2") == "0902"
    f.play("move r1 0901-0802")  # units need not move together
    f.refused("move r1,t1 0802-0803", "11.2-noredo")
    f = Parade(game, m1="reserve", m2="reserve")
    f.refused("enter m1,m2 1206", "11.4")


@rule("pincher", "11.4")
@rule("sandown", "11.4")
@BOTH
def test_a_stack_moves_at_the_pace_of_its_slowest(game: str) -> None:
    f = Parade(game, t1="0901", r1="0901")
    f.refused("move t1,r1 0901-0906", "11.3-nomin")
    f.play("move t1,r1 0901-0905")


@rule("pincher", "11.5-split")
@rule("sandown", "11.5-split")
@BOTH
def test_a_stack_may_drop_units_off_on_its_way(game: str) -> None:
    """m1 stays in 0902, m2 in 0903, t1 goes on to 0904: each pays what it would have paid with the others."""
    f = Parade(game, m1="0901", m2="0901", t1="0901")
    f.play("move m1 0901-0902")
    f.play("move m2 0901-0902-0903")
    f.play("move t1 0901-0902-0903-0904")
    assert [f.where(id_) for id_ in ("m1", "m2", "t1")] == ["0902", "0903", "0904"]


# -- what a move does -----------------------------------------------------------------------------


@BOTH
def test_every_hex_of_the_path_changes_control(game: str) -> None:
    f = Parade(game, t1="0703")
    assert f.controls(ALLIED, "0603")
    events = f.play("move t1 0703-0603-0502-0501")
    assert all(f.controls(SOVIET, label) for label in ("0603", "0502", "0501"))
    assert f.controls(ALLIED, "0602")
    assert kinds(events) == ["moved", "captured"]
    assert only(events, CityCaptured).city == "Furt"


@BOTH
def test_a_move_counts_as_an_operation(game: str) -> None:
    f = Parade(game, t1="0703")
    f.play("move t1 0703-0702")
    assert f.state.operations == 1


@pytest.mark.parametrize("phase", ["soviet movement", "allied movement"])
@BOTH
def test_listed_moves_are_all_the_single_moves_there_are(game: str, phase: str) -> None:
    """Every unit with every verb to every hex: check and list agree."""
    at = {"t1": "0803", "m1": "0703", "a1": "0904", "h1": "0908", "e1": "0806", "p1": "reserve"}
    f = Parade(game, phase, **at, u1="0404", u3="0204", i1="0407", y1="0707", s1="0506", o1="0603", b1="0902")
    f.state.air = [SOVIET]
    f.state.markers = f.scenario.grid.mask(["0705"])
    side, labels = f.state.side, [label for label in f.scenario.grid.labels if label]
    verbs = ("move", "column", "enter", "sea")
    written = [f.order(text) for text in f.orders() if text.split()[0] in verbs]
    assert all(move_legality.check_move(f.state, side, order) is None for order in written)
    listed = {(order.verb, order.units[0], order.path[-1]) for order in written}
    for unit in [c.id for c in f.scenario.counters]:
        place = f.where(unit)
        for verb in verbs:
            for to in labels:
                from_ = f"{place}-" if verb == "sea" and place.isdigit() else ""
                text = f"{verb} {unit} {from_}{to}"
                legal = move_legality.check_move(f.state, side, f.order(text)) is None
                if verb == "column" and legal:
                    plain = "move" if place.isdigit() else "enter"
                    assert ((verb, unit, to) in listed) != ((plain, unit, to) in listed), text
                else:
                    assert legal == ((verb, unit, to) in listed), text


@pytest.mark.parametrize("scenario", ["pincher/campaign", "sandown/campaign"])
def test_certainly_movable_units_can_move(scenario: str) -> None:
    """On the way through a game of random orders, unit by unit."""
    game, source = grognard.new(scenario, seed=11), random.Random(5)
    looked = 0
    while looked < 40 and not game.over:
        state = game.state
        assert isinstance(state, Sww3State)
        if state.phase == "movement" and not state.questions:
            looked += 1
            reserve = moves.waiting(state, state.side)
            able = [c for c in bits(able_to_move(state, state.side)) if moves.move_orders(state, c)]
            assert moves.movable(state, state.side) == mask_of(able) | reserve
            assert all(moves.destinations(state, c) for c in bits(reserve))
        game.play(random_order(game, source))
    assert looked == 40


@rule("pincher", "3.10-switch")
@BOTH
def test_an_allied_unit_that_passes_an_enemy_city_captures_it(game: str) -> None:
    f = Parade(game, "allied movement", u1="0602")
    f.hold(SOVIET, "0603")  # a city
    captured = only(f.play("move u1 0602-0603-0604"), CityCaptured)
    assert captured.hexes == ("0603",)
    assert f.controls(ALLIED, "0603")


@rule("pincher", "11.1-mp")
@rule("sandown", "11.1-mp")
@BOTH
def test_reach_is_that_of_units_that_can_still_move(game: str) -> None:
    f = Parade(game, m1="0901", m2="0901")
    first = rules.reach(f.state, ["m1"])
    assert first[f.hex("0904")] == 3
    assert rules.reach(f.state, ["m1", "m2"]) == first
    f.play("move m2 0901-0902")
    assert rules.reach(f.state, ["m2"]) == {}
    assert rules.reach(f.state, ["m1", "m2"]) == {}


def test_the_account_of_a_move_is_headed_by_the_order() -> None:
    f = Parade("pincher", m1="0901")
    assert moves.explain_move(f.state, f.order("move m1 0901-0902")).title == "move m1 0901-0902"
