"""Announcements: what one process tells all others through PostgreSQL (NOTIFY).

An announcement only says what to look at; what is true is in the tables. So nothing is lost if one does not
arrive: every process compares versions before it uses a game that it remembers.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import Executable, text

CHANNEL = "grognard"
_NOTIFY = text("select pg_notify(:channel, :payload)")


class Changed(msgspec.Struct, tag="changed", frozen=True):
    """Games have changed; by game its new version."""

    games: dict[str, int]


class Chatted(msgspec.Struct, tag="chatted", frozen=True):
    """A player said something."""

    process: str
    """The process that received it."""
    game: str
    side: str
    at: float


class Presence(msgspec.Struct, tag="presence", frozen=True):
    """Somebody came to a game or left it."""

    game: str


class SessionEnded(msgspec.Struct, tag="session ended", frozen=True):
    """A session ended; `token` is its hash."""

    token: str


class AccountLeft(msgspec.Struct, tag="account left", frozen=True):
    """All sessions of an account ended."""

    account: int


class BlocksChanged(msgspec.Struct, tag="blocks changed", frozen=True):
    """The blocks of an account have changed."""

    account: int


class JobAdded(msgspec.Struct, tag="job added", frozen=True):
    """A job may be waiting for a worker."""


Announcement = (
    Changed | Chatted | Presence | SessionEnded | AccountLeft | BlocksChanged | JobAdded
)  # fmt: skip
_DECODER: msgspec.json.Decoder[Announcement] = msgspec.json.Decoder(Announcement)


def announced(announcement: Announcement) -> list[tuple[Executable, dict[str, object]]]:
    """Return the steps that announce something when the transaction is committed."""
    payload = msgspec.json.encode(announcement).decode()
    return [(_NOTIFY, {"channel": CHANNEL, "payload": payload})]


def read_announcement(payload: str) -> Announcement | None:
    """Return an announcement; None if it is from another version of the program."""
    try:
        return _DECODER.decode(payload)
    except msgspec.DecodeError:
        return None
