"""Passwords: hashed with Argon2, a few at a time, since each takes much memory."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

_THREADS = ThreadPoolExecutor(4, "passwords")
NO_HASH = "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$3Tq1y3tKk2rX3l7Wm0z3Yz0hKk7T1v3mYJvQ2m9l0aE"
"""A hash that matches no password, so that an unknown name takes as long as a wrong password."""


async def hash_of(password: str) -> str:
    """Return the hash of a password."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, _hash, password)


async def matches(stored: str, password: str) -> bool:
    """Return whether a password has this hash."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, _matches, stored, password)


def _hash(password: str) -> str:
    from argon2 import PasswordHasher

    return PasswordHasher().hash(password)


def _matches(stored: str, password: str) -> bool:
    from argon2 import PasswordHasher
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        return PasswordHasher().verify(stored, password)
    except (VerificationError, InvalidHashError):
        return False
