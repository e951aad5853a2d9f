"""The files in `deploy`: what they start can be started, and together it serves games."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml  # type: ignore[import-untyped]
from websockets import Origin
from websockets.sync.client import connect

from grognard.cli.parser import make_parser
from grognard.server.run import settings_from
from tests.server.harness import Live
from tests.server.processes import Process, free_port

DEPLOY = Path(__file__).parents[3] / "deploy"


def compose() -> dict[str, Any]:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    filled = text.replace("${POSTGRES_PASSWORD:?}", "secret").replace("${PUBLIC_URL:?}", "https://x.org")
    found: dict[str, Any] = yaml.safe_load(filled)
    return found


def test_compose_starts_commands_that_exist() -> None:
    services = compose()["services"]
    assert {"proxy", "server-1", "server-2", "worker-1", "worker-2", "database"} == set(services)
    for name in ("server-1", "server-2", "worker-1", "worker-2"):
        given = make_parser().parse_args(services[name]["command"])
        assert given.command == ("serve" if "server" in name else "worker")
        assert given.database == "postgresql://grognard:secret@database/grognard"
        assert services[name]["depends_on"]["database"]["condition"] == "service_healthy"
    upstream = re.findall(r"server (server-\d):8421", (DEPLOY / "nginx.conf").read_text(encoding="utf-8"))
    assert upstream == ["server-1", "server-2"] == sorted(services["proxy"]["depends_on"])
    volumes = {volume.partition(":")[0] for one in services.values() for volume in one.get("volumes", [])}
    assert {name for name in volumes if "/" not in name} == set(compose()["volumes"])


@pytest.mark.parametrize("unit", ["grognard-server@.service", "grognard-worker@.service"])
def test_units_start_commands_that_exist(unit: str, tmp_path: Path) -> None:
    text = (DEPLOY / "systemd" / unit).read_text(encoding="utf-8")
    (command,) = re.findall(r"^ExecStart=/opt/grognard/bin/grognard (.*)$", text, re.M)
    given = make_parser().parse_args(shlex.split(command.replace("%i", "8421")))
    assert str(given.settings) == "/etc/grognard/server.toml"
    settings = settings_from({"settings": str(DEPLOY / "systemd" / "server.toml"), "data": tmp_path})
    assert settings.public_url == "https://play.example.org" and settings.secure
    if shutil.which("systemd-analyze"):
        mine = tmp_path / unit
        mine.write_text(text.replace("/opt/grognard/bin/grognard", "/bin/true"), encoding="utf-8")
        found = subprocess.run(["systemd-analyze", "verify", mine], capture_output=True, check=False)
        assert unit.partition("@")[0] not in found.stderr.decode(), found.stderr


@contextlib.contextmanager
def proxy(folder: Path, servers: list[Process], port: int) -> Iterator[None]:
    """Run nginx with the file in `deploy`, for servers on this computer."""
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip("nginx is not installed (on Debian: apt install nginx)")
    text = (
        (DEPLOY / "nginx.conf").read_text(encoding="utf-8").replace("listen 80", f"listen 127.0.0.1:{port}")
    )
    for number, server in enumerate(servers, start=1):
        text = text.replace(f"server-{number}:8421", server.url.removeprefix("http://"))
    whole = f"pid {folder}/pid; error_log {folder}/log; events {{}} http {{ access_log off; {text} }}"
    (folder / "nginx.conf").write_text(whole, encoding="utf-8")
    command = [program, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as running:
        try:
            yield
        finally:
            running.send_signal(signal.SIGTERM)


def test_proxy_two_servers_and_two_workers(database: str, tmp_path: Path) -> None:
    """A game through the proxy, while one of the servers is killed and stays away."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    options: dict[str, Any] = {"database": database, "public_url": url, "seconds": 0.02}
    options["limits"] = {"local": 1000.0}
    with contextlib.ExitStack() as stack:
        servers = [stack.enter_context(Process(tmp_path, "server", **options, workers=0)) for _ in range(2)]
        for server in servers:
            server.wait()
        for _ in range(2):
            stack.enter_context(Process(tmp_path, "worker", **options))
        stack.enter_context(proxy(tmp_path, servers, port))
        client = stack.enter_context(httpx.Client(base_url=url, verify=False, timeout=60))
        _answers(client)
        assert client.get("/metrics").status_code == 403
        origin = {"origin": url}
        assert client.get("/api/catalogue", headers={"origin": "https://elsewhere.org"}).status_code == 403
        players = {"us": {"kind": "computer", "level": "random"}}
        wanted = {"scenario": "sfo/basic", "players": players}
        made = client.post("/api/games", json=wanted, headers=origin).json()
        game, seat = f"/api/games/{made['game']}", made["seats"]["soviet"]
        with connect(f"ws://127.0.0.1:{port}{game}/live", origin=Origin(url)) as socket:
            live = Live(socket)
            live.say("hello", seat=seat)
            now = live.hear("welcome")["now"]
            while "soviet" in now["view"]["to_act"]:  # then it is the computer's turn
                live.ask("order", order="end", expect=now["number"])
                now = client.get(game).json()
            number = now["number"]
        servers[0].end(signal.SIGKILL)
        head = {"authorization": f"Bearer {seat}"}
        end = time.monotonic() + 120
        while True:  # the computer moves, and the other server answers
            answer = client.get(game, headers=head)
            if answer.status_code == 200 and answer.json()["number"] > number:
                break
            assert time.monotonic() < end, answer.text
            time.sleep(0.1)


def _answers(client: httpx.Client) -> None:
    """Wait until the proxy answers."""
    end = time.monotonic() + 60
    while True:
        with contextlib.suppress(httpx.TransportError):
            if client.get("/ready").status_code == 200:
                return
        assert time.monotonic() < end, "the proxy does not answer"
        time.sleep(0.05)
