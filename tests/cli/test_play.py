"""Play at the terminal: orders, questions, undo, saving, quitting, real dice, the menu."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import grognard
from grognard.cli.play.seats import Seats
from grognard.cli.play.stacks import expand
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
    """Return random orders for a game against a computer player, and the finished game."""
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
def test_whole_basic_game_through_a_pipe(here: Path, human: str, computer: str) -> None:
    typed, game = rehearse("strike-force-one/basic", "5", human, "random")
    done = subprocess.run(
        [sys.executable, "-m", "grognard", "play", "strike-force-one/basic", "--seed", "5",
         f"--{computer}", "random", "--record", "game.record"],
        input="\n".join(typed) + "\n", capture_output=True, text=True, check=False, cwd=here,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert game.result is not None
    assert game.result.title in done.stdout
    assert "Record: game.record" in done.stdout
    assert "\x1b" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert grognard.load(here / "game.record").state.digest == game.state.digest


@pytest.mark.parametrize("scenario", ["advanced", "expert-standard", "expert-counter-offensive"])
def test_whole_games_of_other_levels(cli: Cli, scenario: str) -> None:
    typed, game = rehearse(f"strike-force-one/{scenario}", "2", "us", "random")
    answer = cli(
        "play", f"sfo/{scenario}", "--seed", "2", "--soviet", "random", "--record", "g.record",
        typed="\n".join(typed) + "\n",
    )  # fmt: skip
    assert (answer.status, answer.err) == (0, "")
    assert "Illegal order" not in answer.out
    assert max(map(len, answer.out.splitlines())) <= 80
    assert grognard.load("g.record").state.digest == game.state.digest


def test_computer_against_computer(cli: Cli) -> None:
    answer = cli(
        "play", "sfo/basic", "--us", "random", "--soviet", "greedy", "--seed", "1", "--record", "g.record"
    )
    assert answer.status == 0
    assert "Soviet greedy against US random." in answer.out
    assert grognard.load("g.record").over


def test_computer_player_gives_its_reasons_when_asked(cli: Cli) -> None:
    out = cli("play", "sfo/basic", "--us", "greedy", "--seed", "1", typed="end\nend\nreasons\n").out
    before, after = out.split("soviet> reasons")
    moves = [line for line in before.splitlines() if line.startswith("US: ") and "moves" in line]
    assert moves and "—" not in "".join(moves)
    assert after.count("US: ") >= len(moves) and "—" in after


# -- orders and commands ---------------------------------------------------------------------------


def test_screen(cli: Cli) -> None:
    out = cli("play", "sfo/basic", *BOTH, typed="move SA 0701\n").out
    assert "Strike Force One · Basic" in out
    assert "turn 1 of 4 · Soviet movement" in out
    assert "Soviet towns: 0 of 2 needed; US holds Bergtheim, Essleben" in out
    assert "Soviet: Move your units, then end the phase." in out
    assert "soviet> move SA 0701\n  SA moves 0801-0701" in out


def test_units_off_the_map_are_listed(cli: Cli) -> None:
    out = cli("play", "sfo/expert-counter-offensive", *BOTH, typed="").out
    assert "US at the map edge: W 1-1-4" in out.replace("T 2-1-4, ", "")


def test_illegal_order_is_explained(cli: Cli) -> None:
    out = cli("play", "sfo/basic", *BOTH, typed="move SA 0101\nundo\n").out
    assert "Illegal order: move SA 0101" in out
    assert "8-all-afford, Must afford each hex:" in out
    assert "legal      move SA 0801-" in out
    assert "cannot undo: no orders" in out


def test_unknown_word(cli: Cli) -> None:
    out = cli("play", "sfo/basic", *BOTH, typed="mvoe SA 0701\n").out
    assert "'mvoe' is neither an order nor a command; did you mean move" in out


def test_orders_in_a_line_are_carried_out_completely_or_not_at_all(cli: Cli, here: Path) -> None:
    words = ("play", "sfo/basic", *BOTH, "--record", "x.record")
    out = cli(*words, typed="move SA 0701; move SB 0101; move SD 0906\nlog\n").out
    assert "Illegal order: move SB 0101" in out
    assert "Order 2 of 3 (move SB 0101) was not carried out, so none was." in out
    assert "SA moves" not in out and "SD moves" not in out and "No events yet." in out
    assert grognard.load("x.record").history == []
    (here / "x.record").unlink()
    out = cli(*words, typed="move SA 0701; end; attack 0302 SA\n").out
    assert "Order 3 of 3 (attack 0302 SA) was not carried out, so none was." in out
    assert grognard.load("x.record").history == []
    (here / "x.record").unlink()
    out = cli(*words, typed="move SA 0701; move SD 0906; end; end; end\n").out
    assert "SA moves" in out and "SD moves" in out
    assert [step.order.split()[0] for step in grognard.load("x.record").history] == ["move", "move"] + [
        "end"
    ] * 3


def test_dice_of_a_line_of_orders_stand(cli: Cli, here: Path) -> None:
    """A refused order does not take back dice: the player would have seen them."""
    (here / "x.toml").write_text(
        'scenario = "strike-force-one/basic"\nphase = "soviet combat"\ndice = [4]\n[at]\n'
        'SA = "0605"\nSB = "0604"\nZ = "0505"\nW = "0101"\n'
    )
    words = ("play", "x.toml", *BOTH, "--record", "x.record")
    typed = "attack 0505 SA; attack 0101 SB; end\n"
    out = cli(*words, typed=typed).out
    played = grognard.load("x.record")
    assert [step.order for step in played.history] == ["attack 0505 SA"] and played.history[0].dice
    assert "Dice were rolled, so these orders stand: attack 0505 SA." in out
    assert "Not carried out: attack 0101 SB; end." in out.replace("\n", " ")
    assert out.index("die ") < out.index("Illegal order: attack 0101 SB")


def test_orders_after_dice_stand_too(cli: Cli, here: Path) -> None:
    (here / "x.toml").write_text(
        'scenario = "strike-force-one/basic"\nphase = "soviet combat"\ndice = [6]\n[at]\n'
        'SA = "0605"\nSB = "0604"\nZ = "0505"\nW = "0101"\n'
    )
    words = ("play", "x.toml", *BOTH, "--record", "x.record")
    cli(*words, typed="attack 0505 SA; end; move SB 0101\n")
    assert [step.order for step in grognard.load("x.record").history] == ["attack 0505 SA", "end"]


def test_rest_of_a_line_with_a_command_is_not_dropped_silently(cli: Cli) -> None:
    out = cli("play", "sfo/basic", *BOTH, typed="reach SA; move SB 0101; move SD 0906\n").out
    assert "Illegal order: move SB 0101" in out and "Not carried out: move SD 0906" in out


@pytest.mark.parametrize("order", ["move 0805-0705", "move 0805 0705", "move stack 0805-0705"])
def test_a_stack_is_named_by_its_hex(cli: Cli, here: Path, order: str) -> None:
    text = 'scenario = "strike-force-one/advanced"\n[at]\nSA = "0805"\nSB = "0805"\nX = "0302"\n'
    (here / "stack.toml").write_text(text)
    out = cli("play", "stack.toml", *BOTH, typed=f"{order}\nmove 0101-0102\n").out
    assert "SA moves 0805-0705" in out and "SB moves 0805-0705" in out
    assert "0101 holds none of your units" in out


def test_a_stack_moves_as_one_where_the_verb_takes_several_units() -> None:
    game = grognard.new("ocs/drill-2-overrun", seed=1)
    assert expand(game, "move 33.13-33.12", "german") == ["move g-lah-pz1,g-lah-pz2,g-lah-stg 33.13-33.12"]


def test_places_are_hexes(cli: Cli) -> None:
    out = cli("play", "sfo/basic", *BOTH, typed="board bergtheim\nwhy move SA Essleben\nodds Bergtheim\n").out
    assert (
        "there is no hex" not in out
        and "understood move SA (soviet infantry 1-1-4) to 0405 (Essleben)" in out
    )
    assert "No legal attack on 0302 now." in out


def test_supply_in_one_line(cli: Cli) -> None:
    out = cli("play", "ocs/drill-1-modes", "--seed", "1", typed="supply g-333\nsupply QQ\n").out
    assert "g-333 in 20.16: NO trace supply; no dump in reach" in out
    assert "there is no counter 'QQ'" in out
    assert "This game has no supply." in cli("play", "sfo/basic", *BOTH, typed="supply SA\n").out


def test_goal_of_a_move_is_enough(cli: Cli) -> None:
    out = cli("play", "ocs/drill-1-modes", "--seed", "1", typed="why move g-333 20.17\n").out
    assert "Legal." in out


def test_basic_shows_no_expert_material(cli: Cli) -> None:
    basic = cli("play", "sfo/basic", *BOTH, typed="units\nhelp\nrules 7\nrules friction\n").out
    assert "SZ З" not in basic and "replace" not in basic and "-expert" not in basic
    expert = cli("play", "sfo/expert-standard", *BOTH, typed="help\nrules friction\n").out
    assert "replace" in expert and "-expert" in expert


def test_missing_record_is_a_missing_file(cli: Cli) -> None:
    answer = cli("play", "nosuch.record")
    assert answer.status == 2 and "nosuch.record: no such file" in answer.err


def test_resume_hint_names_the_command_that_was_typed(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROGNARD_COMMAND", "./play")
    assert "\n  ./play basic.record" in cli("play", "sfo/basic", *BOTH, typed="move SA 0701\nquit\n\n").out


def test_a_unit_without_orders_is_not_shown_those_of_others(cli: Cli) -> None:
    out = cli("play", "sfo/basic", *BOTH, typed="move SA 0701\nmove SA 0702\n").out
    refusal = out.split("Illegal order: move SA 0702")[1]
    assert "SB" not in refusal and "legal " not in refusal


def test_comments_in_a_script_are_ignored(cli: Cli) -> None:
    out = cli("play", "sfo/basic", *BOTH, typed="move SA 0701 # to the north\n").out
    assert "SA moves 0801-0701" in out


def test_list_of_legal_orders(cli: Cli) -> None:
    out = cli("play", "sfo/basic", *BOTH, typed="?\n? sb\n?SV\n? W\n? Q\n").out
    assert "  move SA      0401  0402" in out and "… (21)" in out
    assert "  end\n" in out
    assert "0907  0908\n" in out  # all of SB's
    assert "W has no legal orders." in out
    assert "there is no counter 'Q'" in out


def test_why(cli: Cli) -> None:
    out = cli("play", "sfo/basic", *BOTH, typed="why move SA 0101\nwhy move SA 0701\nwhy\n").out
    assert "Illegal order: move SA 0101" in out
    assert "Legal." in out and "enter 0701, clear" in out
    assert "no order given" in out


def test_odds(cli: Cli, here: Path) -> None:
    (here / "p.toml").write_text(BATTLE)
    typed = "odds 0606 SA,SB\nodds 0606\nodds\nodds attack 0606 SA,SB\nodds 0101\nattack 0606 SA,SB\n"
    out = cli("play", "p.toml", *BOTH, typed=typed).out
    assert out.count("attack on 0606") == 2
    assert "\n  attack 0606 SA,SB  difference" in out
    assert "No legal attack on 0101 now." in out
    assert "odds difference +1: " in out  # shown before the roll
    assert "die 1" in out


def test_confirm_asks_before_an_attack(cli: Cli, here: Path) -> None:
    (here / "p.toml").write_text(BATTLE)
    out = cli("play", "p.toml", *BOTH, "--confirm", typed="attack 0606 SA,SB\nn\nattack 0606 SA,SB\n\n").out
    assert out.count("Give this order?") == 2
    assert out.count("die 1") == 1


def test_reach_and_zoc_are_highlighted_on_the_board(cli: Cli) -> None:
    out = cli("play", "sfo/basic", *BOTH, typed="reach SB\nreach W\nreach\nzoc us\nzoc\nzoc red\n").out
    assert "The numbers are MP costs" in out
    assert "SB can reach 29 hexes" in out
    assert "W cannot move now." in out
    assert "no unit given" in out
    assert out.count("The zone of control of us is highlighted.") == 2
    assert "there is no side 'red'" in out


def test_rules_units_log_board_help_hint(cli: Cli) -> None:
    typed = (
        "rules 8.3-all-stop\nrules\nrules dragons\nrules unit\nunits\nlog\nmove SA 0701\nlog\nlog 1\n"
        "log all\nlog x\nboard 0405\nboard never\nend\nhelp\nhelp attack\nhelp zoc\nhelp frob\nhint\n/units\n"
    )
    answer = cli("play", "sfo/basic", *BOTH, "--seconds", "0.05", typed=typed)
    out = answer.out
    assert "Stop in enemy ZOC" in out
    assert "no rule given" in out
    assert "No rule matches 'dragons'" in out
    assert "more. Add words to narrow the list." in out
    assert out.count("SA А     1-1-4") == 2
    assert "No events yet." in out
    assert "type log, log 30 or log all" in out
    assert "The board is drawn: never." in out
    assert "turn 1 of 4 · soviet combat" not in out
    assert "attack 0506 SA,SB      attack a hex with adjacent units" in out
    assert "'frob' is neither" in out
    assert "Suggested order: end" in out
    assert max(map(len, out.splitlines()[:-2])) <= 80  # the last line has a file name


def test_enter_gives_the_only_legal_order(cli: Cli) -> None:
    out = cli("play", "sfo/basic", *BOTH, typed="\nend\n\n").out
    assert "There are several legal orders" in out
    assert "Only legal order: end (press Enter)." in " ".join(out.split())
    assert "(end)" in out and "Soviet player ends the Combat Phase" in out


# -- undo and save ---------------------------------------------------------------------------------


def test_undo(cli: Cli) -> None:
    typed = "move SA 0701\nmove SB 0706\nundo\nundo\nundo\nsave g.record\n"
    out = cli("play", "sfo/basic", *BOTH, typed=typed).out
    assert "Undone: move SB 0806-0706" in out
    assert "Undone: move SA 0801-0701" in out
    assert "cannot undo: no orders" in out
    assert grognard.load("g.record").history == []


def test_undo_several_orders(cli: Cli) -> None:
    typed = "move SA 0701\nmove SB 0706\nmove SD 0807\nundo 4\nundo x\nundo 3\nsave g.record\n"
    out = cli("play", "sfo/basic", *BOTH, typed=typed).out
    assert "cannot undo 4 orders; 3 orders can be undone" in out
    assert "say how many orders, for example: undo 3" in out
    assert "Undone: move SD 0907-0807; move SB 0806-0706; move SA 0801-0701" in out
    assert grognard.load("g.record").history == []


def test_undo_includes_computer_orders(cli: Cli) -> None:
    """The computer only moved; no dice were rolled."""
    typed = "end\nend\nundo\nsave g.record\n"
    out = cli("play", "sfo/basic", "--us", "greedy", "--seed", "1", typed=typed).out
    assert "turn 2 of 4" in out
    assert "Undone: end" in out
    game = grognard.load("g.record")
    assert (game.turn, game.phase, len(game.history)) == (1, "soviet combat", 1)


def test_no_undo_after_dice(cli: Cli) -> None:
    out = cli("play", "sfo/expert-standard", *BOTH, "--seed", "1", typed="roll\nundo\n").out
    assert "cannot undo: dice were rolled" in out


def test_save_and_resume(cli: Cli) -> None:
    typed = "move SA 0701\nsave g.record\nmove SB 0706\nquit\n"
    out = cli("play", "sfo/basic", "--us", "greedy", "--seed", "1", typed=typed).out
    assert "Saved to g.record. Autosaving after every order." in out
    assert len(grognard.load("g.record").history) == 2
    answer = cli("play", "g.record", typed="move SD 0906\nquit\n")
    assert "Soviet human against US greedy." in answer.out  # the record stores the players
    assert len(grognard.load("g.record").history) == 3
    assert "seed: 1" in Path("g.record").read_text()


def test_save_does_not_overwrite_a_file(cli: Cli, here: Path) -> None:
    (here / "mine").write_text("mine")
    out = cli("play", "sfo/basic", *BOTH, typed="move SA 0701\nsave mine\nsave no/such/x\nsave\n").out
    assert "file already exists" in out and "cannot write here" in out
    assert (here / "mine").read_text() == "mine"
    assert len(grognard.load("basic.record").history) == 1
    cli("play", "sfo/basic", *BOTH, typed="move SA 0701\nsave! mine\n")
    assert len(grognard.load("mine").history) == 1


def test_hidden_seed_stays_hidden(cli: Cli) -> None:
    typed = "roll\nsave m.record --hide-seed\nend\nquit\n"
    cli("play", "sfo/expert-standard", *BOTH, "--seed", "1", typed=typed)
    assert "seed:" not in Path("m.record").read_text()
    cli("play", "m.record", *BOTH, typed="end\nroll\nquit\n")
    assert "seed:" not in Path("m.record").read_text()
    assert len(grognard.load("m.record").history) == 4


def test_quit_offers_to_save(cli: Cli, autosaves: Autosaves, here: Path) -> None:
    assert "Save" not in cli("play", "sfo/basic", *BOTH, typed="quit\n").out  # no orders yet
    assert "grognard play basic.record" in cli("play", "sfo/basic", *BOTH, typed="move SA 0701\nquit\n\n").out
    cli("play", "sfo/basic", *BOTH, typed="move SA 0701\nquit\nbasic.record\nother.record\n")
    cli("play", "sfo/basic", *BOTH, typed="move SA 0701\nquit\nn\n")
    assert sorted(path.name for path in here.iterdir()) == ["basic.record", "other.record"]
    assert autosaves() == []


def test_end_of_input_saves_the_game(cli: Cli, autosaves: Autosaves) -> None:
    answer = cli("play", "sfo/basic", *BOTH, typed="move SA 0701\n")
    (saved,) = autosaves()
    assert answer.status == 0
    assert f"grognard play {saved}" in answer.out
    assert len(grognard.load(saved).history) == 1


def test_ctrl_c_saves_the_game(cli: Cli, autosaves: Autosaves, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(seats: Seats, game: grognard.Game, side: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Seats, "choose", interrupted)
    answer = cli("play", "sfo/basic", "--us", "search", typed="end\nend\n")
    assert answer.status == 130
    (saved,) = autosaves()
    assert len(grognard.load(saved).history) == 2
    assert str(saved) in answer.out


def test_exception_saves_the_game(cli: Cli, autosaves: Autosaves, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(seats: Seats, game: grognard.Game, side: str) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Seats, "choose", broken)
    with pytest.raises(ZeroDivisionError):
        cli("play", "sfo/basic", "--us", "search", typed="end\nend\n")
    (saved,) = autosaves()
    assert len(grognard.load(saved).history) == 2


def test_autosave_if_the_record_cannot_be_written(
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


def test_position_is_not_overwritten(cli: Cli, here: Path, autosaves: Autosaves) -> None:
    (here / "p.toml").write_text(BATTLE)
    cli("play", "p.toml", *BOTH, typed="attack 0606 SA,SB\n")
    assert (here / "p.toml").read_text() == BATTLE
    assert len(autosaves()) == 1


# -- real dice -------------------------------------------------------------------------------------


def test_prompt_for_real_dice_states_their_purpose(cli: Cli) -> None:
    typed = "roll\n9\nx\n6\n4\nsave g.record\nquit\n"
    out = cli("play", "sfo/expert-standard", *BOTH, "--by-hand", typed=typed).out
    assert out.count("Roll a 6-sided die for event column: ") == 3
    assert out.count("Roll a 6-sided die for event row: ") == 1
    assert "Type a number from 1 to 6." in out
    assert "Soviet event (6 4): Artillery support" in out
    assert grognard.load("g.record").history[0].dice == (6, 4)


def test_quitting_at_a_dice_prompt_cancels_the_order(cli: Cli) -> None:
    cli("play", "sfo/expert-standard", *BOTH, "--by-hand", "--record", "g.record", typed="roll\n6\n")
    assert grognard.load("g.record").history == []
    cli("play", "g.record", *BOTH, typed="roll\nquit\n")
    out = cli("play", "g.record", *BOTH, typed="roll\n1\n2\nquit\n").out
    assert "Soviet event (1 2)" in out


def test_real_dice_for_the_computer(cli: Cli) -> None:
    out = cli(
        "play", "sfo/expert-standard", "--us", "random", "--by-hand", typed="roll\n6\n4\nend\nend\n1\n1\n"
    ).out
    assert out.count("Roll a 6-sided die for event column: ") == 2
    assert "US: event (1 1)" in out


# -- the menu --------------------------------------------------------------------------------------


def test_menu_starts_a_game(cli: Cli) -> None:
    typed = "0\n3\n1\nevent-draw\n99\n8\n\n9\n2\nnobody\nrecruit\n3\nquit\nn\n"
    out = cli("play", typed=typed).out
    assert "  3  Expert: Standard." in out
    assert "night: on" in out and "event-draw: chits" in out
    assert "you roll them and type them in" in out
    assert "Soviet recruit against US human." in out
    assert "Options: night, event-draw (chits)" in out
    assert "Roll a 12-sided die for event chit: 3" in out


def test_menu_resumes_saved_games(cli: Cli) -> None:
    cli("play", "sfo/basic", *BOTH, typed="move SA 0701\nsave g.record\nquit\n")
    cli("play", "sfo/advanced", *BOTH, typed="move SA 0701\n")
    first = 1 + sum(len(game.scenarios) for game in grognard.list_games())
    out = cli("play", typed=f"{first}\nlog\nquit\n").out
    assert f" {first}  g.record: strike-force-one/basic, turn 1, 1 order" in out
    assert f" {first + 1}  autosave: strike-force-one/advanced, turn 1, 1 order" in out
    assert "  SA moves 0801-0701" in out
    assert "Saved to g.record." in cli("play", typed="g.record\nquit\n").out


def test_end_of_input_in_the_menu(cli: Cli) -> None:
    assert cli("play", typed="3\n").status == 0


def test_a_computer_player_that_fails_is_reported(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose(*_: object) -> object:
        raise ZeroDivisionError("no idea")

    monkeypatch.setattr("grognard.ai.baselines.GreedyPlayer.choose", choose)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    answer = cli("play", "sfo/basic", "--us", "human", "--soviet", "greedy", "--seed", "1", typed="quit\n")
    assert "greedy failed (ZeroDivisionError: no idea)" in " ".join(answer.out.split())
    log = (tmp_path / "grognard" / "failures.log").read_text()
    assert "Traceback" in log and "greedy as soviet in strike-force-one/basic, order 1" in log
