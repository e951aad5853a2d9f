"""Notifications: "your move" by webhook and email to absent players, with a minimum interval."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from urllib.parse import urlsplit

from sqlalchemy.exc import SQLAlchemyError

from grognard.core.errors import GrognardError
from grognard.server import schema
from grognard.server.errors import bad_request
from grognard.server.people.mail import Unreachable, is_address
from grognard.server.settings import Settings
from grognard.server.storage import games as stored_games
from grognard.server.storage.games import Seat
from grognard.server.tables.registry import Tables
from grognard.server.tables.table import Table

log = logging.getLogger("grognard.server")
_TRIES = (0.0, 5.0, 30.0)
"""Seconds to wait before each attempt to call a webhook."""
_NAMES = ThreadPoolExecutor(4, "names")
"""Threads for host lookups, which take as long as the chosen host likes."""
_TRANSLATED = [
    ipaddress.IPv6Network(text) for text in ("::/96", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16")
]
"""Networks of IPv6 addresses that contain one of IPv4."""
_TIMEOUT = 10.0
"""Seconds for an attempt to call a webhook or to send an email, from looking up the host to the answer."""


def check_address(settings: Settings, wanted: schema.Notify) -> None:
    """Refuse invalid addresses."""
    if wanted.webhook:
        try:
            parts = urlsplit(wanted.webhook)
            valid = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        except ValueError:
            valid = False
        if not valid or not wanted.webhook.isascii() or not wanted.webhook.isprintable():
            raise bad_request("a webhook must be an address such as https://example.org/moves")
    if wanted.email and settings.smtp is None:
        raise bad_request("this server does not send email")
    if wanted.email and not is_address(wanted.email):
        raise bad_request("invalid email address")


class Notifications:
    """Notifies absent players who must decide."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._waiting: dict[tuple[str, str], asyncio.Task[None]] = {}

    def consider(self, table: Table) -> None:
        """Schedule notifications for absent players who must decide."""
        for side in table.game.waiting_for:
            seat, key = table.seats[side], (table.id, side)
            if (seat.webhook or seat.email) and key not in self._waiting and not table.present(side):
                self._waiting[key] = self._tables.spawn(self._later(key, seat.told))

    async def resume(self) -> None:
        """Schedule the notifications that were pending when the server stopped."""
        for game, side, told in await stored_games.pending_notifications(self._tables.engine):
            if (game, side) not in self._waiting:
                self._waiting[game, side] = self._tables.spawn(self._later((game, side), told))

    async def _later(self, key: tuple[str, str], told: float) -> None:
        """Wait, then send the notification if it is still due; `told` is when the last one was sent."""
        settings = self._tables.settings
        pause = max(settings.notify_after, told + settings.notify_every - time.time())
        try:
            await asyncio.sleep(pause)
            await notify(self._tables, *key)
        except (SQLAlchemyError, OSError) as error:
            log.error("notification not sent game=%s side=%s reason=%s", *key, type(error).__name__)
        finally:
            del self._waiting[key]


async def notify(tables: Tables, game: str, side: str) -> None:
    """Send "your move" if it is still due."""
    try:
        async with tables.using(game) as table:
            seat = table.seats[side]
            if side not in table.game.waiting_for or table.present(side):
                return
            seat.told = time.time()
            await tables.writer.write(stored_games.put_notified(game, side, seat.told))
            asked = (await table.query(lambda game: game.view(side))).asked
            notification = Notification(tables.settings, table, seat, asked)
        if seat.email:
            await tables.mailer.send_your_move(
                seat.email, notification.title, notification.asked, notification.url
            )
        if seat.webhook:
            await post(seat.webhook, notification.plain, private=tables.settings.private_webhooks)
    except GrognardError as error:
        log.warning("notification not sent game=%s side=%s reason=%s", game, side, error)


class Notification:
    """The contents of a notification. It has no seat's secret, since the server stores only hashes."""

    def __init__(self, settings: Settings, table: Table, seat: Seat, asked: str) -> None:
        game = table.game
        self.title = game.scenario.file.title
        self.url = f"{settings.url}/games/{table.id}"
        self.asked = asked
        self.plain: dict[str, object] = {
            "event": "your-move",
            "game": table.id,
            "scenario": game.scenario.id,
            "name": table.stored.name,
            "side": seat.side,
            "number": table.number,
            "turn": game.turn,
            "phase": game.phase,
            "asked": self.asked,
            "url": self.url,
        }


async def post(url: str, plain: dict[str, object], *, private: bool) -> None:
    """Post a notification to a webhook, with retries."""
    import httpx

    for pause in _TRIES:
        await asyncio.sleep(pause)
        with contextlib.suppress(httpx.HTTPError, TimeoutError):
            async with asyncio.timeout(_TIMEOUT):
                if await _post_once(url, plain, private=private) < 500:
                    return
    raise Unreachable("the webhook does not answer")


async def _post_once(url: str, plain: dict[str, object], *, private: bool) -> int:
    """Post to the checked address, so that the host name cannot resolve to another one meanwhile.

    Return the status. The body of the answer is neither read nor decompressed.
    """
    import httpx

    parts = urlsplit(url)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    address = await _resolve(host, port, private=private)
    netloc = f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
    request = httpx.Request(
        "POST",
        parts._replace(netloc=netloc).geturl(),
        json=plain,
        headers={
            "host": parts.netloc.rpartition("@")[2],
            "user-agent": "grognard",
            "accept-encoding": "identity",
            "connection": "close",
        },
        extensions={"sni_hostname": host},
    )
    async with httpx.AsyncClient(timeout=_TIMEOUT, trust_env=False) as client:
        answer = await client.send(request, stream=True)
        try:
            return answer.status_code
        finally:
            await answer.aclose()


async def _resolve(host: str, port: int, *, private: bool) -> str:
    """Return an address of a host to which notifications may be sent."""
    look_up = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    try:
        found = await asyncio.get_running_loop().run_in_executor(_NAMES, look_up)
    except (OSError, UnicodeError):  # no such name, or no name at all
        raise Unreachable("unknown webhook host") from None
    for *_, place in found:
        address = str(place[0]).partition("%")[0]
        if private or is_public(address):
            return address
    raise Unreachable("webhooks to private addresses are not allowed on this server")


def is_public(text: str) -> bool:
    """Return whether an address is on the internet, and does not stand for a private one."""
    address = ipaddress.ip_address(text)
    if not address.is_global or address.is_multicast:
        return False
    return address.version == 4 or not any(address in network for network in _TRANSLATED)
