"""What clients have used up on all servers of one PostgreSQL database, so that limits hold for all together.

A row is a token bucket: what was spent, which decays at the rate of its limit.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from grognard.server.storage.writer import Step

KEPT = 86_400.0
"""Seconds for which a row is kept; after that every bucket is full again."""
_NOW = "cast(extract(epoch from clock_timestamp()) as double precision)"
_LEFT = f"greatest(0, allowances.spent - greatest(0, {_NOW} - allowances.at) * :rate)"
_TAKE = text(f"""
    insert into allowances (key, spent, at) values (:key, 1, {_NOW})
    on conflict (key) do update set spent = {_LEFT} + 1, at = {_NOW} where {_LEFT} + 1 <= :burst
    returning spent
""")
_SPEND = text(f"""
    insert into allowances (key, spent, at) values (:key, :amount, {_NOW})
    on conflict (key) do update set spent = least(2 * :burst, {_LEFT} + :amount), at = {_NOW}
    returning spent
""")
_FORGET = text(f"delete from allowances where at < {_NOW} - :kept")


class Spending(NamedTuple):
    """What a client has spent on one server since the last time, and its limit."""

    kind: str
    client: str
    amount: float
    rate: float
    burst: float


async def take(engine: AsyncEngine, kind: str, client: str, rate: float, burst: float) -> bool:
    """Take one from what a client has on all servers together; return whether it had any."""
    values = {"key": _key(kind, client), "rate": rate, "burst": burst}
    async with engine.begin() as connection:
        return (await connection.execute(_TAKE, values)).first() is not None


async def spend(engine: AsyncEngine, spendings: Sequence[Spending]) -> list[float]:
    """Add what clients have spent here; return what each has spent on all servers by now."""
    found: list[float] = []
    async with engine.begin() as connection:
        for one in sorted(spendings, key=lambda one: _key(one.kind, one.client)):  # no deadlocks
            values = {"amount": one.amount, "rate": one.rate, "burst": one.burst}
            row = await connection.execute(_SPEND, {"key": _key(one.kind, one.client), **values})
            found.append(float(row.scalar_one()))
    order = sorted(range(len(spendings)), key=lambda i: _key(spendings[i].kind, spendings[i].client))
    return [spent for _, spent in sorted(zip(order, found, strict=True))]


def forget_old() -> list[Step]:
    """Return the steps that forget clients who have not been seen for a day (on PostgreSQL)."""
    return [(_FORGET, {"kept": KEPT})]


def _key(kind: str, client: str) -> str:
    """Return the key of a row, which does not tell the address."""
    return f"{kind} {hashlib.sha256(client.encode()).hexdigest()[:32]}"
