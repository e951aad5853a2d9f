"""The ladder of players and the tuning of intentions."""

from __future__ import annotations

import pytest

import grognard
from grognard.ai.players import chosen_orders
from grognard.cli.dispatch import run
from grognard.core.contract.intentions import PLAIN, Intention
from grognard.core.errors import GrognardError
from grognard.core.files.files import parse_as
from grognard.games.kit.advice.intention_book import Chapter
from grognard.sim.bots import BOTS
from grognard.sim.run_game import computer_player
from grognard.sim.strength.ladder import Cell, ladder, table
from grognard.sim.strength.tune import Candidate, in_toml, intentions_of, tune
from grognard.sim.study import PlayerSpec, derive

TABRIZ = "sandown/tabriz-and-erzurum"


def test_a_pair_plays_both_sides_and_repeats_its_games() -> None:
    first, second = (
        ladder(["strike-force-one/basic"], [("random", "greedy")], games=2, seed=9) for _ in range(2)
    )
    assert [(cell.side, cell.games) for cell in first] == [("soviet", 2), ("us", 2)]
    assert [cell.points for cell in first] == [cell.points for cell in second]
    assert sum(cell.points for cell in first) < 2  # random does not beat greedy
    assert table(first).count("\n") == 3


def test_open_must_haves_are_counted() -> None:
    """A staff without guards leaves Tabriz open; one that guards it does not."""
    cells = ladder([TABRIZ], [("planner-1", "raider")], games=2, seed=1)
    guarded = ladder([TABRIZ], [("planner", "raider")], games=2, seed=1)
    assert sum(cell.exposed for cell in guarded) == 0
    assert sum(cell.exposed for cell in cells) > 0


@pytest.mark.parametrize("name", BOTS)
def test_bots_play_whole_games(name: str) -> None:
    """They know no game, so they play any; and they are better than chance."""
    cells = ladder(["nuremberg/border-battle", "strike-force-one/basic"], [(name, "random")], games=1, seed=1)
    assert [cell.games for cell in cells] == [1, 1, 1, 1]
    assert sum(cell.points for cell in cells) > 2


def test_no_probe_leaves_a_town_open() -> None:
    """On the last turn of this game two units left Marktredwitz by a probe, and the raider walked in."""
    game = grognard.new("nuremberg/border-battle", seed=70003)
    players = {
        side: computer_player(PlayerSpec.parse(name), derive(70003, side))
        for side, name in (("pact", "planner"), ("nato", "raider"))
    }
    marktredwitz = game.scenario.board.grid.label(game.scenario.board.places["Marktredwitz"].hex)
    for side, order in chosen_orders(game, players):
        held = {unit.at for unit in game.view().units if unit.side == "pact"}
        game.play(order, side)
        if side == "pact" and order.verb == "probe" and marktredwitz in held:
            assert marktredwitz in {unit.at for unit in game.view().units if unit.side == "pact"}
    assert game.turn == 3


def test_tuning_drops_the_worse_half() -> None:
    good, bad = Intention("go forward", scale={"forward": 3.0}), Intention("no", scale={"least": 99.0})
    found = tune(TABRIZ, "un", [bad, good], ["planner-1"], games=2, rounds=2, seed=3)
    assert [candidate.games for candidate in found] == [4, 2]


def test_variations_change_only_the_named_numbers() -> None:
    stock, *varied = intentions_of(TABRIZ, "un", ["forward", "least"], 5, seed=1)
    varied = varied[-5:]
    assert all(set(v.scale) <= {"forward", "least"} for v in varied)
    assert all(v.raids == stock.raids and v != stock for v in varied)
    with pytest.raises(GrognardError, match="no side 'nato'"):
        intentions_of(TABRIZ, "nato", (), 0, seed=1)


def test_the_result_can_be_put_into_a_book() -> None:
    rich = Intention("hold", guards="all", strong=True, effort=("1234", "4321"), scale={"least": 2.0})
    text = in_toml([Candidate(rich, 3.0, 4), Candidate(PLAIN, 1.0, 4)])
    chapter = parse_as(f'scenario = "x"\nside = "y"\n{text}', "book.toml", Chapter)
    assert chapter.intention == (rich, PLAIN)
    assert "75.0%" in text


def test_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ladder", "strike-force-one/basic", "--pair", "random,greedy", "--games", "1"]) == 0
    assert "`random` | `greedy` | 2 |" in capsys.readouterr().out
    assert run(["ladder", "strike-force-one/basic", "--pair", "random", "--games", "1"]) == 2
    assert "give two players" in capsys.readouterr().err
    assert run(["ladder", "strike-force-one/basic", "--pair", "random,greedy", "--games", "0"]) == 2


def test_an_empty_cell_has_no_rate() -> None:
    assert str(Cell(scenario="x", side="y", player="a", opponent="b").rate) == "-"
