"""Facts are found again only when something that they were found from has changed."""

from __future__ import annotations

from grognard.core.facts import Cache, Kept, Stamp, changed, keep


class Board:
    """A state with nothing but facts."""

    def __init__(self) -> None:
        self.kept: Kept = {}
        self.cache: Cache = {}
        self.found = 0

    def fact(self, reads: object, value: object) -> object:
        """Return a fact, and count how often it is found."""

        def find() -> object:
            self.found += 1
            return value

        return keep(self, "fact", reads, find)


def test_a_fact_is_found_once_while_its_reads_are_equal() -> None:
    board = Board()
    assert [board.fact((1, "a"), 7), board.fact((1, "a"), 8)] == [7, 7]
    assert board.found == 1


def test_a_fact_is_found_again_when_a_read_differs() -> None:
    board = Board()
    assert [board.fact((1, "a"), 7), board.fact((1, "b"), 8), board.fact((1, "b"), 9)] == [7, 8, 8]
    assert board.found == 2


def test_a_fact_found_again_with_an_equal_value_stays_the_same_object() -> None:
    board = Board()
    first = board.fact(1, [2])
    assert board.fact(3, [2]) is first
    assert board.fact(3, [4]) is first, "the new reads are stored with it"


def test_no_two_stamps_are_equal() -> None:
    board, stamp = Board(), Stamp()
    board.fact(stamp, 1)
    assert board.fact(stamp, 2) == 1
    assert board.fact(Stamp(), 2) == 2


def test_a_change_empties_the_cache_and_keeps_the_facts() -> None:
    board = Board()
    board.fact(1, 2)
    board.cache["x"] = 3
    changed(board)
    assert not board.cache
    assert board.kept


def test_a_stamp_knows_the_hexes_touched_since_an_earlier_one() -> None:
    first = Stamp()
    second = Stamp(first, 0b01)
    third = Stamp(second, 0b10)
    assert [third.touched_since(then) for then in (first, second, third)] == [0b11, 0b10, 0]
    assert first.touched_since(third) is None
    assert third.touched_since(Stamp()) is None


def test_a_stamp_forgets_a_long_past() -> None:
    first = stamp = Stamp()
    for _ in range(1000):
        stamp = Stamp(stamp, 1)
    assert stamp.touched_since(first) is None
