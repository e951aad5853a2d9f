"""The example game of the documentation: played by every computer player, replayed, explained, and served."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import grognard
from grognard.ai.players import KINDS, play_out, player
from grognard.cli import main
from grognard.core.play.game import Game
from grognard.core.play.record import write_record
from grognard.games import refresh
from tests.examples import EXAMPLE, install_example

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the example."""
    for folder in install_example(tmp_path_factory.mktemp("site") / "packages"):
        monkeypatch.syspath_prepend(folder)
    refresh()
    yield
    refresh()


def started(*orders: str) -> Game:
    game = grognard.new("bridgehead/crossing", seed=1)
    for order in orders:
        game.play(order)
    return game


def test_the_example_is_listed_and_sound(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "bridgehead"]) == 0
    assert "bridgehead/crossing" in capsys.readouterr().out
    data = EXAMPLE / "bridgehead" / "data"
    files = [*data.glob("*.toml"), *data.glob("scenarios/*.toml")]
    assert all(main(["check", str(file)]) == 0 for file in files)


def test_movement_and_stacking() -> None:
    game = started()
    assert game.reach("n3")["0603"] == 2.0
    refusal = game.check("move n1 0401")
    assert refusal is not None and refusal.rule == "3.1"
    assert refusal.reason.startswith("move n1 0401 is not legal now; legal orders: move n1 0201, ")
    assert [str(event) for event in game.play("move n1 0302")] == ["n1 moves 0301-0302"]
    assert game.check("move n1 0301") is not None


def test_units_stop_in_enemy_zones_of_control() -> None:
    game = started()
    assert "0504" in game.zoc("south") and game.reach("n3")["0504"] == 3.0
    assert "0405" not in game.reach("n3"), "one hex further would cost 4 of 5 points"


def test_odds_are_exact_and_cite_their_rule() -> None:
    game = started("move n3 0403", "end")
    odds = game.preview("attack 0404 n3")
    assert odds.total == "+1" and {line.rule for line in odds.lines} == {"4.2"}
    assert odds.outcomes == {
        "no effect": pytest.approx(2 / 6),
        "defender retreats": pytest.approx(3 / 6),
        "defender eliminated": pytest.approx(1 / 6),
    }


def test_a_defeated_unit_is_asked_where_to_retreat() -> None:
    game = started("move n3 0403", "end")
    game.dice.script([4])
    game.play("attack 0404 n3")
    decision = game.choices("south")
    assert decision is not None and str(decision.sentence()) == "Retreat s1 from 0404."
    order = next(iter(game.orders()))
    (event,) = game.play(order)
    assert event.kind == "retreated" and event.units == ("s1",)
    assert game.to_act == "north", "the attacker's phase goes on"


@pytest.mark.parametrize("kind", KINDS)
def test_every_computer_player_finishes_it_and_the_record_replays(kind: str) -> None:
    game = started()
    result = play_out(game, {side: player(kind, seed=n, iterations=8) for n, side in enumerate(game.sides)})
    assert result.rule in ("1.1", "1.2")
    assert grognard.loads(write_record(game.record())).state.digest == game.state.digest


def test_the_guide_quotes_the_example_exactly() -> None:
    guide = (ROOT / "docs/add-a-game.md").read_text("utf-8")
    files = [*EXAMPLE.rglob("*.py"), *EXAMPLE.rglob("*.toml"), Path(__file__)]
    sources = [path.read_text("utf-8") for path in files]
    snippets = re.findall(r"```(?:python|toml)\n(.*?)```", guide, re.DOTALL)
    assert len(snippets) > 10
    for snippet in snippets:
        assert any(snippet in source for source in sources), snippet
