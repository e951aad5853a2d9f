"""Texts from outside are read in time proportional to their length, and orders have a maximum length."""

from __future__ import annotations

import subprocess
import sys

import pytest

import grognard
from grognard.core.contract.orders import MAX_LENGTH, Order
from grognard.core.contract.outside.position import parse_position
from grognard.core.errors import BadFile, Unreadable

CPU_SECONDS = 20
"""Far more than linear reading of the texts takes (about 1), far less than quadratic (minutes to hours)."""

READERS = {
    "blanks in an order": "notation.parse('move' + ' ' * SIZE)",
    "blanks in the fields of an order": "game.read(str(Order('move', units=('SA' + ' ' * SIZE,))))",
    "blanks in a record": "loads(HEAD + '1 soviet move' + ' ' * SIZE + 'x')",
    "brackets in a record": "loads(HEAD + '1 soviet move' + ' [1 1' * (SIZE // 5))",
    "marks in a record": "loads(HEAD + '1 soviet move' + ' ~0000' * (SIZE // 6))",
    "long number in a record": "loads(HEAD + '1' * SIZE + ' soviet end')",
    "long dice in a record": "loads(HEAD + '1 soviet end [' + '1' * SIZE + ']')",
    "long key in a record": "loads(HEAD + 'x' * SIZE + ': 1')",
    "many keys in a record": "loads(HEAD + 'tag x: y\\n' * (SIZE // 9))",
    "nested lists in a record": "loads(HEAD + 'start: ' + '[' * SIZE)",
    "dotted keys in a position": "parse_position('a.' * (SIZE // 2) + 'a = 1')",
    "quoted keys in a position": "parse_position('\"a\".' * (SIZE // 4) + 'a = 1')",
    "nested lists in a position": "parse_position('a = ' + '[' * SIZE)",
    "many unknown keys in a position": "parse_position(''.join(f'k{n} = 1\\n' for n in range(SIZE // 10)))",
    "blanks in a position": "parse_position('a = 1' + ' ' * SIZE + '#' + ' ' * SIZE)",
}

PROGRAM = """
import resource
resource.setrlimit(resource.RLIMIT_CPU, ({cpu}, {cpu}))
import grognard
from grognard import loads
from grognard.core.contract.orders import Order
from grognard.core.contract.outside.position import parse_position
from grognard.core.errors import GrognardError
SIZE = 200_000
HEAD = "grognard record 1\\nscenario: strike-force-one/basic\\nseed: 1\\n"
game = grognard.new("strike-force-one/basic", seed=1)
notation = game.scenario.notation
for name, read in {readers}.items():
    print(name, flush=True)
    try:
        eval(read)
    except GrognardError as error:
        assert len(str(error)) < 1_000, len(str(error))
"""


def test_reading_takes_linear_time() -> None:
    program = PROGRAM.format(cpu=CPU_SECONDS, readers=READERS)
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
    last = done.stdout.splitlines()[-1]
    assert done.returncode == 0, f"{last}: {done.stderr[-500:] or f'ended by signal {-done.returncode}'}"


def test_order_has_maximum_length() -> None:
    notation = grognard.new("strike-force-one/basic", seed=1).scenario.notation
    assert notation.parse("end" + " " * (MAX_LENGTH - 3)) == Order("end")
    with pytest.raises(Unreadable, match=f"at most {MAX_LENGTH} characters, not {MAX_LENGTH + 1}"):
        notation.parse("end" + " " * (MAX_LENGTH - 2))


def test_long_orders_are_cut_in_messages() -> None:
    game = grognard.new("strike-force-one/basic", seed=1)
    for text in ("x" * 3_000, "end " + "x" * 3_000, "move SA 0801-" + "9" * 3_000, "move " + "9" * 3_000):
        assert len(str(game.check(text))) < 500, text[:20]


def test_blanks_around_commas() -> None:
    notation = grognard.new("strike-force-one/basic", seed=1).scenario.notation
    assert notation.parse(" attack\t0506  SA , \u3000SB \n") == Order(
        "attack", target="0506", units=("SA", "SB")
    )


def test_long_dotted_key_is_refused() -> None:
    with pytest.raises(BadFile, match="a key has more than 1000 parts"):
        parse_position("a." * 2_000 + "a = 1")
