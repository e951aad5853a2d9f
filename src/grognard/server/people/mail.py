"""Email: only to confirmed addresses, with fixed subjects and a link to unsubscribe in every message."""

from __future__ import annotations

import string
import time
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import parseaddr
from urllib.parse import quote

from itsdangerous import BadSignature, URLSafeTimedSerializer
from sqlalchemy import and_, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from grognard.core.errors import GrognardError
from grognard.server.errors import bad_request
from grognard.server.settings import Settings
from grognard.server.storage import games as stored_games
from grognard.server.storage.models import addresses
from grognard.server.storage.writer import Step, Writer

TIMEOUT = 10.0
"""Seconds to send an email."""
_ASK_EVERY = 600.0
"""Minimum seconds between two emails that an address has not asked for."""
_CONFIRM_WITHIN = 60 * 60 * 24 * 7
_RESET_WITHIN = 60 * 60
_MAX_ADDRESS = 200
_POLICY = SMTP.clone(max_line_length=900)
"""Long enough for a link in a header."""
_LOCAL = frozenset(string.ascii_letters + string.digits + "._+-")
_LABEL = frozenset(string.ascii_letters + string.digits + "-")


class Unreachable(GrognardError):
    """Raised if a message cannot be sent."""


def is_address(text: str) -> bool:
    """Return whether a text is an ASCII email address; other characters could forge a header."""
    local, at, domain = text.rpartition("@")
    labels = domain.split(".")
    return (
        bool(at and local)
        and len(text) <= _MAX_ADDRESS
        and len(local) <= 64
        and set(local) <= _LOCAL
        and not local.startswith(".")
        and not local.endswith(".")
        and ".." not in local
        and len(labels) >= 2
        and all(map(_is_label, labels))
        and not labels[-1].isdigit()
    )


def _is_label(text: str) -> bool:
    return 1 <= len(text) <= 63 and set(text) <= _LABEL and text.strip("-") == text


def normal(address: str) -> str:
    """Return an address normalised for comparison; refuse an invalid one."""
    if not is_address(address):
        raise bad_request("invalid email address")
    local, _, domain = address.rpartition("@")
    return f"{local}@{domain.lower()}"


class Mailer:
    """Sends email to addresses that have confirmed it."""

    def __init__(self, settings: Settings, engine: AsyncEngine, writer: Writer) -> None:
        self._settings, self._engine, self._writer = settings, engine, writer
        key = settings.key()
        self._signers = {
            use: URLSafeTimedSerializer(key, salt=f"grognard {use}") for use in ("confirm", "stop", "reset")
        }

    @property
    def works(self) -> bool:
        """Whether this server sends email."""
        return self._settings.smtp is not None

    async def wanted(self, address: str) -> bool:
        """Return whether the owner of an address has confirmed it and not refused further email."""
        row = await stored_games.one(self._engine, select(addresses).where(addresses.c.email == address))
        return bool(row and row.confirmed and not row.refused)

    async def ask_to_confirm(self, address: str) -> None:
        """Ask the owner of an address whether it is theirs, unless they were asked a moment ago."""
        if not await self._may_ask(address):
            return
        link = f"{self._settings.url}/#/email/confirm/{quote(self._sign('confirm', address))}"
        text = (
            "This address was entered on a Grognard server, probably by you.\n\n"
            f"To receive email from this server, open\n{link}\n\nIf it was not you, ignore this message.\n"
        )
        await self._send(address, "Confirm your email address", text)

    async def send_reset(self, address: str, account: int, name: str, password: str) -> None:
        """Send a link with which an account gets a new password; `password` is the hash of the old one."""
        if not await self.wanted(address) or not await self._may_ask(address):
            return
        token = self._sign("reset", [account, password[-16:]])
        link = f"{self._settings.url}/#/email/reset/{quote(token)}"
        text = f"To choose a new password for the account {name}, open within an hour\n{link}\n"
        await self._send(address, "Choose a new password", text)

    async def send_your_move(self, address: str, title: str, asked: str, url: str) -> None:
        """Tell a player that it is their move; the title is the scenario's, so no player can choose it."""
        if await self.wanted(address):
            await self._send(address, "Your move", f"{title}\n\n{asked}\n\n{url}\n")

    # -- what links do ---------------------------------------------------------------------------------

    async def confirm(self, token: str) -> None:
        """Confirm the address in a link."""
        address = self._opened("confirm", token, _CONFIRM_WITHIN) or self._opened("stop", token, None)
        if not isinstance(address, str):
            raise bad_request("this link is not valid or has expired")
        await self._mark(address, confirmed=True, refused=False)

    async def stop(self, token: str) -> None:
        """Send no further email to the address in a link."""
        address = self._opened("stop", token, None) or self._opened("confirm", token, _CONFIRM_WITHIN)
        if not isinstance(address, str):
            raise bad_request("this link is not valid")
        await self._mark(address, refused=True)

    def reset(self, token: str) -> tuple[int, str]:
        """Return the account in a link, and the end of the hash of the password it had."""
        match self._opened("reset", token, _RESET_WITHIN):
            case [int(account), str(password)]:
                return account, password
        raise bad_request("this link is not valid or has expired")

    # -- helpers ----------------------------------------------------------------------------------------

    def _sign(self, use: str, value: object) -> str:
        return str(self._signers[use].dumps(value))

    def _opened(self, use: str, token: str, within: int | None) -> object:
        try:
            found: object = self._signers[use].loads(token, max_age=within)
        except BadSignature:
            return None
        return found

    async def _may_ask(self, address: str) -> bool:
        """Return whether an address may be sent something it has not asked for; if so, note the time."""
        row = await stored_games.one(self._engine, select(addresses).where(addresses.c.email == address))
        now = time.time()
        if row is None:
            new = {"email": address, "confirmed": False, "refused": False, "asked": now}
            try:
                await self._writer.write([(insert(addresses), new)])
            except IntegrityError:  # asked by two requests at once
                return False
            return True
        if row.refused or now - row.asked < _ASK_EVERY:
            return False
        since = and_(addresses.c.email == address, addresses.c.asked == row.asked)
        async with self._engine.begin() as connection:  # only one of several requests at once
            return (await connection.execute(update(addresses).where(since).values(asked=now))).rowcount == 1

    async def _mark(self, address: str, **values: object) -> None:
        known = await stored_games.one(self._engine, select(addresses).where(addresses.c.email == address))
        steps: list[Step]
        if known is None:
            row = {"email": address, "confirmed": False, "refused": False, "asked": 0.0, **values}
            steps = [(insert(addresses), row)]
        else:
            steps = [(update(addresses).where(addresses.c.email == address).values(**values), None)]
        await self._writer.write(steps)

    async def _send(self, address: str, subject: str, text: str) -> None:
        import aiosmtplib

        smtp = self._settings.smtp
        if smtp is None:
            return
        stop = self._sign("stop", address)
        local, _, domain = address.rpartition("@")
        message = EmailMessage(policy=_POLICY)
        message["From"] = smtp.sender
        message["To"] = Address(username=local, domain=domain)
        message["Subject"] = f"Grognard: {subject}"
        message["List-Unsubscribe"] = f"<{self._settings.url}/api/email/stop?token={quote(stop)}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        page = f"{self._settings.url}/#/email/stop/{quote(stop)}"
        message.set_content(f"{text}\n--\nTo receive no further email from this server, open\n{page}\n")
        try:
            await aiosmtplib.send(
                message.as_bytes(),
                sender=parseaddr(smtp.sender)[1],
                recipients=[address],
                hostname=smtp.host,
                port=smtp.port,
                username=smtp.user or None,
                password=smtp.password or None,
                use_tls=smtp.tls,
                start_tls=None if smtp.tls else smtp.start_tls,
                timeout=TIMEOUT,
            )
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            raise Unreachable(f"email: {type(error).__name__}") from None


def forget(address: str) -> list[Step]:
    """Return the steps that forget an address."""
    return [(delete(addresses).where(addresses.c.email == address), None)]
