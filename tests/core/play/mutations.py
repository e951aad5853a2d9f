"""Wrong variants of states and positions: values out of range, too long, negative, huge, of another type."""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SECONDS = 20
"""Seconds of computing time, far more than any state needs."""
MAX_KEYS = 12
"""Maximum number of keys of a table that are changed."""
HUGE = 1 << 70_000
NUMBERS = (-1, -2, -7, -(10**9), 10**9, 1 << 64, HUGE)
OTHER_TYPES: tuple[Any, ...] = (None, "x", True, 1.5, [], [[]], {}, {"x": 1}, "9" * 5_000)


@contextmanager
def quickly() -> Iterator[None]:
    """Fail if the block computes too long; time that other processes take does not count."""

    def stop(*_: object) -> None:
        raise TimeoutError

    old = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, old)


def mutated(value: Any, source: random.Random) -> Iterator[Any]:
    """Yield values like this one that are wrong, or at least different."""
    yield from OTHER_TYPES
    if isinstance(value, bool) or value is None:
        yield not value
    elif isinstance(value, int):
        yield from NUMBERS
        yield value + 1
        yield value ^ 1 << source.randrange(max(8, value.bit_length() + 3))
        yield source.getrandbits(max(1, value.bit_length()))
    elif isinstance(value, str):
        yield from (value + "x", "\0", "x" * 100_000)
    elif isinstance(value, list):
        yield from (value[:-1], [*value, *value[-1:]], value * 200, value[::-1])
        if value:
            place = source.randrange(len(value))
            for item in mutated(value[place], source):
                yield [*value[:place], item, *value[place + 1 :]]
            yield source.sample(value, len(value))
    elif isinstance(value, dict):
        for key in source.sample(list(value), min(len(value), MAX_KEYS)):
            yield {name: item for name, item in value.items() if name != key}
            for item in mutated(value[key], source):
                yield {**value, key: item}


def mutations(plain: dict[str, Any], source: random.Random) -> Iterator[dict[str, Any]]:
    """Yield copies of a table with one value changed, one left out, or one too many."""
    for name, right in plain.items():
        yield {key: value for key, value in plain.items() if key != name}
        for value in mutated(right, source):
            yield {**plain, name: value}
    yield {**plain, "unknown": 1}
