"""A computer player's own process: reads a question, thinks, answers with an order. Sees views, never states.

Speaks over standard input and output in frames: four bytes of length, then a pickled value. Only the server
that started it is at the other end.
"""

from __future__ import annotations

import pickle
import struct
import sys
from typing import Any, BinaryIO

import msgspec

from grognard.ai import player
from grognard.core.contract.scenario import OptionValue
from grognard.core.contract.view import View
from grognard.games import definition_of

HEAD = struct.Struct(">I")


class ThinkRequest(msgspec.Struct, frozen=True):
    """Ask a computer player for an order of the side of a view."""

    scenario: str
    options: dict[str, OptionValue]
    view: View
    level: str
    seconds: float
    plan: tuple[str, ...] = ()
    """What the player of this side meant to do next when it gave its last order."""


class ThinkReply(msgspec.Struct, frozen=True):
    """A computer player's order, and what it means to do next."""

    order: str
    plan: tuple[str, ...] = ()


Answer = tuple[str, str, tuple[str, ...]]
"""What goes back: ``order`` or ``failed``, the order or the reason, and the plan."""


def think(request: ThinkRequest) -> ThinkReply:
    """Return what a computer player decides."""
    game, _, name = request.scenario.partition("/")
    definition = definition_of(game)
    scenario = definition.scenarios(name, request.options)
    who = player(request.level, seconds=request.seconds, plan=request.plan)
    return ThinkReply(str(who.choose(definition, scenario, request.view)), who.plan)


def pack(value: Any) -> bytes:
    """Return a value as a frame."""
    body = pickle.dumps(value)
    return HEAD.pack(len(body)) + body


def main() -> None:
    """Answer until the other end is closed."""
    source: BinaryIO = sys.stdin.buffer
    answers: BinaryIO = sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing that is printed may come between two frames
    while head := source.read(HEAD.size):
        request = pickle.loads(source.read(HEAD.unpack(head)[0]))
        try:
            reply = think(request)
            # plain values, for over there this module has another name
            answer: Answer = ("order", reply.order, reply.plan)
        except Exception as error:
            answer = ("failed", f"{type(error).__name__}: {error}", ())
        answers.write(pack(answer))
        answers.flush()


if __name__ == "__main__":
    main()
