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
from grognard.core.view import View
from grognard.games import rules_of

HEAD = struct.Struct(">I")


class Thought(msgspec.Struct, frozen=True):
    """What a player is asked: an order for the side of a view."""

    scenario: str
    options: dict[str, Any]
    view: View
    level: str
    seconds: float


def think(thought: Thought) -> str:
    """The order a computer player gives."""
    game, _, name = thought.scenario.partition("/")
    rules = rules_of(game)
    scenario = rules.scenario(name, thought.options)
    who = player(thought.level, seconds=thought.seconds)
    return str(who.choose(rules, scenario, thought.view))


def pack(value: Any) -> bytes:
    """A value as a frame."""
    body = pickle.dumps(value)
    return HEAD.pack(len(body)) + body


def main() -> None:
    """Answer until the other end is closed."""
    source: BinaryIO = sys.stdin.buffer
    answers: BinaryIO = sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing that is printed may come between two frames
    while head := source.read(HEAD.size):
        thought = pickle.loads(source.read(HEAD.unpack(head)[0]))
        try:
            answer: tuple[str, str] = ("order", think(thought))
        except Exception as error:
            answer = ("failed", f"{type(error).__name__}: {error}")
        answers.write(pack(answer))
        answers.flush()


if __name__ == "__main__":
    main()
