"""Undo: an order that was undone leaves no trace."""

from __future__ import annotations

import pytest

import grognard
from grognard.core.errors import GrognardError
from grognard.core.play.game import Game
from grognard.core.play.record import write_record

MOVES = ("move SA 0801-0701", "move SB 0806-0706", "end")


def new() -> Game:
    return grognard.new("strike-force-one/basic", seed=7)


def test_undone_orders_are_not_in_the_record() -> None:
    game = new()
    records = [write_record(game.record())]
    for order in (*MOVES, "end", "end", "end", "move SA 0701-0601"):  # into the second turn
        game.play(order)
        records.append(write_record(game.record()))
    assert game.turn == 2
    for record in records[-2::-1]:
        assert game.can_undo
        game.undo()
        assert write_record(game.record()) == record
    assert game == new() and not game.can_undo
    for order in (*MOVES, "end", "end", "end", "move SA 0701-0601"):
        game.play(order)
    assert write_record(game.record()) == records[-1], "the same game again is the same record"


def test_several_orders_are_undone_at_once() -> None:
    game = new()
    for order in MOVES:
        game.play(order)
    assert game.undo(2) == MOVES[1] and [step.order for step in game.history] == [MOVES[0]]
    assert (game.unit("SA").at, game.unit("SB").at) == ("0701", "0806")
    for count, most in ((0, "1 order"), (2, "1 order"), (-1, "1 order")):
        with pytest.raises(GrognardError, match=f"cannot undo {count} orders; {most} can be undone"):
            game.undo(count)
    assert game.undo(1) == MOVES[0]
    with pytest.raises(GrognardError, match="cannot undo: no orders"):
        game.undo()


def test_dice_cannot_be_undone() -> None:
    game = grognard.new("strike-force-one/expert-standard", seed=7)
    game.play("roll")
    assert not game.can_undo
    with pytest.raises(GrognardError, match="cannot undo: dice were rolled or something was revealed"):
        game.undo()
    assert len(game.history) == 1


def test_copies_of_a_game_are_undone_separately() -> None:
    game = new()
    game.play(MOVES[0])
    copy = game.copy()
    copy.undo()
    copy.play("move SA 0801-0802")
    assert (copy.unit("SA").at, game.unit("SA").at) == ("0802", "0701")
    game.undo()
    assert game == new() and copy.history[0].order == "move SA 0801-0802"


def test_undo_in_a_game_whose_seed_is_withheld() -> None:
    """New dice come from a new seed, from the first order that is played again."""
    game = new()
    for order in MOVES:
        game.play(order)
    again = grognard.loads(write_record(game.record(with_seed=False)))
    assert again.record().seed_from == 4
    assert again.undo() == MOVES[2] and again.record().seed_from == 3
    again.play(MOVES[2])
    assert again.record().seed_from == 3
    assert again.undo(3) == MOVES[0] and again.record().seed_from == 1
    assert grognard.loads(write_record(again.record())) == again


def test_knowledge_is_renewed_after_undo() -> None:
    game = new()
    before = game.state_as_seen_by("us").digest
    game.play(MOVES[0])
    assert game.state_as_seen_by("us").digest == game.state.digest != before
    game.undo()
    assert game.state_as_seen_by("us").digest == game.state.digest == before
