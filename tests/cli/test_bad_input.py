"""Invalid input gives one line on standard error and exit status 2, and changes no file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Cli

CASES = [
    "frob",
    "show",
    "show missing.record",
    "show .",
    "show binary.record",
    "show other.record",
    "show newer.record",
    "show edited.record",
    "show empty.record",
    "show game.record --side red",
    "show game.record --at 99",
    "show game.record --at -1",
    "show game.record --at x",
    "orders missing.record",
    "orders game.record --actor QQ",
    "orders game.record --side red",
    "order missing.record end",
    "order newer.record end",
    "order edited.record end",
    "order game.record end --side red",
    "replay missing.record",
    "replay game.record --side red",
    "check missing.record",
    "check newer.record",
    "check other.record",
    "check broken.toml",
    "check strange.toml",
    "new strike-force-one/nope -o new.record",
    "new nope/basic -o new.record",
    "new strike-force-one -o new.record",
    "new sfo/basic -o game.record",
    "new sfo/basic -o no/such/folder.record",
    "new sfo/basic",
    "new sfo/basic --option night -o new.record",
    "new sfo/expert-standard --option night=maybe -o new.record",
    "new sfo/expert-standard --option event-draw=cards -o new.record",
    "map nope/basic",
    "map sfo/nope",
    "map sfo/basic -o map.gif",
    "map sfo/basic -o no/such/map.svg",
    "map sfo/basic -o no/such/map.png",
    "rules nope",
    "rules sfo --coverage --tests nowhere",
    "games nope",
    "play nope/basic",
    "play sfo/nope",
    "play no/such.record",
    "play newer.record",
    "play sfo/basic --us genius",
    "play sfo/basic --us",
    "play sfo/basic --player red=human",
    "play sfo/basic --red human",
    "play sfo/basic --record game.record",
    "play sfo/basic --seconds 0",
    "play game.record --seed 3",
    "sim sfo/basic --nope",
    "sim nope/basic --quiet",
]


@pytest.fixture
def files(record: str, here: Path) -> dict[str, str]:
    text = (here / record).read_text()
    (here / "binary.record").write_bytes(b"\xff\xfe\x00")
    (here / "other.record").write_text("hello\n")
    (here / "empty.record").write_text("")
    (here / "newer.record").write_text(text.replace("grognard record 1", "grognard record 99", 1))
    (here / "edited.record").write_text(text.replace("0801-0701", "0801-0702"))
    (here / "broken.toml").write_text("title = \n")
    (here / "strange.toml").write_text("colour = 3\n")
    return _all(here)


def _all(folder: Path) -> dict[str, str]:
    return {path.name: path.read_bytes().hex() for path in folder.iterdir()}


@pytest.mark.parametrize("words", CASES)
def test_invalid_input_is_refused_in_one_line(
    cli: Cli, here: Path, files: dict[str, str], words: str
) -> None:
    answer = cli(*words.split())
    assert answer.status == 2
    assert answer.out == ""
    assert answer.err.startswith("grognard: ") and answer.err.count("\n") == 1
    assert "Traceback" not in answer.err
    assert _all(here) == files


@pytest.mark.parametrize(
    ("words", "helpful"),
    [
        ("new strike-force-one/nope -o x", "strike-force-one/basic"),
        ("new nope/basic -o x", "there are: strike-force-one"),
        ("show newer.record", "made by a newer Grognard (version 99"),
        ("show edited.record", "line 7"),
        ("show missing.record", "no such file"),
        ("play sfo/basic --us genius", "human, recruit, regular, veteran, general"),
        ("play sfo/basic --player red=human", "sides: soviet, us"),
        ("show game.record --side red", "sides: soviet, us"),
        ("new sfo/expert-standard --option night=maybe -o x", "on or off"),
        ("frob", "'games'"),
    ],
)
def test_error_message_suggests_a_fix(cli: Cli, files: dict[str, str], words: str, helpful: str) -> None:
    assert helpful in cli(*words.split()).err


def denied(*_: object, **__: object) -> None:
    raise PermissionError(13, "Permission denied")


def test_unreadable_file(cli: Cli, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "read_text", denied)
    answer = cli("show", record)
    assert (answer.status, answer.err) == (2, "grognard: game.record: permission denied\n")


def test_unwritable_folder(cli: Cli, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = Path(record).read_text()
    monkeypatch.setattr("tempfile.mkstemp", denied)
    answer = cli("order", record, "end")
    assert (answer.status, answer.err) == (2, "grognard: game.record: cannot write here: Permission denied\n")
    assert Path(record).read_text() == before
    assert cli("new", "sfo/basic", "-o", "new.record").status == 2


def test_invalid_input_in_a_real_shell(files: dict[str, str], here: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "grognard", "show", "newer.record"],
        capture_output=True, text=True, check=False, cwd=here,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1


def test_closed_pipe_is_not_an_error(here: Path) -> None:
    command = f"{sys.executable} -m grognard rules sfo | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, cwd=here)
    assert done.stdout.startswith("1 ")
    assert done.stderr == ""


def test_terminal_without_unicode(record: str, here: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "grognard", "show", record],
        capture_output=True, check=False, cwd=here, env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert b"[SA]*" in done.stdout
