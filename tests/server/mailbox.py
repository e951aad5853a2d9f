"""A mail server that records messages."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from typing import Any

from aiosmtpd.controller import Controller

from grognard.server.settings import Smtp
from tests.server.harness import until


class Mailbox:
    """The messages that were sent."""

    def __init__(self) -> None:
        self.heard: list[tuple[list[str], Any]] = []
        self.smtp = Smtp(host="127.0.0.1")

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        self.heard.append((envelope.rcpt_tos, message_from_bytes(envelope.content)))
        return "250 OK"

    def next(self, number: int) -> tuple[list[str], Any, str]:
        """Wait for the message with a number (from 1); return its recipients, itself and its text."""
        until(lambda: len(self.heard) >= number)
        to, mail = self.heard[number - 1]
        return to, mail, mail.get_payload(decode=True).decode()


def token_in(text: str, page: str) -> str:
    """Return the token in a link of an email."""
    found = re.search(rf"/#/email/{page}/(\S+)", text)
    assert found, text
    return found[1]


@contextmanager
def mailbox() -> Iterator[Mailbox]:
    """Run a mail server."""
    box = Mailbox()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    box.smtp = Smtp(host="127.0.0.1", port=port, sender="g@example.org", start_tls=False)
    try:
        yield box
    finally:
        controller.stop()
