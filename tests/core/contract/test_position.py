"""Position files: written and read without loss, refused with file and reason."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import grognard
from grognard.core.contract.outside.position import Position, parse_position, read_position, write_position
from grognard.core.errors import BadFile, GrognardError
from grognard.core.play.game import Game
from grognard.core.play.positions import from_position
from tests.games.random_play import SCENARIOS, sample
from tests.support import flags, situation, where

EXAMPLE = """\
scenario = "strike-force-one/expert-standard"
options  = { in-the-open = true }
turn     = 2
phase    = "soviet combat"          # names as shown by g.phase
dice     = [4, 2]                   # scripted, optional
[at]                                # counter = hex; every counter not named is off the board
SA = "0605"
SV = "0605"
Z  = "0506"
[state]                             # what else differs from fresh, by counter or by the game's own track
Z = { disrupted = true }
"""


def opened(text: str, folder: Path) -> Game:
    path = folder / "some.toml"
    path.write_text(text, "utf-8")
    return grognard.position(path, seed=1)


def refused(text: str, folder: Path) -> str:
    """Assert that a position is refused with the name of its file, in one line, and return the reason."""
    with pytest.raises(BadFile) as error:
        opened(text, folder)
    assert error.value.path == str(folder / "some.toml")
    assert str(error.value).startswith(error.value.path) and "\n" not in str(error.value)
    return error.value.reason


# -- reading ---------------------------------------------------------------------------------------


def test_example_of_the_manual(tmp_path: Path) -> None:
    game = opened(EXAMPLE, tmp_path)
    assert (game.scenario.id, game.turn, game.phase, game.to_act) == (
        "strike-force-one/expert-standard", 2, "soviet combat", "soviet",
    )  # fmt: skip
    assert game.options["in-the-open"] is True and game.options["night"] is False
    on_map = {unit.id: unit.at for unit in game.view().units if unit.at[:1].isdigit()}
    assert on_map == {"SA": "0605", "SV": "0605", "Z": "0506"}
    assert flags(game, "Z") == ("disrupted",) and flags(game, "SA") == ()
    # 1 + 1 against 1 and the forest is a difference of 0; a 4 drives the attackers back
    assert game.preview("attack 0506 SA,SV").total == "difference +0"
    events = game.play("attack 0506 SA,SV")
    assert game.history[0].dice == (4,)
    assert events[0].rule == "9-all-ar"
    assert game.dice.scripted == [(2, True)]


def test_omitted_status_is_fresh(tmp_path: Path) -> None:
    game = opened('scenario = "strike-force-one/basic"\n', tmp_path)
    assert (game.turn, game.phase) == (1, "soviet movement")
    assert {unit.at for unit in game.view().units} == {"away"}
    assert game.dice.scripted == [] and game.options == {}
    assert [str(order) for order in game.orders()] == ["end"]


def test_counters_in_boxes() -> None:
    game = situation("advanced", "soviet movement", turn=3, SA="lost", SB="box", V="edge", W="0207")
    assert [where(game, unit) for unit in ("SA", "SB", "V", "W", "X")] == [
        "lost",
        "box",
        "edge",
        "0207",
        "away",
    ]


def test_position_can_be_played_and_undone_to_its_start() -> None:
    game = situation("basic", "soviet movement", SA="0605", Z="0405")
    start = game.state.plain()
    game.play("move SA 0605-0505")
    game.undo()
    assert game.state.plain() == start and not game.can_undo
    assert game.game_after(0).state.plain() == start


# -- there and back --------------------------------------------------------------------------------


def test_written_position_reads_back(tmp_path: Path) -> None:
    place = Position(
        scenario="strike-force-one/expert-engagement",
        options={"night": True, "event-draw": "chits"},
        turn=4,
        phase="us combat",
        dice=(4, 2),
        at={"SA": "0605", "SZh": "lost", "AIR": "0605"},
        state={"SA": {"disrupted": True, "moved": True}, "replacements-taken": True},
    )
    path = tmp_path / "some.toml"
    path.write_text(write_position(place), "utf-8")
    assert read_position(path) == place
    tomllib.loads(write_position(Position(scenario='quotes " and \\ and ü')))


def quiet(games: list[Game]) -> list[Game]:
    """Return the games that are not in the middle of a battle or event, which a position can express."""
    kinds = ("movement", "combat", "events")
    return [game for game in games if (question := game.choices()) and question.kind in kinds]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_position_of_a_game_reads_back_as_the_same_state(scenario: str, tmp_path: Path) -> None:
    games = [game for game in quiet(sample()) if game.scenario.id == scenario]
    assert len(games) > 20
    for game in games:
        twin = opened(game.position(), tmp_path)
        assert twin.state.plain() == game.state.plain(), game.position()
        assert twin.position() == game.position()
        assert sorted(map(str, twin.orders())) == sorted(map(str, game.orders()))


def test_position_keeps_the_open_decision_or_is_refused(tmp_path: Path) -> None:
    """Nothing is dropped silently in the middle of a battle."""
    refused = 0
    for game in sample(games=2):
        try:
            text = game.position()
        except GrognardError as error:
            assert game.state.questions and "cannot hold the open decision" in str(error)
            refused += 1
            continue
        twin = opened(text, tmp_path)
        assert twin.state.questions == game.state.questions
        assert twin.view().units == game.view().units
        assert (twin.turn, twin.phase, twin.options) == (game.turn, game.phase, game.options)
    assert refused


# -- refusals --------------------------------------------------------------------------------------

BASIC = 'scenario = "strike-force-one/basic"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "scenario"),
        ("turn = 1\n", "scenario"),
        ("scenario = 3\n", "scenario"),
        ('scenario = "chess/blitz"\n', "no game 'chess'"),
        ('scenario = "strike-force-one"\n', "which scenario"),
        ('scenario = "strike-force-one/nope"\n', "no scenario strike-force-one/nope"),
        (BASIC + "[options]\nfog = true\n", "no option 'fog'"),
        (BASIC + "turn = 0\n", "turn 0: this scenario has turns 1 to 4"),
        (BASIC + "turn = 5\n", "turn 5"),
        (BASIC + 'turn = "two"\n', "turn"),
        (BASIC + "turn = true\n", "turn"),
        (
            BASIC + 'phase = "soviet events"\n',
            "phases are soviet movement, soviet combat, us movement, us combat",
        ),
        (BASIC + 'phase = "lunch"\n', "'lunch'"),
        (BASIC + "weather = 1\n", "weather"),
        (BASIC + "dice = [0]\n", "0 is not a die result"),
        (BASIC + "dice = [2.5]\n", "dice"),
        (BASIC + "dice = 4\n", "dice"),
        (BASIC + '[at]\nSQ = "0605"\n', "SQ: there is no such counter"),
        (BASIC + '[at]\nSA = "9999"\n', "SA: '9999' is neither a hex nor one of away, lost, edge, box"),
        (BASIC + '[at]\nSA = ""\n', "SA"),
        (BASIC + "[at]\nSA = 605\n", "at"),
        (BASIC + '[at]\nSA = "0605"\nZ = "0605"\n', "0605 has units of both sides"),
        (BASIC + 'phase = "soviet combat"\n[at]\nSA = "0605"\nSB = "0605"\n', "0605 has 2 units"),
        (BASIC + '[at]\nSA = "0605"\nSB = "0605"\nSV = "0605"\n', "0605 has 3 units"),
        (BASIC + '[at]\nSA = "0506"\n', "0506 is closed to units"),
        (BASIC + '[at]\nSA = "box"\n', "SA cannot be in a replacement box"),
        (BASIC + "[state]\nSA = { tired = true }\n", "state.SA.tired: unknown key; known: moved, fought"),
        (BASIC + "[state]\nSA = { mvoed = true }\n", 'state.SA.mvoed: unknown key; did you mean "moved"?'),
        (BASIC + "[state]\nSA = { moved = 1 }\n", "state.SA.moved: 1 is not a value"),
        (BASIC + "[state]\nreplacement-taken = true\n", 'did you mean "replacements-taken"?'),
        (
            'scenario = "sfo/basic"\noptions = { elimnation = true }\n',
            "options.elimnation: strike-force-one/basic has",
        ),
        (BASIC + "[state]\nfog = true\n", "fog"),
        (BASIC + "[state]\nSA = 3\n", "SA"),
        (BASIC + "[state]\nSA = { replacing = true }\n", "a replacement is not at the edge"),
        ("scenario = \n", "not valid TOML"),
        (BASIC + "[at\n", "not valid TOML"),
        ("\x00", "not valid TOML"),
    ],
)
def test_invalid_position_is_refused(text: str, said: str, tmp_path: Path) -> None:
    assert said in refused(text, tmp_path)


@pytest.mark.parametrize("value", ["1", '"yes"', "[]"])
def test_flag_must_be_true_or_false(value: str, tmp_path: Path) -> None:
    """Anything else would be ignored silently."""
    assert "SA" in refused(f"{BASIC}[at]\nSA = '0605'\n[state]\nSA = {{ disrupted = {value} }}\n", tmp_path)


def test_position_without_legal_orders_is_refused(tmp_path: Path) -> None:
    """Two moved units are over the stacking limit, so the phase could not end."""
    text = BASIC + "[at]\nSA = '0605'\nSB = '0605'\n[state]\nSA = { moved = true }\nSB = { moved = true }\n"
    assert "0605" in refused(text, tmp_path)


def test_missing_or_unreadable_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="no such file"):
        grognard.position(tmp_path / "nowhere.toml")
    with pytest.raises(BadFile, match="folder"):
        grognard.position(tmp_path)
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadFile, match="not a UTF-8 text file"):
        grognard.position(tmp_path / "binary.toml")


def test_invalid_position_as_text_is_refused() -> None:
    definition = situation("basic").definition
    with pytest.raises(GrognardError, match="no such counter"):
        from_position(definition, Position("strike-force-one/basic", at={"SQ": "0605"}))


def test_keys_with_dots_are_quoted() -> None:
    """Options such as 21.9, and hexes such as 14.07, would otherwise be read as tables."""
    whole = Position("ocs/practice", {"21.9": True, "HR-7": "half"}, state={"dug": {"14.07": 1}})
    assert parse_position(write_position(whole)) == whole
    game = grognard.new("ocs/drill-1-modes", {"21.9": True, "HR-7": "half"}, seed=1)
    again = from_position(game.definition, parse_position(game.position()))
    assert again.options == game.options
