"""Run the server: options, settings files and errors."""

from __future__ import annotations

import builtins
import logging
import socket
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import grognard.server
from grognard.core.errors import GrognardError
from grognard.server import run
from grognard.server.run import is_grognard, listen, set_up_logs, settings_from
from grognard.server.settings import Limits, Settings, Smtp
from tests.server.harness import Server


def test_settings_from_options(tmp_path: Path) -> None:
    settings = settings_from({"data": str(tmp_path), "port": 0, "host": None, "limits": {"burst": 7}})
    assert settings == Settings(data=tmp_path, port=0, limits=Limits(burst=7))
    assert settings_from({}).data.name == "grognard"


def test_options_take_precedence_over_a_settings_file(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text(
        f'data = "{tmp_path}"\nport = 9000\npublic-url = "https://play.example"\n'
        '[smtp]\nhost = "mail.example"\npassword = "secret"\n'
    )
    settings = settings_from({"settings": str(file), "port": 9001})
    assert settings.port == 9001 and settings.public_url == "https://play.example"
    assert settings.smtp == Smtp(host="mail.example", password="secret")


@pytest.mark.parametrize(
    "options", [{"colour": "red"}, {"port": "eight"}, {"smtp": {"port": 25}}, {"settings": "none.toml"}]
)
def test_invalid_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(GrognardError) as error:
        settings_from(options)
    assert "`" not in str(error.value) and "$" not in str(error.value)


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"port": 70_000}, "port: must be a whole number from 0 to 65535, not 70000"),
        ({"data": 5}, "data: must be a path in quotes, not 5"),
        ({"colour": "red"}, "colour: unknown key"),
        ({"smtp": {"port": 25}}, "smtp.host: missing"),
        ({"workers": -1}, "workers: must be a whole number of at least 0, not -1"),
        ({"seconds": 0}, "seconds: must be a number greater than 0, not 0"),
        ({"limits": {"requests": "x"}}, "limits.requests: must be a number greater than 0"),
        ({"limits": {"body": -1}}, "limits.body: must be a whole number of at least 1"),
    ],
)
def test_wrong_option_is_named(options: dict[str, Any], fault: str) -> None:
    with pytest.raises(GrognardError) as error:
        settings_from(options)
    assert str(error.value).startswith(f"invalid server settings: {fault}")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("prot = 9000", 'line 2: prot: unknown key; did you mean "port"'),
        ("port = 'x'", "line 2: port: must be a whole number from 0 to 65535"),
        ("[smtp]\nhots = 'mail'", 'line 3: smtp.hots: unknown key; did you mean "host"'),
        ("public-url = 3", "line 2: public-url: must be text in quotes"),
        ("data = 3", "line 2: data: must be a path in quotes, not 3"),
        ("workers = -1", "line 2: workers: must be a whole number of at least 0"),
        ("seconds = nan", "line 2: seconds: must be a number greater than 0"),
    ],
)
def test_errors_in_a_settings_file_name_line_and_key(tmp_path: Path, line: str, fault: str) -> None:
    file = tmp_path / "server.toml"
    file.write_text(f"# the club\n{line}\n")
    with pytest.raises(GrognardError, match=fault):
        settings_from({"settings": str(file)})


def test_port_in_use_is_reported(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(GrognardError, match=f"cannot listen on 127.0.0.1 port {port}"):
            listen(Settings(data=tmp_path, port=port))


def test_missing_packages_are_reported_with_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    true_import = builtins.__import__

    def no_import(name: str, *rest: Any) -> Any:
        if name == "grognard.server.run":
            raise ModuleNotFoundError(name="uvicorn")
        return true_import(name, *rest)

    monkeypatch.setattr(builtins, "__import__", no_import)
    with pytest.raises(GrognardError, match=r"uvicorn.*pip install .*\[server\]"):
        grognard.server.serve()


def test_browser_opens_once_the_server_has_started(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(webbrowser, "open", shown.append)

    class Started:
        started, should_exit = True, False

    run._open_when_started(Started(), "http://localhost:1")  # type: ignore[arg-type]
    assert shown == ["http://localhost:1"]


def test_second_start_opens_the_running_server(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loggers: None
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(webbrowser, "open", shown.append)
    assert grognard.server.serve(data=str(tmp_path), port=server.port, open_browser=True) == 0
    assert shown == [f"http://localhost:{server.port}"]
    with pytest.raises(GrognardError, match="cannot listen"):
        grognard.server.serve(data=str(tmp_path), port=server.port)


def test_other_programs_are_not_taken_for_grognard(tmp_path: Path) -> None:
    assert not is_grognard(Settings(data=tmp_path, port=1))


@pytest.fixture
def loggers() -> Iterator[None]:
    names = ("grognard.server", "uvicorn.error")
    before = {name: (logging.getLogger(name).handlers, logging.getLogger(name).propagate) for name in names}
    yield
    for name, (handlers, propagate) in before.items():
        logging.getLogger(name).handlers, logging.getLogger(name).propagate = handlers, propagate


def test_log_lines(capsys: pytest.CaptureFixture[str], loggers: None) -> None:
    set_up_logs()
    logging.getLogger("grognard.server").info("new game=%s", "abc")
    line = capsys.readouterr().err
    assert line.endswith("Z INFO new game=abc\n") and line.startswith("20")
    logging.getLogger("grognard.server").info("GET %s", "/x\nfake line\x1b[2J")
    assert capsys.readouterr().err.endswith("GET /x?fake line?[2J\n")
