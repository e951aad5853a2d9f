"""Errors of the API, with their status."""

from __future__ import annotations

from grognard.core.errors import GrognardError
from grognard.server.schema import GameSnapshot, Refusal


class ApiError(GrognardError):
    """A request that cannot be carried out; the text is a sentence for the user."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class Stale(GrognardError):
    """A command for an outdated situation; `now` is the current one."""

    def __init__(self, now: GameSnapshot) -> None:
        super().__init__("the game has moved on")
        self.now = now


class Refused(GrognardError):
    """An illegal order."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.reason} [{refusal.rule}]")
        self.refusal = refusal


def bad_request(text: str) -> ApiError:
    """Return the error for an invalid request."""
    return ApiError(400, text)


def not_found(what: str) -> ApiError:
    """Return the error for something that does not exist."""
    return ApiError(404, f"no such {what}")


def forbidden(text: str) -> ApiError:
    """Return the error for something that this seat may not do."""
    return ApiError(403, text)
