"""The process of a computer player: reads a request and replies with an order. It sees views, never states.

It communicates over standard input and output in frames: four bytes of length, then a pickled value. Only the
server that started it is at the other end.
"""

from __future__ import annotations

import pickle
import struct
import sys
import traceback
from typing import Any, BinaryIO

import msgspec

from grognard.ai import player
from grognard.core.contract.scenario import OptionValue
from grognard.core.contract.view import View
from grognard.games import definition_of

HEAD = struct.Struct(">I")


class ThinkRequest(msgspec.Struct, frozen=True):
    """Request for an order for the side of a view."""

    scenario: str
    options: dict[str, OptionValue]
    view: View
    level: str
    seconds: float
    plan: tuple[str, ...] = ()
    """The plan of this side's player after its last order."""


class ThinkReply(msgspec.Struct, frozen=True):
    """A computer player's order and its plan."""

    order: str
    plan: tuple[str, ...] = ()


Answer = tuple[str, str, tuple[str, ...]]
"""Reply to the server: ``order`` or ``failed``, the order or the traceback, and the plan."""


def think(request: ThinkRequest) -> ThinkReply:
    """Return the decision of a computer player."""
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
    """Answer requests until the input is closed."""
    source: BinaryIO = sys.stdin.buffer
    answers: BinaryIO = sys.stdout.buffer
    sys.stdout = sys.stderr  # printed text must not get between two frames
    while head := source.read(HEAD.size):
        request = pickle.loads(source.read(HEAD.unpack(head)[0]))
        try:
            reply = think(request)
            # plain values, because this module has a different name in the server
            answer: Answer = ("order", reply.order, reply.plan)
        except Exception:
            answer = ("failed", traceback.format_exc(), ())
        answers.write(pack(answer))
        answers.flush()


if __name__ == "__main__":
    main()
