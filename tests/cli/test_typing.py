"""Completion, colours and redrawing at a real terminal."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import grognard
from grognard.cli.terminal.completion import Completer
from grognard.cli.terminal.terminal import Terminal
from tests.support import situation

pty = pytest.importorskip("pty")


@pytest.fixture
def completer() -> Completer:
    completer = Completer(["?", "help", "odds", "reach", "rules", "undo", "why", "zoc"])
    completer.look_at(grognard.new("strike-force-one/basic", seed=1), "soviet")
    return completer


def test_complete_legal_verbs_and_commands(completer: Completer) -> None:
    assert completer.words("") == ["?", "end", "help", "move", "odds", "reach", "rules", "undo", "why", "zoc"]
    assert completer.words("m") == ["move"]
    assert completer.words("r") == ["reach", "rules"]


def test_complete_counters_that_can_act(completer: Completer) -> None:
    assert completer.words("move ") == ["SA", "SB", "SD", "SE", "SG", "SV"]
    assert completer.words("move sb") == ["SB"]
    assert completer.words("reach S") == ["SA", "SB", "SD", "SE", "SG", "SV"]


def test_complete_hexes_in_reach(completer: Completer) -> None:
    game = grognard.new("strike-force-one/basic", seed=1)
    assert completer.words("move SA ") == sorted(game.reach("SA"))
    assert completer.words("why move SA 07") == [h for h in sorted(game.reach("SA")) if h.startswith("07")]
    assert completer.words("move SA 0801-07") == [
        "0801-0701",
        "0801-0702",
        "0801-0703",
        "0801-0704",
        "0801-0705",
    ]
    assert completer.words("move SB 0706; move SA 0401")[0] == "0401"


def test_complete_sides_and_rules(completer: Completer) -> None:
    assert completer.words("zoc ") == ["soviet", "us"]
    assert completer.words("rules 8.3-all-s") == ["8.3-all-stop"]


def test_complete_attacks() -> None:
    completer = Completer([])
    completer.look_at(situation("expert-standard", "soviet combat", SA="0605", SB="0604", Z="0505"), "soviet")
    assert completer.words("attack ") == ["0505"]
    assert completer.words("attack 0505 ") == ["SA", "SA,SB", "SB"]
    assert completer.words("odds 0505 SA") == ["SA", "SA,SB"]
    assert completer.words("odds attack 0505 SA,") == ["SA,SB"]


def test_completion_follows_the_game(completer: Completer) -> None:
    game = grognard.new("strike-force-one/basic", seed=1)
    completer.look_at(game, "soviet")
    completer.words("move ")
    game.play("move SA 0701")
    assert "SA" not in completer.words("move ")
    game.undo()
    game.play("move SB 0706")
    assert completer.words("move S")[:2] == ["SA", "SD"]


def test_wrap_ignores_escape_codes() -> None:
    term = Terminal(width=20, colour=True)
    painted = term.paint("four words in bold", "bold")
    lines = term.wrap(f"{painted} and some more", "> ").split("\n")
    assert lines == ["> \x1b[1mfour words in bold\x1b[0m", "  and some more"]
    assert Terminal(width=20).wrap("a" * 30, "> ") == "> " + "a" * 30


def test_wrap_breaks_a_long_path_at_its_hyphens() -> None:
    assert Terminal(width=20).wrap("SA moves 0101-0102-0103-0104-0105", "> ") == (
        "> SA moves 0101-\n  0102-0103-0104-\n  0105"
    )
    assert Terminal(width=20).wrap("SA moves 0101-0102", "> ") == "> SA moves 0101-0102"


def test_no_escape_codes_without_colour() -> None:
    assert Terminal().paint("text", "bold") == "text"
    assert Terminal().chip("US", "#000000", "#ffffff") == "US"


def test_thinking_message_is_erased_and_not_sent_to_a_pipe(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with Terminal(colour=True).waiting("NATO is thinking"):
        assert "NATO is thinking" in capsys.readouterr().out
    assert capsys.readouterr().out == "\r\x1b[K"
    with Terminal().waiting("NATO is thinking"):
        assert capsys.readouterr().out == ""


def test_ascii_only(capsys: pytest.CaptureFixture[str]) -> None:
    Terminal(ascii_only=True).say("А — ★ …")
    assert capsys.readouterr().out == "? - @ ...\n"


class Shell:
    """The command in a real terminal of 80 columns."""

    def __init__(self, folder: Path, *words: str, lines: int = 24, **environment: str) -> None:
        ours, theirs = pty.openpty()
        env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": str(lines), **environment}
        env |= {"XDG_STATE_HOME": str(folder / "state")}
        for name in {"NO_COLOR", "COLORTERM", "TMUX"} - environment.keys():
            env.pop(name, None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "grognard", *words],
            stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, env=env, start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self.handle = ours
        self.seen = ""

    def until(self, text: str, seconds: float = 60) -> str:
        """Wait for some text, and return the screen up to it; the next call continues after it."""
        end = time.monotonic() + seconds
        while text not in self.seen and time.monotonic() < end:
            if select.select([self.handle], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.handle, 65536).decode("utf-8", "replace")
                except OSError:
                    break
        assert text in self.seen, self.seen[-2000:]
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def type(self, keys: str) -> None:
        os.write(self.handle, keys.encode())

    def interrupt(self, text: str) -> None:
        """Press Ctrl-C until there is a response: readline misses one that comes with its prompt."""
        for _ in range(30):
            self.process.send_signal(signal.SIGINT)
            if select.select([self.handle], [], [], 2)[0]:
                break
        self.until(text)

    def __enter__(self) -> Shell:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.handle)


def test_real_terminal(here: Path) -> None:
    with Shell(here, "play", "sfo/basic", "--us", "human", "--soviet", "human", lines=60) as shell:
        screen = shell.until("soviet> ")
        assert "\x1b[" in screen and "48;5;" in screen and "48;2;" not in screen
        shell.type("mo\tSA 070\t\t")
        shell.until("0701")
        shell.type("1\n")
        screen = shell.until("SA moves 0801-0701")
        assert "turn 1 of 4" in screen  # a tall terminal is redrawn after every order
        shell.until("soviet> ")
        shell.interrupt("grognard play ")
        assert shell.process.wait(60) == 130
    (saved,) = (here / "state" / "grognard").iterdir()
    assert len(grognard.load(saved).history) == 1


def test_real_terminal_without_colour(here: Path) -> None:
    with Shell(here, "play", "sfo/basic", NO_COLOR="1") as shell:
        screen = shell.until("soviet> ")
        assert "\x1b[" not in screen.replace("\x1b[?2004h", "")  # printed by readline
        shell.type("\x04")
        shell.until("End of input.")
        assert shell.process.wait(60) == 0
