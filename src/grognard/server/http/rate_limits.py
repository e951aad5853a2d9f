"""Rate limits: one token bucket for each client.

Several servers on one PostgreSQL database share them. What is rare and weighs much (logins, new games, email)
is asked for in the database each time; requests and computing time are counted here, and those who use up
much of them are compared with the other servers every second.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Iterator

from litestar.types import Scope
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from grognard.server.errors import ApiError
from grognard.server.settings import Limits
from grognard.server.storage import allowances
from grognard.server.storage.allowances import Spending
from grognard.server.tables.registry import is_loopback

_MAX_CLIENTS = 10_000
_MAX_WAIT = 5.0
_SHARE_EVERY = 1.0
"""Seconds between two comparisons with other servers."""
_SHARED_BELOW = 0.9
"""Share of its burst below which a client is compared with other servers."""
log = logging.getLogger("grognard.server")


class Bucket:
    """A token bucket: a burst, then a steady rate."""

    __slots__ = ("_filled", "_left", "burst", "rate", "spent")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._left = burst
        self._filled = time.monotonic()
        self.spent = 0.0
        """What was taken since it was last compared with other servers."""

    def take(self) -> float:
        """Take a token; return the seconds to wait for it."""
        self._fill()
        self._left -= 1.0
        self.spent += 1.0
        if self._left >= 0.0:
            return 0.0
        wait = -self._left / self.rate
        if wait > _MAX_WAIT:
            self._left += 1.0  # refused, so nothing was taken
            self.spent -= 1.0
        return wait

    def charge(self, amount: float) -> None:
        """Charge an amount, into debt if there is not enough; the debt is bounded."""
        self._fill()
        self._left = max(-self.burst, self._left - amount)
        self.spent += amount

    def debt(self) -> float:
        """Return the seconds until the debt is paid."""
        self._fill()
        return max(0.0, -self._left / self.rate)

    @property
    def is_low(self) -> bool:
        """Whether much of it was taken, here or on other servers."""
        self._fill()
        return self._left < _SHARED_BELOW * self.burst

    def set_spent(self, everywhere: float) -> None:
        """Set what was taken on all servers together, besides `spent` since then."""
        self._fill()
        self._left = max(-self.burst, self.burst - everywhere - self.spent)

    def _fill(self) -> None:
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._filled) * self.rate)
        self._filled = now


class ClientBuckets:
    """A bucket for each client address (or account); the least recently seen are dropped."""

    def __init__(
        self, kind: str, rate: float, burst: float, local: float = 1.0, engine: AsyncEngine | None = None
    ) -> None:
        self.kind = kind
        self._rate, self._burst, self._local, self._engine = rate, burst, local, engine
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, client: str) -> Bucket:
        """Return the bucket of a client on this server."""
        bucket = self._of.get(client)
        if bucket is None:
            times = self._local if is_local(client) else 1.0
            bucket = self._of[client] = Bucket(self._rate * times, self._burst * times)
            if len(self._of) > _MAX_CLIENTS:
                self._of.popitem(last=False)
        self._of.move_to_end(client)
        return bucket

    async def allows(self, *clients: str) -> bool:
        """Take one from the buckets of clients on all servers; return whether all had one."""
        for client in clients:
            bucket = self.of(client)
            if bucket.take() > 0.0:
                return False
            if self._engine is not None and not await allowances.take(
                self._engine, self.kind, client, bucket.rate, bucket.burst
            ):
                return False
        return True

    def spendings(self) -> Iterator[tuple[Bucket, Spending]]:
        """Yield what clients took here who have little left; it counts as told."""
        for client, bucket in self._of.items():
            if bucket.spent and bucket.is_low:
                amount, bucket.spent = bucket.spent, 0.0
                yield bucket, Spending(self.kind, client, amount, bucket.rate, bucket.burst)


class RateLimits:
    """The limits of a server: requests, new games, logins, connections.

    With an engine, they hold for all servers on its database together.
    """

    def __init__(self, limits: Limits, engine: AsyncEngine | None = None) -> None:
        local = limits.local
        self.requests = ClientBuckets("requests", limits.requests, limits.burst, local)
        self.new_games = ClientBuckets("games", limits.new_games, 10, local, engine)
        self.logins = ClientBuckets("logins", limits.logins, 10, local, engine)
        self.emails = ClientBuckets("emails", limits.emails, 5, local, engine)
        self.computing = ClientBuckets("computing", limits.compute, limits.compute_burst, local)
        """Seconds of computing, by address and account."""
        self._engine = engine
        self._limits = limits
        self._connected: Counter[str] = Counter()

    async def keep_sharing(self) -> None:
        """Compare what clients took with the other servers, again and again."""
        while True:
            await asyncio.sleep(_SHARE_EVERY)
            try:
                await self.share()
            except (SQLAlchemyError, OSError) as error:
                log.error("limits not shared reason=%s", type(error).__name__)

    async def share(self) -> None:
        """Tell other servers what clients took here, and learn what they took there."""
        if self._engine is None:
            return
        told = [*self.requests.spendings(), *self.computing.spendings()]
        if not told:
            return
        try:
            everywhere = await allowances.spend(self._engine, [spending for _, spending in told])
        except BaseException:
            for bucket, spending in told:
                bucket.spent += spending.amount
            raise
        for (bucket, _), spent in zip(told, everywhere, strict=True):
            bucket.set_spent(spent)

    @contextlib.asynccontextmanager
    async def connected(self, client: str) -> AsyncIterator[None]:
        """Count a WebSocket of a client, or refuse it."""
        most = self._limits.connections * (self._limits.local if is_local(client) else 1.0)
        if self._connected[client] >= most:
            raise ApiError(429, "too many connections")
        self._connected[client] += 1
        try:
            yield
        finally:
            self._connected[client] -= 1
            if not self._connected[client]:
                del self._connected[client]


is_local = is_loopback


def client_of(scope: Scope) -> str:
    """Return the client of a request; an IPv6 network counts as one."""
    client = scope.get("client")
    host = client[0] if client else ""
    if ":" in host:
        try:
            return str(ipaddress.ip_network(f"{host}/64", strict=False)) if host != "::1" else host
        except ValueError:
            return host
    return host
