"""What the server refuses, with the status that says so."""

from __future__ import annotations

from grognard.core.errors import GrognardError
from grognard.server.schema import Now, Refusal


class Trouble(GrognardError):
    """Something that cannot be done; the text is a sentence for people."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class Stale(GrognardError):
    """What was asked was thought of in another situation; here is the present one."""

    def __init__(self, now: Now) -> None:
        super().__init__("the game has moved on")
        self.now = now


class Refused(GrognardError):
    """The rules say no."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.reason} [{refusal.rule}]")
        self.refusal = refusal


def bad(text: str) -> Trouble:
    """A request that makes no sense."""
    return Trouble(400, text)


def missing(what: str) -> Trouble:
    """Something that is not there."""
    return Trouble(404, f"there is no such {what}")


def forbidden(text: str) -> Trouble:
    """Something this seat may not do."""
    return Trouble(403, text)
