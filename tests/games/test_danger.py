"""The danger to objectives, garrisons and the assignment of raiders, without any game."""

from __future__ import annotations

import pytest

from grognard.core.contract.intentions import Guards
from grognard.games.kit.advice.danger import Aim, Danger, Menace, assign


def danger(*menaces: Menace, landings: int = 0, own: int = 0b11111) -> Danger:
    """Return the danger to hexes 0 to 4: hex 0 is vital, two of the others are needed."""
    return Danger((Aim(1, 0b00001, 0b00001), Aim(2, 0b11110)), own, menaces, landings)


def test_forces_add_up_only_where_they_could_come() -> None:
    found = danger(Menace(4, 0b00011), Menace(3, 0b00010))
    assert found.force == {0: 4, 1: 7}
    assert found.enterable(1) and not found.enterable(2)


def test_an_empty_vital_hex_is_exposed_to_a_march_and_to_a_landing() -> None:
    assert danger(Menace(4, 0b00001)).exposed(occupied=0) == 0b00001
    assert danger(landings=0b00001).exposed(occupied=0) == 0b00001
    dropped = danger(landings=0b00100)
    assert [hex_ for hex_ in range(5) if dropped.enterable(hex_)] == [2]
    assert danger(Menace(4, 0b00001)).exposed(occupied=0b00001) == 0
    assert danger(Menace(4, 0b00001), own=0b11110).exposed(occupied=0) == 0
    assert danger(Menace(4, 0b00010)).exposed(occupied=0) == 0


@pytest.mark.parametrize(
    ("level", "guarded"), [("none", []), ("vital", [0]), ("needed", [0, 2]), ("all", [0, 2, 1, 3])]
)
def test_guards_by_level(level: Guards, guarded: list[int]) -> None:
    # hex 4 is out of reach; of the aim that needs 2 hexes, 3 are to be safe; only hex 2 has a unit, hexes 1
    # and 3 have none, and 3 is in more danger
    found = danger(Menace(1, 0b01111), Menace(5, 0b01000), own=0b11111)
    wanted = found.to_guard(level, cheap=0b00100)
    assert wanted == (guarded if level != "needed" else [0, 2, 1])


def test_every_target_gets_a_unit_if_that_is_possible() -> None:
    assert assign({7: 0b111, 8: 0b001, 9: 0b011}, [0, 1, 2]) == {0: 8, 1: 9, 2: 7}


def test_the_first_targets_come_first() -> None:
    assert assign({7: 0b111}, [2, 0, 1]) == {2: 7}
    assert assign({}, [1]) == {}
