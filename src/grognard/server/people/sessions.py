"""Sessions: a login lasts until logout, a new password, or a month. The database holds only hashes."""

from __future__ import annotations

import hashlib
import secrets
import time

from sqlalchemy import and_, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from grognard.server.storage import games as stored_games
from grognard.server.storage.models import accounts, sessions
from grognard.server.storage.writer import Step, Writer

LASTS = 60 * 60 * 24 * 30
"""Seconds until a login expires."""
_MAX_TOKEN = 100


def digest(token: str) -> str:
    """Return the hash of a session's token, which is long and random."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


async def account_of(engine: AsyncEngine, token: str) -> int | None:
    """Return the account that is logged in with a token, if any."""
    if not token or len(token) > _MAX_TOKEN:
        return None
    query = (
        select(sessions.c.account)
        .join(accounts, accounts.c.id == sessions.c.account)
        .where(
            and_(
                sessions.c.token == digest(token),
                sessions.c.created > time.time() - LASTS,
                ~accounts.c.disabled,
            )
        )
    )
    row = await stored_games.one(engine, query)
    return row.account if row else None


async def begin(writer: Writer, account: int) -> str:
    """Begin a session of an account and return its token."""
    token, now = secrets.token_urlsafe(32), time.time()
    row = {"token": digest(token), "account": account, "created": now}
    expired = delete(sessions).where(and_(sessions.c.account == account, sessions.c.created < now - LASTS))
    await writer.write([(expired, None), (insert(sessions), row)])
    return token


def end(token: str) -> list[Step]:
    """Return the steps that end one session."""
    return [(delete(sessions).where(sessions.c.token == digest(token)), None)]


def end_all(account: int) -> list[Step]:
    """Return the steps that end all sessions of an account."""
    return [(delete(sessions).where(sessions.c.account == account), None)]
