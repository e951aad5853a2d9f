"""Playing at the terminal: orders, questions, undo, saving, leaving, real dice, the menu."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import grognard
from grognard.cli.play.seats import Seats
from grognard.core.testing import random_order
from tests.cli.conftest import Cli

Autosaves = Callable[[], list[Path]]
BOTH = ("--us", "human", "--soviet", "human")
BATTLE = """
scenario = "strike-force-one/expert-standard"
phase = "soviet combat"
dice = [1]
[at]
SA = "0605"
SB = "0605"
Z = "0606"
"""


def rehearse(scenario: str, seed: str, human: str, kind: str) -> tuple[list[str], grognard.Game]:
    """The orders that a careless person gives in a game against a computer player, and how it ends."""
    game = grognard.new(scenario, seed=seed)
    seats = Seats({side: "human" if side == human else kind for side in game.sides}, seed=seed)
    source = random.Random(seed)
    typed = []
    while not game.over:
        side = game.to_act
        assert side is not None
        order = random_order(game, source) if side == human else seats.choose(game, side)[0]
        if side == human:
            typed.append(str(order))
        game.play(order, side)
    return typed, game


@pytest.mark.parametrize(("human", "computer"), [("soviet", "us"), ("us", "soviet")])
def test_a_whole_basic_game_through_a_pipe(here: Path, human: str, computer: str) -> None:
    typed, game = rehearse("strike-force-one/basic", "5", human, "random")
    done = subprocess.run(
        [sys.executable, "-m", "grognard", "play", "strike-force-one/basic", "--seed", "5",
         f"--{computer}", "random", "--record", "game.record"],
        input="\n".join(typed) + "\n", capture_output=True, text=True, check=False, cwd=here,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert game.result is not None
    assert game.result.title in done.stdout
    assert "The record: game.record" in done.stdout
    assert "\x1b" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert grognard.load(here / "game.record").state.digest == game.state.digest


@pytest.mark.parametrize("scenario", ["advanced", "expert-standard", "expert-counter-offensive"])
def test_whole_games_of_the_other_levels(cli: Cli, scenario: str) -> None:
    typed, game = rehearse(f"strike-force-one/{scenario}", "2", "us", "random")
    answer = cli(
        "play", f"sfo/{scenario}", "--seed", "2", "--soviet", "random", "--record", "g.record",
        typed="\n".join(typed) + "\n",
    )  # fmt: skip
    assert (answer.status, answer.err) == (0, "")
    assert "Not possible" not in answer.out
    assert max(map(len, answer.out.splitlines())) <= 80
    assert grognard.load("g.record").state.digest == game.state.digest


def test_the_computer_plays_alone(cli: Cli) -> None:
    answer = cli(
        "play", "sfo/basic", "--us", "random", "--soviet", "greedy", "--seed", "1", "--record", "g.record"
    )
    assert answer.status == 0
    assert "Soviet greedy against US random." in answer.out
    assert "— picked at random" in answer.out
    assert grognard.load("g.record").over


def test_a_computer_player_says_what_it_did_and_why(cli: Cli) -> None:
    out = cli("play", "sfo/basic", "--us", "greedy", "--seed", "1", typed="end\nend\n").out
    moves = [line for line in out.splitlines() if line.startswith("US: ") and "moves" in line]
    assert moves and all("—" in line for line in moves)


# -- saying something ------------------------------------------------------------------------------


def test_the_screen_has_everything(cli: Cli) -> None:
    out = cli("play", "sfo/basic", *BOTH, typed="move SA 0701\n").out
    assert "Strike Force One · Basic" in out
    assert "turn 1 of 4 · Soviet movement" in out
    assert "Soviet towns: 0 of 2 needed; US holds Bergtheim, Essleben" in out
    assert "Soviet: Move your units, then end the phase." in out
    assert "soviet> move SA 0701\n  SA moves 0801-0701" in out


def test_units_off_the_map_are_named(cli: Cli) -> None:
    out = cli("play", "sfo/expert-counter-offensive", *BOTH, typed="").out
    assert "US at the map edge: W 1-1-4" in out.replace("T 2-1-4, ", "")


def test_a_wrong_order_is_explained_and_changes_nothing(cli: Cli) -> None:
    out = cli("play", "sfo/basic", *BOTH, typed="move SA 0101\nundo\n").out
    assert "Not possible: move SA 0101" in out
    assert "8-all-afford, Must afford each hex:" in out
    assert "possible   move SA 0801-" in out
    assert "nothing to undo: no orders" in out


def test_a_word_that_is_nothing(cli: Cli) -> None:
    out = cli("play", "sfo/basic", *BOTH, typed="mvoe SA 0701\n").out
    assert "'mvoe' is neither an order nor a command; did you mean move" in out


def test_several_orders_in_a_line_stop_at_the_first_refusal(cli: Cli) -> None:
    out = cli("play", "sfo/basic", *BOTH, typed="move SA 0701; move SB 0101; move SD 0906\nlog\n").out
    assert "SA moves" in out
    assert "Not possible: move SB 0101" in out
    assert "SD moves" not in out


def test_remarks_in_a_script_are_left_out(cli: Cli) -> None:
    out = cli("play", "sfo/basic", *BOTH, typed="move SA 0701 # to the north\n").out
    assert "SA moves 0801-0701" in out


def test_what_can_be_done(cli: Cli) -> None:
    out = cli("play", "sfo/basic", *BOTH, typed="?\n? sb\n?SV\n? W\n? Q\n").out
    assert "  move SA      0401  0402" in out and "… (21)" in out
    assert "  end\n" in out
    assert "0907  0908\n" in out  # all of SB's
    assert "W can do nothing now." in out
    assert "there is no counter 'Q'" in out


def test_why(cli: Cli) -> None:
    out = cli("play", "sfo/basic", *BOTH, typed="why move SA 0101\nwhy move SA 0701\nwhy\n").out
    assert "Not possible: move SA 0101" in out
    assert "That is possible." in out and "enter 0701, clear" in out
    assert "why what?" in out


def test_odds(cli: Cli, here: Path) -> None:
    (here / "p.toml").write_text(BATTLE)
    typed = "odds 0606 SA,SB\nodds 0606\nodds\nodds attack 0606 SA,SB\nodds 0101\nattack 0606 SA,SB\n"
    out = cli("play", "p.toml", *BOTH, typed=typed).out
    assert out.count("attack on 0606") == 2
    assert "\n  attack 0606 SA,SB  difference" in out
    assert "No attack on 0101 is possible now." in out
    assert "odds difference +1: " in out  # shown before the dice fall
    assert "die 1" in out


def test_confirm_asks_before_an_attack(cli: Cli, here: Path) -> None:
    (here / "p.toml").write_text(BATTLE)
    out = cli("play", "p.toml", *BOTH, "--confirm", typed="attack 0606 SA,SB\nn\nattack 0606 SA,SB\n\n").out
    assert out.count("Give this order?") == 2
    assert out.count("die 1") == 1


def test_reach_and_zones_are_marked_on_the_board(cli: Cli) -> None:
    out = cli("play", "sfo/basic", *BOTH, typed="reach SB\nreach W\nreach\nzoc us\nzoc\nzoc red\n").out
    assert "==4===" in out
    assert "SB can reach 29 hexes" in out
    assert "W cannot move now." in out
    assert "whose reach?" in out
    assert out.count("The zone of control of us is marked.") == 2
    assert "there is no side 'red'" in out


def test_rules_units_log_board_help_hint(cli: Cli) -> None:
    typed = (
        "rules 8.3-all-stop\nrules\nrules dragons\nrules unit\nunits\nlog\nmove SA 0701\nlog\nlog 1\n"
        "log all\nlog x\nboard 0405\nboard never\nend\nhelp\nhelp attack\nhelp zoc\nhelp frob\nhint\n/units\n"
    )
    answer = cli("play", "sfo/basic", *BOTH, "--seconds", "0.05", typed=typed)
    out = answer.out
    assert "Stop in enemy ZOC" in out
    assert "which rule?" in out
    assert "No rule has 'dragons'" in out
    assert "more; say more words." in out
    assert out.count("SZ З     2-1-4") == 2
    assert "Nothing has happened yet." in out
    assert "log, log 30 or log all" in out
    assert "The board is drawn: never." in out
    assert "turn 1 of 4 · soviet combat" not in out
    assert "attack 0506 SA,SB      attack a hex with adjacent units" in out
    assert "'frob' is neither" in out
    assert "The computer would say: end" in out
    assert max(map(len, out.splitlines()[:-2])) <= 80  # the last names a file


def test_enter_gives_the_only_order(cli: Cli) -> None:
    out = cli("play", "sfo/basic", *BOTH, typed="\nend\n\n").out
    assert "Several orders are possible" in out
    assert "Only one order is possible: end (Enter gives it)." in " ".join(out.split())
    assert "(end)" in out and "Soviet player ends the Combat Phase" in out


# -- going back and keeping ------------------------------------------------------------------------


def test_undo(cli: Cli) -> None:
    typed = "move SA 0701\nmove SB 0706\nundo\nundo\nundo\nsave g.record\n"
    out = cli("play", "sfo/basic", *BOTH, typed=typed).out
    assert "Taken back: move SB 0806-0706" in out
    assert "Taken back: move SA 0801-0701" in out
    assert "nothing to undo: no orders" in out
    assert grognard.load("g.record").history == []


def test_undo_takes_back_what_the_computer_did_since(cli: Cli) -> None:
    """Nobody rolled a die: the computer only moved."""
    typed = "end\nend\nundo\nsave g.record\n"
    out = cli("play", "sfo/basic", "--us", "greedy", "--seed", "1", typed=typed).out
    assert "turn 2 of 4" in out
    assert "Taken back: end" in out
    game = grognard.load("g.record")
    assert (game.turn, game.phase, len(game.history)) == (1, "soviet combat", 1)


def test_undo_ends_at_dice(cli: Cli) -> None:
    out = cli("play", "sfo/expert-standard", *BOTH, "--seed", "1", typed="roll\nundo\n").out
    assert "nothing to undo: dice were rolled" in out


def test_save_resume_and_go_on(cli: Cli) -> None:
    typed = "move SA 0701\nsave g.record\nmove SB 0706\nquit\n"
    out = cli("play", "sfo/basic", "--us", "greedy", "--seed", "1", typed=typed).out
    assert "Saved in g.record, from now on after every order." in out
    assert len(grognard.load("g.record").history) == 2
    answer = cli("play", "g.record", typed="move SD 0906\nquit\n")
    assert "Soviet human against US greedy." in answer.out  # the record notes who plays
    assert len(grognard.load("g.record").history) == 3
    assert "seed: 1" in Path("g.record").read_text()


def test_save_never_writes_over_another_file(cli: Cli, here: Path) -> None:
    (here / "mine").write_text("mine")
    out = cli("play", "sfo/basic", *BOTH, typed="move SA 0701\nsave mine\nsave no/such/x\nsave\n").out
    assert "it is there already" in out and "cannot write here" in out
    assert (here / "mine").read_text() == "mine"
    assert len(grognard.load("basic.record").history) == 1
    cli("play", "sfo/basic", *BOTH, typed="move SA 0701\nsave! mine\n")
    assert len(grognard.load("mine").history) == 1


def test_save_without_the_seed_stays_without(cli: Cli) -> None:
    typed = "roll\nsave m.record --hide-seed\nend\nquit\n"
    cli("play", "sfo/expert-standard", *BOTH, "--seed", "1", typed=typed)
    assert "seed:" not in Path("m.record").read_text()
    cli("play", "m.record", *BOTH, typed="end\nroll\nquit\n")
    assert "seed:" not in Path("m.record").read_text()
    assert len(grognard.load("m.record").history) == 4


def test_quit_asks_to_save(cli: Cli, autosaves: Autosaves, here: Path) -> None:
    assert "Save" not in cli("play", "sfo/basic", *BOTH, typed="quit\n").out  # nothing has happened
    assert "grognard play basic.record" in cli("play", "sfo/basic", *BOTH, typed="move SA 0701\nquit\n\n").out
    cli("play", "sfo/basic", *BOTH, typed="move SA 0701\nquit\nbasic.record\nother.record\n")
    cli("play", "sfo/basic", *BOTH, typed="move SA 0701\nquit\nn\n")
    assert sorted(path.name for path in here.iterdir()) == ["basic.record", "other.record"]
    assert autosaves() == []


def test_the_end_of_the_input_loses_nothing(cli: Cli, autosaves: Autosaves) -> None:
    answer = cli("play", "sfo/basic", *BOTH, typed="move SA 0701\n")
    (saved,) = autosaves()
    assert answer.status == 0
    assert f"grognard play {saved}" in answer.out
    assert len(grognard.load(saved).history) == 1


def test_ctrl_c_loses_nothing(cli: Cli, autosaves: Autosaves, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(seats: Seats, game: grognard.Game, side: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Seats, "choose", interrupted)
    answer = cli("play", "sfo/basic", "--us", "search", typed="end\nend\n")
    assert answer.status == 130
    (saved,) = autosaves()
    assert len(grognard.load(saved).history) == 2
    assert str(saved) in answer.out


def test_a_failure_loses_nothing(cli: Cli, autosaves: Autosaves, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(seats: Seats, game: grognard.Game, side: str) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Seats, "choose", broken)
    with pytest.raises(ZeroDivisionError):
        cli("play", "sfo/basic", "--us", "search", typed="end\nend\n")
    (saved,) = autosaves()
    assert len(grognard.load(saved).history) == 2


def test_a_record_that_can_no_longer_be_written_becomes_an_autosave(
    cli: Cli, autosaves: Autosaves, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = grognard.Game.save

    def full(game: grognard.Game, path: Path, *, with_seed: bool = True) -> None:
        if "g.record" in str(path) and game.history:
            raise grognard.BadFile(path, "cannot write: No space left on device")
        save(game, path, with_seed=with_seed)

    monkeypatch.setattr(grognard.Game, "save", full)
    answer = cli("play", "sfo/basic", *BOTH, "--record", "g.record", typed="move SA 0701\n")
    assert "the game is autosaved instead" in " ".join(answer.out.split())
    (saved,) = autosaves()
    assert len(grognard.load(saved).history) == 1


def test_a_position_is_never_written_over(cli: Cli, here: Path, autosaves: Autosaves) -> None:
    (here / "p.toml").write_text(BATTLE)
    cli("play", "p.toml", *BOTH, typed="attack 0606 SA,SB\n")
    assert (here / "p.toml").read_text() == BATTLE
    assert len(autosaves()) == 1


# -- real dice -------------------------------------------------------------------------------------


def test_dice_by_hand_are_asked_for_with_their_purpose(cli: Cli) -> None:
    typed = "roll\n9\nx\n6\n4\nsave g.record\nquit\n"
    out = cli("play", "sfo/expert-standard", *BOTH, "--by-hand", typed=typed).out
    assert out.count("Roll a 6-sided die for event column: ") == 3
    assert out.count("Roll a 6-sided die for event row: ") == 1
    assert "That is a number from 1 to 6." in out
    assert "Soviet event (6 4): Artillery support" in out
    assert grognard.load("g.record").history[0].dice == (6, 4)


def test_leaving_in_the_middle_of_the_dice_takes_the_order_back(cli: Cli) -> None:
    cli("play", "sfo/expert-standard", *BOTH, "--by-hand", "--record", "g.record", typed="roll\n6\n")
    assert grognard.load("g.record").history == []
    cli("play", "g.record", *BOTH, typed="roll\nquit\n")
    out = cli("play", "g.record", *BOTH, typed="roll\n1\n2\nquit\n").out
    assert "Soviet event (1 2)" in out


def test_the_computer_s_dice_are_rolled_by_hand_too(cli: Cli) -> None:
    out = cli(
        "play", "sfo/expert-standard", "--us", "random", "--by-hand", typed="roll\n6\n4\nend\nend\n1\n1\n"
    ).out
    assert out.count("Roll a 6-sided die for event column: ") == 2
    assert "US: event (1 1)" in out


# -- the menu --------------------------------------------------------------------------------------


def test_the_menu_leads_to_a_game(cli: Cli) -> None:
    typed = "0\n3\n1\nevent-draw\n99\n8\n\n9\n2\nnobody\nrandom\n3\nquit\nn\n"
    out = cli("play", typed=typed).out
    assert "  3  Expert: Standard." in out
    assert "night: on" in out and "event-draw: chits" in out
    assert "you roll them and type them in" in out
    assert "Soviet random against US human." in out
    assert "Options: night, event-draw (chits)" in out
    assert "Roll a 12-sided die for event chit: 3" in out


def test_the_menu_resumes_saved_games(cli: Cli) -> None:
    cli("play", "sfo/basic", *BOTH, typed="move SA 0701\nsave g.record\nquit\n")
    cli("play", "sfo/advanced", *BOTH, typed="move SA 0701\n")
    first = 1 + sum(len(game.scenarios) for game in grognard.list_games())
    out = cli("play", typed=f"{first}\nlog\nquit\n").out
    assert f" {first}  g.record: strike-force-one/basic, turn 1, 1 order" in out
    assert f" {first + 1}  autosave: strike-force-one/advanced, turn 1, 1 order" in out
    assert "  SA moves 0801-0701" in out
    assert "Saved in g.record." in cli("play", typed="g.record\nquit\n").out


def test_leaving_the_menu(cli: Cli) -> None:
    assert cli("play", typed="3\n").status == 0
