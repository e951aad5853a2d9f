"""What the players of a new game agree on besides the rules."""

from __future__ import annotations

from grognard.server import schema
from grognard.server.errors import bad_request
from grognard.server.storage.matches import Match


def agreed(wanted: schema.NewMatch, sides: tuple[str, ...], players: dict[str, schema.Seating]) -> Match:
    """Return the match of a new game; refuse terms that cannot be met."""
    people = [side for side in sides if players[side].kind == "human"]
    wrong = [side for side in wanted.open if side not in people]
    if wrong:
        raise bad_request(f"no human plays {wrong[0]!r}")
    if wanted.open and len(set(wanted.open)) == len(people):
        raise bad_request("keep a side for yourself")
    if wanted.rated and len(people) < len(sides):
        raise bad_request("games against the computer are not rated")
    return Match(
        open=tuple(dict.fromkeys(wanted.open)), listed=wanted.listed, rated=wanted.rated, clock=wanted.clock
    )
