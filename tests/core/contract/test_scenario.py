"""Scenarios: what their files say, and errors that name the file, the line and the key."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

from grognard.core.contract.counters import Nation
from grognard.core.contract.scenario import (
    BadOption,
    Scenario,
    compiled_once,
    counters_of,
    load_game_file,
    load_scenario_file,
    nations_of,
)
from grognard.core.errors import BadFile, GrognardError
from grognard.core.files.files import BadKey, bad_key

FILES = {
    "game.toml": """
id = "toy"
title = "Toy"
summary = "A toy."
catalogue = "toy"
scenarios = ["duel", "feud"]
[[sides]]
id = "red"
title = "Red"
[[sides]]
id = "blue"
title = "Blue"
[verbs.end]
label = "End"
summary = "end the phase"
rule = "1"
group = "turn"
example = "end"
[options.fog]
title = "Fog"
summary = "Fog."
rule = "2"
[options.cards]
title = "Cards"
summary = "Cards."
rule = "3"
default = "few"
choices = ["few", "many"]
labels = ["Few", "Many"]
""",
    "board.toml": """
name = "plain"
[grid]
digits = "CCRR"
columns = [1, 4]
rows = [1, 4]
rows_grow = "south"
low_columns = "even"
[terrain.clear]
default = true
[places.Town]
hex = "0302"
""",
    "counters.toml": """
[[counter]]
id = "M"
side = "red"
kind = "mine"
marker = true
[[counter]]
id = "A"
side = "red"
kind = "infantry"
label = "Alpha"
title = "Guards"
nation = "xland"
[[counter]]
id = "B"
side = "blue"
kind = "infantry"
nation = "yland"
look = "xland"
[nation.xland]
title = "X"
colour = "#111111"
ink = "#222222"
[nation.yland]
title = "Y"
colour = "#333333"
ink = "#444444"
""",
    "scenarios/duel.toml": """
title = "Duel"
summary = "A duel."
first-turn = 2
turns = 5
options = ["fog", "cards"]
""",
    "scenarios/unlisted.toml": 'title = "Unlisted"\nsummary = "Nobody lists it."\n',
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of a toy game."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path


def change(data: Path, name: str, old: str, new: str) -> str:
    """Change a file of the game and return it as errors name it, with the line of the change."""
    text = (data / name).read_text("utf-8")
    assert text.count(old) == 1, old
    text = text.replace(old, new)
    (data / name).write_text(text, "utf-8")
    return f"{data / name}, line {text[: text.index(new)].count(chr(10)) + 1}: "


def duel(data: Path, chosen: Mapping[str, object] | None = None) -> Scenario:
    return Scenario(data, "duel", chosen)


def test_scenario_is_what_its_files_say(data: Path) -> None:
    toy = duel(data)
    assert (toy.id, toy.name, toy.path) == ("toy/duel", "duel", data / "scenarios/duel.toml")
    assert (toy.pack, toy.folders, toy.folder) == (None, (data,), data)
    assert (toy.file.title, toy.file.first_turn, toy.turns) == ("Duel", 2, 5)
    assert toy.counter_ids == ["A", "B", "M"], "units before markers"
    assert toy.index == {"A": 0, "B": 1, "M": 2} and toy.names == [("A",), ("B",), ("M",)]
    assert toy.unit_count == 2
    assert toy.sides == ("red", "blue") and toy.titles == {"red": "Red", "blue": "Blue"}
    assert toy.side_index == {"red": 0, "blue": 1} and toy.side_of == [0, 1, 0]
    assert toy.nations == {
        "xland": Nation("X", "#111111", "#222222"),
        "yland": Nation("Y", "#333333", "#444444"),
    }
    assert toy.counter_files == [data / "counters.toml"]
    assert toy.board.name == "plain" and toy.in_play == toy.board.grid.all
    assert toy.applies("1")
    assert toy.notation.counter("Alpha") == "A" and toy.notation.hex("town") == "0302"


OWN_SIDES = """
[[belligerent]]
id = "red"
title = "Crimson"
colour = "#990000"
[[belligerent]]
id = "blue"
title = "Azure"
"""


def test_scenario_may_have_sides_of_its_own(data: Path) -> None:
    change(data, "scenarios/duel.toml", 'options = ["fog", "cards"]', OWN_SIDES)
    toy = duel(data)
    assert toy.sides == ("red", "blue") and toy.titles == {"red": "Crimson", "blue": "Azure"}
    assert [side.colour for side in toy.belligerents] == ["#990000", "#888888"]
    assert [side.title for side in toy.game.sides] == ["Red", "Blue"], "those of the other scenarios"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('id = "blue"', 'id = "red"', "belligerent: there must be at least two, with different ids"),
        (
            'title = "Azure"',
            'title = "Azure"\n[[belligerent]]\nid = "grey"\ntitle = "Grey"',
            "there must be 2,",
        ),
        ('id = "blue"', 'id = "green"', "counter[2].side: there is no side 'blue'"),
    ],
)
def test_sides_of_a_scenario_are_checked(data: Path, old: str, new: str, reason: str) -> None:
    change(data, "scenarios/duel.toml", 'options = ["fog", "cards"]', OWN_SIDES.replace(old, new))
    with pytest.raises(BadFile) as error:
        duel(data)
    assert reason in str(error.value)


def test_draft_can_be_loaded_but_is_not_listed(data: Path) -> None:
    change(data, "game.toml", 'scenarios = ["duel", "feud"]', 'scenarios = ["duel"]\ndrafts = ["unlisted"]')
    assert Scenario(data, "unlisted").file.title == "Unlisted"
    assert load_game_file(data).scenarios == ("duel",)


def test_parts_of_a_scenario_are_found_by_name(data: Path) -> None:
    toy = duel(data)
    assert toy.counter("B", "at") == 1 and toy.hex("0302", "at") == toy.board.grid.hex("0302")
    assert toy.ids(0b101) == ("A", "M")
    assert toy.part(()) == toy.board.grid.all
    assert toy.part(("0201", "0302")) == toy.board.grid.mask(["0201", "0202", "0301", "0302"])
    toy.check_names(["red"], toy.sides, "side", "first")


def test_full_name_is_the_nation_and_the_title(data: Path) -> None:
    toy = duel(data)
    guards, plain, _ = toy.counters
    assert toy.full_name(guards, "xland") == "X Guards" and toy.full_name(plain, "yland") == "Y B"
    assert toy.full_name(guards, "nowhere") == "Guards"
    assert toy.full_name(msgspec.structs.replace(guards, title="X Guards"), "xland") == "X Guards"


@pytest.mark.parametrize(
    ("ask", "reason"),
    [
        (lambda s: s.counter("C", "turns"), "turns: there is no counter 'C'; known: A, B, M"),
        (lambda s: s.hex("0909", "turns"), "turns: there is no hex '0909' on the board"),
        (lambda s: s.part(("0101",)), "hexes: name two corners"),
        (lambda s: s.part(("0101", "0909")), "hexes[1]: there is no hex '0909'"),
        (lambda s: s.check_names(["red", "grey"], s.sides, "side", "a"), "a[1]: there is no side 'grey'"),
    ],
)
def test_unknown_name_is_an_error_in_the_scenario_file(data: Path, ask: object, reason: str) -> None:
    toy = duel(data)
    with pytest.raises(BadFile) as error:
        ask(toy)  # type: ignore[operator]
    assert error.value.path == str(toy.path) and error.value.reason.startswith(reason), error.value
    assert ("line 5" in str(error.value)) == reason.startswith("turns")


@pytest.mark.parametrize(
    ("file", "old", "new", "key"),
    [
        ("scenarios/duel.toml", "turns = 5", "turns = 1", "turns: the last turn is before the first one, 2"),
        (
            "scenarios/duel.toml",
            'options = ["fog"',
            'options = ["frog"',
            "options[0]: the game has no option",
        ),
        (
            "scenarios/duel.toml",
            "first-turn = 2",
            'board = "none"',
            "board: there is no file none.toml in the data",
        ),
        (
            "scenarios/duel.toml",
            "first-turn = 2",
            'board = "../x"',
            "board: must be a file in the data folder",
        ),
        (
            "scenarios/duel.toml",
            "first-turn = 2",
            'counters = "none"',
            "counters: there is no file none.toml",
        ),
        ("counters.toml", 'side = "blue"', 'side = "bleu"', "counter[2].side: there is no side 'bleu'; did"),
        ("counters.toml", 'id = "B"', 'id = "A"  #', "counter[2].id: counter A is listed twice"),
        ("counters.toml", 'nation = "yland"', 'nation = "zland"', "counter[2].nation: there is no nation"),
        ("counters.toml", 'look = "xland"', 'look = "zland"', "counter[2].look: there is no nation 'zland'"),
        ("game.toml", '"feud"]', '"a/feud"]', "scenarios[1]: must be the name of a file in scenarios/"),
        (
            "game.toml",
            'default = "few"',
            'default = "some"',
            "options.cards.default: must be one of few, many",
        ),
        (
            "game.toml",
            'rule = "2"',
            'rule = "2"\ndefault = "on"',
            "options.fog.default: must be true or false",
        ),
        ("game.toml", '["Few", "Many"]', '["Few"]', "options.cards.labels: must be 2 texts, one for each"),
        ("game.toml", '"blue"', '"red" #', "sides: there must be at least two, with different ids"),
    ],
)
def test_error_in_a_file_names_its_line(data: Path, file: str, old: str, new: str, key: str) -> None:
    place = change(data, file, old, new)
    with pytest.raises(BadFile) as error:
        duel(data)
    if "sides" in key or "default: must be true" in key:
        place = place.rpartition(", line")[0]
    assert str(error.value).startswith(place) and key in str(error.value), error.value


def test_game_has_two_sides(data: Path) -> None:
    change(data, "game.toml", '[[sides]]\nid = "blue"\ntitle = "Blue"\n', "")
    with pytest.raises(BadFile, match="sides: there must be at least two"):
        load_game_file(data)


def test_unknown_nation_is_allowed_in_a_file_without_nations(data: Path) -> None:
    text = (data / "counters.toml").read_text("utf-8").partition("[nation")[0]
    (data / "counters.toml").write_text(text, "utf-8")
    assert duel(data).nations == {}


def test_unknown_scenario(data: Path) -> None:
    for name in ("war", "../duel"):
        with pytest.raises(GrognardError) as error:
            Scenario(data, name)
        assert str(error.value) == f"there is no scenario toy/{name}; there are: toy/duel, toy/feud"
    with pytest.raises(BadFile) as unlisted:
        Scenario(data, "unlisted")
    assert str(unlisted.value).startswith(
        f"{data / 'game.toml'}, line 6: scenarios: toy/unlisted is not listed"
    )


def test_generated_counter_is_an_error_in_the_first_counter_file(data: Path) -> None:
    fault = duel(data).counter_fault("Z", "kind", "must be known")
    assert fault.reason == "nation: Z: must be known" and fault.path == str(data / "counters.toml")


# -- options --------------------------------------------------------------------------------------


def test_options_have_defaults(data: Path) -> None:
    toy = duel(data)
    assert toy.options == {"fog": False, "cards": "few"} and not toy.on("fog") and not toy.on("rain")
    chosen = duel(data, {"fog": True, "cards": "many"})
    assert chosen.options == {"fog": True, "cards": "many"}
    assert chosen.on("fog") and not chosen.on("cards"), "an option with choices is not on or off"


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("frog", True, "toy/duel has no option 'frog'; did you mean \"fog\"?"),
        ("cards", "all", "option cards is one of few, many, not 'all'"),
        ("cards", True, "option cards is one of few, many, not True"),
        ("fog", "on", "option fog is on or off (true or false), not 'on'"),
        ("fog", 1, "option fog is on or off (true or false), not 1"),
    ],
)
def test_bad_option_is_named(data: Path, name: str, value: object, reason: str) -> None:
    with pytest.raises(BadOption) as error:
        duel(data, {name: value})
    assert (error.value.option, error.value.reason, str(error.value)) == (name, reason, reason)


def test_scenarios_are_compiled_once(data: Path) -> None:
    made: list[tuple[str, dict[str, object]]] = []

    def compiled(name: str, options: Mapping[str, object]) -> Scenario:
        made.append((name, dict(options)))
        return Scenario(data, name, options)

    scenarios = compiled_once(compiled)
    first = scenarios("duel", {"fog": True, "cards": "few"})
    assert scenarios("duel", {"cards": "few", "fog": True}) is first
    assert scenarios("duel", {}) is not first
    with pytest.raises(BadOption):
        scenarios("duel", {"fog": 1, "cards": "few"})  # 1 == True, but it is not the same option
    with pytest.raises(BadOption):
        scenarios("duel", {"fog": []})
    assert made == [
        ("duel", {"cards": "few", "fog": True}),
        ("duel", {}),
        ("duel", {"cards": "few", "fog": 1}),
        ("duel", {"fog": []}),
    ]


# -- files ----------------------------------------------------------------------------------------


def test_files_are_read_again_when_they_change(data: Path) -> None:
    assert duel(data).board.name == "plain"
    change(data, "board.toml", '"plain"', '"hilly board"')
    change(data, "counters.toml", "Guards", "Old Guards")
    again = duel(data)
    assert again.board.name == "hilly board" and again.counters[0].title == "Old Guards"


def test_counters_and_nations_of_a_file(data: Path) -> None:
    path = data / "counters.toml"
    assert [counter.id for counter in counters_of(path)] == ["A", "B", "M"]
    assert list(nations_of(path)) == ["xland", "yland"]
    with pytest.raises(BadFile, match=r"counter\[2\]\.side: there is no side 'blue'"):
        counters_of(path, sides=("red",))


def test_scenario_file_alone_can_be_read(data: Path) -> None:
    assert load_scenario_file(data, "duel").title == "Duel"


def test_error_in_a_file_that_is_gone_has_no_line(tmp_path: Path) -> None:
    fault = bad_key(tmp_path / "gone.toml", ("a", 1), "is wrong")
    assert (fault.path, fault.line) == (str(tmp_path / "gone.toml"), None)
    assert fault.reason == "a[1]: is wrong"


def test_errors_can_be_pickled() -> None:
    """Worker processes return them."""
    bad = pickle.loads(pickle.dumps(BadKey(("at", "SA"), "no such hex")))
    assert (str(bad), bad.where, bad.reason) == ("at.SA: no such hex", ("at", "SA"), "no such hex")
    option = pickle.loads(pickle.dumps(BadOption("fog", "is on or off")))
    assert (option.option, str(option)) == ("fog", "is on or off")
