"""Dice: reproducible, fair, scriptable, logged, verifiable, and enumerated exactly."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.dice import Dice, LooseDice, NoDice, Roll, Roller, every_roll
from grognard.core.errors import GrognardError, NeedDice

# Upper 0.1 % points of chi-square by degrees of freedom.
CHI_SQUARE = {1: 10.83, 4: 18.47, 5: 20.52, 9: 27.88, 11: 31.26, 35: 66.62}


SEEDS = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1)
"""Seeds that are one line of text."""


def chi_square(counts: Sequence[int]) -> float:
    """Return the chi-square statistic of counts that should be equal."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def rolls(dice: Roller, number: int, sides: int = 6) -> list[int]:
    return [dice.roll("test", sides) for _ in range(number)]


# -- from a seed -----------------------------------------------------------------------------------


@settings(deadline=None)
@given(st.integers() | SEEDS, st.integers(1, 40))
def test_same_seed_gives_the_same_dice(seed: int | str, number: int) -> None:
    assert rolls(Dice(seed), number) == rolls(Dice(seed), number)


def test_dice_of_a_seed_never_change() -> None:
    """Records store only the seed: changing these numbers breaks every saved game."""
    assert rolls(Dice(7), 20) == [3, 1, 3, 3, 6, 3, 2, 5, 3, 2, 5, 5, 3, 3, 1, 2, 2, 1, 6, 1]
    assert rolls(Dice("a word"), 8, 10) == [3, 8, 7, 3, 4, 10, 8, 5]


def test_dice_can_be_computed_with_a_hash() -> None:
    """As documented: two bytes per die, sixteen dice per hash of seed and block number."""
    blocks = b"".join(hashlib.sha256(f"grognard dice 7 {n}".encode()).digest() for n in range(4))
    pairs = [int.from_bytes(blocks[place : place + 2]) for place in range(0, len(blocks), 2)]
    assert rolls(Dice(7), 60) == [pair % 6 + 1 for pair in pairs if pair < 65_532][:60]


def test_number_and_text_are_the_same_seed() -> None:
    assert rolls(Dice(7), 50) == rolls(Dice("7"), 50)
    assert rolls(Dice(7), 50) != rolls(Dice(8), 50)


def test_default_seed_is_random() -> None:
    seeds = {Dice().seed for _ in range(20)}
    assert len(seeds) == 20
    assert all(isinstance(seed, str) and len(seed) == 32 for seed in seeds)


@pytest.mark.parametrize("sides", [2, 6, 10, 12])
def test_faces_are_equally_likely(sides: int) -> None:
    counts = Counter(rolls(Dice("fair"), 1000 * sides, sides))
    assert sorted(counts) == list(range(1, sides + 1))
    assert chi_square(list(counts.values())) < CHI_SQUARE[sides - 1]


def test_dice_are_independent() -> None:
    shown = rolls(Dice("pairs"), 12_000)
    counts = Counter(zip(shown[::2], shown[1::2], strict=True))
    assert len(counts) == 36
    assert chi_square(list(counts.values())) < CHI_SQUARE[35]


def test_uneven_ranges_are_fair() -> None:
    """Two bytes modulo 50,000 would give the low third twice as often."""
    shown = rolls(Dice("uneven"), 5000, 50_000)
    counts = Counter((value - 1) // 10_000 for value in shown)
    assert sorted(counts) == [0, 1, 2, 3, 4]
    assert chi_square(list(counts.values())) < CHI_SQUARE[4]


@pytest.mark.parametrize(("seed", "number"), [(55898, 65531), (93131, 65532), (115410, 65535)])
def test_numbers_that_would_bias_the_die_are_skipped(seed: int, number: int) -> None:
    """The first two bytes of these seeds are the number; the highest multiple of 6 is 65532."""
    assert int.from_bytes(hashlib.sha256(f"grognard dice {seed} 0".encode()).digest()[:2], "big") == number
    dice = Dice(seed)
    face = dice.roll("test")
    assert dice.drawn == (1 if number < 65532 else 2)
    assert number >= 65532 or face == number % 6 + 1 == 6


def test_no_dice_say_what_they_are_needed_for() -> None:
    with pytest.raises(NeedDice) as needed:
        NoDice().roll("battle", 10)
    assert (needed.value.purpose, needed.value.sides) == ("battle", 10)
    with pytest.raises(NeedDice) as needed:
        NoDice().roll("battle")
    assert needed.value.sides == 6


# -- scripted and by hand --------------------------------------------------------------------------


def test_scripted_dice_come_first_and_in_order() -> None:
    dice = Dice(7)
    dice.script([3, 5])
    dice.script([1])
    assert rolls(dice, 4) == [3, 5, 1, rolls(Dice(7), 1)[0]]
    assert dice.drawn == 1


def test_scripted_dice_do_not_use_up_the_seed() -> None:
    scripted = Dice(7)
    scripted.script([2, 2, 2])
    assert rolls(scripted, 10)[3:] == rolls(Dice(7), 7)


@pytest.mark.parametrize("bad", [0, -1, 2.5, "3", None, True])
def test_invalid_scripted_die_is_refused(bad: Any) -> None:
    dice = Dice(7)
    with pytest.raises(GrognardError, match="is not a die result") as refusal:
        dice.script([3, bad])
    assert repr(bad) in str(refusal.value)
    assert dice.scripted == [], "a refused script sets nothing"


def test_scripted_die_above_the_sides_is_refused() -> None:
    dice = Dice(7)
    dice.script([7])
    with pytest.raises(GrognardError) as refusal:
        dice.roll("battle")
    assert "7" in str(refusal.value) and "battle" in str(refusal.value) and "6" in str(refusal.value)
    assert dice.log == [] and dice.drawn == 0
    assert dice.roll("chit", 12) == 7, "the die is still there and fits a larger range"


def test_real_dice_are_requested() -> None:
    dice = Dice(7, by_hand=True)
    with pytest.raises(NeedDice) as need:
        dice.roll("event row", 12)
    assert (need.value.purpose, need.value.sides) == ("event row", 12)
    assert "event row" in str(need.value) and "12" in str(need.value)
    assert dice.log == [] and dice.drawn == 0
    dice.script([4])
    assert dice.roll("event row", 12) == 4
    with pytest.raises(NeedDice):
        dice.roll("event row", 12)


# -- the log, copies, promises ---------------------------------------------------------------------


def test_rolls_are_logged_with_their_purpose() -> None:
    dice = Dice(7)
    first = dice.roll("battle")
    dice.script([5])
    dice.roll("event chit", 11)
    assert dice.log == [Roll("battle", 6, first), Roll("event chit", 11, 5, by_hand=True)]


def test_dice_from_a_record_are_not_by_hand() -> None:
    dice = Dice(7)
    dice.script([5], by_hand=False)
    dice.roll("battle")
    assert dice.log == [Roll("battle", 6, 5, by_hand=False)]


def test_copy_is_independent() -> None:
    dice = Dice(7)
    rolls(dice, 21)  # past the first block of the hash
    dice.script([6])
    twin = dice.copy()
    assert twin.log == dice.log and twin.by_hand == dice.by_hand
    ahead = rolls(twin, 30)
    assert len(dice.log) == 21 and dice.scripted == [(6, True)]
    assert rolls(dice, 30) == ahead
    assert Dice(7, by_hand=True).copy().by_hand


def test_commitment_is_a_hash_of_the_seed() -> None:
    dice = Dice("the secret")
    promised = dice.commitment
    assert promised == hashlib.sha256(b"grognard seed the secret").hexdigest()
    rolls(dice, 40)
    assert dice.commitment == promised
    assert Dice("another secret").commitment != promised
    assert rolls(Dice("the secret"), 40) == [roll.value for roll in dice.log]


def test_loose_dice() -> None:
    shown = rolls(LooseDice(random.Random(3)), 6000)
    assert shown == rolls(LooseDice(random.Random(3)), 6000)
    assert chi_square(list(Counter(shown).values())) < CHI_SQUARE[5]


# -- every way they can fall -----------------------------------------------------------------------


def test_every_roll_of_two_dice() -> None:
    chances = every_roll(lambda dice: dice.roll("a") + dice.roll("b"))
    assert [c.dice for c in chances] == [(a, b) for a in range(1, 7) for b in range(1, 7)]
    assert all(c.probability == pytest.approx(1 / 36, rel=1e-12) for c in chances)
    assert all(c.result == sum(c.dice) for c in chances)


def test_every_roll_of_dependent_dice() -> None:
    """A 6 also rolls a ten-sided die: 5 short combinations and 10 long ones."""

    def resolve(dice: Roller) -> int:
        first = dice.roll("first")
        return first + dice.roll("second", 10) if first == 6 else first

    chances = every_roll(resolve)
    assert len(chances) == 15
    by_result = {c.result: c.probability for c in chances}
    assert by_result == pytest.approx(
        {**dict.fromkeys(range(1, 6), 1 / 6), **dict.fromkeys(range(7, 17), 1 / 60)}
    )


def test_every_roll_without_dice() -> None:
    (only,) = every_roll(lambda dice: "nothing to roll")
    assert (only.dice, only.probability, only.result) == ((), 1.0, "nothing to roll")


@settings(deadline=None)
@given(st.lists(st.integers(1, 8), max_size=3))
def test_every_roll_matches_scripted_dice(sides: list[int]) -> None:
    def resolve(dice: Roller) -> tuple[int, ...]:
        return tuple(dice.roll("any", s) for s in sides)

    chances = every_roll(resolve)
    ways = 1
    for s in sides:
        ways *= s
    assert len({c.dice for c in chances}) == len(chances) == ways
    assert sum(Fraction(c.probability).limit_denominator(10_000) for c in chances) == 1
    for chance in chances[:20]:
        dice = Dice(0, by_hand=True)
        dice.script(chance.dice)
        assert resolve(dice) == chance.result
