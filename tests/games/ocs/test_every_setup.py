"""Chapter IV for every OCS scenario: each ready-made setup against the rules of setting up.

The rules are written out here. Boards, counters and setups are read from their files without the program's
code.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from grognard.core.testing import rule
from tests.referees.board import GAMES, BoardInPlay, data_file, read_toml

NAMES = sorted(path.stem for path in (GAMES / "ocs/data/scenarios").glob("*.toml"))
every_scenario = pytest.mark.parametrize("name", NAMES)
MAX_RE = 10
"""Stacking limit in regimental equivalents [4.8, IV.F]."""
CAREFUL = ("reserve", "reserve-move", "strat")
"""Modes in which a unit cannot start adjacent to an enemy that can attack [IV.B.2]."""


class Setup:
    """The setup of a scenario as its files give it."""

    def __init__(self, name: str) -> None:
        self.file = read_toml(data_file("ocs", "data", "scenarios", f"{name}.toml"))
        self.board = BoardInPlay(
            data_file("ocs", "data", f"{self.file['board']}.toml"), corners=self.file.get("hexes")
        )
        files = [self.file["counters"], *self.file.get("more-counters", ())]
        counters = [
            row for file in files for row in read_toml(data_file("ocs", "data", f"{file}.toml"))["counter"]
        ]
        self.counters: dict[str, dict[str, Any]] = {row["id"]: row for row in counters}
        self.boxes = {row["id"] for row in self.file.get("box", ())}
        self.placed: list[dict[str, Any]] = self.file["setup"]
        self.where = {id_: row["hex"] for row in self.placed for id_ in row.get("units", ())}

    def side(self, id_: str) -> str:
        return str(self.counters[id_]["side"])

    def occupied_by(self, row: dict[str, Any]) -> set[str]:
        """Return the sides with something in an entry of the setup."""
        return {self.side(id_) for id_ in row.get("units", ())} | ({row["side"]} if "side" in row else set())


@cache
def setup_of(name: str) -> Setup:
    return Setup(name)


@every_scenario
def test_every_unit_is_set_up_once(name: str) -> None:
    setup = setup_of(name)
    given = [id_ for row in setup.placed for id_ in row.get("units", ())]
    assert len(given) == len(set(given))
    assert set(given) <= setup.counters.keys()
    if "only" in setup.file:
        named = set(setup.file["only"])
        assert all({id_, setup.counters[id_].get("formation")} & named for id_ in given)
    assert not set(given) & set(setup.file.get("without", ()))


@every_scenario
def test_every_hex_is_on_the_board(name: str) -> None:
    """Air units may be in a box or on a carrier instead."""
    setup = setup_of(name)
    carriers = {id_ for id_, row in setup.counters.items() if row["kind"] == "carrier"}
    for row in setup.placed:
        planes = {setup.counters[id_]["kind"] for id_ in row.get("units", ())} == {"plane"}
        assert row["hex"] in setup.board.hexes or (planes and row["hex"] in setup.boxes | carriers), row


@every_scenario
def test_sides_are_apart(name: str) -> None:
    sides: dict[str, set[str]] = {}
    for row in setup_of(name).placed:
        sides.setdefault(row["hex"], set()).update(setup_of(name).occupied_by(row))
    assert not {hex_ for hex_, here in sides.items() if len(here) > 1}


@rule("ocs", "IV.F", "4.6.5")
@every_scenario
def test_no_hex_is_overstacked(name: str) -> None:
    """Only combat units count, and a multi-step unit loses one RE with each step."""
    setup = setup_of(name)
    size: dict[str, float] = {}
    for row in setup.placed:
        for counter in (
            setup.counters[id_] for id_ in row.get("units", ()) if "combat" in setup.counters[id_]
        ):
            lost = row.get("lost", 0) if counter.get("steps", 1) > 1 else 0
            size[row["hex"]] = size.get(row["hex"], 0) + counter["re"] - lost
    assert not {hex_: total for hex_, total in size.items() if total > MAX_RE}


@rule("ocs", "IV.B.2")
@every_scenario
def test_no_reserve_or_strat_mode_beside_an_enemy(name: str) -> None:
    setup = setup_of(name)
    for row in setup.placed:
        if row.get("mode", "combat") not in CAREFUL:
            continue
        for id_ in row["units"]:
            near = setup.board.neighbours[row["hex"]]
            enemies = [
                e for e, hex_ in setup.where.items() if hex_ in near and setup.side(e) != setup.side(id_)
            ]
            can_attack = [e for e in enemies if setup.counters[e].get("combat", {}).get("strength")]
            assert not can_attack, (id_, can_attack)


@rule("ocs", "IV.G")
@every_scenario
def test_only_multi_step_units_have_lost_steps(name: str) -> None:
    setup = setup_of(name)
    for row in setup.placed:
        for id_ in row.get("units", ()):
            assert row.get("lost", 0) < setup.counters[id_].get("steps", 1), id_


@rule("ocs", "IV.C.2", "IV.D.1")
@every_scenario
def test_only_transport_is_loaded(name: str) -> None:
    """With one point for each transport point at most."""
    setup = setup_of(name)
    for row in setup.placed:
        loaded = row.get("loaded", 0)
        assert 0 <= loaded <= 1, row
        organic = [id_ for id_ in row.get("units", ()) if "organic" in setup.counters[id_]["kind"]]
        assert not loaded or organic or row.get("trucks") or row.get("wagons"), row
