"""Section 3: the die, the board, the units and the chits."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

import grognard
from grognard.core.contract.orders import Order
from grognard.core.contract.outside.position import Position
from grognard.core.contract.view import UnitView
from grognard.core.play.game import Game
from grognard.core.testing import play_at_random, random_order, rule
from grognard.games import definition_of
from grognard.games.strike_force_one.model import scenario as reading
from tests.rules.strike_force_one.events import event_title
from tests.rules.strike_force_one.scenes import At, new, on_map
from tests.support import flags, refused, situation, texts, where

LEVELS = ("basic", "advanced", "expert-standard")
INFANTRY = ("SA", "SB", "SV", "SG", "SD", "SE", "SZh", "W", "X", "Y", "Z", "V")
UNITS = (*INFANTRY, "SZ", "SI", "T", "U")


def counter(game: Game, id_: str) -> UnitView:
    return next(unit for unit in game.view().units if unit.id == id_)


# -- the die ---------------------------------------------------------------------------------------


@rule("sfo", "3-all-die")
@pytest.mark.parametrize("level", LEVELS)
def test_every_random_result_comes_from_a_six_sided_die(level: str) -> None:
    game = new(level)
    play_at_random(game, random.Random(1))
    assert game.dice.log
    assert {roll.sides for roll in game.dice.log} == {6}


@rule("sfo", "3-all-die")
@pytest.mark.parametrize("level", LEVELS)
def test_a_battle_is_one_roll_of_one_die(level: str) -> None:
    game = situation(level, "soviet combat", dice=[6], SA="0605", Z="0505")
    sixths = {result: 6 * chance for result, chance in game.preview("attack 0505 SA").outcomes.items()}
    basic = {"AE": 1, "AR": 3, "DR": 2}
    assert sixths == pytest.approx(basic if level == "basic" else {"AE": 1, "AR": 2, "NE": 1, "DR": 2})
    game.play("attack 0505 SA")
    assert [(roll.purpose, roll.value) for roll in game.dice.log] == [("battle", 6)]


# -- 3.1 the board ---------------------------------------------------------------------------------


@rule("sfo", "3.1-all-size")
def test_the_board_is_nine_columns_by_eight_rows() -> None:
    grid = new("basic").scenario.board.grid
    labels = [grid.label(hex_) for hex_ in grid.hexes()]
    assert sorted(labels) == [f"{column:02}{row:02}" for column in range(1, 10) for row in range(1, 9)]


def alias(order: Order, names: dict[str, str]) -> Order:
    """An order with every hex and unit called by another name."""
    units = sorted(names.get(unit, unit) for unit in order.units)
    path = tuple(names.get(label, label) for label in order.path)
    return Order(order.verb, names.get(order.target, order.target), tuple(units), path, order.words)


def assert_alike(game: Game, twin: Game, names: dict[str, str]) -> None:
    """Two games that differ only in names have the same choices and the same course to the end."""
    source = random.Random(5)
    while not game.over:
        assert twin.view().standings == game.view().standings
        theirs = {alias(order, {}) for order in twin.orders()}
        assert {alias(order, names) for order in game.orders()} == theirs
        order = random_order(game, source)
        game.play(order)
        twin.play(alias(order, names))
    assert on_map(twin) == {names.get(u, u): names.get(at, at) for u, at in on_map(game).items()}
    assert twin.result == game.result


@rule("sfo", "3.1-all-labels")
def test_other_labels_on_the_hexes_change_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    shutil.copytree(reading.DATA, folder)
    board = (folder / "board.toml").read_text(encoding="utf-8")
    board = re.sub(r"\b0(\d{3})\b", r"1\1", board).replace("columns = [1, 9]", "columns = [11, 19]")
    (folder / "board.toml").write_text(board, encoding="utf-8")
    at: At = {"SA": "0107", "SB": "0302", "SV": "0405", "SZ": "edge", "X": "0202", "Y": "0505", "Z": "0406"}
    game = situation("expert-standard", "soviet movement", **at)
    twin = new("expert-standard")
    twin.scenario = reading.SfoScenario("expert-standard", folder=folder)
    renamed = {unit: hex_.replace("0", "1", 1) for unit, hex_ in at.items()}
    there = Position("strike-force-one/expert-standard", phase="soviet movement", at=renamed)
    twin.begin_from(definition_of("strike-force-one").from_position(twin.scenario, there))
    grid = game.scenario.board.grid
    labels = [grid.label(hex_) for hex_ in grid.hexes()]
    assert_alike(game, twin, {label: label.replace("0", "1", 1) for label in labels})


@rule("sfo", "3.1-all-terrain")
def test_every_hex_is_either_clear_or_forest() -> None:
    board = new("basic").scenario.board
    clear, forest = board.terrain_mask("clear"), board.terrain_mask("forest")
    assert clear & forest == 0
    assert clear | forest == board.grid.all
    assert {kind.id for kind in board.legend} == {"clear", "forest"}
    assert board.grid.names(forest) == ["0303", "0307", "0506", "0602", "0603"]  # R-SFO-04


@rule("sfo", "3.1-all-clear")
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("unit", ["SA", "Z"])
def test_a_unit_may_enter_every_clear_hex_adjacent_to_it(level: str, unit: str) -> None:
    board = new(level).scenario.board
    grid, clear = board.grid, board.terrain_mask("clear")
    side = "soviet" if unit == "SA" else "us"
    for start in (hex_ for hex_ in grid.hexes() if clear >> hex_ & 1):
        reach = situation(level, f"{side} movement", **At({unit: grid.label(start)})).reach(unit)
        assert set(grid.names(grid.around[start] & clear)) <= set(reach)


@rule("sfo", "3.1-basic-forest")
def test_no_unit_moves_into_forest_in_basic() -> None:
    game = situation("basic", "soviet movement", SA="0605", SB="0601")
    refused(game, "move SA 0605-0506", "3.1-basic-forest")
    refused(game, "move SB 0601-0602-0502", "3.1-basic-forest")  # nor through one
    assert not {"0506", "0602", "0603", "0303", "0307"} & game.reach("SA").keys()


@rule("sfo", "3.1-basic-forest")
def test_no_unit_retreats_into_forest_in_basic() -> None:
    # Around Z in 0605: 0604, 0505, 0705 and 0706 are watched, 0606 is taken; only the wood 0506 is left.
    at: At = {"SA": "0604", "SB": "0706", "W": "0606", "Z": "0605"}
    game = situation("basic", "soviet combat", dice=[1], **at)
    game.play("attack 0605 SA,SB")  # DR
    assert where(game, "Z") == "lost"
    game = situation("advanced", "soviet combat", dice=[1], **at)
    game.play("attack 0605 SA,SB")
    assert "retreat Z 0506" in texts(game)


@rule("sfo", "3.1-basic-forest")
def test_an_offered_retreat_in_basic_leaves_the_forest_out() -> None:
    game = situation("basic", "soviet combat", dice=[1], SA="0705", Z="0605")
    game.play("attack 0605 SA")  # DR; 0604 and 0605 are watched
    assert texts(game) == {"retreat Z 0505", "retreat Z 0606"}
    refused(game, "retreat Z 0506", "3.1-basic-forest")


@rule("sfo", "3.1-basic-forest")
def test_no_unit_is_ever_in_forest_in_basic_so_none_can_advance_there() -> None:
    with pytest.raises(grognard.GrognardError, match="0506"):
        situation("basic", "soviet combat", Z="0506", SA="0605")


@rule("sfo", "3.1-advexp-forest")
@pytest.mark.parametrize("level", ["advanced", "expert-standard"])
def test_forest_is_entered_by_movement_when_the_points_suffice(level: str) -> None:
    game = situation(level, "soviet movement", SA="0605", SB="0806")
    assert game.reach("SA")["0506"] == 2
    # from 0806 the wood 0506 is 2 clear hexes and 2 points away, from 0907 one clear hex more
    assert game.reach("SB")["0506"] == 4
    game = situation(level, "soviet movement", SB="0907")
    refused(game, "move SB 0506", "8-all-afford")


@rule("sfo", "3.1-advexp-forest")
@pytest.mark.parametrize("level", ["advanced", "expert-standard"])
def test_forest_is_entered_by_retreat_and_by_advance(level: str) -> None:
    game = situation(level, "soviet combat", dice=[1], SA="0705", Z="0605")
    game.play("attack 0605 SA")  # difference 0, die 1: DR
    game.play("retreat Z 0506")
    assert where(game, "Z") == "0506"
    game = situation(level, "soviet combat", dice=[1], SA="0605", SB="0606", Z="0506")
    game.play("attack 0506 SA,SB")  # 2 - 1 - 1 for the forest = 0, die 1: DR
    game.play("retreat Z 0406")
    game.play("advance SA")
    assert where(game, "SA") == "0506"


@rule("sfo", "3.1-all-towns")
def test_the_objectives_are_the_three_towns() -> None:
    towns = {(town.name, town.hex) for town in new("basic").view().objectives}
    assert towns == {("Ganheim", "0107"), ("Bergtheim", "0302"), ("Essleben", "0405")}  # R-SFO-01


@rule("sfo", "3.1-all-us-hexes")
@pytest.mark.parametrize("level", LEVELS)
def test_us_units_start_on_their_lettered_hexes(level: str) -> None:
    at: At = {"W": "0207", "X": "0302", "Y": "0405", "Z": "0406"}  # R-SFO-02
    game = new(level)
    assert {unit: where(game, unit) for unit in at} == at


@rule("sfo", "3.1-all-soviet-hexes")
@pytest.mark.parametrize("level", LEVELS)
def test_soviet_units_start_on_their_lettered_hexes(level: str) -> None:
    at: At = {"SA": "0801", "SB": "0806", "SV": "0901", "SG": "0902", "SD": "0907", "SE": "0908"}  # R-SFO-03
    game = new(level)
    assert {unit: where(game, unit) for unit in at} == at
    assert [counter(game, unit).label for unit in at] == list("АБВГДЕ")


# -- 3.2 units -------------------------------------------------------------------------------------


@rule("sfo", "3.2-all-infantry")
@pytest.mark.parametrize("level", ["basic", "advanced"])
@pytest.mark.parametrize("seed", range(3))
def test_below_expert_only_infantry_companies_ever_take_part(level: str, seed: int) -> None:
    seen: set[tuple[str, str]] = set()
    game = new(level, seed=seed)
    play_at_random(
        game,
        random.Random(seed),
        lambda game, _: seen.update((u.kind, u.size) for u in game.view().units if u.at != "away"),
    )
    assert seen == {("infantry", "I")}


@rule("sfo", "3.2-all-factors")
@pytest.mark.parametrize("unit", INFANTRY)
def test_an_infantry_company_is_rated_1_1_4(unit: str) -> None:
    foe, side, other = ("Z", "soviet", "us") if unit.startswith("S") else ("SA", "us", "soviet")
    at: At = {unit: "0605", foe: "0505"}
    assert counter(situation("expert-standard", **at), unit).factors == "1-1-4"
    attack = situation("expert-standard", f"{side} combat", **at).preview(f"attack 0505 {unit}")
    assert [line.value for line in attack.lines] == ["+1", "-1"]
    defence = situation("expert-standard", f"{other} combat", **at).preview(f"attack 0605 {foe}")
    assert [line.value for line in defence.lines] == ["+1", "-1"]
    assert (
        max(situation("expert-standard", f"{side} movement", **At({unit: "0605"})).reach(unit).values()) == 4
    )


@rule("sfo", "3.2-all-mf")
@pytest.mark.parametrize("unit", UNITS)
def test_every_ground_unit_moves_four_clear_hexes_and_not_five(unit: str) -> None:
    side = "soviet" if unit.startswith("S") else "us"
    game = situation("expert-standard", f"{side} movement", **At({unit: "0808"}))
    refused(game, f"move {unit} 0808-0807-0806-0805-0804-0803", "8-all-afford")
    game.play(f"move {unit} 0808-0807-0806-0805-0804")
    assert where(game, unit) == "0804"


@rule("sfo", "3.2-all-ident")
def test_a_letter_names_the_start_hex_of_its_unit() -> None:
    game = new("basic")
    board = game.scenario.board
    marks = {u: board.grid.label(h) for side in ("soviet", "us") for u, h in board.marks[side].items()}
    assert on_map(game) == marks


@rule("sfo", "3.2-all-ident")
@pytest.mark.parametrize("level", ["basic", "advanced"])
@pytest.mark.parametrize("side", ["soviet", "us"])
@pytest.mark.parametrize("seed", range(2))
def test_exchanging_the_letters_of_the_units_changes_nothing(level: str, side: str, seed: int) -> None:
    soviets, us = ["SA", "SB", "SV", "SG", "SD", "SE"], ["W", "X", "Y", "Z"]
    names = dict(zip(soviets + us, [*soviets[1:], soviets[0], *us[1:], us[0]], strict=True))
    # in contact, every one of them, so that there is fighting and dying from the first
    hexes = ["0504", "0605", "0704", "0802", "0706", "0708", "0404", "0505", "0703", "0707"]
    at: At = dict(zip(soviets + us, hexes, strict=True))
    game = situation(level, f"{side} combat", **at)
    twin = situation(level, f"{side} combat", **At({names[unit]: hex_ for unit, hex_ in at.items()}))
    for each in (game, twin):
        each.dice.script(random.Random(seed).choices(range(1, 7), k=60))
    assert_alike(game, twin, names)


@rule("sfo", "3.2-basicadv-back")
@pytest.mark.parametrize("level", ["basic", "advanced"])
@pytest.mark.parametrize("seed", range(3))
def test_below_expert_no_unit_ever_shows_its_reverse(level: str, seed: int) -> None:
    game = new(level, seed=seed)
    printed = {unit.id: unit.factors for unit in game.view().units}

    def face_up(game: Game, _: object) -> None:
        assert not [unit.id for unit in game.view().units if "disrupted" in unit.flags]
        assert {unit.id: unit.factors for unit in game.view().units} == printed

    play_at_random(game, random.Random(seed), face_up)


@rule("sfo", "3.2-basicadv-back")
@pytest.mark.parametrize("level", ["basic", "advanced"])
def test_below_expert_a_unit_that_moved_on_turn_four_still_fights(level: str) -> None:
    game = situation(level, "soviet movement", turn=4, SA="0705", Z="0505")
    game.play("move SA 0605")
    game.play("end")
    assert "attack 0505 SA" in texts(game)


@rule("sfo", "3.2-expert-armour")
@pytest.mark.parametrize(("tank", "foe"), [("SZ", "Z"), ("SI", "Z"), ("T", "SA")])
def test_armour_is_rated_2_1_4(tank: str, foe: str) -> None:
    side, other = ("us", "soviet") if tank == "T" else ("soviet", "us")
    at: At = {tank: "0605", foe: "0505"}
    game = situation("expert-standard", f"{side} combat", **at)
    assert (counter(game, tank).kind, counter(game, tank).factors) == ("armour", "2-1-4")
    assert game.preview(f"attack 0505 {tank}").total == "difference +1"
    game = situation("expert-standard", f"{other} combat", **at)
    assert game.preview(f"attack 0605 {foe}").total == "difference +0"


@rule("sfo", "3.2-expert-armour")
@pytest.mark.parametrize("level", ["basic", "advanced"])
def test_there_is_no_armour_below_expert(level: str) -> None:
    start = new(level)
    assert {where(start, tank) for tank in ("T", "SZ", "SI")} == {"away"}


@rule("sfo", "3.2-expert-pioneer")
def test_the_pioneer_is_rated_1_2_4() -> None:
    at: At = {"U": "0505", "SA": "0605", "SB": "0604"}
    game = situation("expert-standard", "soviet combat", **at)
    pioneer = counter(game, "U")
    assert (pioneer.kind, pioneer.nation, pioneer.factors) == ("pioneer", "West German", "1-2-4")
    refused(game, "attack 0505 SA", "9-advexp-negative")  # 1 - 2
    assert game.preview("attack 0505 SA,SB").total == "difference +0"
    game = situation("expert-standard", "us combat", **at)
    assert game.preview("attack 0605 U").total == "difference +0"


@rule("sfo", "3.2-expert-disrupted")
@pytest.mark.parametrize(("unit", "factors"), [("Z", "0-1-0"), ("U", "0-2-0"), ("T", "0-1-0")])
def test_a_disrupted_unit_keeps_only_its_defence(unit: str, factors: str) -> None:
    at: At = {unit: "0505", "SA": "0605", "SB": "0604"}
    hit = {unit: {"disrupted": True}}
    game = situation("expert-standard", "us movement", state=hit, **at)
    assert flags(game, unit) == ("disrupted",)
    assert counter(game, unit).factors == factors
    assert game.reach(unit) == {}
    assert texts(situation("expert-standard", "us combat", state=hit, **at)) == {"end"}
    game = situation("expert-standard", "soviet combat", state=hit, **at)
    defence = [line.value for line in game.preview("attack 0505 SA,SB").lines if line.label.startswith(unit)]
    assert defence == [f"-{factors[2]}"]


@rule("sfo", "3.2-expert-eventchits")
@pytest.mark.parametrize("side", ["soviet", "us"])
def test_there_is_a_chit_for_every_event_of_both_tables(side: str) -> None:
    game = situation(
        "expert-standard", f"{side} events", options={"event-draw": "chits"}, SA="0605", Z="0505"
    )
    drawn = []
    for chit in range(1, 13):
        twin = game.copy()
        twin.dice.script([chit])
        drawn.append(event_title(twin.play("roll")[0]))
    title = {
        "soviet": [
            "Tank reinforcement З", "Tank reinforcement И", "Infantry reinforcement Ж", "Spetsnaz",
            "Replacement", "Replacement", "Artillery support", "Artillery support",
            "Friction", "Air support", "As planned", "As planned",
        ],
        "us": [
            "Armoured reinforcement T", "West German pioneer U",
            "West German infantry V", "West German infantry V",
            "Replacement", "Replacement", "Air support", "Air support",
            "Friction", "Artillery support", "As planned", "As planned",
        ],
    }  # fmt: skip
    assert drawn == title[side]


@rule("sfo", "3.2-expert-eventchits")
def test_support_events_have_chits_that_can_be_placed() -> None:
    game = new("expert-standard")
    chits = {(unit.side, unit.kind, unit.factors) for unit in game.view().units if unit.marker}
    assert chits == {
        ("soviet", "air", "2-0-0"),
        ("soviet", "artillery", "1-0-0"),
        ("soviet", "spetsnaz", "0-0-0"),
        ("us", "air", "2-0-0"),
        ("us", "artillery", "1-0-0"),
    }
