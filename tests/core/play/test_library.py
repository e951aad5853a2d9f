"""What a Python developer meets first: names, printing, equality, positions from text, and clear errors."""

from __future__ import annotations

import doctest
import inspect
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

import grognard
from grognard.core.contract.definition import GameDefinition
from grognard.core.contract.orders import Order
from grognard.core.contract.view import UnitView
from grognard.core.errors import BadArgument, BadFile, GrognardError, Unreadable
from grognard.core.play.record import write_record
from grognard.games import game_ids

BASIC = "strike-force-one/basic"
POSITION = """
scenario = "strike-force-one/basic"
[at]
sb = "0705"
"Б" = "0704"
"""


@pytest.fixture
def game() -> grognard.Game:
    return grognard.new(BASIC, seed=7)


def all_scenarios() -> list[str]:
    return [f"{file.id}/{file.scenarios[0]}" for file in grognard.list_games()]


# -- names ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["SB", "sb", "Б"])
def test_counters_by_id_in_any_case_and_by_label(game: grognard.Game, name: str) -> None:
    assert game.unit(name).id == "SB"
    assert game.reach(name) == game.reach("SB")
    assert str(game.read(f"move {name} 0701")) == "move SB 0701"


@pytest.mark.parametrize("name", ["0302", "Bergtheim", "bergtheim", "BERGTHEIM"])
def test_hexes_by_number_and_by_place(game: grognard.Game, name: str) -> None:
    assert game.hex(name) == game.scenario.board.grid.hex("0302")
    assert game.read(f"move SA {name}").path == ("0302",)
    assert [unit.id for unit in game.at(name)] == ["X"]


def test_places_of_several_words_in_orders() -> None:
    game = grognard.new("ocs/kharkov", seed=1)
    places = {place.name: place.hex for place in game.scenario.board.places.values()}
    label = game.scenario.board.grid.label(places["Krasny Liman"])
    unit = next(c.id for c in game.scenario.counters if not c.marker)
    assert game.read(f"move {unit} Krasny Liman").path[-1] == label
    assert game.read(f"move {unit} 01.01-krasny-liman").path == ("01.01", label)
    assert game.hex("krasny liman") == places["Krasny Liman"]


@pytest.mark.parametrize("scenario", all_scenarios())
def test_every_counter_and_place_is_found(scenario: str) -> None:
    game = grognard.new(scenario, seed=1)
    grid = game.scenario.board.grid
    for counter in game.scenario.counters[:: max(1, len(game.scenario.counters) // 40)]:
        unit = game.unit(counter.id)
        assert (unit.id, unit.side) == (counter.id, counter.side)
        if grid.find(unit.at) is not None:
            assert unit in game.at(unit.at)
    for place in game.scenario.board.places.values():
        assert game.hex(place.name.lower()) == place.hex


def test_a_side_sees_only_what_it_may() -> None:
    game = grognard.new("ocs/kharkov", seed=1)
    hidden = {unit.id for unit in game.view("german").units} - {unit.id for unit in game.view("soviet").units}
    id_ = sorted(hidden)[0]
    assert game.unit(id_).side == "german"
    with pytest.raises(Unreadable, match="cannot see"):
        game.unit(id_, "soviet")
    where = game.unit(id_).at
    if game.scenario.board.grid.find(where) is not None:
        assert id_ not in {unit.id for unit in game.at(where, "soviet")}


@pytest.mark.parametrize("scenario", all_scenarios())
def test_counter_that_its_owner_does_not_see_is_away(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = grognard.new(scenario, seed=1)
    views = {side: replace(game.view(side), units=[]) for side in game.sides}
    monkeypatch.setattr(GameDefinition, "view", lambda _definition, _state, side: views[side])
    for counter in game.scenario.counters:
        assert game.unit(counter.id) == UnitView(
            id=counter.id,
            side=counter.side,
            label=counter.shown,
            kind=counter.kind,
            at="away",
            title=counter.title,
            nation=counter.nation,
            size=counter.size,
            factors="-".join(map(str, counter.factors)),
            values=counter.factors,
            marker=counter.marker,
        )


# -- printing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", all_scenarios())
def test_repr_and_print(scenario: str) -> None:
    game = grognard.new(scenario, seed=1)
    assert re.fullmatch(r"<Game \S+: turn \d+ of \d+, .+ to act, 0 orders>", repr(game))
    text = str(game)
    assert f"turn {game.turn} of" in text and game.phase in text and str(game.to_act) in text
    assert max(map(len, text.splitlines()[1:-1])) <= 80
    assert repr(game.choices()).startswith(f"<Decision of {game.to_act}: ")
    assert repr(game.dice).startswith("<Dice: seed 1, ")


def test_printed_game_that_is_over(game: grognard.Game) -> None:
    while not game.over:
        game.play("end")
    assert game.result is not None
    assert str(game).endswith(f"{game.result.title}: {game.result.reason}")
    assert "over" in repr(game)


# -- equality ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", all_scenarios())
def test_equality_of_copies_and_reloaded_games(scenario: str) -> None:
    game, source = grognard.new(scenario, seed=3), random.Random(3)
    for _ in range(12):
        decision = game.choices()
        if decision is None:
            break
        copy = game.copy()
        assert copy == game and copy.state == game.state and copy.dice == game.dice
        game.play(decision.random_order(source))
        assert copy != game
    again = grognard.loads(write_record(game.record()))
    assert again == game and again.state == game.state


def test_derived_fields_do_not_count(game: grognard.Game) -> None:
    game.choices()
    game.reach("SA")
    state = game.definition.from_plain(game.scenario, game.state.plain())
    assert state == game.state
    assert state.copy() is not state


def test_what_makes_games_different(game: grognard.Game) -> None:
    assert game == grognard.new(BASIC, seed=7) != grognard.new(BASIC, seed=8)
    assert game != grognard.new("strike-force-one/advanced", seed=7)
    scripted = game.copy()
    scripted.dice.script([3])
    assert scripted != game
    tagged = game.copy()
    tagged.tags["date"] = "today"
    assert tagged != game and not game.tags
    with pytest.raises(TypeError):
        hash(game)


# -- positions -----------------------------------------------------------------------------------------


def test_positions_take_the_names_that_orders_take() -> None:
    text = POSITION.replace("Б", "Д") + 'X = "bergtheim"\n[state]\nsb = { moved = true }\n'
    game = grognard.parse_position(text)
    assert game.unit("SB").at == "0705" and "moved" in game.unit("SB").flags
    assert game.unit("Д").at == "0704" and game.unit("X").at == "0302"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (POSITION, 5, "SB is named twice"),
        (POSITION.replace("0705", "9999").replace('"Б" = "0704"', ""), 4, "9999"),
        (POSITION.replace("Б", "QQ"), 5, "QQ"),
        ('scenario = "ocs/drill-5-fuel"\n[state]\nfirst = "x"', 3, 'first: must be a whole number, not "x"'),
        ('scenario = "ocs/drill-5-fuel"\n[state]\ndug = 5', 3, "must be a list of hex numbers, not 5"),
        ('scenario = "ocs/drill-5-fuel"\n[state]\ndug = ["99"]', 3, "there is no hex '99'"),
    ],
)
def test_faults_in_a_position_name_the_line_as_written(text: str, line: int, reason: str) -> None:
    with pytest.raises(BadFile, match=reason) as caught:
        grognard.parse_position(text)
    assert caught.value.line == line


# -- wrong arguments -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seed", [1.5, True, False, float("nan"), [], {}, b"x", "", " ", "a\nb", "a\r", "\x00", "a\u2028b"]
)
def test_seeds_are_whole_numbers_or_one_line(seed: Any) -> None:
    with pytest.raises(BadArgument, match="a seed is a whole number or one line of text"):
        grognard.new(BASIC, seed=seed)
    with pytest.raises(BadArgument):
        grognard.parse_position('scenario = "strike-force-one/basic"', seed=seed)


@pytest.mark.parametrize("seed", [0, -5, 10**40, "spring offensive", "Харьков", "007"])
def test_good_seeds_survive_a_record(seed: int | str) -> None:
    game = grognard.new(BASIC, seed=seed)
    assert grognard.loads(write_record(game.record())) == game


WRONG: list[Callable[[grognard.Game], object]] = [
    lambda g: grognard.new(5),  # type: ignore[arg-type]
    lambda g: grognard.new(None),  # type: ignore[arg-type]
    lambda g: grognard.new("nosuch/basic"),
    lambda g: grognard.new("strike-force-one/nosuch"),
    lambda g: grognard.new("strike-force-one"),
    lambda g: grognard.new(BASIC, ["night"]),  # type: ignore[arg-type]
    lambda g: grognard.new(BASIC, "night"),  # type: ignore[arg-type]
    lambda g: grognard.new(BASIC, {5: True}),  # type: ignore[dict-item]
    lambda g: grognard.new(BASIC, {"night": 5}),
    lambda g: grognard.new(BASIC, {"night": []}),
    lambda g: grognard.new(BASIC, by_hand="yes"),  # type: ignore[arg-type]
    lambda g: grognard.load(5),  # type: ignore[arg-type]
    lambda g: grognard.load("nosuch.record"),
    lambda g: grognard.loads(None),  # type: ignore[arg-type]
    lambda g: grognard.loads(b"x"),  # type: ignore[arg-type]
    lambda g: grognard.position(None),  # type: ignore[arg-type]
    lambda g: grognard.parse_position(5),  # type: ignore[arg-type]
    lambda g: grognard.parse_position("scenario = 5"),
    lambda g: grognard.add_pack(5),  # type: ignore[arg-type]
    lambda g: g.check(None),  # type: ignore[arg-type]
    lambda g: g.check("move SA 0701", "x"),
    lambda g: g.play(3),  # type: ignore[arg-type]
    lambda g: g.play("move SA 0701", "x"),
    lambda g: g.play("move SA 0701", 3),  # type: ignore[arg-type]
    lambda g: g.play(Order("move", units=("QQ",), path=("0701",))),
    lambda g: g.play(Order("move", units=("SA",), path=("9999",))),
    lambda g: g.play(Order("move", units=(5,), path=("0701",))),  # type: ignore[arg-type]
    lambda g: g.play(Order("move", units="SA", path=("0701",))),  # type: ignore[arg-type]
    lambda g: g.play(Order(5)),  # type: ignore[arg-type]
    lambda g: g.play(Order("move", units=None)),  # type: ignore[arg-type]
    lambda g: g.read(["end"]),  # type: ignore[arg-type]
    lambda g: g.preview(None),  # type: ignore[arg-type]
    lambda g: g.preview("move SA 0701", "x"),
    lambda g: g.view("x"),
    lambda g: g.view(5),  # type: ignore[arg-type]
    lambda g: g.view(["us"]),  # type: ignore[arg-type]
    lambda g: g.choices("x"),
    lambda g: list(g.orders("x")),
    lambda g: g.reach(5),  # type: ignore[arg-type]
    lambda g: g.reach("QQ"),
    lambda g: g.reach("SA", side="x"),
    lambda g: g.zoc("x"),
    lambda g: g.zoc(None),  # type: ignore[arg-type]
    lambda g: g.supply("x"),
    lambda g: g.score("x"),
    lambda g: g.state_as_seen_by("x"),
    lambda g: g.state_as_seen_by(5),  # type: ignore[arg-type]
    lambda g: g.events("x"),
    lambda g: g.events(since=-1),
    lambda g: g.events(since="x"),  # type: ignore[arg-type]
    lambda g: g.visible_step(0, "us"),
    lambda g: g.visible_step(1, "us"),
    lambda g: g.visible_step("x", "us"),  # type: ignore[arg-type]
    lambda g: g.game_after(1),
    lambda g: g.game_after("x"),  # type: ignore[arg-type]
    lambda g: g.hex("9999"),
    lambda g: g.hex(5),  # type: ignore[arg-type]
    lambda g: g.unit("QQ"),
    lambda g: g.unit(5),  # type: ignore[arg-type]
    lambda g: g.unit("SA", "x"),
    lambda g: g.at("nowhere"),
    lambda g: g.at(None),  # type: ignore[arg-type]
    lambda g: g.at("0302", "x"),
    lambda g: g.undo(),
    lambda g: g.save(5),  # type: ignore[arg-type]
    lambda g: g.dice.script(5),  # type: ignore[arg-type]
    lambda g: g.dice.script("35"),  # type: ignore[arg-type]
    lambda g: g.dice.script([True]),
    lambda g: g.dice.script([1.5]),  # type: ignore[list-item]
]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: inspect.getsource(wrong).strip()[10:60])
def test_wrong_arguments_raise_a_clear_error(
    game: grognard.Game, wrong: Callable[[grognard.Game], object]
) -> None:
    before = game.copy()
    with pytest.raises(GrognardError) as caught:
        wrong(game)
    message = str(caught.value)
    assert "\n" not in message and len(message) < 400
    assert not re.search(r"Expected `|object has no attribute|\$\.", message), (
        "msgspec's or Python's own words"
    )
    assert game == before


# -- documentation -------------------------------------------------------------------------------------


def public_members() -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for kind in (grognard.Game, grognard.Decision, grognard.Dice):
        for name, member in vars(kind).items():
            if not name.startswith("_") and (callable(member) or isinstance(member, property)):
                found.append((f"{kind.__name__}.{name}", member))
    return found + [
        (name, value) for name in grognard.__all__ if inspect.isfunction(value := getattr(grognard, name))
    ]


@pytest.mark.parametrize(
    ("name", "member"), public_members(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_public_members_have_a_docstring_with_an_example(name: str, member: Any) -> None:
    text = inspect.getdoc(member) or ""
    assert doctest.DocTestParser().get_examples(text), f"{name} has no example"
    assert text[0].isupper() and text.splitlines()[0].rstrip().endswith((".", ":", ","))


def test_everything_public_is_there() -> None:
    assert all(getattr(grognard, name).__doc__ for name in grognard.__all__)
    assert set(game_ids()) == {file.id for file in grognard.list_games()}
    assert set(grognard.__all__) <= set(dir(grognard))
