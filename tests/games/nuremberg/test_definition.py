"""Objective Nuremberg as a game definition: its capabilities, its data files, its aims and its guesses."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from grognard.core.dice import LooseDice
from grognard.core.errors import BadFile
from grognard.core.hexes.grid import bits
from grognard.core.testing import rule
from grognard.games import nuremberg
from grognard.games.afcent import rules
from grognard.games.afcent.advice import evaluation
from grognard.games.afcent.advice.staff import advisor
from grognard.games.afcent.interface import hidden_information, invariants, legality, positions, views
from grognard.games.afcent.model.scenario import PACT, SHARED
from grognard.games.afcent.model.state import UNKNOWN
from grognard.games.nuremberg import airborne, game_rules, standings
from grognard.games.nuremberg.definition import GAME
from tests.rules.nuremberg.campaign import Campaign
from tests.support import rolling

DATA = Path(nuremberg.__file__).parent / "data"


def test_capabilities() -> None:
    assert (GAME.id, GAME.data, GAME.rules) == ("nuremberg", DATA, rules)
    assert (GAME.completes, GAME.previews, GAME.moves, GAME.zones) == (legality, rules, rules, rules)
    assert (GAME.areas, GAME.advises, GAME.evaluates) == (views, advisor, evaluation)
    assert (GAME.secrets, GAME.positions, GAME.invariants) == (hidden_information, positions, invariants)
    assert GAME.supply is None and GAME.explains is None


def test_scenarios_are_compiled_with_their_options() -> None:
    scenario = GAME.scenarios("campaign", {"heliborne": False})
    assert scenario.options["heliborne"] is False
    assert (scenario.folder, scenario.exclusive) == (DATA, game_rules)


def test_data_files_are_recognised_and_checked(tmp_path: Path) -> None:
    counters, charts, numbers, book, exclusive = GAME.files
    assert [kind.title for kind in GAME.files].count("chart file") == 3
    assert [kind.signs for kind in (counters, charts, exclusive)] == [{"counter"}, {"crt", "tec"}, {"turn1"}]
    assert [kind.folders for kind in (counters, charts, exclusive)] == [(DATA,), (SHARED,), (DATA,)]
    assert numbers.check(SHARED / "staff.toml") == "all keys are known"
    assert book.check(SHARED / "book.toml").endswith(" chapters")
    assert counters.check(DATA / "counters.toml") == "204 counters"
    assert charts.check(SHARED / "tables.toml") == "all keys are known"
    assert exclusive.check(DATA / "exclusive.toml") == "all keys are known"
    for kind, path in ((charts, SHARED / "tables.toml"), (exclusive, DATA / "exclusive.toml")):
        broken = tmp_path / path.name
        broken.write_text(path.read_text("utf-8") + "\n[weather]\nfine = 1\n", "utf-8")
        with pytest.raises(BadFile, match="weather"):
            kind.check(broken)


# -- aims ------------------------------------------------------------------------------------------


@rule("nuremberg", "12.5.2-north.a", "12.5.2-south.a", "12.5.2-block.a")
@pytest.mark.parametrize(
    ("order", "share", "hexes"),
    [
        (0, 3 / 12, {"1901", "2801", "3401", "3801", "4801"}),
        (1, 5 / 12, {"1004", "1023"}),
    ],
)
def test_aims_of_the_pincers(order: int, share: float, hexes: set[str]) -> None:
    war = Campaign("pact movement", 2)
    war.state.order, war.state.exits = order, [1, 2, 0, 0, 0, 4, 1]
    found, aims = standings.aims(war.state)
    assert found == pytest.approx(share)
    assert set(war.scenario.grid.names(aims)) == hexes


@rule("nuremberg", "12.5.2-block.a")
def test_aims_of_the_block_are_the_cities_not_yet_held() -> None:
    war = Campaign("pact movement", 2, at={"su-119t": "2732"})
    war.state.order = 2
    found, aims = standings.aims(war.state)
    assert found == pytest.approx(1 / 27)
    west = war.scenario.cities & war.scenario.region("west-germany")
    assert aims == west & ~(1 << war.hex("2732"))
    war = Campaign("pact movement", 2, at={"su-79gt-17t": "2732"}, scenario="border-battle")
    found, aims = standings.aims(war.state)
    assert found == pytest.approx(1 / 10)
    assert len(war.scenario.grid.names(aims)) == 11


# -- guesses ---------------------------------------------------------------------------------------


@rule("nuremberg", "12.1.4.1.b", "12.1.4.3")
@pytest.mark.parametrize(
    ("phase", "fight_first", "first"),
    [
        ("pact declare", False, 5),
        ("pact movement", False, 5),  # it would be revealed when the phase begins
        ("pact combat", False, 6),
        ("nato movement", False, 6),
        ("nato movement", True, 6),
    ],
)
def test_guessed_plan_is_for_a_turn_to_come(phase: str, fight_first: bool, first: int) -> None:
    war = Campaign(phase, 5, at={"su-103g": "airborne", "us-2c-1": "2424"})
    war.state.fight_first[PACT] = fight_first
    open_ = war.scenario.land & ~war.scenario.red_land & ~(1 << war.hex("2424"))
    turns = set()
    for die in range(1, 12 - first + 2):
        war.state.plan, war.state.order = [UNKNOWN] * 3, UNKNOWN
        with rolling(3, die, 1, open_.bit_count()) as dice:
            game_rules.guess_secrets(war.state, dice)
        turns.add(war.state.plan[0])
        assert war.state.order == 2
        one, two = war.state.plan[1:]
        assert (one, two) == (bits(open_)[0], bits(open_)[-1])
    assert turns == set(range(first, 13))
    assert not war.state.recalled


def test_guess_after_the_last_drop_is_that_it_was_cancelled() -> None:
    war = Campaign("pact combat", 12, at={"su-103g": "airborne"})
    war.state.plan = [UNKNOWN] * 3
    with rolling(1, 1, 2) as dice:
        airborne.guess_plan(war.state, dice)
    assert (war.state.recalled, war.state.plan[0]) == (True, 12)


def test_guess_in_setup_has_as_many_lines_as_are_written() -> None:
    war = Campaign(setup="free")
    war.state.plan = [UNKNOWN]
    with rolling(6, 1, 1) as dice:
        airborne.guess_plan(war.state, dice)
    assert war.state.plan == [6]


@rule("nuremberg", "11.4-secret")
def test_imagined_states_fit_the_view() -> None:
    war = Campaign("pact movement", 2, at={"su-103g": "airborne", "us-2c-1": "2424"})
    for side in ("pact", "nato"):
        view = GAME.view(war.state, side)
        state = GAME.imagine(view, war.scenario, _dice())
        assert GAME.view(state, side) == view
        assert (state.order in (0, 1, 2)) and UNKNOWN not in state.plan
    assert GAME.imagine(GAME.view(war.state, "pact"), war.scenario, _dice()).plain() == war.state.plain()


def _dice() -> LooseDice:
    return LooseDice(random.Random(1))


def test_known_to() -> None:
    """Order, plan and cancellation are the Pact's; a pledge is known to its owner."""
    war = Campaign("pact movement", 2, at={"su-103g": "airborne"})
    war.state.recalled, war.state.pledged = True, [-1, 5]
    pact, nato, other = (hidden_information.known_to(war.state, side) for side in ("pact", "nato", ""))
    assert (pact["order"], pact["plan"], pact["recalled"]) == (0, war.state.plan, True)
    for plain in (nato, other):
        assert (plain["order"], plain["plan"], plain["recalled"]) == (UNKNOWN, [UNKNOWN] * 3, False)
    assert [plain["pledged"] for plain in (pact, nato, other)] == [[-1, UNKNOWN], [-1, 5], [-1, UNKNOWN]]
    war.state.order = -1
    assert hidden_information.known_to(war.state, "nato")["order"] == -1
    war.put("su-103g", "lost")
    assert hidden_information.known_to(war.state, "nato")["plan"] == war.state.plan
