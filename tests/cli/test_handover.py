"""Hot-seat games with secrets at the terminal: no player sees what the other did."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import grognard
from grognard.games import definition_of
from tests import fog
from tests.cli.conftest import Cli
from tests.games.nuremberg.moments import ATTACK, moment

BOTH = ("--us", "human", "--soviet", "human")
SOVIETS = "Pass the screen to the Soviet player."
AMERICANS = "Pass the screen to the US player."


@pytest.fixture
def foggy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Strike Force One with secret moves."""
    fog.descend(monkeypatch.setattr)
    game = definition_of("sfo").scenarios("basic", {}).game
    msgspec.structs.force_setattr(game, "secrets", True)
    yield
    msgspec.structs.force_setattr(game, "secrets", False)


def test_next_player_sees_only_visible_events(cli: Cli, foggy: None) -> None:
    answer = cli("play", "sfo/basic", "--seed", "7", *BOTH, typed="\nmove SB 0407\nend\nend\n\nlog\n")
    before, after = answer.out.split(AMERICANS)
    assert before.count(SOVIETS) == 1 and before.index(SOVIETS) < before.index("soviet>")
    assert "SB moves" in before
    assert "SB" not in after


def test_no_undo_of_the_other_players_secret_order(cli: Cli, foggy: None) -> None:
    typed = "\nmove SB 0407\nend\nend\n\nundo\n"
    answer = cli("play", "sfo/basic", "--seed", "7", *BOTH, typed=typed)
    assert "cannot undo: the last order was not yours" in answer.out
    assert "Undone" not in answer.out


def test_secret_orders_of_the_computer_are_hidden(cli: Cli, foggy: None) -> None:
    answer = cli(
        "play", "sfo/basic", "--seed", "7", "--soviet", "random", "--us", "human", typed="reasons\nend\n"
    )
    assert "gave a secret order" in answer.out and AMERICANS not in answer.out
    assert "picked at random" in answer.out  # for orders that are not secret
    assert " moves " not in answer.out and "move S" not in answer.out


@pytest.mark.parametrize("words", [(), ("--json",), ("--side", "us")])
def test_replay_shows_only_visible_orders(cli: Cli, foggy: None, words: tuple[str, ...]) -> None:
    cli("new", "sfo/basic", "--seed", "7", "-o", "game.record")
    cli("order", "game.record", "move SA 0701")
    seen = cli("replay", "game.record", *words).out
    assert "soviet" in seen and "SA" not in seen
    assert "move SA 0801-0701" in cli("replay", "game.record", "--side", "soviet").out


def test_no_handover_without_secrets(cli: Cli, here: Path) -> None:
    answer = cli("play", "sfo/basic", "--seed", "7", *BOTH, typed="move SB 0407\nend\nend\n")
    assert "Pass the screen" not in answer.out
    assert grognard.new("sfo/basic").scenario.game.secrets is False


def test_secret_support_in_hot_seat(cli: Cli, here: Path) -> None:
    """The Pact player commits support, passes the screen, NATO commits, and both are revealed."""
    game = moment("pact combat")
    game.save("battle.record")
    typed = f"\n{ATTACK}\ncommit su-a1,su-h1\n\nlog\ncommit us-a1\n\n"
    answer = cli("play", "battle.record", "--pact", "human", "--nato", "human", typed=typed)
    pact, nato, again = answer.out.split("Pass the screen to the ")[1:]
    assert pact.startswith("Pact") and "commit su-a1,su-h1" in pact
    assert nato.startswith("NATO") and "Pact player has chosen support" in nato
    assert "commit Soviet" not in nato and "commit su" not in nato
    assert again.startswith("Pact") and "Pact player commits su-a1, su-h1" in again
