"""Case 12.1: the ready-made setups obey every rule of setup.

The rules are written out here from the rulebook. Board, counters and setups are read from their files without
the program's code; only the last section compares the start of a game with them.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import grognard
from grognard.core.play.game import Game
from grognard.core.testing import rule
from grognard.games.afcent.model.state import AfcentState
from tests.referees.board import BoardInPlay, data_file, read_toml

COUNTERS: dict[str, dict[str, Any]] = {
    row["id"]: row for row in read_toml(data_file("nuremberg", "data", "counters.toml"))["counter"]
}
SCENARIOS = ("campaign", "border-battle")
each_setup = pytest.mark.parametrize("name", SCENARIOS)
OFF_MAP = ("withheld", "withheld-south")
COUNTRIES = {
    "CZ": {"czechoslovakia"},
    "EG": {"east-germany"},
    "SU": {"east-germany", "czechoslovakia"},
}
"""The countries in which the units of a Pact nation start [12.1.4.4, 12.1.4.5, 12.1.4.6]."""
ENTRY_OF = {"withheld": "east-germany", "withheld-south": "czechoslovakia"}
"""The country by which a withheld unit enters [12.1.4.2.a]."""
STACK = {"pact": 2, "nato": 3}
"""Stacking limits [7.2, 7.3]."""


class Setup:
    """A ready-made setup as its file gives it, with the board and the counters in play."""

    def __init__(self, name: str) -> None:
        self.file = read_toml(data_file("nuremberg", "data", "scenarios", f"{name}.toml"))
        self.board = BoardInPlay(data_file("nuremberg", "data", "board.toml"), corners=self.file.get("hexes"))
        self.deployment: dict[str, list[str]] = self.file["deployment"]
        only, without = set(self.file.get("only", ())), set(self.file.get("without", ()))
        self.in_play = {
            id_
            for id_, row in COUNTERS.items()
            if (not only or names(row) & only) and not names(row) & without
        }
        self.starters = {id_ for id_ in self.in_play if starts_on_map(id_)}
        self.stacks = {
            hex_: [id_ for id_ in ids if id_ in self.in_play]
            for hex_, ids in self.deployment.items()
            if hex_ not in OFF_MAP
        }

    def placed(self, side: str) -> list[tuple[str, str]]:
        """Return the units of a side on the map, each with its hex."""
        return [(id_, h) for h, ids in self.stacks.items() for id_ in ids if COUNTERS[id_]["side"] == side]

    def off_map(self) -> list[tuple[str, str]]:
        """Return the withheld units in play, each with its place."""
        return [(id_, p) for p in OFF_MAP for id_ in self.deployment.get(p, ()) if id_ in self.in_play]

    def country(self, hex_: str) -> str:
        """Return the country of a hex."""
        (found,) = [c for c in ("west-germany", *ENTRY_OF.values()) if hex_ in self.board.regions[c]]
        return found


@cache
def setup_of(name: str) -> Setup:
    return Setup(name)


def names(row: dict[str, Any]) -> set[str]:
    """Return a counter's id and tags, by which a scenario names it."""
    return {row["id"], *row["tags"]}


def tag(id_: str, key: str) -> str:
    """Return the value of a tag such as ``start:2424-1``; empty if the counter has none."""
    return next((t.partition(":")[2] for t in COUNTERS[id_]["tags"] if t.startswith(f"{key}:")), "")


def has(id_: str, word: str) -> bool:
    return word in COUNTERS[id_]["tags"]


def is_marker(id_: str) -> bool:
    return bool(COUNTERS[id_].get("marker"))


def starts_on_map(id_: str) -> bool:
    """Return whether a unit is set up: not a marker, a reinforcement, the 26L, the Home Guard or the 103G."""
    later = tag(id_, "turn") or any(has(id_, word) for word in ("airland", "airdrop", "home-guard"))
    return not is_marker(id_) and not later


# -- the setup as a whole --------------------------------------------------------------------------


@rule("nuremberg", "12.1")
@each_setup
def test_every_starting_unit_is_set_up_once(name: str) -> None:
    given = [id_ for ids in setup_of(name).deployment.values() for id_ in ids]
    assert len(given) == len(set(given))
    assert set(given) <= COUNTERS.keys()
    assert setup_of(name).starters == set(given) & setup_of(name).in_play


@rule("nuremberg", "12.1", "7.0")
@each_setup
def test_only_friends_share_a_hex(name: str) -> None:
    for hex_, ids in setup_of(name).stacks.items():
        assert len({COUNTERS[id_]["side"] for id_ in ids}) <= 1, hex_


@rule("nuremberg", "12.1", "7.2-two", "7.3-three", "7.3-static", "10.6.1-pact")
@each_setup
def test_stacks_are_within_the_limits(name: str) -> None:
    """At most two Pact or three NATO units of one division; garrisons do not count [R-NUR-24]."""
    for hex_, ids in setup_of(name).stacks.items():
        counted = [id_ for id_ in ids if tag(id_, "parent") != "garrison"]
        assert len(counted) <= min((STACK[COUNTERS[id_]["side"]] for id_ in counted), default=0), hex_
        assert len({COUNTERS[id_]["nation"] for id_ in counted}) <= 1, hex_
        flying = {has(id_, "heliborne") for id_ in counted}
        assert len(flying) <= 1, hex_
        if flying != {True}:
            assert len({tag(id_, "parent") for id_ in counted}) <= 1, hex_


@rule("nuremberg", "2.1-partial", "13.2-lake")
@each_setup
def test_units_are_in_hexes_in_play_that_they_can_enter(name: str) -> None:
    board = setup_of(name).board
    for hex_ in setup_of(name).stacks:
        assert hex_ in board.hexes, hex_
        assert "lake" not in board.terrain[hex_], hex_


# -- NATO ------------------------------------------------------------------------------------------


@rule("nuremberg", "12.1.3-start", "2.2.1-start", "2.2.1-within")
@each_setup
def test_nato_units_are_where_their_backs_say(name: str) -> None:
    """In the hex itself, or within the number of hexes after the dash."""
    setup = setup_of(name)
    whole = BoardInPlay(data_file("nuremberg", "data", "board.toml"))
    for id_, hex_ in setup.placed("nato"):
        label, _, distance = tag(id_, "start").partition("-")
        assert label, f"{id_} has no starting hex"
        assert hex_ in whole.distances(label, int(distance or 0)), (id_, hex_)


@each_setup
def test_nato_units_start_in_west_germany(name: str) -> None:
    """[R-NUR-44]"""
    setup = setup_of(name)
    assert {setup.country(hex_) for _, hex_ in setup.placed("nato")} == {"west-germany"}


@rule("nuremberg", "12.1.3-start")
@each_setup
def test_no_nato_unit_is_withheld(name: str) -> None:
    assert {COUNTERS[id_]["side"] for id_, _ in setup_of(name).off_map()} <= {"pact"}


@rule("nuremberg", "12.1.3-reinf", "12.1.3-26l")
def test_nato_units_that_come_later_are_as_many_as_the_rules_say() -> None:
    later = [id_ for id_ in COUNTERS if COUNTERS[id_]["side"] == "nato" and not is_marker(id_)]
    us = [id_ for id_ in later if COUNTERS[id_]["nation"] == "US" and tag(id_, "turn")]
    assert len(us) == 4 and {tag(id_, "turn") for id_ in us} == {"6"}
    assert [tag(id_, "edge") for id_ in us].count("west") == 3
    assert sum(has(id_, "home-guard") for id_ in later) == 8
    assert sum(has(id_, "airland") for id_ in later) == 3


# -- the Pact --------------------------------------------------------------------------------------


@rule("nuremberg", "12.1.4.4", "12.1.4.5", "12.1.4.6")
@each_setup
def test_pact_units_start_in_their_countries(name: str) -> None:
    setup = setup_of(name)
    for id_, hex_ in setup.placed("pact"):
        assert setup.country(hex_) in COUNTRIES[COUNTERS[id_]["nation"]], (id_, hex_)


@rule("nuremberg", "12.1.4.4", "12.1.4.5", "12.1.4.6")
@each_setup
def test_pact_units_do_not_start_at_an_international_border(name: str) -> None:
    """Neither at the frontier of West Germany nor at that between the two Pact countries."""
    setup, whole = setup_of(name), BoardInPlay(data_file("nuremberg", "data", "board.toml"))
    for id_, hex_ in setup.placed("pact"):
        around = whole.neighbours[hex_]
        assert not [n for n in around if "border" in whole.side_names(hex_, n)], (id_, hex_)
        lands = {c for c in ("west-germany", *ENTRY_OF.values()) for n in around if n in whole.regions[c]}
        assert lands <= {setup.country(hex_)}, (id_, hex_)


@rule("nuremberg", "12.1.4.2", "12.1.4.2.a", "12.1.4.2.b")
@each_setup
def test_withheld_units_wait_at_an_autobahn_of_their_country(name: str) -> None:
    setup = setup_of(name)
    for id_, place in setup.off_map():
        country = ENTRY_OF[place]
        assert country in COUNTRIES[COUNTERS[id_]["nation"]], id_
        entries = setup.board.regions["east-german-entry"] | setup.board.regions["czechoslovak-entry"]
        assert entries & setup.board.regions[country], f"{id_} has no way in"


@rule("nuremberg", "12.1.4.3")
@each_setup
def test_the_103g_is_never_set_up(name: str) -> None:
    given = {id_ for ids in setup_of(name).deployment.values() for id_ in ids}
    assert not {id_ for id_ in given if has(id_, "airdrop")}


# -- the start of a game ---------------------------------------------------------------------------


def begun(name: str, **options: Any) -> tuple[Game, AfcentState]:
    """Return a game on turn 1: the Pact has drawn its order and planned its drop, if it has any."""
    chosen = {key.replace("_", "-"): value for key, value in options.items()}
    game = grognard.new(f"nuremberg/{name}", chosen, seed=1)
    for order in ("draw", "arrive 5", "primary 2732", "secondary 1942") if name == "campaign" else ():
        game.play(order)
    assert isinstance(game.state, AfcentState)
    return game, game.state


@each_setup
@pytest.mark.parametrize("heliborne", [True, False])
def test_the_game_starts_as_the_file_says(name: str, heliborne: bool) -> None:
    """Every counter in play is in its place, and no other counter is in the game [R-NUR-26]."""
    setup, (game, _) = setup_of(name), begun(name, heliborne=heliborne)
    wanted = {id_: where for where, ids in setup.deployment.items() for id_ in ids}
    wanted |= {id_: "airborne" for id_ in COUNTERS if has(id_, "airland") or has(id_, "airdrop")}
    wanted |= {id_: "coming" for id_ in COUNTERS if has(id_, "home-guard") or tag(id_, "turn")}
    wanted |= {id_: "available" for id_ in COUNTERS if is_marker(id_) and not tag(id_, "turn")}
    in_play = {id_ for id_ in setup.in_play if heliborne or not has(id_, "heliborne")}
    assert {unit.id: unit.at for unit in game.view("pact").units} == {id_: wanted[id_] for id_ in in_play}


@rule("nuremberg", "12.1.1-start", "12.1.1-turn")
@each_setup
def test_support_markers_are_available_at_once_or_from_their_turn(name: str) -> None:
    _, state = begun(name)
    scenario = state.scenario
    for id_ in setup_of(name).in_play:
        c = scenario.index[id_]
        assert state.due[c] == int(tag(id_, "turn") or 0), id_


@rule("nuremberg", "12.1.2")
@each_setup
def test_no_other_markers_are_on_the_map(name: str) -> None:
    _, state = begun(name)
    assert (state.turn, state.markers, state.refugees, any(state.ew)) == (1, 0, 0, False)
    assert (state.sky, state.ether) == (-1, -1)


@rule("nuremberg", "12.2", "3.0-start")
@each_setup
def test_control_follows_the_borders(name: str) -> None:
    setup, (_, state) = setup_of(name), begun(name)
    pact = setup.board.regions["east-germany"] | setup.board.regions["czechoslovakia"]
    assert set(state.scenario.grid.names(state.red)) == pact
    assert set(state.scenario.grid.names(state.taken)) == pact


@rule("nuremberg", "12.1")
@each_setup
def test_players_can_make_the_setup_by_hand(name: str) -> None:
    """Each side places its stacks one after the other, in the order of setup [R-NUR-43]."""
    setup = setup_of(name)
    game = grognard.new(f"nuremberg/{name}", {"setup": "free"}, seed=1)
    while not game.turn:
        (side,) = game.waiting_for
        decision = game.choices(side)
        assert decision is not None
        first = next(iter(decision.orders("")))
        if first.verb not in ("fill", "end"):
            game.play(first, side)  # the attack order and the drop plan
            continue
        for id_, hex_ in setup.placed(side):
            game.play(f"place {id_} {hex_}", side)
        for id_, place in setup.off_map() if side == "pact" else ():
            game.play(f"{'withhold' if place == 'withheld' else 'withhold-south'} {id_}", side)
        game.play("end", side)
    assert isinstance(game.state, AfcentState)
    assert game.state.at == begun(name)[1].at
