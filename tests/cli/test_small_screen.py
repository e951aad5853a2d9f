"""A screen of 80 columns and 24 lines, in every scenario: header, board, news and prompt fit it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import grognard
from grognard.cli.game_files import GameSaver
from grognard.cli.play.seats import Seats
from grognard.cli.play.session import Session
from grognard.cli.terminal.screen import focus
from grognard.cli.terminal.terminal import Terminal
from grognard.games import game_file, game_ids

WIDTH, HEIGHT = 80, 24
SCENARIOS = [f"{game}/{name}" for game in game_ids() for name in game_file(game).scenarios]
STEPS = 40


def session_of(scenario: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Session:
    """Return a session of two people at a small screen."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    game = grognard.new(scenario, seed=1)
    seats = Seats(dict.fromkeys(game.sides, "human"))
    session = Session(game, seats, GameSaver(), Terminal(WIDTH, HEIGHT, scrolls=True))
    session.lines.typed = True
    session.boards = "always"
    return session


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everything_that_matters_fits_the_screen(
    scenario: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = session_of(scenario, monkeypatch, tmp_path)
    source = random.Random(scenario)
    for _ in range(STEPS):
        game, side = session.game, session.game.to_act
        if side is None:
            break
        decision = game.choices(side)
        assert decision is not None
        capsys.readouterr()
        session.show_to(side)
        page = capsys.readouterr().out
        assert all(len(line) <= WIDTH for line in page.splitlines()), page
        screen = [*page.splitlines(), f"{side}> "][-HEIGHT:]
        assert any("turn " in line and "──" in line for line in screen), page
        prompt = "".join(str(decision.sentence()).split())
        assert prompt in "".join("".join(screen).split()), page
        centre = focus(game, game.view(side))
        if centre is not None:
            label = game.scenario.board.grid.label(centre)
            assert any(label in line for line in screen), page
        session.obey(str(decision.random_order(source)), side)


def test_full_standings_and_boxes_on_demand(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = session_of("sandown/campaign", monkeypatch, tmp_path)
    session.show_to(str(session.game.to_act))
    brief = capsys.readouterr().out
    session.obey("status", str(session.game.to_act))
    whole = capsys.readouterr().out
    title = session.game.view(str(session.game.to_act)).boxes[-1].title
    assert "(type status)" in brief and "(type status)" not in whole
    assert title.lower() in whole.lower()
