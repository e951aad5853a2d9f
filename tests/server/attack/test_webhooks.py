"""Webhooks reach nobody's private network, and nobody who answers slowly holds up the server."""

from __future__ import annotations

import asyncio
import socket
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from grognard.server.people.mail import Unreachable
from grognard.server.tables import notifications
from grognard.server.tables.notifications import _resolve, is_public
from tests.server.harness import Server

PRIVATE = [
    "127.0.0.1", "127.1.2.3", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1",
    "fe80::1", "fc00::1",
    "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::a00:1",
    "2002:7f00:1::", "2001:db8::1",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_and_those_that_stand_for_them(address: str) -> None:
    assert not is_public(address)


def test_public_addresses() -> None:
    assert is_public("93.184.215.14") and is_public("2606:2800:21f:cb07:6820:80da:af6b:8b2c")


@pytest.mark.parametrize("host", ["localhost", "127.1", "0x7f.1", "2130706433", "017700000001", "[::1]"])
def test_other_spellings_of_this_computer(host: str) -> None:
    with pytest.raises(Unreachable):
        asyncio.run(_resolve(host.strip("[]"), 80, private=False))


@pytest.mark.parametrize("host", ["a" * 64 + ".org", "a..org", ".", "x" * 400, "*", "-"])
def test_hosts_that_are_no_names(host: str) -> None:
    with pytest.raises(Unreachable):
        asyncio.run(_resolve(host, 80, private=False))


def test_slow_name_servers_hold_up_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads for the rules are few: none of them may wait for a stranger's name server."""
    answering, asked = threading.Event(), threading.Semaphore(0)
    ended: list[bool] = []

    def slow(*_: Any, **__: Any) -> Any:
        asked.release()
        answering.wait(60)
        ended.append(True)
        raise socket.gaierror

    names = SimpleNamespace(getaddrinfo=slow, SOCK_STREAM=socket.SOCK_STREAM)
    monkeypatch.setattr(notifications, "socket", names)
    with Server(tmp_path, notify_after=0.0, notify_every=0.0) as server:
        tables = [server.table() for _ in range(12)]  # more than there are threads
        for table in tables:
            table.put("/notify", "soviet", webhook="https://slow.example.org/")
            assert table.give("end", "soviet").status_code == 200
        for _ in range(4):
            assert asked.acquire(timeout=60)
        try:
            assert tables[0].ask("soviet", "every")["orders"]
            assert tables[1].now()["number"] == 1
            assert not ended, "the server waited for a name server"
        finally:
            answering.set()
