"""Rate limits: one token bucket for each client."""

from __future__ import annotations

import contextlib
import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator

from litestar.types import Scope

from grognard.server.errors import ApiError
from grognard.server.settings import Limits
from grognard.server.tables.registry import is_loopback

_MAX_CLIENTS = 10_000
_MAX_WAIT = 5.0


class Bucket:
    """A token bucket: a burst, then a steady rate."""

    __slots__ = ("_filled", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._left = burst
        self._filled = time.monotonic()

    def take(self) -> float:
        """Take a token; return the seconds to wait for it."""
        self._fill()
        self._left -= 1.0
        if self._left >= 0.0:
            return 0.0
        wait = -self._left / self.rate
        if wait > _MAX_WAIT:
            self._left += 1.0  # refused, so nothing was taken
        return wait

    def charge(self, amount: float) -> None:
        """Take what something has cost, even if there is not as much; the debt is bounded."""
        self._fill()
        self._left = max(-self.burst, self._left - amount)

    def debt(self) -> float:
        """Return the seconds until what was charged is paid."""
        self._fill()
        return max(0.0, -self._left / self.rate)

    def _fill(self) -> None:
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._filled) * self.rate)
        self._filled = now


class ClientBuckets:
    """A bucket for each client address; the least recently seen are dropped."""

    def __init__(self, rate: float, burst: float, local: float = 1.0) -> None:
        self._rate, self._burst, self._local = rate, burst, local
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, client: str) -> Bucket:
        """Return the bucket of a client."""
        bucket = self._of.get(client)
        if bucket is None:
            times = self._local if is_local(client) else 1.0
            bucket = self._of[client] = Bucket(self._rate * times, self._burst * times)
            if len(self._of) > _MAX_CLIENTS:
                self._of.popitem(last=False)
        self._of.move_to_end(client)
        return bucket


class RateLimits:
    """The limits of a server: requests, new games, logins, connections."""

    def __init__(self, limits: Limits) -> None:
        self.requests = ClientBuckets(limits.requests, limits.burst, limits.local)
        self.new_games = ClientBuckets(limits.new_games, 10, limits.local)
        self.logins = ClientBuckets(limits.logins, 10, limits.local)
        self.computing = ClientBuckets(limits.compute, limits.compute_burst, limits.local)
        """Seconds of computing, by address and account."""
        self.emails = ClientBuckets(limits.emails, 5, limits.local)
        self._limits = limits
        self._connected: Counter[str] = Counter()

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
