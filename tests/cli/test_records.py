"""The commands on record files: new, show, orders, order, replay, check."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import grognard
from grognard.core.contract.scenario import Scenario
from grognard.core.errors import GrognardError
from grognard.games import data_folder, game_file
from tests.cli.conftest import Cli

GAMES = Path(grognard.__file__).parent / "games"
SHIPPED = sorted(GAMES.rglob("*.toml"))
POSITION = """
scenario = "strike-force-one/expert-standard"
phase = "soviet combat"
[at]
SA = "0605"
SB = "0605"
Z = "0506"
"""


# -- new -------------------------------------------------------------------------------------------


def test_new_writes_a_record_that_loads(cli: Cli) -> None:
    answer = cli("new", "sfo/basic", "--seed", "7", "-o", "a.record")
    assert answer.status == 0
    assert "soviet to act" in answer.out
    game = grognard.load("a.record")
    assert game.scenario.id == "strike-force-one/basic"
    assert "seed: 7" in Path("a.record").read_text()


def test_new_with_options(cli: Cli) -> None:
    answer = cli(
        "new", "sfo/expert-standard", "--option", "night", "--option", "event-draw=chits",
        "--option", "guards=off", "--json", "-o", "a.record",
    )  # fmt: skip
    assert answer.json["options"] == grognard.load("a.record").options
    chosen = grognard.load("a.record").options
    assert (chosen["night"], chosen["event-draw"], chosen["guards"]) == (True, "chits", False)


def test_new_overwrites_a_file_only_if_forced(cli: Cli, here: Path) -> None:
    (here / "a.record").write_text("mine")
    answer = cli("new", "sfo/basic", "-o", "a.record")
    assert answer.status == 2
    assert (here / "a.record").read_text() == "mine"
    assert cli("new", "sfo/basic", "-o", "a.record", "--force").status == 0


# -- show ------------------------------------------------------------------------------------------


def test_show_draws_the_game(cli: Cli, record: str) -> None:
    out = cli("show", record).out
    assert "turn 1 of 4 · Soviet movement" in out
    assert "[SA]*" in out
    assert "SA moves 0801-0701" in out
    assert "Soviet: Move your units" in out


def test_show_after_some_orders(cli: Cli, record: str) -> None:
    assert "[SA]*" not in cli("show", record, "--at", "0").out
    assert cli("show", record, "--at", "1").out == cli("show", record).out


def test_show_in_json(cli: Cli, record: str) -> None:
    shown = cli("show", record, "--side", "us", "--json").json
    assert shown["view"]["side"] == "us"
    assert shown["orders"] == 1
    assert shown["events"][0]["text"] == "SA moves 0801-0701"


def test_show_a_position(cli: Cli, here: Path) -> None:
    (here / "p.toml").write_text(POSITION)
    assert "Soviet combat" in cli("show", "p.toml").out


@pytest.mark.parametrize("name", game_file("sfo").scenarios)
def test_show_fits_80_columns_without_escapes(cli: Cli, name: str) -> None:
    cli("new", f"sfo/{name}", "-o", "a.record")
    out = cli("show", "a.record").out
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) <= 80
    assert cli("show", "a.record", "--ascii").out.isascii()


def test_show_in_colour(cli: Cli, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "48;5;" in cli("show", record, "--colour").out  # nearest of 256
    monkeypatch.setenv("COLORTERM", "truecolor")
    assert "48;2;" in cli("show", record, "--colour").out


# -- orders and order ------------------------------------------------------------------------------


def test_orders_lists_exactly_the_legal_orders(cli: Cli, record: str) -> None:
    listed = cli("orders", record).out.splitlines()
    assert sorted(listed) == sorted(map(str, grognard.load(record).orders()))


def test_orders_of_one_counter(cli: Cli, record: str) -> None:
    listed = cli("orders", record, "--actor", "sb").out.splitlines()
    assert listed and all(line.startswith("move SB ") for line in listed)
    assert cli("orders", record, "--actor", "SA").out == ""  # it has moved
    assert set(cli("orders", record, "--actor", "SB", "--json").json["actors"]) == {"SB"}


def test_order_saves_and_prints_events(cli: Cli, record: str) -> None:
    answer = cli("order", record, "move SB 0706", "end")
    assert answer.status == 0
    assert "SB moves 0806-0706" in answer.out
    assert "turn 1, soviet combat; soviet to act" in answer.out
    assert len(grognard.load(record).history) == 3


def test_illegal_order_is_explained_and_not_saved(cli: Cli, record: str) -> None:
    before = Path(record).read_text()
    answer = cli("order", record, "move SB 0706", "move SD 0101")
    assert answer.status == 1
    assert Path(record).read_text() == before
    for part in ("Illegal order: move SD 0101", "understood", "soviet infantry 1-1-4", "8-all-afford",
                 "Must afford each hex", "legal      move SD 09", "Nothing was saved"):  # fmt: skip
        assert part in answer.out


def test_illegal_order_in_json(cli: Cli, record: str) -> None:
    answer = cli("order", record, "move SA 0702", "--json")
    assert answer.status == 1
    refused = answer.json["refused"]
    assert refused["rule"] == grognard.load(record).check("move SA 0702").rule  # type: ignore[union-attr]
    assert refused["says"]


def test_unparsable_order_is_explained(cli: Cli, record: str) -> None:
    out = cli("order", record, "mvoe SB 0706").out
    assert "did you mean move" in out
    assert "legal      move SB 0806-0706" in out
    assert "but not 'quickly'" in cli("order", record, "move SB 0706 quickly").out


def test_order_with_dice_rolled_by_hand(cli: Cli) -> None:
    cli("new", "sfo/expert-standard", "--by-hand", "-o", "a.record")
    answer = cli("order", "a.record", "roll")
    assert answer.status == 2
    assert "roll a 6-sided die for: event column" in answer.err and "--dice" in answer.err
    assert cli("order", "a.record", "roll", "--dice", "6,4").status == 0
    assert grognard.load("a.record").history[0].dice == (6, 4)


@pytest.mark.parametrize(("dice", "complaint"), [("3", "unused dice: 3"), ("x", "dice must be numbers")])
def test_wrong_dice_are_refused(cli: Cli, record: str, dice: str, complaint: str) -> None:
    before = Path(record).read_text()
    answer = cli("order", record, "end", "--dice", dice)
    assert (answer.status, complaint in answer.err) == (2, True)
    assert Path(record).read_text() == before


def test_order_to_another_file(cli: Cli, record: str, here: Path) -> None:
    before = Path(record).read_text()
    assert cli("order", record, "end", "-o", "next.record").status == 0
    assert Path(record).read_text() == before
    assert len(grognard.load("next.record").history) == 2
    assert cli("order", record, "end", "-o", "next.record").status == 2  # it exists


def test_order_from_a_position_needs_an_output_file(cli: Cli, here: Path) -> None:
    (here / "p.toml").write_text(POSITION)
    assert cli("order", "p.toml", "end").status == 2
    assert cli("order", "p.toml", "end", "-o", "a.record").status == 0
    assert (here / "p.toml").read_text() == POSITION


def test_seed_stays_hidden_in_a_game_by_email(cli: Cli) -> None:
    cli("new", "sfo/expert-standard", "--seed", "7", "--hide-seed", "-o", "m.record")
    for orders in (["roll", "--dice", "6,4"], ["end"], ["end", "roll"]):
        assert cli("order", "m.record", *orders).status == 0
        assert "seed:" not in Path("m.record").read_text()
    anything = cli("orders", "m.record").out.splitlines()[0]
    assert cli("order", "m.record", anything).status == 0
    assert cli("check", "m.record").status == 0
    assert cli("show", "m.record", "--at", "1").status == 0
    assert cli("replay", "m.record").status == 0


def test_order_can_hide_the_seed(cli: Cli, record: str) -> None:
    cli("order", record, "end", "--hide-seed")
    assert "seed:" not in Path(record).read_text()
    assert cli("check", record).status == 0


# -- replay ----------------------------------------------------------------------------------------


def test_replay_straight_through(cli: Cli, record: str) -> None:
    cli("order", record, "end", "end")
    out = cli("replay", record).out
    assert "1. soviet: move SA 0801-0701" in out
    assert "3. soviet: end" in out
    assert "US movement" in out


def test_replay_step_by_step(cli: Cli, record: str) -> None:
    cli("order", record, "end", "end", "end", "end", "end", "end", "end", "end")
    typed = "\nnext\nprev\ngoto 3\nturn 2\nturn 9\ngoto 99\ngoto\nboard\nprev 99\nfrob\nauto\nquit\n"
    out = cli("replay", record, "--step", typed=typed).out
    prompts = [line.split(">")[0] for line in out.splitlines() if "/9> " in line]
    assert prompts == [f"{n}/9" for n in (0, 1, 2, 1, 3, 5, 5, 5, 5, 5, 5, 5, 9)]
    assert "This game has no turn 9." in out
    assert "The game has only 9 orders." in out
    assert "goto needs a number" in out
    assert "This is the start." in out


def test_replay_step_ends_with_the_input(cli: Cli, record: str) -> None:
    assert cli("replay", record, "--step", typed="next\n").status == 0


def test_replay_in_json(cli: Cli, record: str) -> None:
    (only,) = cli("replay", record, "--json").json
    assert (only["number"], only["side"], only["order"]) == (1, "soviet", "move SA 0801-0701")
    assert only["events"][0]["text"] == "SA moves 0801-0701"


# -- check -----------------------------------------------------------------------------------------


def test_check_a_record(cli: Cli, record: str) -> None:
    assert "valid record: strike-force-one/basic, 1 order, turn 1" in cli("check", record).out
    assert cli("check", record, "--json").json["ok"] is True


def test_check_finds_a_changed_line(cli: Cli, record: str) -> None:
    text = Path(record).read_text()
    Path(record).write_text(text.replace("0801-0701", "0801-0702"))
    answer = cli("check", record)
    assert answer.status == 2
    assert "line 7: this line or a header line was changed" in answer.err
    assert cli("check", record, "--json").json["faults"]


def test_check_a_position(cli: Cli, here: Path) -> None:
    (here / "p.toml").write_text(POSITION)
    assert "valid position" in cli("check", "p.toml").out
    (here / "p.toml").write_text(POSITION.replace("0506", "0599"))
    assert "Z" in cli("check", "p.toml").err


@pytest.mark.parametrize("name", game_file("sfo").scenarios)
def test_check_every_scenario_file(cli: Cli, name: str) -> None:
    answer = cli("check", str(data_folder("sfo") / "scenarios" / f"{name}.toml"))
    assert answer.status == 0, answer.err
    assert f"valid scenario: strike-force-one/{name}" in answer.out


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_check_every_shipped_file(cli: Cli, path: Path) -> None:
    answer = cli("check", str(path))
    assert answer.err == "" and f"{path}: valid " in answer.out


def test_check_counters_and_charts_elsewhere(cli: Cli, here: Path) -> None:
    ocs = data_folder("ocs")
    shutil.copy(ocs / "practice-units.toml", "units.toml")
    assert "valid counter file: 52 counters" in cli("check", "units.toml").out
    shutil.copy(ocs / "charts/kharkov.toml", "charts.toml")
    assert "valid chart file" in cli("check", "charts.toml").out
    text = (here / "charts.toml").read_text().replace("[terrain.open]", "[terrain.open]\nmovement = 3", 1)
    (here / "charts.toml").write_text(text)
    answer = cli("check", "charts.toml")
    assert (
        answer.status == 2 and "terrain.open.movement: unknown key" in answer.err and ", line " in answer.err
    )


def test_scenario_missing_from_the_game_file(here: Path) -> None:
    with pytest.raises(GrognardError, match=r'list it in game.toml: scenarios = \[..., "mine"\]'):
        unlisted(here, "mine")


def unlisted(folder: Path, name: str) -> None:
    """Load a scenario whose file exists but is not listed in the game file."""
    sfo = data_folder("sfo")
    shutil.copytree(sfo, folder / "data")
    shutil.copy(sfo / "scenarios/basic.toml", folder / "data/scenarios" / f"{name}.toml")
    Scenario(folder / "data", name)


def test_check_a_scenario_file_elsewhere(cli: Cli, here: Path) -> None:
    (here / "s.toml").write_text('title = "Mine"\nsummary = "A fight."\nturns = 3\n')
    assert "setup not checked" in cli("check", "s.toml").out
    (here / "s.toml").write_text('title = "Mine"\nsummary = 4\n')
    assert cli("check", "s.toml").status == 2


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("board", "board: Strike Force One, 72 hexes"),
        ("game", "game file"),
        ("counters", "counter file: 21 counters"),
        ("rules", "rules catalogue: 211 cases, 206 testable"),
    ],
)
def test_check_the_other_files_of_a_game(cli: Cli, name: str, kind: str) -> None:
    assert f"valid {kind}" in cli("check", str(data_folder("sfo") / f"{name}.toml")).out


def test_check_reports_all_errors_of_a_board(cli: Cli, here: Path) -> None:
    text = (data_folder("sfo") / "board.toml").read_text()
    (here / "b.toml").write_text(text.replace('"0303"', '"0399"').replace('"0307"', '"0377"'))
    answer = cli("check", "b.toml")
    assert answer.status == 2
    assert "0399" in answer.err and "0377" in answer.err


def test_check_an_order(cli: Cli, record: str) -> None:
    legal = cli("check", record, "move SB 0706")
    assert legal.status == 0
    assert "= 1 of 4 points" in legal.out
    assert cli("check", record, "move SB 0706", "--json").json["legal"] is True
    refused = cli("check", record, "attack 0506 SB")
    assert refused.status == 1
    assert "5-basic-phases" in refused.out
    assert cli("check", record, "attack 0506 SB", "--json").json["refused"]["rule"] == "5-basic-phases"


def test_check_an_order_of_the_other_side(cli: Cli, record: str) -> None:
    assert cli("check", record, "move W 0107", "--side", "us").status == 1


def test_check_shows_the_odds_of_an_attack(cli: Cli, here: Path) -> None:
    (here / "p.toml").write_text(POSITION)
    out = cli("check", "p.toml", "attack 0506 SA,SB").out
    assert "difference" in out and "%" in out
